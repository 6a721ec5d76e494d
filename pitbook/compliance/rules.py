"""The rules that can be checked by a machine, each with its id, citation, confidence and day (regulation 1.7)."""

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from typing import Final

from pitbook.compliance.findings import Check, Finding, Found, Rule
from pitbook.compliance.limits import Confidence, ceiling_on
from pitbook.compliance.property import JackpotEntry, Property, TableEntry
from pitbook.errors import BadInput
from pitbook.games import SLUGS
from pitbook.games import game as game_of
from pitbook.games.letter import Condition, System
from pitbook.games.model import Game, listed
from pitbook.jackpot.links import Member, check_link
from pitbook.jackpot.setup import Setup
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, Micros, dollars, format_cents
from pitbook.pay import Amount, Odds
from pitbook.table.config import TableConfig, configure

MOST_TABLES: Final = 15
MOST_SEATS: Final = 9
MOST_GAMES, MOST_OVER, OVER = 6, 3, dollars(5)
LARGE_PRIZE: Final = dollars(25_000)
PER_TABLE, NEW_ROOM = dollars(2_000), dollars(30_000)
DISCLOSURES: Final = ("prize amount", "no player money is involved", "may be removed without notice")
_EVER: Final = date(1997, 1, 1)

RULES: Final[list[Rule]] = []
"""In the order in which findings are listed."""


def rule(
    rule_id: str, title: str, cite: str, confidence: Confidence, since: date = _EVER, *, stops: bool = True
) -> Callable[[Check], Check]:
    """Registers a check."""

    def register(check: Check) -> Check:
        RULES.append(Rule(rule_id, title, cite, confidence, since, check, stops))
        return check

    return register


def findings(of: Property, on: date) -> list[Finding]:
    """Everything that a property does not keep on a day, all at once."""
    return [finding for each in RULES for finding in each.findings(of, on)]


def _games(of: Property) -> Iterator[tuple[TableEntry, Game]]:
    """Tables of games that the rulebook has."""
    for table in of.tables:
        if table.game in SLUGS:
            yield table, game_of(table.game)


def config_of(table: TableEntry) -> TableConfig:
    """The table as the live table knows it; refused where its letter does not approve it."""
    return configure(
        game_of(table.game),
        decks=table.decks or None,
        tables=table.tables,
        options=table.options,
        rules=table.rules,
        seats=table.seats or None,
        offered=table.wagers or None,
        limits=table.limits,
        source="entered" if table.source == "entered" else "shoe",
        depth=table.depth,
        aggregate=table.aggregate,
    )


def setup_of(entry: JackpotEntry, location: str) -> Setup:
    """The jackpot as the controller knows it."""
    limit = None if entry.limit is None else Micros(entry.limit * MICROS_PER_CENT)
    terms = MeterTerms(Micros(entry.seed * MICROS_PER_CENT), entry.contribution, entry.reserve, limit)
    return Setup(
        entry.id, entry.game, entry.wager, entry.pay_table, entry.decks,
        "house" if entry.kind == "house" else "progressive", terms, entry.bet,
        "meter" if entry.fixed_from == "meter" else "tray",
        "keyed" if entry.controller == "keyed" else "sensing" if entry.controller == "sensing" else "card",
        entry.executive_from, location,
    )  # fmt: skip


@rule("WA-01", "At most 15 tables, each with its own id", "RCW 9.46.0282", "verified")
def tables_of_a_house(of: Property, on: date) -> Found:
    most = min(MOST_TABLES, of.tables_authorised) if of.kind == "card room" else of.tables_authorised
    if len(of.tables) > most:
        yield of.name, f"{len(of.tables)} tables", f"at most {most}"
    names = [table.id for table in of.tables]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"table {name}", "the id is given to more than one table", "each table has its own"


@rule("WA-02", "Only what a letter approves", "WAC 230-15-035", "verified")
def approved_games(of: Property, on: date) -> Found:
    for table in of.tables:
        if table.game not in SLUGS:
            yield f"table {table.id}", f"{table.game} is no game of the rulebook", f"approved are {listed(SLUGS)}"
            continue
        try:
            config_of(table)
        except BadInput as error:
            yield f"table {table.id}", str(error).rstrip("."), "open it as its letter approves it"


