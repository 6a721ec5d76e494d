"""Tables for play money: anyone may sit down and acts for their own seat only; a clock deals."""

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from logging import getLogger
from threading import Event as Flag
from threading import Thread
from typing import Any, Final

from pitbook.errors import BadInput, NotFound, PitbookError, quoted
from pitbook.games import cached_by_game, exists, game, loaded, slugs
from pitbook.games.settle import Bet
from pitbook.games.shown import shown
from pitbook.jackpot.people import NotAllowed
from pitbook.money import Cents, format_cents
from pitbook.room.play.clock import deal, deal_at, deal_on, decide_by, due, is_away, is_long
from pitbook.room.play.cost import Costs, bet_words
from pitbook.room.play.hints import Hints, check_picked, picks_of
from pitbook.room.play.presence import Presence
from pitbook.room.play.rules import PlayRules
from pitbook.room.tables.live_table import LiveTable
from pitbook.room.tables.log import PLAY
from pitbook.room.tables.service import Receipt, Tables
from pitbook.room.tables.view import View, public, view_of
from pitbook.room.token_bucket import TokenBucket
from pitbook.store.work import UnitOfWork
from pitbook.store.write_connection import StoreUnavailable
from pitbook.table import steps
from pitbook.table.betting import HOUSE
from pitbook.table.config import TableConfig, configure, first_bets
from pitbook.table.events import SPECTATOR, Event, Journal
from pitbook.table.family import family_of
from pitbook.table.table import Table

PLAYER: Final = "player:"
"""The prefix of a visitor's name in the record."""
TICK_SECONDS: Final = 0.25
_PRIVATE: Final = re.compile(r"[0-9a-f]{20}", re.ASCII)


class NoRoom(PitbookError):
    """No more tables can be opened."""


class _NothingDue(Exception):
    """Nothing is due any more: another server has done it."""


@dataclass(frozen=True, slots=True)
class PublicTable:
    """The summary of a public table."""

    name: str
    closed: bool
    rounds: int
    owners: frozenset[str]
    playing: int
    """The number of players who are present: without those who closed their browsers or are inactive."""


def owner_of(token: str) -> str:
    """A visitor's name in the record: a hash that does not reveal the token."""
    return PLAYER + hashlib.sha256(b"pitbook player\n" + token.encode()).hexdigest()[:32]


def played() -> dict[str, tuple[str, tuple[str, ...] | None]]:
    """The public games by name, each with its slug and wagers: every game with its usual wagers, and again with others
    if the game's folder says so."""
    found: dict[str, tuple[str, tuple[str, ...] | None]] = {slug: (slug, None) for slug in slugs()}
    return found | {name: (slug, wagers) for slug in slugs() for name, wagers in shown(game(slug)).play.items()}


def is_played(slug: str) -> bool:
    """Whether tables for play money can be opened with it: all listed games, and designs."""
    return slug in played() or loaded(slug) is not None


@cached_by_game(512)
def play_config(slug: str) -> TableConfig:
    """A game with every wager that may be offered together, checked against its letter."""
    if not is_played(slug):
        raise NotFound(f"there is no game {quoted(slug)}: there are {', '.join(played())}")
    name, offered = played().get(slug, (slug, None))
    return configure(game(name), offered=offered)


def title_of(slug: str) -> str:
    """The title of a game with its progressive."""
    config = play_config(slug)
    return config.name if exists(slug) else f"{config.name} with {config.game.wager(config.progressive).name}"


