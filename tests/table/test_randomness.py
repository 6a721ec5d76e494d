"""The shuffle of a house, by secrets of the operating system: it passes the standard tests, wrong shuffles fail them.

Every bound is so wide that a fair shuffle fails one in no more than one of a thousand million runs.
"""

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import factorial, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitbook.cards import card_names, parse_cards
from pitbook.table.shoe import SECRET_BYTES, OsChance, promise_of, seal
from tests.table import nist
from tests.table.shuffles import WRONG, Shuffle, bits_of, fair, many

FAR = 6.8
"""The limit in standard deviations, exceeded by chance once in a hundred thousand million."""
RARE = 1e-11
"""The same as a P-value."""
BITS = 1_000_000


def deviation(statistic: float, free: int) -> float:
    """The distance of a chi-square from its expectation, in standard deviations (Wilson and Hilferty)."""
    return float(((statistic / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))


def chi_square(seen: NDArray[Any], expected: float) -> float:
    return float(((seen - expected) ** 2).sum() / expected)


def places(orders: NDArray[Any]) -> float:
    """Every card in every place: a square table whose rows and columns have fixed sums."""
    count, size = orders.shape
    cells = np.bincount((orders * size + np.arange(size)).ravel(), minlength=size * size)
    return deviation(chi_square(cells, count / size) * (size - 1) / size, (size - 1) ** 2)


def neighbours(orders: NDArray[Any]) -> float:
    """Every card next to every other: a table of the ordered pairs of neighbours."""
    count, size = orders.shape
    cells = np.bincount((orders[:, :-1] * size + orders[:, 1:]).ravel(), minlength=size * size).reshape(size, size)
    return deviation(chi_square(cells[~np.eye(size, dtype=bool)], count / size), (size - 1) ** 2)


def staying(orders: NDArray[Any]) -> float:
    """The number of cards that stay in their own place: one of each order on average, with standard deviation one."""
    count, size = orders.shape
    return float(np.count_nonzero(orders == np.arange(size)) - count) / sqrt(count)


def faults(orders: NDArray[Any], bits: int) -> Iterator[str]:
    """The tests that these orders fail."""
    for test in (places, neighbours, staying):
        if abs(score := test(orders)) > FAR:
            yield f"{test.__name__}: {score:.1f} standard deviations"
    yield from (f"{name}: P = {p:.1e}" for name, p in nist.p_values(bits_of(orders)[:bits]).items() if p < RARE)
    if len(np.unique(orders, axis=0)) < len(orders):
        yield "an order came twice"


# -- the tests themselves ----------------------------------------------------------------------------------------------

PI = "1100100100001111110110101010001000100001011010001100001000110100110001001100011001100010100010111000"


def read(text: str) -> nist.Bits:
    return np.array([int(letter) for letter in text], dtype=np.int8)


def test_the_tests_give_the_values_that_nist_prints() -> None:
    """The worked examples of SP 800-22, revision 1a, sections 2.1 to 2.13: 100 binary digits of pi."""
    pi = read(PI)
    printed = {
        nist.frequency(pi): [0.109599],
        nist.block_frequency(pi, 10): [0.706438],
        nist.runs(pi): [0.500798],
        nist.spectral(pi): [0.646355],
        nist.approximate_entropy(pi, 2): [0.235301],
        nist.cumulative_sums(pi): [0.219194, 0.114866],
        nist.serial(read("0011011101"), 3): [0.808792, 0.670320],
    }
    for found, expected in printed.items():
        assert list(found) == pytest.approx(expected, abs=1e-6)


@pytest.mark.slow
def test_the_tests_give_the_values_that_nist_prints_for_a_million_bits() -> None:
    """Appendix B: the first 1,000,000 binary digits of e."""
    e = read(digits_of_e(BITS))
    printed = {
        nist.frequency(e): [0.953749],
        nist.block_frequency(e, 128): [0.211072],
        nist.runs(e): [0.561917],
        nist.longest_run(e): [0.718945],
        nist.spectral(e): [0.847187],
        nist.approximate_entropy(e, 10): [0.700073],
        nist.cumulative_sums(e): [0.669887, 0.724266],
        nist.serial(e, 16): [0.766182, 0.462921],
    }
    for found, expected in printed.items():
        assert list(found) == pytest.approx(expected, abs=1e-6)


def digits_of_e(count: int) -> str:
    """1 + 1/1! + 1/2! + ..., summed by halves."""

    def part(low: int, high: int) -> tuple[int, int]:
        if high - low == 1:
            return 1, high
        middle = (low + high) // 2
        (p, q), (r, s) = part(low, middle), part(middle, high)
        return p * s + r, q * s

    above, under = part(0, count // 12)
    return bin((under + above << count) // under)[2 : count + 2]


# -- a fair shuffle ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "count"), [(52, 4000), (53, 4000), pytest.param(312, BITS // 156 + 1, marks=pytest.mark.slow)]
)
def test_a_shuffle_of_the_house_passes(size: int, count: int) -> None:
    """One deck, one with the joker, and six decks: places, neighbours, and the bits of the orders."""
    orders = many(fair, size, count)
    if size == 312:
        assert list(faults(orders, BITS)) == []
    else:
        assert abs(places(orders)) < FAR
        assert abs(neighbours(orders)) < FAR
        assert abs(staying(orders)) < FAR


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_order_of_a_few_cards_is_as_likely(size: int) -> None:
    expected = 100
    seen = Counter(fair(size) for _ in range(expected * factorial(size)))
    counts = np.array([seen[order] for order in permutations(range(size))])
    assert counts.sum() == seen.total()
    assert abs(deviation(chi_square(counts, expected), factorial(size) - 1)) < FAR


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_shuffle_fails(name: str) -> None:
    """The same tests, with the same bounds and fewer orders."""
    found = list(faults(many(WRONG[name], 312, 1300), 200_000))
    assert found, name


@pytest.mark.parametrize("name", ["any place", "another place"])
def test_a_wrong_shuffle_of_a_few_cards_fails(name: str) -> None:
    shuffle: Shuffle = WRONG[name]
    seen = Counter(shuffle(4) for _ in range(6000))
    counts = np.array([seen[order] for order in permutations(range(4))])
    assert deviation(chi_square(counts, 250), 23) > FAR


# -- provable after the fact -------------------------------------------------------------------------------------------


def test_only_its_own_secret_reproduces_a_shoe() -> None:
    secret = OsChance().secret()
    assert len(secret) == SECRET_BYTES
    pack = tuple(range(52)) * 6
    shoe = seal(pack, secret)
    assert seal(pack, secret) == shoe
    for bit in range(8 * SECRET_BYTES):
        other = bytearray(secret)
        other[bit // 8] ^= 1 << bit % 8
        assert seal(pack, bytes(other)).promise != shoe.promise


def test_a_promise_holds_for_its_order_and_salt_alone() -> None:
    """If any two different cards or any digit of the salt are changed, the commitment differs."""
    shoe = seal(range(53), OsChance().secret())
    told = parse_cards(card_names(shoe.order))
    assert promise_of(told, shoe.salt) == shoe.promise
    changed = {
        promise_of((*told[:place], told[place + 1], told[place], *told[place + 2 :]), shoe.salt) for place in range(52)
    }
    digits = "0123456789abcdef"
    changed |= {
        promise_of(told, shoe.salt[:place] + digits[digits.index(digit) - 1] + shoe.salt[place + 1 :])
        for place, digit in enumerate(shoe.salt)
    }
    assert len(changed) == 52 + 64
    assert shoe.promise not in changed


# -- batteries ---------------------------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]
DIEHARD = {
    "words": {
        0: 100, 1: 20, 2: 20, 3: 20, 4: 20, 8: 20, 9: 20, 10: 100, 11: 20, 12: 100, 13: 20, 15: 100, 16: 20, 17: 5,
        100: 100, 101: 100, 102: 20, 200: 5, 201: 5, 202: 20, 205: 1, 206: 1, 207: 1, 208: 1, 209: 1,
    },
    "orders": {0: 5, 3: 1, 8: 1, 10: 10, 12: 10, 15: 5, 100: 5, 101: 5, 202: 1},
}  # fmt: skip
"""The tests of dieharder that its authors call good, by number, and how many samples of each fit into minutes."""
TUPLES = {200: 8, 201: 3, 202: 5}
"""The number of bits, dimensions or words that these tests combine; the others choose it themselves."""
LINE = re.compile(r"^\s*(\w+)\s*\|\s*(\d+)\s*\|\s*([\d.]+)\s*\|\s*(PASSED|WEAK|FAILED)\s*$", re.MULTILINE)


Found = list[tuple[str, int, float, str]]


def failed(found: Found) -> Found:
    """The tests that fail with a P-value near 0; dieharder also fails values near 1, which few samples often give."""
    return [each for each in found if each[-1] == "FAILED" and each[-2] < 0.5]


def dieharder(stream: str, test: int, samples: int) -> Found:
    """For each test its name, what it combines, the P-value, and dieharder's verdict."""
    program = shutil.which("dieharder")
    if program is None:
        pytest.fail("the battery needs the Debian package dieharder: apt-get install dieharder")
    with subprocess.Popen(
        [sys.executable, "-m", "tests.table.shuffles", stream], cwd=ROOT, stdout=subprocess.PIPE
    ) as source:
        command = [program, "-g", "200", "-d", str(test), "-p", str(samples), "-n", str(TUPLES.get(test, 0))]
        command += ["-D", "test_name", "-D", "ntuple", "-D", "pvalues", "-D", "assessment"]
        ran = subprocess.run(command, stdin=source.stdout, capture_output=True, text=True, timeout=1800, check=True)
        source.kill()
    found = [(name, int(of), float(p), said) for name, of, p, said in LINE.findall(ran.stdout)]
    assert found, ran.stdout
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("stream", "test"), [(stream, test) for stream, tests in DIEHARD.items() for test in tests])
def test_the_battery_finds_no_fault(stream: str, test: int) -> None:
    """The random words and the shuffled orders. One in a million fair values counts as a failure: such a test is
    repeated once, with new secrets."""
    found = dieharder(stream, test, DIEHARD[stream][test])
    if failed(found):
        found = dieharder(stream, test, DIEHARD[stream][test])
    assert not failed(found)


@pytest.mark.slow
def test_the_battery_finds_a_careless_remainder() -> None:
    assert failed(dieharder("uneven", 205, 1))
