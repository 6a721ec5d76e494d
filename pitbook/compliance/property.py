"""A property's configuration: one TOML file with its tables, jackpots and approvals.

The hash covers the text of the file; a table runs the version that it was opened with.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from pitbook.compliance.approved import current_hash
from pitbook.errors import quoted
from pitbook.games import joined, parts_of
from pitbook.jackpot.payout import AT_ROUND_END, CASH_UP_TO, DECK_FROM, SURVEILLANCE_OVER, LateBasis
from pitbook.jackpot.setup import parse_rate
from pitbook.money import Cents, parse_cents
from pitbook.table.config import Limits, parse_penetration
from pitbook.toml_file import Section, TomlFile

PropertyKind = Literal["card room", "tribal casino"]
DealSource = Literal["shoe", "approved shuffler"]
SEAL_DAYS: Final = 7
"""How long a winning hand and its deck stay sealed on the premises (WAC 230-15-405)."""
CHEQUE_HOURS: Final = 24
MALFUNCTION_HOURS: Final = 72
NUMBER: Final = 12
"""The number of digits of a hash that notices print."""
RENAMED: Final = {"depth": "penetration"}
"""Keys of a table: name in files of earlier versions -> name now."""
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence that a condition is met: the document, its date, and the person who recorded it."""

    document: str
    day: date
    person: str


@dataclass(frozen=True, slots=True)
class Approval:
    """A property's records on the approval of one game."""

    game: str
    conditions: Mapping[str, Evidence]
    """The evidence by the id of the letter's condition."""
    modified: bool = False
    """Whether the game was changed after its approval, which is void until it is renewed."""
    renewed: Evidence | None = None
    withdrawn: bool = False
    package: str = ""
    """The hash of the game's package when it was approved; empty if not recorded."""
    commission: "CommissionOnFile | None" = None
    """A commission other than the usual one, if the internal controls state it."""
    rules_sheet: "RulesSheet | None" = None
    """The house's own rules, if the game's letter only lists the game."""


@dataclass(frozen=True, slots=True)
class RulesSheet:
    """The house's own rules of a game whose letter encloses none, and the pay tables that they confirm."""

    evidence: Evidence
    sha256: str
    """The hash of the document on file."""
    pay_tables: Mapping[str, str]
    """Wager -> the id of the pay table that the sheet prints."""


@dataclass(frozen=True, slots=True)
class CommissionOnFile:
    """A commission from the house's internal controls, and the document that states it."""

    rate: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table's entry in the property's file; the compliance rules decide whether it may open."""

    id: str
    game: str
    """The slug of its game, joined with those of the extra games (:func:`pitbook.games.joined`)."""
    decks: int | None
    seats: int | None
    wagers: tuple[str, ...] | None
    """The offered wagers; None for the game's default, as for decks and seats."""
    tables: Mapping[str, str]
    options: Mapping[str, str]
    rules: Mapping[str, str]
    limits: Mapping[str, Limits]
    aggregate: Mapping[str, Cents]
    source: str
    deal_source: str
    penetration: Fraction
    postings: str
    """The number on the posted notices: the first digits of the hash that they were printed with."""
    high_limit: bool = False

    @property
    def games(self) -> tuple[str, ...]:
        """The slugs of its games, the main game first."""
        return parts_of(self.game)


@dataclass(frozen=True, slots=True)
class JackpotEntry:
    """A jackpot's entry in the property's file."""

    id: str
    game: str
    wager: str
    pay_table: str
    decks: int
    kind: str
    seed: Cents
    contribution: Fraction
    reserve: Fraction
    limit: Cents | None
    bet: Cents
    fixed_from: str
    controller: str
    executive_from: Cents
    tables: tuple[str, ...]
    components: Mapping[str, str]
    """The components of its progressive system, each with its version."""
    disclosures: tuple[str, ...]
    """The posted disclosures of a house jackpot."""


@dataclass(frozen=True, slots=True)
class Cash:
    """The money on hand at the last count."""

    on_hand: Cents
    last_year_receipts: Cents | None
    """None for a room in its first year."""
    prize_funds: Cents
    """Money held, or available by a verifiable line of credit, for large prizes."""
    prize_account: str = ""
    """The separate bank account for progressive funds."""