class PlayTables:
    """The tables for play money of one server."""

    def __init__(self, tables: Tables, rules: PlayRules | None = None) -> None:
        self.tables, self.rules = tables, rules or PlayRules()
        self.presence = Presence(tables.now)
        self.costs = Costs()
        self.hints = Hints()
        self.rate = TokenBucket(self.rules.acts_at_once, self.rules.acts_a_second)
        self.newcomers = TokenBucket(self.rules.newcomers_at_once, self.rules.newcomers_a_second)
        self._stop = Flag()
        self._thread: Thread | None = None

    # -- tables --------------------------------------------------------------------------------------------------------

    def open_tables(self) -> list[View]:
        """The open public tables, and one entry for each game that has none."""
        found = []
        for slug in played():
            config = play_config(slug)
            shown = {"game": slug, "title": title_of(slug), "seats": config.seats, "about": config.game.about}
            places = [
                shown
                | {"table": place.name, "taken": len(place.owners), "playing": place.playing, "rounds": place.rounds}
                for place in self._public(slug)
                if not place.closed
            ]
            found += places or [shown | {"table": None, "taken": 0, "playing": 0, "rounds": 0}]
        return found

    def find(self, slug: str, owner: str = "") -> str:
        """The public table of a game: where the visitor sits, else the first with a free seat; opened if needed."""
        if slug not in played():
            raise BadInput(f"{play_config(slug).name} is a design: it is played at private tables only")
        config, places = play_config(slug), self._public(slug)
        standing = [place for place in places if not place.closed]
        own = [place for place in standing if owner and owner in place.owners]
        free = [place for place in standing if len(place.owners) < config.seats]
        if own or free:
            return (own or free)[0].name
        closed = [place.name for place in places if place.closed]
        names = [*closed, *_names(slug, self.rules)[len(places) :]]
        if not names:
            raise NoRoom(f"all {self.rules.public_tables} tables of {slug} are full: wait, or open a private one")
        with suppress(BadInput):  # another request has just opened it
            self._open(names[0], config, f"house: open {names[0]} {secrets.token_hex(8)}", f"open {names[0]}")
        return names[0]

    def open_private(self, slug: str, owner: str, request: str) -> str:
        """Opens a table that is found by its link only; a repeated request gives the same table."""
        config = play_config(slug)
        self.rate.acquire(owner)
        receipt = self._open(secrets.token_hex(10), config, request, f"open a private table of {slug}")
        return str(receipt["table"]).removeprefix(PLAY)

    def deal_hand(self, slug: str, owner: str, player: str) -> str:
        """Deals a hand at once, at a private table with the base wager alone; returns the table's name.

        A visitor who already sits alone at a private table of this game gets the hand there, so that repeated requests
        open one table only.
        """

        def key() -> str:
            return f"{owner}: {secrets.token_hex(12)}"

        name = self._own_private(slug, owner) or self.open_private(slug, owner, key())
        view = self.view(name, owner)
        if view["you"] is None:
            self.sit(name, owner, player, 0, key())
            view = self.view(name, owner)
        held, bets = view["players"][str(view["you"])], first_bets(play_config(slug))
        if view["phase"] == "betting" and held["stack"] >= sum(bet.cents for bet in bets):
            self.bet(name, owner, bets, key())
            self.ready(name, owner, key())
        return name

    def _own_private(self, slug: str, owner: str) -> str | None:
        """The open private table of a game at which a visitor sits alone."""
        config = play_config(slug)
        for stored in self._loaded():
            name = stored.removeprefix(PLAY)
            if not _PRIVATE.fullmatch(name):
                continue
            with self.tables.peek(stored) as live:
                if live is None or live.table.closed or live.table.config != config:
                    continue
                if [stay.owner for stay in live.history.stays.values()] == [owner]:
                    return name
        return None

    def _public(self, slug: str) -> list[PublicTable]:
        """The public tables of a game that have a record; the next is opened when these are full."""
        found = []
        for name in _names(slug, self.rules):
            try:
                with self.tables.look(PLAY + name) as live:
                    owners = frozenset(stay.owner for stay in live.history.stays.values())
                    found.append(PublicTable(name, live.table.closed, live.table.rounds, owners, self._playing(live)))
            except NotFound:
                break
        return found

    def _gone(self, live: LiveTable) -> frozenset[str]:
        """The visitors at this table who closed their browsers.

        A process knows only its own streams, and a browser may have reconnected to another one. With several processes
        a player must also have been inactive for a while.
        """
        shared, now = self.tables.database.is_postgresql, self.tables.now()
        return frozenset(
            stay.owner
            for seat, stay in live.history.stays.items()
            if self.presence.closed_for(live.name, stay.owner, self.rules.gone_seconds)
            and (not shared or is_away(live, seat, self.rules, now))
        )

    def _playing(self, live: LiveTable) -> int:
        """The number of seated players who are present."""
        now, gone = self.tables.now(), self._gone(live)
        return sum(
            stay.owner not in gone
            and (self.presence.is_looking(live.name, stay.owner) or not is_away(live, seat, self.rules, now))
            for seat, stay in live.history.stays.items()
        )

    def looking(self, name: str, owner: str) -> AbstractContextManager[None]:
        """Counts a visitor as present while their browser shows a table."""
        return self.presence.looking(self._stored(name), owner) if owner else nullcontext()

    def _open(self, name: str, config: TableConfig, request: str, what: str) -> Receipt:
        if sum(map(self._is_open, self._loaded())) >= self.rules.most_tables:
            raise NoRoom("all tables are taken: wait until one is free")

        def begin(journal: Journal) -> tuple[Table, Callable[[UnitOfWork], None]]:
            return Table(config, self.tables.chance, self.tables.clock, journal), lambda unit: None

        return self.tables.open(PLAY + name, begin, request, what)

    def _is_open(self, name: str) -> bool:
        with self.tables.peek(name) as live:
            return live is not None and not live.table.closed

    def _loaded(self) -> list[str]:
        return [name for name in self.tables.loaded() if name.startswith(PLAY)]

    # -- looking -------------------------------------------------------------------------------------------------------

    def view(self, name: str, owner: str = "") -> View:
        """A table as a visitor sees it."""
        with self.tables.look(self._stored(name)) as live:
            return self._view(live, name, owner)

    def news(self, name: str, owner: str, after: int) -> View:
        """The view, with the events after this number as its ``events``."""
        with self.tables.look(self._stored(name)) as live:
            seat = live.history.seat_of(owner) or SPECTATOR
            since = live.history.stays[seat].since if seat else 0
            # Events from before the player sat down are shown as to a spectator: another player sat there.
            events = [
                public(event, live.before, seat if event.number > since else SPECTATOR) for event in live.news(after)
            ]
            return self._view(live, name, owner) | {"events": events}

    def record(self, name: str) -> Sequence[Event]:
        """The record up to the last shoe that was shown, which anyone may replay and check."""
        with self.tables.look(self._stored(name)) as live:
            return live.events[: live.history.checkable]

    def advice(self, name: str, owner: str) -> list[str]:
        """The advice of the chart or the house way for the visitor's current question."""
        with self.tables.look(self._stored(name)) as live:
            ask, place = self._question(live, owner)
            round_ = live.seen_by(place.seat).round
            assert round_ is not None  # noqa: S101 (a player is asked)
            return self.hints.advice(round_, ask, place)

    def config(self, name: str) -> TableConfig:
        """The configuration of a table."""
        with self.tables.look(self._stored(name)) as live:
            return live.table.config

    def cost(self, name: str, bet: Bet) -> View:
        """The average cost of a bet at this table, in words; ``counting`` while it is being computed."""
        with self.tables.look(self._stored(name)) as live:
            config, jackpot = live.table.config, live.table.jackpot
            meter = jackpot.shown if jackpot is not None else config.prize
        if bet.wager not in config.offered:
            raise BadInput(f"this table has no wager {quoted(bet.wager)}: it has {', '.join(config.offered)}")
        choice = config.game.wager(bet.wager).choice
        if bet.choice and (choice is None or bet.choice not in choice.choices):
            raise BadInput(f"{bet.wager} has no choice {quoted(bet.choice)}")
        limits = config.limits[bet.wager]
        if not limits.low <= bet.cents <= limits.high:
            span = f"{format_cents(limits.low)} to {format_cents(limits.high)}"
            raise BadInput(f"{bet.wager} takes {span}, not {format_cents(bet.cents)}")
        cost = self.costs.of_bet(config, bet, meter)
        return {"words": bet_words(config, bet, cost, meter), "counting": cost is None}

    def settings(self, name: str, owner: str) -> list[View]:
        """Every way to set the seven cards, for a visitor who is asked to set them."""
        with self.tables.look(self._stored(name)) as live:
            ask, place = self._question(live, owner)
            round_ = live.seen_by(place.seat).round
            if round_ is None or not ask.question.picks:
                raise BadInput("there is no hand to be set now")
            return picks_of(round_, place)

    @staticmethod
    def _timed_out(live: LiveTable, seat: int) -> str:
        """The message to a player whose time was over; empty if it was not."""
        name = live.history.timed_out.get(seat, "")
        return family_of(live.table.config.game).QUESTIONS[name].timed_out if name else ""

    def _question(self, live: LiveTable, owner: str) -> tuple[steps.Ask, steps.Place]:
        """The visitor's current question."""
        step, seat = live.table.step, live.history.seat_of(owner) if owner else None
        if isinstance(step, steps.Ask):
            for place in step.open:
                if place.seat == seat:
                    return step.seen_by(seat), place
        raise BadInput("you are not asked anything now")

    def _stored(self, name: str) -> str:
        """The name of a table in the store."""
        known = _PRIVATE.fullmatch(name) or any(name in _names(slug, self.rules) for slug in played())
        if not known:
            raise NotFound(f"there is no table {quoted(name[:60])}")
        return PLAY + name

    def _view(self, live: LiveTable, name: str, owner: str) -> View:
        now, config, gone = self.tables.now(), live.table.config, self._gone(live)
        view = view_of(live, live.history.seat_of(owner) or SPECTATOR)
        view |= {"table": name, "now": now.isoformat(), "you": None}
        # Results of a player who has left are not shown to the next player at that seat.
        view["settled"] = [item for item in view["settled"] if _is_own(live.table, item["seat"])]
        view["first_bets"] = live.first_bets
        begins = deal_at(live, self.rules)
        view["deal_at"] = begins.isoformat() if begins is not None else None
        for seat, player in ((int(seat), player) for seat, player in view["players"].items()):
            stay = live.history.stays[seat]
            player["you"] = bool(owner) and stay.owner == owner
            player["away"] = is_away(live, seat, self.rules, now, gone)
            player["timed_out"] = self._timed_out(live, seat)
            if player["you"]:
                view["you"] = seat
            cost = self.costs.of(config, stay, live.table.meters)
            player["session"] |= {
                "expected": None if cost is None else -round(cost.cents),
                "left_out": sorted(cost.left_out) if cost is not None else [],
            }
        step = view["step"]
        if step is not None and step["kind"] == "ask":
            for asked in step["open"]:
                by = decide_by(live, steps.Place(asked["seat"], asked["hand"]), self.rules, now, gone)
                asked["deadline"] = by.isoformat() if by is not None else None
            step["deadline"] = step["open"][0]["deadline"]
        return view

    # -- acting --------------------------------------------------------------------------------------------------------

    def sit(self, name: str, owner: str, player: str, seat: int, request: str) -> Receipt:
        """Sits down, at any free seat if ``seat`` is 0; a visitor who comes back has their chips again."""
        if len(player.strip()) > self.rules.longest_name:
            raise BadInput(f"a name has at most {self.rules.longest_name} letters")

        def do(live: LiveTable) -> Mapping[str, Any]:
            table, taken = live.table, live.history.seat_of(owner)
            if taken is not None:
                raise BadInput(f"you already sit at seat {taken}: each player has one seat")
            free = [each for each in range(1, table.config.seats + 1) if each not in table.seats]
            if not free:
                raise BadInput("every seat is taken: watch, or go to another table")
            chosen = seat or _middle(free)
            chips = live.history.chips.get(owner, Cents(0))
            lowest = min(limits.low for limits in table.config.limits.values())
            table.sit(chosen, player, chips if chips >= lowest else self.rules.chips)
            return {"seat": chosen}

        return self._act(name, owner, request, f"sit {seat} {player}", do)

    def leave(self, name: str, owner: str, request: str) -> Receipt:
        """Leaves between rounds; the chips are remembered."""
        return self._at_seat(name, owner, request, "leave", lambda live, seat: live.table.leave(seat))

    def buy(self, name: str, owner: str, request: str) -> Receipt:
        """Buys as many chips as at the start."""

        def do(live: LiveTable, seat: int) -> None:
            if live.table.seats[seat].stack >= self.rules.most_chips:
                raise BadInput(f"you have {format_cents(live.table.seats[seat].stack)}: that is enough to play with")
            live.table.buy(seat, self.rules.chips)

        return self._at_seat(name, owner, request, "buy", do)

    def bet(self, name: str, owner: str, bets: Sequence[Bet] | None, request: str) -> Receipt:
        """Replaces all bets of the player, or changes nothing; None repeats the bets of the last round."""

        def do(live: LiveTable, seat: int) -> None:
            chosen = live.history.layouts.get(owner, ()) if bets is None else bets
            if bets is None and not chosen:
                raise BadInput("there is no round whose bets could be repeated: place bets first")
            if len(chosen) > self.rules.most_bets:
                raise BadInput(f"a layout has at most {self.rules.most_bets} bets")
            live.table.lay_bets(seat, chosen)

        words = "repeat" if bets is None else repr([(bet.wager, bet.cents, bet.spot, bet.choice) for bet in bets])
        return self._at_seat(name, owner, request, f"bet {words}", do)

    def ready(self, name: str, owner: str, request: str) -> Receipt:
        """Marks the player as ready; the deal begins when all are."""

        def do(live: LiveTable, seat: int) -> None:
            live.table.ready(seat)
            if all(each.ready for each in live.table.seats.values() if each.bets):
                deal(live)

        return self._at_seat(name, owner, request, "ready", do)

    def decide(
        self, name: str, owner: str, answer: str, hand: int, request: str, cents: Cents | None = None
    ) -> Receipt:
        """A player's answer, with an amount if the choice takes one; the cards that follow are dealt at once."""

        def do(live: LiveTable, seat: int) -> None:
            table = live.table
            if isinstance(table.step, steps.Ask) and table.step.question.picks:
                assert table.round is not None  # noqa: S101 (a player is asked)
                check_picked(table.round.seen_by(seat), table.step, steps.Place(seat, hand), answer)
            table.decide(seat, answer, hand, cents)
            deal_on(live)

        named = f" {cents}" if cents is not None else ""
        return self._at_seat(name, owner, request, f"decide {hand} {answer}{named}", do)

    def _at_seat(
        self, name: str, owner: str, request: str, words: str, do: Callable[[LiveTable, int], object]
    ) -> Receipt:
        """An act that only the player of a seat may do."""

        def at_own(live: LiveTable) -> Mapping[str, Any]:
            seat = live.history.seat_of(owner)
            if seat is None:
                raise NotAllowed("you do not sit at this table: take a seat first")
            do(live, seat)
            return {"seat": seat}

        return self._act(name, owner, request, words, at_own)

    def _act(
        self, name: str, owner: str, request: str, words: str, do: Callable[[LiveTable], Mapping[str, Any]]
    ) -> Receipt:
        stored = self._stored(name)
        self.rate.acquire(owner)

        def at_open(live: LiveTable) -> Mapping[str, Any]:
            if live.table.closed:
                raise BadInput("this table is closed: go to another one")
            return do(live)

        what = f"play {name} {hashlib.sha256(words.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
        return self.tables.act(stored, owner, request, what, at_open)

    # -- the clock of the room -----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Starts the clock's thread."""
        self._thread = Thread(target=self._run, name="pitbook play", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self.costs.close()

    def _run(self) -> None:
        while not self._stop.wait(TICK_SECONDS):
            self.tick()

    def tick(self) -> None:
        """Does the acts that are due at every table."""
        for name in self._loaded():
            try:
                self._tend(name)
            except StoreUnavailable:
                return  # the store is unavailable: the next tick tries again
            except Exception:  # a fault at one table does not stop the others
                getLogger(__name__).exception("the clock failed at %s", name)

    def _tend(self, name: str) -> None:
        with self.tables.peek(name) as live:
            if live is None:
                return
            now, number = self.tables.now(), live.number
            if is_long(live, self.rules):
                self.tables.renew(name, f"house: renew {name} {number}")
                return
            if due(live, self.rules, now, self._gone(live)) is None:
                return

        def do(live: LiveTable) -> None:
            what = due(live, self.rules, self.tables.now(), self._gone(live))
            if what is None:
                raise _NothingDue
            what(live)

        # The key has the event's number, so that only one of several servers does it.
        with suppress(_NothingDue):
            self.tables.act(name, HOUSE, f"house: {name} {number}", "due", do)


def _is_own(table: Table, seat: int) -> bool:
    """Whether what a seat won or lost belongs to the player who sits there now."""
    return seat not in table.seats or table.sat_in_round(seat)


def _middle(free: Sequence[int]) -> int:
    """The seat in the middle of the table, where a player sees the most."""
    return free[len(free) // 2]


def _names(slug: str, rules: PlayRules) -> list[str]:
    """The names of a game's public tables."""
    return [f"{slug}-{number}" for number in range(1, rules.public_tables + 1)]
