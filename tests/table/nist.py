"""Tests of NIST SP 800-22 (revision 1a) on a sequence of bits: each gives a P-value, or several.

The names and formulas are those of the paper. Sizes are chosen so that every chi-square has an even number of degrees
of freedom: then its P-value is a finite sum, worked out here to the last digit.
"""

from collections.abc import Callable, Iterator, Mapping
from math import erfc, exp, lgamma, log, sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.int8]
"""Zeros and ones."""


def p_values(bits: Bits) -> dict[str, float]:
    """Every test of a long sequence, by its name."""
    return {f"{name} {place}": value for name, test in TESTS.items() for place, value in enumerate(test(bits), 1)}


def upper_gamma(a: int, x: float) -> float:
    """The regularised upper incomplete gamma function for a whole number: ``igamc(a, x)`` in the paper."""
    return sum(exp(k * log(x) - x - lgamma(k + 1)) for k in range(a)) if x > 0 else 1.0


def frequency(bits: Bits) -> Iterator[float]:
    """2.1: as many ones as zeros."""
    yield erfc(abs(_sum(bits)) / sqrt(2 * len(bits)))


def block_frequency(bits: Bits, size: int = 1000) -> Iterator[float]:
    """2.2: as many ones as zeros in every block."""
    ones = _blocks(bits, size).mean(axis=1)
    assert len(ones) % 2 == 0
    yield upper_gamma(len(ones) // 2, float(4 * size * ((ones - 0.5) ** 2).sum()) / 2)


def runs(bits: Bits) -> Iterator[float]:
    """2.3: runs of equal bits, neither too few nor too many."""
    ones = float(bits.mean())
    seen, expected = 1 + int(np.count_nonzero(bits[1:] != bits[:-1])), 2 * len(bits) * ones * (1 - ones)
    yield erfc(abs(seen - expected) / (2 * sqrt(2 * len(bits)) * ones * (1 - ones))) if 0 < ones < 1 else 0.0


LONGEST: Final = (0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727)
"""The probabilities that the longest run of ones in 10,000 bits is at most 10, 11, 12, 13, 14, 15, or longer."""


def longest_run(bits: Bits) -> Iterator[float]:
    """2.4: the longest run of ones in blocks of 10,000 bits."""
    blocks = _blocks(bits, 10_000)
    seen = [0] * len(LONGEST)
    for block in blocks:
        edges = np.flatnonzero(np.diff(np.concatenate(([0], block, [0]))))
        longest = int((edges[1::2] - edges[::2]).max(initial=0))
        seen[min(max(longest - 10, 0), 6)] += 1
    expected = [len(blocks) * chance for chance in LONGEST]
    yield upper_gamma(3, sum((one - two) ** 2 / two for one, two in zip(seen, expected, strict=True)) / 2)


def spectral(bits: Bits) -> Iterator[float]:
    """2.6: no period has an unusual peak in the discrete Fourier transform."""
    count = len(bits)
    heights = np.abs(np.fft.rfft(2.0 * bits - 1))[: count // 2]
    below = int(np.count_nonzero(heights < sqrt(count * log(1 / 0.05))))
    yield erfc(abs(below - 0.95 * count / 2) / sqrt(count * 0.95 * 0.05 / 4) / sqrt(2))


def serial(bits: Bits, length: int = 10) -> Iterator[float]:
    """2.11: every pattern of a length comes as often as every other."""
    first, second, third = (_psi_square(bits, length - less) for less in range(3))
    yield upper_gamma(2 ** (length - 2), (first - second) / 2)
    yield upper_gamma(2 ** (length - 3), (first - 2 * second + third) / 2)


def approximate_entropy(bits: Bits, length: int = 8) -> Iterator[float]:
    """2.12: patterns of a length against those that are one longer."""
    phi = []
    for size in (length, length + 1):
        share = _patterns(bits, size) / len(bits)
        phi.append(float((share[share > 0] * np.log(share[share > 0])).sum()))
    yield upper_gamma(2 ** (length - 1), len(bits) * (log(2) - (phi[0] - phi[1])))


def cumulative_sums(bits: Bits) -> Iterator[float]:
    """2.13: a walk by these bits goes no further than chance takes it, forwards and backwards."""
    yield _furthest(bits)
    yield _furthest(bits[::-1])


TESTS: Final[Mapping[str, Callable[[Bits], Iterator[float]]]] = {
    "frequency": frequency,
    "block frequency": block_frequency,
    "runs": runs,
    "longest run": longest_run,
    "spectral": spectral,
    "serial": serial,
    "approximate entropy": approximate_entropy,
    "cumulative sums": cumulative_sums,
}


def _sum(bits: Bits) -> int:
    return 2 * int(bits.sum(dtype=np.int64)) - len(bits)


def _blocks(bits: Bits, size: int) -> Bits:
    count = len(bits) // size
    return bits[: count * size].reshape(count, size)


def _patterns(bits: Bits, length: int) -> NDArray[Any]:
    """The count of each pattern; the sequence is extended by its beginning."""
    around = np.concatenate((bits, bits[: length - 1])).astype(np.int64)
    codes = sum(around[place : place + len(bits)] << (length - 1 - place) for place in range(length))
    return np.bincount(np.asarray(codes), minlength=2**length)


def _psi_square(bits: Bits, length: int) -> float:
    if length == 0:
        return 0.0
    seen = _patterns(bits, length).astype(float)
    return float(2**length / len(bits) * (seen**2).sum() - len(bits))


def _furthest(bits: Bits) -> float:
    count, normal = len(bits), NormalDist().cdf
    far, root = int(np.abs(np.cumsum(2 * bits.astype(np.int64) - 1)).max()), sqrt(count)
    first = sum(
        normal((4 * k + 1) * far / root) - normal((4 * k - 1) * far / root)
        for k in range(int((-count / far + 1) / 4), int((count / far - 1) / 4) + 1)
    )
    second = sum(
        normal((4 * k + 3) * far / root) - normal((4 * k + 1) * far / root)
        for k in range(int((-count / far - 3) / 4), int((count / far - 1) / 4) + 1)
    )
    return 1 - first + second
