"""Replay of an event log: gives the same table, or the first event at which log and rules differ.

Only inputs are taken from the log (bets, cards, numbers, answers, the dealer's key presses, the supervisor's actions).
Everything else, above all every payment, is computed again and compared.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pitbook.cards import NO_CARD, Cards, parse_cards
from pitbook.errors import BadInput, quoted
from pitbook.money import Cents
from pitbook.table.betting import Clock
from pitbook.table.config import TableConfig
from pitbook.table.events import SECRET, Event, check_record, fault_of
from pitbook.table.jackpot import Jackpot
from pitbook.table.shoe import Chance, OsChance, SealedShoe
from pitbook.table.steps import parse_place
from pitbook.table.table import Table


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between the log and the rules."""

    recorded: Event | None
    found: Event | None
    """The event by the rules; None without one."""
    refusal: str = ""
    """The sentence that refuses the recorded action, if it is not possible."""

    def __str__(self) -> str:
        if self.refusal:
            return f"event {self.recorded.number if self.recorded else 0} could not have happened: {self.refusal}"
        recorded = self.recorded.line() if self.recorded else "nothing"
        return f"recorded {recorded}, but the rules give {self.found.line() if self.found else 'nothing'}"


@dataclass(slots=True)
class Replay:
    """Replays a log at a table, event by event."""

    events: Sequence[Event]
    table: Table
    made: list[Event]
    """The events that the replaying table has recorded so far."""
    differences: list[Difference] = field(default_factory=list)
    done: int = 0
    """The number of events replayed, of those still held."""
    jackpot: "RecordedJackpot | None" = None
    forgotten: int = 0
    """The number of events at the beginning of the log that were dropped from memory."""

    @classmethod
    def begin(
        cls,
        events: Sequence[Event],
        jackpot: Jackpot | None = None,
        clock: Clock = lambda: "",
        chance: Chance | None = None,
        open_shoe: "Opener | None" = None,
    ) -> "Replay":
        """Opens the table of a log. ``clock`` and ``chance`` serve events that follow from the last one and were not
        recorded any more.

        The order of a sealed shoe comes from the event that reveals it, otherwise from ``open_shoe``; if that cannot
        open it, from the cards in the log.

        A ``jackpot`` keeps its own state, so the replay does not act on it again. The meter of a property's table grows
        with other tables' wagers too, so its prizes are taken from the log; the jackpot's ledger proves them.
        """
        check_record(events)
        made: list[Event] = []
        config = TableConfig.from_dict(events[0].data)
        if jackpot is None and config.configuration:
            jackpot = config.jackpot()
        recorded = RecordedJackpot(jackpot, events, made) if jackpot is not None else None
        table = Table(
            config,
            RecordedChance(events, made, chance or OsChance(), config.burn, len(config.pack), open_shoe),
            lambda: events[len(made)].at if len(made) < len(events) else clock(),
            made.append,
            recorded,
        )
        replay = cls(events, table, made, done=1, jackpot=recorded)
        replay._compare(0)
        return replay

    def step(self) -> Event:
        """Replays one event, and compares it and the events that follow from it with the log."""
        event = self.events[self.done]
        self.done += 1
        if event.number <= self.forgotten + len(self.made):
            return event  # it followed from an earlier event, and was compared then
        before = len(self.made)
        self.table.by = event.by
        if self.jackpot is not None:
            self.jackpot.replaying = True
        try:
            replay_event(self.table, event)
        except BadInput as error:
            self.differences.append(Difference(event, None, str(error)))
            raise
        finally:
            if self.jackpot is not None:
                self.jackpot.replaying = False
        if len(self.made) == before:
            self.differences.append(Difference(event, None))
            raise BadInput(f"event {event.number} ({quoted(event.kind)}) does not follow from the events before it")
        self._compare(before)
        return event

    def _compare(self, start: int) -> None:
        for place in range(start, len(self.made)):
            recorded = self.events[place] if place < len(self.events) else None
            if recorded is not None and recorded.line() != self.made[place].line():
                self.differences.append(Difference(recorded, self.made[place]))

    def forget(self, keep: int) -> None:
        """Drops all but the last events of a completely replayed log from memory."""
        old = self.done - keep
        if old > 0 and self.done == len(self.events) == len(self.made) and isinstance(self.events, list):
            del self.events[:old], self.made[:old]
            self.done -= old
            self.forgotten += old

    def check(self) -> None:
        """Refuses a log that differs from the rules: the table cannot continue from it."""
        if self.differences:
            raise BadInput(f"the table cannot continue from this record: {self.differences[0]}")

    def run(self) -> "Replay":
        """Replays all events, up to the first that is not possible."""
        try:
            while self.done < len(self.events):
                self.step()
        except BadInput:
            pass  # recorded in differences
        return self


