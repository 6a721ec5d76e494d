"""The controllers at the tables, key by key, as letters 002 and 003 describe them.

A controller is plain data. Pressing something gives the controller after it, and what is to be booked; out of turn it
is refused with what is expected next, and nothing changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from pitbook.errors import BadInput, quoted
from pitbook.games.meter_wins import RIGHT_FIRST, parse_order
from pitbook.games.model import listed
from pitbook.games.progressive import Sheet
from pitbook.jackpot.book import Action, Book
from pitbook.jackpot.people import Person
from pitbook.jackpot.separation import Step, WinSoFar, objection
from pitbook.jackpot.setup import Setup, progressive_rules
from pitbook.money import Cents
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


def sheet_of(setup: Setup) -> Sheet:
    """The rules sheet of a jackpot's controller: two games may run on the same one and have rules of their own."""
    return progressive_rules(setup.game, setup.wager).sheet(setup.controller)


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that was keyed in."""

    seat: int
    outcome: str
    by: str = ""
    """Who keyed it in; not known of a hand that version 0.1 keyed in."""
    at: str = ""


@dataclass(frozen=True, slots=True)
class ControllerState:
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
    """Prizes of this round with their transactions; one that was backed out is marked as undone, one that was handed
    to its winner as paid."""
    dealer: str = ""
    """Who locked the wagers."""
    verifier: str = ""
    """Who verified the wins that are keyed in."""
    verified_at: str = ""
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
            "keyed": [[win.by, win.at] for win in self.wins],
            "recorded": [dict(prize) for prize in self.recorded],
            "dealer": self.dealer,
            "verifier": self.verifier,
            "verified_at": self.verified_at,
            "order": self.order,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "ControllerState":
        # A store of version 0.1 has no "keyed", "verified_at" and "order".
        keyed = record.get("keyed", [("", "")] * len(record["wins"]))
        return cls(
            record["table"],
            record["jackpot"],
            record["kind"],
            record["seats"],
            record["phase"],
            record["round"],
            tuple(record["lit"]),
            record["spot"],
            tuple(Win(*hand, *by) for hand, by in zip(record["wins"], keyed, strict=True)),
            tuple(record["recorded"]),
            record["dealer"],
            record["verifier"],
            record.get("verified_at", ""),
            record.get("order", RIGHT_FIRST),
        )

    def paid(self, seat: int) -> bool:
        """Whether a seat was paid in this round, and that was not undone."""
        return any(prize["seat"] == seat and "undone" not in prize for prize in self.recorded)

    def ended(self) -> "ControllerState":
        """Ready for the next round."""
        return replace(
            self, phase="betting", round=self.round + 1, lit=(), spot=0, wins=(), recorded=(), dealer="", verifier="",
            verified_at="",
        )  # fmt: skip

    def expected(self, setup: Setup) -> list[str]:
        """What may be done next, in the words of this controller and by the rules of the jackpot's game."""
        words = WORDS[self.kind]
        if self.phase == "betting":
            return ["wagers on the sensors", words["lock"]]
        if self.phase == "playing":
            keys = ["a player spot, then its hand button"] if sheet_of(setup).spots else ["a hand button"]
            return [*keys, *([words["verify"]] if self.wins else [words["end"]])]
        if self.phase == "verifying":
            return [words["record"]]
        return [words["run"]]


@dataclass(frozen=True, slots=True)
class Pressed:
    """What pressing something did."""

    pad: ControllerState
    action: Action | None = None
    """What is to be booked with it, in the same moment."""
    key: str = ""
    """The key that keeps it from being booked twice."""
    told: Mapping[str, Any] = field(default_factory=dict)


