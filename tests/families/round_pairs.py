r"""Pairs of rounds that differ only in cards that one observer does not see, and everything that this observer is sent.

A round is dealt from a shoe in a chosen order. The cards dealt face up determine which positions of the shoe a seat has
seen; all other cards are permuted, and the round is dealt again with the same answers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

from pitbook.cards import Cards
from pitbook.money import dollars
from pitbook.room.play.cost import named
from pitbook.room.play.hints import Hints
from pitbook.room.play.service import PlayTables, owner_of, play_config
from pitbook.room.tables.history import TableHistory
from pitbook.room.tables.live_table import LiveTable
from pitbook.room.tables.view import public, view_of
from pitbook.store.work import encode
from pitbook.table.config import TableConfig, default_bet
from pitbook.table.events import CONSOLE, SPECTATOR, Event, log_hash
from pitbook.table.odds import TableOdds
from pitbook.table.run import counting_clock, every_bet
from pitbook.table.shoe import SealedShoe
from pitbook.table.steps import Ask, CardTo, HandRequirement, Place, Press, Question, _not_in_a_view
from pitbook.table.table import Table
from pitbook.table.view import RoundView
from pitbook.web.http.live import view_event
from tests.table.rig import one_step

SEATS: Final = (1, 2, 3)
WHO: Final = (2, SPECTATOR, CONSOLE)
"""A player between two others, a spectator, and the dealer at the console."""
QUESTIONS: Final = 2
"""Questions in a round at which the rounds of a pair are compared."""
SALT: Final = "0" * 64
Answer = tuple[Place, str]


class Ordered:
    """A random source that seals one shoe in a chosen order."""

    def __init__(self, order: Cards) -> None:
        self.order = order

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        return SealedShoe(self.order if len(cards) == len(self.order) else tuple(cards), SALT)

    def number(self, name: str, low: int, high: int) -> int:
        return low


class Watched(LiveTable):
    """A table without a store."""

    def __init__(self, name: str, table: Table, events: list[Event], history: TableHistory) -> None:
        self.name, self.before, self.jackpot, self.wagers = name, 0, None, []
        self.events, self.history = events, history
        self._replay = cast("Any", SimpleNamespace(table=table, forgotten=0))


class OneTable:
    """The part of a room that tables for play money need, with one table."""

    def __init__(self, live: LiveTable) -> None:
        self.live, self.database = live, SimpleNamespace(is_postgresql=False)

    def now(self) -> datetime:
        return datetime.fromisoformat(self.live.history.at)

    @contextmanager
    def look(self, name: str) -> Iterator[LiveTable]:
        yield self.live


class QuickHints(Hints):
    """Advice as it is while the figures are being calculated."""

    def _prepare(self, config: TableConfig) -> None:
        """Never ready."""


class FullHints(Hints):
    """Advice with all its figures: calculates what it needs before it answers."""

    def advice(self, view: RoundView, ask: Ask, place: Place) -> list[str]:
        if named(view.config) not in self._ready:
            self._odds[named(view.config)] = TableOdds(view.config)
            self._prepare(view.config)
        return super().advice(view, ask, place)


HINTS: Hints = QuickHints()
"""The hints of every table that is dealt here."""


def token(seat: int) -> str:
    """The cookie of the player of a seat."""
    return str(seat) * 43


@dataclass(slots=True)
class Dealt:
    """Cards with their positions in the shoe."""

    step: CardTo
    start: int
    cards: Cards


@dataclass
class Playing:
    """One round of a game, step by step."""

    slug: str
    order: Cards
    dealt: list[Dealt] = field(default_factory=list)
    revealed: set[int] = field(default_factory=set)
    """Seats whose hands were turned over."""
    announced: bool = False
    """Whether the last step announced something about face-down cards."""

    def __post_init__(self) -> None:
        events, history = list[Event](), TableHistory()

        def journal(event: Event) -> None:
            events.append(event)
            history.read(event)

        config = play_config(self.slug)
        self.name = f"{self.slug}-1"
        self.table = Table(config, Ordered(self.order), counting_clock(), journal)
        self.live = Watched(self.name, self.table, events, history)
        self.play = PlayTables(cast("Any", OneTable(self.live)))
        self.play.hints = HINTS
        bets = list(every_bet(config, {slug: default_bet(config, slug) for slug in config.offered}))
        for seat in SEATS:
            self.table.by = owner_of(token(seat))
            self.table.sit(seat, f"Player {seat}", dollars(100_000))
            for bet in bets:
                self.table.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)
        self.told = self.live.number
        self.table.close_betting()

    def go(self, answer: Answer | None) -> None:
        """Does the next step; a question gets this answer."""
        table, step = self.table, self.table.step
        self.told, self.announced = self.live.number, isinstance(step, Press) and bool(step.announces)
        if isinstance(step, Ask):
            assert answer is not None
            table.by = owner_of(token(answer[0].seat))
            table.decide(answer[0].seat, answer[1], answer[0].hand, step.lowest(*answer))
            return
        start = table.position
        one_step(table)
        if isinstance(step, CardTo):
            self.dealt.append(Dealt(step, start, self.order[start : start + step.count]))
        elif isinstance(step, Press):
            self.revealed.update(step.reveals)

    def seen(self, who: int) -> set[int]:
        """Positions of the shoe whose cards the observer has seen."""
        round_ = self.table.round
        face_up = {*round_.dealer, *(card for some in round_.shared.values() for card in some)} if round_ else set()
        found = set[int]()
        for each in self.dealt:
            seat = each.step.place.seat
            mine = each.step.seen == "owner" and (who in (seat, CONSOLE) or seat in self.revealed)
            for position, card in enumerate(each.cards, each.start):
                if each.step.seen == "all" or mine or (each.step.seen == "nobody" and card in face_up):
                    found.add(position)
        return found

    def covers(self, who: int) -> bool:
        """Whether a card on the table is face down for the observer."""
        return any(
            not set(range(each.start, each.start + len(each.cards))) <= self.seen(who)
            for each in self.dealt
            if str(each.step.place) != "discards"
        )

    def sent(self, who: int) -> str:
        """Everything that the observer is sent after a step, without the salted commitment of the shoe."""
        if who == CONSOLE:
            events = [public(event, 0, CONSOLE) for event in self.live.news(self.told)]
            text = encode([view_of(self.live, CONSOLE), events])
        else:
            owner, ask = owner_of(token(who)) if who else "", self.table.step
            text = view_event(self.play.news(self.name, owner, self.told)).decode()
            if isinstance(ask, Ask) and any(place.seat == who for place in ask.open):
                text += encode(self.play.advice(self.name, owner))
                if ask.question.picks:
                    text += encode(self.play.settings(self.name, owner))
        assert not [each for each in self.hashes() if each in text], "the hash of an event that is not sealed"
        return self.without_promise(text + repr(plain(self.table.seen_by(who))))

    def hashes(self) -> list[str]:
        """The hashes of all events, and of the last one."""
        return [self.table.log.hash, log_hash(self.live.events[-1:])]

    def without_promise(self, text: str) -> str:
        """The salted commitment is all that may differ."""
        assert self.table.shoe is not None
        return text.replace(self.table.shoe.promise, "promise")


def plain(value: Any) -> Any:
    """A view as plain data; it must not refer to the round, the shoe or a function."""
    match value:
        case TableConfig():
            return None
        case None | int() | str() | Fraction():
            return value
        case HandRequirement(words, holds) if holds is _not_in_a_view:
            return words
        case Question():
            known = [choice.needs.holds.__closure__ for choice in value.choices if choice.needs is not None]
            assert not any(known), f"{value.name} is no question of the family alone"
            return value.name, value.fallback
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain(each) for each in value]
    assert is_dataclass(value), f"a view leads to {value!r}"
    assert type(value).__name__ not in ("Round", "Table", "SealedShoe"), f"a view leads to {value!r}"
    return {each.name: plain(getattr(value, each.name)) for each in fields(value)}


@dataclass
class Played:
    """A round that was played once."""

    slug: str
    order: Cards
    answers: list[Answer | None]
    """By step; None if no question was asked."""
    sent: dict[int, list[str]]
    """Everything that the observer had been sent before each step."""
    seen: dict[int, list[set[int]]]
    """Positions of the shoe that the observer had seen before each step."""
    stops: dict[int, list[int]]
    """Steps before which rounds are compared: questions to the player in the middle, the last card, and the last step
    before which some card on the table lies face down."""


def play_random_round(slug: str, seed: int, who: Sequence[int] = WHO) -> Played:
    """A round with random answers; the other players answer as on a time-out."""
    chance = Random(f"{slug} {seed}")
    order = list(play_config(slug).pack)
    chance.shuffle(order)
    at = Playing(slug, tuple(order))
    found = Played(slug, at.order, [], {each: [] for each in who}, {each: [] for each in who}, {})
    asked, last_card, covered = list[int](), 0, dict.fromkeys(who, 0)
    while at.table.step is not None:
        number, step, answer = len(found.answers), at.table.step, None
        for each in who:
            found.sent[each].append(at.sent(each))
            found.seen[each].append(at.seen(each))
            covered[each] = number if at.covers(each) else covered[each]
        if isinstance(step, CardTo):
            last_card = number
        if isinstance(step, Ask):
            place = chance.choice(list(step.open))
            own = place.seat == WHO[0]
            answer = (place, chance.choice(step.choices[place]).word if own else step.question.fallback)
            asked += [number] * own
        found.answers.append(answer)
        at.go(answer)
    found.stops = {each: sorted({*asked[:QUESTIONS], last_card, covered[each]}) for each in who}
    return found


def played_to(story: Played, stop: int) -> Playing:
    """The same round before a step."""
    at = Playing(story.slug, story.order)
    for answer in story.answers[:stop]:
        at.go(answer)
    return at


def differing(story: Played, who: int, until: int, chance: Random) -> Cards:
    """The shoe with the cards permuted that the observer has not seen before a step."""
    unseen = [place for place in range(len(story.order)) if place not in story.seen[who][until]]
    mixed = [story.order[place] for place in unseen]
    chance.shuffle(mixed)
    order = list(story.order)
    for place, card in zip(unseen, mixed, strict=True):
        order[place] = card
    return tuple(order)


Look = Callable[[Playing], None]


def compare(story: Played, who: int, until: int, order: Cards, look: Look = lambda at: None) -> bool:
    """Deals the round from another shoe up to a step and asserts that the same is sent before every step. False where
    the rest cannot be compared, because the rules announce something that differs.
    """
    at = Playing(story.slug, order)
    for step in range(until + 1):
        if at.table.step is None or at.sent(who) != story.sent[who][step]:
            assert at.announced, f"step {step} of {story.slug} tells {who} of cards that it does not see"
            return False
        if step < until:
            at.go(story.answers[step])
    look(at)
    return True
