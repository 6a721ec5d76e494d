"""Counted covariances of a round agree with simulated ones, and simulated ones have a correct standard error."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from pitbook.cards import Shoe
from pitbook.errors import BadInput
from pitbook.exact.deals import canonical_hands, symmetries, ways
from pitbook.exact.notebook import par
from pitbook.exact.round_distribution import round_distribution
from pitbook.exact.seats import seat_covariance
from pitbook.families.blackjack.exact.solve import prospects
from pitbook.families.blackjack.exact.strategies import evaluate
from pitbook.families.blackjack.exact.values import full_shoe
from pitbook.families.blackjack.simulate import BlackjackTable
from pitbook.families.blackjack.simulate.exact import by_hand
from pitbook.games import game
from pitbook.games.settle import lay_out
from pitbook.hands.blackjack import card_points
from pitbook.money import Cents
from pitbook.simulate import covariance
from pitbook.simulate.covariance import Covariance, SeatSpread, seat_spread, seats_played
from pitbook.simulate.pricing import price
from pitbook.simulate.table import TableRequest


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(covariance, "ROUNDS", 1 << 21)


def asked(slug: str, bets: dict[str, int], seed: int = 1) -> TableRequest:
    layout = lay_out(game(slug))
    made = {wager: Cents(cents) for wager, cents in bets.items()}
    return TableRequest(layout, 1, 1, seed, made, Fraction(0), None, {}, "basic")


@pytest.mark.parametrize(
    ("slug", "wager", "bets", "rows", "bet"),
    [
        ("match-n-poker", "match-n-poker", {"base": 500, "match-n-poker": 500}, "match-n-poker", 500),
        ("royal-match-21", "royal-match", {"base": 500, "royal-match": 500}, "royal-match", 500),
        # A dollar on each spot does not qualify for the Super Bonus, whose million would dominate the variance.
        pytest.param("million-dollar-match-the-dealer", "five-spots", {"match": 100}, "table", 100,
                     marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_counted_covariance_equals_the_simulated_one(
    slug: str, wager: str, bets: dict[str, int], rows: str, bet: int
) -> None:
    sheet = par(slug, wager, bet=f"{bet / 100:.2f}")
    counted, one_round = seat_covariance(sheet), round_distribution(slug, wager, bet=f"{bet / 100:.2f}")
    assert counted is not None
    found = seats_played(
        asked(slug, bets), rows, one_round.mean * one_round.stake, one_round.variance * one_round.stake**2
    )
    found = found.times(Fraction(1, one_round.stake**2))
    assert found.error is not None
    assert abs(float(counted) - found.value) < 4 * found.error
    assert found.error < one_round.variance / 200


@pytest.mark.slow
def test_the_standard_error_equals_the_spread_between_seeds() -> None:
    one_round = round_distribution("royal-match-21", "base", bet="5")
    found = [
        seats_played(
            asked("royal-match-21", {"base": 500}, seed=seed), "base", one_round.mean * 500, one_round.variance * 500**2
        )
        for seed in (1, 2, 3)
    ]
    for one, other in ((0, 1), (1, 2), (0, 2)):
        apart = abs(float(found[one].value) - float(found[other].value))
        assert apart < 4 * 2**0.5 * (found[one].error or 0)
    assert float(found[0].value) / float(one_round.variance * 500**2) == pytest.approx(0.37, abs=0.005)


def worth_of_hands(ask: TableRequest) -> Iterator[tuple[int, float, int]]:
    """For two cards against an up card: the number of ways, the base game's value, and the pay of Match-n-Poker."""
    table = ask.simulation()
    assert isinstance(table, BlackjackTable)
    given = prospects(full_shoe(table.decks), table.rules)
    value, hands = evaluate(given, by_hand(table.strategy, given)).value, given.hands
    (side,) = table.sides
    kinds: Any = np.frombuffer(side.answers.kind_of, "<u2").reshape(52, 52)
    counts = [table.decks] * 52
    for one, two in combinations_with_replacement(range(52), 2):
        times = ways(counts, (one, two))
        hand = hands.after[hands.single(place_of(one)), place_of(two)]
        for up in range(52):
            left = table.decks - (one, two).count(up)
            answer = side.answers.table[int(kinds[one, two]) * 52 + up]
            yield times * left, float(value[hand, place_of(up)]), side.priced.net[side.priced.line_of[answer]]


