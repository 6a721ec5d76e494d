"""Simulated blackjack against exact figures by z-score, with limits that a wrong rule breaks."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

from pitbook.cards import Shoe
from pitbook.exact.distribution import distribution
from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.outcome import outcomes
from pitbook.families.blackjack.exact.solve import prospects
from pitbook.families.blackjack.exact.values import full_shoe
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.blackjack.simulate import BlackjackTable, table_simulation
from pitbook.families.blackjack.simulate.exact import (
    base_expectation,
    by_hand,
    third_dealt_as_counted,
)
from pitbook.families.blackjack.simulate.hands import player_states
from pitbook.families.blackjack.simulate.strategy import basic
from pitbook.games import game
from pitbook.games.settle import Layout, lay_out
from pitbook.money import Cents
from pitbook.simulate.blocks import Totals
from pitbook.simulate.run import run
from pitbook.simulate.table import TableRequest

LIMIT = 4.5
ONLY_BASE = {"base": Cents(1000)}


def table(
    rounds: int,
    seed: int,
    seats: int = 1,
    bets: Mapping[str, Cents] = ONLY_BASE,
    penetration: Fraction = Fraction(0),
    layout: Layout | None = None,
    strategy: str = "basic",
    rules: Mapping[str, str] | None = None,
) -> BlackjackTable:
    chosen = lay_out(game("royal-match-21")) if layout is None else layout
    return table_simulation(
        TableRequest(chosen, rounds, seats, seed, bets, penetration, Cents(5_000_000), rules or {}, strategy)
    )


@cache
def _results(rules: BlackjackRules, strategy: str, bet: Cents) -> Mapping[Cents, float]:
    simulation = table(1, 1, bets={"base": bet}, strategy=strategy, rules=rules.items())
    given = prospects(full_shoe(simulation.decks), simulation.rules)
    found = outcomes(given, by_hand(simulation.strategy, given))
    return {Cents(int(net * bet)): chance for net, chance in found.results.items()}


def results_of(simulation: BlackjackTable) -> Mapping[Cents, float]:
    """The total net win of the base wager's hands, insurance left out, in cents -> probability; computed once for all
    with the same play."""
    assert simulation.fresh
    return _results(simulation.rules, simulation.strategy.name, simulation.base.bet)


def base_scores(simulation: BlackjackTable, totals: Totals) -> dict[str, float]:
    """The z-scores of the expectation and, for one seat, of every result that is not rare."""
    assert simulation.fresh
    bet, rounds = simulation.base.bet, totals["table rounds"][0]
    mean = totals["base net"][0] / rounds
    spread = totals["base net squares"][0] / rounds - mean**2
    expectation = base_expectation(simulation)
    assert expectation is not None
    exact = expectation * bet * simulation.seats
    scores = {"expectation": (mean - exact) / sqrt(spread / rounds)}
    if simulation.seats == 1:
        for net, count in zip(simulation.result_nets, totals["base results"], strict=True):
            chance = results_of(simulation).get(net, 0.0)
            assert count == 0 or chance > 0, net
            if chance * rounds >= 20:
                scores[str(net)] = (count - rounds * chance) / sqrt(rounds * chance * (1 - chance))
    return scores


def worst(scores: Mapping[str, float]) -> float:
    return max(map(abs, scores.values()))


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        pytest.param(1, {}, marks=pytest.mark.slow),
        (2, {"hole-card": "european", "das": "no", "five-card": "charlie", "split-hands": "2"}),
        pytest.param(3, {"soft17": "stand", "surrender": "late", "resplit-aces": "yes"}, marks=pytest.mark.slow),
        pytest.param(
            4,
            {"hole-card": "original-bets-only", "surrender": "early", "hit-split-aces": "yes"},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            5,
            {"blackjack-pays": "6:5", "double": "9-11", "split-hands": "2", "five-card": "21-pays-2:1"},
            marks=pytest.mark.slow,
        ),
    ],
    ids=str,
)
def test_the_base_wager_agrees_result_by_result(seed: int, rules: dict[str, str]) -> None:
    """A million rounds of one seat from full shoes: the mean and every result within four and a half errors."""
    simulation = table(1_000_000, seed, rules=rules)

    totals = run(simulation).totals

    assert totals["table shoes"] == totals["table rounds"] == (1_000_000,)
    scores = base_scores(simulation, totals)
    assert len(scores) >= 7
    assert worst(scores) < LIMIT, scores


@pytest.mark.parametrize("strategy", ["mimic", "novice"])
def test_the_losses_of_bad_players_equal_the_exact_engines(strategy: str) -> None:
    simulation = table(500_000, 6, strategy=strategy)
    totals = run(simulation).totals

    scores = base_scores(simulation, totals)
    if simulation.insured:
        decks = simulation.decks
        offered, won = 4 * decks / (52 * decks), 16 * decks / (52 * decks - 1)
        lost, wins = totals["insurance lines"]
        rounds = totals["table rounds"][0]
        scores["offered"] = (lost + wins - rounds * offered) / sqrt(rounds * offered * (1 - offered))
        scores["insured"] = (wins - (lost + wins) * won) / sqrt((lost + wins) * won * (1 - won))
    assert worst(scores) < LIMIT, scores


def test_basic_strategy_has_the_known_edge_and_others_are_worse() -> None:
    known = {"basic": -0.006181488083895, "mimic": -0.0589444301610659, "novice": -0.012824279173311}
    for strategy, worth in known.items():
        assert base_expectation(table(1, 1, strategy=strategy)) == pytest.approx(worth, abs=1e-12)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(BlackjackRules(), marks=pytest.mark.slow),
        BlackjackRules(decks=1, soft17="stand", surrender="late", five_card="charlie"),
    ],
    ids=str,
)
def test_the_chart_is_played_as_the_exact_engine_plays_it(rules: BlackjackRules) -> None:
    """Hand by hand, the chart's codes are the total-dependent strategy."""
    analysis = Analysis(rules)
    strategy = by_hand(basic(rules), analysis.given)
    hands = analysis.given.hands
    for hand in range(len(hands)):
        # A table allows no hit on 21; the exact engine may hit a hand with a five-card bonus in reach.
        if hands.size[hand] > 1 and hands.total[hand] < 21:
            for up in range(10):
                ours = analysis.action(strategy, hand, up)
                assert ours == analysis.action(analysis.total.strategy, hand, up), (hand, up)


