"""Par sheets of every game: their sums, the figures that letters print, and the record that programs rely on."""

import csv
import io
import re
from fractions import Fraction
from itertools import combinations
from math import comb, gcd, isclose, prod, sqrt
from pathlib import Path

import pytest

from pitbook.cards import parse_cards
from pitbook.exact import record
from pitbook.exact.custom_wager import load_custom_game
from pitbook.exact.par import ParSheet, house_edge
from pitbook.exact.printed import parse_printed
from pitbook.exact.select import SheetRequest, plan
from pitbook.games import all_games, game
from pitbook.money import Cents, dollars
from tests.exact.all_sheets import all_sheets, sheet_of

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "total_21.py"
KEYS = [
    "game", "wager", "pay_table", "decks", "outcomes", "hit_frequency", "hit_frequency_decimal", "house_edge",
    "house_edge_decimal", "standard_deviation", "volatility_index", "skewness", "variance", "variance_exact", "total",
    "basis", "variants", "options", "assumptions",
]  # fmt: skip
OUTCOME_KEYS = [
    "outcome", "label", "count", "probability", "probability_decimal", "one_in", "pays", "return", "return_decimal",
]  # fmt: skip
METER_WAGERS = {"jackpot", "royal-match-progressive", "blazing-7s"}


def name_of(sheet: ParSheet) -> str:
    return f"{sheet.wager.slug} {sheet.table.id} {sheet.decks}"


def is_ratio(text: str) -> bool:
    """Whether a text is a fraction in lowest terms, with a slash for whole numbers too."""
    found = re.fullmatch(r"(-?\d+)/([1-9]\d*)", text)
    return found is not None and gcd(int(found[1]), int(found[2])) == 1


def test_there_is_a_sheet_for_every_wager_table_and_deck_count() -> None:
    """For every game. Wagers decided by how hands are played have other sheets."""
    keys = [(sheet.game.slug, sheet.wager.slug, sheet.table.id, sheet.decks) for sheet in all_sheets()]
    assert len(keys) == len(set(keys))
    assert {wager for _, wager, _, _ in keys}.isdisjoint({"base", "dealer-pai-gow", "ante", "play"})
    expected = {
        (each.slug, wager.slug, table.id, decks)
        for each in all_games()
        for wager in each.wagers
        if not wager.by_play
        for table in wager.tables
        for decks in table.decks
    }
    assert set(keys) == expected


def test_every_sheet_adds_up() -> None:
    """Counts are all deals, probabilities 1, returns minus the house edge: exactly."""
    for sheet in all_sheets():
        assert sum(row.count for row in sheet.rows) == sheet.total, name_of(sheet)
        assert sum(row.probability for row in sheet.rows) == 1
        parts = [row.returned for row in sheet.rows]
        if sheet.house_edge is None:
            assert None in parts
        else:
            assert sum((part for part in parts if part is not None), Fraction(0)) == -sheet.house_edge
        assert len({row.outcome for row in sheet.rows}) == len(sheet.rows)


def test_totals_are_the_number_of_deals() -> None:
    """Computed without the engine, as the number of ways to pick each group of cards from the shoe."""
    for sheet in all_sheets():
        sizes = [
            group.size
            for group in sheet.wager.groups
            if not group.only_for or any(line.outcome in group.only_for for line in sheet.table.lines)
        ]
        if sheet.wager.slug == "blazing-7s":
            sizes = [2, 1]  # the dealer's cards say only whether there is a third one
        cards = 52 * sheet.decks + sheet.game.joker
        left = [cards - sum(sizes[:place]) for place in range(len(sizes))]
        assert sheet.total == prod(comb(held, size) for held, size in zip(left, sizes, strict=True)), name_of(sheet)


def test_counts_agree_with_formulas() -> None:
    """Counts of two and three cards that a line of arithmetic gives."""
    for decks in (2, 4, 5, 6, 8):
        rows = {row.outcome: row.count for row in sheet_of("royal-match-21", "royal-match", "RM-03", decks).rows}
        assert rows["royal_match"] == 4 * decks**2
        assert rows["royal_match"] + rows["two_suited_cards"] == 4 * comb(13 * decks, 2)
        rows = {row.outcome: row.count for row in sheet_of("match-n-poker", "match-n-poker", "1", decks).rows}
        assert rows.get("suited_three_of_a_kind", 0) == 52 * comb(decks, 2) * (decks - 2)
        trips = 13 * comb(4 * decks, 2) * (4 * decks - 2)
        assert rows["three_of_a_kind"] + rows.get("suited_three_of_a_kind", 0) == trips
        assert rows["straight_flush"] == 12 * 4 * 3 * decks**3


