"""The distribution of a sum of many rounds on a lattice, by the fast Fourier transform, with an error bound.

The distribution of one round is transformed into its characteristic function, raised to the number of rounds, and
transformed back. The transform covers only the interval that holds all but a negligible part of the probability (by
Chernoff's bound), so a million rounds need no more memory than their spread.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from math import ceil, cos, exp, floor, log, log2, pi, sin
from sys import float_info
from typing import Final, cast

Weights = Mapping[int, float]
"""Integer -> weight; the weights need not add up to 1."""

OUTSIDE: Final = 1e-15
"""The probability that the window may leave out on each side."""
PLAIN: Final = 1 << 14
"""Up to this size plain Python is faster than importing NumPy."""


def reach(weights: Weights, rounds: int) -> tuple[int, int]:
    """A window that the sum of these rounds leaves with a probability of at most :data:`OUTSIDE` on either side."""
    low, high = rounds * min(weights), rounds * max(weights)
    if low == high:
        return low, high
    return max(low, floor(-_bound(weights, rounds, -1))), min(high, ceil(_bound(weights, rounds, 1)))


def _bound(weights: Weights, rounds: int, side: int) -> float:
    """The smallest u that is exceeded with a probability of at most OUTSIDE by Chernoff's bound.

    Every tilt proves a bound; golden-section search finds the best one, since the function is unimodal.
    """
    total, reaches = sum(weights.values()), [side * value for value in weights]
    top = max(reaches)
    chances = [weight / total for weight in weights.values()]

    def passed(power: float) -> float:
        tilt = exp(power)
        grown = sum(chance * exp(tilt * (value - top)) for chance, value in zip(chances, reaches, strict=True))
        return rounds * (top + log(grown) / tilt) - log(OUTSIDE) / tilt

    step = log(max(top - min(reaches), 1) * rounds) + 1
    return _lowest(passed, -step, 4.0)


def _lowest(curve: Callable[[float], float], left: float, right: float) -> float:
    """The minimum of a unimodal function, by golden-section search."""
    golden = (5**0.5 - 1) / 2
    inner, outer = right - golden * (right - left), left + golden * (right - left)
    at_inner, at_outer = curve(inner), curve(outer)
    for _ in range(60):
        if at_inner < at_outer:
            right, outer, at_outer = outer, inner, at_inner
            at_inner = curve(inner := right - golden * (right - left))
        else:
            left, inner, at_inner = inner, outer, at_outer
            at_outer = curve(outer := left + golden * (right - left))
    return min(at_inner, at_outer)


def length(low: int, high: int) -> int:
    """The length of a transform that covers this window: a power of two."""
    return 1 << (high - low).bit_length()


def cumulated_powers(weights: Weights, powers: Sequence[int], low: int, size: int) -> list[Sequence[float]]:
    """For each power (a number of rounds), the cumulative sums of its weights from ``low`` on, ``size`` of them.

    Probability outside the window wraps around into it, so the window must be wide enough.
    """
    quick = size * len(powers) > PLAIN and have_numpy()
    return (_quick if quick else _plain)(weights, powers, low, size)


def rounding_error(rounds: int, size: int) -> float:
    """An upper bound on the floating-point error of these sums: a few units in the last place for each level of the
    transform, multiplied by the power, and summed against a kernel whose size grows logarithmically."""
    return 2 * float_info.epsilon * (rounds + 2) * (log2(size) + 4) * (log(size) + 2)


@cache
def have_numpy() -> bool:
    """Whether NumPy is installed; it is imported only where it is used."""
    return find_spec("numpy") is not None


def _quick(weights: Weights, powers: Sequence[int], low: int, size: int) -> list[Sequence[float]]:
    import numpy as np

    line = np.zeros(size)
    for value, weight in weights.items():
        line[value % size] += weight
    wave = np.fft.rfft(line)
    found: list[Sequence[float]] = []
    for power in powers:
        back = np.roll(np.fft.irfft(wave**power, size), -low)
        found.append(cast(Sequence[float], np.cumsum(np.maximum(back, 0.0))))
    return found


def _plain(weights: Weights, powers: Sequence[int], low: int, size: int) -> list[Sequence[float]]:
    line = [0j] * size
    for value, weight in weights.items():
        line[value % size] += weight
    wave = _transformed(line)
    start = low % size
    found: list[Sequence[float]] = []
    for power in powers:
        # The transform of the conjugate is the conjugate of the inverse transform, and the sums are real.
        back = _transformed([(each**power).conjugate() for each in wave])
        found.append(list(accumulate(max(each.real, 0.0) / size for each in back[start:] + back[:start])))
    return found


def _transformed(line: list[complex]) -> list[complex]:
    """The discrete Fourier transform; the length must be a power of two."""
    size = len(line)
    if size == 1:
        return line
    if size == 2:
        return [line[0] + line[1], line[0] - line[1]]
    even, odd = _transformed(line[::2]), _transformed(line[1::2])
    turned = [turn * each for turn, each in zip(_turns(size), odd, strict=True)]
    return [a + b for a, b in zip(even, turned, strict=True)] + [a - b for a, b in zip(even, turned, strict=True)]


@cache
def _turns(size: int) -> tuple[complex, ...]:
    return tuple(complex(cos(2 * pi * k / size), -sin(2 * pi * k / size)) for k in range(size // 2))