def side_scores(simulation: BlackjackTable, totals: Totals, layout: Layout) -> dict[str, float]:
    """The z-scores of every line of every bonus wager, with errors over rounds: seats share the dealer's cards."""
    scores = {}
    rounds = totals["table rounds"][0]
    for side in simulation.sides:
        wager = layout.game.wager(side.slug)
        counted = distribution(wager, Shoe.of_decks(layout.decks), layout.options)
        chances = dict.fromkeys(range(len(side.priced.lines)), Fraction(0))
        for answer, times in counted.answers.items():
            line = side.priced.line_of[side.answers.values.index(answer)]
            chances[line] += Fraction(times, counted.total)
        for line, chance in chances.items():
            expected = float(chance) * simulation.seats
            times, squares = totals[f"{side.slug} lines"][line], totals[f"{side.slug} line squares"][line]
            if expected * rounds >= 20:
                spread = squares / rounds - (times / rounds) ** 2
                scores[f"{side.slug} {line}"] = (times / rounds - expected) / sqrt(spread / rounds)
    return scores


@pytest.mark.parametrize(
    ("seats", "bonus"),
    [
        pytest.param(1, "blazing-7s", marks=pytest.mark.slow),
        pytest.param(1, "royal-match-progressive", marks=pytest.mark.slow),
        pytest.param(1, "match-n-poker", marks=pytest.mark.slow),
        pytest.param(7, "blazing-7s", marks=pytest.mark.slow),
        pytest.param(7, "royal-match-progressive", marks=pytest.mark.slow),
        (7, "match-n-poker"),
    ],
)
def test_bonus_wagers_agree_line_by_line(seats: int, bonus: str) -> None:
    """Each seat of a full table has the figures of a single one; hits and splits both deal the third card to 7-7."""
    if bonus == "match-n-poker":
        layout, bets = lay_out(game(bonus)), {"base": Cents(1000), bonus: Cents(500)}
    else:
        layout = lay_out(game("royal-match-21"), 6, {"royal-match": "RM-07"})
        bets = {"base": Cents(1000), "royal-match": Cents(500), bonus: Cents(100)}
    simulation = table(300_000, 8, seats, bets, layout=layout)
    totals = run(simulation).totals

    scores = side_scores(simulation, totals, layout) | base_scores(simulation, totals)

    assert all(third_dealt_as_counted(simulation, slug) for slug in bets if slug != "base")
    assert len(scores) >= 6 + len(bets)
    assert worst(scores) < LIMIT, scores


def test_envy_is_paid_to_every_other_seat_that_qualifies() -> None:
    layout = lay_out(game("royal-match-21"), 6, {"royal-match": "RM-07"})
    for bet, seats in ((500, 4), (400, 4), (500, 1)):
        simulation = table(100_000, 9, seats, {"base": Cents(1000), "royal-match": Cents(bet)}, layout=layout)
        totals = run(simulation).totals
        lines = zip(simulation.sides[0].priced.lines, totals["royal-match lines"], strict=True)
        royal = sum(times for line, times in lines if line.outcome in ("royal_match", "crown_treasure"))
        envy = totals["royal-match envy"][0]

        assert royal > 100
        if bet < 500 or seats == 1:
            assert envy == 0
        else:
            assert envy >= royal * 3 * 500
        parts = sum(totals[f"{slug} net"][0] for slug in ("base", "royal-match"))
        assert totals["table net"] == (parts + envy,)


