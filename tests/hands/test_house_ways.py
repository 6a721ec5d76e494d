"""The two house ways: every row by example, and properties of any hand."""

from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.cards import Cards, parse_cards
from pitbook.errors import BadInput
from pitbook.hands import flamingo, foxwoods
from pitbook.hands.house_ways import HOUSE_WAYS, HouseWay, house_way
from pitbook.hands.pai_gow import legal_settings
from pitbook.hands.poker import class_of
from tests.hands.reference import SUIT_ORDERS, hands, with_suits

SAME = "same"

VECTORS = [
    ("As Kd Jh 9c 7d 5s 3h", "A21", "Kd Jh / As 9c 7d 5s 3h", "B18", SAME),
    ("Ks Kd Ah Jc 9d 6s 4h", "A20", "Ah Jc / Ks Kd 9d 6s 4h", "B17", SAME),
    ("Js Jd 4h 4c As 9d 7c", "A11", "4h 4c / As Js Jd 9d 7c", "B10a", "As 9d / Js Jd 7c 4h 4c"),
    ("Ts Td 5h 5c As Qd 7c", "A12a", "As Qd / Ts Td 7c 5h 5c", "B10a", SAME),
    ("6s 6d 3h 3c Qs Jd 9c", "A13b", "3h 3c / Qs Jd 9c 6s 6d", "B10a", "Qs Jd / 9c 6s 6d 3h 3c"),
    ("Js Jd 6h 6c As 9d 2c", "A11", "6h 6c / As Js Jd 9d 2c", "B10b", SAME),
    ("As Ad Kh Kc 7s 7d 2c", "A10", "As Ad / Kh Kc 7s 7d 2c", "B9", SAME),
    ("As Ad Ah Kc Js 7d 4c", "A18", "As Kc / Ah Ad Js 7d 4c", "B16a", SAME),
    ("Ts Td Th 8s 8d 8h Ac", "A8", "Ts Th / Ac Td 8s 8h 8d", "B6", SAME),
    ("Qs Qd Qh 2s 2d As Kc", "A9", "2s 2d / As Kc Qs Qh Qd", "B8b", "As Kc / Qs Qh Qd 2s 2d"),
    ("9s 9d 9h 9c Ks Td 4c", "A6a", "Ks Td / 9s 9h 9d 9c 4c", "B3c", "9s 9h / Ks Td 9d 9c 4c"),
    ("Ks Kd Kh Kc 5s 5d 4c", "A4", "5s 5d / Ks Kh Kd Kc 4c", "B4b", "Ks Kh / Kd Kc 5s 5d 4c"),
    ("As Ad Ah Ac 6s 6d 4c", "A4", "6s 6d / As Ah Ad Ac 4c", "B5b", "As Ah / Ad Ac 6s 6d 4c"),
    ("As Ad Ah Ac Jk Ks Kd", "A1", "Ks Kd / Jk As Ah Ad Ac", "B1a", SAME),
    ("As Ad Ah Ac Jk Ks Qd", "A2", "As Ah / Jk Ad Ac Ks Qd", "B1b", SAME),
    ("9s 8d 7h 6c 5s 4d 3h", "A17", "9s 8d / 7h 6c 5s 4d 3h", "B15", SAME),
    ("As Kd Kh Qc Js Td 4h", "A15", "As Qc / Kh Kd Js Td 4h", "B15", "Kh 4h / As Kd Qc Js Td"),
    ("As Jk Ks Kd Qh Jc 7s", "A11", "Ks Kd / Jk As Qh Jc 7s", "B11b", SAME),
    ("As Ad Jk Kh Qc Jd 5s", "A14", "As 5s / Jk Ad Kh Qc Jd", "B15", SAME),
    ("As Ks Qs Js Ts 9s 8s", "A17", "As Ks / Qs Js Ts 9s 8s", "B12b", SAME),
    ("9s 9d 8s 8d 7s 6s 5s", "A12b", "8s 8d / 9s 9d 7s 6s 5s", "B13a", "9d 8d / 9s 8s 7s 6s 5s"),
    ("5s 5d 4s 4d 3h 2c As", "A13a", "As 3h / 5s 5d 4s 4d 2c", "B11a", SAME),
    ("Jk Qs 9d 8h 6c 4d 2s", "A21", "Qs 9d / Jk 8h 6c 4d 2s", "B18", SAME),
]
"""The test vectors of regulation 2.5, each with the row that decides."""

