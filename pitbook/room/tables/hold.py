"""What the room's tables have won, against what exact mathematics expects of the very bets that were made.

Hold here is the win for each dollar wagered: hold on drop is no estimator. A band is two and three standard deviations
of the sum of the wagers, each by its exact variance; hands of one round share the dealer's cards, which the band leaves
out of account. Wagers whose return hangs on a meter, or that nobody has counted yet, are left out on both sides.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from math import sqrt
from threading import Lock
from typing import Any, Final, Literal

from pitbook.games.settle import Bet, bet_name
from pitbook.jackpot.house import House
from pitbook.money import Cents
from pitbook.room.tables.log import events_after, tables
from pitbook.room.tables.story import Staked, is_added
from pitbook.store.database import Database
from pitbook.table.config import TableConfig
from pitbook.table.events import INPUTS, Event, standing
from pitbook.table.odds import Expected, Odds
from pitbook.table.upgrade import opened_config

Band = Literal["within", "look", "outside", "unknown"]
LOOK, OUTSIDE = 2.0, 3.0
"""Standard deviations from which a table is looked at, and from which somebody must find out why."""
MOST_KNOWN: Final = 20_000


@dataclass(slots=True)
class Tally:
    """One table on one gambling day: what was at stake in each round, and what came of it."""

    config: TableConfig
    rounds: int = 0
    staked: Counter[Staked] = field(default_factory=Counter)
    handle: Counter[str] = field(default_factory=Counter)
    """Cents bet, by wager."""
    won: Counter[str] = field(default_factory=Counter)
    """Cents that the house won, by wager; below zero where it lost."""


@dataclass(slots=True)
class Reader:
    """Goes through a table's events; only rounds that are over count."""

    day_of: Callable[[str], date]
    number: int = 0
    days: dict[date, Tally] = field(default_factory=dict)
    config: TableConfig | None = None
    bets: dict[int, dict[str, Bet]] = field(default_factory=dict)
    playing: list[int] = field(default_factory=list)
    added: dict[int, dict[str, Cents]] = field(default_factory=dict)
    """Stakes beside the bets that came in the round, by seat and name."""
    won: Counter[str] = field(default_factory=Counter)
    paid: dict[int, str] = field(default_factory=dict)
    """The wager that each payment of this round or the last was for."""
    round: list[Event] = field(default_factory=list)
    """What happened since the betting closed: it is told again where something of it is taken back."""

    def tell(self, event: Event) -> None:
        """Takes note of the next event."""
        data = event.data
        if self.playing and event.kind in INPUTS:
            self.round.append(event)
        match event.kind:
            case "opened":
                self.config = opened_config(data)
                self.bets, self.playing, self.added, self.won = {}, [], {}, Counter()
            case "bet":
                bet = Bet(data["wager"], Cents(data["cents"]), data.get("spot", 0), data.get("choice", ""))
                self.bets.setdefault(data["seat"], {})[bet_name(bet)] = bet
            case "taken-back":
                name = bet_name(Bet(data["wager"], Cents(1), data.get("spot", 0)))
                self.bets.get(data["seat"], {}).pop(name, None)
            case "betting-closed":
                self.playing, self.won, self.added, self.paid = list(data["seats"]), Counter(), {}, {}
                self.round = []
            case "undone":
                left = standing([*self.round, event])
                self.won, self.added, self.paid, self.round = Counter(), {}, {}, []
                for each in left:
                    self.tell(each)
            case "settled":
                self.won[data["wager"]] -= data["net"] or 0
                self.paid[event.number] = data["wager"]
                if is_added(data, self.bets.get(data["seat"], {})):
                    self.added.setdefault(data["seat"], {})[data["wager"]] = Cents(data["bet"])
            case "corrected":
                self._correct(event)
            case "voided":
                self.playing = []
            case "round-over":
                self._end(event)
            case _:
                pass

    def _tally(self, event: Event) -> Tally:
        if self.config is None:
            raise ValueError("a table's record begins with its opening")
        return self.days.setdefault(self.day_of(event.at), Tally(self.config))

    def _correct(self, event: Event) -> None:
        change = int(event.data["was"] or 0) - int(event.data["net"])
        wager = self.paid.get(event.data["payment"], "")
        if self.playing:
            self.won[wager] += change
        else:
            self._tally(event).won[wager] += change

    def _end(self, event: Event) -> None:
        if self.playing:
            tally = self._tally(event)
            tally.rounds += 1
            tally.won.update(self.won)
            for seat in self.playing:
                bets = tuple(sorted(self.bets.get(seat, {}).values(), key=bet_name))
                added = self.added.get(seat, {})
                tally.staked[Staked(bets, tuple(added.items()), len(self.playing))] += 1
                for bet in bets:
                    tally.handle[bet.wager] += bet.cents
                tally.handle.update(added)
        self.bets, self.playing, self.added = {}, [], {}


