"""A server of live tables for tests: a store, a clock that tests set, and visitors."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from pitbook.cards import Cards
from pitbook.games.settle import Bet
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.play.rules import PlayRules
from pitbook.room.play.service import PlayTables, owner_of, play_config
from pitbook.room.tables.service import Tables
from pitbook.room.tables.shoe_key import ShoeKey
from pitbook.store.chain import append, events_chain
from pitbook.store.database import Database
from pitbook.table.config import default_bet
from pitbook.table.events import Event, Journal
from pitbook.table.run import every_bet
from pitbook.table.seeded import SeededChance
from pitbook.table.shoe import OsChance, SealedShoe
from tests.migrated_store import with_schema

ANN, BOB, EVE = (owner_of(name * 43) for name in "abe")
MILD: Mapping[str, str] = {"play": "stand", "set": "house way", "decision": "1x"}
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
_KEYS = count(1)
SHOE_KEY = ShoeKey(bytes(32))
"""The key with which the servers of a test seal their shoes."""


def key() -> str:
    """A key that was not used before."""
    return f"key {next(_KEYS)}"


class Watch:
    """A time that tests set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Repeated(OsChance):
    """A repeatable random source that passes the check for the operating system's."""

    def __init__(self, seed: int) -> None:
        self._seeded = SeededChance(seed)

    def secret(self) -> bytes:
        return self._seeded.secret()


class Stacked(OsChance):
    """A random source that seals shoes with these cards on top."""

    def __init__(self, top: Cards, below: int = 1) -> None:
        self.top, self.below = top, SeededChance(below)

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        left = list(cards)
        for card in self.top:
            left.remove(card)
        rest = self.below.seal(left)
        return SealedShoe((*self.top, *rest.order), rest.salt)

    def number(self, name: str, low: int, high: int) -> int:
        return low


class Server:
    """One server process: its tables over a store that other servers may use too."""

    def __init__(
        self, store: str, watch: Watch, chance: OsChance | None = None, rules: PlayRules | None = None
    ) -> None:
        self.database = Database(with_schema(store))
        self.watch = watch
        self.jackpots = Jackpots(self.database, lambda: watch().isoformat())
        self.writer = self.jackpots.writer
        self.tables = Tables(self.jackpots, watch, SHOE_KEY, chance or Repeated(1))
        self.play = PlayTables(self.tables, rules or PlayRules(acts_at_once=10**9))

    def close(self) -> None:
        self.play.close()
        self.jackpots.close()
        self.database.close()

    # -- what a visitor does -------------------------------------------------------------------------------------------

    def sit(self, game: str, *owners: str) -> str:
        """The public table of a game, with these visitors at seats 1, 2, ..."""
        table = self.play.find(game)
        for seat, owner in enumerate(owners, 1):
            self.play.sit(table, owner, f"Player {seat}", seat, key())
        return table

    def bet(self, table: str, owner: str, bets: Sequence[Bet] | None = None) -> None:
        self.play.bet(table, owner, list(usual_bets(table)) if bets is None else bets, key())

    def ready(self, table: str, owner: str) -> None:
        self.play.ready(table, owner, key())

    def decide(self, table: str, owner: str, answer: str, hand: int = 1) -> None:
        self.play.decide(table, owner, answer, hand, key())

    def finish(self, table: str, owners: Mapping[int, str]) -> dict[str, Any]:
        """Every player takes the default answer until the round is over."""
        view = self.play.view(table)
        while view["step"] is not None:
            asked = view["step"]["open"][0]
            # The only raise of a poker game may differ from 1x; only the player sees the choices.
            seen = self.play.view(table, owners[asked["seat"]])["step"]["open"][0]["options"]
            answer = MILD.get(view["step"]["name"], "no")
            answer = seen[-1] if view["step"]["name"] == "decision" else answer
            self.decide(table, owners[asked["seat"]], answer, asked["hand"])
            view = self.play.view(table)
        return view

    def round(self, table: str, *owners: str) -> dict[str, Any]:
        """A whole round with the usual bets."""
        for owner in owners:
            self.bet(table, owner)
        for owner in owners:
            self.ready(table, owner)
        return self.finish(table, dict(enumerate(owners, 1)))


def usual_bets(table: str) -> Iterator[Bet]:
    """The usual bet on every wager that a public table offers."""
    config = play_config(table.rpartition("-")[0])
    return every_bet(config, {slug: default_bet(config, slug) for slug in config.offered})


@contextmanager
def served(
    store: str, watch: Watch | None = None, chance: OsChance | None = None, rules: PlayRules | None = None
) -> Iterator[Server]:
    """A server over a store, closed afterwards."""
    server = Server(store, watch or Watch(), chance, rules)
    try:
        yield server
    finally:
        server.close()


def journal(database: Database, table: str, key: ShoeKey) -> Journal:
    """Appends a table's events to the store, without a server."""

    def keep(event: Event) -> None:
        with database.writing() as connection:
            append(connection, events_chain(table), "table_events", [{"table": table, "line": key.stored_line(event)}])

    return keep