def test_a_dealer_blackjack_may_end_the_hand_before_the_third_seven() -> None:
    """Option third-seven: fewer third cards come, as its own par sheet counts them."""
    bets = {"base": Cents(1000), "blazing-7s": Cents(100)}
    ended = lay_out(game("royal-match-21"), options={"third-seven": "dealer blackjack ends the hand"})
    always = table(400_000, 10, 7, bets)
    stopped = table(400_000, 10, 7, bets, layout=ended)
    threes = []
    for simulation in (always, stopped):
        totals = run(simulation).totals
        lines = zip(simulation.priced["blazing-7s"].lines, totals["blazing-7s lines"], strict=True)
        threes.append(sum(times for line, times in lines if line.outcome.startswith("three_sevens")))
    assert third_dealt_as_counted(always, "blazing-7s")
    assert third_dealt_as_counted(stopped, "blazing-7s")
    assert not third_dealt_as_counted(table(1, 1, 7, bets, strategy="novice"), "blazing-7s")
    assert threes[1] < 0.98 * threes[0]


def test_no_exact_figure_is_claimed_behind_a_cut_card() -> None:
    """With a cut card the base game has no exact figure."""
    simulation = table(100_000, 11, 3, penetration=Fraction(3, 4))
    totals = run(simulation).totals

    assert 100_000 / 25 < totals["table shoes"][0] < 100_000 / 15
    assert base_expectation(simulation) is None
    # So near the top, the cut card comes out in every round: each is dealt from a fresh shoe.
    assert base_expectation(table(1, 1, penetration=Fraction(1, 100))) == pytest.approx(-0.006181488083895, abs=1e-12)


def test_rounded_pays_have_no_exact_figure() -> None:
    assert base_expectation(table(1, 1, bets={"base": Cents(25)})) is None
    assert base_expectation(table(1, 1, bets={"base": Cents(50)})) is not None


def broken_dealer(right: BlackjackTable) -> BlackjackTable:
    """A dealer who stands on soft 17 where the rules say hit."""
    return replace(right, dealer=table(1, 1, rules={"soft17": "stand"}).dealer)


def broken_double(right: BlackjackTable) -> BlackjackTable:
    """No double after a split, where the rules allow it."""
    return replace(right, player=player_states(replace(right.rules, das=False), right.strategy))


def broken_pay(right: BlackjackTable) -> BlackjackTable:
    """A blackjack paid 7 to 5."""
    lines = [replace(line, net=Cents(1400)) if line.outcome == "blackjack" else line for line in right.base.lines]
    return replace(right, base=replace(right.base, lines=tuple(lines)))


def unbroken(right: BlackjackTable) -> BlackjackTable:
    return right


@pytest.mark.parametrize("change", [broken_dealer, broken_double, broken_pay, unbroken])
def test_changed_rule_is_detected(change: Callable[[BlackjackTable], BlackjackTable]) -> None:
    """Changed rules exceed the limit; unchanged ones do not."""
    rounds = 12_000_000
    right = table(rounds, 1, rules={"split-hands": "2"})  # all results of four hands take three seconds to compute

    played = change(right)
    totals = run(played).totals

    counts = dict(zip(played.result_nets, totals["base results"], strict=True))
    law = {net: chance for net, chance in results_of(right).items() if chance * rounds >= 20}
    scores = {
        str(net): (counts.get(net, 0) - rounds * chance) / sqrt(rounds * chance * (1 - chance))
        for net, chance in law.items()
    }
    assert (worst(scores) < LIMIT) == (change is unbroken), scores
    assert worst(scores) > 2 * LIMIT or change is unbroken, scores


def test_totals_do_not_depend_on_the_number_of_workers() -> None:
    bets = {"base": Cents(1000), "royal-match": Cents(500)}
    for seats, some, rounds in ((1, ONLY_BASE, 400_001), (3, bets, 200_003)):
        simulation = table(rounds, 12, seats, some, penetration=Fraction(3, 4))
        one, three = (run(simulation, workers=workers).totals for workers in (1, 3))
        assert one == three
        assert one["table rounds"] == (rounds,)
        assert sum(one["base results"]) == rounds * seats
        assert run(replace(simulation, seed=13)).totals != one


@pytest.mark.slow
def test_a_thousand_million_rounds_agree() -> None:
    """Six decks by the chart: -0.618149% of the wager, and every result, within four and a half errors."""
    simulation = table(1_000_000_000, 2024)
    totals = run(simulation).totals

    scores = base_scores(simulation, totals)
    mean = totals["base net"][0] / 1e12
    assert mean == pytest.approx(-0.00618149, abs=LIMIT * 1.16 / sqrt(1e9))
    assert worst(scores) < LIMIT, scores
