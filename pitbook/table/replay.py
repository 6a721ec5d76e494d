"""A record done again: the same table, or the first place where record and rule differ.

Only what came from outside is taken from the record (bets, cards, numbers, answers, the dealer's nods and the
supervisor's words). What follows from it, every payment above all, is worked out anew and compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitbook.cards import parse_cards
from pitbook.errors import BadInput, quoted
from pitbook.money import Cents
from pitbook.table.betting import Clock
from pitbook.table.config import TableConfig
from pitbook.table.events import SECRET, Event, Journal, check_record, fault_of
from pitbook.table.jackpot import Jackpot
from pitbook.table.shoe import Chance, OsChance, SealedShoe
from pitbook.table.steps import DEALER, Place
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
    ) -> "Replay":
        """Opens the table of a record; clock and chance are for what followed from its last event unrecorded.

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
            RecordedChance(events, made, chance or OsChance()),
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

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        left = (self.events[place] for place in range(len(self.made), len(self.events)))
        event = next((event for event in left if event.kind == "shuffled"), None)
        if event is None:
            return self.after.seal(cards)
        shoe = _shoe(event)
        if sorted(shoe.order) != sorted(cards):
            raise BadInput("the recorded shoe does not hold the cards that were to be shuffled")
        return shoe

    def number(self, name: str, low: int, high: int) -> int:
        if len(self.made) < len(self.events):
            raise BadInput(f"the record holds no {name}")
        return self.after.number(name, low, high)


def _shoe(event: Event) -> SealedShoe:
    hidden = event.data.get(SECRET)
    if not isinstance(hidden, dict):
        raise BadInput(f"event {event.number} keeps its shoe secret: replay the table's own record")
    return SealedShoe(parse_cards(str(hidden.get("order", ""))), str(hidden.get("salt", "")))


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
                table.decide(place.seat, str(data["answer"]), place.hand)
            case "settled" if "supervisor" in data:
                table.refuse_prize(str(data["reason"]), str(data["supervisor"]))
            case "undone":
                table.undo(int(data["event"]), str(data.get("reason", "")), str(data.get("supervisor", "")))
            case "step" | "settled":
                table.do()
            case "shoe-shown":
                table.deal()  # the shoe ran out in mid-round
            case "closed":
                table.close()
            case "voided":
                table.void(str(data["reason"]), str(data["supervisor"]))
            case "corrected":
                table.correct(
                    int(data["payment"]), Cents(int(data["net"])), str(data["reason"]), str(data["supervisor"])
                )
            case _:
                raise BadInput(f"{quoted(event.kind)} is nothing that happens at a table")
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the event is damaged: {fault_of(error)}") from None


def parse_place(text: str) -> Place:
    """``seat 3``, ``seat 3 hand 2`` or ``dealer``."""
    words = text.split()
    if words == ["dealer"]:
        return DEALER
    if len(words) in (2, 4) and words[0] == "seat" and (len(words) == 2 or words[2] == "hand"):
        numbers = [word for word in words[1::2] if word.isascii() and word.isdecimal() and len(word) < 3]
        if len(numbers) == len(words) // 2:
            return Place(*map(int, numbers))
    raise BadInput(f"{quoted(text)} is no place: it is 'dealer', 'seat 3' or 'seat 3 hand 2'")


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
