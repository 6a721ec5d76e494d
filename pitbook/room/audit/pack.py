"""The audit pack: what an auditor needs of a period in one file, with a manifest and a verifier inside.

It has letters, configuration history, par sheets, ledgers with their proofs, jackpots, adjustments, closed days and
rounds. It has no badge, PIN or session; people are named as the records name them.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from importlib.resources import files
from typing import Any, Final

from sqlalchemy import Connection, select

from pitbook import __version__
from pitbook.compliance.property import Property
from pitbook.compliance.rules import case_of, findings
from pitbook.errors import BadInput
from pitbook.games import exists, folder
from pitbook.games.package import package_hash
from pitbook.jackpot.book import PRIZES
from pitbook.jackpot.house import House
from pitbook.jackpot.ledger import Transaction, verify
from pitbook.room.audit.pack_check import MANIFEST, build
from pitbook.room.configurations import Configurations
from pitbook.room.days.records import read_records
from pitbook.room.days.service import Days
from pitbook.room.tables.log import openings, tables
from pitbook.room.tables.rounds import round_begun
from pitbook.store import schema
from pitbook.store.work import read_book
from pitbook.table.events import SECRET, Event

OVER: Final = ("shoe-shown", "shoe-lost")
"""Events after which the order of a shoe is no longer secret."""
MANUAL_KINDS: Final = ("back-out", "adjust", "change-terms", "suspend", "resume", "retire", "distribute", "void")
NOTED: Final = (
    "house",
    "day-closed",
    "deposit",
    "bank",
    "funds-test",
    "advice",
    "configuration",
    "table-opened",
    "table-closed",
)
README: Final = """Audit pack of {name}, {first} to {last}, made {at} by Pitbook {version}.

Check it:   python verify.py PACK.zip [SHA256]        (Python 3.11 or later, nothing else)
       or   pitbook pack verify PACK.zip              (also replays every ledger)

letters/        the approval letters of the games as data, and their pay tables
configuration/  the property's file, every version kept with who and why, and what the rules find on the last day
par/            the exact par sheets of the optional wagers offered
ledger/         every jackpot's transactions from the first to the end of the period, with their proof
jackpots/       set-ups and meters; wins and manual acts of the period
days/           closed days, deposits and bank balances of the period
rounds/         the events of tables that were open in the period; presses of the controllers

