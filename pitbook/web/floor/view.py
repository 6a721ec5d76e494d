"""The content of the floor page: every table, and pending wins in the order of payment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from pitbook.compliance.property import TableEntry
from pitbook.errors import NotFound
from pitbook.games import game as game_of
from pitbook.jackpot.book import LATE, Action, Book, do
from pitbook.jackpot.controller import ControllerState, win_so_far
from pitbook.jackpot.controller_labels import LABELS, NOT_A_WIN
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.house import House
from pitbook.jackpot.people import Person
from pitbook.jackpot.prize_people import PrizeStep
from pitbook.jackpot.separation import WinDuty, objection
from pitbook.jackpot.setup import Setup
from pitbook.money import Cents
from pitbook.room.alerts import Alert, keyed_in_at, waiting_controllers
from pitbook.room.tables.rounds import first_cards

if TYPE_CHECKING:
    from pitbook.web.app import Services

MOST_RECORDED: Final = 8


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the map."""

    table: str
    game: str
    open: bool
    phase: str
    left_in_round: bool
    """Whether the table is closed while its controller is in the middle of a round."""
    controller_only: bool
    """Whether the table is open for its controller only, without seats."""
    round: int
    """The number of the round in progress, or else of the next one."""
    seats: int
    taken: int
    dealer: str
    jackpot: str
    meter: Cents | None
    pay_tables: tuple[str, ...]
    waiting: int
    """Wins that are keyed in but not yet recorded."""
    alarms: tuple[Alert, ...]


@dataclass(frozen=True, slots=True)
class PendingWin:
    """A pending win."""

    turn: int
    seat: int
    label: str
    share: str
    prize: Cents
    before: Cents
    after: Cents
    executive: bool
    """Whether the amount needs an executive, other than the person who verified it, to record it."""
    player: str
    dealer: str


@dataclass(frozen=True, slots=True)
class WinKey:
    """The next key for the signed-in person or for a person who shows a badge."""

    key: str
    label: str
    refused: str = ""
    """Why the signed-in person may not press it; another person's badge may."""


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
    wins: tuple[PendingWin, ...]
    steps: tuple[WinKey, ...]


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
    """Whether the payment to the winner is still to be recorded."""


@dataclass(frozen=True, slots=True)
class Floor:
    """The content of the floor page."""

    tiles: tuple[Tile, ...]
    queues: tuple[Queue, ...]
    recorded: tuple[Recorded, ...]
    alerts: tuple[Alert, ...]


def look_at(found: "Services", person: Person) -> Floor:
    """The current state of the floor, as this person sees it."""
    alerts = found.alerts.look()
    names = found.people.names()
    queues = tuple(_queue(found, controller, person, found.now()) for controller in waiting_controllers(found.days))
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
    controller, meter = None, None
    try:
        controller = found.jackpots.controller(table)
        jackpot = controller.jackpot
        meter = found.jackpots.book(jackpot).shown
    except NotFound:
        pass
    in_round = (controller is not None and controller.phase != "betting") or shown.get("phase") == "playing"
    known = game_of(shown["game"])
    return Tile(
        table,
        known.name,
        bool(shown["open"]),
        "closed" if not shown["open"] else "playing" if in_round else "betting",
        in_round and not shown["open"],
        bool(shown.get("controller_only")),
        int(shown.get("round", 0)),
        int(shown.get("seats", 0)),
        int(shown.get("taken", 0)),
        names.get(controller.dealer, controller.dealer) if controller is not None and controller.dealer else "",
        jackpot,
        meter,
        _pay_tables(found, stated, is_open=bool(shown["open"])),
        len(controller.wins) if controller is not None else 0,
        tuple(alert for alert in alerts if alert.place and alert.place in (table, jackpot)),
    )


