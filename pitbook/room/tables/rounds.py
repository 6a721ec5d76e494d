"""Finding a round by its table and its time, in a record of any length.

A round is in the record of its table, or, if the table is open for its controller only, in the record of the
controller.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal
from urllib.parse import quote

from sqlalchemy import Connection, select

from pitbook.errors import NotFound, quoted
from pitbook.games.model import Game
from pitbook.jackpot.days import moment_of
from pitbook.money import Cents
from pitbook.room.tables import controller_rounds
from pitbook.room.tables.controller_rounds import ControllerRound, recorded_tables, words_of
from pitbook.room.tables.log import PLAY, first_event_from, last_number, numbered_events, read_events
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.table.done_words import step_words, undone_words
from pitbook.table.events import INPUTS, UNDONE, Event, is_taken_back, parse_event
from pitbook.table.notation import event_words, payments_of
from pitbook.table.upgrade import opened_config, upgrade_rounds
from pitbook.table.words import chips_words, take_words

LONGEST: Final = 2_000
"""The most events of one round, with the bets before it."""
BEGINS, ENDS = "betting-closed", ("round-over", "voided")
BEFORE: Final = frozenset({"sat", "bought", "left", "bet", "taken-back", "ready", "shuffle", "shuffled"})
"""Kinds of events before the betting is closed."""


@dataclass(frozen=True, slots=True)
class RoundStep:
    """One event as people could see it."""

    number: int
    kind: str
    at: str
    by: str
    words: str
    place: str
    """Whose cards they are: ``dealer`` or ``seat 3``; empty if it shows no cards."""
    cards: str
    taken_back: bool = False
    """Whether it was taken back later in the round."""
    undoes: int = 0
    """If it takes others back, the number of the first of them."""


@dataclass(frozen=True, slots=True)
class FoundRound:
    """A round from its record, with the bets before it."""

    table: str
    number: int
    """The number of the event that closed its betting, over all openings; it identifies the round."""
    round: int
    began: str
    ended: str
    """Empty while it is played."""
    voided: bool
    seats: tuple[int, ...]
    steps: tuple[RoundStep, ...]
    kept_by: Literal["table", "controller"] = "table"
    """``table`` or ``controller``: the record that has it. The press that locked the wagers identifies a controller's
    round."""

    @property
    def path(self) -> str:
        """The end of its address."""
        return f"{quote(self.table, safe='')}/{'controller/' if self.kept_by == 'controller' else ''}{self.number}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "number": self.number,
            "round": self.round,
            "began": self.began,
            "ended": self.ended,
            "voided": self.voided,
            "seats": list(self.seats),
            "kept_by": self.kept_by,
        }

    def hands(self, until: int) -> dict[str, str]:
        """The cards on the felt after a step, by place."""
        found: dict[str, list[str]] = {}
        for step in self._standing(until):
            if step.cards and step.kind == "card":
                cards = found.setdefault(step.place, [])
                if step.place == "dealer" and cards and cards[-1] == "??" and "??" not in step.cards:
                    cards.pop()  # the hole card is turned over
                cards += step.cards.split()
            elif step.cards and step.kind == "step":
                cards = found.setdefault(step.place, [])
                if cards and "??" in cards:
                    cards[cards.index("??")] = step.cards
        return {place: " ".join(cards) for place, cards in found.items()}

    def _standing(self, until: int) -> list[RoundStep]:
        """The steps up to one, without those that had been taken back."""
        kept: list[RoundStep] = []
        for step in self.steps[:until]:
            if step.undoes:
                kept = [each for each in kept if each.kind not in INPUTS or each.number < step.undoes]
            kept.append(step)
        return kept


def round_begun(opening: Sequence[Event]) -> int:
    """The index at which the round in play begins, whose cards may be face down; the length if none is in play."""
    for place in range(len(opening) - 1, -1, -1):
        if opening[place].kind in ENDS:
            break
        if opening[place].kind == BEGINS:
            return place
    return len(opening)


class Rounds:
    """The rounds in a store."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def tables(self) -> list[str]:
        """Every table of the room that has a record of its own or of its controller."""
        with self.database.reading_snapshot() as connection:
            return recorded_tables(connection)

    def at(self, table: str, moment: datetime, seat: int = 0, minutes: int = 10, most: int = 25) -> list[FoundRound]:
        """Rounds that began within some minutes of a moment, the nearest first; with ``seat``, only its rounds."""
        around = timedelta(minutes=minutes)
        with self.database.reading_snapshot() as connection:
            last = _known(connection, table)
            first, until = (
                first_event_from(connection, table, last + 1, each) for each in (moment - around, moment + around)
            )
            begun = [
                (number, event)
                for number, event in numbered_events(connection, table, first, until)
                if event.kind == BEGINS and (not seat or seat in event.data["seats"])
            ]
            rounds = [_round(connection, table, number) for number, _ in begun]
            alone = controller_rounds.between(connection, table, moment - around, moment + around)
            rounds += [_alone(connection, each) for each in alone if not seat or seat in each.seats]
            return sorted(rounds, key=lambda each: abs(moment_of(each.began) - moment))[:most]

    def latest(self, table: str, seat: int = 0, most: int = 25) -> list[FoundRound]:
        """The last rounds of a table, the newest first."""
        with self.database.reading_snapshot() as connection:
            last = _known(connection, table)
            begun = [
                number
                for number, event in numbered_events(connection, table, max(1, last - LONGEST), last + 1)
                if event.kind == BEGINS and (not seat or seat in event.data["seats"])
            ]
            rounds = [_round(connection, table, number) for number in begun[::-1][:most]]
            alone = [each for each in controller_rounds.latest(connection, table) if not seat or seat in each.seats]
            rounds += [_alone(connection, each) for each in alone[:most]]
            return sorted(rounds, key=lambda each: each.began, reverse=True)[:most]

    def find_on_controller(self, table: str, number: int) -> FoundRound:
        """A round that only a controller recorded, by the press that locked its wagers."""
        with self.database.reading_snapshot() as connection:
            _known(connection, table)
            return _alone(connection, controller_rounds.find(connection, table, number))

    def find(self, table: str, number: int) -> FoundRound:
        """A round by the number of the event that began it."""
        with self.database.reading_snapshot() as connection:
            last = _known(connection, table)
            if 1 <= number <= last and read_events(connection, table, number, number + 1)[0].kind == BEGINS:
                return _round(connection, table, number)
        raise NotFound(f"no round of table {table} began with event {number}")

    def covering(self, table: str, at: str) -> FoundRound | None:
        """The round that was in play at a moment; None if the table recorded none then."""
        try:
            near = self.at(table, moment_of(at), minutes=60)
        except NotFound:
            return None
        kept = [each for each in near if each.kept_by == "table"]
        return next((each for each in kept if each.began <= at and (not each.ended or each.ended >= at)), None)


