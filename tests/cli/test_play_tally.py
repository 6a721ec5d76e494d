"""The expected cost that a session shows equals the par sheets."""

from dataclasses import replace
from math import sqrt

import pytest

from pitbook import games
from pitbook.cli.play.tally import FinishedRound, SessionTally
from pitbook.exact import shipped
from pitbook.exact.par import ParSheet, house_edge
from pitbook.exact.select import SheetRequest, plan
from pitbook.families.pai_gow.exact import sheet
from pitbook.games.settle import Bet, Settlement
from pitbook.money import Cents, dollars, format_cents
from pitbook.table.config import configure
from pitbook.table.odds import TableOdds
from pitbook.table.words import signed


def ready(odds: TableOdds) -> TableOdds:
    odds._ready.set()
    return odds


def sheet_of(game: str, wager: str, ask: SheetRequest) -> ParSheet:
    (job,) = plan(games.game(game), replace(ask, wager=wager))
    return job.sheet()


def cost_of(game: str, bets: dict[str, Bet], meter: Cents | None = None, seats: int = 1) -> dict[str, float]:
    """The expected cost of each wager, in cents."""
    config = configure(games.game(game))
    found, _ = TableOdds(config).expect(bets, {}, meter, seats)
    return {wager: each.cost for each in found for wager in each.wagers}


def bets_of(**cents: int) -> dict[str, Bet]:
    names = {name.replace("_", "-"): Cents(amount) for name, amount in cents.items()}
    return {name: Bet(name, amount, choice="red" if name == "red-black" else "") for name, amount in names.items()}


@pytest.mark.parametrize(
    ("game", "wager", "table", "decks"),
    [
        ("match-n-poker", "match-n-poker", "1", 6),
        ("royal-match-21", "royal-match", "RM-04", 6),
        ("ez-pai-gow", "dynasty", "1", 1),
        ("ez-pai-gow", "protection", "1", 1),
        ("ez-pai-gow", "red-black", "1", 1),
        ("royal-riches-pai-gow", "royal-riches", "1", 1),
        ("royal-riches-pai-gow", "pai-gow-insurance", "1", 1),
    ],
)
def test_a_side_bet_costs_its_house_edge(game: str, wager: str, table: str, decks: int) -> None:
    sheet = sheet_of(game, wager, SheetRequest(tables={wager: table}, decks=decks))
    bets = bets_of(**{wager.replace("-", "_"): 7_00})

    assert sheet.house_edge is not None
    assert cost_of(game, bets)[wager] == pytest.approx(7_00 * float(sheet.house_edge), abs=1e-9)


@pytest.mark.parametrize("meter", [5_000_00, 12_345_67, 100_000_00])
def test_a_progressive_costs_what_the_meter_leaves(meter: int) -> None:
    wager, ask = "royal-match-progressive", SheetRequest(decks=6, meter=Cents(meter))
    sheet = sheet_of("royal-match-21", wager, replace(ask, tables={wager: "RMP"}))

    assert sheet.house_edge is not None
    cost = cost_of("royal-match-21", bets_of(royal_match_progressive=1_00), Cents(meter))[wager]
    assert cost == pytest.approx(1_00 * float(sheet.house_edge), abs=1e-9)


def test_envy_of_other_seats_is_counted() -> None:
    """Envy counts for bets of $5 or more, and grows with the number of players."""
    sheet = sheet_of("ez-pai-gow", "dynasty", SheetRequest(tables={"dynasty": "1"}, bets={"dynasty": dollars(5)}))
    edge = house_edge(sheet, replace(sheet.basis, seats=4))
    alone, four = (cost_of("ez-pai-gow", bets_of(dynasty=5_00), seats=seats)["dynasty"] for seats in (1, 4))

    assert edge is not None
    assert four == pytest.approx(5_00 * float(edge), abs=1e-9)
    assert four < alone
    small = (cost_of("ez-pai-gow", bets_of(dynasty=4_00), seats=seats)["dynasty"] for seats in (1, 4))
    assert next(small) == next(small)


@pytest.mark.parametrize("amounts", [(5, 5, 5, 5, 5), (5, 10, 0, 0, 25), (25, 25, 25, 25, 25), (5, 0, 0, 0, 0)])
def test_spots_and_super_bonus_share_one_expectation(amounts: tuple[int, ...]) -> None:
    """The five spots share their cards: the joint sheet has their variance too."""
    game = "million-dollar-match-the-dealer"
    names = {f"match-{spot}": dollars(amount) for spot, amount in enumerate(amounts, 1) if amount}
    sheet = sheet_of(game, "five-spots", SheetRequest(tables={"super-bonus": "6-A"}, decks=6, bets=names))
    bets = {name: Bet("match", cents, int(name[-1])) for name, cents in names.items()}
    (found,), left_out = TableOdds(configure(games.game(game))).expect(bets, {}, None, 1)
    total = sum(names.values())

    assert (left_out, set(found.wagers)) == ({}, {"match", "super-bonus"})
    assert sheet.house_edge is not None
    assert sheet.variance is not None
    assert found.cost == pytest.approx(total * float(sheet.house_edge), abs=1e-9)
    assert found.variance == pytest.approx(total**2 * float(sheet.variance), rel=1e-12)