@dataclass(frozen=True, slots=True)
class Tokes:
    """Bets that players make for the dealer."""

    limits: Mapping[str, Limits]
    """The limits by wager; other wagers take no tokes."""
    payout: Cents | None
    """The most that a toke is paid by odds; None without a limit."""


@dataclass(frozen=True, slots=True)
class Payouts:
    """The house's internal controls on verifying and paying large prizes."""

    deck_proof_from: Cents = DECK_FROM
    seal_days: int = SEAL_DAYS
    surveillance_over: Cents = SURVEILLANCE_OVER
    cash_up_to: Cents = CASH_UP_TO
    cheque_hours: int = CHEQUE_HOURS
    malfunction_hours: int = MALFUNCTION_HOURS
    late_awards: LateBasis = AT_ROUND_END
    """The meter amount that a late award is a share of."""


@dataclass(frozen=True, slots=True)
class GameFolder:
    """The folder of a game from outside that the property's servers load, and the required hash of its files."""

    folder: str
    hash: str


@dataclass(frozen=True, slots=True)
class Property:
    """The whole configuration of one card room or casino."""

    name: str
    kind: PropertyKind
    location: str
    tables_authorised: int
    wager_ceiling: Cents | None
    """A tribal casino's ceiling, from its compact."""
    approvals: Mapping[str, Approval]
    tables: tuple[TableEntry, ...]
    jackpots: tuple[JackpotEntry, ...]
    unavailable: Mapping[str, tuple[str, ...]]
    """Wager -> pay tables that are not for this jurisdiction (letter 004, note on pay tables)."""
    cash: Cash | None
    tokes: Tokes
    payouts: Payouts
    dispute: str
    """The posted procedure for a player who disputes a payment."""
    employees: str = ""
    """The posted policy on employees' play."""
    game_folders: tuple[GameFolder, ...] = ()
    """Games from outside, which servers load when they start; no table of the room opens with them."""
    text: str = field(default="", compare=False, repr=False)
    """The text of the file."""

    @property
    def games(self) -> tuple[str, ...]:
        """The slugs of all games of its tables, each once."""
        return tuple(dict.fromkeys(game for entry in self.tables for game in entry.games))

    @property
    def hash(self) -> str:
        """SHA-256 of the file's text, which identifies the version."""
        return hash_of(self.text)


def read_property(path: Path) -> Property:
    """Reads a property's file; raises all its faults together, each with its line."""
    return _property(TomlFile.open(path))


def parse_property(text: str, name: str = "property") -> Property:
    """Parses the text of a property's file; raises its faults as :func:`read_property` does."""
    return _property(TomlFile(text, name))


def parse_stored_property(text: str, name: str) -> Property:
    """Parses a text from the store, which may be of an earlier version. The hash remains that of the stored text."""
    file = TomlFile(text, name)
    file.root.rename("table", RENAMED)
    return _property(file)


def posted_hash(of: Property, table: str) -> str:
    """The hash that notices and felt of a table print: SHA-256 of the part of the configuration that they state.

    Only a change of that part makes them stale.
    """
    tables = [_stated(entry, ("postings", "source", "penetration")) for entry in of.tables if entry.id == table]
    jackpots = [
        _stated(entry, ("components", "controller", "executive_from")) for entry in of.jackpots if table in entry.tables
    ]
    facts = [of.name, of.dispute, of.employees, asdict(of.tokes), tables, jackpots]
    return hash_of(json.dumps(facts, default=str, sort_keys=True))


def _stated(entry: TableEntry | JackpotEntry, unsaid: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in asdict(entry).items() if key not in unsaid}


def hash_of(text: str) -> str:
    """The hash of a version of a property's file."""
    return hashlib.sha256(text.encode()).hexdigest()


def _property(file: TomlFile) -> Property:
    root = file.root
    head = root.section("property")
    found = Property(
        name=head.text("name"),
        kind=cast(PropertyKind, _one_of(head, "kind", get_args(PropertyKind))),
        location=head.text("location"),
        tables_authorised=head.number("tables_authorised", 15),
        wager_ceiling=head.parsed("wager_ceiling", parse_cents) if "wager_ceiling" in head else None,
        approvals=_approvals(root.section("approvals", optional=True)),
        tables=tuple(_table(section) for section in root.sections("table")),
        jackpots=tuple(_jackpot(section) for section in root.sections("jackpot")),
        unavailable=_lists(root.section("unavailable", optional=True)),
        cash=_cash(root.section("cash")) if "cash" in root else None,
        tokes=_tokes(root.section("tokes", optional=True)),
        payouts=_payouts(root.section("payouts", optional=True)),
        dispute=head.text("dispute", ""),
        employees=head.text("employees", ""),
        game_folders=tuple(_game_folder(section) for section in root.sections("games")),
        text=file.text,
    )
    head.done()
    root.done()
    file.check()
    return found


