"""Blackjack against brute force over every card of a short shoe, in exact fractions."""

from fractions import Fraction

import pytest

from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.arrays import np
from pitbook.families.blackjack.exact.dealer import dealer_chances_of, dealer_distribution
from pitbook.families.blackjack.exact.outcome import outcomes
from pitbook.families.blackjack.exact.split import all_orders, split_values
from pitbook.families.blackjack.exact.strategies import evaluate
from pitbook.families.blackjack.rules.posted import BlackjackRules
from tests.exact.blackjack_reference import Game, Shoe, take, total

CLOSE = 1e-13
SHORT: Shoe = (1, 1, 0, 0, 2, 2, 0, 2, 2, 4)
"""An ace, a deuce, and pairs of 5, 6, 8, 9 and tens: 99 points, which no round with two hands uses up."""
RULES = BlackjackRules(decks=1, split_hands=2)
EIGHTS: Shoe = (0, 0, 0, 0, 2, 1, 0, 5, 1, 6)
"""Five eights, so that three hands can come of a pair."""


@pytest.fixture(scope="module")
def short() -> Analysis:
    return Analysis(RULES, SHORT)


@pytest.mark.parametrize("hits_soft_17", [True, False])
@pytest.mark.parametrize("up", [1, 2, 5, 6, 8, 9, 10])
def test_the_dealers_distribution_equals_enumeration_of_all_orders(up: int, hits_soft_17: bool) -> None:
    """Exactly in fractions, and up to rounding in floats."""
    expected = Game(hits_soft_17=hits_soft_17).dealer((up,), take(SHORT, up))
    exact = dealer_distribution(SHORT, up - 1, hits_soft_17)
    quick = dealer_chances_of(np.array([SHORT]), up - 1, hits_soft_17)[0]

    assert {ending: chance for ending, chance in exact.items() if chance} == expected
    assert quick == pytest.approx([float(chance) for chance in exact.values()], abs=CLOSE)


@pytest.mark.parametrize("hole_card", ["peek", "european"])
def test_values_of_two_and_three_card_hands_equal_brute_force(hole_card: str) -> None:
    """Stand, hit and double against every up card."""
    rules = BlackjackRules(decks=1, split_hands=2, hole_card=hole_card)  # type: ignore[arg-type]
    analysis = Analysis(rules, SHORT)
    game = Game(only_original_lost=rules.only_original_lost)
    given, play = analysis.given, analysis.composition.play
    checked = 0
    for hand in np.flatnonzero((given.hands.size == 2) | (given.hands.size == 3)).tolist():
        cards = tuple(value + 1 for value in range(10) for _ in range(int(given.hands.cards[hand, value])))
        for up in range(10):
            if not given.possible[hand, up] or cards == (1, 10):
                continue
            shoe = take(SHORT, up + 1)
            for value in cards:
                shoe = take(shoe, value)
            values = game.values(cards, up + 1, shoe)
            checked += 1
            assert given.stand[hand, up] == pytest.approx(float(values["stand"]), abs=CLOSE)
            assert play.hit[hand, up] == pytest.approx(float(values["hit"]), abs=CLOSE)
            if "double" in values:
                assert play.double[hand, up] == pytest.approx(float(values["double"]), abs=CLOSE)
    assert checked > 300


@pytest.mark.parametrize("das", [True, False])
@pytest.mark.parametrize(("pair", "up"), [(5, 10), (6, 5), (8, 1), (8, 10), (9, 8), (10, 5)])
def test_value_of_a_split_into_two_hands_equals_brute_force(pair: int, up: int, das: bool) -> None:
    """Each hand played in turn by the strategy for unsplit hands, then the dealer's."""
    rules = BlackjackRules(decks=1, split_hands=2, das=das)
    analysis = Analysis(rules, SHORT)
    law = Game(das=das).split(pair, up, SHORT)

    assert sum(law.values()) == 1
    expected = sum((net * chance for net, chance in law.items()), Fraction(0))
    assert analysis.composition.split[pair - 1, up - 1] == pytest.approx(float(expected), abs=CLOSE)


@pytest.mark.parametrize("hole_card", ["peek", "european"])
@pytest.mark.parametrize("up", [5, 9, 10])
def test_value_of_a_split_into_three_hands_equals_brute_force(up: int, hole_card: str) -> None:
    """Pair cards drawn are split again while there may be more hands."""
    rules = BlackjackRules(decks=1, split_hands=3, hole_card=hole_card)  # type: ignore[arg-type]
    analysis = Analysis(rules, EIGHTS)
    law = Game(most_hands=3, only_original_lost=rules.only_original_lost).split(8, up, EIGHTS)

    expected = sum((net * chance for net, chance in law.items()), Fraction(0))
    assert analysis.composition.split[7, up - 1] == pytest.approx(float(expected), abs=CLOSE)


