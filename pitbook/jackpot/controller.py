"""The controllers at the tables, key by key, as letters 002 and 003 describe them.

A controller is plain data. Pressing something gives the controller after it, and what is to be booked; out of turn it
is refused with what is expected next, and nothing changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from pitbook.errors import BadInput, NotApproved, quoted
from pitbook.games.meter_wins import RIGHT_FIRST, parse_order
from pitbook.games.model import listed
from pitbook.jackpot.book import Action, Book
from pitbook.jackpot.people import Person
from pitbook.money import Cents, format_cents
from pitbook.pay import share_of

Phase = Literal["betting", "playing", "verifying", "recorded"]
"""Before the wagers are locked; while the hand is played; with the key at JPH or after confirm; keyed only, after J-POT
until the key is back at RUN."""

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "keyed": {
        "lock": "COIN IN",
        "verify": "the supervisor's key to JPH",
        "record": "J-POT",
        "run": "the key back to RUN",
        "end": "GAME OVER",
    },
    "card": {
        "lock": "START GAME",
        "verify": "the supervisor's confirm",
        "record": "a supervisor's or executive's card",
        "end": "END GAME",
    },
    "sensing": {
        "lock": "start of the sensing",
        "verify": "the supervisor's confirm",
        "record": "a supervisor's or executive's card",
        "end": "end of the round",
    },
}
"""What the same step is called on each controller."""
CITES: Final = {
    "keyed": "letter 003, Royal Match Progressive rules 6 and 9, keyed sheet",
    "card": "letter 003, Royal Match Progressive rules 6 and 9, card-swipe sheet; Blazing 7's rules 5 and 13",
    "sensing": "letter 002, Jackpot rules 2 to 6",
}


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that was keyed in."""

    seat: int
    outcome: str


