"""The dealer's hand: published probabilities, and both ways of counting agree for any shoe."""

from fractions import Fraction
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.families.blackjack.exact.arrays import np
from pitbook.families.blackjack.exact.dealer import dealer_chances_of, dealer_distribution, drawing_hands
from pitbook.families.blackjack.exact.values import (
    VALUE_NAMES,
    VALUES,
    Composition,
    add_value,
    full_shoe,
    one,
    total_of,
    without,
)

BUST = {
    # Up card: 6 decks S17, 6 decks H17, 8 decks S17, 8 decks H17, given that the dealer has no blackjack.
    "A": (0.167033, 0.201281, 0.166904, 0.201125),
    "2": (0.353504, 0.356661, 0.353530, 0.356677),
    "3": (0.374194, 0.376958, 0.374115, 0.376891),
    "4": (0.395805, 0.398470, 0.395469, 0.398119),
    "5": (0.418406, 0.419632, 0.417902, 0.419136),
    "6": (0.422842, 0.439259, 0.422922, 0.439314),
    "7": (0.261936, 0.261936, 0.262031, 0.262031),
    "8": (0.243693, 0.243693, 0.243954, 0.243954),
    "9": (0.229242, 0.229242, 0.229037, 0.229037),
    "T": (0.230239, 0.230239, 0.230125, 0.230125),
}


@pytest.mark.parametrize("up", BUST)
def test_dealer_bust_probabilities_are_the_published_ones(up: str) -> None:
    """Six and eight decks, standing on and hitting soft 17, to six decimals."""
    found = [
        float(dealer_distribution(full_shoe(decks), VALUE_NAMES.index(up), hits, peeked=True)["bust"])
        for decks in (6, 8)
        for hits in (False, True)
    ]

    assert [round(chance, 6) for chance in found] == list(BUST[up])


@pytest.mark.parametrize(
    ("decks", "hits", "expected"),
    [(6, False, 0.072591), (6, True, 0.073536), (8, False, 0.072599), (8, True, 0.073544)],
)
def test_dealer_22_probability_is_the_published_one(decks: int, hits: bool, expected: float) -> None:
    """Counted over the hands that draw and the ten values that may come next."""
    shoe = full_shoe(decks)
    chance = Fraction(0)
    for hand in drawing_hands(hits):
        for up in range(VALUES):
            ways = hand.orders[up]
            for held, taken in zip(shoe, hand.cards, strict=True):
                ways *= perm(held, taken)
            for place in range(VALUES):
                if ways and add_value(hand.total, hand.soft, place)[0] == 22:
                    last = shoe[place] - hand.cards[place]
                    chance += Fraction(ways * last, perm(sum(shoe), sum(hand.cards) + 1))

    assert round(float(chance), 6) == expected


@pytest.mark.parametrize(("hits", "number"), [(False, 599), (True, 645)])
def test_each_hand_that_draws_is_listed_once(hits: bool, number: int) -> None:
    """Every one is below 17, or a soft 17 that is hit, and is totalled by the rule that settles hands."""
    hands = drawing_hands(hits)

    assert len({hand.cards for hand in hands}) == len(hands) == number
    for hand in hands:
        assert (hand.total, hand.soft) == total_of(hand.cards)
        assert hand.total < 17 or (hits and hand.soft and hand.total == 17)


def shoes() -> st.SearchStrategy[Composition]:
    """Shoes that a dealer cannot exhaust."""
    counts = st.lists(st.integers(0, 12), min_size=10, max_size=10).map(tuple)
    return counts.filter(lambda shoe: sum((place + 1) * held for place, held in enumerate(shoe)) > 60)


@settings(max_examples=30)
@given(shoes(), st.integers(0, 9), st.booleans())
def test_fractions_and_floats_agree_from_any_shoe(shoe: Composition, up: int, hits: bool) -> None:
    """All endings, which add up to one."""
    if not shoe[up]:
        shoe = (*shoe[:up], 1, *shoe[up + 1 :])
    exact = dealer_distribution(shoe, up, hits)
    quick = dealer_chances_of(np.array([shoe, shoe]), up, hits)

    assert sum(exact.values()) == 1
    assert min(exact.values()) >= 0
    for row in quick:
        assert row == pytest.approx([float(chance) for chance in exact.values()], abs=1e-14)


@settings(max_examples=20)
@given(st.integers(0, 9), st.booleans(), st.integers(1, 8))
def test_a_burnt_card_changes_nothing_on_average(up: int, hits: bool, decks: int) -> None:
    """The mean over the values of one removed card equals the figure with no card removed."""
    shoe = full_shoe(decks)
    rest = without(shoe, one(up))
    mean = sum(
        (
            Fraction(rest[value], sum(rest)) * dealer_distribution(without(shoe, one(value)), up, hits)["bust"]
            for value in range(VALUES)
        ),
        Fraction(0),
    )

    assert mean == dealer_distribution(shoe, up, hits)["bust"]