def _game_folder(section: Section) -> GameFolder:
    found = GameFolder(section.text("folder"), section.text("hash"))
    if found.folder and not Path(found.folder).is_absolute():
        section.fault("folder", f"{quoted(found.folder)} is not an absolute path: write it from the root of the disk")
    if found.hash and not re.fullmatch(r"[0-9a-f]{64}", found.hash):
        section.fault(
            "hash", f"{quoted(found.hash)} is not a hash of 64 digits: pitbook --games FOLDER games prints it"
        )
    section.done()
    return found


def _one_of(section: Section, name: str, allowed: tuple[str, ...], default: str | None = None) -> str:
    value = section.text(name) if default is None else section.text(name, default)
    if value and value not in allowed:
        section.fault(name, f"{quoted(value)} is not known: allowed are {', '.join(allowed)}")
    return value


def _id(section: Section) -> str:
    value = section.text("id")
    if value and not _ID.fullmatch(value):
        section.fault("id", f"{quoted(value)} is not an id: use up to 40 lower-case letters, digits and hyphens")
    return value


def _approvals(section: Section) -> dict[str, Approval]:
    found = {}
    for game, value in section.items():
        if not isinstance(value, dict):
            section.fault(game, "an approval is a table of conditions")
            continue
        part = Section(section.file, section.path(game), value)
        modified, withdrawn = part.flag("modified", False), part.flag("withdrawn", False)
        renewed = _evidence(part.section("renewed")) if "renewed" in part else None
        conditions = part.section("conditions", optional=True)
        met = {}
        for name, item in conditions.items():
            if isinstance(item, dict):
                met[name] = _evidence(Section(section.file, conditions.path(name), item))
            else:
                conditions.fault(name, 'write it as { document = "...", day = 2026-01-31, person = "..." }')
        commission = _commission(part.section("commission")) if "commission" in part else None
        sheet = _rules_sheet(part.section("rules_sheet")) if "rules_sheet" in part else None
        package = _hash(part, "package") if "package" in part else ""
        part.done()
        found[game] = Approval(game, met, modified, renewed, withdrawn, current_hash(package), commission, sheet)
    return found


def _evidence(section: Section) -> Evidence:
    found = Evidence(section.text("document"), section.day("day"), section.text("person"))
    for name, value in (("document", found.document), ("person", found.person)):
        if not value.strip():
            section.fault(name, f"state the {name}")
    section.done()
    return found


def _rules_sheet(section: Section) -> RulesSheet:
    digest, tables = _hash(section, "sha256"), _texts(section, "pay_tables")
    return RulesSheet(_evidence(section), digest, tables)


def _hash(section: Section, name: str) -> str:
    found = section.text(name)
    if not re.fullmatch(r"[0-9a-f]{64}", found):
        section.fault(name, f"{quoted(found)} is not a hash: it has 64 digits from 0 to f")
    return found


def _commission(section: Section) -> CommissionOnFile:
    return CommissionOnFile(section.text("rate"), _evidence(section))


def _texts(section: Section, name: str) -> dict[str, str]:
    """Reads a table of names and texts."""
    part = section.section(name, optional=True)
    found = {}
    for key, value in part.items():
        if isinstance(value, str):
            found[key] = value
        else:
            part.fault(key, f"{quoted(value)} is not a text in quotes")
    return found


def _lists(section: Section) -> dict[str, tuple[str, ...]]:
    return {name: section.texts(name) for name, _ in section.items()}


def _amounts(section: Section, name: str) -> dict[str, Cents]:
    part = section.section(name, optional=True)
    found = {}
    for key, value in part.items():
        cents = part.attempt(key, parse_cents, value) if isinstance(value, str) else None
        if cents is None and not isinstance(value, str):
            part.fault(key, f"{quoted(value)} is not an amount in quotes, such as '$300'")
        elif cents is not None:
            found[key] = cents
    return found


