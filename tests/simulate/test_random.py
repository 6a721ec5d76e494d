"""Streams of random numbers: the published generator, unbiased below any number, a separate stream for each block."""

import hashlib
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.simulate import random
from pitbook.simulate.compile import kernel_with
from pitbook.simulate.random import below, draw, stream_of

WORDS = (
    41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162,
    14011001112246962877, 12406186145184390807, 15849039046786891736, 10450023813501588000,
)  # fmt: skip
"""The first outputs of xoshiro256++ from the state 1, 2, 3, 4, in its authors' C and in other libraries."""
START = (np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4))


def some_words(state: Any, words: Any) -> None:
    for place in range(len(words)):
        state, words[place] = draw(state)


def some_below(state: Any, number: int, counts: Any, times: int) -> None:
    for _ in range(times):
        state, found = below(state, number)
        counts[found] += 1


def test_the_generator_is_the_published_one() -> None:
    compiled: Any = np.zeros(len(WORDS), np.uint64)
    kernel_with(some_words)(START, compiled)
    plain: Any = np.zeros(len(WORDS), np.uint64)
    with np.errstate(over="ignore"):
        some_words(START, plain)

    assert tuple(int(word) for word in compiled) == WORDS
    assert tuple(int(word) for word in plain) == WORDS


def test_a_stream_begins_at_the_hash_of_seed_and_block() -> None:
    digest = hashlib.sha256(b"pitbook stream -5 17").digest()
    expected = [int.from_bytes(digest[place : place + 8], "little") for place in range(0, 32, 8)]

    assert [int(word) for word in stream_of(-5, 17)] == expected


def test_every_seed_and_block_has_a_stream_of_its_own() -> None:
    begins = {stream_of(seed, block) for seed in (*range(-20, 40), 10**30) for block in range(40)}

    assert len(begins) == 61 * 40


@pytest.mark.parametrize("number", [1, 2, 3, 6, 51, 52, 53, 255])
def test_every_number_is_equally_likely_over_all_draws(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With halves of eight bits, few enough to enumerate: the uneven remainder is drawn again."""
    halves = iter(range(256))
    monkeypatch.setattr(random, "_HALF", np.uint64(8))
    monkeypatch.setattr(random, "_LOW", np.uint64(255))
    monkeypatch.setattr(random, "draw", lambda state: (state, np.uint64(next(halves) << 8)))
    found: Counter[int] = Counter()
    for _ in range(number * (256 // number)):
        found[int(below(START, number)[1])] += 1

    assert found == dict.fromkeys(range(number), 256 // number)


@given(st.integers(1, 2**31), st.integers(0, 2**64 - 1))
def test_no_number_is_out_of_range(number: int, seed: int) -> None:
    with np.errstate(over="ignore"):
        assert 0 <= below(stream_of(seed, 0), number)[1] < number


@pytest.mark.parametrize("number", [52, 312, 416])
def test_numbers_are_spread_evenly(number: int) -> None:
    """The sum of squares lies within five standard deviations of what chance gives."""
    counts: Any = np.zeros(number, np.int64)
    kernel_with(some_below)(stream_of(2026, number), number, counts, 10_000_000)
    expected = 10_000_000 / number
    spread = float(((counts - expected) ** 2 / expected).sum())

    assert abs(spread - (number - 1)) < 5 * (2 * (number - 1)) ** 0.5
