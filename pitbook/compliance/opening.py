"""Opens a table from a property's file, through the gate, and records the version of the file that it runs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitbook.compliance.gate import Gate
from pitbook.errors import NotApproved
from pitbook.games.model import listed
from pitbook.games.package import package_hash
from pitbook.table.betting import Clock
from pitbook.table.config import OPENING_KEYS, TableConfig
from pitbook.table.events import Journal
from pitbook.table.jackpot import Jackpot
from pitbook.table.shoe import OsChance, check_chance
from pitbook.table.table import Table


def open_from_property(
    gate: Gate, table: str, chance: OsChance, clock: Clock, journal: Journal, jackpot: Jackpot | None = None,
    first_round: int = 1, controller_only: bool = False,
) -> Table:  # fmt: skip
    """A live table with the configuration of the property's file; refused with all reasons if it may not open.

    The table's first event has the hash of the file: the table runs this version until it is closed.
    """
    check_chance(chance)
    config = replace(
        gate.open_table(table),
        configuration=gate.property.hash,
        first_round=first_round,
        controller_only=controller_only,
    )
    return Table(config, chance, clock, journal, jackpot)


@dataclass(frozen=True, slots=True)
class ChangedSetting:
    """A setting of a table that has changed."""

    key: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.key} is {self.after}, was {self.before}"


def differences(before: TableConfig, after: TableConfig) -> list[ChangedSetting]:
    """The settings of a table that differ between two configurations."""
    return list(_differences("", before.to_dict(), after.to_dict()))


def _differences(path: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[ChangedSetting]:
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if key in OPENING_KEYS or old == new:
            continue
        name = f"{path}{key}"
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _differences(f"{name}.", old, new)
        else:
            yield ChangedSetting(name, _shown(old), _shown(new))


def _shown(value: object) -> str:
    if value is None:
        return "not set"
    return listed(value) if isinstance(value, list) else str(value)


def check_unmodified(gate: Gate, table: str, running: TableConfig) -> None:
    """Refuses to continue a table whose configuration in the property's file has changed since it was opened.

    The table must be closed and opened again from the new version, through the gate. Changes of the file that do not
    affect this table are ignored.
    """
    now = gate.open_table(table)
    changed = differences(running, now)
    if changed:
        raise NotApproved(
            f"table {table} runs configuration {running.configuration[:12] or 'unknown'}, and the property's "
            f"configuration {gate.property.hash[:12]} sets it up differently: {'; '.join(map(str, changed))}: close "
            "the table and open it again from the new version"
        )


def check_packages(gate: Gate, approved: Mapping[str, str]) -> None:
    """Refuses games whose letter, pay tables or rules differ from the approved ones, by the hash of the package."""
    for game in gate.property.games:
        if game in approved and approved[game] != package_hash(game):
            raise NotApproved(
                f"{game} was modified: its package is {package_hash(game)[:12]}, approved is {approved[game][:12]}: "
                "its approval is void until it is renewed (WAC 230-15-035)"
            )
