"""Seven cards in bulk: the table is the rule, for every kind of hand and for hands at random."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from pitbook.cards import JOKER, Cards, Shoe, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.seven import count_sevens
from pitbook.games import game
from pitbook.hands.seven import seven_card_lines
from pitbook.simulate.compile import kernel_with
from pitbook.simulate.seven import SevenTable, answers_by_kind, seven_table, table_of
from pitbook.simulate.seven_kernel import Finder, answer_all, find_all, slot_of
from pitbook.simulate.seven_slots import distinct_sums, slots

SEED = 20260611


def random_hands(number: int, seed: int = SEED) -> Any:
    """Hands of the 53-card pack, every one equally likely."""
    return np.argsort(np.random.default_rng(seed).random((number, 53)), axis=1)[:, :7].astype(np.uint8)


@cache
def dynasty(joker: int) -> SevenTable:
    return seven_table(game("ez-pai-gow").wager("dynasty"), (joker,))


def test_every_kind_of_hand_has_a_place_of_its_own() -> None:
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
    table, held = dynasty(joker), slots()

    found = np.array(table.answers)[table.look_up(held.hands)]

    assert (found == answers_by_kind(seven_card_lines, (joker,))).all()
    for hand, answer in zip(held.hands[::1009].tolist(), found[::1009].tolist(), strict=True):
        assert seven_card_lines(tuple(hand), joker == 1) == answer


@pytest.mark.parametrize("joker", [0, 1])
def test_the_table_answers_as_the_rule_for_hands_at_random(joker: int) -> None:
    table, hands = dynasty(joker), random_hands(300_000)
    answers = np.zeros(len(hands), np.int64)

    kernel_with(answer_all, rule=seven_card_lines, READS=(joker,))(hands.astype(np.int64), answers)

    assert (np.array(table.answers)[table.look_up(hands)] == answers).all()


def test_the_order_of_the_cards_makes_no_difference() -> None:
    hands = random_hands(50_000, 3)

    assert (dynasty(0).look_up(hands) == dynasty(0).look_up(hands[:, ::-1])).all()


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

    (number,) = dynasty(0).look_up(np.array([cards], np.uint8))

    assert dynasty(0).answers[number] == seven_card_lines(cards, False)


def test_any_rule_that_sees_only_flushes_can_be_looked_up() -> None:
    """The table of another rule, written here: how many of the flush's cards there are, and the joker."""
    table = table_of(flush_and_joker, ())
    hands = random_hands(20_000, 5)

    found = table.look_up(hands)

    for hand, number in zip(hands.tolist(), found, strict=True):
        assert table.answers[number] == flush_and_joker(tuple(hand))


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


def by_rank(hand: Cards) -> int:
    total = 0
    for card in hand:
        total += (card >> 2) ** 2
    return total


def test_rule_that_does_not_fit_the_table_is_refused() -> None:
    red_black, base = (game("ez-pai-gow").wager(slug) for slug in ("red-black", "base"))

    for wager in (red_black, base):
        with pytest.raises(BadInput, match="not a wager on seven cards that sees suits only through flushes"):
            seven_table(wager)
    with pytest.raises(BadInput, match=r"by_rank has .* different answers: 255 fit into a table"):
        table_of(by_rank, ())


@pytest.mark.parametrize("wrong", [[[1, 2, 3, 4, 5, 6, 7]], None, "As Ks", 7, np.zeros((3, 6), np.uint8),
                                   np.zeros(7, np.uint8), np.zeros((2, 7), np.int64), np.zeros((2, 7, 1), np.uint8),
                                   np.full((2, 7), np.nan)])  # fmt: skip
def test_invalid_array_of_hands_is_refused(wrong: Any) -> None:
    with pytest.raises(BadInput, match="an array of bytes with seven cards in each row"):
        dynasty(0).look_up(wrong)


def test_invalid_card_is_refused_in_bulk() -> None:
    hands = random_hands(1_000)
    hands[3, 2], hands[7], hands[9, 6] = 53, 255, 128

    with pytest.raises(BadInput, match="3 of the hands are not seven different cards: card ids are 0 to 52"):
        dynasty(0).look_up(hands)


def test_cards_that_occur_twice_stay_inside_the_table() -> None:
    """They may go unnoticed, but nothing is read that is not there."""
    same = np.repeat(np.arange(53, dtype=np.uint8)[:, np.newaxis], 7, axis=1)
    some = np.random.default_rng(1).integers(0, 256, (200_000, 7)).astype(np.uint8)
    few = np.random.default_rng(2).choice([0, 4, 8, 51, 52], (200_000, 7)).astype(np.uint8)
    for hands in (same, some, few):
        places = np.full(len(hands), -1, np.int64)
        kernel_with(find_all)(slots().finder, hands, places)
        assert places.min() >= 0
        assert places.max() < slots().size


def test_no_hands_have_no_answers_and_rows_may_lie_apart() -> None:
    hands = random_hands(1_000)

    assert len(dynasty(0).look_up(hands[:0])) == 0
    assert (dynasty(0).look_up(hands[::2]) == dynasty(0).look_up(hands)[::2]).all()


def rule(hand: Cards, *reads: int) -> int:
    """Replaced by the rule that every hand is held against."""
    return 0


def every_hand(finder: Finder, table: Any, answers: Any, joker_wild: int, counts: Any) -> int:
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
    table, counts = dynasty(joker), np.zeros(256, np.int64)
    check: Callable[..., int] = kernel_with(every_hand, rule=seven_card_lines)

    wrong = check(table.finder, table.table, np.array(table.answers, np.int64), joker, counts)

    assert wrong == 0
    assert counts.sum() == 154_143_080
    exact = count_sevens(lambda hand: seven_card_lines(hand, joker == 1), Shoe.of_decks(1, joker=True))
    assert {answer: int(times) for answer, times in zip(table.answers, counts, strict=False)} == exact
