"""Poker values: classes, the two jokers, the two places of the wheel, and the order of all of it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.cards import Cards, parse_cards
from pitbook.hands import poker
from pitbook.hands.poker import class_of, describe, five_card_value, two_card_value
from tests.hands.reference import SUIT_ORDERS, five_card_key, hands, telling_hands, with_suits

OPTIONS = [(wild, second) for wild in (False, True) for second in (False, True)]


EXAMPLES = [
    ("As Ad Ah Ac Jk", "five of a kind, aces"),
    ("As Ks Qs Js Ts", "royal flush"),
    ("As Ks Jk Js Ts", "royal flush"),
    ("Ks Qs Js Ts 9s", "straight flush, king high"),
    ("Jk Qs Js Ts 9s", "straight flush, king high"),
    ("As 2s 3s 4s 5s", "straight flush, five high"),
    ("9s 9d 9h 9c Ks", "four of a kind, nines"),
    ("As Ad Ah Jk Ks", "four of a kind, aces"),
    ("Ks Kd Kh 6c 6s", "full house, kings over sixes"),
    ("Ks Kd Kh As Jk", "full house, kings over aces"),
    ("As Qs 9s 4s 2s", "flush, ace high"),
    ("Ks Qs 9s 4s Jk", "flush, ace high"),
    ("Qs Jd Th 9c 8s", "straight, queen high"),
    ("Qs Jd 9c 8s Jk", "straight, queen high"),
    ("Ac Kd Qh Jc Ts", "straight, ace high"),
    ("5c 4d 3h 2c As", "straight, five high"),
    ("7c 7d 7h Kc 2s", "three of a kind, sevens"),
    ("Ac Ad Jk Kc 2s", "three of a kind, aces"),
    ("Ks Kd 7h 7c 2s", "two pair, kings and sevens"),
    ("Ks Kd Ah Jk 2s", "two pair, aces and kings"),
    ("As Ad Jh 7c 2s", "pair of aces, jack kicker"),
    ("As Jk Jh 7c 2s", "pair of aces, jack kicker"),
    ("Ks Jh 7c 4d 2s", "king high, jack kicker"),
]
"""A hand of every class, with the joker and without, and what it is with a semi-wild joker."""


def five(text: str, joker_wild: bool = False, wheel_second: bool = False) -> int:
    return five_card_value(parse_cards(text), joker_wild, wheel_second)


def two(text: str, joker_wild: bool = False) -> int:
    return two_card_value(parse_cards(text), joker_wild)


@pytest.mark.parametrize(("text", "words"), EXAMPLES)
def test_a_semi_wild_joker_is_an_ace_or_completes_a_straight_or_flush(text: str, words: str) -> None:
    """Each class is recognised and named, with the joker and without (regulation 2.3)."""
    assert describe(five(text)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9s 9d 9h 9c Jk", "five of a kind, nines"),
        ("9s 9d 9h Kc Jk", "four of a kind, nines"),
        ("Ks Kd 7h 7c Jk", "full house, kings over sevens"),
        ("7s 7d Ah Kc Jk", "three of a kind, sevens"),
        ("Qs 9d 7h 2c Jk", "pair of queens, nine kicker"),
        ("Qs Jd 9c 8s Jk", "straight, queen high"),
        ("Qs 9s 7s 2s Jk", "flush, ace high"),
        ("Qs Js 9s 8s Jk", "straight flush, queen high"),
    ],
)
def test_a_fully_wild_joker_is_any_card_or_the_fifth_of_a_kind(text: str, words: str) -> None:
    """The joker replaces any card that is not in the hand and can complete five of a kind (letter 004, rule 1)."""
    assert describe(five(text, joker_wild=True)) == words


def test_order_of_hand_classes() -> None:
    """Five aces beat a royal flush, and so on down to high card (regulation 2.3)."""
    ladder = [
        "7s 5d 4h 3c 2s",
        "2s 2d 5h 4c 3s",
        "3s 3d 2h 2c 4s",
        "2s 2d 2h 4c 3s",
        "6s 5d 4h 3c 2s",
        "7s 5s 4s 3s 2s",
        "2s 2d 2h 3c 3s",
        "2s 2d 2h 2c 3s",
        "6s 5s 4s 3s 2s",
        "As Ks Qs Js Ts",
        "As Ad Ah Ac Jk",
    ]
    values = [five(text) for text in ladder]

    assert values == sorted(set(values))
    assert [class_of(value) for value in values] == list(range(len(poker.CLASS_NAMES)))


@pytest.mark.parametrize("suits", ["sdhcs", "sssss"], ids=["straight", "straight flush"])
def test_the_wheel_is_the_second_highest_straight_or_the_lowest(suits: str) -> None:
    """A-2-3-4-5 ranks right after the ace-high straight in EZ Pai Gow (letter 004, rule 1b), elsewhere lowest."""

    def straight(ranks: str, wheel_second: bool) -> int:
        return five(" ".join(map("".join, zip(ranks, suits, strict=True))), wheel_second=wheel_second)

    assert straight("A2345", True) > straight("KQJT9", True)
    assert straight("A2345", True) < straight("AKQJT", True)
    assert straight("A2345", False) < straight("65432", False)
    assert describe(straight("A2345", True)) == describe(straight("A2345", False))


def test_the_joker_takes_the_straight_that_ranks_higher() -> None:
    """Beside 2-3-4-5 the joker is an ace where the wheel ranks second, a six where it is the lowest."""
    assert describe(five("2s 3d 4h 5c Jk", wheel_second=True)) == "straight, five high"
    assert describe(five("2s 3d 4h 5c Jk", wheel_second=False)) == "straight, six high"


def test_a_joker_in_a_flush_takes_the_highest_missing_rank() -> None:
    """With ace and king of the suit held, the joker is its queen (regulation 2.3)."""
    assert five("As Ks 9s 4s Jk") == five("Ad Kd Qd 9d 4d")
    assert five("As Ks 9s 4s Jk") > five("Ad Kd Jd 9d 8d")


@pytest.mark.parametrize(("joker_wild", "wheel_second"), OPTIONS)
def test_values_order_hands_as_the_reference_does(joker_wild: bool, wheel_second: bool) -> None:
    """Values are equal exactly for hands of equal class and ranks, and higher exactly for better hands."""
    tried = [
        (five_card_key(hand, joker_wild, wheel_second), five_card_value(hand, joker_wild, wheel_second))
        for hand in (*map(parse_cards, dict(EXAMPLES)), *telling_hands(seed=1, size=5, count=1000))
    ]
    tried.sort()

    for (lower, low_value), (higher, high_value) in pairwise(tried):
        assert class_of(low_value) == lower[0]
        assert (low_value < high_value) == (lower < higher)
        assert (low_value == high_value) == (lower == higher)
    assert {key[0] for key, _ in tried} == set(range(len(poker.CLASS_NAMES)))


@given(hands(5), st.permutations(range(5)), st.sampled_from(SUIT_ORDERS), st.booleans(), st.booleans())
def test_neither_order_nor_suits_matter(
    hand: Cards, order: list[int], suits: tuple[int, ...], joker_wild: bool, wheel_second: bool
) -> None:
    """A value does not depend on how the cards lie, nor on which suit is which."""
    other = with_suits(tuple(hand[each] for each in order), suits)

    assert five_card_value(hand, joker_wild, wheel_second) == five_card_value(other, joker_wild, wheel_second)


@given(hands(5))
def test_fully_wild_joker_is_never_worse(hand: Cards) -> None:
    """A fully wild joker may do all that a semi-wild one may."""
    assert five_card_value(hand, True, False) >= five_card_value(hand, False, False)


def test_two_cards_are_a_pair_or_high_cards() -> None:
    """The only two-card hands are one pair and high cards (letter 004, rule 1a)."""
    assert describe(two("Ks Kd")) == "pair of kings"
    assert describe(two("Jd Ks")) == "king high, jack kicker"
    assert two("2s 2d") > two("As Kd") > two("As Qd") > two("Ks Qd") > two("3s 2d")


def test_a_joker_in_the_low_hand_is_an_ace_unless_fully_wild() -> None:
    """Semi-wild it counts as an ace; fully wild it pairs the other card."""
    assert two("Jk Kd") == two("As Kd")
    assert two("Jk Ad") == two("As Ad")
    assert two("Jk Kd", joker_wild=True) == two("Ks Kd", joker_wild=True)


def test_the_parts_of_a_value_can_be_read_back() -> None:
    """A value gives back its class, the ranks that make it and the kickers."""
    value = five("Ks Kd 7h 7c 2s")

    assert poker.class_of(value) == poker.TWO_PAIR
    assert poker.main_of(value) == 1 << 11 | 1 << 5
    assert poker.kickers_of(value) == 1 << 0
    assert poker.value_of(poker.TWO_PAIR, 1 << 11 | 1 << 5, 1 << 0) == value
