"""Rules, the case that they check, and their findings: which rule, where, what is wrong, what is allowed."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from pitbook.compliance.limits import Confidence
from pitbook.compliance.property import Property
from pitbook.compliance.tables import CheckedTable
from pitbook.games import exists, parts_of
from pitbook.games import game as game_of
from pitbook.table.config import TableConfig


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a finding: a table, a game or a jackpot; none of them for the whole property."""

    table: str = ""
    game: str = ""
    jackpot: str = ""
    part: str = ""
    """The wager, key or condition concerned."""

    def __str__(self) -> str:
        if self.table:
            named = f"table {self.table}"
        else:
            named = f"jackpot {self.jackpot}" if self.jackpot else self.game or "the property"
        return f"{named}, {self.part}" if self.part else named


EVERYWHERE = Subject()


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that a property does not meet."""

    rule: str
    place: Subject
    wrong: str
    allowed: str
    cite: str
    stops: bool = True
    """Whether it stops the table, or the property, from operating."""

    def __str__(self) -> str:
        return f"{self.rule} {self.place}: {self.wrong}; {self.allowed} ({self.cite})"

    def concerns(self, table: str, game: str, jackpots: list[str]) -> bool:
        """Whether it is about a table: itself, one of its games, a jackpot that it plays for, or the whole property."""
        place = self.place
        if place.table:
            return place.table == table
        if place.jackpot:
            return place.jackpot in jackpots
        return not place.game or place.game in parts_of(game)

    def to_dict(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "where": str(self.place),
            "wrong": self.wrong,
            "allowed": self.allowed,
            "cite": self.cite,
            "stops": self.stops,
        }


@dataclass(frozen=True, slots=True)
class Case:
    """A property on a day, with its tables checked once for all rules."""

    of: Property
    on: date
    tables: tuple[CheckedTable, ...]

    @property
    def is_card_room(self) -> bool:
        return self.of.kind == "card room"

    def known(self) -> Iterator[CheckedTable]:
        """The tables whose game is in the rulebook."""
        return (table for table in self.tables if table.game is not None)

    def configs(self) -> Iterator[tuple[CheckedTable, TableConfig]]:
        """The tables of known games, each with its configuration."""
        return ((table, table.config) for table in self.tables if table.config is not None)

    def table(self, name: str) -> CheckedTable | None:
        return next((table for table in self.tables if table.id == name), None)

    def letters(self, place: Subject) -> set[str]:
        """The numbers of the letters that approve a subject's games; empty for the whole property."""
        table = self.table(place.table)
        slugs = [place.game, *(table.entry.games if table else ())]
        slugs += [entry.game for entry in self.of.jackpots if place.jackpot and entry.id == place.jackpot]
        return {game_of(slug).letter.number for slug in slugs if exists(slug)}


Findings = Iterator[tuple[Subject, str, str] | tuple[Subject, str, str, str]]
"""Subject, what is wrong, what is allowed; and the citation, if a rule covers several letters and one applies."""
Check = Callable[[Case], Findings]


@dataclass(frozen=True, slots=True)
class ComplianceRule:
    """One rule of a letter or the regulation, as a check."""

    id: str
    title: str
    cite: str
    confidence: Confidence
    since: date
    check: Check
    stops: bool = True
    card_rooms_only: bool = False
    """A tribal casino follows its compact instead."""

    def findings(self, case: Case) -> Iterator[Finding]:
        """The findings of this rule for a property on a day; none before the rule was in force."""
        if case.on < self.since or (self.card_rooms_only and not case.is_card_room):
            return
        for place, wrong, allowed, *own in self.check(case):
            cite = own[0] if own else self.cite_for(case.letters(place))
            yield Finding(self.id, place, wrong, allowed, cite, self.stops)

    def cite_for(self, letters: set[str]) -> str:
        """The citation without the paragraphs of other letters; in full if no letter is concerned."""
        parts = [(part, re.match(r"letter (\d{3}),", part)) for part in self.cite.split("; ")]
        kept = [part for part, letter in parts if letter is None or not letters or letter[1] in letters]
        return "; ".join(kept) or self.cite

    def to_dict(self) -> dict[str, Any]:
        return {
            "rule": self.id,
            "title": self.title,
            "cite": self.cite,
            "confidence": self.confidence,
            "since": self.since.isoformat(),
            "stops": self.stops,
            "applies_to": "card rooms" if self.card_rooms_only else "all",
        }


def rule(
    book: list[ComplianceRule],
    rule_id: str,
    title: str,
    cite: str,
    confidence: Confidence,
    since: date,
    *,
    stops: bool = True,
    card_rooms_only: bool = False,
) -> Callable[[Check], Check]:
    """Registers a check as a rule."""

    def register(check: Check) -> Check:
        book.append(ComplianceRule(rule_id, title, cite, confidence, since, check, stops, card_rooms_only))
        return check

    return register
