"""A table's record for auditors: its openings, its rounds, and the shortest excerpt that settles a round again.

A round depends on how the table was opened, who sat there with how many chips, and the shoe. In a long record the
replay starts at the last shuffle, with the chips that the record states there. If such a replay finds a difference, the
whole record is replayed before the difference is reported.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, or_, select

from pitbook.errors import NotFound, quoted
from pitbook.room.tables.log import PLAY, last_number, read_events
from pitbook.store import schema
from pitbook.table.events import Event, parse_event
from pitbook.table.replay import Opener
from pitbook.table.upgrade import upgrade

ROWS: Final = schema.table_events
BEGINS: Final = "betting-closed"
MARKS: Final = 600
"""Beginnings and ends of rounds that are read at a time."""
SHUFFLES: Final = ("shuffle", "shuffled", "shoe-shown", "shoe-lost")
SHORT: Final = 1_200
"""A record with at most this many events is replayed from its opening."""


@dataclass(frozen=True, slots=True)
class OpeningSpan:
    """One opening of a table."""

    table: str
    place: int
    """The number of the opening, from 1."""
    first: int
    """The number of its first event, over all openings."""
    until: int
    """The number of the first event after it."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of an opening that settles a round."""

    events: tuple[Event, ...]
    """Numbered from 1, as a record is."""
    shifts: int
    """The difference between an event's number in the whole opening and its number here."""
    begins: int
    """The index of the event that closed the betting of the round."""
    ends: int
    """The index after its last event, corrections included."""
    whole: bool
    """Whether it begins with the opening."""
    rounds: int
    """The number of rounds before it."""


