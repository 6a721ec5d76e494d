"""The floor as its page shows it: every table, the wins that wait in the order they are paid, and the checklist of a
table that is to open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from pitbook.compliance.findings import Finding
from pitbook.compliance.gate import Gate
from pitbook.compliance.property import NUMBER, TableEntry, posted_hash
from pitbook.compliance.rules import RULES
from pitbook.compliance.rules_letters import applies
from pitbook.errors import NotFound, PitbookError
from pitbook.games import game as game_of
from pitbook.jackpot.book import LATE, Action, Book, do
from pitbook.jackpot.controller import Pad, win_so_far
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.house import House
from pitbook.jackpot.people import Person
from pitbook.jackpot.prize_people import Signed
from pitbook.jackpot.separation import Step as WinStep
from pitbook.jackpot.separation import objection
from pitbook.jackpot.setup import Setup
from pitbook.money import Cents
from pitbook.room.alerts import Alert, keyed_in_at, pads_waiting
from pitbook.room.rounds import first_cards
from pitbook.table.config import BASE

if TYPE_CHECKING:
    from pitbook.web.app import Services

STEPS: Final[Mapping[str, Mapping[str, str]]] = {
    "keyed": {"verify": "Key to JPH", "record": "J-POT", "reject": "Not a win", "run": "Key to RUN"},
    "card": {"verify": "Confirm", "record": "Record by card", "reject": "Not a win"},
    "sensing": {"verify": "Confirm", "record": "Record by card", "reject": "Not a win"},
}
"""What stands on the supervisor's keys of each controller (letters 002 and 003)."""
MOST_RECORDED: Final = 8


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the map."""

    table: str
    game: str
    open: bool
    phase: str
    rounds: int
    seats: int
    taken: int
    dealer: str
    jackpot: str
    meter: Cents | None
    pay_tables: tuple[str, ...]
    waiting: int
    """Wins that are keyed in and not recorded."""
    alarms: tuple[Alert, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A win that waits, in its turn."""

    turn: int
    seat: int
    label: str
    share: str
    prize: Cents
    before: Cents
    after: Cents
    executive: bool
    """From this amount on an executive records it, who is not the one who verified it."""
    player: str
    dealer: str


@dataclass(frozen=True, slots=True)
class Step:
    """What the signed-in person, or somebody with a badge, presses next."""

    key: str
    label: str
    refused: str = ""
    """Why the signed-in person may not; somebody else's badge may."""