The order of a shoe that was not shown yet is left out, and so are cards that lie face down in a round that is being
played. Base wagers have no par sheet here: pitbook par makes them.
"""


@dataclass(frozen=True, slots=True)
class AuditPack:
    """The file and its manifest."""

    content: bytes
    manifest: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def make_pack(days: Days, of: Property, first: date, last: date, *, par: bool = True) -> AuditPack:
    """The pack of a period of gambling days."""
    if last < first:
        raise BadInput(f"the period ends on {last}, before it begins on {first}")
    house, at = days.house(), days.jackpots.worker.clock()
    made: dict[str, bytes] = {}
    words = README.format(name=of.name, first=first, last=last, at=at, version=__version__)
    made["README.txt"] = words.encode()
    made["verify.py"] = files("pitbook.room.audit").joinpath("pack_check.py").read_bytes()
    made |= dict(_letters(of))
    made |= dict(_configuration(days, of, last))
    if par:
        made |= dict(_par_sheets(of, last))
    with days.database.reading_snapshot() as connection:
        made |= dict(_ledgers(connection, house, first, last))
        made |= dict(_records(connection, house, first, last))
        made |= dict(_rounds(connection, house, first, last))
    manifest = {
        "property": of.name,
        "configuration": of.hash,
        "from": first.isoformat(),
        "to": last.isoformat(),
        "house": house.to_dict(),
        "made_at": at,
        "pitbook": __version__,
        "files": {
            name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
            for name, content in sorted(made.items())
        },
    }
    made[MANIFEST] = _json(manifest)
    return AuditPack(build(made), manifest)


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _lines(values: Iterable[object]) -> bytes:
    return "".join(f"{json.dumps(value, ensure_ascii=False, sort_keys=True)}\n" for value in values).encode()


def _letters(of: Property) -> Iterator[tuple[str, bytes]]:
    games = [game for game in of.games if exists(game)]
    for game in games:
        for name in ("letter.toml", "paytables.toml", "rules.py"):
            path = folder(game) / name
            if path.is_file():  # a base game has no letter and no printed pay table
                yield f"letters/{game}/{name}", path.read_bytes()
    yield "letters/packages.json", _json({game: package_hash(game) for game in games})


def _configuration(days: Days, of: Property, last: date) -> Iterator[tuple[str, bytes]]:
    versions = Configurations(days.jackpots).versions()
    yield "configuration/property.toml", of.text.encode()
    yield "configuration/history.json", _json([version.to_dict() for version in versions])
    for version in versions:
        yield f"configuration/version-{version.number:04}.toml", version.text.encode()
    found = [finding.to_dict() for finding in findings(of, last)]
    kept = any(version.hash == of.hash for version in versions)
    yield "configuration/findings.json", _json({"on": last.isoformat(), "kept": kept, "findings": found})


def _par_sheets(of: Property, last: date) -> Iterator[tuple[str, bytes]]:
    from pitbook.exact.par import par_sheet

    for _, config in case_of(of, last).configs():
        layout = config.layout
        for slug in config.offered:
            wager = config.game.wager(slug)
            if not wager.house_table:
                table = layout.tables_of(wager)[0]
                sheet = par_sheet(config.game, wager, table, layout.decks, layout.options)
                name = f"par/{config.game.slug}/{slug}-{table.id}-{layout.decks}-decks.json"
                yield name, _json(sheet.to_dict())


def _ledgers(connection: Connection, house: House, first: date, last: date) -> Iterator[tuple[str, bytes]]:
    """From the first transaction to the end of the period, so that the pack is enough for the proof."""
    wins: list[dict[str, Any]] = []
    by_hand: list[dict[str, Any]] = []
    states = []
    for jackpot in connection.execute(select(schema.books.c.id).order_by(schema.books.c.id)).scalars():
        items = [item for item in read_book(connection, jackpot) if house.day_of(item.at) <= last]
        if not items:
            continue
        proof = verify(jackpot, items)
        yield f"ledger/{jackpot}.jsonl", _lines(asdict(item) for item in items)
        yield f"ledger/{jackpot}.proof.json", _json(proof.to_dict())
        within = [item for item in items if house.day_of(item.at) >= first]
        wins += [_entry(item) for item in within if item.kind in PRIZES]
        by_hand += [_entry(item) for item in within if item.kind in MANUAL_KINDS]
        states.append({"jackpot": jackpot, "book": proof.state.to_dict() if proof.state is not None else None})
    yield "jackpots/state.json", _json(states)
    yield "jackpots/wins.json", _json(wins)
    yield "jackpots/by-hand.json", _json(by_hand)


def _entry(item: Transaction) -> dict[str, Any]:
    return {
        "jackpot": item.book,
        "transaction": item.number,
        "kind": item.kind,
        "at": item.at,
        "by": item.by,
        "data": dict(item.data),
        "entries_micros": dict(item.entries),
        "result": dict(item.result),
    }


def _records(connection: Connection, house: House, first: date, last: date) -> Iterator[tuple[str, bytes]]:
    for kind in NOTED:
        noted = [
            {"number": record.number, "at": record.at, "by": record.by, "data": record.data}
            for record in read_records(connection, kind)
            if first <= house.day_of(record.at) <= last
        ]
        yield f"days/{kind}.json", _json(noted)


def _rounds(connection: Connection, house: House, first: date, last: date) -> Iterator[tuple[str, bytes]]:
    for table in tables(connection):
        for place, events in enumerate(openings(connection, table), 1):
            within = [event for event in events if house.day_of(event.at) <= last]
            if within and house.day_of(within[-1].at) >= first:
                yield f"rounds/{table}-{place:04}.jsonl", "".join(f"{line}\n" for line in _shown(within)).encode()
    rows = schema.presses
    pressed: dict[str, list[dict[str, Any]]] = {}
    for row in connection.execute(select(rows).order_by(rows.c.table, rows.c.number)).mappings():
        if first <= house.day_of(row["at"]) <= last:
            item = {"number": row["number"], "at": row["at"], "by": row["by"], "data": json.loads(row["data"])}
            pressed.setdefault(row["table"], []).append(item)
    for table, items in pressed.items():
        yield f"rounds/{table}-controller.jsonl", _lines(items)


def _shown(events: list[Event]) -> Iterator[str]:
    """Every event, without the order of a shoe that is not shown yet and without cards face down in a round in play. A
    shoe that ran out in such a round contains cards of it."""
    begun = round_begun(events)
    over = {event.data.get("promise"): event.data for event in events[:begun] if event.kind in OVER}
    for place, event in enumerate(events):
        if place >= begun and event.kind == "shoe-shown":
            event = replace(event, data={"promise": event.data["promise"]})
        secret = place >= begun or (SECRET in event.data and event.data.get("promise") not in over)
        shown = over.get(event.data.get("promise"), {})
        if event.kind == "shuffled" and not secret and "order" in shown:
            event = replace(event, data={**event.data, SECRET: {"order": shown["order"], "salt": shown["salt"]}})
        yield (event.shown() if secret else event).line()