@dataclass(frozen=True, slots=True)
class Pad:
    """A controller at a table, as it stands."""

    table: str
    jackpot: str
    kind: str
    seats: int
    phase: Phase = "betting"
    round: int = 1
    lit: tuple[int, ...] = ()
    """Seats whose sensor holds a wager."""
    spot: int = 0
    """The player spot that is selected, on a card controller."""
    wins: tuple[Win, ...] = ()
    """Keyed in and not recorded yet, in the order they are paid."""
    recorded: tuple[Mapping[str, Any], ...] = ()
    """Prizes of this round; one that was backed out is marked as undone."""
    dealer: str = ""
    """Who locked the wagers."""
    verifier: str = ""
    """Who verified the wins that are keyed in."""
    order: str = RIGHT_FIRST
    """In which order several wins are paid, as the table is set up; a dealer does not choose it."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "jackpot": self.jackpot,
            "kind": self.kind,
            "seats": self.seats,
            "phase": self.phase,
            "round": self.round,
            "lit": list(self.lit),
            "spot": self.spot,
            "wins": [[win.seat, win.outcome] for win in self.wins],
            "recorded": [dict(prize) for prize in self.recorded],
            "dealer": self.dealer,
            "verifier": self.verifier,
            "order": self.order,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "Pad":
        return cls(
            record["table"],
            record["jackpot"],
            record["kind"],
            record["seats"],
            record["phase"],
            record["round"],
            tuple(record["lit"]),
            record["spot"],
            tuple(Win(seat, outcome) for seat, outcome in record["wins"]),
            tuple(record["recorded"]),
            record["dealer"],
            record["verifier"],
            record.get("order", RIGHT_FIRST),  # a store may have controllers of before it could be set
        )

    def paid(self, seat: int) -> bool:
        """Whether a seat was paid in this round, and that was not undone."""
        return any(prize["seat"] == seat and "undone" not in prize for prize in self.recorded)

    def ended(self) -> "Pad":
        """Ready for the next round."""
        return replace(
            self, phase="betting", round=self.round + 1, lit=(), spot=0, wins=(), recorded=(), dealer="", verifier=""
        )

    def expected(self) -> list[str]:
        """What may be done next, in the words of this controller."""
        words = WORDS[self.kind]
        if self.phase == "betting":
            return ["wagers on the sensors", words["lock"]]
        if self.phase == "playing":
            keys = ["a hand button"] if self.kind != "card" else ["a player spot, then its hand button"]
            return [*keys, *([words["verify"]] if self.wins else [words["end"]])]
        if self.phase == "verifying":
            return [words["record"]]
        return [words["run"]]


@dataclass(frozen=True, slots=True)
class Pressed:
    """What pressing something did."""

    pad: Pad
    action: Action | None = None
    """What is to be booked with it, in the same moment."""
    key: str = ""
    """The key that keeps it from being booked twice."""
    told: Mapping[str, Any] = field(default_factory=dict)


def press(
    pad: Pad, book: Book, key: str, person: Person, seat: int = 0, outcome: str = "", order: str = "",
    without_wagers: bool = False,
) -> Pressed:  # fmt: skip
    """Presses a key of the controller, or moves a chip on a sensor.

    Several wins are paid in the order that the controller is set up with: the player farthest on the dealer's right
    first (letter 003, Appendix A), or as the house's internal controls say. A live table hands in its own ``order``.
    ``without_wagers`` confirms that a round is started although no wager lies on a sensor.
    """
    match key:
        case "sense":
            return _sense(pad, seat)
        case "lock":
            return _lock(pad, book, person, without_wagers)
        case "spot":
            return _spot(pad, seat)
        case "hand":
            return _hand(pad, book, person, seat, outcome, order)
        case "verify":
            return _verify(pad, book, person)
        case "record":
            return _record(pad, book, person)
        case "reject":
            return _reject(pad, person)
        case "run":
            return _run(pad, person)
        case "end":
            return _end(pad, person)
    raise BadInput(f"{quoted(key)} is no key of a controller: it has {listed(KEYS)}")


KEYS: Final = ("sense", "lock", "spot", "hand", "verify", "record", "reject", "run", "end")


def _expect(pad: Pad, phase: Phase, doing: str) -> None:
    if pad.phase != phase:
        raise BadInput(f"{doing} is out of turn: next comes {' or '.join(pad.expected())} ({CITES[pad.kind]})")


def _sense(pad: Pad, seat: int) -> Pressed:
    """A wager is put on a sensor, or taken off it, while betting is open; the sensor lights up."""
    _expect(pad, "betting", "a wager on a sensor")
    _check_seat(pad, seat)
    lit = tuple(sorted({seat}.symmetric_difference(pad.lit)))
    return Pressed(replace(pad, lit=lit))


def _lock(pad: Pad, book: Book, person: Person, without_wagers: bool) -> Pressed:
    """COIN IN, START GAME, the start of sensing: wagers are locked and the meter steps up at once.

    A round without a progressive wager is started and ended by the same keys; nothing is booked. It uses up a number,
    so it is started only where somebody confirms it.
    """
    person.check("deal")
    _expect(pad, "betting", WORDS[pad.kind]["lock"])
    after = replace(pad, phase="playing", dealer=person.id)
    if not pad.lit and not without_wagers:
        raise BadInput(
            f"no wager lies on a sensor: {WORDS[pad.kind]['lock']} would use up round {pad.round} without one; confirm "
            "that this round is played without a progressive wager"
        )
    if not pad.lit:
        return Pressed(after)
    wagers = {str(seat): book.setup.bet for seat in pad.lit}
    action = Action("coin-in", {"table": pad.table, "round": pad.round, "wagers": wagers})
    return Pressed(after, action, f"{pad.table}/{pad.round}/coin-in")


def _spot(pad: Pad, seat: int) -> Pressed:
    """The spot of the player with the winning hand (letter 003, rule 9d, card-swipe sheet)."""
    if pad.kind != "card":
        raise BadInput(f"a {pad.kind} controller has no player spots to select: press the hand button")
    _expect(pad, "playing", "a player spot")
    _check_lit(pad, seat)
    return Pressed(replace(pad, spot=0 if pad.spot == seat else seat))


def _hand(pad: Pad, book: Book, person: Person, seat: int, outcome: str, order: str) -> Pressed:
    """A hand button; pressed again it is off. Only percentage wins are keyed in: fixed pays come from the tray."""
    person.check("deal")
    _expect(pad, "playing", "a hand button")
    shares = book.setup.shares()
    if outcome not in shares:
        raise BadInput(f"{quoted(outcome)} is no hand button: percentage wins are {listed(shares)}")
    if pad.kind == "card" and not pad.spot:
        raise BadInput("select the player's spot before the hand button (letter 003, rule 9d, card-swipe sheet)")
    at = pad.spot if pad.kind == "card" else (seat or (pad.lit[0] if len(pad.lit) == 1 else 0))
    if not at:
        raise BadInput(f"say whose hand it is: seats {listed(pad.lit)} have a progressive wager")
    _check_lit(pad, at)
    win = Win(at, outcome)
    if win in pad.wins:
        return Pressed(replace(pad, wins=tuple(other for other in pad.wins if other != win), spot=0))
    if any(other.seat == at for other in pad.wins):
        raise BadInput(f"seat {at} has another hand button lit: press that again first")
    if pad.paid(at):
        raise BadInput(f"seat {at} was paid in this round: a hand wins once")
    turns = parse_order(order or pad.order)
    wins = sorted((*pad.wins, win), key=lambda win: (turns.index(win.seat) if win.seat in turns else 99, -win.seat))
    return Pressed(replace(pad, wins=tuple(wins), spot=0))


def _verify(pad: Pad, book: Book, person: Person) -> Pressed:
    """The casino has verified the win: the supervisor turns the key to JPH, or presses confirm."""
    person.check("verify a win")
    _expect(pad, "playing", WORDS[pad.kind]["verify"])
    if not pad.wins:
        raise BadInput("no hand is keyed in: there is nothing to verify; press the hand button first")
    if person.id == pad.dealer:
        raise NotApproved(f"{person.name} dealt this round: another person verifies the win")
    return Pressed(replace(pad, phase="verifying", verifier=person.id), told={"next": next_prize(pad, book)})


def next_prize(pad: Pad, book: Book) -> dict[str, Any]:
    """What the next win in order comes to, as the meter stands now."""
    win = pad.wins[0]
    prize = share_of(book.shown, book.setup.shares()[win.outcome])
    return {"seat": win.seat, "outcome": win.outcome, "prize_cents": prize, "shown_cents": book.shown}


def _record(pad: Pad, book: Book, person: Person) -> Pressed:
    """J-POT, or the card that confirms: only now is the prize recorded and the meter adjusted, one win at a time."""
    person.check("verify a win")
    _expect(pad, "verifying", WORDS[pad.kind]["record"])
    if person.id == pad.dealer:
        raise NotApproved(f"{person.name} dealt this round: another person records the win")
    prize = Cents(int(next_prize(pad, book)["prize_cents"]))
    if prize >= book.setup.executive_from and not person.may("approve a large win"):
        raise NotApproved(
            f"a prize of {format_cents(prize)} needs an executive's card: supervisors record those below "
            f"{format_cents(book.setup.executive_from)}"
        )
    if prize >= book.setup.executive_from and person.id == pad.verifier:
        # Whoever approves a large prize is not the one who verified its hand (regulation 4.1).
        raise NotApproved(f"{person.name} verified this win: another executive's card approves {format_cents(prize)}")
    win = pad.wins[0]
    data = {"table": pad.table, "round": pad.round, "seat": win.seat, "outcome": win.outcome, "verified_by": person.id}
    left = pad.wins[1:]
    phase: Phase = "verifying" if left else "recorded" if pad.kind == "keyed" else "playing"
    paid = {"seat": win.seat, "outcome": win.outcome, "prize_cents": prize}
    after = replace(pad, phase=phase, wins=left, recorded=(*pad.recorded, paid))
    return Pressed(after, Action("award", data), _prize_key(pad, "award", win.seat), paid)


def _prize_key(pad: Pad, kind: str, seat: int) -> str:
    """A hand wins once, and again only after the prize was backed out."""
    before = sum(prize["seat"] == seat for prize in pad.recorded)
    return f"{pad.table}/{pad.round}/{kind}/{seat}" + (f"/{before + 1}" if before else "")


def fixed_pay(pad: Pad, book: Book, person: Person, seat: int, outcome: str) -> Pressed:
    """A pay that is no share of the meter: no button, and nobody verifies it; it is noted where it comes from."""
    person.check("deal")
    if seat not in pad.lit or pad.phase == "betting":
        raise BadInput(f"seat {seat} has no progressive wager in a round that is being played")
    if pad.paid(seat) or any(win.seat == seat for win in pad.wins):
        raise BadInput(f"seat {seat} was paid in this round, or has a hand button lit: a hand wins once")
    fixed = book.setup.fixed()
    if outcome not in fixed:
        raise BadInput(f"{quoted(outcome)} has no fixed pay here: {listed(fixed)} have")
    paid = {"seat": seat, "outcome": outcome, "prize_cents": fixed[outcome]}
    data = {"table": pad.table, "round": pad.round, "seat": seat, "outcome": outcome}
    after = replace(pad, recorded=(*pad.recorded, paid))
    return Pressed(after, Action("fixed-pay", data), _prize_key(pad, "fixed", seat), paid)


def _reject(pad: Pad, person: Person) -> Pressed:
    """The casino did not verify the win: nothing was recorded, and play goes on."""
    person.check("verify a win")
    _expect(pad, "verifying", "rejecting a win")
    phase: Phase = "verifying" if len(pad.wins) > 1 else "recorded" if pad.kind == "keyed" else "playing"
    return Pressed(replace(pad, phase=phase, wins=pad.wins[1:]))


def _run(pad: Pad, person: Person) -> Pressed:
    """The key back to RUN restores normal operation of the table (letter 003, rule 9f, keyed sheet)."""
    if pad.kind != "keyed":
        raise BadInput(f"a {pad.kind} controller has no key: next comes {' or '.join(pad.expected())}")
    person.check("verify a win")
    _expect(pad, "recorded", "the key back to RUN")
    return Pressed(replace(pad, phase="playing"))


def _end(pad: Pad, person: Person) -> Pressed:
    """GAME OVER, END GAME: all is settled, and the controller is ready for the next round."""
    person.check("deal")
    _expect(pad, "playing", WORDS[pad.kind]["end"])
    if pad.wins:
        raise BadInput(f"a win is keyed in and not recorded: next comes {WORDS[pad.kind]['verify']}")
    return Pressed(pad.ended())


def _check_seat(pad: Pad, seat: int) -> None:
    if not 1 <= seat <= pad.seats:
        raise BadInput(f"there is no seat {seat} at this table: it has 1 to {pad.seats}")


def _check_lit(pad: Pad, seat: int) -> None:
    _check_seat(pad, seat)
    if seat not in pad.lit:
        raise BadInput(f"seat {seat} has no progressive wager in this round: {listed(pad.lit) or 'no seat'} has")
