"""Every kind of hand, and its values as set by a house way."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

from pitbook.cards import JOKER, Cards
from pitbook.exact.kernels import compiled, kernel_with
from pitbook.families.pai_gow.exact.batches import kept_arrays, key_of
from pitbook.families.pai_gow.exact.kinds import (
    BESIDE,
    CHOOSE,
    FLUSH_KINDS,
    FLUSHES,
    KINDS,
    PLAIN_KINDS,
    Pack,
    beside_of,
)
from pitbook.families.pai_gow.exact.parts import halves, patterns
from pitbook.hands.house_ways import house_way
from pitbook.hands.pai_gow import high_cards, low_cards
from pitbook.hands.poker import five_card_value, two_card_value
from pitbook.hands.seven import ACE_HIGH_PAI_GOW, NINE_HIGH_PAI_GOW, QUEEN_HIGH_PAI_GOW, seven_card_lines
from pitbook.hands.wild import Split, choose_split, with_joker_as

NO_RANK: Final = -1
TWO_BITS: Final = 28
"""Bits of a two-card value, which is at most a pair."""

ROW_BITS: Final = 8
"""The note on a kind: the row of the house way in this many low bits, and the number of its pai gow above them."""


@dataclass(frozen=True, slots=True, eq=False)
class SetKinds:
    """Every kind of hand as a house way sets it; -1 if there is no such kind."""

    values: Any
    notes: Any

    @property
    def five(self) -> Any:
        return self.values >> (TWO_BITS + 1)

    @property
    def two(self) -> Any:
        return self.values >> 1 & ((1 << TWO_BITS) - 1)

    @property
    def pai_gow(self) -> Any:
        """0 for none; 1 ace high to 6 nine high."""
        return self.notes >> ROW_BITS


@cache
def set_kinds(way: str, wheel: bool, wild: bool = False) -> SetKinds:
    """Every kind of hand set by the house way of this name.

    ``wheel`` ranks A-2-3-4-5 second-highest; with ``wild`` the joker is fully wild.
    """
    import numpy as np

    found = kept_arrays(key_of("set kinds", way, wild), lambda: _set_every_kind(way, wild))
    values, notes = np.full(KINDS, -1, np.int64), np.zeros(KINDS, np.int16)
    values[found["kinds"]] = found["wheel_second" if wheel else "wheel_lowest"]
    notes[found["kinds"]] = found["notes"]
    return SetKinds(values, notes)


def _set_every_kind(way: str, wild: bool) -> dict[str, Any]:
    import numpy as np

    kinds, hands = every_kind()
    notes = np.zeros(len(kinds), np.int16)
    values = [np.zeros(len(kinds), np.int64) for _ in range(2)]
    for wheel in range(2):
        splits = splits_by(house_way(way).split, hands, wild, wheel == 1)
        compiled(value_hands)(hands, splits, wild, wheel == 1, values[wheel], notes)
    return {"kinds": kinds.astype(np.int32), "wheel_lowest": values[0], "wheel_second": values[1], "notes": notes}


def splits_by(way: Split, hands: Any, wild: bool, wheel: bool) -> Any:
    """The setting of each hand: the positions of the low cards, and the row that decided."""
    import numpy as np

    splits = np.zeros((len(hands), 3), np.int64)
    if wild:
        kernel_with(split_all_wild, split=way)(hands, wheel, np.zeros((JOKER, 3), np.int64), splits)
    else:
        kernel_with(split_all, split=way)(hands, splits)
    return splits


def split(hand: Cards) -> tuple[int, int, int]:
    """A placeholder that the compiled kernel replaces by a way to set hands."""
    return len(hand), 0, 0


def split_all(hands: Any, splits: Any) -> None:
    """The setting of each hand."""
    for each in range(len(hands)):
        cards = hands[each]
        hand = (cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6])
        splits[each, 0], splits[each, 1], splits[each, 2] = split(hand)


def split_all_wild(hands: Any, wheel: bool, tried: Any, splits: Any) -> None:
    """The setting of each hand with a fully wild joker; ``tried`` is a buffer for a split with each card."""
    for each in range(len(hands)):
        cards = hands[each]
        hand = (cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6])
        if JOKER not in hand:
            splits[each, 0], splits[each, 1], splits[each, 2] = split(hand)
            continue
        for card in range(JOKER):
            if card not in hand:
                tried[card, 0], tried[card, 1], tried[card, 2] = split(with_joker_as(hand, card))
        splits[each, 0], splits[each, 1], splits[each, 2] = choose_split(hand, wheel, tried)


def value_hands(hands: Any, splits: Any, wild: bool, wheel: bool, values: Any, notes: Any) -> None:
    """The values of set hands, and the notes on them.

    The five-card value, the two-card value and whether the hand is a queen-high pai gow are packed into one signed
    64-bit number, which is enough because a two-card value is at most a pair.
    """
    for each in range(len(hands)):
        cards = hands[each]
        hand = (cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6])
        first, second, row = splits[each]
        five = five_card_value(high_cards(hand, first, second), wild, wheel)
        two = two_card_value(low_cards(hand, first, second), wild)
        lines = seven_card_lines(hand, wild)
        values[each] = five << (TWO_BITS + 1) | two << 1 | (lines >> QUEEN_HIGH_PAI_GOW & 1)
        notes[each] = pai_gow_class(lines) << ROW_BITS | row


def pai_gow_class(lines: int) -> int:
    """1 for an ace-high pai gow down to 6 for a nine-high one; 0 for any other hand."""
    for line in range(ACE_HIGH_PAI_GOW, NINE_HIGH_PAI_GOW + 1):
        if lines >> line & 1:
            return 1 + line - ACE_HIGH_PAI_GOW
    return 0


def every_kind() -> tuple[Any, Any]:
    """The kinds of the whole pack, and one hand of each."""
    import numpy as np

    pack = Pack()
    kinds, hands = [], []
    for joker in range(2):
        ranks = pattern_ranks(pack, joker)
        kinds.append(_numbers(ranks, joker))
        # Suits are assigned in turn: no suit gets more than two cards, and equal ranks get different suits.
        hands.append(_with_joker(ranks * 4 + np.arange(7 - joker) % 4, joker))
        for group in flush_groups(pack, joker):
            beside = [rank * 4 + suit for suit, rank in enumerate((group.first, group.second), 1) if rank != NO_RANK]
            held = np.nonzero(group.ranks[:, None] >> np.arange(13) & 1)[1]
            members = held.reshape(len(group.ranks), -1) * 4
            kinds.append(group.with_flush)
            hands.append(_with_joker(np.hstack([members, np.tile(beside, (len(members), 1)).astype(np.int64)]), joker))
    return np.concatenate(kinds), np.concatenate(hands).astype(np.int64)


def _with_joker(hands: Any, joker: int) -> Any:
    import numpy as np

    return np.hstack([hands, np.full((len(hands), joker), JOKER)])


@dataclass(frozen=True, slots=True, eq=False)
class FlushGroup:
    """Flushes of one size that share the ranks of the other cards."""

    first: int
    second: int
    ranks: Any
    """The ranks of the flush, as a mask from the lowest rank of the pack."""
    with_flush: Any
    """The kinds of hand that these are."""
    without: Any
    """The kinds of the same ranks without the flush."""


@cache
def flush_groups(pack: Pack, joker: int) -> tuple[FlushGroup, ...]:
    """All hands with a flush, with the joker or without."""
    import numpy as np

    ranks = range(13 - pack.lowest)
    beside = [(NO_RANK, NO_RANK), *((rank, NO_RANK) for rank in ranks), *combinations_with_replacement(ranks, 2)]
    groups = []
    for first, second in beside:
        more = [rank + pack.lowest for rank in (first, second) if rank != NO_RANK]
        chosen = np.array(list(combinations(ranks, 7 - joker - len(more))), np.int64).reshape(-1, 7 - joker - len(more))
        if not len(chosen):
            continue
        masks = (1 << chosen).sum(axis=1)
        low, high = ([*more, NO_RANK, NO_RANK])[:2]
        with_flush = FLUSHES + FLUSH_KINDS * joker + (masks << pack.lowest) * BESIDE + beside_of(low, high)
        both = np.hstack([chosen + pack.lowest, np.tile(np.array(more, np.int64), (len(chosen), 1))])
        groups.append(FlushGroup(low, high, masks.astype(np.uint16), with_flush, _numbers(both, joker)))
    return tuple(groups)


def plain_kinds(pack: Pack, joker: int) -> Any:
    """The kinds of the rank patterns, in their order."""
    return _numbers(pattern_ranks(pack, joker), joker)


@cache
def pattern_ranks(pack: Pack, joker: int) -> Any:
    """The ranks of every rank pattern in rising order, a row for each."""
    import numpy as np

    low, high = halves(pack)
    counts = np.array([low.patterns[one] + high.patterns[other] for one, other in patterns(pack, 7 - joker)], np.int64)
    ranks = np.tile(np.arange(pack.lowest, 13), len(counts))
    return np.repeat(ranks, counts.ravel()).reshape(-1, 7 - joker)


def _numbers(ranks: Any, joker: int) -> Any:
    """The kinds of hands without a flush, given their ranks, a row for each."""
    import numpy as np

    choose = np.array(CHOOSE, np.int64)
    ordered = np.sort(ranks, axis=1)
    places = np.arange(ranks.shape[1])
    return PLAIN_KINDS * joker + choose[ordered + places, places + 1].sum(axis=1)