def test_match_n_poker_advantages_are_as_printed() -> None:
    """All 24 of letter 001, at the printed precision."""
    claims = [claim for claim in game("match-n-poker").letter.claims if claim.figure == "house advantage"]
    assert len(claims) == 24
    for claim in claims:
        sheet = sheet_of("match-n-poker", "match-n-poker", claim.table, claim.decks)
        assert parse_printed(claim.printed).agrees(sheet.house_edge), claim.id


def test_dynasty_combinations_are_as_printed() -> None:
    """Every count that letter 004 prints for a line of the Dynasty Bonus, of 154,143,080 hands."""
    claims = [
        claim
        for claim in game("ez-pai-gow").letter.claims
        if claim.figure == "combinations" and claim.outcome not in ("loss", "total")
    ]
    assert len(claims) == 19
    for claim in claims:
        counts = {row.outcome: row.count for row in sheet_of("ez-pai-gow", claim.wager, claim.table, 1).rows}
        assert counts[claim.outcome] == int(claim.printed.replace(",", "")), claim.id


def test_royal_match_advantages_of_six_decks_are_as_printed() -> None:
    """Those of letter 003 that need no other basis than the sheet's own."""
    printed = {
        claim.table: claim.printed for claim in game("royal-match-21").letter.claims if claim.wager == "royal-match"
    }
    for table in ("RM-03", "RM-04", "RM-05", "RM-08", "RM-09", "RM-10", "RM-11"):
        sheet = sheet_of("royal-match-21", "royal-match", table, 6)
        assert parse_printed(printed[table]).agrees(sheet.house_edge), table


def test_edge_is_missing_only_for_super_bonus_and_unknown_meters() -> None:
    """The Super Bonus takes no bet; a line of another wager may depend on a meter that was not given."""
    without = {sheet.wager.slug for sheet in all_sheets() if sheet.house_edge is None}
    assert without == METER_WAGERS | {"super-bonus"}
    for sheet in all_sheets():
        assert (sheet.house_edge is None) == (sheet.wager.slug in without)


def test_record_fields_and_formats() -> None:
    """Names and forms of every field, on every sheet."""
    for sheet in all_sheets():
        found = sheet.to_dict()
        assert list(found)[: len(KEYS)] == KEYS
        assert {"version", "inputs_hash"} <= set(found)
        assert re.fullmatch("[0-9a-f]{64}", found["inputs_hash"])
        for outcome in found["outcomes"]:
            assert list(outcome) == OUTCOME_KEYS
            assert is_ratio(outcome["probability"])
            assert outcome["return"] is None or is_ratio(outcome["return"])
            assert (outcome["one_in"] is None) == (outcome["count"] == 0)
            assert isinstance(outcome["count"], int)
        assert is_ratio(found["hit_frequency"])
        if found["house_edge"] is not None:
            assert is_ratio(found["house_edge"])
            assert isclose(float(Fraction(found["house_edge"])), found["house_edge_decimal"], rel_tol=1e-12)
            assert isclose(sqrt(Fraction(found["variance_exact"])), found["standard_deviation"], rel_tol=1e-12)
        assert all(set(each) == {"basis", "house_edge", "house_edge_decimal"} for each in found["variants"])
        assert ("progressive" in found) == (sheet.wager.slug in METER_WAGERS)
        assert ("envy" in found) == any(line.envy for line in sheet.table.lines)


def test_whole_numbers_keep_their_slash() -> None:
    """Losing everything returns ``-1/1``, so that programs parse one form only."""
    assert record.ratio(Fraction(-1)) == "-1/1"
    assert record.ratio(Fraction(0)) == "0/1"
    assert record.ratio(None) is None


