"""A whole table of Match The Dealer: every round as settlement settles it, and many rounds as the exact counts say."""

import pickle
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.cards import Cards, Shoe
from pitbook.errors import BadInput
from pitbook.exact.distribution import distribution
from pitbook.families.fixed_deal.simulate import table as match_the_dealer
from pitbook.families.fixed_deal.simulate.kernel import take
from pitbook.families.fixed_deal.simulate.table import FixedDealTable, table_simulation
from pitbook.games import game
from pitbook.games.million_dollar_match_the_dealer.rules import ONE_UNSUITED, match_spot
from pitbook.games.settle import Bet, Seat, Settlement, lay_out, settle
from pitbook.money import Cents, dollars
from pitbook.simulate.blocks import Totals, add
from pitbook.simulate.compile import kernel_with
from pitbook.simulate.pricing import price
from pitbook.simulate.random import State, stream_of
from pitbook.simulate.run import run
from pitbook.simulate.table import TableRequest
from tests.simulate.table_rounds import scores, settled_totals

GAME = "million-dollar-match-the-dealer"
LIMIT = 4.0


def table(
    *,
    bet: int = 500,
    decks: int = 6,
    rounds: int = 1,
    seats: int = 7,
    seed: int = 3,
    penetration: Fraction = Fraction(3, 4),
    tables: Mapping[str, str] | None = None,
) -> FixedDealTable:
    layout = lay_out(game(GAME), decks, tables)
    return table_simulation(
        TableRequest(layout, rounds, seats, seed, {"match": Cents(bet)}, penetration, None, {}, "basic")
    )


def take_many(state: State, cards: Any, number: int) -> None:
    """Moves this many cards to the front of a shoe, one after the other."""
    place = 0
    for _ in range(number):
        state, place = take(state, cards, place)


@cache
def taking() -> Any:
    return kernel_with(take_many)


def settled(simulation: FixedDealTable, cards: Cards) -> list[Settlement]:
    """A round with these cards, settled by the rulebook."""
    bets = tuple(Bet("match", dict(simulation.bets)["match"], spot) for spot in range(1, 6))
    seats = [Seat(cards[2 * seat : 2 * seat + 2], bets) for seat in range(simulation.seats)]
    return settle(simulation.layout, seats, cards[2 * simulation.seats :])


@pytest.mark.parametrize(
    ("bet", "decks", "seats", "named"),
    [(500, 6, 7, "6-A"), (2_500, 8, 7, "8-F"), (499, 6, 3, "6-C"), (2_499, 5, 2, "5-E"), (123_400, 5, 7, "5-A")],
)
def test_every_round_is_settled_as_the_rulebook_settles_it(bet: int, decks: int, seats: int, named: str) -> None:
    """The same cards: the same lines and the same cents. Below $5 there is no Super Bonus."""
    simulation = replace(
        table(bet=bet, decks=decks, seats=seats, tables={"super-bonus": named}), rounds=300, block_rounds=1
    )
    priced = simulation.priced

    assert ("super-bonus" in priced) == (bet >= 500)
    for block in range(simulation.blocks):
        shoe = np.tile(np.arange(52, dtype=np.int64), decks)
        taking()(stream_of(simulation.seed, block), shoe, 1 + 2 * seats + 5)
        cards = tuple(shoe[1 : 1 + 2 * seats + 5].tolist())
        assert simulation.run(block) == settled_totals(priced, settled(simulation, cards), None), cards


