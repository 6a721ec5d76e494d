"""Valid texts with parts cut, doubled, swapped or replaced by hostile input; texts of a million characters."""

import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from hypothesis import strategies as st

PUT_IN: Final = (
    "\x00", "\ud800", "\u202e", "\ufeff", "\u2028", "💰", "é", "\x1b[31m", "\n", "\r", "\t", " " * 300, "#", "=", ":",
    "-", "−", "+", "..", "%", "$", "NaN", "Infinity", "-Infinity", "1e999", "1e-999", "0x10", "1_000", "-1", "null",
    "true", "9" * 50, "9" * 5_000, '"', "'", '"""', "\\", "\\ud800", "[", "]", "{", "}", "[" * 3_000, "{" * 3_000,
    "(" * 3_000, '{"a":' * 3_000, "a." * 900,
)  # fmt: skip
"""Inputs that are typed, pasted or sent on purpose where they do not belong."""
MILLION: Final = 10**6
HUGE: Final = {
    "a million digits": "9" * MILLION,
    "a million decimals": "0." + "1" * MILLION,
    "a million letters": "A" * MILLION,
    "a million spaces": " " * MILLION,
    "a million signs": "💰" * MILLION,
    "a million lines": "\n" * MILLION,
    "fifty thousand lines": "\n" * 50_000,
    "cards without end": "Ks " * 100_000,
    "lists in lists": "[" * 100_000,
    "closed lists in lists": "[" * 100_000 + "]" * 100_000,
    "objects in objects": '{"a":' * 100_000,
    "parentheses": "(" * 100_000,
    "not not not": "cards: player 2\nX: " + "not " * 100_000 + "pair(player)",
    "sums without end": "cards: player 2\nX: " + "1 + " * 100_000 + "1 = 1",
    "dotted keys": "a" + ".a" * 100_000 + " = 1",
    "dotted tables": "".join(f"[a{'.a' * (number % 100)}.b{number}]\n" for number in range(2_000)),
    "tables without end": "[[table]]\n" * 20_000,
    "lists in TOML": "a = " + "[" * 100_000,
    "inline tables": "a = " + "{a=" * 100_000,
    "ranges without end": "1.." * 300_000,
    "seats without end": "1, " * 300_000,
}
"""Each is refused, or taken, at once."""


@st.composite
def mutated(draw: st.DrawFn, right: Sequence[str]) -> str:
    """One of these texts after a few random changes."""
    text = draw(st.sampled_from(right))
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, len(text)))
        last = draw(st.integers(first, min(len(text), first + 40)))
        put = draw(st.one_of(st.sampled_from(PUT_IN), st.text(max_size=5), st.just(text[first:last] * 2)))
        match draw(st.sampled_from(("cut", "put in", "replace", "leave out", "swap"))):
            case "cut":
                text = text[:first]
            case "put in":
                text = text[:first] + put + text[first:]
            case "replace":
                text = text[:first] + put + text[last:]
            case "leave out":
                text = text[:first] + text[last:]
            case "swap":
                text = text[last:] + text[:first] + text[first:last]
    return text


@contextmanager
def memory_limit(most: int) -> Iterator[None]:
    """Asserts that the block allocates less than this many bytes."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()
