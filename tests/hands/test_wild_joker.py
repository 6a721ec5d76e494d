"""House ways with a fully wild joker (letter 004, rule 1): the joker is tried as every card and the highest hands are
taken.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitbook.cards import JOKER, KING, Cards, card_names, parse_cards
from pitbook.families.pai_gow.exact.set_kinds import every_kind, set_kinds
from pitbook.hands.house_ways import HOUSE_WAYS, HouseWay
from pitbook.hands.pai_gow import Setting, setting_at
from pitbook.hands.poker import (
    FIVE_OF_A_KIND,
    ROYAL_FLUSH,
    class_of,
    describe,
    five_card_value,
    two_card_value,
    value_of,
)

WAYS = pytest.mark.parametrize("way", HOUSE_WAYS.values(), ids=HOUSE_WAYS)


def with_card(cards: Cards, card: int) -> Cards:
    return tuple(card if each == JOKER else each for each in cards)


def free_cards(hand: Cards) -> list[int]:
    """The cards that the joker may replace."""
    return [card for card in range(JOKER) if card not in hand]


def highest_tried(way: HouseWay, hand: Cards, wheel_second: bool) -> tuple[int, int]:
    """The highest five-card hand and then two-card hand that the way sets with the joker as some card."""
    settings = [setting_at(with_card(hand, card), *way.split(with_card(hand, card))[:2]) for card in free_cards(hand)]
    return max((setting.high_value(False, wheel_second), setting.low_value()) for setting in settings)


def random_hands(count: int) -> Iterator[Cards]:
    chance = Random("fully wild")
    for _ in range(count):
        yield tuple(sorted([*chance.sample(range(JOKER), 6), JOKER], reverse=True))


@WAYS
def test_the_highest_five_card_hand_and_then_the_highest_two_card_hand(way: HouseWay) -> None:
    for number, hand in enumerate(random_hands(150)):
        wheel_second = number % 2 == 0
        chosen = way.set_hand(hand, True, wheel_second)
        as_cards = [
            (five_card_value(with_card(chosen.high, card), False, wheel_second), two_card_value(low, False))
            for card in free_cards(hand)
            for low in [with_card(chosen.low, card)]
        ]

        assert highest_tried(way, hand, wheel_second) in as_cards, card_names(hand)
        assert not chosen.is_foul(True, wheel_second)


@WAYS
def test_wild_joker_rule_does_not_affect_hands_without_a_joker(way: HouseWay) -> None:
    for number, hand in enumerate(random_hands(50)):
        natural = with_card(hand, free_cards(hand)[0])
        assert way.set_hand(natural, True, number % 2 == 0) == way.set_hand(natural)


@pytest.mark.parametrize(
    ("way", "cards", "low", "high"),
    [
        # Three sevens are the highest five-card hand; semi-wild, the joker is an ace and the sevens are the low hand.
        ("foxwoods", "As Kd Jk 7h 7c 3d 2s", "As Kd", "three of a kind, sevens"),
        # The joker pairs the five in the low hand, and four jacks with the queen are as high as four jacks get.
        ("foxwoods", "Js Jh Jd Jc Qs 5h Jk", "Jk 5h", "four of a kind, jacks"),
        # A pair beside four of a kind is the low hand, and the joker makes five of a kind.
        ("foxwoods", "8s 8h 8d 8c 3s 3h Jk", "3s 3h", "five of a kind, eights"),
        ("foxwoods", "As Ah Ad Ac Ks Kh Jk", "Ks Kh", "five of a kind, aces"),
        # Three pair with the joker: a full house and the pair of queens.
        ("flamingo", "Ks Kh Qs Qd 8c 3d Jk", "Qs Qd", "three of a kind, kings"),
    ],
)
def test_example_hands_with_a_wild_joker(way: str, cards: str, low: str, high: str) -> None:
    setting = HOUSE_WAYS[way].set_hand(parse_cards(cards), True, True)

    assert card_names(setting.low) == low
    assert describe(setting.high_value(True, True)) == high


def test_five_of_a_kind_ranks_above_a_royal_flush() -> None:
    fives = five_card_value(parse_cards("2s 2h 2d 2c Jk"), True, True)
    royal = five_card_value(parse_cards("As Ks Qs Js Jk"), True, True)

    assert (class_of(fives), class_of(royal)) == (FIVE_OF_A_KIND, ROYAL_FLUSH)
    assert fives > royal


@pytest.mark.slow
@WAYS
def test_a_fifth_card_of_a_rank_would_change_no_setting(way: HouseWay) -> None:
    """The ways have rows for five aces: beside two kings the kings are the low hand, else two of the aces.

    With these rows for every rank, no four of a kind beside the joker would be set to other values.
    """
    for rank in range(13):
        four = tuple(4 * rank + suit for suit in range(4))
        others = [4 * other for other in range(13) if other != rank]
        for two in (*((card, card + 1) for card in others), *combinations(others, 2)):
            hand = (*four, *two, JOKER)
            chosen = way.set_hand(hand, True, True)
            kings = all(card // 4 == KING for card in two)
            by_row = Setting(two, (*four, JOKER)) if kings else Setting(four[:2], (*four[2:], *two, JOKER))
            highest, _ = highest_tried(way, hand, True)
            if five_with_a_fifth(rank, by_row) > highest:
                assert values_of(by_row) == values_of(chosen), card_names(hand)


def five_with_a_fifth(rank: int, setting: Setting) -> int:
    """The value of the high hand with the joker as one more card of a rank."""
    natural = [card for card in setting.high if card != JOKER]
    if all(card // 4 == rank for card in natural):
        return value_of(FIVE_OF_A_KIND, 1 << rank, 0)
    held = next(4 * rank + suit for suit in range(4) if 4 * rank + suit not in natural)
    return five_card_value((*natural, held), False, True)


def values_of(setting: Setting) -> tuple[int, int]:
    return setting.high_value(True, True), setting.low_value(True)


@WAYS
def test_suits_beside_a_flush_do_not_matter(way: HouseWay) -> None:
    """Hands are counted by their ranks and by the ranks of a flush: other suits must not change the value of a hand."""
    chance = Random("suits")
    compared = 0
    for _ in range(120):
        ranks = [chance.randrange(13) for _ in range(chance.choice((2, 3, 4, 6)))]
        times = {rank: min(4, 1 + chance.randrange(4)) for rank in ranks}
        hand, other = (dealt_at_random(chance, times)[:6] for _ in range(2))
        if len(hand) < 6 or has_flush(hand) or has_flush(other):
            continue
        settings = [way.set_hand(each, True, True) for each in ((*hand, JOKER), (*other, JOKER))]
        assert values_of(settings[0]) == values_of(settings[1]), card_names(hand)
        compared += 1
    assert compared > 30


def dealt_at_random(chance: Random, times: dict[int, int]) -> Cards:
    """The given number of cards of each rank, in random suits."""
    return tuple(4 * rank + suit for rank, count in times.items() for suit in chance.sample(range(4), count))


def has_flush(hand: Cards) -> bool:
    """Whether four cards of one suit make a flush with the joker."""
    suits = [card % 4 for card in hand if card != JOKER]
    return max(map(suits.count, suits)) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("wheel_second", [False, True], ids=["wheel lowest", "wheel second"])
@WAYS
def test_no_hand_is_set_foul(way: HouseWay, wheel_second: bool) -> None:
    """One hand of each class, which represent all 154,143,080 hands; and each class has the value of its hand."""
    name = next(name for name, each in HOUSE_WAYS.items() if each is way)
    kinds, hands = every_kind()
    found = set_kinds(name, wheel_second, wild=True)

    assert len(kinds) > 290_000
    assert bool((found.five[kinds] >= found.two[kinds]).all())
    for place in Random(4).sample(range(len(kinds)), 300):
        setting = way.set_hand(tuple(hands[place].tolist()), True, wheel_second)
        values = (int(found.five[kinds[place]]), int(found.two[kinds[place]]))
        assert values == (setting.high_value(True, wheel_second), setting.low_value(True))
    assert found.five[kinds].dtype == np.int64
