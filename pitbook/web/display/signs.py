"""The content of each wall display, from the current configuration and the live meters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from pitbook.compliance.property import Property
from pitbook.errors import BadInput, NotFound, quoted
from pitbook.games.model import listed
from pitbook.jackpot.house import House
from pitbook.reports.postings.signage import MeterReading, Sign, Won, sign
from pitbook.room.configurations import Configurations
from pitbook.room.days.service import Days
from pitbook.room.jackpots.last_wins import last_wins

MOST: Final = 6
"""Most signs on one screen."""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of one display."""

    name: str
    what: str
    path: str


def property_of(configurations: Configurations) -> Property:
    """The property in the current configuration."""
    if not configurations.versions():
        raise NotFound("this house has no displays yet: save its configuration first")
    return configurations.current().property


def signs_of(configurations: Configurations, days: Days, names: str) -> list[Sign]:
    """One sign for each name of a jackpot or table; plus signs separate the names."""
    wanted = names.split("+")
    if len(wanted) > MOST or len(set(wanted)) < len(wanted):
        raise BadInput(f"a display shows up to {MOST} different tables and jackpots")
    of = property_of(configurations)
    return [_sign(of, days, name) for name in wanted]


def _sign(of: Property, days: Days, name: str) -> Sign:
    jackpots, tables = [entry.id for entry in of.jackpots], [entry.id for entry in of.tables]
    if name not in jackpots and name not in tables:
        raise NotFound(f"there is no display {quoted(name)}: there are {listed([*jackpots, *tables]) or 'none'}")
    entry = next((each for each in of.jackpots if name == each.id or name in each.tables), None)
    shown, winners = (None, []) if entry is None else _meter(days, entry.id)
    if name in jackpots:
        return sign(of, jackpot=name, shown=shown, winners=winners)
    return sign(of, table=name, shown=shown, winners=winners)


def _meter(days: Days, jackpot: str) -> tuple[MeterReading | None, list[Won]]:
    if jackpot not in days.jackpots.names():
        return None, []
    house, now = days.house(), days.jackpots.worker.clock()
    wins = [Won(win.cents, win.hand, win.table, win.day) for win in last_wins(days, jackpot)]
    return MeterReading(days.jackpots.book(jackpot).shown, _hour(house, now)), wins


def _hour(house: House, at: str) -> str:
    """``19:04`` by the house's clock."""
    return house.local(at).split()[1][:5]


def live_of(signs: Sequence[Sign]) -> list[str]:
    """The jackpots with live meters on these signs."""
    return sorted({each.live for each in signs if each.live})


def addresses(of: Property) -> list[Address]:
    """Every display of a property: each jackpot, all of them together, each table."""
    jackpots = [
        _address(each.id, f"the jackpot of {len(each.tables)} table{'s' if len(each.tables) > 1 else ''}")
        for each in of.jackpots
    ]
    tables = [_address(each.id, "the table") for each in of.tables]
    both = "+".join(each.id for each in of.jackpots[:MOST])
    bank = [Address("all jackpots", "the whole bank", f"/display/{both}")] if "+" in both else []
    return [*jackpots, *bank, *tables]


def title_of(configurations: Configurations, days: Days, address: Address) -> str:
    """The heading of a display: the jackpot or the game, or the name of the whole bank."""
    names = address.path.rsplit("/", 1)[1]
    if "+" in names:
        return address.name.capitalize()
    return signs_of(configurations, days, unquote(names))[0].title


def _address(name: str, what: str) -> Address:
    return Address(name, what, f"/display/{quote(name)}")