def test_rounds_of_one_shoe_follow_each_other() -> None:
    """A burnt card, then round after round without putting a card back, until the cut card is out."""
    simulation = replace(table(seats=3, penetration=Fraction(1, 2)), rounds=15, block_rounds=15)
    shoe = np.tile(np.arange(52, dtype=np.int64), 6)
    taking()(stream_of(simulation.seed, 0), shoe, 1 + 15 * 11)
    expected: Totals = {}
    for number in range(15):
        cards = tuple(shoe[1 + 11 * number : 12 + 11 * number].tolist())
        expected = add(expected, settled_totals(simulation.priced, settled(simulation, cards), None, int(number == 0)))

    # The cut card lies behind 156 cards: 1 + 14 * 11 = 155 are out after fourteen rounds, and a fifteenth is dealt.
    assert simulation.run(0) == expected
    assert replace(simulation, rounds=16, block_rounds=16).run(0)["table shoes"] == (2,)


@pytest.mark.parametrize(
    ("penetration", "shoes"), [(Fraction(0), 1_000), (Fraction(1, 100), 1_000), (Fraction(3, 4), 77)]
)
def test_the_penetration_decides_the_number_of_shoes(penetration: Fraction, shoes: int) -> None:
    """Six decks and seven seats: behind the burnt card and 12 rounds of 19 cards come 234 cards, and one round more."""
    assert replace(table(penetration=penetration), rounds=1_000, block_rounds=1_000).run(0)["table shoes"] == (shoes,)


def exact_lines(simulation: FixedDealTable, slug: str) -> tuple[list[Fraction], Fraction]:
    """The chance of each line, and the mean in cents."""
    layout, priced = simulation.layout, simulation.priced[slug]
    counted = distribution(priced.wager, Shoe.of_decks(layout.decks))
    qualifying = dict(simulation.bets)["match"] if priced.wager.requires_all_of else None
    paid = price(layout, priced.wager, priced.bet, counted.answers, qualifying=qualifying)
    chances = dict.fromkeys(priced.lines, Fraction(0))
    for line, times in zip(paid.line_of, counted.answers.values(), strict=True):
        chances[paid.lines[line]] += Fraction(times, counted.total)
    mean = sum((chance * net for chance, net in zip(chances.values(), priced.net, strict=True)), Fraction(0))
    return list(chances.values()), mean


@pytest.mark.parametrize(("decks", "penetration"), [(6, Fraction(3, 4)), (8, Fraction(0)), (5, Fraction(9, 10))])
def test_lines_are_paid_as_often_as_counted(decks: int, penetration: Fraction) -> None:
    """With a cut card or without: all rounds take the same number of cards."""
    simulation = table(decks=decks, penetration=penetration, rounds=300_000, seed=decks)
    totals = run(simulation, workers=2).totals

    for slug, least in (("match", 7), ("super-bonus", 5)):
        found = scores(slug, totals, *exact_lines(simulation, slug))
        assert len(found) >= least
        assert max(map(abs, found)) < LIMIT


def no_second_match(player: Cards, dealer_card: Cards) -> int:
    """The rule of letter 000 broken on purpose: two unsuited matches are paid as one."""
    answer = match_spot(player, dealer_card)
    return ONE_UNSUITED if answer == 1 << 2 else answer


def test_wrong_match_rule_is_detected() -> None:
    """A test of the test: about one spot in three hundred is paid wrongly, and it shows."""
    simulation = table(rounds=65_536, seed=1)
    right = simulation.run(0)
    chosen = game(GAME)
    wagers = [replace(each, rule=no_second_match) if each.slug == "match" else each for each in chosen.wagers]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_the_dealer, "game", lambda slug: replace(chosen, wagers=tuple(wagers)))
        match_the_dealer._make_ready.cache_clear()
        wrong = simulation.run(0)
    match_the_dealer._make_ready.cache_clear()
    exact = exact_lines(simulation, "match")

    assert max(map(abs, scores("match", right, *exact))) < LIMIT
    assert max(map(abs, scores("match", wrong, *exact))) > 3 * LIMIT


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_totals_are_the_same_for_any_number_of_workers(workers: int) -> None:
    simulation = replace(table(rounds=10_001), block_rounds=1_000)
    one_by_one: Totals = {}
    for block in reversed(range(simulation.blocks)):
        one_by_one = add(one_by_one, simulation.run(block))

    assert simulation.blocks == 11
    assert run(simulation, workers=workers).totals == one_by_one