@dataclass(slots=True)
class RecordedChance:
    """A source of randomness that gives the shoes of a log, in order; numbers are replayed as entered."""

    events: Sequence[Event]
    made: Sequence[Event]
    after: Chance
    """The source for shoes after the end of the log."""
    burn: int
    whole: int
    """The number of cards in a full shoe: one that was shuffled in mid-round has fewer, and burns none."""
    open_shoe: "Opener | None" = None

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        places = range(len(self.made), len(self.events))
        place = next((place for place in places if self.events[place].kind == "shuffled"), None)
        if place is None:
            return self.after.seal(cards)
        shoe = self._shoe(place, cards)
        known = [card for card in shoe.order if card != NO_CARD]
        if len(shoe.order) != len(cards) or Counter(known) - Counter(cards):
            raise BadInput("the recorded shoe does not hold the cards that were to be shuffled")
        return shoe

    def _shoe(self, place: int, cards: Sequence[int]) -> SealedShoe:
        """A shoe with its order, from the event that sealed it, the event that revealed it, or ``open_shoe``."""
        event = self.events[place]
        hidden = event.data.get(SECRET)
        if not isinstance(hidden, dict):
            raise BadInput(f"event {event.number} keeps its shoe secret: replay the table's own record")
        ending = self._ending(place)
        is_lost = ending is not None and ending.kind == "shoe-lost"
        if "sealed" not in hidden and not is_lost:
            return _opened(hidden)
        if ending is not None and not is_lost:
            return replace(_opened(ending.data), kept=hidden)
        found = self.open_shoe(event) if self.open_shoe is not None and not is_lost else None
        if found is not None:
            return replace(_opened(found), kept=hidden)
        return SealedShoe(self._known(place, cards), "", str(event.data.get("promise", "")) or "unknown", hidden)

    def _ending(self, place: int) -> Event | None:
        """The event that revealed a shoe, or recorded its loss; None while it is in play."""
        later = (self.events[each] for each in range(place + 1, len(self.events)))
        ending = next((event for event in later if event.kind in ("shoe-shown", "shoe-lost", "shuffled")), None)
        return ending if ending is not None and ending.kind != "shuffled" else None

    def _known(self, place: int, cards: Sequence[int]) -> Cards:
        """The part of a shoe's order that the log shows: the cards that were dealt, each at its position."""
        order = [NO_CARD] * len(cards)
        position = self.burn if len(cards) == self.whole else 0
        dealt: list[tuple[int, int]] = []
        for each in range(place + 1, len(self.events)):
            event = self.events[each]
            if event.kind in ("shoe-shown", "shoe-lost", "shuffled"):
                break
            if event.kind == "card":
                names = str(event.data["cards"]).split()
                found = [NO_CARD if name == "??" else parse_cards(name)[0] for name in names]
                order[position : position + len(found)] = found
                position += len(found)
                dealt.append((event.number, len(found)))
            elif event.kind == "undone":  # undone cards are dealt again
                position -= sum(count for number, count in dealt if number >= event.data["event"])
                dealt = [(number, count) for number, count in dealt if number < event.data["event"]]
        return tuple(order)

    def number(self, name: str, low: int, high: int) -> int:
        if len(self.made) < len(self.events):
            raise BadInput(f"the record holds no {name}")
        return self.after.number(name, low, high)