def test_blackjack_costs_what_the_chart_loses() -> None:
    """Insurance adds its own cost: 96 tens among 311 cards beside the ace, at 2 to 1."""
    from pitbook.families.blackjack.rules.posted import BlackjackRules
    from pitbook.families.blackjack.table.players import analysis_of

    analysis = analysis_of(BlackjackRules())
    config = configure(games.game("match-n-poker"))
    found, left_out = TableOdds(config).expect(bets_of(base=20_00), {"insurance": Cents(10_00)}, None, 1)
    base, insurance = found

    assert left_out == {}
    assert base.cost == pytest.approx(-20_00 * analysis.total.expectation)
    assert base.variance == pytest.approx(20_00**2 * analysis.outcomes.variance)
    assert insurance.cost == pytest.approx(10_00 * (1 - 3 * 96 / 311))
    assert insurance.variance == pytest.approx(10_00**2 * 9 * (96 / 311) * (215 / 311))


def test_pai_gow_base_wager_is_left_out_until_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """Counting all pairs of hands takes minutes; with a cached count the base wager is included."""
    from pitbook.families.pai_gow.exact import count

    with shipped.unused():
        monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
        config = configure(games.game("ez-pai-gow"))
        _, left_out = TableOdds(config).expect(bets_of(base=10_00), {}, None, 1)
        assert left_out == {"base": "base is left out until 'pitbook par ez-pai-gow base' has been run once"}

        # Replaces the real count by small numbers.
        monkeypatch.setattr(count, "set_kinds", lambda *_: None)
        monkeypatch.setattr(count, "dealer_hands", lambda *_: type("Hands", (), {"parts": (None, None)}))
        monkeypatch.setattr(count, "pairs_with", lambda *_: 10)
        monkeypatch.setattr(count, "run_batches", lambda *_: [[[30, 50, 40, 51, 41, 31, 51, 41], [1, 2, 2]]])
        match = count.Match("foxwoods", "foxwoods", True)
        found = count.compare_ways(match)
        (base,), left_out = TableOdds(config).expect(bets_of(base=10_00), {}, None, 1)
        lost = (found.lose - found.barred_lose) - (found.win - found.barred_win)

        assert left_out == {}
        assert base.cost == pytest.approx(10_00 * lost / match.pairs)


def test_luck_is_the_deviation_from_expectation(monkeypatch: pytest.MonkeyPatch) -> None:
    """In standard deviations of all rounds, over the wagers whose odds are known."""
    config = configure(games.game("match-n-poker"))
    odds = ready(TableOdds(config))
    tally = SessionTally(odds)
    bets = bets_of(base=10_00, match_n_poker=5_00)
    for net in (10_00, -10_00, 10_00):
        settled = [
            Settlement(1, "base", 0, Cents(10_00), "house", "win", "Win", "1 to 1", Cents(net)),
            Settlement(1, "match-n-poker", 0, Cents(5_00), "1", "match", "Match", "3 to 1", Cents(15_00)),
        ]
        tally.add(FinishedRound(bets, settled))
    one, _ = odds.expect(bets, {}, None, 1)
    cost, variance = 3 * sum(each.cost for each in one), 3 * sum(each.variance for each in one)

    assert tally.catch_up(0)
    assert (tally.rounds, tally.net) == (3, 55_00)
    assert tally.cost == pytest.approx(cost)
    assert tally.luck == pytest.approx((55_00 + cost) / sqrt(variance))
    assert tally.biggest is not None
    assert tally.biggest.wager == "match-n-poker"
    loss = format_cents(round(cost))
    assert tally.words(0) == f"After 3 rounds you are up $55; the expected loss was {loss} (luck {tally.luck:+.1f} sd)."


def test_excluded_wager_does_not_affect_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "is_counted", lambda *_: False)
    tally = SessionTally(ready(TableOdds(configure(games.game("ez-pai-gow")))))
    settled = [
        Settlement(1, "base", 0, Cents(300_00), "house", "win", "Win", "1 to 1", Cents(300_00)),
        Settlement(1, "dynasty", 0, Cents(5_00), "1", "loss", "Loss", "loss", Cents(-5_00)),
    ]
    tally.add(FinishedRound(bets_of(base=300_00, dynasty=5_00), settled))

    assert tally.catch_up(0)
    assert tally.net == 295_00
    assert tally.luck is not None
    assert -1 < tally.luck < 0
    assert ", without base (luck " in tally.words(0)


def test_tally_says_that_odds_are_being_counted() -> None:
    """The rounds are included as soon as the odds are known."""
    odds = TableOdds(configure(games.game("million-dollar-match-the-dealer")))
    tally = SessionTally(odds)
    settled = [Settlement(1, "match", 1, Cents(5_00), "6", "loss", "Loss", "loss", Cents(-5_00))]
    tally.add(FinishedRound({"match-1": Bet("match", Cents(5_00), 1)}, settled))

    assert tally.words(0) == "After 1 round you are down $5. Expected loss: calculating…"
    ready(odds)
    assert tally.words(0).startswith("After 1 round you are down $5; the expected loss was $0.")


def test_odds_are_added_when_ready() -> None:
    odds = TableOdds(configure(games.game("million-dollar-match-the-dealer")))
    odds.begin()

    assert odds.wait(60)


@pytest.mark.parametrize(
    ("cents", "words"), [(0, "$0"), (0.4, "$0"), (-0.4, "$0"), (0.6, "+$0.01"), (-150, "-$1.50"), (12_00, "+$12")]
)
def test_signed_amounts(cents: float, words: str) -> None:
    assert signed(cents) == words