def _pay_tables(found: "Services", stated: TableEntry, *, is_open: bool) -> tuple[str, ...]:
    """``Royal Match RM-04``: the pay tables that an open table runs, or those configured for a closed one."""
    if not is_open:
        return tuple(f"{game_of(stated.game).wager(slug).name} {name}" for slug, name in stated.tables.items())
    with found.tables.look(stated.id) as live:
        config = live.table.config
        return tuple(
            f"{config.game.wager(slug).name} {tables[0].id}"
            for slug, tables in config.layout.tables.items()
            if slug in config.offered and slug not in config.game.required
        )


# -- wins --------------------------------------------------------------------------------------------------------------


def _queue(found: "Services", controller: ControllerState, person: Person, now: datetime) -> Queue:
    book = found.jackpots.book(controller.jackpot)
    setup, since, now_on = book.setup, keyed_in_at(found.days, controller), book
    wins = []
    for turn, win in enumerate(controller.wins, 1):
        # Each win takes its share of the meter after the win before it.
        done = do(book, Action("award", {"outcome": win.outcome}))
        prize = Cents(int(done.result["prize_cents"]))
        player, dealer = cards_of(found, controller.table, win.seat)
        wins.append(
            PendingWin(
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
        controller.table, controller.jackpot, controller.round, since, minutes, controller.phase,
        controller.expected(setup)[-1], _who(controller, wins), tuple(wins), tuple(_steps(controller, now_on, person)),
    )  # fmt: skip


def label_of(setup: Setup, outcome: str) -> tuple[str, str]:
    """The name of a winning hand, and its pay."""
    line = setup.pay_table.line(outcome)
    return (line.label, str(line.pay)) if line is not None else (outcome, "")


def cards_of(found: "Services", table: str, seat: int) -> tuple[str, str]:
    """The player's and the dealer's cards of the current round; empty if the table does not record cards."""
    try:
        view = found.pit.view(table)
    except NotFound:
        return "", ""
    hands = view["players"].get(str(seat), {}).get("hands", [])
    cards = [card for hand in hands[:1] for card in hand["cards"]]
    return " ".join(cards), " ".join(view["dealer"]["cards"])


def _who(controller: ControllerState, wins: Sequence[PendingWin]) -> str:
    """Who may take the next step."""
    if controller.phase == "verifying" and wins and wins[0].executive:
        return "Only an executive who neither dealt nor verified it may do it"
    return "Only a supervisor or executive who did not deal this round may do it"


def _steps(controller: ControllerState, book: Book, person: Person) -> list[WinKey]:
    labels = LABELS[controller.kind]
    if controller.phase == "recorded":
        return [WinKey("run", labels["run"].floor, _lacks_duty(person))]
    if controller.phase == "verifying":
        return [
            WinKey("record", labels["record"].floor, _refused(controller, book, "record", person)),
            WinKey("reject", NOT_A_WIN, _lacks_duty(person)),
        ]
    return [WinKey("verify", labels["verify"].floor, _refused(controller, book, "verify", person))]


def _lacks_duty(person: Person) -> str:
    return "" if person.may("verify a win") else "A supervisor's or executive's badge is needed."


def _refused(controller: ControllerState, book: Book, step: WinDuty, person: Person) -> str:
    """The controller's objection to this person, as a sentence; empty if there is none."""
    found = objection(step, person, win_so_far(controller, book, step))
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


def _step_words(name: str, step: PrizeStep, names: Mapping[str, str], house: House) -> str:
    if not step.by:
        return f"{name}: {step.note}"
    return f"{name} {names.get(step.by, step.by)} {house.local(step.at)[11:19]}"


def win_cards(found: "Services", jackpot: str, number: int) -> tuple[str, str]:
    """The cards of a prize from the record of its table; empty if the table recorded none."""
    prize = found.jackpots.transaction(jackpot, number)
    played = found.rounds.covering(str(prize.data.get("table", "")), prize.at)
    return first_cards(played, int(prize.data["seat"])) if played is not None else ("", "")