@dataclass(frozen=True, slots=True)
class WagerHold:
    """One wager, or those that are counted together, on one day; in cents."""

    wagers: tuple[str, ...]
    handle: int
    won: int
    expected: float | None
    """None where it is left out, or not counted yet."""
    deviation: float | None

    @property
    def z(self) -> float | None:
        """How many standard deviations the house is above what was expected."""
        if self.expected is None or not self.deviation:
            return None
        return (self.won - self.expected) / self.deviation

    @property
    def band(self) -> Band:
        return band_of(self.z)

    def to_dict(self) -> dict[str, Any]:
        return {
            "wagers": list(self.wagers),
            "handle_cents": self.handle,
            "won_cents": self.won,
            "expected_cents": None if self.expected is None else round(self.expected, 2),
            "deviation_cents": None if self.deviation is None else round(self.deviation, 2),
            "z": None if self.z is None else round(self.z, 2),
            "band": self.band,
        }


@dataclass(frozen=True, slots=True)
class TableHold:
    """One table on one gambling day."""

    table: str
    title: str
    rounds: int
    wagers: tuple[WagerHold, ...]
    counting: bool
    """Whether something is still being worked out."""

    @property
    def whole(self) -> WagerHold | None:
        """All wagers whose odds are known, together. None while odds are being counted: until then it is not known
        which wagers belong to it, and a hold over other wagers is another figure."""
        if self.counting:
            return None
        known = [item for item in self.wagers if item.expected is not None]
        if not known:
            return WagerHold((), sum(i.handle for i in self.wagers), sum(i.won for i in self.wagers), None, None)
        deviation = sqrt(sum((item.deviation or 0.0) ** 2 for item in known))
        names = tuple(name for item in known for name in item.wagers)
        expected = sum(item.expected or 0.0 for item in known)
        return WagerHold(names, sum(i.handle for i in known), sum(i.won for i in known), expected, deviation)

    def to_dict(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "title": self.title,
            "rounds": self.rounds,
            "counting": self.counting,
            "whole": None if self.whole is None else self.whole.to_dict(),
            "wagers": [item.to_dict() for item in self.wagers],
        }


def band_of(z: float | None) -> Band:
    """Where a table stands."""
    if z is None:
        return "unknown"
    return "within" if abs(z) < LOOK else "look" if abs(z) < OUTSIDE else "outside"


class Holds:
    """The hold of every table of a room; events are read once, odds worked out beside the play."""

    def __init__(self, database: Database, house: Callable[[], House]) -> None:
        self.database, self.house = database, house
        self._readers: dict[str, Reader] = {}
        self._odds: dict[str, Odds] = {}
        self._known: dict[tuple[str, Staked], Future[list[Expected]]] = {}
        self._turn = Lock()
        self._working = ThreadPoolExecutor(1, "pitbook hold")

    def close(self) -> None:
        self._working.shutdown(wait=False, cancel_futures=True)

    def of_day(self, day: date) -> list[TableHold]:
        """Every table that was played at on a gambling day."""
        day_of = self.house().day_of
        with self._turn:
            with self.database.reading() as connection:
                for name in tables(connection):
                    reader = self._readers.setdefault(name, Reader(day_of))
                    reader.day_of = day_of
                    for event in events_after(connection, name, reader.number):
                        reader.tell(event)
                        reader.number += 1
            found = [(name, reader.days[day]) for name, reader in sorted(self._readers.items()) if day in reader.days]
            return [self._hold(name, tally) for name, tally in found]

    def _hold(self, name: str, tally: Tally) -> TableHold:
        expected: dict[tuple[str, ...], list[float]] = {}
        counting = False
        for staked, times in tally.staked.items():
            found = self._expected(tally.config, staked)
            if not found.done():
                counting = True
                continue
            for item in found.result():
                sums = expected.setdefault(_together(tally.config, item.wagers), [0.0, 0.0])
                sums[0] += times * item.cost
                sums[1] += times * item.variance
        wagers = [_wager(tally, names, None if counting else sums) for names, sums in expected.items()]
        covered = {name for names in expected for name in names}
        rest = [slug for slug in sorted(set(tally.handle) | set(tally.won)) if slug not in covered]
        wagers += [_wager(tally, (slug,), None) for slug in rest]
        return TableHold(name, tally.config.name, tally.rounds, tuple(wagers), counting)

    def _expected(self, config: TableConfig, staked: Staked) -> "Future[list[Expected]]":
        key = (config.configuration + config.game.slug + str(sorted(config.to_dict().items(), key=str)), staked)
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            odds = self._odds.setdefault(key[0], Odds(config))
            self._known[key] = self._working.submit(_expect, odds, staked)
        return self._known[key]


def _expect(odds: Odds, staked: Staked) -> list[Expected]:
    bets: Mapping[str, Bet] = {bet_name(bet): bet for bet in staked.bets}
    return odds.expect(bets, dict(staked.added), None, staked.seats)[0]


def _together(config: TableConfig, wagers: Sequence[str]) -> tuple[str, ...]:
    """Wagers that share their cards are one, in the order of the game."""
    order = [wager.slug for wager in config.game.wagers]
    return tuple(sorted(wagers, key=lambda slug: order.index(slug) if slug in order else len(order)))


def _wager(tally: Tally, names: tuple[str, ...], sums: Sequence[float] | None) -> WagerHold:
    handle, won = sum(tally.handle[name] for name in names), sum(tally.won[name] for name in names)
    if sums is None:
        return WagerHold(names, handle, won, None, None)
    return WagerHold(names, handle, won, sums[0], sqrt(sums[1]))