MORE = [
    ("foxwoods", "Ks Kd Kh Kc 5s 5d 5c", "A3", "5s 5d / Ks Kh Kd Kc 5c"),
    ("foxwoods", "Js Jd Jh Jc As Kd 4c", "A5", "Js Jh / As Kd Jd Jc 4c"),
    ("foxwoods", "9s 9d 9h 9c Qs Td 4c", "A6b", "9s 9h / Qs Td 9d 9c 4c"),
    ("foxwoods", "6s 6d 6h 6c 9s 8d 4c", "A7", "9s 8d / 6s 6h 6d 6c 4c"),
    ("foxwoods", "As Ks Kd Qs 9s 8s 4s", "A16", "Ks Kd / As Qs 9s 8s 4s"),
    ("foxwoods", "9s 9d 9h As Qd 7c 4c", "A19", "As Qd / 9s 9h 9d 7c 4c"),
    ("flamingo", "6s 6d 6h 6c 3s 3d 4c", "B2", "3s 3d / 6s 6h 6d 6c 4c"),
    ("flamingo", "9s 9d 9h 9c 3s 3d 4c", "B3a", "3s 3d / 9s 9h 9d 9c 4c"),
    ("flamingo", "9s 9d 9h 9c As Jd 4c", "B3b", "As Jd / 9s 9h 9d 9c 4c"),
    ("flamingo", "Ks Kd Kh Kc Ts Td Tc", "B4a", "Ts Td / Ks Kh Kd Kc Tc"),
    ("flamingo", "As Ad Ah Ac 7s 7d 4c", "B5a", "7s 7d / As Ah Ad Ac 4c"),
    ("flamingo", "9s 9d 9h 7s 7d 4s 4c", "B7", "7s 7d / 9s 9h 9d 4s 4c"),
    ("flamingo", "9s 9d 9h 7s 7d 4s 3c", "B8a", "7s 7d / 9s 9h 9d 4s 3c"),
    ("flamingo", "As Ks Qs Js Ts 3d 2c", "B12a", "3d 2c / As Ks Qs Js Ts"),
    ("flamingo", "9s 8s 7s 6s 5s 4s Ks", "B13a", "Ks 9s / 8s 7s 6s 5s 4s"),
    ("flamingo", "9s 8s 7s 6s 5s 9d 4c", "B13b", "9s 9d / 8s 7s 6s 5s 4c"),
    ("flamingo", "Ks Qs 9s 8d 7s 6s 5d", "B14a", "Ks Qs / 9s 8d 7s 6s 5d"),
    ("flamingo", "Qs 9s 8d 7s 6s 5d 2s", "B14b", "8d 5d / Qs 9s 7s 6s 2s"),
    ("flamingo", "9s 9d 9h As Qd 7c 4c", "B16b", "As Qd / 9s 9h 9d 7c 4c"),
]
"""The rows that the vectors of the regulation leave out."""

CASES = [
    *(("foxwoods", cards, row, setting) for cards, row, setting, _, _ in VECTORS),
    *(("flamingo", cards, row, first if other == SAME else other) for cards, _, first, row, other in VECTORS),
    *MORE,
]


@pytest.mark.parametrize(("way", "cards", "row", "setting"), CASES)
def test_a_hand_is_set_as_its_row_says(way: str, cards: str, row: str, setting: str) -> None:
    """The row and the setting are those of the regulation reference (2.4, 2.5 and its test vectors)."""
    hand = parse_cards(cards)

    assert HOUSE_WAYS[way].row(hand) == row
    assert str(HOUSE_WAYS[way].set_hand(hand)) == setting


@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_every_row_has_its_example(name: str) -> None:
    """Each row and branch decides one of the hands above."""
    assert {row.id for row in HOUSE_WAYS[name].rows} == {row for way, _, row, _ in CASES if way == name}


@pytest.mark.parametrize("module", [foxwoods, flamingo], ids=["foxwoods", "flamingo"])
def test_the_row_numbers_name_the_rows(module: ModuleType) -> None:
    """The number that a rule returns is the place of the row in the list."""
    for place, row in enumerate(module.ROWS):
        assert getattr(module, row.id.upper()) == place


@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_no_hand_is_fouled_and_none_loses_a_card(name: str) -> None:
    """Any seven cards are set as two and five of themselves, the high hand not below the low hand."""
    random = Random(3)
    way = HOUSE_WAYS[name]
    for _ in range(10_000):
        hand = tuple(random.sample(range(53), 7))
        setting = way.set_hand(hand)
        assert sorted(setting.low + setting.high) == sorted(hand)
        assert not setting.is_foul()


@pytest.mark.parametrize("way", HOUSE_WAYS.values(), ids=HOUSE_WAYS)
@given(hands(7), st.permutations(range(7)))
def test_the_order_of_the_cards_does_not_matter(way: HouseWay, hand: Cards, order: list[int]) -> None:
    """The same seven cards are set the same, however they were dealt."""
    other = tuple(hand[each] for each in order)

    assert way.set_hand(hand) == way.set_hand(other)
    assert way.row(hand) == way.row(other)


@pytest.mark.parametrize("way", HOUSE_WAYS.values(), ids=HOUSE_WAYS)
@given(hands(7), st.sampled_from(SUIT_ORDERS))
def test_suits_decide_only_between_equal_hands(way: HouseWay, hand: Cards, suits: tuple[int, ...]) -> None:
    """With the suits exchanged the same row decides and both hands are worth the same."""
    here, there = way.set_hand(hand), way.set_hand(with_suits(hand, suits))

    assert here.low_value() == there.low_value()
    assert here.high_value() == there.high_value()
    assert way.row(hand) == way.row(with_suits(hand, suits))


@pytest.mark.parametrize("way", HOUSE_WAYS.values(), ids=HOUSE_WAYS)
@given(hands(7))
def test_the_place_of_the_wheel_makes_no_difference(way: HouseWay, hand: Cards) -> None:
    """No other split with the same low hand would be better, wherever A-2-3-4-5 ranks."""
    chosen = way.set_hand(hand)
    for other in legal_settings(hand):
        if other.low_value() == chosen.low_value() and class_of(other.high_value()) == class_of(chosen.high_value()):
            for wheel_second in (False, True):
                assert chosen.high_value(wheel_second=wheel_second) >= other.high_value(wheel_second=wheel_second)


def test_a_wrong_hand_or_house_way_is_refused() -> None:
    """A house way sets seven cards, and only Pitbook's house ways are known."""
    with pytest.raises(BadInput, match="a pai gow hand has seven cards, not 2"):
        house_way("foxwoods").set_hand(parse_cards("As Kd"))
    with pytest.raises(BadInput, match="there is no house way 'ballys': Pitbook has foxwoods, flamingo"):
        house_way("ballys")


def test_a_house_way_names_its_source() -> None:
    """Each way cites the table it is written from and puts its rows in words."""
    for way in HOUSE_WAYS.values():
        assert way.citation.startswith("regulation 2.")
        assert way.deciding_row(parse_cards("As Kd Jh 9c 7d 5s 3h")).low == "the second and third highest cards"
