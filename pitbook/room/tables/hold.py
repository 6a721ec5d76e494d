"""The live hold: what the room's tables have won, compared with the exact expectation of the bets that were made.

Hold is the win for each dollar wagered, not for each dollar dropped. A band is two or three standard deviations of the
sum of all wagers. Each wager has its exact variance. Seats of a round share the dealer's cards: for each pair of seats
with the same wager the band includes their covariance, from the same source as ``pitbook hold``
(:mod:`pitbook.simulate.between_seats`). Different wagers, several spots of one wager and stakes that are added in the
round, such as insurance, are taken as independent, and so are seats if the covariance of their wager is not known.
Wagers that pay from a meter, or whose figures are not known yet, are left out of both sides.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from math import sqrt
from threading import Lock
from typing import Any, Final, Literal

from pitbook.errors import PitbookError
from pitbook.games.settle import Bet, bet_name
from pitbook.jackpot.house import House
from pitbook.money import Cents
from pitbook.room.jobs import Job, JobRunner, Lane
from pitbook.room.tables.history import Staked, is_added
from pitbook.room.tables.log import events_after, tables
from pitbook.store.database import Database
from pitbook.table.config import TableConfig
from pitbook.table.events import INPUTS, Event, effective_events
from pitbook.table.odds import ExpectedCost, TableOdds
from pitbook.table.upgrade import opened_config

Band = Literal["within", "look", "outside", "unknown"]
LOOK, OUTSIDE = 2.0, 3.0
"""Standard deviations from which a table is worth a look, and from which the cause must be found."""
MOST_KNOWN: Final = 20_000
LANE: Final = "hold"
Choice = tuple[str, str]
"""A wager, and what the player chose with it, such as a colour."""


@dataclass(slots=True)
class HoldTally:
    """One table on one gambling day: the stakes of its rounds and their results."""

    config: TableConfig
    rounds: int = 0
    staked: Counter[Staked] = field(default_factory=Counter)
    handle: Counter[str] = field(default_factory=Counter)
    """Cents bet, by wager."""
    won: Counter[str] = field(default_factory=Counter)
    """Cents that the house won, by wager; negative if it lost."""
    pairs: Counter[Choice] = field(default_factory=Counter)
    """Square cents: the products of the bets of each ordered pair of seats with the same wager in a round."""


@dataclass(slots=True)
class HoldReader:
    """Reads a table's events; only finished rounds count."""

    day_of: Callable[[str], date]
    number: int = 0
    days: dict[date, HoldTally] = field(default_factory=dict)
    config: TableConfig | None = None
    bets: dict[int, dict[str, Bet]] = field(default_factory=dict)
    playing: list[int] = field(default_factory=list)
    added: dict[int, dict[str, Cents]] = field(default_factory=dict)
    """Stakes that were added in the round, by seat and name."""
    won: Counter[str] = field(default_factory=Counter)
    paid: dict[int, str] = field(default_factory=dict)
    """The wager that each payment of this round or the last was for."""
    round: list[Event] = field(default_factory=list)
    """The events since the betting closed; they are read again if one of them is taken back."""

    def read(self, event: Event) -> None:
        """Reads the next event."""
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
                left = effective_events([*self.round, event])
                self.won, self.added, self.paid, self.round = Counter(), {}, {}, []
                for each in left:
                    self.read(each)
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

    def _tally(self, event: Event) -> HoldTally:
        if self.config is None:
            raise ValueError("a table's record begins with its opening")
        return self.days.setdefault(self.day_of(event.at), HoldTally(self.config))

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
            laid: dict[Choice, list[int]] = {}
            for seat in self.playing:
                bets = tuple(sorted(self.bets.get(seat, {}).values(), key=bet_name))
                added = self.added.get(seat, {})
                tally.staked[Staked(bets, tuple(added.items()), len(self.playing))] += 1
                for bet in bets:
                    tally.handle[bet.wager] += bet.cents
                    if not bet.spot:
                        laid.setdefault((bet.wager, bet.choice), []).append(bet.cents)
                tally.handle.update(added)
            for choice, cents in laid.items():
                tally.pairs[choice] += sum(cents) ** 2 - sum(each**2 for each in cents)
        self.bets, self.playing, self.added = {}, [], {}


@dataclass(frozen=True, slots=True)
class WagerHold:
    """One wager, or several that are counted together, on one day; in cents."""

    wagers: tuple[str, ...]
    handle: int
    won: int
    expected: float | None
    """None if it is left out or not counted yet."""
    deviation: float | None

    @property
    def z(self) -> float | None:
        """The standard deviations of the win above its expectation."""
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
    """Whether figures are still being computed."""

    @property
    def whole(self) -> WagerHold | None:
        """All wagers whose odds are known, together. None while odds are being computed, because it is not known yet
        which wagers belong to it."""
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
    """The band of a number of standard deviations."""
    if z is None:
        return "unknown"
    return "within" if abs(z) < LOOK else "look" if abs(z) < OUTSIDE else "outside"


