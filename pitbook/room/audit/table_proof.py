"""The proof of a table's record: a replay of every opening by the rules gives the stored events."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pitbook.errors import PitbookError
from pitbook.jackpot.ledger import UNREADABLE
from pitbook.room.audit.table_record import Openings
from pitbook.room.tables.log import read_events
from pitbook.store.database import Database
from pitbook.table.replay import Replay
from pitbook.table.upgrade import upgrade

EVENTS_TOLD: Final = 200


@dataclass(frozen=True, slots=True)
class RecordProof:
    """The proof of one table's record."""

    table: str
    holds: bool
    openings: int
    events: int
    rounds: int
    words: str
    """The first difference."""


def prove_record(database: Database, table: str, watch: Callable[[int], None] = lambda _done: None) -> RecordProof:
    """Replays every opening of a table up to the first difference."""
    done = rounds = 0
    with database.reading_for_proof() as connection:
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