def test_the_input_hash_differs_for_each_input() -> None:
    """Equal for equal inputs, different for each that differs."""
    args = ("royal-match-21", "royal-match", "RM-08", 6)
    hashes = [
        sheet_of(*args).to_dict()["inputs_hash"],
        sheet_of("royal-match-21", "royal-match", "RM-04", 6).to_dict()["inputs_hash"],
        sheet_of("royal-match-21", "royal-match", "RM-08", 8).to_dict()["inputs_hash"],
        sheet_of(*args, bets={"": dollars(5)}).to_dict()["inputs_hash"],
        sheet_of(*args, options={"crown-treasure": "yes"}).to_dict()["inputs_hash"],
        sheet_of(*args, removed=parse_cards("Ks")).to_dict()["inputs_hash"],
    ]
    assert len(set(hashes)) == len(hashes)
    assert sheet_of(*args).to_dict()["inputs_hash"] == hashes[0]


def test_envy_lowers_the_edge_by_the_same_for_each_seat() -> None:
    """The edge by players is a straight line; with one player it is that of the wager that qualifies."""
    sheet = sheet_of("royal-match-21", "royal-match", "RM-07", 6, seats=7)
    found = sheet.to_dict()["envy"]
    edges = [Fraction(each["house_edge"]) for each in found["house_edge_by_players"]]
    value = Fraction(found["value_per_other_seat"])
    assert edges == [edges[0] - place * value for place in range(7)]
    alone = sheet_of("royal-match-21", "royal-match", "RM-07", 6, bets={"": dollars(5)})
    assert edges[0] == alone.house_edge
    assert sheet.variants[0].basis.startswith("7 players")
    assert sheet.house_edge == sheet_of("royal-match-21", "royal-match", "RM-07", 6).house_edge


def test_crown_treasure_is_a_basis_and_a_variant() -> None:
    """With the option the sheet itself has it; without, a variant says the same."""
    plain = sheet_of("royal-match-21", "royal-match", "RM-08", 6)
    offered = sheet_of(
        "royal-match-21", "royal-match", "RM-08", 6, bets={"": dollars(25)}, options={"crown-treasure": "yes"}
    )
    variants = {each.basis: each.house_edge for each in plain.variants}
    assert offered.house_edge == variants["with Crown Treasure at a $25 wager"]
    assert {each.basis: each.house_edge for each in offered.variants}["without Crown Treasure"] == plain.house_edge
    # Both have a Royal Match: 4 suits, each against the three others and against the cards left of its own.
    both = 4 * 36 * (25 + 3 * 36)
    value = Fraction(1000, 25) * Fraction(both, comb(312, 2) * comb(310, 2))
    assert plain.house_edge is not None
    assert offered.house_edge == plain.house_edge - value


def test_a_meter_gives_the_edge_its_value() -> None:
    """With the meter given, all lines have a return, and the edge is a straight line in it."""
    edges = [
        sheet_of("royal-match-21", "royal-match-progressive", "RMP", 6, meter=dollars(amount)).house_edge
        for amount in (10_000, 20_000, 30_000)
    ]
    assert None not in edges
    first, second, third = (edge for edge in edges if edge is not None)
    assert second - first == third - second < 0
    found = sheet_of("royal-match-21", "royal-match-progressive", "RMP", 6).to_dict()["progressive"]
    even = Fraction(found["break_even_meter"])
    assert first + (even - 10_000) / 10_000 * (second - first) == 0
    assert isclose(found["average_top_payout_decimal"], 42_467, abs_tol=0.5)
    assert isclose(found["hold_decimal"], 0.35)


def test_the_house_may_round_pays() -> None:
    """The dealer pays with the house's own rounding, so the sheet computes with it and states it."""
    plain = sheet_of("royal-match-21", "royal-match", "RM-08", 6)
    rounded = sheet_of("royal-match-21", "royal-match", "RM-08", 6, options={"rounding": "down to $1"})
    suited = next(row for row in rounded.rows if row.outcome == "two_suited_cards")
    assert suited.net == 2
    assert plain.house_edge is not None
    assert rounded.house_edge == plain.house_edge + suited.probability / 2
    assert "Winnings are rounded down to $1." in rounded.assumptions


