"""A record done again: the same table, or the first place where record and rule differ.

Only what came from outside is taken from the record (bets, cards, numbers, answers, the dealer's nods and the
supervisor's words). What follows from it, every payment above all, is worked out anew and compared.
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
from pitbook.table.events import SECRET, Event, Journal, check_record, fault_of
from pitbook.table.jackpot import Jackpot
from pitbook.table.shoe import Chance, OsChance, SealedShoe
from pitbook.table.steps import parse_place
from pitbook.table.table import Table


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the record says something else than the rules."""

    recorded: Event | None
    found: Event | None
    """What the rules make of it; None where nothing follows."""
    refusal: str = ""
    """The sentence that refuses what was recorded, where it could not have been done."""

    def __str__(self) -> str:
        if self.refusal:
            return f"event {self.recorded.number if self.recorded else 0} could not have happened: {self.refusal}"
        recorded = self.recorded.line() if self.recorded else "nothing"
        return f"recorded {recorded}, but by the rules {self.found.line() if self.found else 'nothing'}"


@dataclass(slots=True)
class Replay:
    """A table that does a record again, event by event."""

    events: Sequence[Event]
    table: Table
    made: list[Event]
    """What the table itself has recorded so far."""
    differences: list[Difference] = field(default_factory=list)
    done: int = 0
    """Events of the record that were gone through."""
    jackpot: "RecordedJackpot | None" = None
    forgotten: int = 0
    """Events at the beginning of the record that are not held any more."""

    @classmethod
    def begin(
        cls,
        events: Sequence[Event],
        jackpot: Jackpot | None = None,
        clock: Clock = lambda: "",
        chance: Chance | None = None,
        open_shoe: "Opener | None" = None,
    ) -> "Replay":
        """Opens the table of a record; clock and chance are for what followed from its last event unrecorded.

        A sealed shoe is opened by the event that shows it. ``open_shoe`` opens one that these events do not show; where
        it cannot, the cards that were dealt from the shoe are taken from the record.

        A jackpot that is handed in has its own memory: nothing of the record is done to it again. A table of a property
        plays for a meter that others feed too: what was won from it is what the record says, and its ledger proves.
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
        """Goes through one event; what follows from it by itself is compared when it comes."""
        event = self.events[self.done]
        self.done += 1
        if event.number <= self.forgotten + len(self.made):
            return event  # it followed from one before, and was compared then
        before = len(self.made)
        self.table.by = event.by
        if self.jackpot is not None:
            self.jackpot.again = True
        try:
            do_again(self.table, event)
        except BadInput as error:
            self.differences.append(Difference(event, None, str(error)))
            raise
        finally:
            if self.jackpot is not None:
                self.jackpot.again = False
        if len(self.made) == before:
            self.differences.append(Difference(event, None))
            raise BadInput(f"event {event.number} ({quoted(event.kind)}) follows from nothing that was done")
        self._compare(before)
        return event

    def _compare(self, start: int) -> None:
        for place in range(start, len(self.made)):
            recorded = self.events[place] if place < len(self.events) else None
            if recorded is not None and recorded.line() != self.made[place].line():
                self.differences.append(Difference(recorded, self.made[place]))

    def forget(self, keep: int) -> None:
        """Lets go of all but the last events, of a record that was gone through to its end."""
        old = self.done - keep
        if old > 0 and self.done == len(self.events) == len(self.made) and isinstance(self.events, list):
            del self.events[:old], self.made[:old]
            self.done -= old
            self.forgotten += old

    def check(self) -> None:
        """Refuses a record that differs from the rules: nobody can go on from it."""
        if self.differences:
            raise BadInput(f"the record cannot be gone on from: {self.differences[0]}")

    def run(self) -> "Replay":
        """All of it, as far as it can be done."""
        try:
            while self.done < len(self.events):
                self.step()
        except BadInput:
            pass  # noted as a difference
        return self


@dataclass(slots=True)
class RecordedChance:
    """The shoes of a record, in its order; numbers are entered from the record itself."""

    events: Sequence[Event]
    made: Sequence[Event]
    after: Chance
    """Seals the shoes that come after the record."""
    burn: int
    whole: int
    """Cards of a whole shoe: one that was shuffled in mid-round has fewer, and burns none."""
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
        """A shoe with its order, from the event that sealed it, the one that showed it, or whoever can open it."""
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
        """The event that showed a shoe, or noted that it was lost; None while it is played."""
        later = (self.events[each] for each in range(place + 1, len(self.events)))
        ending = next((event for event in later if event.kind in ("shoe-shown", "shoe-lost", "shuffled")), None)
        return ending if ending is not None and ending.kind != "shuffled" else None

    def _known(self, place: int, cards: Sequence[int]) -> Cards:
        """As much of an order as the record tells: the cards that were dealt from the shoe, each in its place."""
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
            elif event.kind == "undone":  # cards that were taken back are dealt again
                position -= sum(count for number, count in dealt if number >= event.data["event"])
                dealt = [(number, count) for number, count in dealt if number < event.data["event"]]
        return tuple(order)

    def number(self, name: str, low: int, high: int) -> int:
        if len(self.made) < len(self.events):
            raise BadInput(f"the record holds no {name}")
        return self.after.number(name, low, high)


Opener = Callable[[Event], Mapping[str, Any] | None]
"""Gives order and salt of a shoe by the event that sealed it; None where it cannot."""


def _opened(told: Mapping[str, Any]) -> SealedShoe:
    return SealedShoe(parse_cards(str(told.get("order", ""))), str(told.get("salt", "")))


@dataclass(slots=True)
class RecordedJackpot:
    """A jackpot with a memory of its own: while a record is done again no key is pressed a second time, and a prize is
    the one that was recorded."""

    live: Jackpot
    events: Sequence[Event]
    made: Sequence[Event]
    again: bool = False
    """Whether what happens is being done again."""

    @property
    def shown(self) -> Cents:
        return self.live.shown

    def coin_in(self, wagers: Mapping[int, Cents]) -> None:
        if not self.again:
            self.live.coin_in(wagers)

    def award(self, seat: int, share: Fraction) -> Cents:
        if not self.again:
            return self.live.award(seat, share)
        paid = self.events[len(self.made)] if len(self.made) < len(self.events) else None
        if paid is None or paid.kind != "settled" or paid.data.get("seat") != seat:
            raise BadInput(f"the record holds no prize of seat {seat}")
        return Cents(int(paid.data["bet"]) + int(paid.data["net"]))

    def pay(self, seat: int, cents: Cents) -> None:
        if not self.again:
            self.live.pay(seat, cents)

    def mark(self) -> object:
        return None if self.again else self.live.mark()

    def rewind(self, mark: object) -> None:
        if not self.again:
            self.live.rewind(mark)

    def end_game(self) -> None:
        if not self.again:
            self.live.end_game()

    def void_game(self) -> None:
        if not self.again:
            self.live.void_game()


def do_again(table: Table, event: Event) -> None:
    """Does what an event records, through the same door as the first time."""
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
                raise BadInput(f"{quoted(event.kind)} is nothing that happens at a table")
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the event is damaged: {fault_of(error)}") from None


def restore(
    events: Sequence[Event], chance: Chance, clock: Clock, journal: Journal, jackpot: Jackpot | None = None
) -> Table:
    """The table as its record left it, in mid-round or not, ready to go on; refused where the record is not sound."""
    replay = Replay.begin(events, jackpot, clock, chance).run()
    replay.check()
    table = replay.table
    table.chance, table.clock = chance, clock
    table.log.journal = journal
    # What followed from the last event by itself may not have been recorded any more.
    for event in replay.made[len(events) :]:
        journal(event)
    return table
