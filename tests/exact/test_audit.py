"""The audit of the letters: its findings, and that every claim is checked."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitbook.exact.audit import CHECKS, Audit, ClaimFinding, audit, judge, reasons
from pitbook.exact.audit_bases import AuditedGame
from pitbook.exact.audit_meter import RoundSet, round_sets
from pitbook.games import all_games, game
from pitbook.games.letter import Claim
from pitbook.games.model import Game
from pitbook.money import dollars


@pytest.fixture(scope="module")
def done() -> Audit:
    return audit(all_games())


@pytest.fixture(scope="module")
def found(done: Audit) -> Callable[[str], ClaimFinding]:
    by_id = {finding.claim.id: finding for finding in done.findings}
    return lambda name: by_id[name]


def changed(original: Game, claim_id: str, printed: str) -> Game:
    """The game with one printed figure of its letter changed."""
    assert any(claim.id == claim_id for claim in original.letter.claims)
    claims = tuple(
        replace(claim, printed=printed) if claim.id == claim_id else claim for claim in original.letter.claims
    )
    return replace(original, letter=replace(original.letter, claims=claims))


def verdict_of(changed_game: Game, claim_id: str) -> ClaimFinding:
    claim = next(claim for claim in changed_game.letter.claims if claim.id == claim_id)
    return judge(AuditedGame(changed_game), claim)


def test_every_claim_of_every_letter_is_checked(done: Audit) -> None:
    claims = [claim for each in all_games() for claim in each.letter.claims]

    assert [finding.claim for finding in done.findings] == claims
    assert len({claim.id for claim in claims}) == len(claims)
    assert done.of("unchecked") == []
    assert done.counts() == {"claims": 416, "holds": 355, "holds_under": 46, "does_not_hold": 15, "unchecked": 0}
    assert not done.clean


def test_every_finding_has_a_reason(done: Audit) -> None:
    assert [finding.claim.id for finding in done.findings if not finding.reason] == []
    assert all(bool(finding.reading) == (finding.verdict == "holds under") for finding in done.findings)


def test_every_kind_of_figure_has_a_check() -> None:
    assert {claim.figure for each in all_games() for claim in each.letter.claims} == set(CHECKS)


def test_all_match_n_poker_claims_match(done: Audit) -> None:
    assert done.counts(game("match-n-poker")) == {
        "claims": 94, "holds": 94, "holds_under": 0, "does_not_hold": 0, "unchecked": 0
    }  # fmt: skip


def test_impossible_outcome_counts_as_not_applicable(found: Callable[[str], ClaimFinding]) -> None:
    """Two decks hold no three cards of one rank and suit."""
    assert found("match-n-poker/2/hit frequency/suited_three_of_a_kind").exact == 0
    assert found("match-n-poker/2/one in/suited_three_of_a_kind").exact is None
    assert verdict_of(
        changed(game("match-n-poker"), "match-n-poker/4/one in/suited_three_of_a_kind", "N/A"),
        "match-n-poker/4/one in/suited_three_of_a_kind",
    ).verdict == "does not hold"  # fmt: skip


@pytest.mark.parametrize(
    ("table", "reading"),
    [
        ("RM-01", "one deck, with Crown Treasure at a $1 wager"),
        ("RM-02", "one deck, with Crown Treasure at a $1 wager"),
        ("RM-03", "6 decks, without Crown Treasure"),
        ("RM-04", "6 decks, without Crown Treasure"),
        ("RM-05", "6 decks, without Crown Treasure"),
        ("RM-08", "6 decks, without Crown Treasure"),
        ("RM-09", ""),
        ("RM-10", "6 decks, a car worth $38,000, at a $1 wager"),
    ],
)
def test_the_basis_of_each_royal_match_table(found: Callable[[str], ClaimFinding], table: str, reading: str) -> None:
    finding = found(f"royal-match/{table}/house advantage")

    assert finding.reading == reading
    assert finding.verdict == ("holds under" if reading else "holds")


def test_royal_match_table_11_matches(found: Callable[[str], ClaimFinding]) -> None:
    assert found("royal-match/RM-11/6/house advantage").verdict == "holds"


def test_royal_match_table_7_needs_a_mixed_basis(found: Callable[[str], ClaimFinding]) -> None:
    finding = found("royal-match/RM-07/house advantage")

    assert finding.reading == (
        "mixed basis: 6 decks, the $5,000 against a $1 wager, but the envy of 6 other seats against $5 wagers"
    )
    pure = [each for each in finding.tried if "mixed" not in each.basis]
    assert len(pure) == 5 * (4 + 6)
    assert not any(finding.printed.agrees(each.exact) for each in pure)


def test_other_bases_that_give_the_figure_are_named(found: Callable[[str], ClaimFinding]) -> None:
    assert "also 5 decks, with Crown Treasure at a $5 wager" in found("royal-match/RM-03/house advantage").reason
    assert "also 5 decks" in found("blazing-7s/1/hit frequency").reason


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_progressive_odds_average_and_hold_match(found: Callable[[str], ClaimFinding], decks: int) -> None:
    place = f"royal-match-progressive/RMP/{decks}"
    hold, average = found(f"{place}/house advantage"), found(f"{place}/top payout average")

    assert found(f"{place}/top payout odds").verdict == "holds"
    assert average.reading == "a hold of exactly 35%"
    assert hold.verdict == "holds under"
    assert hold.exact is not None
    assert abs(hold.exact - Fraction(35, 100)) < Fraction(1, 100_000)
    assert found(f"{place}/seed").reason.startswith("input, used as the preset")
    assert found(f"{place}/reserve").verdict == "holds"


@pytest.mark.parametrize(("decks", "feeding"), [(8, "12.8768%"), (6, "12.9103%"), (4, "12.9678%"), (2, "13.0598%")])
def test_contribution_rate_follows_from_the_printed_hold(
    found: Callable[[str], ClaimFinding], decks: int, feeding: str
) -> None:
    assert feeding in found(f"royal-match-progressive/RMP/{decks}/top payout average").reason


def test_printed_hit_frequency_matches_only_some_deck_counts(found: Callable[[str], ClaimFinding]) -> None:
    findings = {decks: found(f"royal-match-progressive/RMP/{decks}/hit frequency") for decks in (8, 6, 5, 4, 2)}

    assert [finding.verdict for finding in findings.values()] == ["holds"] * 3 + ["does not hold"] * 2
    assert findings[4].rounded == "4.76%"
    assert findings[2].rounded == "4.78%"
    assert "truncated instead of rounded" in findings[4].reason
    assert "truncated instead of rounded" not in findings[2].reason
    assert "that of 5, 6 and 8 decks" in findings[2].reason


def test_blazing_sevens_holds_are_inferred_from_one_set_of_round_terms(found: Callable[[str], ClaimFinding]) -> None:
    for table in ("1", "2"):
        assert found(f"blazing-7s/{table}/hold").reading == (
            "inferred: 6 decks, a seed of $2,000, contribution and reserve together 24% of the wager"
        )


@pytest.mark.parametrize(
    ("seed_step", "rate_step"),
    [
        pytest.param(dollars(seed), Fraction(1, parts), marks=() if (seed, parts) == (250, 200) else pytest.mark.slow)
        for seed in (100, 250, 1_000)
        for parts in (100, 200, 1_000)
    ],
)
def test_set_of_round_terms_is_unique(seed_step: int, rate_step: Fraction) -> None:
    audited = AuditedGame(game("royal-match-21"))

    assert list(round_sets(audited, "blazing-7s", dollars(seed_step // 100), rate_step)) == [
        RoundSet(6, dollars(2_000), Fraction(24, 100))
    ]


def test_hold_that_no_round_terms_give_is_a_mismatch() -> None:
    changed_game = changed(game("royal-match-21"), "blazing-7s/1/hold", "21.37%")

    assert verdict_of(changed_game, "blazing-7s/1/hold").verdict == "does not hold"


@pytest.mark.parametrize("wager", ["dynasty/1", "protection/1", "red-black/1"])
def test_returns_that_include_the_stake_are_labelled(done: Audit, wager: str) -> None:
    findings = [each for each in done.findings if each.claim.id.startswith(f"{wager}/return/")]

    assert findings
    assert {each.reading for each in findings} == {
        "(pays + 1) x probability, the stake that comes back counted as returned"
    }


def test_dynasty_figures_match_except_one_block(done: Audit) -> None:
    others = [
        each
        for each in done.findings
        if each.claim.wager == "dynasty" and each.claim.block != "detailed envy table" and each.claim.table != "1"
    ]

    assert len(others) > 190
    assert {each.verdict for each in others} == {"holds"}


def test_the_envy_block_of_table_2_is_that_of_table_3(done: Audit) -> None:
    block = [each for each in done.findings if each.claim.block == "detailed envy table"]
    wrong = [each for each in block if each.verdict == "does not hold"]

    assert {each.verdict for each in block} == {"holds", "does not hold"}
    assert len(wrong) == 13
    assert {each.claim.figure for each in wrong} == {"envy pays", "envy return", "total envy return"}
    assert all("every figure of this printed block is that of pay table 3" in each.reason for each in wrong)


@pytest.mark.parametrize("players", range(1, 7))
def test_house_edge_by_number_of_players_matches(found: Callable[[str], ClaimFinding], players: int) -> None:
    assert found(f"dynasty/5/house edge by players/{players}").verdict == "holds"


@pytest.mark.parametrize(
    ("slug", "claim_id", "printed"),
    [
        ("match-n-poker", "match-n-poker/8/hit frequency/straight", "3.10%"),
        ("match-n-poker", "match-n-poker/8/one in/straight_flush", "484.8"),
        ("match-n-poker", "match-n-poker/1/8/house advantage", "4.28%"),
        ("royal-match-21", "royal-match/RM-11/6/house advantage", "4.05%"),
        ("royal-match-21", "royal-match/RM-10/house advantage", "22.35%"),
        ("royal-match-21", "royal-match-progressive/RMP/6/top payout odds", "645,466"),
        ("royal-match-21", "royal-match-progressive/RMP/6/top payout average", "$42,468"),
        ("royal-match-21", "royal-match-progressive/RMP/6/house advantage", "34%"),
        ("ez-pai-gow", "dynasty/3/detailed return table/combinations/royal_flush", "26,021"),
        ("ez-pai-gow", "dynasty/3/detailed return table/probability/royal_flush", "0.00016881"),
        ("ez-pai-gow", "dynasty/4/return/straight", "0.143169"),
        ("ez-pai-gow", "dynasty/1/return/straight", "21.47526%"),
        ("ez-pai-gow", "dynasty/2/total return", "-0.080009"),
        ("ez-pai-gow", "dynasty/6/envy return/four_of_a_kind", "0.002395"),
        ("ez-pai-gow", "dynasty/6/total envy return", "0.010675"),
        ("ez-pai-gow", "dynasty/6/house edge by players/4", "4.62%"),
        ("ez-pai-gow", "protection/1/house advantage", "7.02%"),
    ],
)
def test_figure_off_by_one_in_the_last_digit_is_a_mismatch(slug: str, claim_id: str, printed: str) -> None:
    assert verdict_of(changed(game(slug), claim_id, printed), claim_id).verdict == "does not hold"


def test_unchecked_figure_fails_the_audit() -> None:
    original = game("match-n-poker")
    stray = Claim("stray", "top payout average", "$5", "match-n-poker", "nowhere", table="1", decks=8)
    findings = audit([replace(original, letter=replace(original.letter, claims=(stray,)))])

    assert [finding.verdict for finding in findings.findings] == ["unchecked"]
    assert not findings.clean


def test_chosen_reading_matches_more_figures_than_the_others(done: Audit) -> None:
    by_option: dict[str, dict[bool, int]] = {}
    for each in done.readings:
        by_option.setdefault(each.option.name, {})[each.taken] = each.holding

    assert set(by_option) == {"king-ace-deuce", "ace-deuce-straight", "joker", "third-seven"}
    assert all(holding[True] > holding[False] for holding in by_option.values())


def test_fully_wild_joker_changes_the_figures(done: Audit) -> None:
    wild = next(each for each in done.readings if each.choice == "fully-wild")

    assert max(wild.edges["dynasty"]) < Fraction(-1, 4)


def test_remarks_name_the_contradictions_with_their_place(done: Audit) -> None:
    texts = [f"{owner.letter.number} {remark.text}" for owner, remark in done.remarks]

    assert all(remark.cite.startswith(f"letter {owner.letter.number}") for owner, remark in done.remarks)
    assert any(text.startswith("003 The condition on internal controls is printed twice") for text in texts)
    assert any(text.startswith("003 Two rule sets") for text in texts)
    assert any(text.startswith("004 The totals of the detailed return table include") for text in texts)


def test_equal_reasons_are_listed_once(done: Audit) -> None:
    some = [each for each in done.of("does not hold") if each.claim.wager == "royal-match-progressive"]

    assert reasons(some) == (
        "the printed figure is that of 5, 6 and 8 decks",
        ["truncated instead of rounded", ""],
    )


@pytest.mark.usefixtures("done")
def test_second_audit_uses_the_cache() -> None:
    """Measured in processor time."""
    start = time.process_time()
    audit(all_games())

    assert time.process_time() - start < 3


@pytest.mark.slow
def test_an_audit_from_an_empty_cache_takes_less_than_twenty_seconds(tmp_path: Path) -> None:
    start = time.perf_counter()
    command = [sys.executable, "-m", "pitbook", "audit", "--json"]
    subprocess.run(command, env=os.environ | {"PITBOOK_CACHE": str(tmp_path)}, capture_output=True, check=False)

    assert time.perf_counter() - start < 20