@dataclass(frozen=True, slots=True)
class Queue:
    """The wins of one table."""

    table: str
    jackpot: str
    round: int
    since: str
    minutes: int
    phase: str
    next: str
    who: str
    wins: tuple[Waiting, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A prize of this gambling day."""

    jackpot: str
    number: int
    cents: Cents
    label: str
    table: str
    seat: int
    at: str
    undone: bool
    people: tuple[str, ...]
    """``Keyed in by Dana 20:01:07``, one for each step of the prize."""
    payable: bool
    """Nobody has noted yet that it was paid."""


@dataclass(frozen=True, slots=True)
class Floor:
    """Everything on the page."""

    tiles: tuple[Tile, ...]
    queues: tuple[Queue, ...]
    recorded: tuple[Recorded, ...]
    alerts: tuple[Alert, ...]


def look_at(found: "Services", person: Person) -> Floor:
    """The floor as it stands."""
    alerts = found.alerts.look()
    names = {each.id: each.name for each, _ in found.people.everyone()}
    queues = tuple(_queue(found, pad, person, found.now()) for pad in pads_waiting(found.days))
    tables = found.pit.floor()
    stated = {entry.id: entry for entry in found.configurations.current().property.tables} if tables else {}
    return Floor(
        tuple(_tile(found, each, alerts, names, stated[each["table"]]) for each in tables),
        queues,
        tuple(_recorded(found, names))[:MOST_RECORDED],
        tuple(alerts),
    )


def _tile(
    found: "Services", shown: Mapping[str, Any], alerts: Sequence[Alert], names: Mapping[str, str], stated: TableEntry
) -> Tile:
    table, jackpot = str(shown["table"]), str(shown["jackpot"] or "")
    pad, meter = None, None
    try:
        pad = found.jackpots.pad(table)
        jackpot = pad.jackpot
        meter = found.jackpots.book(jackpot).shown
    except NotFound:
        pass
    playing = (pad is not None and pad.phase != "betting") or shown.get("phase") == "playing"
    known = game_of(shown["game"])
    return Tile(
        table,
        known.name,
        bool(shown["open"]),
        "playing" if playing else "betting" if shown["open"] else "closed",
        int(shown.get("rounds", 0)),
        int(shown.get("seats", 0)),
        int(shown.get("taken", 0)),
        names.get(pad.dealer, pad.dealer) if pad is not None and pad.dealer else "",
        jackpot,
        meter,
        _pay_tables(found, stated, is_open=bool(shown["open"])),
        len(pad.wins) if pad is not None else 0,
        tuple(alert for alert in alerts if alert.place and alert.place in (table, jackpot)),
    )


def _pay_tables(found: "Services", stated: TableEntry, *, is_open: bool) -> tuple[str, ...]:
    """``Royal Match RM-04``; of a table that is open those that it runs, else those that are stated."""
    if not is_open:
        return tuple(f"{game_of(stated.game).wager(slug).name} {name}" for slug, name in stated.tables.items())
    with found.tables.look(stated.id) as live:
        config = live.table.config
        return tuple(
            f"{config.game.wager(slug).name} {tables[0].id}"
            for slug, tables in config.layout.tables.items()
            if slug in config.offered and slug != BASE
        )


# -- wins --------------------------------------------------------------------------------------------------------------


def _queue(found: "Services", pad: Pad, person: Person, now: datetime) -> Queue:
    book = found.jackpots.book(pad.jackpot)
    setup, since, now_on = book.setup, keyed_in_at(found.days, pad), book
    wins = []
    for turn, win in enumerate(pad.wins, 1):
        # Each is a share of what the one before has left on the meter.
        done = do(book, Action("award", {"outcome": win.outcome}))
        prize = Cents(int(done.result["prize_cents"]))
        player, dealer = cards_of(found, pad.table, win.seat)
        wins.append(
            Waiting(
                turn,
                win.seat,
                *label_of(setup, win.outcome),
                prize,
                book.available,
                done.book.available,
                prize >= setup.executive_from,
                player,
                dealer,
            )
        )
        book = done.book
    minutes = int((now - moment_of(since)).total_seconds() // 60) if since else 0
    return Queue(
        pad.table, pad.jackpot, pad.round, since, minutes, pad.phase, pad.expected(setup)[-1], _who(pad, wins),
        tuple(wins), tuple(_steps(pad, now_on, person)),
    )  # fmt: skip


def label_of(setup: Setup, outcome: str) -> tuple[str, str]:
    """What a hand is called, and what it pays."""
    line = setup.pay_table.line(outcome)
    return (line.label, str(line.pay)) if line is not None else (outcome, "")


def cards_of(found: "Services", table: str, seat: int) -> tuple[str, str]:
    """The player's and the dealer's cards of the round that is played, where the table keeps them."""
    try:
        view = found.pit.view(table)
    except NotFound:
        return "", ""
    hands = view["players"].get(str(seat), {}).get("hands", [])
    cards = [card for hand in hands[:1] for card in hand["cards"]]
    return " ".join(cards), " ".join(view["dealer"]["cards"])


def _who(pad: Pad, wins: Sequence[Waiting]) -> str:
    """Who may take the next step."""
    if pad.phase == "verifying" and wins and wins[0].executive:
        return "An executive, who did not deal and did not verify it"
    return "A supervisor or executive who did not deal this round"


def _steps(pad: Pad, book: Book, person: Person) -> list[Step]:
    names = STEPS[pad.kind]
    if pad.phase == "recorded":
        return [Step("run", names["run"], _lacks_duty(person))]
    if pad.phase == "verifying":
        return [
            Step("record", names["record"], _refused(pad, book, "record", person)),
            Step("reject", names["reject"], _lacks_duty(person)),
        ]
    return [Step("verify", names["verify"], _refused(pad, book, "verify", person))]


def _lacks_duty(person: Person) -> str:
    return "" if person.may("verify a win") else "A supervisor's or executive's badge is needed."


def _refused(pad: Pad, book: Book, step: WinStep, person: Person) -> str:
    """What the controller would answer this person, as a sentence."""
    found = objection(step, person, win_so_far(pad, book, step))
    return _lacks_duty(person) or (f"{str(found)[:1].upper()}{str(found)[1:]}." if found is not None else "")


def _recorded(found: "Services", names: Mapping[str, str]) -> list[Recorded]:
    """The prizes of this gambling day, the newest first."""
    house, listed = found.days.house(), []
    today = house.day_of(found.now().isoformat())
    for jackpot in found.jackpots.names():
        prizes, undone = found.large_wins.prizes(jackpot)
        people = found.large_wins.people(jackpot)
        setup = found.jackpots.book(jackpot).setup
        for item in prizes:
            if item.kind in ("award", LATE) and house.day_of(item.at) == today:
                data = item.data
                cents = Cents(int(item.result["prize_cents"]))
                label = label_of(setup, str(data["outcome"]))[0] + (", late award" if item.kind == LATE else "")
                gone, signed = item.number in undone, people[item.number]
                steps = tuple(_step_words(name, step, names, house) for name, step in signed.steps())
                each = Recorded(
                    jackpot, item.number, cents, label, str(data["table"]), int(data["seat"]), item.at, gone, steps,
                    not gone and not signed.paid.by,
                )  # fmt: skip
                listed.append(each)
    return sorted(listed, key=lambda each: each.at, reverse=True)


def _step_words(name: str, step: Signed, names: Mapping[str, str], house: House) -> str:
    if not step.by:
        return f"{name}: {step.note}"
    return f"{name} {names.get(step.by, step.by)} {house.local(step.at)[11:19]}"


def win_cards(found: "Services", jackpot: str, number: int) -> tuple[str, str]:
    """The cards of a prize from the record of its table; none where the table kept no cards."""
    prize = found.jackpots.transaction(jackpot, number)
    played = found.rounds.covering(str(prize.data.get("table", "")), prize.at)
    return first_cards(played, int(prize.data["seat"])) if played is not None else ("", "")


# -- opening -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """One line of the checklist."""

    title: str
    words: str
    met: bool
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Checklist:
    """Everything that opening a table asks for."""

    table: str
    game: str
    letter: str
    configuration: str
    conditions: tuple[Condition, ...]
    against: tuple[Finding, ...]
    stopped: str
    """What else keeps it closed: it is open already, or its jackpot is not."""
    rules: int
    """How many rules were checked."""
    offers: tuple[tuple[str, str, str], ...]
    """Wager, pay table, limits."""

    @property
    def may_open(self) -> bool:
        return not self.against and not self.stopped


def checklist_of(found: "Services", table: str) -> Checklist:
    """The checklist of a table by the current configuration, today."""
    today = found.configurations.today()
    gate = found.configurations.gate(today)
    entry = gate.entry(table)
    known = game_of(entry.game)
    against = tuple(gate.against(table))
    return Checklist(
        table,
        known.name,
        f"letter {known.letter.number}, {known.letter.dated}",
        gate.property.hash,
        (*_letter(gate, entry.game, against), _postings(gate, table, against), *_jackpot(found, gate, table)),
        against,
        _stopped(found, table),
        sum(rule.since <= today for rule in RULES),
        _offers(gate, table),
    )


def _letter(gate: Gate, game: str, against: Sequence[Finding]) -> list[Condition]:
    """The letter's own conditions, each with its document, day and person."""
    letter, approval = game_of(game).letter, gate.property.approvals.get(game)
    wrong = {finding.place.part: finding for finding in against if finding.rule == "LETTER"}
    conditions = []
    for condition in letter.conditions:
        if not applies(condition, gate.property):
            continue
        evidence = approval.conditions.get(condition.id) if approval is not None else None
        words = f"{evidence.document}; {evidence.day}, {evidence.person}" if evidence else "not recorded as met"
        conditions.append(Condition(condition.text, words, condition.id not in wrong, condition.cite))
    return conditions


def _postings(gate: Gate, table: str, against: Sequence[Finding]) -> Condition:
    wanted = posted_hash(gate.property, table)[:NUMBER]
    met = not any(finding.rule == "WA-07" for finding in against)
    words = f"number {wanted} on them" if met else f"those with number {wanted} must be up"
    return Condition("Notices of this configuration are up", words, met, "WAC 230-15-060")


def _jackpot(found: "Services", gate: Gate, table: str) -> list[Condition]:
    jackpots = [entry.id for entry in gate.property.jackpots if table in entry.tables]
    conditions = []
    for jackpot in jackpots:
        try:
            book = found.jackpots.book(jackpot)
            open_ = book.status == "open"
            conditions.append(Condition(f"Progressive {jackpot} takes wagers", book.status, open_, "WAC 230-15-685"))
        except NotFound:
            conditions.append(Condition(f"Progressive {jackpot} takes wagers", "not opened", False, "WAC 230-15-685"))
    return conditions


def _stopped(found: "Services", table: str) -> str:
    """What the table itself says."""
    try:
        with found.tables.look(table) as live:
            if not live.table.closed:
                return f"Table {table} is open already."
    except NotFound:
        pass
    try:
        pad = found.jackpots.pad(table)
    except PitbookError:
        return ""
    if pad.phase != "betting":
        expected = pad.expected(found.jackpots.book(pad.jackpot).setup)
        return f"The controller of table {table} is in a round: next comes {' or '.join(expected)}."
    return ""


def _offers(gate: Gate, table: str) -> tuple[tuple[str, str, str], ...]:
    if gate.against(table):
        return ()
    config = gate.open_table(table)
    found = []
    for slug in config.offered:
        tables, limits = config.layout.tables.get(slug, ()), config.limits.get(slug)
        name = tables[0].id if tables else ""
        amounts = f"${limits.low / 100:g} to ${limits.high / 100:,.0f}" if limits is not None else ""
        found.append((config.game.wager(slug).name if slug != BASE else "Base wager", name, amounts))
    return tuple(found)