def first_cards(found: FoundRound, seat: int) -> tuple[str, str]:
    """The first two cards of a seat and of the dealer, as far as they were shown."""
    dealt = found.hands(len(found.steps))
    player = " ".join(dealt.get(f"seat {seat}", "").split()[:2])
    dealer = " ".join(dealt.get("dealer", "").split()[:2])
    return player, "" if "?" in dealer else dealer


def _known(connection: Connection, table: str) -> int:
    """The number of a table's last event; 0 if only its controller has a record."""
    last = 0 if table.startswith(PLAY) or not table.isprintable() else last_number(connection, table)
    if not last and table not in recorded_tables(connection):
        raise NotFound(f"table {quoted(table[:60])} has no record")
    return last


def _alone(connection: Connection, found: ControllerRound) -> FoundRound:
    """A round from the presses of its controller, one step for each."""
    lines = zip(found.presses, words_of(connection, found), strict=True)
    steps = tuple(RoundStep(press.number, "press", press.at, press.by, words, "", "") for press, words in lines)
    return FoundRound(
        found.table, found.number, found.round, found.began, found.ended, found.voided, found.seats, steps, "controller"
    )


def _round(connection: Connection, table: str, number: int) -> FoundRound:
    """A round by the number of its first event: the bets before it and everything up to its end."""
    around = numbered_events(connection, table, max(1, number - LONGEST), number + LONGEST)
    begins = next(place for place, (each, _) in enumerate(around) if each == number)
    start = begins
    while start and around[start - 1][1].kind in BEFORE:
        start -= 1
    end = next(
        (place for place, (_, event) in enumerate(around) if place > begins and event.kind in (*ENDS, BEGINS)), None
    )
    last = around[end][1] if end is not None else None
    part = around[start : end + 1 if end is not None else None]
    # Corrections after the end belong to the round, until the next bet.
    for each in around[end + 1 :] if end is not None else ():
        if each[1].kind not in ("corrected", "shoe-shown", "shoe-lost", "round-over"):
            break
        part.append(each)
    part = _upgraded(connection, table, number, part)
    event = around[begins][1]
    ended = last is not None and last.kind in ENDS
    opening = number - event.number + 1
    (opened,) = read_events(connection, table, opening, opening + 1)
    game = opened_config(opened.data).game
    return FoundRound(
        table, number, int(event.data["round"]), event.at, last.at if last is not None and ended else "",
        last is not None and last.kind == "voided", tuple(event.data["seats"]), tuple(_steps(part, game)),
    )  # fmt: skip