def _limit(text: str) -> Limits:
    """Parses ``$5 to $300``, or one amount for a fixed wager."""
    low, to, high = text.partition(" to ")
    least = parse_cents(low, "lowest bet")
    return Limits(least, parse_cents(high, "highest bet") if to else least)


def _limits(section: Section) -> dict[str, Limits]:
    part = section.section("limits", optional=True)
    found = {}
    for key, value in part.items():
        limits = part.attempt(key, _limit, value) if isinstance(value, str) else None
        if limits is not None:
            found[key] = limits
        elif not isinstance(value, str):
            part.fault(key, "write limits as '$5 to $300'")
    return found


def _table(section: Section) -> TableEntry:
    found = TableEntry(
        id=_id(section),
        game=joined(section.text("game"), *section.texts("extra_games", ())),
        decks=section.number("decks") if "decks" in section else None,
        seats=section.number("seats") if "seats" in section else None,
        wagers=section.texts("wagers") if "wagers" in section else None,
        tables=_texts(section, "pay_tables"),
        options=_texts(section, "options"),
        rules=_texts(section, "rules"),
        limits=_limits(section),
        aggregate=_amounts(section, "aggregate"),
        source=_one_of(section, "cards", ("shoe", "entered"), "shoe"),
        deal_source=_one_of(section, "dealt_from", (*get_args(DealSource), "hand"), "shoe"),
        penetration=section.parsed("penetration", parse_penetration, "75%") or Fraction(3, 4),
        postings=_posted(section),
        high_limit=section.flag("high_limit", False),
    )
    section.done()
    return found


def _posted(section: Section) -> str:
    number = section.text("postings", "")
    if number and not re.fullmatch(rf"[0-9a-f]{{{NUMBER},64}}", number):
        section.fault("postings", f"{quoted(number)} is not the number of a notice: write the {NUMBER} digits on it")
    return number


def _jackpot(section: Section) -> JackpotEntry:
    found = JackpotEntry(
        id=_id(section),
        game=section.text("game"),
        wager=section.text("wager"),
        pay_table=section.text("pay_table"),
        decks=section.number("decks", 1),
        kind=_one_of(section, "kind", ("progressive", "house"), "progressive"),
        seed=section.parsed("seed", parse_cents) or Cents(0),
        contribution=section.parsed("contribution", parse_rate, "0%") or Fraction(0),
        reserve=section.parsed("reserve", parse_rate, "0%") or Fraction(0),
        limit=section.parsed("maximum", parse_cents) if "maximum" in section else None,
        bet=section.parsed("bet", parse_cents, "$1") or Cents(0),
        fixed_from=_one_of(section, "fixed_pays_from", ("tray", "meter"), "tray"),
        controller=_one_of(section, "controller", ("keyed", "card", "sensing"), "card"),
        executive_from=section.parsed("executive_from", parse_cents, "$5,000") or Cents(0),
        tables=section.texts("tables"),
        components=_texts(section, "components"),
        disclosures=section.texts("disclosures", ()),
    )
    section.done()
    return found


def _cash(section: Section) -> Cash:
    found = Cash(
        section.parsed("on_hand", parse_cents) or Cents(0),
        section.parsed("last_year_receipts", parse_cents) if "last_year_receipts" in section else None,
        section.parsed("prize_funds", parse_cents, "$0") or Cents(0),
        section.text("prize_account", ""),
    )
    section.done()
    return found


def _tokes(section: Section) -> Tokes:
    payout = section.parsed("payout", parse_cents) if "payout" in section else None
    found = Tokes(_limits(section), payout)
    section.done()
    return found


def _payouts(section: Section) -> Payouts:
    usual = Payouts()

    def amount(name: str, default: Cents) -> Cents:
        found = section.parsed(name, parse_cents) if name in section else default
        return default if found is None else found

    found = Payouts(
        amount("deck_proof_from", usual.deck_proof_from),
        section.number("seal_days", usual.seal_days),
        amount("surveillance_over", usual.surveillance_over),
        amount("cash_up_to", usual.cash_up_to),
        section.number("cheque_hours", usual.cheque_hours),
        section.number("malfunction_hours", usual.malfunction_hours),
        cast(LateBasis, _one_of(section, "late_awards", get_args(LateBasis), usual.late_awards)),
    )
    section.done()
    return found
