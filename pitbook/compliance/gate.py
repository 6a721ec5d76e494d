"""The gate: a table or a jackpot opens only without findings that stop operation."""

from dataclasses import dataclass
from datetime import date

from pitbook.compliance.findings import Finding
from pitbook.compliance.property import JackpotEntry, Property, TableEntry
from pitbook.compliance.rules import case_of, findings
from pitbook.compliance.rules_jackpots import members_of, setup_of
from pitbook.compliance.tables import config_of, prize_of
from pitbook.errors import NotApproved, NotFound, quoted
from pitbook.games.model import listed
from pitbook.jackpot.links import Member
from pitbook.jackpot.setup import Setup
from pitbook.table.config import TableConfig


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate of a property on a day."""

    property: Property
    on: date

    def against(self, table: str) -> list[Finding]:
        """The findings that keep a table closed: about it, its game, its jackpots, or the whole property."""
        entry = self.entry(table)
        jackpots = [jackpot.id for jackpot in self.property.jackpots if table in jackpot.tables]
        return [
            finding
            for finding in findings(self.property, self.on)
            if finding.stops and finding.concerns(table, entry.game, jackpots)
        ]

    def against_jackpot(self, jackpot: str) -> list[Finding]:
        """The findings that keep a jackpot closed: about it, or about one of its tables."""
        entry = self._jackpot(jackpot)
        games = {table.id: table.game for table in self.property.tables}
        return [
            finding
            for finding in findings(self.property, self.on)
            if finding.stops
            and (
                finding.concerns("", entry.game, [jackpot])
                or any(finding.concerns(table, games.get(table, ""), [jackpot]) for table in entry.tables)
            )
        ]

    def open_table(self, table: str) -> TableConfig:
        """The table's configuration; refused with all reasons together if it may not open."""
        _refuse(f"table {table}", self.against(table))
        entry = self.entry(table)
        return config_of(entry, prize_of(entry, self.property.jackpots))

    def open_jackpot(self, jackpot: str) -> tuple[Setup, list[Member]]:
        """A jackpot's set-up and its tables; refused if it, or one of its tables, may not open."""
        _refuse(f"jackpot {jackpot}", self.against_jackpot(jackpot))
        entry, of = self._jackpot(jackpot), self.property
        return setup_of(entry, of.location), members_of(of, entry, case_of(of, self.on).tables)

    def entry(self, table: str) -> TableEntry:
        """A table's entry in the property's file."""
        entry = next((entry for entry in self.property.tables if entry.id == table), None)
        if entry is None:
            known = listed(entry.id for entry in self.property.tables) or "none"
            raise NotFound(f"the property has no table {quoted(table)}: it has {known}")
        return entry

    def _jackpot(self, jackpot: str) -> JackpotEntry:
        entry = next((entry for entry in self.property.jackpots if entry.id == jackpot), None)
        if entry is None:
            known = listed(entry.id for entry in self.property.jackpots) or "none"
            raise NotFound(f"the property has no jackpot {quoted(jackpot)}: it has {known}")
        return entry


def _refuse(what: str, against: list[Finding]) -> None:
    if against:
        reasons = "; ".join(f"{finding.rule}: {finding.wrong} at {finding.place}" for finding in against)
        raise NotApproved(f"{what} may not open: {reasons}")
