"""The bonus lines of seven cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.cards import Cards, parse_cards
from pitbook.hands import seven
from pitbook.hands.seven import LINE_NAMES, PAI_GOW, seven_card_lines
from tests.hands.reference import SUIT_ORDERS, hands, line_names, seven_lines, telling_hands, with_suits


def lines(text: str, joker_wild: bool = False) -> set[str]:
    return set(line_names(seven_card_lines(parse_cards(text), joker_wild)))


STRAIGHT_FLUSH = {"straight_flush", "flush", "straight"}

EXAMPLES: list[tuple[str, set[str]]] = [
    ("As Ks Qs Js Ts 9s 8s", {"seven_card_straight_flush", "royal_flush", *STRAIGHT_FLUSH}),
    ("As 2s 3s 4s 5s 6s 7s", {"seven_card_straight_flush", *STRAIGHT_FLUSH}),
    ("Ks As 2s 3s 4s 5s 6s", {"natural_wheel_straight_flush", *STRAIGHT_FLUSH}),
    ("9s 8s 7s Jk 5s 4s 3s", {"seven_card_straight_flush_with_joker", *STRAIGHT_FLUSH}),
    ("As Ks Qs Js Ts Ah Kh", {"royal_flush_ace_king_suited", "royal_flush", *STRAIGHT_FLUSH}),
    ("As Ks Qs Js Ts Ah Kd", {"royal_flush", *STRAIGHT_FLUSH}),
    ("As Ks Jk Js Ts Ah Qh", {"royal_flush_ace_queen_suited", "royal_flush", "three_of_a_kind", *STRAIGHT_FLUSH}),
    ("As Ks Qs Js Ts Kh Qh", {"royal_flush_king_queen_suited", "royal_flush", *STRAIGHT_FLUSH}),
    ("As Ks Qs Js Ts Jk Qh", {"royal_flush", *STRAIGHT_FLUSH}),
    ("As Ad Ah Ac Jk 9s 5d", {"five_aces", "four_of_a_kind", "three_of_a_kind"}),
    (
        "As 2s 3s 4s 5s Ah Qh",
        {"natural_wheel_ace_queen_suited", "natural_wheel_straight_flush", *STRAIGHT_FLUSH},
    ),
    ("As 2s 3s 4s 5s Jk Qh", STRAIGHT_FLUSH),
    ("9s 9d 9h 9c Ks Kd 4c", {"four_of_a_kind", "full_house", "three_of_a_kind"}),
    ("9s 9d 9h Ks Kd 4c 2s", {"full_house", "three_of_a_kind"}),
    ("9s 9d 9h As Jk 4c 2s", {"full_house", "three_of_a_kind"}),
    ("9s 8d 7h 6c 5s 5d 5h", {"three_of_a_kind", "straight"}),
    ("9s 9d 8h 8c As Jk 2d", {"three_pair"}),
    ("9s 9d 8h 8c 4s 4d 2d", {"three_pair"}),
    ("9s 9d 8h 8c 4s 3d 2d", set()),
    ("Jk Qs 9d 8h 6c 4d 2s", {"ace_high_pai_gow"}),
    ("Ks Qs 9d 8h 6c 4d 2s", {"king_high_pai_gow"}),
    ("Ts Qs 9d 8h 6c 4d 2s", {"queen_high_pai_gow"}),
    ("Ts Js 9d 8h 6c 4d 2s", {"jack_high_pai_gow"}),
    ("Ts 3s 9d 8h 6c 4d 2s", {"ten_high_pai_gow"}),
    ("9s 3s 8d 7h 5c 4d 2s", {"nine_high_pai_gow"}),
    ("9s Jk 8d 6h 5c 3d 2s", {"straight"}),
]
"""Hands for every line, with all the lines that they satisfy when the joker is semi-wild."""


@pytest.mark.parametrize(("text", "names"), EXAMPLES)
def test_each_line_is_recognised(text: str, names: set[str]) -> None:
    """Seven cards satisfy exactly these lines with a semi-wild joker (letters README, 002 and 004 pai gow)."""
    assert lines(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("9s 9d 9h 9c Jk Kd 4c", {"four_of_a_kind", "full_house", "three_of_a_kind"}),
        ("9s 9d Jk 4h Td Kd 2c", {"three_of_a_kind"}),
        ("9s 9d 4s 4h Jk Kd 2c", {"full_house", "three_of_a_kind", "three_pair"}),
        ("As Ad Ah Ac Jk 9s 5d", {"five_aces", "four_of_a_kind", "full_house", "three_of_a_kind"}),
        ("Jk Qs 9d 8h 6c 4d 2s", set()),
        ("9s 8s 7s Jk 5s 4s 3s", {"seven_card_straight_flush_with_joker", *STRAIGHT_FLUSH}),
    ],
)
def test_a_fully_wild_joker_changes_the_counts_of_a_kind(text: str, names: set[str]) -> None:
    """The joker is any card not in the hand, and no hand with it is a pai gow (letter 004, rule 1)."""
    assert lines(text, joker_wild=True) == names


@pytest.mark.parametrize(("joker_wild", "count"), [(False, 80), (True, 300)])
def test_lines_agree_with_brute_force(joker_wild: bool, count: int) -> None:
    """The lines are the union of those of every card that the joker may be."""
    met: set[str] = set()
    for hand in (*(parse_cards(text) for text, _ in EXAMPLES), *telling_hands(seed=2, size=7, count=count)):
        names = set(line_names(seven_card_lines(hand, joker_wild)))
        assert names == seven_lines(hand, joker_wild), hand
        met |= names

    assert met == set(LINE_NAMES)


@given(hands(7), st.permutations(range(7)), st.sampled_from(SUIT_ORDERS), st.booleans())
def test_neither_order_nor_suits_matter(
    hand: Cards, order: list[int], suits: tuple[int, ...], joker_wild: bool
) -> None:
    """The lines do not depend on how the cards lie, nor on which suit is which."""
    other = with_suits(tuple(hand[each] for each in order), suits)

    assert seven_card_lines(hand, joker_wild) == seven_card_lines(other, joker_wild)


@given(hands(7))
def test_a_pai_gow_satisfies_no_other_line(hand: Cards) -> None:
    """A pai gow is one line alone: no pair, no straight, no flush."""
    found = seven_card_lines(hand, False)

    if found & PAI_GOW:
        assert found & (found - 1) == 0


def test_every_line_has_its_name() -> None:
    """The names are in the order of the bit positions."""
    positions = {name: getattr(seven, name.upper()) for name in LINE_NAMES}

    assert list(positions.values()) == list(range(len(LINE_NAMES)))
    assert line_names(PAI_GOW) == tuple(name for name in LINE_NAMES if name.endswith("pai_gow"))