@rule(
    "WA-02a",
    "A modified game waits for its approval to be renewed",
    "each letter's paragraph on modifications",
    "verified",
)
def modified_games(of: Property, on: date) -> Found:
    for table, game in _games(of):
        approval = of.approvals.get(game.slug)
        if approval is None:
            continue
        if approval.withdrawn:
            yield (
                f"table {table.id}",
                f"the authorisation of {game.name} is withdrawn",
                "the game stays closed (WAC 230-15-045)",
            )
        if approval.modified and approval.renewed is None:
            yield f"table {table.id}", f"{game.name} was modified", "record the renewed approval"


def applies(condition: Condition, of: Property) -> bool:
    """Whether a property must record that a condition is met."""
    if condition.kind in ("rules of play", "modification", "wager limits"):
        return False  # kept by the program itself
    if condition.kind == "licensed equipment":
        return of.kind == "card room"
    if condition.kind == "certified equipment":
        return of.kind == "tribal casino"
    group = "commercial card rooms" if of.kind == "card room" else "tribal casinos"
    return condition.applies_to in ("all", group)


@rule("LETTER", "The letter's own conditions are recorded as met", "each letter's conditions", "verified")
def letter_conditions(of: Property, on: date) -> Found:
    for game in dict.fromkeys(table.game for table, _ in _games(of)):
        letter = game_of(game).letter
        met = of.approvals[game].conditions if game in of.approvals else {}
        for condition in letter.conditions:
            if not applies(condition, of):
                continue
            evidence = met.get(condition.id)
            if evidence is None:
                yield (
                    f"{game}, {condition.id}",
                    "the condition is not recorded as met",
                    f"{condition.text} ({condition.cite})",
                )
            elif evidence.day > on:
                yield f"{game}, {condition.id}", f"the document is dated {evidence.day}", f"on {on} it is not in force"
        for name in met:
            if name not in {condition.id for condition in letter.conditions}:
                known = listed(condition.id for condition in letter.conditions if applies(condition, of))
                yield f"{game}, {name}", "the letter has no such condition", f"it has {known}"


@rule("LETTER-PT", "Pay tables that are not for this jurisdiction", "letter 004, note on pay tables", "verified")
def available_tables(of: Property, on: date) -> Found:
    for table, game in _games(of):
        for slug, named in table.tables.items():
            if named in of.unavailable.get(slug, ()):
                others = (
                    [each for each in game.wager(slug).table_ids() if each not in of.unavailable[slug]]
                    if slug in game.wager_slugs()
                    else []
                )
                yield (
                    f"table {table.id}",
                    f"pay table {named} of {slug} is not available here",
                    f"choose {listed(others)}",
                )


@rule("WA-03", "Separate games on one hand of cards", "WAC 230-15-040", "partly read")
def separate_games(of: Property, on: date) -> Found:
    for table, _ in _games(of):
        config = _config(table)
        if config is None:
            continue
        # Match The Dealer's five spots are one separate game (letters, conventions).
        if len(config.offered) > MOST_GAMES:
            yield f"table {table.id}", f"{len(config.offered)} separate games", f"at most {MOST_GAMES} a hand"
        over = [slug for slug in config.offered if config.limits[slug].high > OVER]
        if len(over) > MOST_OVER:
            yield (
                f"table {table.id}",
                f"{listed(over)} take wagers over {format_cents(OVER)}",
                f"at most {MOST_OVER} of the games may; limit the others to {format_cents(OVER)}",
            )


def _config(table: TableEntry) -> TableConfig | None:
    try:
        return config_of(table)
    except BadInput:
        return None  # WA-02 says why


@rule("WA-04", "Seats", "WAC 230-15-055", "partly read")
def seats(of: Property, on: date) -> Found:
    for table, game in _games(of):
        most = min(MOST_SEATS, game.seats)
        if table.seats > most:
            yield f"table {table.id}", f"{table.seats} seats", f"{game.name} has at most {most}"


@rule("WA-05", "No wager above the ceiling", "WAC 230-15-140", "partly read")
def ceilings(of: Property, on: date) -> Found:
    ceiling = ceiling_on(on)
    most = ceiling.most if of.kind == "card room" else of.wager_ceiling
    high = [table.id for table in of.tables if table.high_limit]
    allowed_high = ceiling.high_tables(of.tables_authorised) if of.kind == "card room" else 0
    if of.kind == "card room" and len(high) > allowed_high:
        yield of.name, f"{listed(high)} marked high_limit", f"on {on} {allowed_high} tables may be"
    for table, _ in _games(of):
        config = _config(table)
        top = ceiling.high if table.high_limit and ceiling.high and of.kind == "card room" else most
        if config is None or top is None:
            continue
        for slug, limits in config.limits.items():
            if limits.high > top:
                yield (
                    f"table {table.id}, {slug}",
                    f"a highest bet of {format_cents(limits.high)}",
                    f"at most {format_cents(top)} on {on}",
                )


