"""What the rules find: which rule, where, what is wrong, what is allowed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from pitbook.compliance.limits import Confidence
from pitbook.compliance.property import Property


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a property does not keep."""

    rule: str
    where: str
    wrong: str
    allowed: str
    cite: str
    stops: bool = True
    """Whether it keeps the table, or the property, from operating."""

    def __str__(self) -> str:
        return f"{self.rule} {self.where}: {self.wrong}; {self.allowed} ({self.cite})"

    def to_dict(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "where": self.where,
            "wrong": self.wrong,
            "allowed": self.allowed,
            "cite": self.cite,
            "stops": self.stops,
        }


Found = Iterator[tuple[str, str, str]]
"""Where, what is wrong, what is allowed."""
Check = Callable[[Property, date], Found]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a letter or the regulation, as a check."""

    id: str
    title: str
    cite: str
    confidence: Confidence
    since: date
    check: Check
    stops: bool = True

    def findings(self, of: Property, on: date) -> Iterator[Finding]:
        """What a property breaks of it on a day; nothing before it was in force."""
        if on < self.since:
            return
        for where, wrong, allowed in self.check(of, on):
            yield Finding(self.id, where, wrong, allowed, self.cite, self.stops)
