"""Random numbers for compiled kernels: one stream for each block of a simulation.

The generator is xoshiro256++ (Blackman and Vigna, 2019). Its 256 bits of state are the SHA-256 hash of the seed and the
block's number, so that the streams of different blocks are independent. The functions are compiled into kernels and
work on unsigned 64-bit words: every constant combined with a word is one too.
"""

import hashlib
from typing import Any

import numpy as np

State = tuple[Any, Any, Any, Any]
"""Four unsigned 64-bit words."""

_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
_17, _23, _45, _64 = (np.uint64(bits) for bits in (17, 23, 45, 64))


def stream_of(seed: int, block: int) -> State:
    """The initial state of a block's stream."""
    digest = hashlib.sha256(f"pitbook stream {seed} {block}".encode()).digest()
    one, two, three, four = np.frombuffer(digest, "<u8")
    return one, two, three, four


def draw(state: State) -> tuple[State, Any]:
    """The next state, and 64 random bits."""
    a, b, c, d = state
    total = a + d
    word = (total << _23 | total >> (_64 - _23)) + a
    moved = b << _17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= moved
    return (a, b, c, d << _45 | d >> (_64 - _45)), word


def below(state: State, number: int) -> tuple[State, Any]:
    """The next state, and an integer from 0 to ``number`` - 1, all exactly equally likely (Lemire, 2019)."""
    size = np.uint64(number)
    state, word = draw(state)
    product = (word >> _HALF) * size
    if product & _LOW < size:
        # Rejection sampling: draws in the uneven remainder of the 2**32 values are repeated.
        least = (_LOW + np.uint64(1)) % size
        while product & _LOW < least:
            state, word = draw(state)
            product = (word >> _HALF) * size
    return state, np.int64(product >> _HALF)
