"""Normalises words and figures for comparison."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

NUMBER_WORDS: Final = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10",
}  # fmt: skip
_PERCENT: Final = re.compile(r"(-?[\d,]*\.?\d+)\s*%")
_PLAIN: Final = re.compile(r"\$?(-?[\d,]*\.?\d+)")


def bare(label: str) -> str:
    """A row's name without footnote marks and parentheses, in lower case."""
    return " ".join(re.sub(r"\([^)]*\)|\*", "", label).lower().split())


def spelled(text: str) -> str:
    """A normalised name: numbers as digits, hyphens as spaces."""
    words = re.sub(r"[-/–]", " ", text.lower()).split()
    return " ".join(NUMBER_WORDS.get(word, word) for word in words)


def joined(text: str) -> str:
    """Letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", spelled(text))


def words_of(sentence: str) -> list[str]:
    return re.findall(r"[a-z0-9][a-z0-9'/$.-]*[a-z0-9]|[a-z0-9]", sentence.lower())


def figure(cell: str) -> Fraction | None:
    """The number in a cell; a percentage as a fraction of one."""
    if found := _PERCENT.fullmatch(cell.strip()):
        return Fraction(found[1].replace(",", "")) / 100
    if found := _PLAIN.fullmatch(cell.strip()):
        return Fraction(found[1].replace(",", ""))
    return None


def half_unit(cell: str) -> Fraction:
    """Half of the last printed digit of a cell: the largest rounding error."""
    digits = cell.strip().rstrip("%").partition(".")[2]
    return Fraction(1, 2 * 10 ** len(digits)) / (100 if cell.strip().endswith("%") else 1)


def one_word_apart(first: Sequence[str], second: Sequence[str]) -> tuple[str, str] | None:
    """The one word in which two lists of words differ; None if they are equal or differ in more."""
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    left, right = first[start : len(first) - end], second[start : len(second) - end]
    if len(left) <= 1 and len(right) <= 1 and left != right:
        return "".join(left), "".join(right)
    return None