def test_player_choice_matters_once_cards_are_removed() -> None:
    """Without a red card, red is the worse bet by as much as black would be without a black one."""
    red, black = parse_cards("Kh Qd"), parse_cards("Ks Qc")
    args = ("ez-pai-gow", "red-black", "1", 1)
    red_short = sheet_of(*args, removed=red, options={"color": "red"})
    black_short = sheet_of(*args, removed=black, options={"color": "black"})
    assert [row.count for row in red_short.rows] == [row.count for row in black_short.rows]
    other = sheet_of(*args, removed=red, options={"color": "black"})
    assert red_short.house_edge is not None
    assert other.house_edge is not None
    assert red_short.house_edge > other.house_edge


def test_removed_cards_are_removed() -> None:
    """Against counting by hand: no king of spades left means no royal match in spades."""
    sheet = sheet_of("royal-match-21", "royal-match", "RM-03", 2, removed=parse_cards("Ks Ks"))
    rows = {row.outcome: row.count for row in sheet.rows}
    assert rows["royal_match"] == 3 * 4
    assert sheet.total == comb(102, 2)
    deck = [card for card in range(52) for _ in range(2) if card != parse_cards("Ks")[0]]
    suited = sum(first & 3 == second & 3 for first, second in combinations(deck, 2))
    assert rows["royal_match"] + rows["two_suited_cards"] == suited


def test_edge_on_another_basis_does_not_change_the_sheet() -> None:
    """Computing the edge on another basis leaves the sheet unchanged."""
    sheet = sheet_of("royal-match-21", "royal-match", "RM-10", 6)
    before = sheet.house_edge
    cheaper = sheet_of("royal-match-21", "royal-match", "RM-10", 6, options={"car-value": "$20,000"})
    assert cheaper.house_edge != before
    assert cheaper.rows[0].pays == "car ($20,000)"
    assert house_edge(sheet, cheaper.basis) == cheaper.house_edge
    assert sheet.house_edge == before


def test_comma_separated_lines_read_back() -> None:
    """One line an outcome, with the same fractions as the record."""
    sheet = sheet_of("match-n-poker", "match-n-poker", "3", 8)
    lines = list(csv.DictReader(io.StringIO(sheet.to_csv())))
    assert [line["outcome"] for line in lines] == [row.outcome for row in sheet.rows]
    assert sum(Fraction(line["probability"]) for line in lines) == 1
    assert sheet.house_edge is not None
    assert sum(Fraction(line["return"]) for line in lines) == -sheet.house_edge


def test_a_data_frame_needs_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pandas and polars the refusal says which to install."""
    sheet = sheet_of("match-n-poker", "match-n-poker", "3", 8)
    monkeypatch.setattr(record, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match="pandas or polars"):
        sheet.to_frame()


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_holds_the_outcomes(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either library gives a frame of one row an outcome, where it is installed."""
    pytest.importorskip(library)
    monkeypatch.setattr(record, "find_spec", lambda name: True if name == library else None)
    frame = sheet_of("match-n-poker", "match-n-poker", "3", 8).to_frame()
    assert frame.shape == (7, len(record.CSV_COLUMNS))


def test_a_notebook_shows_table_and_chart() -> None:
    """The sheet displays itself and loads nothing."""
    shown = sheet_of("match-n-poker", "match-n-poker", "1", 6)._repr_html_()
    assert shown.count("<tr>") == 9
    assert shown.count("<rect") == 6
    assert "3.9951%" in shown
    assert "15,039,960" in shown
    assert 'src="' not in shown


def test_bet_with_cents() -> None:
    """A bet may have cents: $2.50 on Royal Match with a fixed prize of $5,000."""
    sheet = sheet_of("royal-match-21", "royal-match", "RM-07", 6, bets={"royal-match": Cents(250)})
    assert sheet.rows[0].net == 2000


def test_custom_rule_is_part_of_the_input_hash(tmp_path: Path) -> None:
    """Two files with the same names and pays but another rule have different hashes; the same file has the same."""
    text = EXAMPLE.read_text()
    hashes = []
    for changed in (text, text, text.replace("points != 21", "points != 20")):
        (tmp_path / "total_21.py").write_text(changed)
        (tmp_path / "total_21.toml").write_text(EXAMPLE.with_suffix(".toml").read_text())
        (job,) = plan(load_custom_game(tmp_path / "total_21.py"), SheetRequest(decks=6))
        hashes.append(record.inputs_hash(job.sheet()))
    assert hashes[0] == hashes[1] != hashes[2]