def press(
    pad: ControllerState, book: Book, key: str, person: Person, seat: int = 0, outcome: str = "", order: str = "",
    at: str = "", without_wagers: bool = False,
) -> Pressed:  # fmt: skip
    """Presses a key of the controller, or moves a chip on a sensor, at a time that is kept with what was done.

    Several wins are paid in the order that the controller is set up with: the player farthest on the dealer's right
    first (letter 003, Appendix A), or as the house's internal controls say. A live table hands in its own ``order``.
    ``without_wagers`` confirms that a round is started although no sensor has a wager on it.
    """
    match key:
        case "sense":
            return _sense(pad, book, seat)
        case "lock":
            return _lock(pad, book, person, without_wagers)
        case "spot":
            return _spot(pad, book, seat)
        case "hand":
            return _hand(pad, book, Win(seat, outcome, person.id, at), person, order)
        case "verify":
            return _verify(pad, book, person, at)
        case "record":
            return _record(pad, book, person)
        case "reject":
            return _reject(pad, book, person)
        case "run":
            return _run(pad, book, person)
        case "end":
            return _end(pad, book, person)
    raise BadInput(f"{quoted(key)} is no key of a controller: it has {listed(KEYS)}")


KEYS: Final = ("sense", "lock", "spot", "hand", "verify", "record", "reject", "run", "end")


def _expect(pad: ControllerState, book: Book, phase: Phase, doing: str) -> None:
    if pad.phase != phase:
        setup = book.setup
        raise BadInput(
            f"{doing} is out of turn: next comes {' or '.join(pad.expected(setup))} ({sheet_of(setup).cite})"
        )


def _sense(pad: ControllerState, book: Book, seat: int) -> Pressed:
    """A wager is put on a sensor, or taken off it, while betting is open; the sensor lights up."""
    _expect(pad, book, "betting", "a wager on a sensor")
    _check_seat(pad, seat)
    lit = tuple(sorted({seat}.symmetric_difference(pad.lit)))
    return Pressed(replace(pad, lit=lit))


def _lock(pad: ControllerState, book: Book, person: Person, without_wagers: bool) -> Pressed:
    """COIN IN, START GAME, the start of sensing: wagers are locked and the meter steps up at once.

    A round without a progressive wager is started and ended by the same keys; nothing is booked. It uses up a number,
    so it is started only where somebody confirms it.
    """
    person.check("deal")
    _expect(pad, book, "betting", WORDS[pad.kind]["lock"])
    after = replace(pad, phase="playing", dealer=person.id)
    if not pad.lit and not without_wagers:
        raise BadInput(
            f"no sensor has a wager on it: {WORDS[pad.kind]['lock']} would use up round {pad.round} without one; "
            "confirm that this round is played without a progressive wager"
        )
    if not pad.lit:
        return Pressed(after)
    wagers = {str(seat): book.setup.bet for seat in pad.lit}
    action = Action("coin-in", {"table": pad.table, "round": pad.round, "wagers": wagers})
    return Pressed(after, action, f"{pad.table}/{pad.round}/coin-in")


def _spot(pad: ControllerState, book: Book, seat: int) -> Pressed:
    """The spot of the player with the winning hand (letter 003, Royal Match Progressive rule 9d, card-swipe sheet)."""
    sheet = sheet_of(book.setup)
    if not sheet.spots:
        raise BadInput(f"this controller has no player spots to select: press the hand button ({sheet.hand})")
    _expect(pad, book, "playing", "a player spot")
    _check_lit(pad, seat)
    return Pressed(replace(pad, spot=0 if pad.spot == seat else seat))