def place_of(card: int) -> int:
    """The value of a card as the solver numbers it: aces first, tens last."""
    return card_points(card) - 1


def test_the_covariance_of_an_up_card_bet_with_the_base_game_equals_the_solvers() -> None:
    """The solver knows what every first hand is worth against every up card: no simulation is needed for that."""
    ask = asked("match-n-poker", {"base": 1000, "match-n-poker": 500})
    found = seat_spread(ask).with_base["match-n-poker"]
    dealt = products = base = net = 0.0
    for times, value, won in worth_of_hands(ask):
        dealt += times
        products += times * value * won
        base += times * value
        net += times * won
    counted = 1000 * (products / dealt - base / dealt * net / dealt)
    assert found.error is not None
    assert abs(float(found.value) - counted) < 4 * found.error
    assert abs(counted) > 8 * found.error


@pytest.mark.slow
def test_all_pairs_are_those_with_the_base_and_those_of_side_bets() -> None:
    """Royal Match and its progressive look at the same cards: their covariance is counted over all deals."""
    layout, meter = lay_out(game("royal-match-21")), Cents(100_000)
    bets = {"base": Cents(1000), "royal-match": Cents(500), "royal-match-progressive": Cents(100)}
    sides = [layout.game.wager(slug) for slug in bets if slug != "base"]

    @cache
    def net(side: int, answer: int) -> int:
        found = price(layout, sides[side], bets[sides[side].slug], [answer], meter)
        return found.net[found.line_of[0]]

    reads = [[option.index(layout.options) for option in wager.reads] for wager in sides]
    shoe = Shoe.of_decks(layout.decks)
    deals = products = first = second = 0
    for hand, alike, _ in canonical_hands(2, symmetries(shoe)):
        times = alike * ways(shoe.counts, hand)
        left = [held - hand.count(card) for card, held in enumerate(shoe.counts)]
        for dealer in combinations_with_replacement(range(52), 2) if times else ():
            weight = times * ways(left, dealer)
            one, other = (net(side, sides[side].rule(hand, dealer, *reads[side])) for side in (0, 1))
            deals += weight
            products += weight * one * other
            first += weight * one
            second += weight * other
    counted = products / deals - first / deals * second / deals
    found = seat_spread(TableRequest(layout, 1, 1, 1, bets, Fraction(0), meter, {}, "basic"))
    played = float(found.all_pairs.value) - sum(float(each.value) for each in found.with_base.values())
    error = sum(each.error or 0 for each in (found.all_pairs, *found.with_base.values()))
    assert abs(played - counted) < 4 * error
    assert abs(counted) > 8 * error


def test_the_deviation_of_all_wagers_together() -> None:
    found = SeatSpread("ante", {"side": Covariance(-3.0, 0.5, 10)}, Covariance(-3.0, 0.5, 10))
    assert found.deviation([3, 4]) == pytest.approx((9 + 16 - 6) ** 0.5)
    assert found.to_dict()["with_base_cents2"]["side"]["standard_error"] == 0.5


def test_covariance_needs_a_base_bet() -> None:
    with pytest.raises(BadInput, match="needs a bet on base"):
        seat_spread(asked("ez-pai-gow", {"dynasty": 500}))


def test_an_exact_covariance_is_marked_as_counted() -> None:
    found = Covariance(Fraction(1, 4))
    assert found.to_dict() == {
        "value": 0.25, "standard_error": None, "value_fraction": "1/4", "method": "counted exactly",
    }  # fmt: skip
    assert Covariance(0.5, 0.1, 1000).times(Fraction(1, 2)) == Covariance(0.25, 0.05, 1000)