class Openings:
    """The first events of each table's openings. A record only grows, so each is read once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, list[int]]] = {}
        self._lock = Lock()

    def spans(self, connection: Connection, table: str) -> list[OpeningSpan]:
        """All openings of a table of the room, the oldest first."""
        last = 0 if table.startswith(PLAY) or not table.isprintable() else last_number(connection, table)
        if not last:
            raise NotFound(f"table {quoted(table[:60])} has no record: it was never opened")
        with self._lock:
            read, starts = self._known.get(table, (0, []))
            found = select(ROWS.c.number).where(
                ROWS.c.table == table, ROWS.c.number > read, ROWS.c.line.startswith('[1,"opened",', autoescape=True)
            )
            starts = [*starts, *connection.execute(found.order_by(ROWS.c.number)).scalars()]
            self._known[table] = (last, starts)
        ends = [*starts[1:], last + 1]
        return [OpeningSpan(table, place, *pair) for place, pair in enumerate(zip(starts, ends, strict=True), 1)]

    def span(self, connection: Connection, table: str, place: int) -> OpeningSpan:
        """One opening by its place."""
        spans = self.spans(connection, table)
        if not 1 <= place <= len(spans):
            raise NotFound(f"table {table} was opened {len(spans)} times: there is no opening {place}")
        return spans[place - 1]


@dataclass(frozen=True, slots=True)
class RoundAt:
    """A round that was found."""

    table: str
    opening: int
    round: int
    began: str
    ended: str
    """Empty while it is played."""
    voided: bool
    seats: tuple[int, ...]
    controller: int = 0
    """If only the controller has recorded it, the number of the press that locked its wagers; the opening is then 0."""


def list_rounds(
    connection: Connection, spans: Sequence[OpeningSpan], first: int, until: int, seat: int, most: int
) -> list[RoundAt]:
    """Rounds that began between two events, the newest first; if ``seat`` is not 0, only its rounds."""
    found: list[RoundAt] = []
    starts, table = [span.first for span in spans], spans[0].table
    high, ended, voided = until, "", False
    if until < spans[-1].until:
        following = _marks(connection, table, until, spans[-1].until, newest=False, limit=2)
        ended = following[0][1].at if following and following[0][1].kind != BEGINS else ""
        voided = any(event.kind == "voided" for _, event in following)
    while high > first and len(found) < most:
        page = _marks(connection, table, first, high, newest=True, limit=MARKS)
        for number, event in page:
            if event.kind == BEGINS:
                if not seat or seat in event.data["seats"]:
                    place, seats = bisect_right(starts, number), tuple(event.data["seats"])
                    found.append(RoundAt(table, place, int(event.data["round"]), event.at, ended, voided, seats))
                ended, voided = "", False
            elif event.kind == "voided":
                voided = True
            else:
                ended = event.at
        if len(page) < MARKS:
            break
        high = page[-1][0]
    return found[:most]


def _marks(
    connection: Connection, table: str, first: int, until: int, *, newest: bool, limit: int
) -> list[tuple[int, Event]]:
    """Events that begin and end rounds."""
    said = or_(*(part for kind in (BEGINS, "voided", "round-over") for part in _said(f'"{kind}",')))
    wanted = (ROWS.c.table == table, ROWS.c.number >= first, ROWS.c.number < until, said)
    order = ROWS.c.number.desc() if newest else ROWS.c.number
    rows = connection.execute(select(ROWS.c.number, ROWS.c.line).where(*wanted).order_by(order).limit(limit))
    return [(number, parse_event(line)) for number, line in rows]


def shown_later(connection: Connection, span: OpeningSpan) -> Opener:
    """Opens a sealed shoe of an excerpt with the event that showed it, which may come later in the opening."""

    def find(shuffled: Event) -> Mapping[str, Any] | None:
        said = _said('"shoe-shown",', f'"promise":"{shuffled.data.get("promise")}"')
        shown = _number(connection, span, said, span.first, span.until)
        return read_events(connection, span.table, shown, shown + 1)[0].data if shown is not None else None

    return find


def find_round(connection: Connection, span: OpeningSpan, number: int) -> tuple[int, int]:
    """The event that closed the betting of a round, and the end of what belongs to it, over all openings."""
    begins = _number(connection, span, _said(f'"{BEGINS}",{{"round":{number},'), span.first, span.until)
    if begins is None:
        raise NotFound(f"opening {span.place} of table {span.table} has no round {number}")
    following = _number(connection, span, _said(f'"{BEGINS}",'), begins + 1, span.until)
    return begins, following or span.until


def excerpt(connection: Connection, span: OpeningSpan, begins: int, until: int, *, short: int = SHORT) -> Excerpt:
    """The excerpt that settles a round: from the opening if the record is short, else from the last shuffle."""
    found = _from_shuffle(connection, span, begins, until) if until - span.first > short else None
    return found if found is not None else whole(connection, span, begins, until)


def whole(connection: Connection, span: OpeningSpan, begins: int, until: int) -> Excerpt:
    """The opening from its first event to the end of a round."""
    events = upgrade(read_events(connection, span.table, span.first, until))
    begun = begins - span.first
    return Excerpt(tuple(events[: _end(events, begun)]), 0, begun, _end(events, begun), True, 0)


def _from_shuffle(connection: Connection, span: OpeningSpan, begins: int, until: int) -> Excerpt | None:
    """From the end of the last round before the last shuffle; None if there is none."""
    opened = read_events(connection, span.table, span.first, span.first + 1)[0]
    own_shoe = opened.data.get("source") == "shoe"
    shuffle = _number(
        connection, span, _said('"shuffled",{' if own_shoe else '"shuffle",{'), span.first, begins, last=True
    )
    over = _number(connection, span, _said('"round-over",'), span.first, shuffle or begins, last=True)
    if over is None or (own_shoe and shuffle is None):
        return None
    ended, *after = read_events(connection, span.table, over, until)
    until_shuffle = shuffle - over if shuffle is not None else 0
    kept = [event for event in after if event.kind not in SHUFFLES or _gap(ended, event) > until_shuffle]
    head: list[Event] = [opened]
    if own_shoe and shuffle is not None:
        # In the excerpt the shuffle follows from the opening, so it gets the same author.
        shuffled = read_events(connection, span.table, shuffle, shuffle + 1)
        head += [replace(event, by=opened.by) for event in shuffled]
    for seat, chips in sorted(ended.data["stacks"].items(), key=lambda each: int(each[0])):
        sat = _number(connection, span, _said('"sat",', f'"seat":{int(seat)}}}'), span.first, over, last=True)
        if sat is None:
            return None
        (before,) = read_events(connection, span.table, sat, sat + 1)
        head.append(replace(before, data={**before.data, "chips": chips}))
    begun = next(place for place, event in enumerate(kept) if _gap(ended, event) == begins - over)
    shifts = kept[begun].number - (len(head) + begun + 1)
    events = [*(replace(event, number=place) for place, event in enumerate(head, 1))]
    events += [_moved(event, len(head) + place, shifts) for place, event in enumerate(kept, 1)]
    events = upgrade(events)
    end = _end(events, len(head) + begun)
    return Excerpt(tuple(events[:end]), shifts, len(head) + begun, end, False, _rounds_until(opened, ended))


def _rounds_until(opened: Event, ended: Event) -> int:
    """The number of rounds in an opening up to the end of one; round numbers continue across openings."""
    return int(ended.data["round"]) - int(opened.data.get("first_round", 1)) + 1


def _gap(earlier: Event, later: Event) -> int:
    return later.number - earlier.number


def _moved(event: Event, number: int, shifts: int) -> Event:
    """An event with its number in an excerpt; references to other events are changed in the same way."""
    data: dict[str, Any] = dict(event.data)
    for kind, name in (("corrected", "payment"), ("undone", "event")):
        if event.kind == kind:
            data[name] = int(data[name]) - shifts
    return replace(event, number=number, data=data)


def _end(events: Sequence[Event], begins: int) -> int:
    """The index after the round's last event: its end, or corrections before the next bet."""
    end = len(events)
    for place in range(begins + 1, len(events)):
        if events[place].kind == "round-over":
            end = place + 1
            break
    while end < len(events) and events[end].kind in ("shoe-shown", "shoe-lost", "shuffled", "corrected"):
        end += 1
    return end


def _said(*parts: str) -> list[ColumnElement[bool]]:
    """Lines that contain these parts. In JSON a quotation mark inside a text is escaped, so a person's name cannot be
    mistaken for the kind of an event."""
    return [ROWS.c.line.contains(part, autoescape=True) for part in parts]


def _number(
    connection: Connection,
    span: OpeningSpan,
    said: list[ColumnElement[bool]],
    first: int,
    until: int,
    *,
    last: bool = False,
) -> int | None:
    """The number of the first event, or the last, that meets these conditions."""
    order = ROWS.c.number.desc() if last else ROWS.c.number
    wanted = (ROWS.c.table == span.table, ROWS.c.number >= first, ROWS.c.number < until, *said)
    found = connection.execute(select(ROWS.c.number).where(*wanted).order_by(order).limit(1)).scalar()
    return None if found is None else int(found)