def _hand(pad: ControllerState, book: Book, win: Win, person: Person, order: str) -> Pressed:
    """A hand button; pressed again it is off. Only percentage wins are keyed in: fixed pays come from the tray."""
    person.check("deal")
    _expect(pad, book, "playing", "a hand button")
    shares, sheet, outcome = book.setup.shares(), sheet_of(book.setup), win.outcome
    if outcome not in shares:
        raise BadInput(f"{quoted(outcome)} is no hand button: percentage wins are {listed(shares)}")
    if sheet.spots and not pad.spot:
        raise BadInput(f"select the player's spot before the hand button ({sheet.hand})")
    at = pad.spot if sheet.spots else (win.seat or (pad.lit[0] if len(pad.lit) == 1 else 0))
    if not at:
        raise BadInput(f"say whose hand it is: seats {listed(pad.lit)} have a progressive wager")
    _check_lit(pad, at)
    left = tuple(other for other in pad.wins if (other.seat, other.outcome) != (at, outcome))
    if left != pad.wins:
        return Pressed(replace(pad, wins=left, spot=0))
    if any(other.seat == at for other in pad.wins):
        raise BadInput(f"seat {at} has another hand button lit: press that again first")
    if pad.paid(at):
        raise BadInput(f"seat {at} was paid in this round: a hand wins once")
    turns = parse_order(order or pad.order)
    keyed = replace(win, seat=at)
    wins = sorted((*pad.wins, keyed), key=lambda win: (turns.index(win.seat) if win.seat in turns else 99, -win.seat))
    return Pressed(replace(pad, wins=tuple(wins), spot=0))


def _verify(pad: ControllerState, book: Book, person: Person, at: str) -> Pressed:
    """The casino has verified the win: the supervisor turns the key to JPH, or presses confirm."""
    person.check("verify a win")
    _expect(pad, book, "playing", WORDS[pad.kind]["verify"])
    if not pad.wins:
        raise BadInput("no hand is keyed in: there is nothing to verify; press the hand button first")
    check_step(pad, book, "verify", person)
    after = replace(pad, phase="verifying", verifier=person.id, verified_at=at)
    return Pressed(after, told={"next": next_prize(pad, book)})


def check_step(pad: ControllerState, book: Book, step: Step, person: Person) -> None:
    """Refuses a step of the win that comes next to a person who may not take it."""
    found = objection(step, person, win_so_far(pad, book, step))
    if found is not None:
        raise found


def win_so_far(pad: ControllerState, book: Book, step: Step) -> WinSoFar:
    """Who did what to the win that comes next; all hands that are keyed in are verified together."""
    wins = pad.wins if step == "verify" else pad.wins[:1]
    prize = Cents(int(next_prize(pad, book)["prize_cents"]))
    keyed = tuple(win.by for win in wins if win.by)
    return WinSoFar(pad.dealer, keyed, pad.verifier, prize, book.setup.executive_from)


def next_prize(pad: ControllerState, book: Book) -> dict[str, Any]:
    """What the next win in order comes to: a share of what earlier wins have left on the meter."""
    win = pad.wins[0]
    prize = share_of(book.available, book.setup.shares()[win.outcome])
    return {"seat": win.seat, "outcome": win.outcome, "prize_cents": prize, "shown_cents": book.available}


def _record(pad: ControllerState, book: Book, person: Person) -> Pressed:
    """J-POT, or the card that confirms: the prize is recorded, one win at a time.

    A card adjusts the meter at once. At J-POT the prize is reserved, and the display falls when the key is back at RUN
    (letter 003, Royal Match Progressive rule 9f of each sheet).
    """
    person.check("verify a win")
    _expect(pad, book, "verifying", WORDS[pad.kind]["record"])
    check_step(pad, book, "record", person)
    win, prize = pad.wins[0], Cents(int(next_prize(pad, book)["prize_cents"]))
    data: dict[str, Any] = {
        "table": pad.table,
        "round": pad.round,
        "seat": win.seat,
        "outcome": win.outcome,
        "keyed": {"by": win.by, "at": win.at},
        "verified": {"by": pad.verifier, "at": pad.verified_at},
    }
    if pad.kind == "keyed":
        data["reserved"] = True
    left = pad.wins[1:]
    phase: Phase = "verifying" if left else "recorded" if pad.kind == "keyed" else "playing"
    won = {"seat": win.seat, "outcome": win.outcome, "prize_cents": prize}
    after = replace(pad, phase=phase, wins=left, recorded=(*pad.recorded, won))
    return Pressed(after, Action("award", data), _prize_key(pad, "award", win.seat), won)


