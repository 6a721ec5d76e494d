"""Values of three cards, of the best four and five of some, and with wild cards; points at rummy."""

from collections import Counter
from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.cards import JOKER, TWO, Cards, parse_cards, rank
from pitbook.hands import poker, stud
from pitbook.hands.poker import class_of, five_card_value, kickers_of, main_of
from pitbook.hands.stud import (
    WILD_CLASSES,
    best_five_value,
    best_four_value,
    describe_four,
    describe_three,
    describe_wild,
    deuces_wild_value,
    rummy_points,
    three_card_value,
)


def cards(size: int, most: int = JOKER) -> st.SearchStrategy[Cards]:
    return st.lists(st.integers(0, most - 1), min_size=size, max_size=size, unique=True).map(tuple)


def test_three_card_classes_are_as_frequent_as_published() -> None:
    """Straight flush 48, three of a kind 52, straight 720, flush 1,096, pair 3,744, high card 16,440."""
    counts = Counter(class_of(three_card_value(hand)) for hand in combinations(range(52), 3))
    assert [counts[each] for each in range(6)] == [16_440, 3_744, 1_096, 720, 52, 48]


def test_three_card_hands_in_words_and_in_order() -> None:
    texts = ("5c 3d 2h", "Ah Kd Jc", "2c 2d Ah", "4s 3s 2s", "9h 7h 6h", "Ac 2d 3h", "Qd Kh Ac", "2c 2d 2h", "As Ks Qs")
    values = {text: three_card_value(parse_cards(text)) for text in texts}
    assert sorted(texts, key=lambda text: values[text]) == [
        "5c 3d 2h", "Ah Kd Jc", "2c 2d Ah", "9h 7h 6h", "Ac 2d 3h", "Qd Kh Ac", "2c 2d 2h", "4s 3s 2s", "As Ks Qs",
    ]  # fmt: skip
    assert describe_three(values["Ac 2d 3h"]) == "straight, three high"
    assert describe_three(values["As Ks Qs"]) == "straight flush, ace high"
    assert describe_three(values["Ah Kd Jc"]) == "ace high, king kicker"


@given(cards(5))
def test_the_best_five_of_five_cards_are_the_hand(hand: Cards) -> None:
    assert best_five_value(hand) == five_card_value(hand, False, False)


@given(st.integers(6, 7).flatmap(cards))
def test_the_best_five_of_more_cards_are_the_best_of_all_choices(hand: Cards) -> None:
    assert best_five_value(hand) == max(five_card_value(five, False, False) for five in combinations(hand, 5))


@given(st.integers(5, 6).flatmap(cards))
def test_the_best_four_of_more_cards_are_the_best_of_all_choices(hand: Cards) -> None:
    assert best_four_value(hand) == max(best_four_value(four) for four in combinations(hand, 4))


def test_four_card_hands_in_order() -> None:
    texts = (
        "Kc Qd 8h 4c",
        "Ac Ad 3h 2c",
        "3c 3d 2h 2c",
        "Ac 2d 3h 4c",
        "Jh 9h 3h 2h",
        "2c 2d 2h 3c",
        "5s 4s 3s 2s",
        "2c 2d 2h 2s",
    )
    values = [best_four_value(parse_cards(text)) for text in texts]
    assert values == sorted(set(values))
    assert describe_four(values[3]) == "straight, four high"
    assert describe_four(values[-1]) == "four of a kind, deuces"


def best_by_trying(hand: Cards) -> tuple[int, int, int]:
    """The best value with every card that each wild card may replace: class, main ranks, kickers."""
    natural = [card for card in hand if card != JOKER and rank(card) != TWO]
    order = {name: place for place, name in enumerate(WILD_CLASSES)}
    found = (five_card_value((*natural, *stand), False, False) for stand in product(range(52), repeat=5 - len(natural)))
    return max((order[class_of(value)], main_of(value), kickers_of(value)) for value in found)


@settings(max_examples=30)
@given(cards(5, JOKER + 1).filter(lambda hand: sum(card == JOKER or rank(card) == TWO for card in hand) <= 2))
def test_wild_cards_make_the_best_possible_hand(hand: Cards) -> None:
    value = deuces_wild_value(hand)
    assert (class_of(value), main_of(value), kickers_of(value)) == best_by_trying(hand)


def test_wild_hands_in_words() -> None:
    assert describe_wild(deuces_wild_value(parse_cards("2c 2d 2h 2s Jk"))) == "five wild cards"
    assert describe_wild(deuces_wild_value(parse_cards("2c 2d 2h Ts Jk"))) == "royal flush"
    assert describe_wild(deuces_wild_value(parse_cards("2c 2d 2h 9s Jk"))) == "five of a kind, nines"
    assert describe_wild(deuces_wild_value(parse_cards("2c Kd Kh 7s 7d"))) == "full house, kings over sevens"
    assert class_of(deuces_wild_value(parse_cards("2c 2d Kh 7s 5d"))) == stud.THREE_OF_A_KIND_WILD


def test_rummy_points_are_as_frequent_as_published() -> None:
    counts = Counter(rummy_points(hand) for hand in combinations(range(52), 3))
    assert [counts[points] for points in (0, 1, 10, 20, 21, 30)] == [96, 472, 1_980, 1_216, 1_428, 168]
    assert rummy_points(parse_cards("As 2s 3s")) == 0
    assert rummy_points(parse_cards("As Ks 3d")) == 14
    assert rummy_points(parse_cards("Ks Qs Qd")) == 10


def test_classes_are_named_by_those_of_five_cards() -> None:
    for classes in (stud.THREE_CARD_CLASSES, stud.FOUR_CARD_CLASSES, WILD_CLASSES):
        assert len(set(classes)) == len(classes)
        assert all(0 <= each < len(poker.CLASS_NAMES) for each in classes)