@pytest.mark.parametrize(("most", "shoe"), [(2, SHORT), (3, EIGHTS)])
def test_distribution_of_a_round_equals_brute_force(most: int, shoe: Shoe) -> None:
    """The probability of every net result for up to two hands; mean and variance always."""
    rules = BlackjackRules(decks=1, split_hands=most)
    analysis = Analysis(rules, shoe)
    strategy = analysis.composition.strategy
    game = Game(most_hands=most)
    law: dict[Fraction, Fraction] = {}
    for up in range(1, 11):
        for first in range(1, 11):
            for second in range(first, 11):
                _add_round(law, game, analysis, (first, second), up, shoe)
    found = outcomes(analysis.given, strategy)
    mean = sum((net * chance for net, chance in law.items()), Fraction(0))
    variance = sum((net**2 * chance for net, chance in law.items()), Fraction(0)) - mean**2

    assert sum(law.values()) == 1
    assert analysis.composition.expectation == pytest.approx(float(mean), abs=CLOSE)
    assert found.expectation == pytest.approx(float(mean), abs=CLOSE)
    assert found.variance == pytest.approx(float(variance), abs=CLOSE)
    if most == 2:
        assert found.results.keys() == {net for net, chance in law.items() if chance}
        for net, chance in law.items():
            assert found.results.get(net, 0.0) == pytest.approx(float(chance), abs=CLOSE)


def _add_round(
    law: dict[Fraction, Fraction], game: Game, analysis: Analysis, hand: tuple[int, int], up: int, shoe: Shoe
) -> None:
    """The distribution of a round that begins with a hand and an up card, played by the strategy under test."""
    counts = list(shoe)
    ways = 1
    for value in (up, *hand):
        ways *= counts[value - 1]
        counts[value - 1] -= 1
    if ways <= 0:
        return
    size = sum(shoe)
    chance = Fraction(ways * (1 if hand[0] == hand[1] else 2), size * (size - 1) * (size - 2))
    left = tuple(counts)
    given, strategy = analysis.given, analysis.composition.strategy
    place = int(given.hands.after[given.hands.single(hand[0] - 1), hand[1] - 1])

    def add(net: Fraction | int, part: Fraction) -> None:
        law[Fraction(net)] = law.get(Fraction(net), Fraction(0)) + chance * part

    if hand == (1, 10):
        natural = game.natural(up, left)
        add(0, natural)
        add(Fraction(3, 2), 1 - natural)
    elif hand[0] == hand[1] and strategy.split[hand[0] - 1, up - 1]:
        for net, part in game.split(hand[0], up, shoe).items():
            add(net, part)
    else:
        doubled = bool(strategy.double[place, up - 1])
        for cards, rest, part in _lines(analysis, game, hand, up, left, doubled):
            stake = 2 if doubled else 1
            for ending, often in game.dealer((up,), rest).items():
                points = total(cards)[0]
                if ending == "blackjack":
                    add(-1, part * often)
                elif points > 21:
                    add(-stake, part * often)
                else:
                    sign = 1 if ending == "bust" else (points > int(ending)) - (points < int(ending))
                    add(stake * sign, part * often)


def _lines(
    analysis: Analysis, game: Game, hand: tuple[int, ...], up: int, shoe: Shoe, doubled: bool
) -> list[tuple[tuple[int, ...], Shoe, Fraction]]:
    """Every course of an unsplit hand."""
    counts = tuple(hand.count(value) for value in range(1, 11))
    place = analysis.given.hands.place.get(counts)
    if place is None or not (doubled or analysis.composition.strategy.hit[place, up - 1]):
        return [(hand, shoe, Fraction(1))]
    found = []
    size = sum(shoe)
    for value in range(1, 11):
        if shoe[value - 1]:
            more, rest, part = tuple(sorted((*hand, value))), take(shoe, value), Fraction(shoe[value - 1], size)
            later = [(more, rest, Fraction(1))] if doubled else _lines(analysis, game, more, up, rest, False)
            found += [(cards, left, part * often) for cards, left, often in later]
    return found


def test_evaluating_the_optimal_strategy_gives_its_own_value(short: Analysis) -> None:
    """Solving for a strategy and evaluating it give the same number."""
    again = evaluate(short.given, short.composition.strategy)

    assert again.expectation == pytest.approx(short.composition.expectation, abs=CLOSE)
    assert np.nanmax(np.abs(again.value - short.composition.value)[short.given.hands.size == 2]) < CLOSE


def test_splits_of_selected_pairs_equal_those_of_all_pairs(short: Analysis) -> None:
    orders = all_orders(short.given, short.composition.strategy, {4: [7]})
    worth = split_values(short.given, orders)

    assert worth[7, 4] == pytest.approx(short.composition.split[7, 4], abs=CLOSE)
    assert np.isinf(worth).sum() == 99
