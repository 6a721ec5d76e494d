"""A letter's text with the places of its passages: the audit quotes it, and its checks look there for drafting errors.

``printed.txt`` beside a game's ``letter.toml`` is the letter as printed, without drawings and contact details::

    # rules of play | rules | royal-match     a section: its place, its kind, the wagers that it is about
    ## RULES OF PLAY                          a printed heading
    1. Royal Match is an optional bet.        a numbered rule; two spaces before a sub-rule; "- " before a condition
    = Paytable 1                              a table's printed name, then its rows, then notes to it
    | Royal Match | 10 to 1 |
    > RM-01 is designed for single deck

A row whose name is in no pay table names its outcome in braces. The text explains and approves nothing, so it is not
part of the approved package.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from pitbook.errors import BadInput

SectionKind = Literal["letter", "conditions", "list", "rules", "tables", "advice"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage as printed, and its place."""

    place: str
    text: str

    def to_dict(self) -> dict[str, str]:
        return {"place": self.place, "text": self.text}


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, rule, sub-rule, condition or heading."""

    place: str
    text: str
    number: str = ""
    """``8``, ``7b``, ``-`` for a condition; ``9a`` for a sub-rule. Empty for a paragraph."""
    heading: bool = False

    @property
    def quote(self) -> Quote:
        return Quote(self.place, self.text)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Without explanatory sentences in parentheses."""
        return tuple(part for part in re.split(r"(?<=[.!?])[\"')]*\s+(?=[A-Z\"(*])", self.text) if part)


@dataclass(frozen=True, slots=True)
class LetterRow:
    """A row of a printed table."""

    label: str
    cells: tuple[str, ...]
    outcome: str = ""
    """The outcome of the row, if its printed name is in no pay table."""

    @property
    def text(self) -> str:
        return " | ".join((self.label, *self.cells)).strip()


@dataclass(frozen=True, slots=True)
class LetterTable:
    """A printed table: its name, its rows in order, and the notes below it."""

    place: str
    caption: str
    rows: tuple[LetterRow, ...]
    notes: tuple[str, ...]

    @property
    def head(self) -> tuple[str, ...]:
        """The names of the columns, if the first row has them."""
        return self.rows[0].cells if self.rows else ()

    @property
    def quote(self) -> Quote:
        return Quote(self.place, self.caption)

    def row_quote(self, row: LetterRow) -> Quote:
        return Quote(self.place, row.text)


@dataclass(frozen=True, slots=True)
class TextSection:
    """A part of a letter: the approval, a list of conditions, a sheet of rules, a set of tables."""

    place: str
    kind: SectionKind
    wagers: tuple[str, ...]
    passages: tuple[Passage, ...]
    tables: tuple[LetterTable, ...]

    @property
    def rules(self) -> tuple[Passage, ...]:
        """All passages except headings."""
        return tuple(each for each in self.passages if not each.heading)


@dataclass(frozen=True, slots=True)
class LetterText:
    """A letter as printed."""

    sections: tuple[TextSection, ...]

    def of(self, *kinds: SectionKind) -> Iterator[TextSection]:
        return (section for section in self.sections if section.kind in kinds)

    def passages(self, *kinds: SectionKind) -> Iterator[Passage]:
        return (passage for section in self.of(*(kinds or get_args(SectionKind))) for passage in section.passages)

    def tables(self) -> Iterator[tuple[TextSection, LetterTable]]:
        return ((section, table) for section in self.sections for table in section.tables)


NONE: Final = LetterText(())
"""The text of a letter that is not on file."""
_NUMBERED: Final = re.compile(r"(\d{1,3}[a-z]?)\. (.+)")
_SUB_RULE: Final = re.compile(r"\s+([a-z])\. (.+)")


def parse_letter_text(text: str, number: str) -> LetterText:
    """Reads a ``printed.txt``; ``number`` is the letter's number, for citations."""
    sections: list[TextSection] = []
    for part in re.split(r"(?m)^# ", _without_comments(text))[1:]:
        head, _, body = part.partition("\n")
        place, kind, wagers = ([piece.strip() for piece in head.split("|")] + ["", ""])[:3]
        known: dict[str, SectionKind] = {each: each for each in get_args(SectionKind)}
        if kind not in known:
            raise BadInput(f"section {place!r} of letter {number} has an unknown kind: {kind!r}")
        passages, tables = _body(body, f"letter {number}, {place}")
        sections.append(TextSection(place, known[kind], tuple(wagers.split()), tuple(passages), tuple(tables)))
    return LetterText(tuple(sections))


def _without_comments(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("//"))


def _body(body: str, place: str) -> tuple[list[Passage], list[LetterTable]]:
    passages: list[Passage] = []
    tables: list[LetterTable] = []
    rule, conditions = "", 0
    for line in filter(str.strip, body.splitlines()):
        words = line.strip()
        if line.startswith(("|", "> ")) and not tables:
            raise BadInput(f"{place}: a row or note comes before the name of its table: {words!r}")
        if line.startswith("= "):
            tables.append(LetterTable(f"{place}, {line[2:].strip('* ')}", line[2:].strip(), (), ()))
        elif line.startswith("|"):
            tables[-1] = _with_row(tables[-1], line)
        elif line.startswith("> "):
            last = tables[-1]
            tables[-1] = LetterTable(last.place, last.caption, last.rows, (*last.notes, words[2:]))
        elif line.startswith("## "):
            passages.append(Passage(f"{place}, heading", words[3:], heading=True))
        elif found := _NUMBERED.fullmatch(line):
            rule = found[1]
            passages.append(Passage(f"{place}, rule {rule}", found[2], rule))
        elif found := _SUB_RULE.fullmatch(line):
            passages.append(Passage(f"{place}, rule {rule}{found[1]}", found[2], f"{rule}{found[1]}"))
        elif words.startswith("- "):
            conditions += 1
            passages.append(Passage(f"{place}, item {conditions}", words[2:], "-"))
        else:
            passages.append(Passage(place, words))
    return passages, tables


def _with_row(table: LetterTable, line: str) -> LetterTable:
    label, *cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
    name, _, outcome = label.partition(" {")
    row = LetterRow(name, tuple(cells), outcome.rstrip("}"))
    return LetterTable(table.place, table.caption, (*table.rows, row), table.notes)
