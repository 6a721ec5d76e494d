"""All rules of the letters and the regulation, in the order in which findings are listed (regulation 1.7)."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from pitbook.compliance import rules_jackpots, rules_letters, rules_money, rules_tables
from pitbook.compliance.findings import Case, ComplianceRule, Finding
from pitbook.compliance.limits import FIRST_DAY
from pitbook.compliance.property import Property
from pitbook.compliance.tables import check_table
from pitbook.errors import BadInput

RULES: Final[tuple[ComplianceRule, ...]] = tuple(
    sorted(
        (*rules_tables.RULES, *rules_letters.RULES, *rules_jackpots.RULES, *rules_money.RULES),
        key=lambda rule: (rule.id.startswith("LETTER"), rule.id),
    )
)


@dataclass(frozen=True, slots=True)
class KeptElsewhere:
    """A rule that no configuration can break, because the program itself enforces it."""

    id: str
    title: str
    cite: str
    by: str

    def to_dict(self) -> dict[str, Any]:
        return {"rule": self.id, "title": self.title, "cite": self.cite, "kept_by": self.by}


KEPT_ELSEWHERE: Final = (
    KeptElsewhere(
        "WA-09b",
        "The prize account covers what players are owed; deposits are weekly",
        "WAC 230-15-455",
        "pitbook.room.days.service",
    ),
    KeptElsewhere("WA-14", "A meter falls only for the five listed reasons", "WAC 230-15-695", "pitbook.jackpot.book"),
    KeptElsewhere("WA-15", "A maximum is at least the current amount", "WAC 230-15-685", "pitbook.jackpot.book"),
    KeptElsewhere("WA-17", "Only money not displayed becomes gross receipts", "WAC 230-15-695", "pitbook.jackpot.book"),
    KeptElsewhere(
        "WA-18", "A carry-over pot runs at most ten games", "WAC 230-15-040", "no game of the rulebook has one"
    ),
    KeptElsewhere("WA-22", "A seizure suspends the jackpot", "WAC 230-15-715", "a manual act: suspend"),
    KeptElsewhere(
        "WA-23",
        "The dealer's hand stays hidden until all players have set theirs",
        "regulation 2.2",
        "pitbook.table.view",
    ),
)


def case_of(of: Property, on: date) -> Case:
    """A property on a day, with its tables checked."""
    if on < FIRST_DAY:
        raise BadInput(f"on {on} no house-banked card game was allowed: give a day from {FIRST_DAY} on")
    return Case(of, on, tuple(check_table(table) for table in of.tables))


def findings(of: Property, on: date) -> list[Finding]:
    """All findings for a property on a day."""
    case = case_of(of, on)
    return [finding for each in RULES for finding in each.findings(case)]
