"""Simulated figures: their errors are right, and the exact figures beside them are the par sheet's."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitbook.exact import shipped
from pitbook.exact.custom_wager import find_game
from pitbook.exact.par import Basis, default_basis, has_par_sheet, house_edge, par_sheet
from pitbook.exact.select import SheetRequest, plan
from pitbook.families.pai_gow.exact import sheet as sheets
from pitbook.families.pai_gow.simulate.exact import known_set_hands
from pitbook.games import all_games, game
from pitbook.games.settle import Layout, lay_out
from pitbook.money import Cents, dollars
from pitbook.simulate.blocks import Totals
from pitbook.simulate.estimate import Estimate, mean_by_round, score, share_by_round, share_of
from pitbook.simulate.known import Known, known, of_outcomes
from pitbook.simulate.pricing import Priced, price
from pitbook.simulate.result import counted, table_found, table_wager_found, wager_found
from pitbook.simulate.run import RunProgress, SimulationRun
from pitbook.simulate.table import TableRequest, table_result, usual_bets
from tests.exact.pai_gow_known import put_known_counts

METER = dollars(10_000)


def test_a_share_has_the_error_of_its_chance() -> None:
    found = share_of(260, 1000, Fraction(1, 4))

    assert found.value == 0.26
    assert found.error == pytest.approx(sqrt(0.25 * 0.75 / 1000))
    assert found.z == pytest.approx(0.01 / sqrt(0.25 * 0.75 / 1000))
    assert share_of(260, 1000).error == pytest.approx(sqrt(0.26 * 0.74 / 1000))
    assert share_of(260, 1000).z is None


@pytest.mark.parametrize(
    ("times", "trials", "exact", "z"),
    [
        (0, 100, Fraction(0), None),
        (1, 100, Fraction(0), inf),
        (100, 100, Fraction(1), None),
        (99, 100, Fraction(1), -inf),
        (1, 100, Fraction(1, 10**6), None),
        (9, 1000, Fraction(1, 200), None),
        (0, 10**6, Fraction(1, 10**5), -(1e1**0.5)),
        (50, 10**6, Fraction(1, 10**6), 49.0),
    ],
)
def test_rare_outcomes_are_not_compared_and_impossible_ones_reported(
    times: int, trials: int, exact: Fraction, z: float | None
) -> None:
    assert share_of(times, trials, exact).z == (None if z is None else pytest.approx(z, rel=1e-4))


def test_an_infinite_distance_is_a_word_for_other_programs() -> None:
    assert share_of(1, 100, Fraction(0)).to_dict()["z_score"] == "infinite"
    json.dumps(share_of(1, 100, Fraction(0)).to_dict(), allow_nan=False)
    assert share_of(1, 4, Fraction(1, 3)).to_dict()["exact_fraction"] == "1/3"


def test_correlated_seats_have_a_larger_error() -> None:
    """Seven seats that always win together have the error of one seat."""
    shuffle = Random(3)
    wins = [shuffle.random() < 0.2 for _ in range(4000)]
    together = share_by_round(7 * sum(wins), 49 * sum(wins), 7 * 4000, 4000, Fraction(1, 5))
    single = share_by_round(sum(wins), sum(wins), 4000, 4000, Fraction(1, 5))

    assert together.error == pytest.approx(single.error)
    assert together.z == pytest.approx(single.z)
    assert single.error == pytest.approx(share_of(sum(wins), 4000).error, rel=1e-3)


def test_standard_errors_cover_the_exact_figure_as_often_as_they_should() -> None:
    """Of a thousand repeated plays with shared cards, 68% lie within one error and 95% within two."""
    shuffle = Random(11)
    within = [0, 0]
    for _ in range(1000):
        times = squares = 0
        for _ in range(100):
            shared = shuffle.random() * 0.4
            here = sum(shuffle.random() < shared for _ in range(5))
            times, squares = times + here, squares + here * here
        z = share_by_round(times, squares, 500, 100, Fraction(1, 5)).z
        assert z is not None
        within = [count + (abs(z) < limit) for count, limit in zip(within, (1, 2), strict=True)]

    assert 640 < within[0] < 725
    assert 930 < within[1] < 975


def test_an_outcome_that_never_occurred_has_a_standard_error() -> None:
    found = share_by_round(0, 0, 1000, 100, Fraction(1, 50))

    assert found.error == pytest.approx(sqrt(0.02 * 0.98 / 1000))
    assert found.z == pytest.approx(-0.02 / sqrt(0.02 * 0.98 / 1000))


def test_a_mean_is_that_of_the_rounds() -> None:
    amounts = [-700, 2500, -700, 300, 0, -700]
    total, squares = sum(amounts), sum(amount**2 for amount in amounts)
    mean = total / 6
    error = sqrt(sum((amount - mean) ** 2 for amount in amounts) / 5 / 6)
    found = mean_by_round(total, squares, 6, Fraction(100))

    assert found.value == pytest.approx(mean)
    assert found.error == pytest.approx(error)
    assert found.z == pytest.approx((mean - 100) / error)
    assert mean_by_round(5, 25, 1, Fraction(5)).error is None
    assert mean_by_round(10, 50, 2, Fraction(5)).z is None
    assert mean_by_round(10, 50, 2, Fraction(4)).z == inf


def test_a_mean_of_very_many_rounds_loses_no_digits() -> None:
    """Sums beyond what a float holds, around a spread that is small beside them."""
    rounds, amount = 10**13, 10**7
    half = rounds // 2
    found = mean_by_round(
        half * (amount + 1) + half * (amount - 1), half * ((amount + 1) ** 2 + (amount - 1) ** 2), rounds
    )

    assert found.value == amount
    assert found.error == pytest.approx(1 / sqrt(rounds))


def test_an_estimate_in_another_unit_is_as_far_off() -> None:
    found = Estimate(2.0, 0.5, Fraction(1), 2.0)

    assert -found == Estimate(-2.0, 0.5, Fraction(-1), -2.0)
    assert found.times(Fraction(1, 4)) == Estimate(0.5, 0.125, Fraction(1, 4), 2.0)
    assert score(1.0, None) is None


# Exact figures of wagers at a table.

TABLES = [
    (each.slug, wager.slug, table)
    for each in all_games()
    for wager in each.wagers
    if has_par_sheet(wager) and not wager.components and not wager.requires_all_of
    for table in wager.table_ids(each.default_decks)[:3]
]


def priced_of(layout: Layout, slug: str, bet: Cents, answers: Iterable[int]) -> Priced:
    wager = layout.game.wager(slug)
    meter = METER if layout.pays_from_meter(slug) else None
    return price(layout, wager, bet, list(answers), meter)


def asked(layout: Layout, bets: Mapping[str, Cents], meter: Cents | None = None) -> TableRequest:
    return TableRequest(layout, 1, 1, 1, bets, Fraction(0), meter, {}, "basic")


@pytest.mark.parametrize(("slug", "wager", "table"), TABLES)
def test_exact_figures_of_a_wager_equal_its_par_sheet(slug: str, wager: str, table: str) -> None:
    chosen = game(slug)
    layout = lay_out(chosen, tables={wager: table})
    bonus = chosen.wager(wager)
    bet = bonus.lowest or dollars(5)
    basis = replace(
        default_basis(bonus, layout.tables[wager][0], layout.options),
        bet=bet,
        meter=METER if layout.pays_from_meter(wager) else None,
    )
    sheet = par_sheet(chosen, bonus, layout.tables[wager][0], layout.decks, basis=basis)
    priced = priced_of(layout, wager, bet, range(1 << min(16, len(bonus.outcomes))))
    exact = known(asked(layout, {wager: bet}, basis.meter), priced)

    assert exact.mean is not None
    assert sheet.house_edge is not None
    assert exact.mean == -sheet.house_edge * bet
    by_name = {row.outcome: row.probability for row in sheet.rows}
    for line, chance in zip(priced.lines, exact.chances, strict=True):
        assert by_name.get(line.outcome, 0) == chance
    if exact.envy is not None and basis.meter is None:
        with_others = house_edge(sheet, replace(basis, seats=6))
        assert with_others == sheet.house_edge - 5 * exact.envy / bet


def test_the_exact_super_bonus_follows_the_column_of_its_bets() -> None:
    layout = lay_out(game("million-dollar-match-the-dealer"), 6)
    bonus = layout.game.wager("super-bonus")
    for bet in (dollars(5), dollars(25)):
        priced = price(layout, bonus, Cents(0), range(64), qualifying=bet)
        sheet = par_sheet(layout.game, bonus, layout.tables["super-bonus"][0], 6, basis=Basis(bet=bet))
        assert known(asked(layout, {"match": bet}), priced).mean == sheet.average_win


def test_an_outcome_without_a_line_counts_as_a_loss() -> None:
    layout = lay_out(game("match-n-poker"), 6)
    priced = priced_of(layout, "match-n-poker", dollars(5), range(64))
    chances = {"match": Fraction(1, 10), "loss": Fraction(9, 10)}
    exact = of_outcomes(priced, chances.items())

    assert sum(exact.chances) == 1
    net = dict(zip((line.outcome for line in priced.lines), priced.net, strict=True))
    assert exact.mean == Fraction(1, 10) * net["match"] - Fraction(9, 10) * 500


# A table's totals.


def totals_of(
    priced: Priced, seats: int, rounds: list[list[int]], envies: Sequence[int] = ()
) -> dict[str, tuple[int, ...]]:
    """The rows of rounds, each a list of the line that every seat was paid on; and the envy of each round."""
    envy = sum(envies)
    slug, lines = priced.wager.slug, range(len(priced.lines))
    nets = [sum(priced.net[line] for line in each) for each in rounds]
    return {
        f"{slug} lines": tuple(sum(each.count(line) for each in rounds) for line in lines),
        f"{slug} line squares": tuple(sum(each.count(line) ** 2 for each in rounds) for line in lines),
        f"{slug} wagered": (priced.bet * seats * len(rounds),),
        f"{slug} net": (sum(nets),),
        f"{slug} net squares": (sum(net * net for net in nets),),
        f"{slug} envy": (envy,),
        f"{slug} envy squares": (sum(each * each for each in envies),),
        "table rounds": (len(rounds),),
        "table shoes": (1,),
        "table net": (sum(nets) + envy,),
        "table net squares": (sum(net * net for net in nets),),
    }


def test_a_wager_of_a_table_is_read_from_its_rows() -> None:
    layout = lay_out(game("match-n-poker"), 6)
    priced = priced_of(layout, "match-n-poker", dollars(5), range(64))
    shuffle = Random(5)
    rounds = [[shuffle.choice((0, 0, 0, priced.line_of[32])) for _ in range(3)] for _ in range(500)]
    totals = totals_of(priced, 3, rounds)
    exact = known(asked(layout, {}), priced)
    found = table_wager_found(priced, totals, 500, exact, 3)
    nets = [sum(priced.net[line] for line in each) for each in rounds]
    mean = sum(nets) / 500
    error = sqrt(sum((net - mean) ** 2 for net in nets) / 499 / 500)

    assert (found.bets, found.wagered, found.net, found.envy) == (1500, 750_000, sum(nets), None)
    assert found.edge is not None
    assert found.edge.value == pytest.approx(-sum(nets) / 750_000)
    assert found.edge.error == pytest.approx(error / 1500)
    assert found.edge.exact == -exact.mean / 500  # type: ignore[operator]
    assert found.edge.z == pytest.approx((found.edge.value - float(found.edge.exact or 0)) / (error / 1500))
    assert [line.outcome for line in found.lines][-1] == "loss"
    assert sum(line.times for line in found.lines) == 1500
    # Matches occurred twice as often as expected: this is reported, and so is the loss that occurred too rarely.
    assert {line.outcome: (line.frequency.z or 0) > 5 for line in found.lines}["match"]


def test_envy_is_reported_beside_the_edge() -> None:
    layout = lay_out(game("ez-pai-gow"))
    priced = priced_of(layout, "dynasty", dollars(5), [0, *(1 << bit for bit in range(16))])
    envies = [30_000, *[0] * 9]
    totals = totals_of(priced, 6, [[0] * 6] * 10, envies)
    exact = known(asked(layout, {}), priced)
    found = table_wager_found(priced, totals, 10, exact, 6)

    assert found.edge is not None
    assert found.edge.value == 1.0
    assert found.envy is not None
    assert exact.envy is not None
    assert found.envy.value == pytest.approx(30_000 / (60 * 500))
    assert found.envy.exact == exact.envy * 5 / 500
    deviation = sqrt(sum((each - 3_000) ** 2 for each in envies) / 9)
    assert found.envy.error == pytest.approx(deviation / sqrt(10) / (6 * 500))
    # One award in ten rounds gives no estimate; ten times as many of the same rounds do.
    assert found.envy.z is None
    assert exact.envied * 6 * 1_000 > 10
    many = table_wager_found(priced, totals_of(priced, 6, [[0] * 6] * 1_000, envies * 100), 1_000, exact, 6)
    assert many.envy is not None
    assert many.envy.error is not None
    assert many.envy.z == pytest.approx((many.envy.value - float(exact.envy) * 5 / 500) / many.envy.error)
    assert many.envy.z in many.scores
    none = table_wager_found(priced, totals_of(priced, 6, [[0] * 6] * 10), 10, exact, 6)
    assert none.envy is not None
    assert (none.envy.value, none.envy.error, none.envy.z) == (0, None, None)
    assert table_found(totals, 10).net.value == (-500 * 60 + 30_000) / 10


def test_a_bet_below_the_minimum_has_no_envy_to_compare_with() -> None:
    layout = lay_out(game("ez-pai-gow"))
    minimum = layout.game.wager("dynasty").envy_minimum
    assert minimum is not None
    for bet, qualifies in ((minimum, True), (Cents(minimum - 1), False)):
        priced = priced_of(layout, "dynasty", bet, [0, *(1 << bit for bit in range(16))])
        assert (known(asked(layout, {}), priced).envy is not None) == qualifies


def test_the_base_game_is_for_each_first_wager() -> None:
    """A split makes two hands of one bet."""
    layout = lay_out(game("match-n-poker"), 6)
    wager = layout.game.wager("base")
    priced = price(layout, wager, dollars(5), range(8))
    totals = {**totals_of(priced, 1, [[0, 0], [0], [1]]), "base hands": (4,), "base splits": (1,), "base results": (1,)}
    found = table_wager_found(priced, totals, 3, Known(mean=-2.5), 1, ("hands", "doubles", "splits"))

    assert (found.bets, found.more) == (3, {"hands": 4, "splits": 1})
    assert found.edge is not None
    assert found.edge.value == pytest.approx(-(-1000 - 500 + priced.net[1]) / 1500)
    assert found.edge.exact == pytest.approx(0.005)
    assert sum(line.frequency.value for line in found.lines) == pytest.approx(1)


# One wager.


def found_of(source: str, wager: str, answers: Mapping[int, int], **asked: Any) -> Any:
    job = plan(find_game(source), SheetRequest(wager=wager, **asked))[0]
    totals: Totals = {f"answer {answer}": (times,) for answer, times in answers.items()}
    return job.sheet(), wager_found(job.sheet(), totals)


def test_simulated_deals_are_shown_like_a_par_sheet() -> None:
    sheet, found = found_of("match-n-poker", "match-n-poker", {0: 700, 32: 250, 16: 50}, decks=6, tables={"": "1"})
    times = {line.outcome: line.times for line in found.lines}

    assert times["loss"] == 700
    assert times["match"] == 250
    assert [line.outcome for line in found.lines] == [row.outcome for row in sheet.rows]
    nets = {row.outcome: row.net for row in sheet.rows}
    assert found.edge.value == pytest.approx(float(-(250 * nets["match"] + 50 * nets["flush"] - 700) / 1000))
    assert found.edge.exact == sheet.house_edge
    assert found.edge.error == pytest.approx(sqrt(sheet.variance / 1000))
    assert found.edge.z == pytest.approx((found.edge.value - float(sheet.house_edge)) / found.edge.error)


def test_impossible_outcome_is_reported() -> None:
    """Three suited cards of a kind from one deck."""
    job = plan(find_game("match-n-poker"), SheetRequest(wager="match-n-poker", decks=2))[0]
    sheet = replace(job.sheet(), rows=tuple(row for row in job.sheet().rows if row.outcome != "match"))
    found = wager_found(sheet, {"answer 0": (900,), "answer 32": (100,)})

    assert next(line.frequency.z for line in found.lines if line.outcome == "match") == inf
    assert max(found.scores) == inf


def test_a_wager_that_takes_no_bet_is_worth_something_a_round() -> None:
    sheet, found = found_of("million-dollar-match-the-dealer", "super-bonus", {0: 990, 32: 10}, decks=6)

    assert found.edge is None
    assert found.worth.exact == sheet.average_win
    assert found.worth.value == pytest.approx(float(sheet.table.line("any_4_card_match").pay.cents) / 100)
    assert found.bet == 0


def test_no_figures_without_deals() -> None:
    _, found = found_of("match-n-poker", "match-n-poker", {}, decks=6)

    assert (found.edge, found.lines, found.bets, found.scores) == (None, (), 0, [])
    assert counted({}).total == 0


def test_a_run_stopped_before_its_first_block_has_no_figures() -> None:
    layout = lay_out(game("million-dollar-match-the-dealer"), 6)
    ask = TableRequest(layout, 10**6, 7, 1, usual_bets(layout, None), Fraction(3, 4), None, {}, "basic")
    result = table_result(ask, ask.simulation(), SimulationRun({}, RunProgress(0, 10**6, 0, 0.1), 2, 0.1))

    assert (result.interrupted, result.wagers, result.table, result.largest) == (True, (), None, None)
    json.dumps(result.to_dict(), allow_nan=False)


def test_usual_bets_are_those_a_table_can_offer_together() -> None:
    royal = lay_out(game("royal-match-21"), 6)

    assert usual_bets(royal, None) == {"base": 500, "royal-match": 500}
    assert usual_bets(royal, METER) == {"base": 500, "royal-match": 500, "royal-match-progressive": 100}
    assert usual_bets(lay_out(game("million-dollar-match-the-dealer"), 6), None) == {"match": 500}


# Hands that are set.


@pytest.mark.parametrize(
    ("slug", "wager"),
    [("ez-pai-gow", "base"), ("royal-riches-pai-gow", "base"), ("royal-riches-pai-gow", "dealer-pai-gow")],
)
def test_counted_pairs_of_set_hands_are_shown_beside_simulated_ones(
    slug: str, wager: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    layout = lay_out(game(slug))
    bonus = layout.game.wager(wager)
    priced = price(layout, bonus, dollars(5), [0, *(1 << bit for bit in range(24))])
    with shipped.unused():
        unknown = known_set_hands(layout, priced, layout.options["house-way"])
    how = f"pitbook par {slug} {wager}"
    assert unknown == Known(note=f"Exact figures of {wager} are shown once they have been worked out by: {how}")

    put_known_counts(monkeypatch)
    monkeypatch.setattr(sheets, "is_counted", lambda *words: True)
    exact = known_set_hands(layout, priced, layout.options["house-way"])
    ask = SheetRequest(wager=wager, tables={} if bonus.house_table else {wager: layout.tables[wager]})
    (sheet,) = sheets.pai_gow_sheets(layout.game, ask, layout.options["house-way"])
    assert sum(exact.chances) == 1
    assert sheet.house_edge is not None
    assert exact.mean == -sheet.house_edge * 500
    assert known_set_hands(layout, priced, "novice") == Known()
