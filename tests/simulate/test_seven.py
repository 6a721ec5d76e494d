"""Seven cards by slot: a table of a rule's answers is the rule, for every kind of hand and for hands at random."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pitbook.cards import JOKER, Cards, Shoe, parse_cards
from pitbook.exact.seven import count_sevens
from pitbook.hands.seven import seven_card_lines
from pitbook.simulate.compile import kernel_with
from pitbook.simulate.seven_kernel import HandFinder, answer_all, find_all, slot_of
from pitbook.simulate.seven_slots import answers_by_kind, distinct_sums, slots

SEED = 20260611


def random_hands(number: int, seed: int = SEED) -> Any:
    """Hands of the 53-card pack, every one equally likely."""
    return np.argsort(np.random.default_rng(seed).random((number, 53)), axis=1)[:, :7].astype(np.uint8)


def places_of(hands: Any) -> Any:
    """The slot of each hand."""
    places = np.full(len(hands), -1, np.int64)
    kernel_with(find_all)(slots().finder, hands, places)
    return places


def looked_up(hands: Any, rule: Callable[..., int], *reads: int) -> Any:
    """The answers of a rule to hands, each by its slot."""
    return slots().table(answers_by_kind(rule, reads), -1)[places_of(hands)]


def test_every_kind_of_hand_has_a_different_slot() -> None:
    held = slots()

    assert len(held.hands) == 448_409
    assert len(np.unique(held.places)) == len(held.places)
    assert held.places.min() > 0
    assert held.places.max() < held.size
    # Two ranks outside a flush are distinguished from every other two, and from one.
    sums = [one + other for place, one in enumerate((0, *distinct_sums())) for other in (0, *distinct_sums())[place:]]
    assert len(set(sums)) == len(sums) == 14 * 15 // 2


@pytest.mark.parametrize("joker", [0, 1])
def test_the_table_answers_as_the_rule_for_every_kind(joker: int) -> None:
    hands = slots().hands[::1009]

    for hand, answer in zip(hands.tolist(), looked_up(hands, seven_card_lines, joker), strict=True):
        assert seven_card_lines(tuple(hand), joker == 1) == answer


@pytest.mark.parametrize("joker", [0, 1])
def test_the_table_answers_as_the_rule_for_hands_at_random(joker: int) -> None:
    hands = random_hands(300_000)
    answers = np.zeros(len(hands), np.int64)

    kernel_with(answer_all, rule=seven_card_lines, READS=(joker,))(hands.astype(np.int64), answers)

    assert (looked_up(hands, seven_card_lines, joker) == answers).all()


def test_the_order_of_the_cards_makes_no_difference() -> None:
    hands = random_hands(50_000, 3)

    assert (places_of(hands) == places_of(hands[:, ::-1])).all()


@pytest.mark.parametrize(
    "hand",
    [
        "As Ks Qs Js Ts Ah Qh",
        "As Ks Qs Js Ts Ah Qd",
        "As Ks Qs Js Jk Kh Qh",
        "Ac 2c 3c 4c 5c Ad Qd",
        "Ac 2c 3c 4c 5c 6c 7c",
        "Ac 2c 3c 4c Jk 6c 7c",
        "Ac Ad Ah As Jk Kc Kd",
        "9c 7d 6h 4s 3c 2d Qh",
        "Jk Kd Qh Ts 9c 7d 5h",
    ],
)
def test_hands_by_name(hand: str) -> None:
    cards = parse_cards(hand)

    (answer,) = looked_up(np.array([cards], np.uint8), seven_card_lines, 0)

    assert answer == seven_card_lines(cards, False)


def test_any_rule_that_sees_only_flushes_can_be_looked_up() -> None:
    """The table of another rule: the number of the flush's cards, and the joker."""
    hands = random_hands(20_000, 5)

    for hand, answer in zip(hands.tolist(), looked_up(hands, flush_and_joker), strict=True):
        assert answer == flush_and_joker(tuple(hand))


def flush_and_joker(hand: Cards) -> int:
    counts = [0, 0, 0, 0]
    joker = 0
    for card in hand:
        if card == JOKER:
            joker = 1
        else:
            counts[card & 3] += 1
    most = max(counts)
    return (most + joker) * 2 + joker if most + joker >= 5 else joker


def test_invalid_cards_have_the_slot_of_no_hand() -> None:
    hands = random_hands(1_000)
    hands[3, 2], hands[7], hands[9, 6] = 53, 255, 128

    assert np.flatnonzero(places_of(hands) == 0).tolist() == [3, 7, 9]


def test_cards_that_occur_twice_stay_inside_the_table() -> None:
    """They may go unnoticed, but the table is never read out of bounds."""
    same = np.repeat(np.arange(53, dtype=np.uint8)[:, np.newaxis], 7, axis=1)
    some = np.random.default_rng(1).integers(0, 256, (200_000, 7)).astype(np.uint8)
    few = np.random.default_rng(2).choice([0, 4, 8, 51, 52], (200_000, 7)).astype(np.uint8)
    for hands in (same, some, few):
        places = places_of(hands)
        assert places.min() >= 0
        assert places.max() < slots().size


def rule(hand: Cards, *reads: int) -> int:
    """A placeholder for the rule that every hand is compared with."""
    return 0


def every_hand(finder: HandFinder, table: Any, answers: Any, joker_wild: int, counts: Any) -> int:
    """Counts the answers of the table to all hands; returns how many differ from the rule's."""
    wrong = 0
    for a in range(47):
        for b in range(a + 1, 48):
            for c in range(b + 1, 49):
                for d in range(c + 1, 50):
                    for e in range(d + 1, 51):
                        for f in range(e + 1, 52):
                            for g in range(f + 1, 53):
                                number = table[slot_of(finder, a, b, c, d, e, f, g)]
                                counts[number] += 1
                                wrong += answers[number] != rule((a, b, c, d, e, f, g), joker_wild)
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("joker", [0, 1])
def test_the_table_answers_as_the_rule_for_all_hands(joker: int) -> None:
    """All 154,143,080 of them, and as often as the exact count says."""
    answers, numbers = np.unique(answers_by_kind(seven_card_lines, (joker,)), return_inverse=True)
    table, counts = slots().table(numbers.astype(np.uint8), 255), np.zeros(256, np.int64)
    check: Callable[..., int] = kernel_with(every_hand, rule=seven_card_lines)

    wrong = check(slots().finder, table, answers, joker, counts)

    assert wrong == 0
    assert counts.sum() == 154_143_080
    exact = count_sevens(lambda hand: seven_card_lines(hand, joker == 1), Shoe.of_decks(1, joker=True))
    assert {int(answer): int(times) for answer, times in zip(answers, counts, strict=False)} == exact