Opener = Callable[[Event], Mapping[str, Any] | None]
"""Returns the order and salt of a shoe for the event that sealed it; None if it cannot open it."""


def _opened(data: Mapping[str, Any]) -> SealedShoe:
    return SealedShoe(parse_cards(str(data.get("order", ""))), str(data.get("salt", "")))


@dataclass(slots=True)
class RecordedJackpot:
    """A jackpot that keeps its own state: during a replay it is not changed, and prizes come from the log."""

    live: Jackpot
    events: Sequence[Event]
    made: Sequence[Event]
    replaying: bool = False
    """Whether a recorded event is being replayed."""

    @property
    def shown(self) -> Cents:
        return self.live.shown

    def coin_in(self, wagers: Mapping[int, Cents]) -> None:
        if not self.replaying:
            self.live.coin_in(wagers)

    def award(self, seat: int, share: Fraction) -> Cents:
        if not self.replaying:
            return self.live.award(seat, share)
        paid = self.events[len(self.made)] if len(self.made) < len(self.events) else None
        if paid is None or paid.kind != "settled" or paid.data.get("seat") != seat:
            raise BadInput(f"the record holds no prize of seat {seat}")
        return Cents(int(paid.data["bet"]) + int(paid.data["net"]))

    def pay(self, seat: int, cents: Cents) -> None:
        if not self.replaying:
            self.live.pay(seat, cents)

    def mark(self) -> object:
        return None if self.replaying else self.live.mark()

    def rewind(self, mark: object) -> None:
        if not self.replaying:
            self.live.rewind(mark)

    def end_game(self) -> None:
        if not self.replaying:
            self.live.end_game()

    def void_game(self) -> None:
        if not self.replaying:
            self.live.void_game()


def replay_event(table: Table, event: Event) -> None:
    """Performs the action of an event through the table's public methods, with all their checks."""
    data = event.data
    try:
        match event.kind:
            case "sat":
                table.sit(int(data["seat"]), str(data["player"]), Cents(int(data["chips"])))
            case "bought":
                table.buy(int(data["seat"]), Cents(int(data["chips"])))
            case "left":
                table.leave(int(data["seat"]))
            case "bet":
                spot, choice = int(data.get("spot", 0)), str(data.get("choice", ""))
                table.bet(int(data["seat"]), str(data["wager"]), Cents(int(data["cents"])), spot, choice)
            case "taken-back":
                table.bet(int(data["seat"]), str(data["wager"]), Cents(0), int(data.get("spot", 0)))
            case "ready":
                table.ready(int(data["seat"]))
            case "shuffle":
                table.shuffle()
            case "betting-closed":
                table.close_betting()
            case "card" if table.config.source == "shoe":
                table.deal()
            case "card":
                cards = str(data["cards"])
                table.enter("" if "?" in cards else cards)
            case "number":
                table.enter_number(int(data["number"]))
            case "answer":
                place = parse_place(str(data["place"]))
                named = Cents(int(data["cents"])) if "cents" in data else None
                table.decide(place.seat, str(data["answer"]), place.hand, named)
            case "settled" if "supervisor" in data:
                table.refuse_prize(str(data["reason"]), str(data["supervisor"]))
            case "undone":
                table.undo(int(data["event"]), str(data.get("reason", "")), str(data.get("supervisor", "")))
            case "step" | "settled":
                table.do()
            case "shoe-shown":
                table.deal()  # the shoe ran out in mid-round
            case "shoe-withdrawn":
                table.withdraw_shoe(str(data["reason"]))
            case "closed":
                table.close()
            case "voided":
                table.void(str(data["reason"]), str(data["supervisor"]))
            case "corrected":
                table.correct(
                    int(data["payment"]), Cents(int(data["net"])), str(data["reason"]), str(data["supervisor"])
                )
            case "stake-corrected":
                table.correct_stake(Cents(int(data["cents"])), str(data["reason"]), str(data["supervisor"]))
            case _:
                raise BadInput(f"{quoted(event.kind)} is not a kind of event")
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the event is damaged: {fault_of(error)}") from None
