"""A room in which every kind of recorded event has occurred: the starting point of tests of a whole store.

    python -m tests.store.full_store tests/store/frozen

writes the archive of such a room under the number of today's schema, for the tests of later ones.
"""

import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from pitbook.jackpot.people import NotAllowed
from pitbook.money import dollars
from pitbook.room.days.service import Days
from pitbook.room.people.proposals import Proposals
from pitbook.room.people.service import People
from pitbook.room.people.sessions import Sessions
from pitbook.store import schema
from pitbook.store.archive import back_up
from pitbook.store.covered import stated, write_change
from pitbook.store.database import Database
from tests.room.rig import ACCOUNTANT, ADMINISTRATOR, BOTH, DEALER, EXECUTIVE, SUPERVISOR, hire
from tests.room.table_rig import ANN, Watch, served
from tests.room.test_tables_room import ROYAL, SHOE, RoomServer

SUNDAY = date(2026, 11, 1)
"""The first gambling day of the story: at noon in London it is not over in the room."""
QUARTER = "double_royal_match"
FROZEN = Path(__file__).parent / "frozen"


@dataclass(slots=True)
class Story:
    """The acts in the room, each with a key of its own."""

    room: RoomServer
    number: int = 0

    def key(self) -> str:
        self.number += 1
        return f"story {self.number}"

    def press(self, button: str, seat: int = 0, outcome: str = "") -> None:
        person = {"verify": SUPERVISOR, "record": EXECUTIVE}.get(button, DEALER)
        self.room.jackpots.press(SHOE, button, person, self.key(), seat, outcome)

    def coin_in(self, *, wins: bool = False) -> None:
        """A round on the controller of a table that is not open as a live table."""
        self.press("sense", 1)
        self.press("sense", 3)
        self.press("lock")
        if wins:
            self.press("spot", 3)
            self.press("hand", outcome=QUARTER)
            self.press("verify")
            self.press("record")
        self.press("end")

    def live_round(self) -> None:
        """A round of cards that the dealer enters, with a wager on the meter."""
        pit = self.room.pit
        self.room.sit(ROYAL, 1)
        pit.close_betting(ROYAL, DEALER, self.key())
        pit.cards(ROYAL, DEALER, "Ks 9c 7d ??", self.key())
        pit.decide(ROYAL, DEALER, 1, "stand", 1, self.key())
        pit.cards(ROYAL, DEALER, "Th", self.key())
        pit.advance(ROYAL, DEALER, self.key())

    def people(self) -> None:
        """The staff, a sign-in, a refused sign-in, and a passkey."""
        database = self.room.server.database
        hire(people := People(database), ADMINISTRATOR, EXECUTIVE, DEALER)
        proposals = Proposals(people)
        sessions = Sessions(database, people, lambda: datetime(2026, 11, 2, 12, tzinfo=UTC))
        sessions.sign_in("ada:token-ada", "2468", "10.0.0.7")
        with suppress(NotAllowed):
            sessions.sign_in("dana:token-dana", "1357", "10.0.0.8")
        people.set_own_pin(people.sign_in("dana", "token-dana", "2468"), "1357", "")
        ada = people.sign_in("ada", "token-ada", "2468")
        proposals.propose("sue", "Sue Supervisor", ["supervisor"], "8642", ada)
        row: dict[str, Any] = {
            "id": "0" * 64,
            "person": "ada",
            "name": "a key ♥",
            "host": "localhost",
            "credential": "00",
            "count": 3,
        }
        row |= {"public_key": "ff", "at": "2026-11-02T12:00:00+00:00", "seen": "2026-11-02T12:00:00+00:00", "active": 1}
        with database.writing() as connection:
            connection.execute(insert(schema.passkeys), row)
            told = {"person": "ada", "passkey": row["id"][:16], "name": row["name"]}
            write_change(connection, "passkey-added", "ada", row["at"], told, [stated("passkeys", row)])


def tell(store: str) -> None:
    """Two days of a room: rounds, a prize, a live table, play money, people, papers, and a day that is closed."""
    watch = Watch()
    with served(store, watch) as server:
        story = Story(RoomServer(server))
        days = Days(story.room.jackpots)
        story.people()
        story.coin_in(wins=True)
        story.live_round()
        server.play.sit(table := server.play.find("royal-match-21"), ANN, "Zoë ♠", 1, story.key())
        server.bet(table, ANN)
        watch.wait(24 * 3600)
        days.deposit(dollars(10), "slip 7", ACCOUNTANT, story.key())
        days.balance(dollars(50_000), "statement", "page 1", ACCOUNTANT, story.key())
        days.close(SUNDAY, ACCOUNTANT, story.key())
        story.coin_in()
        story.room.jackpots.manage("royal", "suspend", "a test", "form 3", BOTH, story.key())
        story.room.jackpots.manage("royal", "resume", "it is over", "form 4", BOTH, story.key())


def go_on(store: str) -> None:
    """The next day: play, and the day before is closed."""
    watch = Watch()
    watch.wait(48 * 3600)
    with served(store, watch) as server:
        story = Story(RoomServer(server), 1_000)
        story.coin_in(wins=True)
        days = Days(story.room.jackpots)
        day = days.next_to_close()
        if day is not None:
            days.close(day, ACCOUNTANT, story.key())


def main() -> None:
    folder = Path(sys.argv[1])
    store = folder / ".telling.db"
    tell(str(store))
    database = Database(str(store))
    try:
        made = back_up(database, folder / "new.zip", "2026-11-16T00:00:00+00:00")
        (folder / "new.zip").rename(folder / f"{made.schema}.zip")
    finally:
        database.close()
        for left in folder.glob(".telling.db*"):
            left.unlink()


if __name__ == "__main__":
    main()
