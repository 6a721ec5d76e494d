"""Checks numbering, repetition, and rule sheets for one wager that contradict each other."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from typing import Final

from pitbook.exact.slips.model import LetterCase, QuotedFaults, check
from pitbook.exact.slips.words import one_word_apart, words_of
from pitbook.games.letter_text import Passage, Quote, TextSection
from pitbook.games.model import listed

_TABLE_NUMBER: Final = re.compile(r"(?:Pay ?[Tt]able|Paytable|Payout Table) (\d+)")
_TABLE_LETTER: Final = re.compile(r"Pay Table (\d+)-([A-Z])\**")
_CONTROLLER: Final = re.compile(
    r"keypad|button|\bkey\b|press|swipe|display|sensor|Game Manager|software version", re.IGNORECASE
)
LEAST_WORDS: Final = 6
"""A shorter sentence may well be printed twice on purpose or unnoticed."""


@check("numbering", "A number is left out or used twice", "inconsistent")
def numbering(case: LetterCase) -> QuotedFaults:
    for section in case.text.sections:
        numbered = [each for each in section.passages if each.number[:1].isdigit()]
        rules = [each for each in numbered if each.number.isdigit()]
        yield from _gaps("rule", [(int(each.number), each.quote) for each in rules])
        for rule in dict.fromkeys(each.number.rstrip("abcdefghijklmnopqrstuvwxyz") for each in numbered):
            letters = [each for each in numbered if re.fullmatch(rf"{rule}[a-z]", each.number)]
            yield from _gaps(
                f"rule {rule}", [(ord(each.number[-1]) - 96, each.quote) for each in letters], letters=True
            )
        tables = [(found, table.quote) for table in section.tables if (found := _TABLE_NUMBER.fullmatch(table.caption))]
        yield from _gaps("pay table", [(int(found[1]), quote) for found, quote in tables])
        lettered = [
            (found, table.quote) for table in section.tables if (found := _TABLE_LETTER.fullmatch(table.caption))
        ]
        for group in dict.fromkeys(found[1] for found, _ in lettered):
            mine = [(ord(found[2]) - 64, quote) for found, quote in lettered if found[1] == group]
            yield from _gaps(f"pay table {group}", mine, letters=True)


def _gaps(what: str, numbers: Sequence[tuple[int, Quote]], *, letters: bool = False) -> QuotedFaults:
    def name(number: int) -> str:
        return f"{what} {chr(96 + number)}" if letters else f"{what} {number}"

    if letters and numbers and numbers[0][0] != 1:
        yield f"{name(numbers[0][0])} has no {name(1)} before it", (numbers[0][1],)
    seen: dict[int, Quote] = {}
    for (before, earlier), (after, later) in pairwise(numbers):
        seen.setdefault(before, earlier)
        if after in seen:
            yield f"{name(after)} is printed twice", (seen[after], later)
            return
        if after > before + 1:
            missing = listed(name(number) for number in range(before + 1, after))
            yield f"there is no {missing}: {name(after)} follows {name(before)}", (earlier, later)


@check("repeated", "A sentence is printed twice", "inconsistent")
def repeated(case: LetterCase) -> QuotedFaults:
    for section in case.text.sections:
        printed: dict[str, list[Quote]] = {}
        for passage in section.rules:
            for sentence in passage.sentences:
                words = words_of(sentence)
                if len(words) >= LEAST_WORDS:
                    printed.setdefault(" ".join(words), []).append(Quote(passage.place, sentence))
        for quotes in printed.values():
            if len(quotes) > 1:
                yield f"the sentence is printed {len(quotes)} times", tuple(quotes)
        for before, after in pairwise(section.rules if section.kind == "rules" else ()):
            yield from _happens_again(before, after)


def _happens_again(before: Passage, after: Passage) -> QuotedFaults:
    """The same event in two consecutive steps: the later sentence only adds to the earlier."""
    for one in before.sentences:
        for other in after.sentences:
            first, second = ([word.rstrip("s") for word in words_of(each) if word != "then"] for each in (one, other))
            if len(first) >= 4 and len(second) > len(first) and second[: len(first)] == first:
                quotes = (Quote(before.place, one), Quote(after.place, other))
                yield "two steps in a row say that the same thing happens", quotes


@check("one-word", "A sentence is printed twice with one word changed", "inconsistent")
def one_word(case: LetterCase) -> QuotedFaults:
    sentences = [
        (Quote(passage.place, sentence), words)
        for section in case.text.of("rules", "advice")
        for passage in section.rules
        for sentence in passage.sentences
        for clause in dict.fromkeys((sentence, *re.split(r"[,;:] ", sentence)))
        if len(words := words_of(clause)) >= LEAST_WORDS
    ]
    told: set[frozenset[str]] = set()
    for (first, words), (second, other_words) in combinations(sentences, 2):
        apart = one_word_apart(words, other_words)
        if (
            apart is None
            or first == second
            or frozenset(apart) in told
            or any(re.search(r"\d", word) for word in apart)
        ):
            continue
        told.add(frozenset(apart))
        one, other = (f"'{word}'" if word else "nothing" for word in apart)
        yield f"the same words, once with {one} and once with {other}", (first, second)


@check("rule-sheets", "Two rule sheets for one wager contradict each other", "inconsistent")
def rule_sheets(case: LetterCase) -> QuotedFaults:
    for first, second in combinations(case.text.of("rules"), 2):
        if first.wagers == second.wagers and first.rules and first.rules[0].text == second.rules[0].text:
            yield from _compared(first, second)


def _compared(first: TextSection, second: TextSection) -> QuotedFaults:
    """Rules that differ; each sheet has its own controller, so its operation may differ."""
    for rule in first.rules:
        twin, likeness = _nearest(rule, second)
        if twin is not None and 0.5 <= likeness < 0.95 and not _CONTROLLER.search(rule.text + twin.text):
            parts = [_only_in(*pair) for pair in ((rule, twin), (twin, rule))]
            quotes = [Quote(passage.place, part) for passage, part in zip((rule, twin), parts, strict=True) if part]
            yield f"rule {rule.number} is not the same in the two sheets", tuple(quotes)
    for sheet, other in ((first, second), (second, first)):
        for rule in sheet.rules:
            if rule.number and _nearest(rule, other)[1] < 0.5 and not _CONTROLLER.search(rule.text):
                yield f"only the {sheet.place.rpartition(', ')[2]} says this", (rule.quote,)


def _nearest(rule: Passage, sheet: TextSection) -> tuple[Passage | None, float]:
    found, likeness = None, 0.0
    for each in sheet.rules:
        pair = SequenceMatcher(None, rule.text, each.text)
        # Upper bounds first: the ratio itself takes long.
        if pair.real_quick_ratio() > likeness and pair.quick_ratio() > likeness and pair.ratio() > likeness:
            found, likeness = each, pair.ratio()  # the matcher keeps its blocks: the second call is quick
    return found, likeness


def _only_in(rule: Passage, other: Passage) -> str:
    return " ".join(_sentences_not_in(rule, other))


def _sentences_not_in(rule: Passage, other: Passage) -> Iterator[str]:
    return (sentence for sentence in rule.sentences if sentence not in other.text)
