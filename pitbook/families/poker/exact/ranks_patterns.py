"""Patterns of ranks, and the dealer's as a tree, for :mod:`pitbook.families.poker.exact.ranks`."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any


@dataclass(frozen=True, slots=True)
class Patterns:
    """Every pattern of ranks of one size, by index."""

    counts: Any
    """[index, rank]"""
    values: Any
    """The number of each pattern's value, as if flushes did not exist; -1 for more than four of a rank."""


@dataclass(frozen=True, slots=True)
class PatternTree:
    """The dealer's patterns as leaves of a tree whose steps are ranks."""

    node_parent: Any
    node_step: Any
    leaf_parent: Any
    leaf_step: Any
    counts: Any
    """[leaf, rank]"""
    joker: Any
    """Whether each leaf has the joker."""


@cache
def tree_of(unseen: int, joker: bool) -> PatternTree:
    """The patterns of this many cards, one of which may be the joker."""
    import numpy as np

    leaves = [(each, False) for each in combinations_with_replacement(range(13), unseen)]
    if joker and unseen:
        leaves += [(each, True) for each in combinations_with_replacement(range(13), unseen - 1)]
    leaves = [(each, is_joker) for each, is_joker in leaves if all(each.count(one) <= 4 for one in set(each))]
    wanted: set[tuple[int, ...]] = {()}
    for each, is_joker in leaves:
        node = each if is_joker else _without_last(each)
        while node not in wanted:
            wanted.add(node)
            node = _without_last(node)
    nodes = {node: number for number, node in enumerate(sorted(wanted, key=lambda each: (len(each), each)))}
    parents = [each if is_joker else _without_last(each) for each, is_joker in leaves]
    return PatternTree(
        np.array([nodes[_without_last(node)] for node in nodes], np.int32),
        np.array([_step(node) for node in nodes], np.int32),
        np.array([nodes[node] for node in parents], np.int32),
        np.array([0 if is_joker else _step(each) for each, is_joker in leaves], np.int32),
        np.array([[each.count(one) for one in range(13)] for each, _ in leaves], np.int64),
        np.array([is_joker for _, is_joker in leaves]),
    )


def _without_last(pattern: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(each for each in pattern if each != pattern[-1])


def _step(pattern: tuple[int, ...]) -> int:
    return 8 * pattern[-1] + pattern.count(pattern[-1]) if pattern else 0