def _prize_key(pad: ControllerState, kind: str, seat: int) -> str:
    """A hand wins once, and again only after the prize was backed out."""
    before = sum(prize["seat"] == seat for prize in pad.recorded)
    return f"{pad.table}/{pad.round}/{kind}/{seat}" + (f"/{before + 1}" if before else "")


def fixed_pay(
    pad: ControllerState, book: Book, person: Person, seat: int, outcome: str, cents: Cents | None = None
) -> Pressed:
    """A pay that is no share of the meter: no button, and nobody verifies it; it is noted where it comes from.

    ``cents`` is given where the dealer pushes out less than the pay table says, under an aggregate limit.
    """
    person.check("deal")
    if seat not in pad.lit or pad.phase == "betting":
        raise BadInput(f"seat {seat} has no progressive wager in a round that is being played")
    if pad.paid(seat) or any(win.seat == seat for win in pad.wins):
        raise BadInput(f"seat {seat} was paid in this round, or has a hand button lit: a hand wins once")
    fixed = book.setup.fixed()
    if outcome not in fixed:
        raise BadInput(f"{quoted(outcome)} has no fixed pay here: {listed(fixed)} have")
    prize = fixed[outcome] if cents is None else cents
    paid = {"seat": seat, "outcome": outcome, "prize_cents": prize}
    data: dict[str, Any] = {"table": pad.table, "round": pad.round, "seat": seat, "outcome": outcome}
    if prize != fixed[outcome]:
        data["cents"] = prize
    after = replace(pad, recorded=(*pad.recorded, paid), spot=0 if pad.spot == seat else pad.spot)
    return Pressed(after, Action("fixed-pay", data), _prize_key(pad, "fixed", seat), paid)


def _reject(pad: ControllerState, book: Book, person: Person) -> Pressed:
    """The casino did not verify the win: nothing was recorded, and play goes on."""
    person.check("verify a win")
    _expect(pad, book, "verifying", "rejecting a win")
    phase: Phase = "verifying" if len(pad.wins) > 1 else "recorded" if pad.kind == "keyed" else "playing"
    return Pressed(replace(pad, phase=phase, wins=pad.wins[1:]))


def _run(pad: ControllerState, book: Book, person: Person) -> Pressed:
    """The key back to RUN restores normal operation and takes the prizes off the display (rule 9f, keyed sheet)."""
    if pad.kind != "keyed":
        raise BadInput(f"a {pad.kind} controller has no key: next comes {' or '.join(pad.expected(book.setup))}")
    person.check("verify a win")
    _expect(pad, book, "recorded", "the key back to RUN")
    after = replace(pad, phase="playing")
    if not any((each.table, each.round) == (pad.table, pad.round) for each in book.reserved):
        return Pressed(after)  # no win was verified, or each prize was backed out
    # Each RUN of a round comes after another prize, which gives it a key of its own.
    key = f"{pad.table}/{pad.round}/run/{len(pad.recorded)}"
    return Pressed(after, Action("run", {"table": pad.table, "round": pad.round}), key)


def _end(pad: ControllerState, book: Book, person: Person) -> Pressed:
    """GAME OVER, END GAME: all is settled, and the controller is ready for the next round."""
    person.check("deal")
    _expect(pad, book, "playing", WORDS[pad.kind]["end"])
    if pad.wins:
        raise BadInput(f"a win is keyed in and not recorded: next comes {WORDS[pad.kind]['verify']}")
    return Pressed(pad.ended())


def _check_seat(pad: ControllerState, seat: int) -> None:
    if not 1 <= seat <= pad.seats:
        raise BadInput(f"there is no seat {seat} at this table: it has 1 to {pad.seats}")


def _check_lit(pad: ControllerState, seat: int) -> None:
    _check_seat(pad, seat)
    if seat not in pad.lit:
        raise BadInput(f"seat {seat} has no progressive wager in this round: {listed(pad.lit) or 'no seat'} has")