def _upgraded(
    connection: Connection, table: str, number: int, part: list[tuple[int, Event]]
) -> list[tuple[int, Event]]:
    """The events of a round as this version records them; earlier versions stored less of a payment."""
    if all("pushed_out" in event.data for _, event in part if event.kind == "settled"):
        return part
    rows = schema.table_events
    wanted = (rows.c.table == table, rows.c.number < number, rows.c.line.contains('"opened",', autoescape=True))
    opened = connection.execute(select(rows.c.line).where(*wanted).order_by(rows.c.number.desc()).limit(1)).scalar_one()
    progressive = opened_config(parse_event(opened).data).progressive
    events = upgrade_rounds([event for _, event in part], progressive)
    return [(place, event) for (place, _), event in zip(part, events, strict=True)]


def _steps(part: Sequence[tuple[int, Event]], game: Game) -> list[RoundStep]:
    events = [event for _, event in part]
    payments, undone, found = payments_of(events), [event for event in events if event.kind == UNDONE], []
    for number, event in part:
        seen = event.shown()
        if seen.kind in ("ready", "shuffled", "shoe-shown", "shoe-lost"):
            continue
        place, cards = _shown_cards(seen)
        words = event_words(seen, payments, game)
        if seen.kind == "step":
            words = step_words(seen.data, cards)
        if seen.kind == "step" and "taken" in seen.data:
            words = take_words({int(seat): Cents(cents) for seat, cents in seen.data["taken"].items()})
        if seen.kind == "settled" and (chips := chips_words(seen.data.get("net"), seen.data.get("pushed_out"))):
            words += f" ({chips})"
        undoes = number - event.number + int(event.data["event"]) if event.kind == UNDONE else 0
        words = undone_words(event, events, game) if undoes else words
        taken_back = any(is_taken_back(event, each) for each in undone)
        found.append(RoundStep(number, seen.kind, seen.at, seen.by, words, place, cards, taken_back, undoes))
    return found


def _shown_cards(event: Event) -> tuple[str, str]:
    """The owner of the cards that an event shows, and the cards."""
    data = event.data
    if event.kind == "card":
        return str(data["to"]).partition(" hand")[0], str(data["cards"])
    if event.kind == "step" and "card" in data:
        return "dealer", str(data["card"])
    return "", ""
