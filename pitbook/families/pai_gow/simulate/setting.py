"""Lookup tables for kernels: every kind of pai gow hand as it is set, with its values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled
from pitbook.families.pai_gow.exact.batches import kept_arrays, key_of
from pitbook.families.pai_gow.exact.set_kinds import SetKinds, splits_by, value_hands
from pitbook.families.pai_gow.simulate.kernel import NUMBER_BITS, NUMBERS, PLACE_BITS, PLACES
from pitbook.hands.house_ways import house_way
from pitbook.hands.pai_gow import SPLITS, high_cards, is_foul, low_cards
from pitbook.hands.poker import class_of, five_card_value, two_card_value
from pitbook.simulate.seven_slots import Slots, answers_by_kind, slots

NOVICE: Final = "novice"


def novice(hand: Cards) -> tuple[int, int, int]:
    """A novice, who never breaks up the best class of five-card hand: of the settings that keep it, the one with the
    best two cards. The rank of A-2-3-4-5 does not matter."""
    return _novice(hand, False)


def novice_wild(hand: Cards) -> tuple[int, int, int]:
    """The same player with a fully wild joker."""
    return _novice(hand, True)


def _novice(hand: Cards, wild: bool) -> tuple[int, int, int]:
    best, best_class, best_low = 0, -1, -1
    for split in range(len(SPLITS)):
        first, second = SPLITS[split]
        high = five_card_value(high_cards(hand, first, second), wild, False)
        low = two_card_value(low_cards(hand, first, second), wild)
        high_class = class_of(high)
        if is_foul(low, high) or high_class < best_class:
            continue
        if high_class > best_class or low > best_low:
            best, best_class, best_low = split, high_class, low
    first, second = SPLITS[best]
    return first, second, 0


def set_values(way: str, wheel: bool, wild: bool) -> SetKinds:
    """Every kind of hand set by a house way or a novice, in the order of :class:`Slots`; cached on disk."""
    key = key_of("set sevens", way, wheel, wild, roots=(__name__,))
    found = kept_arrays(key, lambda: _set(way, wheel, wild))
    return SetKinds(found["values"], found["notes"])


def _set(way: str, wheel: bool, wild: bool) -> dict[str, Any]:
    hands = slots().hands.astype(np.int64)
    if way == NOVICE:
        splits = splits_by(novice_wild if wild else novice, hands, False, wheel)
    else:
        splits = splits_by(house_way(way).split, hands, wild, wheel)
    values, notes = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int16)
    compiled(value_hands)(hands, splits, wild, wheel, values, notes)
    return {"values": values, "notes": notes}


@dataclass(frozen=True, slots=True, eq=False)
class HandTables:
    """The lookup tables for a seat's hand and for the dealer's."""

    slots: Slots
    answers: tuple[tuple[int, ...], ...]
    """By a hand's number: the answer of each rule on seven cards."""
    player: Any
    dealer: Any


Rule = tuple[Callable[..., int], tuple[int, ...]]
"""A rule on seven cards, and the option values that it reads."""


@cache
def hand_tables(rules: Sequence[Rule], ways: tuple[str, str] | None, wheel: bool, wild: bool) -> HandTables:
    """Tables for these rules, and for the house ways of player and dealer; without ways hands are not set."""
    held = slots()
    answers, numbers = _number([answers_by_kind(rule, reads) for rule, reads in rules])
    if len(answers) > NUMBERS:
        raise BadInput(f"the wagers on seven cards tell {len(answers)} hands apart: {NUMBERS} are the most")
    tables = [numbers, numbers]
    if ways is not None:
        kinds = [set_values(way, wheel, wild) for way in ways]
        values = np.unique(np.concatenate([each for kind in kinds for each in (kind.five, kind.two)]))
        if len(values) > PLACES:
            raise BadInput(f"set hands have {len(values)} different values: {PLACES} are the most")
        tables = [_packed(kind, values, numbers) for kind in kinds]
    player, dealer = (held.table(each, 0) for each in tables)
    if ways is None or ways[0] == ways[1]:
        dealer = player
    return HandTables(held, answers, player, dealer)


def _number(columns: Sequence[Any]) -> tuple[tuple[tuple[int, ...], ...], Any]:
    """The combinations of the rules' answers, in rising order, and the index of the combination for every kind."""
    numbers = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        known, places = np.unique(column, return_inverse=True)
        numbers = numbers * len(known) + places
    _, first, numbers = np.unique(numbers, return_index=True, return_inverse=True)
    answers = tuple(tuple(int(column[place]) for column in columns) for place in first)
    return answers, numbers.astype(np.uint32)


def _packed(kind: SetKinds, values: Any, numbers: Any) -> Any:
    five, two = (np.searchsorted(values, each).astype(np.uint32) for each in (kind.five, kind.two))
    return five << np.uint32(PLACE_BITS + NUMBER_BITS) | two << np.uint32(NUMBER_BITS) | numbers
