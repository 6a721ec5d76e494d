"""Checks references: missing documents, appendices and tables, dates out of order, inconsistent equipment."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from pitbook.exact.slips.model import LetterCase, QuotedFaults, check
from pitbook.exact.slips.words import joined
from pitbook.games.letter_text import Quote
from pitbook.games.model import listed

_MONTHS: Final = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY: Final = re.compile(rf"\b(?:{_MONTHS}) \d{{1,2}}, \d{{4}}\b")
_OWNED: Final = re.compile(r"approved (.+?)[ -]owned progressive system")
_TITLE: Final = re.compile(r"\"([^\"]+?) [–-] ([^\"]+)\"")


@check("document-title", "The approved rules are enclosed under another title", "inconsistent")
def document_titles(case: LetterCase) -> QuotedFaults:
    headings = [each for each in case.text.passages("rules", "tables") if each.heading]
    for passage in case.text.passages("conditions"):
        for name, title in _TITLE.findall(passage.text):
            if headings and not any(joined(title) in joined(each.text) for each in headings):
                yield f"the letter approves '{name} - {title}'; no enclosure has that title", (
                    passage.quote, headings[0].quote,
                )  # fmt: skip
                return


@check("missing-reference", "A table or appendix is referred to that is not there", "incomplete")
def missing_references(case: LetterCase) -> QuotedFaults:
    headings = [joined(each.text) for each in case.text.passages() if each.heading]
    captions = [table.caption.rstrip("*") for _, table in case.text.tables()]
    columns = [cell for _, table in case.text.tables() for row in table.rows[:1] for cell in (row.label, *row.cells)]
    for quote in _all_lines(case):
        for name in re.findall(r"(?<!Compact )\bAppendix [A-Z]\b", quote.text):
            if not any(joined(name) in each for each in headings):
                yield f"there is no {name}", (quote,)
        for name in re.findall(r"\bPay Table \d+(?:-[A-Z])?\b", quote.text):
            if name not in columns and not any(re.search(rf"{name}\b", each) for each in captions):
                yield f"there is no {name}", (quote,)


def _all_lines(case: LetterCase) -> Iterator[Quote]:
    for section in case.text.sections:
        yield from (passage.quote for passage in section.rules)
        for table in section.tables:
            yield from (Quote(table.place, note) for note in table.notes)
            yield table.quote


@check("vague-reference", "Rules are referred to that may change or cannot be found", "incomplete")
def vague_references(case: LetterCase) -> QuotedFaults:
    vague = (
        (r"as posted on (?:the )?WSGC(?:'s)? website", "the rules of the base game are those of a website, of no date"),
        (r"the appropriate WAC", "no paragraph is named"),
        (r"according to a fixed set of rules known as the House Way", "the house way is not enclosed"),
    )
    for pattern, words in vague:
        quotes = [
            Quote(passage.place, sentence)
            for passage in case.text.passages("rules")
            for sentence in passage.sentences
            if re.search(pattern, sentence)
        ]
        if quotes:
            yield words, tuple(quotes)


@check("date-order", "An enclosure is dated after the letter", "inconsistent")
def dates(case: LetterCase) -> QuotedFaults:
    dated = case.letter.dated
    head = next((each for each in case.text.passages("letter") if _DAY.fullmatch(each.text)), None)
    if head is not None and _day(head.text) != dated:
        yield f"the letter is on file as of {dated}", (head.quote,)
    for quote in _all_lines(case):
        later = [day for day in _DAY.findall(quote.text) if _day(day) > dated]
        years = [year for year in re.findall(r"©\s*(\d{4})", quote.text) if int(year) > dated.year]
        for when in (*later, *years):
            words = f"{when} is after {case.letter.day}, the day of the letter"
            yield words, (*([head.quote] if head else []), quote)


def _day(text: str) -> date:
    return datetime.strptime(text, "%B %d, %Y").date()  # noqa: DTZ007  a date has no zone


@check("equipment", "The same equipment is described in two ways", "inconsistent")
def equipment(case: LetterCase) -> QuotedFaults:
    versions: dict[str, dict[str, str]] = {}
    for system in case.letter.systems:
        for part in system.components:
            words = f"{part.version or 'any version'}{' or higher' if part.or_higher else ''}"
            versions.setdefault(part.name, {}).setdefault(words, system.cite)
    for name, found in versions.items():
        if len(found) > 1:
            quotes = tuple(quote for quote in _system_lines(case) if name.removesuffix(" display") in quote.text)
            yield f"{name}: {listed(found)}", quotes
    owners: dict[str, Quote] = {}
    for quote in _system_lines(case):
        if found_owner := _OWNED.search(quote.text):
            owners.setdefault(found_owner[1], quote)
    shared = {part.name for system in case.letter.systems for part in system.components}
    if len(owners) > 1 and any(len([q for q in owners.values() if name.split()[0] in q.text]) > 1 for name in shared):
        yield f"one progressive system is owned by {listed(owners)}", tuple(owners.values())


def _system_lines(case: LetterCase) -> list[Quote]:
    return [each.quote for each in case.text.passages("rules") if "progressive system" in each.text.lower()]


@check("owner", "The rules belong to another company than the letter is addressed to", "inconsistent")
def owners(case: LetterCase) -> QuotedFaults:
    for quote in _all_lines(case):
        found = re.search(r"©\s*\d{4}\s+(.+)", quote.text)
        if found and case.letter.maker.split()[0] not in found[1]:
            head = next(
                each.quote for each in case.text.passages("letter") if case.letter.maker.split()[0] in each.text
            )
            yield f"{found[1].rstrip('.')} is not {case.letter.maker}", (head, quote)


@check("list-order", "A list in alphabetical order has an entry out of order", "inconsistent")
def list_order(case: LetterCase) -> QuotedFaults:
    for section in case.text.of("list"):
        entries = [each for each in section.passages if each.number]
        keys = [[_sorted_as(part) for part in re.split(r" [–-] ", each.text)] for each in entries]
        wrong = [
            place for place in range(1, len(keys)) if keys[place] < keys[place - 1] and not keys[place][0][0].isdigit()
        ]
        # A list that is out of order in many places was never meant to be sorted.
        if 0 < len(wrong) <= len(keys) // 10:
            for place in wrong:
                yield (
                    "the list is alphabetical except for these entries",
                    (entries[place - 1].quote, entries[place].quote),
                )


def _sorted_as(name: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "")))


@check("announced", "A change that the letter announces is not in the rules", "incomplete")
def announced(case: LetterCase) -> QuotedFaults:
    pattern = re.compile(r"(?:Added reference to|Updated name to) (?:the )?(.+?)(?: Progressive System)?\.?$")
    changes = [(each, found[1]) for each in case.text.passages("letter") if (found := pattern.match(each.text))]
    rules = " ".join(passage.text for passage in case.text.passages("rules", "tables"))
    names = [part for _, name in changes for part in name.split("/")]
    if changes and not any(joined(part) in joined(rules) for part in names):
        yield f"the enclosed rules name none of {listed(names)}", tuple(passage.quote for passage, _ in changes)
