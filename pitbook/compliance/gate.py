"""The gate: a table or a controller opens only when nothing that stops operation is found."""

from dataclasses import dataclass
from datetime import date

from pitbook.compliance.findings import Finding
from pitbook.compliance.property import Property, TableEntry
from pitbook.compliance.rules import config_of, findings, setup_of
from pitbook.errors import NotApproved, NotFound, quoted
from pitbook.games.model import listed
from pitbook.jackpot.setup import Setup
from pitbook.table.config import TableConfig


@dataclass(frozen=True, slots=True)
class Gate:
    """A property on a day."""

    property: Property
    on: date

    def against(self, table: str) -> list[Finding]:
        """What keeps a table closed: findings at it, at its game, at its jackpots, and at the whole property."""
        entry = self._entry(table)
        jackpots = [f"jackpot {jackpot.id}" for jackpot in self.property.jackpots if table in jackpot.tables]
        places = (f"table {table}", entry.game, self.property.name, *jackpots)
        return [
            finding
            for finding in findings(self.property, self.on)
            if finding.stops
            and any(finding.where == place or finding.where.startswith(f"{place},") for place in places)
        ]

    def open_table(self, table: str) -> TableConfig:
        """The table's configuration; refused with every reason at once where it may not open."""
        against = self.against(table)
        if against:
            reasons = "; ".join(f"{finding.rule}: {finding.wrong} at {finding.where}" for finding in against)
            raise NotApproved(f"table {table} may not open: {reasons}")
        return config_of(self._entry(table))

    def open_jackpot(self, jackpot: str) -> Setup:
        """A jackpot's set-up; refused where a table of it may not open."""
        entry = next((entry for entry in self.property.jackpots if entry.id == jackpot), None)
        if entry is None:
            known = listed(entry.id for entry in self.property.jackpots) or "none"
            raise NotFound(f"the property has no jackpot {quoted(jackpot)}: it has {known}")
        for table in entry.tables:
            self.open_table(table)
        return setup_of(entry, self.property.location)

    def _entry(self, table: str) -> TableEntry:
        entry = next((entry for entry in self.property.tables if entry.id == table), None)
        if entry is None:
            known = listed(entry.id for entry in self.property.tables) or "none"
            raise NotFound(f"the property has no table {quoted(table)}: it has {known}")
        return entry
