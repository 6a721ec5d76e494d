"""The proof of a table's record: every opening done again by the rules gives what is stored."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pitbook.errors import PitbookError
from pitbook.jackpot.ledger import UNREADABLE
from pitbook.room.audit.table_record import Openings, read_events
from pitbook.store.database import Database
from pitbook.table.replay import Replay
from pitbook.table.upgrade import upgrade

EVENTS_TOLD: Final = 200


@dataclass(frozen=True, slots=True)
class RecordProof:
    """The record of one table, every opening done again by the rules."""

    table: str
    holds: bool
    openings: int
    events: int
    rounds: int
    words: str
    """The first difference."""


def prove_record(database: Database, table: str, watch: Callable[[int], None] = lambda _done: None) -> RecordProof:
    """Does every opening of a table again; the first difference ends it."""
    done = rounds = 0
    with database.proving() as connection:
        try:
            spans = Openings().spans(connection, table)
        except (PitbookError, *UNREADABLE):
            return RecordProof(table, False, 0, 0, 0, "it does not begin with the opening of the table")
        for span in spans:
            try:
                replay = Replay.begin(upgrade(read_events(connection, table, span.first, span.until)))
                while replay.done < len(replay.events) and not replay.differences:
                    event = replay.step()
                    rounds += event.kind == "round-over"
                    if event.number % EVENTS_TOLD == 0:
                        watch(done + event.number)
                words = str(replay.differences[0]) if replay.differences else ""
            except PitbookError as error:
                words = str(error)
            except UNREADABLE as error:
                words = f"it cannot be read: {type(error).__name__}"
            done += span.until - span.first
            if words:
                return RecordProof(table, False, len(spans), done, rounds, f"opening {span.place}: {words}")
    return RecordProof(table, True, len(spans), done, rounds, "")
