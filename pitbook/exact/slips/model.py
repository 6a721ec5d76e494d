"""The input and the result of a check for slips."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from pitbook.exact.slips.words import bare
from pitbook.games.letter import Letter
from pitbook.games.letter_text import LetterRow, LetterTable, LetterText, Quote, TextSection
from pitbook.games.model import Game, Wager
from pitbook.pay import PayTable

SlipKind = Literal["inconsistent", "incomplete"]
MOST_CARDS: Final = 5
"""Wagers on more cards, and without a joker, are not enumerated: that takes long."""


@dataclass(frozen=True)
class LetterCase:
    """A letter, and the other letters that it is compared with."""

    game: Game
    others: tuple[Letter, ...] = ()

    @property
    def letter(self) -> Letter:
        return self.game.letter

    @property
    def text(self) -> LetterText:
        return self.game.letter.text

    @cached_property
    def _outcomes(self) -> dict[tuple[str, str], str]:
        return {
            (wager.slug, bare(line.label)): line.outcome
            for wager in self.game.wagers
            for table in wager.tables
            for line in (*table.lines, *table.added)
        }

    def outcome(self, section: TextSection, row: LetterRow) -> str:
        """The outcome of a printed row; empty for a row of figures, totals or headings."""
        found = (self._outcomes.get((slug, bare(row.label)), "") for slug in section.wagers)
        return row.outcome or next(filter(None, found), "")

    def lines(self) -> Iterator[tuple[TextSection, LetterTable, LetterRow, str]]:
        """Every printed row about an outcome, with its outcome."""
        for section, table in self.text.tables():
            for row in table.rows:
                if outcome := self.outcome(section, row):
                    yield section, table, row, outcome

    def row_of(self, wager: Wager, outcome: str, table: PayTable | None = None) -> Quote:
        """A line of a wager as the letter prints it, in a certain pay table or in the first that has it."""
        rows = [
            (section, printed, row)
            for section, printed, row, found in self.lines()
            if found == outcome and wager.slug in section.wagers
        ]
        for fits in (
            lambda _, printed: table is not None and table.cite.endswith(printed.caption),
            lambda _, printed: table is not None and printed.caption.rstrip("*").split()[-1] == table.id,
            lambda section, _: section.wagers == (wager.slug,),
        ):
            for section, printed, row in rows:
                if fits(section, printed):
                    return printed.row_quote(row)
        first = table or next(each for each in wager.tables if each.line(outcome))
        line = next(each for each in (*first.lines, *first.added) if each.outcome == outcome)
        return Quote(first.cite, f"{line.label} {line.pay}")

    def pay_table(self, wager: Wager, table: PayTable, *, envy: bool = False) -> tuple[Quote, ...]:
        """A pay table as the letter prints it: separately, or as a column of a table for several."""
        quotes = []
        for section, printed in self.text.tables():
            if wager.slug not in section.wagers:
                continue
            rows = [row for row in printed.rows if self.outcome(section, row) or not row.label]
            if printed.caption.rstrip("*").split()[-1] == table.id:
                amounts = [row for row in rows if any(_PAY.fullmatch(cell) for cell in row.cells)]
                quotes.append(
                    Quote(printed.place, "; ".join(" ".join((row.label, *row.cells)).strip() for row in amounts))
                )
            columns = [
                place for place, head in enumerate(printed.head) if re.fullmatch(rf"Pay(?:out)? Table {table.id}", head)
            ]
            decks = re.match(r"(\d) Deck", printed.caption)
            if columns and (decks is None or int(decks[1]) in table.decks):
                cells = [(row.label, row.cells[columns[0]]) for row in rows if len(row.cells) > columns[0]]
                paid = [cell for _, cell in cells if _PAY.fullmatch(cell)]
                if paid and len(paid) == len(cells) and (envy or not paid[0].startswith("$")):
                    place = f"{printed.place}, {printed.head[columns[0]]}"
                    quotes.append(Quote(place, "; ".join(f"{label} {cell}" for label, cell in cells)))
        stated = "; ".join(f"{line.label} {line.pay}" for line in table.lines)
        return tuple(quotes) or (Quote(table.cite, stated),)


_PAY: Final = re.compile(r"[\d,.]+ (?:to|for) 1|\$[\d,.]+|\d{1,5}|Push|Loss|\d+%(?: of \w+)?")
QuotedFaults = Iterator[tuple[str, tuple[Quote, ...]]]
"""The fault in one sentence, and the lines concerned."""


@dataclass(frozen=True, slots=True)
class SlipCheck:
    """One kind of drafting error."""

    id: str
    title: str
    kind: SlipKind
    find: Callable[[LetterCase], QuotedFaults]


CHECKS: Final[list[SlipCheck]] = []


def check(
    name: str, title: str, kind: SlipKind
) -> Callable[[Callable[[LetterCase], QuotedFaults]], Callable[[LetterCase], QuotedFaults]]:
    """Registers a check."""

    def register(find: Callable[[LetterCase], QuotedFaults]) -> Callable[[LetterCase], QuotedFaults]:
        CHECKS.append(SlipCheck(name, title, kind, find))
        return find

    return register


@dataclass(frozen=True, slots=True)
class Slip:
    """A place where a letter contradicts itself or omits something that it needs."""

    game: Game
    check: SlipCheck
    words: str
    quotes: tuple[Quote, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "letter": self.game.letter.number,
            "game": self.game.slug,
            "check": self.check.id,
            "title": self.check.title,
            "kind": self.check.kind,
            "text": self.words,
            "quotes": [quote.to_dict() for quote in self.quotes],
        }
