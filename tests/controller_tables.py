r"""Opens tables for their controllers only, for tests that work controllers in a room without a configuration.

A controller works only at an open table, and a table opens from the property's configuration. This writes a
configuration that states the jackpots of a store as they are, and opens their tables.
"""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from pitbook.compliance.property import NUMBER, parse_property, posted_hash
from pitbook.jackpot.people import Person
from pitbook.jackpot.setup import Setup
from pitbook.meter import MeterTerms
from pitbook.money import format_cents, format_micros
from pitbook.room.configurations import Configurations
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.tables.pit import Pit
from pitbook.room.tables.service import Tables
from pitbook.store.database import Database
from tests.room.table_rig import SHOE_KEY

EXAMPLE: Final = (Path(__file__).resolve().parent.parent / "examples" / "property.toml").read_text("utf-8")
SUPERVISOR: Final = Person("sue", "Sue Supervisor", frozenset({"supervisor"}))
_KEYS: Final = count(1)
_TABLE: Final = """
[[table]]
id = "{table}"
game = "{game}"
decks = {decks}
seats = {seats}
wagers = [{wagers}]
postings = "{postings}"
"""
_JACKPOT: Final = """
[[jackpot]]
id = "{id}"
game = "{game}"
wager = "{wager}"
pay_table = "{pay_table}"
decks = {decks}
seed = "{seed}"
contribution = "{contribution}"
reserve = "{reserve}"{maximum}
executive_from = "{executive_from}"
controller = "{controller}"
tables = [{tables}]

[jackpot.components]
{components}
"""
_CONDITIONS: Final = """
[approvals.{game}.conditions]
commercial-internal-controls = {{ document = "IC of a test", day = 2026-03-02, person = "D. Reyes" }}
equipment-licensed = {{ document = "licences of a test", day = 2026-02-11, person = "D. Reyes" }}
"""
_BESIDE: Final = {"royal-match-21": ("base", "royal-match")}
"""The wagers that a table offers beside its jackpot's; the base game if it is not listed."""
_SYSTEMS: Final = {"keyed": "keyed", "card": "card swipe", "sensing": "touch pad"}


def property_text(jackpots: Jackpots, terms: MeterTerms | None = None) -> str:
    """A property's file that states every jackpot of a store with its tables, with other terms if given."""
    head = EXAMPLE[: EXAMPLE.index("[[table]]")].replace("tables_authorised = 5", "tables_authorised = 15")
    tables, entries = [], []
    for name in jackpots.names():
        setup = jackpots.book(name).setup
        setup = replace(setup, terms=terms or setup.terms)
        if jackpots.book(name).status == "retired":
            continue
        head = head.replace('location = "spokane"', f'location = "{setup.location}"')
        if f"[approvals.{setup.game}.conditions]" not in head:
            head += _CONDITIONS.format(game=setup.game)
        linked = jackpots.tables_of(name)
        entries.append(_entry(setup, linked))
        tables += [(setup, table, jackpots.controller(table).seats) for table in linked]

    def written(postings: dict[str, str]) -> str:
        listed = [
            _TABLE.format(
                table=table, game=setup.game, decks=setup.decks, seats=seats, wagers=_offered(setup),
                postings=postings.get(table, "0" * NUMBER),
            )
            for setup, table, seats in tables
        ]  # fmt: skip
        return head + "".join(listed) + "".join(entries)

    of = parse_property(written({}))
    return written({table: posted_hash(of, table)[:NUMBER] for _, table, _ in tables})


def _offered(setup: Setup) -> str:
    return ", ".join(f'"{wager}"' for wager in (*_BESIDE.get(setup.game, ("base",)), setup.wager))


def _entry(setup: Setup, tables: list[str]) -> str:
    terms = setup.terms
    rates = [f"{float(rate * 100):g}%" for rate in (terms.contribution, terms.reserve)]
    return _JACKPOT.format(
        id=setup.id, game=setup.game, wager=setup.wager, pay_table=setup.table, decks=setup.decks,
        seed=format_micros(terms.seed), contribution=rates[0], reserve=rates[1], controller=setup.controller,
        maximum=f'\nmaximum = "{format_micros(terms.limit)}"' if terms.limit is not None else "",
        executive_from=format_cents(setup.executive_from),
        tables=", ".join(f'"{table}"' for table in tables), components=_components(setup),
    )  # fmt: skip


def _components(setup: Setup) -> str:
    """The components of the approved system that the controller belongs to."""
    kind = _SYSTEMS[setup.controller]
    system = next(each for each in setup.rules.letter.systems if setup.wager in each.wagers and each.controller == kind)
    return "\n".join(f'"{part.name}" = "{part.version or "v1"}"' for part in system.components)


def open_in_store(store: str) -> None:
    """The same in a store that separate servers work on."""
    jackpots = Jackpots(Database(store), lambda: datetime.now(UTC).isoformat())
    open_for_controllers(jackpots, Tables(jackpots, lambda: datetime.now(UTC), SHOE_KEY))
    jackpots.close()
    jackpots.database.close()


def open_for_controllers(jackpots: Jackpots, live: Tables) -> None:
    """Stores the configuration that states the store's jackpots, and opens their tables for their controllers only."""
    configurations = Configurations(jackpots)
    text = property_text(jackpots)
    configurations.keep(text, "ada", f"tables of a test {next(_KEYS)}")
    pit = Pit(live, configurations)
    for name in jackpots.names():
        if jackpots.book(name).status == "retired":
            continue
        for table in jackpots.tables_of(name):
            pit.open(table, SUPERVISOR, f"open/{table}/{next(_KEYS)}", checked=True, controller_only=True)
