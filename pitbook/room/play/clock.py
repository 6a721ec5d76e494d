"""Timeouts of tables for play money: dealing, answering for absent players, leaving, closing."""

from collections.abc import Callable, Set
from datetime import datetime, timedelta
from typing import Final

from pitbook.errors import BadInput
from pitbook.room.clock import runs
from pitbook.room.play.rules import PlayRules
from pitbook.room.tables.live_table import LiveTable
from pitbook.table.betting import HOUSE
from pitbook.table.steps import Ask, Place
from pitbook.table.table import Table

SHORT_OF_CARDS: Final = "the shoe holds no more cards"
Due = Callable[[LiveTable], None]
Gone = Set[str]
"""Visitors who closed their browsers (:mod:`pitbook.room.play.presence`)."""


def deal_at(live: LiveTable, rules: PlayRules) -> datetime | None:
    """When the deal begins; None while no player is ready."""
    if live.table.round is not None or not live.history.ready:
        return None
    first = min(map(datetime.fromisoformat, live.history.ready.values()))
    return first + timedelta(seconds=rules.deal_seconds)


def decide_by(
    live: LiveTable, place: Place, rules: PlayRules, now: datetime, gone: Gone = frozenset()
) -> datetime | None:
    """The deadline of a player who is asked; None for a player alone at the table, for whom no other player waits."""
    if len(live.table.seats) == 1 and not has_left(live, place.seat, rules, now, gone):
        return None
    step = live.table.step
    together = isinstance(step, Ask) and step.question.together
    asked = live.history.asked_at if together else live.history.at
    seconds = rules.away_decision_seconds if is_away(live, place.seat, rules, now, gone) else rules.decision_seconds
    return datetime.fromisoformat(asked) + timedelta(seconds=seconds)


def is_away(live: LiveTable, seat: int, rules: PlayRules, now: datetime, gone: Gone = frozenset()) -> bool:
    """Whether a player has been inactive for a while, or has closed the browser."""
    return _idle(live, seat, now) >= rules.away_seconds or live.history.owner(seat) in gone


def has_left(live: LiveTable, seat: int, rules: PlayRules, now: datetime, gone: Gone = frozenset()) -> bool:
    """Whether a player has been inactive so long that the seat is freed, or has closed the browser."""
    return _idle(live, seat, now) >= rules.leave_seconds or live.history.owner(seat) in gone


def _idle(live: LiveTable, seat: int, now: datetime) -> float:
    """Seconds since a player last did something."""
    owner = live.history.owner(seat)
    return (now - datetime.fromisoformat(live.history.seen[owner])).total_seconds() if owner else 0.0


def is_over(live: LiveTable, rules: PlayRules, now: datetime) -> bool:
    """Whether the table has been empty so long that it is closed."""
    idle = (now - datetime.fromisoformat(live.history.at)).total_seconds()
    return not live.table.seats and idle >= rules.empty_seconds


def due(live: LiveTable, rules: PlayRules, now: datetime, gone: Gone = frozenset()) -> Due | None:
    """The act that is due now; None if there is none."""
    table = live.table
    if table.closed:
        return None
    if isinstance(table.step, Ask):
        times = {place: decide_by(live, place, rules, now, gone) for place in table.step.open}
        late = [place for place, by in times.items() if by is not None and _has_come(by, rules, now)]
        return (lambda live: answer_for(live, late[0])) if late else None
    if table.round is not None:
        return deal_on
    bettors = [seat for seat in table.seats.values() if seat.bets]
    begins = deal_at(live, rules)
    if begins is not None and (_has_come(begins, rules, now) or all(seat.ready for seat in bettors)):
        return deal
    left = [seat for seat in table.seats if has_left(live, seat, rules, now, gone)]
    if left:
        return lambda live: leave(live, left)
    if is_over(live, rules, now):
        return close
    return None


def _has_come(moment: datetime, rules: PlayRules, now: datetime) -> bool:
    """Whether a moment has come; also true if the clock was set back, so that no player waits for it twice."""
    longest = timedelta(seconds=max(rules.deal_seconds, rules.decision_seconds, rules.away_decision_seconds))
    return not runs(moment - longest, longest, now)


def is_long(live: LiveTable, rules: PlayRules) -> bool:
    """Whether the record is so long that the table is opened again, between rounds and without bets."""
    table = live.table
    return len(live.events) >= rules.most_events and not table.closed and table.round is None and not table.on_layout


def deal(live: LiveTable) -> None:
    """Closes the betting and deals up to the first question."""
    live.table.by = HOUSE
    live.table.close_betting()
    deal_on(live)


def deal_on(live: LiveTable) -> None:
    """Does all steps that need no answer; voids a round for which the shoe has too few cards."""
    table = live.table
    table.by = HOUSE
    try:
        table.advance()
    except BadInput:
        table.void(SHORT_OF_CARDS, HOUSE)


def answer_for(live: LiveTable, place: Place) -> None:
    """Gives the question's default answer for a player whose time is over."""
    step, table = live.table.step, live.table
    if isinstance(step, Ask):
        table.by = HOUSE
        fallback = step.question.fallback
        table.decide(place.seat, fallback, place.hand, step.lowest(place, fallback))
        deal_on(live)


def leave(live: LiveTable, seats: list[int]) -> None:
    """These players leave with their bets and chips."""
    live.table.by = HOUSE
    for seat in seats:
        live.table.leave(seat)


def close(live: LiveTable) -> None:
    """All players leave, and the table closes."""
    table: Table = live.table
    leave(live, list(table.seats))
    table.close()