def test_key_covers_every_input_of_match_the_dealer() -> None:
    simulation = table()
    others = [
        table(bet=600), table(decks=8), table(rounds=2), table(seats=6), table(seed=4),
        table(penetration=Fraction(1, 2)), table(tables={"super-bonus": "6-B"}),
    ]  # fmt: skip
    again = pickle.loads(pickle.dumps(simulation))

    assert len({each.key for each in (simulation, *others)}) == len(others) + 1
    assert again == simulation
    assert again.run(0) == simulation.run(0)


@settings(max_examples=40)
@given(st.fractions(Fraction(-1), Fraction(2)), st.integers(-1, 9), st.sampled_from([5, 6, 8]))
def test_any_penetration_is_played_or_refused_with_a_sentence(penetration: Fraction, seats: int, decks: int) -> None:
    """A table that is played never runs out of cards."""
    if not (1 <= seats <= 7 and 0 <= penetration < 1 and 52 * decks - int(penetration * 52 * decks) >= 2 * seats + 5):
        with pytest.raises(BadInput, match=r"penetration|seats"):
            table(penetration=penetration, seats=seats, decks=decks)
        return
    simulation = table(penetration=penetration, seats=seats, decks=decks)
    assert 0 <= simulation.cut <= 52 * decks - 2 * seats - 5
    totals = replace(simulation, rounds=100, block_rounds=100).run(0)
    assert sum(totals["match lines"]) == 100 * seats * 5


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rounds": 0}, "0 rounds: a simulation plays 1 to"),
        ({"seats": 0}, "is played by 1 to 7 seats, not 0"),
        ({"seats": 8}, "is played by 1 to 7 seats, not 8"),
        ({"bets": {}}, "nothing is bet on match"),
        ({"bets": {"luck": 500}}, "has no wager 'luck'"),
        ({"bets": {"match": 500, "super-bonus": 500}}, "super-bonus cannot be bet alone"),
        ({"bets": {"five-spots": 500}}, "five-spots is several wagers in one"),
        ({"bets": {"match": 0}}, "seat 1 bets nothing on match"),
        ({"bets": {"match": 1.5}}, "the bet 1.5 on match is not a whole number of cents"),
        ({"bets": {"match": 10**14}}, "a round may come to .* can be added up"),
        (
            {"penetration": Fraction(1)},
            "a penetration of 100% is not possible: the cut card is placed at 0% to below 100%",
        ),
        ({"penetration": Fraction(-1, 2)}, "a penetration of -50% is not possible"),
        ({"penetration": Fraction(97, 100)}, "leaves 10 cards behind the cut card, .* takes 19: give at most 93%"),
        ({"meter": dollars(1)}, "pays nothing from a meter, so a meter changes nothing"),
        ({"rules": {"soft-17": "hit"}}, "has no rule 'soft-17' for its players: these bets have no choices"),
        ({"strategy": "novice"}, "decide nothing: 'novice' changes nothing"),
    ],
)
def test_invalid_match_tables_are_refused(change: dict[str, Any], words: str) -> None:
    asked: dict[str, Any] = {
        "rounds": 1, "seats": 7, "seed": 1, "bets": {"match": 500}, "penetration": Fraction(3, 4), "meter": None,
        "rules": {}, "strategy": "basic",
    }  # fmt: skip

    with pytest.raises(BadInput, match=words):
        table_simulation(TableRequest(lay_out(game(GAME)), **(asked | change)))


@pytest.mark.slow
def test_one_hundred_million_match_rounds_agree() -> None:
    simulation = table(rounds=100_000_000, seed=1)
    totals = run(simulation).totals

    for slug in ("match", "super-bonus"):
        assert max(map(abs, scores(slug, totals, *exact_lines(simulation, slug)))) < LIMIT
