"""Rules on jackpots: letter, link, system and wager, and the disclosures of a house jackpot."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from pitbook.compliance.findings import EVERYWHERE, Case, ComplianceRule, Findings, Subject, rule
from pitbook.compliance.limits import FIRST_DAY
from pitbook.compliance.property import JackpotEntry, Property
from pitbook.compliance.tables import CheckedTable
from pitbook.errors import BadInput
from pitbook.games import exists
from pitbook.games import game as game_of
from pitbook.games.letter import Component, System
from pitbook.games.meter_wins import RIGHT_FIRST
from pitbook.games.model import listed
from pitbook.jackpot.links import Member, check_link
from pitbook.jackpot.presets import preset_terms
from pitbook.jackpot.setup import Setup, advice_on
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Micros, format_cents
from pitbook.table.config import TableConfig

DISCLOSURES: Final = ("prize amount", "no player money is involved", "may be removed without notice")
"""The required notices for a house jackpot (WAC 230-15-671)."""
RULES: Final[list[ComplianceRule]] = []


def setup_of(entry: JackpotEntry, location: str) -> Setup:
    """The set-up of a jackpot from its entry."""
    limit = None if entry.limit is None else Micros(entry.limit * MICROS_PER_CENT)
    terms = MeterTerms(Micros(entry.seed * MICROS_PER_CENT), entry.contribution, entry.reserve, limit)
    return Setup(
        entry.id, entry.game, entry.wager, entry.pay_table, entry.decks,
        "house" if entry.kind == "house" else "progressive", terms, entry.bet,
        "meter" if entry.fixed_from == "meter" else "tray",
        "keyed" if entry.controller == "keyed" else "sensing" if entry.controller == "sensing" else "card",
        entry.executive_from, location,
    )  # fmt: skip


def members_of(of: Property, entry: JackpotEntry, tables: Sequence[CheckedTable]) -> list[Member]:
    """The tables of a jackpot, each with its configured pay table and number of decks."""
    found = []
    for table in tables:
        if table.id not in entry.tables or table.config is None:
            continue
        layout = table.config.layout
        named = layout.tables[entry.wager][0].id if entry.wager in layout.tables else entry.pay_table
        others = tuple(other.id for other in of.jackpots if table.id in other.tables and other.id != entry.id)
        order = layout.options.get("meter-order", RIGHT_FIRST)
        game = entry.game if entry.game in table.entry.games else table.entry.game
        seats = table.config.seats
        found.append(Member(table.id, game, entry.wager, named, layout.decks, of.location, True, others, seats, order))
    return found


@rule(RULES, "WA-13", "House jackpots", "WAC 230-15-671; letter 002, Jackpot", "verified", FIRST_DAY)
def house_jackpots(case: Case) -> Findings:
    for entry in case.of.jackpots:
        if entry.kind != "house":
            continue
        place = Subject(jackpot=entry.id)
        if len(entry.tables) > 1:
            yield place, "a house jackpot is linked", "each table posts its own prize"
        missing = [text for text in DISCLOSURES if text not in entry.disclosures]
        if missing:
            yield place, f"not posted: {listed(missing)}", f"post {listed(DISCLOSURES)}"


@rule(
    RULES,
    "WA-16",
    "Jackpots and their links",
    "WAC 230-15-685; letter 002, Jackpot, second paragraph; letter 003, paragraph after the approved wagers",
    "verified",
    FIRST_DAY,
)
def jackpots(case: Case) -> Findings:
    names = [entry.id for entry in case.of.jackpots]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Subject(jackpot=name), "the id is given to more than one jackpot", "each has its own"
    for entry in case.of.jackpots:
        place = Subject(jackpot=entry.id)
        unknown = [name for name in entry.tables if case.table(name) is None]
        if unknown or not entry.tables:
            known = listed(table.id for table in case.tables) or "none"
            yield place, f"tables {listed(unknown) or 'none'}", f"the property has {known}"
            continue
        tables = [table for table in case.tables if table.id in entry.tables]
        if len(entry.tables) != len(set(entry.tables)):
            yield place, "the same table is named twice", "a table is on a link once"
        idle = [table for table in tables if table.config is None or entry.wager not in table.config.offered]
        for table in idle:
            yield place, f"table {table.id} does not offer {entry.wager}", "offer it there, or take it off the link"
        try:
            setup = setup_of(entry, case.of.location)
            if not idle:
                check_link(setup, members_of(case.of, entry, tables))
        except BadInput as error:
            yield place, str(error).rstrip("."), "set it up as its letter approves it"
    yield from _without_jackpot(case)


def _without_jackpot(case: Case) -> Findings:
    linked = {(name, entry.wager) for entry in case.of.jackpots for name in entry.tables}
    for table in case.tables:
        wager = table.config.progressive if table.config else ""
        if wager and (table.id, wager) not in linked:
            yield (
                Subject(table=table.id),
                f"{wager} is offered and no jackpot is set up for it",
                "set up a [[jackpot]] with this table, or leave the wager out",
            )


@rule(
    RULES, "LETTER-SYSTEM", "A jackpot runs on its approved system, with its components and versions",
    "letters 002 and 003, progressive systems", "verified", FIRST_DAY,
)  # fmt: skip
def systems(case: Case) -> Findings:
    for entry in case.of.jackpots:
        if not exists(entry.game):
            continue
        fitting = [system for system in game_of(entry.game).letter.systems if _fits(system, entry)]
        wrong = [list(_missing(system, entry)) for system in fitting]
        if fitting and all(wrong):
            few, system = min(zip(wrong, fitting, strict=True), key=lambda pair: len(pair[0]))
            yield Subject(jackpot=entry.id), "; ".join(few), f"{system.name} needs them", system.cite


def _fits(system: System, entry: JackpotEntry) -> bool:
    kinds = {"keyed": "keyed", "card": "card swipe", "sensing": "touch pad"}
    return entry.wager in system.wagers and system.controller == kinds.get(entry.controller)


def _missing(system: System, entry: JackpotEntry) -> Iterator[str]:
    """Components that are missing or too old; of alternatives, one is enough."""
    for component in system.components:
        if component.alternative_to:
            continue
        either = [component, *(each for each in system.components if each.alternative_to == component.name)]
        stated = [each for each in either if each.name in entry.components]
        faults = [words for each in stated if (words := _too_old(each, entry.components[each.name]))]
        if not stated:
            yield f"{' or '.join(each.name for each in either)} is not stated"
        elif len(faults) == len(stated):
            yield "; ".join(faults)


def _too_old(component: Component, version: str) -> str:
    needed = component.version
    if not needed or version == needed or (component.or_higher and _parts(version) >= _parts(needed)):
        return ""
    return f"{component.name} is {version}, not {needed}{' or higher' if component.or_higher else ''}"


def _parts(version: str) -> list[tuple[int, str]]:
    """Splits a version into numbers and letters for comparison: ``v005s`` comes before ``v005t``."""
    found = re.findall(r"[0-9]{1,9}|[a-z]+", version.lower().removeprefix("v"))
    return [(int(part), "") if part.isdigit() else (-1, part) for part in found]


@rule(
    RULES, "LETTER-WAGER", "A jackpot wager is the one amount of its letter: $1, or $1 to $20 for Royal Riches",
    "letter 002, Jackpot rule 1; letter 003, Royal Match Progressive rule 1 and Blazing 7's Progressive rule 1",
    "verified", FIRST_DAY,
)  # fmt: skip
def jackpot_wagers(case: Case) -> Findings:
    for entry, table, config in _linked(case):
        limits = config.limits.get(entry.wager)
        if limits is not None and (limits.low != entry.bet or limits.high != entry.bet):
            yield (
                Subject(table=table.id, part=entry.wager),
                f"bets of {limits} for a jackpot wager of {format_cents(entry.bet)}",
                f"set the limits of {entry.wager} to exactly {format_cents(entry.bet)}",
                config.game.wager(entry.wager).cite,
            )


@rule(
    RULES, "LETTER-KIND", "Table and jackpot agree: progressive or house, and where fixed pays come from",
    "letter 002, Jackpot; letter 003, Blazing 7's rule 13b", "verified", FIRST_DAY,
)  # fmt: skip
def kinds(case: Case) -> Findings:
    for entry, table, config in _linked(case):
        options, place = config.layout.options, Subject(table=table.id, part=entry.wager)
        kind, played = options.get("jackpot-kind", "progressive"), config.game.wager(entry.wager)
        if kind != entry.kind:
            wrong = f"the table plays for a {kind} jackpot, jackpot {entry.id} is a {entry.kind} jackpot"
            choice = config.game.all_options().get("jackpot-kind")
            yield place, wrong, "choose one of the two, never both", choice.cite if choice else played.cite
        option = played.fixed_pays
        source = options[option.name] if option is not None else entry.fixed_from
        if option is not None and source != entry.fixed_from:
            wrong = f"the table takes fixed pays from the {source}, jackpot {entry.id} from the {entry.fixed_from}"
            yield place, wrong, f"set {option.name} and fixed_pays_from to the same source", option.cite
    kept = {(entry.game, entry.wager, entry.kind) for entry in case.of.jackpots}
    for game, wager in sorted({(game, wager) for game, wager, _ in kept}):
        if len([each for each in kept if each[:2] == (game, wager)]) > 1:
            wrong = f"{wager} is run as a progressive and as a house jackpot"
            yield Subject(game=game, part=wager), wrong, "an operator chooses one of the two"


def _linked(case: Case) -> Iterator[tuple[JackpotEntry, CheckedTable, TableConfig]]:
    for entry in case.of.jackpots:
        for table in case.tables:
            if table.id in entry.tables and table.config is not None and entry.wager in table.config.offered:
                yield entry, table, table.config


@rule(
    RULES, "LETTER-ADVICE", "The maker's advice on seed, contribution and reserve", "letter 003, recommendations",
    "verified", FIRST_DAY, stops=False,
)  # fmt: skip
def advice(case: Case) -> Findings:
    for entry in case.of.jackpots:
        try:
            setup = setup_of(entry, case.of.location)
        except BadInput:
            continue  # WA-16 reports it
        for each in advice_on(setup, preset_terms(setup)):
            yield Subject(jackpot=entry.id), each.words, "the letter advises against it"


@rule(
    RULES, "WA-09", "Progressive funds have their own bank account", "WAC 230-15-455", "verified", date(2010, 1, 1),
    card_rooms_only=True,
)  # fmt: skip
def prize_account(case: Case) -> Findings:
    stated = case.of.cash is not None and case.of.cash.prize_account.strip()
    if not stated and any(entry.kind == "progressive" for entry in case.of.jackpots):
        yield EVERYWHERE, "no prize account is stated", "name the separate account in [cash] prize_account"