@rule("WA-06", "Cards come from a shoe or an approved shuffler", "WAC 230-15-465", "partly read")
def dealt_from(of: Property, on: date) -> Found:
    for table in of.tables:
        if table.deal_source == "hand":
            yield f"table {table.id}", "dealt from the hand", "deal from a shoe or an approved shuffler"


@rule("WA-07", "Postings are up before a table opens", "WAC 230-15-060", "verified")
def postings(of: Property, on: date) -> Found:
    for table in of.tables:
        if not table.postings:
            yield f"table {table.id}", "the postings are not acknowledged", "put them up, then set postings = true"
    if not of.dispute.strip():
        yield of.name, "no dispute procedure is stated", "state it in [property], dispute: it is posted"


@rule("WA-08", "Money on hand", "WAC 230-15-050", "verified", date(2025, 2, 13))
def money_on_hand(of: Property, on: date) -> Found:
    if of.kind != "card room":
        return
    if of.cash is None:
        yield of.name, "the money on hand is not stated", "state [cash] on_hand"
        return
    receipts = of.cash.last_year_receipts
    percent = NEW_ROOM if receipts is None else Cents(receipts // 100)
    least = PER_TABLE * len(of.tables) + percent
    if of.cash.on_hand < least:
        yield (
            of.name,
            f"{format_cents(of.cash.on_hand)} on hand",
            f"at least {format_cents(least)} within 3 hours of opening",
        )


@rule("WA-10", "The second-highest large prize is funded", "WAC 230-15-455", "verified")
def large_prizes(of: Property, on: date) -> Found:
    prizes: list[tuple[Cents, str]] = []
    for table, _ in _games(of):
        config = _config(table)
        for slug in config.layout.tables if config else ():
            assert config is not None  # noqa: S101 (just looked at)
            if slug in config.offered or config.game.wager(slug).rides_on:
                prizes.append((highest_prize(config, slug), f"{slug} at table {table.id}"))
    large = sorted({prize for prize in prizes if prize[0] > LARGE_PRIZE}, reverse=True)
    if len(large) < 2:
        return
    second, where = large[1]
    held = of.cash.prize_funds if of.cash else Cents(0)
    if held < second:
        yield (
            where,
            f"{format_cents(held)} is held for a prize of {format_cents(second)}",
            "hold it, or have credit for it",
        )


def highest_prize(config: TableConfig, slug: str) -> Cents:
    """The most that one bet on a wager can win, at the highest bet; a meter has its own funds."""
    bet = config.limits[slug].high if slug in config.limits else Cents(0)
    most = Fraction(0)
    for table in config.layout.tables[slug]:
        for line in (*table.lines, *table.added):
            if isinstance(line.pay, Odds):
                most = max(most, bet * line.pay.net)
            elif isinstance(line.pay, Amount):
                most = max(most, Fraction(line.pay.cents))
    return Cents(int(most))


@rule("WA-13", "House jackpots", "WAC 230-15-671; letter 002, Jackpot", "verified")
def house_jackpots(of: Property, on: date) -> Found:
    for entry in of.jackpots:
        if entry.kind != "house":
            continue
        if len(entry.tables) > 1:
            yield f"jackpot {entry.id}", "a house jackpot is linked", "each table posts its own prize"
        missing = [text for text in DISCLOSURES if text not in entry.disclosures]
        if missing:
            yield f"jackpot {entry.id}", f"not posted: {listed(missing)}", f"post {listed(DISCLOSURES)}"


@rule("WA-16", "Jackpots and their links", "WAC 230-15-685; the letters", "verified")
def jackpots(of: Property, on: date) -> Found:
    tables = {table.id: table for table in of.tables}
    names = [entry.id for entry in of.jackpots]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"jackpot {name}", "the id is given to more than one jackpot", "each has its own"
    for entry in of.jackpots:
        where = f"jackpot {entry.id}"
        unknown = [name for name in entry.tables if name not in tables]
        if unknown or not entry.tables:
            yield where, f"tables {listed(unknown) or 'none'}", f"the property has {listed(tables)}"
            continue
        try:
            setup = setup_of(entry, of.location)
            members = [_member(of, tables[name], entry) for name in entry.tables]
            check_link(setup, members)
        except BadInput as error:
            yield where, str(error).rstrip("."), "set it up as its letter approves it"
            continue
        for name in entry.tables:
            if tables[name].game == entry.game and tables[name].wagers and entry.wager not in tables[name].wagers:
                yield (
                    where,
                    f"table {name} does not offer {entry.wager}",
                    "offer the wager there, or take it off the link",
                )
    yield from _without_jackpot(of)


def _member(of: Property, table: TableEntry, entry: JackpotEntry) -> Member:
    named = table.tables.get(entry.wager, entry.pay_table)
    others = tuple(other.id for other in of.jackpots if table.id in other.tables and other.id != entry.id)
    return Member(table.id, table.game, entry.wager, named, table.decks or entry.decks, of.location, True, others)


def _without_jackpot(of: Property) -> Found:
    linked = {(name, entry.wager) for entry in of.jackpots for name in entry.tables}
    for table, _ in _games(of):
        config = _config(table)
        if config is not None and config.progressive and (table.id, config.progressive) not in linked:
            yield (
                f"table {table.id}",
                f"{config.progressive} is offered and no jackpot is set up for it",
                "set up a [[jackpot]] with this table, or leave the wager out",
            )


@rule("WA-17", "A progressive runs on an approved system", "the letters' progressive systems", "verified")
def systems(of: Property, on: date) -> Found:
    for entry in of.jackpots:
        if entry.game not in SLUGS:
            continue
        fitting = [system for system in game_of(entry.game).letter.systems if _fits(system, entry)]
        wrong = [list(_missing(system, entry)) for system in fitting]
        if fitting and all(wrong):
            fewest = min(zip(wrong, fitting, strict=True), key=lambda pair: len(pair[0]))
            yield f"jackpot {entry.id}", "; ".join(fewest[0]), f"{fewest[1].name} needs them ({fewest[1].cite})"


def _fits(system: System, entry: JackpotEntry) -> bool:
    kinds = {"keyed": "keyed", "card": "card swipe", "sensing": "touch pad"}
    return entry.wager in system.wagers and system.controller == kinds.get(entry.controller)


def _missing(system: System, entry: JackpotEntry) -> Iterator[str]:
    """Components that are not there, or too old."""
    for component in system.components:
        if component.alternative_to and component.alternative_to in entry.components:
            continue
        stands_in = [other.name for other in system.components if other.alternative_to == component.name]
        if any(name in entry.components for name in stands_in):
            continue
        version = entry.components.get(component.name)
        if version is None:
            if not component.alternative_to:
                yield f"{component.name} is not stated"
        elif component.version and not _new_enough(version, component.version, component.or_higher):
            more = " or higher" if component.or_higher else ""
            yield f"{component.name} is {version}, not {component.version}{more}"


def _new_enough(version: str, needed: str, or_higher: bool) -> bool:
    return version == needed or (or_higher and _numbers(version) >= _numbers(needed))


def _numbers(version: str) -> list[int]:
    """The numbers of a version, to compare them in order."""
    found, number = [], ""
    for letter in f"{version} ":
        if letter.isascii() and letter.isdigit() and len(number) < 9:
            number += letter
        elif number:
            found.append(int(number))
            number = ""
    return found


@rule("WA-18", "A jackpot wager is $1 to $20, the same for all", "letter 002, Jackpot rule 1; letter 003", "verified")
def jackpot_wagers(of: Property, on: date) -> Found:
    tables = {table.id: table for table in of.tables}
    for entry in of.jackpots:
        for name in entry.tables:
            config = _config(tables[name]) if name in tables and tables[name].game in SLUGS else None
            limits = config.limits.get(entry.wager) if config else None
            if limits is not None and (limits.low != entry.bet or limits.high != entry.bet):
                yield (
                    f"table {name}, {entry.wager}",
                    f"bets of {limits} for a jackpot wager of {format_cents(entry.bet)}",
                    f"set the limits of {entry.wager} to exactly {format_cents(entry.bet)}",
                )