class Holds:
    """The hold of every table of a room. Events are read once; a background thread computes the odds."""

    def __init__(self, database: Database, house: Callable[[], House]) -> None:
        self.database, self.house = database, house
        self._readers: dict[str, HoldReader] = {}
        self._odds: dict[str, TableOdds] = {}
        self._lock = Lock()
        self._runner = JobRunner({LANE: Lane(threads=True, waiting=MOST_KNOWN)}, MOST_KNOWN)

    def close(self) -> None:
        self._runner.close()

    def of_day(self, day: date) -> list[TableHold]:
        """Every table with a finished round on a gambling day."""
        day_of = self.house().day_of
        with self._lock:
            with self.database.reading_snapshot() as connection:
                for name in tables(connection):
                    reader = self._readers.setdefault(name, HoldReader(day_of))
                    reader.day_of = day_of
                    for event in events_after(connection, name, reader.number):
                        reader.read(event)
                        reader.number += 1
            found = [(name, reader.days[day]) for name, reader in sorted(self._readers.items()) if day in reader.days]
            return [self._hold(name, tally) for name, tally in found]

    def _hold(self, name: str, tally: HoldTally) -> TableHold:
        expected: dict[tuple[str, ...], list[float]] = {}
        counting = False
        for staked, times in tally.staked.items():
            found = self._expected(tally.config, staked)
            if not found.done:
                counting = True
                continue
            for item in found.result():
                sums = expected.setdefault(_together(tally.config, item.wagers), [0.0, 0.0])
                sums[0] += times * item.cost
                sums[1] += times * item.variance
        for choice, products in tally.pairs.items():
            group = next((names for names in expected if choice[0] in names), None)
            if not products or group is None:
                continue
            between = self._covariance(tally.config, choice)
            if between.done:
                expected[group][1] += products * between.result()
            else:
                counting = True
        wagers = [_wager(tally, names, None if counting else sums) for names, sums in expected.items()]
        covered = {name for names in expected for name in names}
        rest = [slug for slug in sorted(set(tally.handle) | set(tally.won)) if slug not in covered]
        wagers += [_wager(tally, (slug,), None) for slug in rest]
        return TableHold(name, tally.config.name, tally.rounds, tuple(wagers), counting)

    def _expected(self, config: TableConfig, staked: Staked) -> Job[list[ExpectedCost]]:
        return self._runner.ask(LANE, (_named(config), staked), _expect, self._odds_of(config), staked)

    def _covariance(self, config: TableConfig, choice: Choice) -> Job[float]:
        """The covariance of two seats, per unit wagered."""
        return self._runner.ask(LANE, (_named(config), choice), between_seats, self._odds_of(config), choice)

    def _odds_of(self, config: TableConfig) -> TableOdds:
        return self._odds.setdefault(_named(config), TableOdds(config))


def _named(config: TableConfig) -> str:
    """Tells two set-ups of a table apart."""
    return config.configuration + config.game.slug + str(sorted(config.to_dict().items(), key=str))


def between_seats(odds: TableOdds, choice: Choice) -> float:
    """The covariance of two seats with the same wager, per unit wagered, at the table's lowest bet; 0 if not known."""
    slug, chosen = choice
    config = odds.config
    wager, bet = config.game.wager(slug), Bet(slug, config.limits[slug].low, 0, chosen)
    if any(slug in each.components for each in config.game.wagers) or config.layout.pays_from_meter(slug):
        return 0.0
    try:
        from pitbook.simulate.between_seats import counted_between_seats, simulated_between_seats

        if not wager.by_play:
            found = counted_between_seats(odds.side_sheet(bet))
            return float(found.value) if found is not None else 0.0
        figures = odds.figures(bet)
        if figures is None:
            return 0.0
        mean, variance = Fraction(-figures.edge), Fraction(figures.variance)
        return float(simulated_between_seats(config.layout, slug, bet.cents, mean, variance).value)
    except PitbookError:  # the simulator or its compiler is not installed, or does not play this table
        return 0.0


def _expect(odds: TableOdds, staked: Staked) -> list[ExpectedCost]:
    bets: Mapping[str, Bet] = {bet_name(bet): bet for bet in staked.bets}
    return odds.expect(bets, dict(staked.added), None, staked.seats)[0]


def _together(config: TableConfig, wagers: Sequence[str]) -> tuple[str, ...]:
    """Wagers that are counted together, in the order of the game."""
    order = [wager.slug for wager in config.game.wagers]
    return tuple(sorted(wagers, key=lambda slug: order.index(slug) if slug in order else len(order)))


def _wager(tally: HoldTally, names: tuple[str, ...], sums: Sequence[float] | None) -> WagerHold:
    handle, won = sum(tally.handle[name] for name in names), sum(tally.won[name] for name in names)
    if sums is None:
        return WagerHold(names, handle, won, None, None)
    return WagerHold(names, handle, won, sums[0], sqrt(sums[1]))
