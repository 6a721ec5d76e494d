"""The controllers at the tables as letters 002 and 003 describe them: one function for each step of a round.

A controller's state is plain data. Each step returns the new state and the action to book. A step out of turn is
refused with a sentence that names the expected steps, and nothing changes. A live table calls these functions for its
own round; :func:`press` calls them for the keys of the keypad.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Literal

from pitbook.errors import BadInput, quoted
from pitbook.games.meter_wins import RIGHT_FIRST, parse_order
from pitbook.games.model import listed
from pitbook.games.progressive import ControllerRules
from pitbook.jackpot.book import Action, Book
from pitbook.jackpot.booking_keys import PrizeKind, coin_in_key, prize_key, run_key
from pitbook.jackpot.controller_labels import in_sentence
from pitbook.jackpot.people import Person
from pitbook.jackpot.separation import WinDuty, WinSoFar, objection
from pitbook.jackpot.setup import Setup, progressive_rules
from pitbook.money import Cents
from pitbook.pay import share_of

Phase = Literal["betting", "playing", "verifying", "recorded"]
"""``betting``: before the wagers are locked. ``playing``: while the hand is played. ``verifying``: with the key at JPH,
or after confirm. ``recorded``, keyed controllers only: after J-POT, until the key is back at RUN."""


def sheet_of(setup: Setup) -> ControllerRules:
    """The rules sheet for a jackpot's controller: games on the same kind of controller may have different rules."""
    return progressive_rules(setup.game, setup.wager).sheet(setup.controller)


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that was keyed in."""

    seat: int
    outcome: str
    by: str = ""
    """The person who keyed it in; empty for a hand from version 0.1, which did not record it."""
    at: str = ""


@dataclass(frozen=True, slots=True)
class ControllerState:
    """The state of the controller at a table."""

    table: str
    jackpot: str
    kind: str
    seats: int
    phase: Phase = "betting"
    round: int = 1
    lit: tuple[int, ...] = ()
    """Seats whose sensor holds a wager."""
    spot: int = 0
    """The selected player spot, on a card controller; 0 for none."""
    wins: tuple[Win, ...] = ()
    """Hands that are keyed in and not recorded yet, in the order in which they are paid."""
    recorded: tuple[Mapping[str, Any], ...] = ()
    """Prizes of this round with their transactions. A prize that was backed out has ``undone``, one that was handed to
    its winner ``paid``."""
    dealer: str = ""
    """The person who locked the wagers."""
    verifier: str = ""
    """The person who verified the hands that are keyed in."""
    verified_at: str = ""
    order: str = RIGHT_FIRST
    """The order in which several wins are paid, from the table's set-up; a dealer cannot choose it."""

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
        """Whether a prize of this seat was recorded in this round and not backed out."""
        return any(prize["seat"] == seat and "undone" not in prize for prize in self.recorded)

    def ended(self) -> "ControllerState":
        """The state at the start of the next round."""
        return replace(
            self, phase="betting", round=self.round + 1, lit=(), spot=0, wins=(), recorded=(), dealer="", verifier="",
            verified_at="",
        )  # fmt: skip

    def expected(self, setup: Setup) -> list[str]:
        """The steps that are allowed next, as this controller names them, by the rules of the jackpot's game."""
        name = partial(in_sentence, self.kind)
        if self.phase == "betting":
            return ["wagers on the sensors", name("lock")]
        if self.phase == "playing":
            keys = ["a player spot, then its hand button"] if sheet_of(setup).spots else ["a hand button"]
            return [*keys, name("verify" if self.wins else "end")]
        if self.phase == "verifying":
            return [name("record")]
        return [name("run")]


@dataclass(frozen=True, slots=True)
class ControllerChange:
    """The result of one step."""

    controller: ControllerState
    action: Action | None = None
    """The action to book in the same transaction."""
    key: str = ""
    """The idempotency key of that action."""
    told: Mapping[str, Any] = field(default_factory=dict)


def _expect(controller: ControllerState, book: Book, phase: Phase, doing: str) -> None:
    if controller.phase != phase:
        setup = book.setup
        raise BadInput(
            f"{doing} is out of turn: next comes {' or '.join(controller.expected(setup))} ({sheet_of(setup).cite})"
        )


def set_sensor(controller: ControllerState, book: Book, seat: int) -> ControllerChange:
    """Puts a wager on a sensor, which lights up, or takes it off, while betting is open."""
    _expect(controller, book, "betting", "a wager on a sensor")
    _check_seat(controller, seat)
    lit = tuple(sorted({seat}.symmetric_difference(controller.lit)))
    return ControllerChange(replace(controller, lit=lit))


def lock_wagers(controller: ControllerState, book: Book, person: Person, without_wagers: bool) -> ControllerChange:
    """COIN IN, START GAME, the start of sensing: locks the wagers; the meter steps up at once.

    The same keys start and end a round without a progressive wager, which books nothing. It uses up a round number, so
    it needs a confirmation.
    """
    person.check("deal")
    _expect(controller, book, "betting", in_sentence(controller.kind, "lock"))
    after = replace(controller, phase="playing", dealer=person.id)
    if not controller.lit and not without_wagers:
        raise BadInput(
            f"no sensor has a wager on it: {in_sentence(controller.kind, 'lock')} would use up round "
            f"{controller.round} without one; confirm that this round is played without a progressive wager"
        )
    if not controller.lit:
        return ControllerChange(after)
    wagers = {str(seat): book.setup.bet for seat in controller.lit}
    action = Action("coin-in", {"table": controller.table, "round": controller.round, "wagers": wagers})
    return ControllerChange(after, action, coin_in_key(controller.table, controller.round))


def select_spot(controller: ControllerState, book: Book, seat: int) -> ControllerChange:
    """Selects the winning player's spot (letter 003, Royal Match Progressive rule 9d, card-swipe sheet)."""
    sheet = sheet_of(book.setup)
    if not sheet.spots:
        raise BadInput(f"this controller has no player spots to select: press the hand button ({sheet.hand})")
    _expect(controller, book, "playing", "a player spot")
    _check_lit(controller, seat)
    return ControllerChange(replace(controller, spot=0 if controller.spot == seat else seat))


def key_in_hand(controller: ControllerState, book: Book, win: Win, person: Person, order: str = "") -> ControllerChange:
    """Presses a hand button; a second press clears it. Only percentage wins have one: fixed pays come from the tray.

    Several wins are paid in the order of the controller's set-up: the player farthest on the dealer's right first
    (letter 003, Appendix A), or as the house's internal controls say. A live table passes its own ``order``.
    """
    person.check("deal")
    _expect(controller, book, "playing", "a hand button")
    shares, sheet, outcome = book.setup.shares(), sheet_of(book.setup), win.outcome
    if outcome not in shares:
        raise BadInput(f"{quoted(outcome)} has no hand button: the buttons are {listed(shares)}")
    if sheet.spots and not controller.spot:
        raise BadInput(f"select the player's spot before the hand button ({sheet.hand})")
    at = controller.spot if sheet.spots else (win.seat or (controller.lit[0] if len(controller.lit) == 1 else 0))
    if not at:
        raise BadInput(f"say whose hand it is: seats {listed(controller.lit)} have a progressive wager")
    _check_lit(controller, at)
    left = tuple(other for other in controller.wins if (other.seat, other.outcome) != (at, outcome))
    if left != controller.wins:
        return ControllerChange(replace(controller, wins=left, spot=0))
    if any(other.seat == at for other in controller.wins):
        raise BadInput(f"seat {at} has another hand button lit: press that again first")
    if controller.paid(at):
        raise BadInput(f"seat {at} was paid in this round: a hand wins once")
    turns = parse_order(order or controller.order)
    keyed = replace(win, seat=at)
    wins = sorted(
        (*controller.wins, keyed), key=lambda win: (turns.index(win.seat) if win.seat in turns else 99, -win.seat)
    )
    return ControllerChange(replace(controller, wins=tuple(wins), spot=0))


def verify_wins(controller: ControllerState, book: Book, person: Person, at: str) -> ControllerChange:
    """Verifies the win: the supervisor turns the key to JPH, or presses confirm."""
    person.check("verify a win")
    _expect(controller, book, "playing", in_sentence(controller.kind, "verify"))
    if not controller.wins:
        raise BadInput("no hand is keyed in: there is nothing to verify; press the hand button first")
    check_step(controller, book, "verify", person)
    after = replace(controller, phase="verifying", verifier=person.id, verified_at=at)
    return ControllerChange(after, told={"next": next_prize(controller, book)})


def check_step(controller: ControllerState, book: Book, step: WinDuty, person: Person) -> None:
    """Refuses a step of the next win if this person may not take it."""
    found = objection(step, person, win_so_far(controller, book, step))
    if found is not None:
        raise found


def win_so_far(controller: ControllerState, book: Book, step: WinDuty) -> WinSoFar:
    """The people behind the next win so far; all hands that are keyed in are verified together."""
    wins = controller.wins if step == "verify" else controller.wins[:1]
    prize = Cents(int(next_prize(controller, book)["prize_cents"]))
    keyed = tuple(win.by for win in wins if win.by)
    return WinSoFar(controller.dealer, keyed, controller.verifier, prize, book.setup.executive_from)


def next_prize(controller: ControllerState, book: Book) -> dict[str, Any]:
    """The next win in order, with its prize: a share of what earlier wins have left on the meter."""
    win = controller.wins[0]
    prize = share_of(book.available, book.setup.shares()[win.outcome])
    return {"seat": win.seat, "outcome": win.outcome, "prize_cents": prize, "shown_cents": book.available}


def record_prize(controller: ControllerState, book: Book, person: Person) -> ControllerChange:
    """J-POT, or the card that confirms: records the prize, one win at a time.

    A card lowers the display at once. J-POT reserves the prize, and the display falls when the key is back at RUN
    (letter 003, Royal Match Progressive rule 9f of each sheet).
    """
    person.check("verify a win")
    _expect(controller, book, "verifying", in_sentence(controller.kind, "record"))
    check_step(controller, book, "record", person)
    win, prize = controller.wins[0], Cents(int(next_prize(controller, book)["prize_cents"]))
    data: dict[str, Any] = {
        "table": controller.table,
        "round": controller.round,
        "seat": win.seat,
        "outcome": win.outcome,
        "keyed": {"by": win.by, "at": win.at},
        "verified": {"by": controller.verifier, "at": controller.verified_at},
    }
    if controller.kind == "keyed":
        data["reserved"] = True
    left = controller.wins[1:]
    phase: Phase = "verifying" if left else "recorded" if controller.kind == "keyed" else "playing"
    won = {"seat": win.seat, "outcome": win.outcome, "prize_cents": prize}
    after = replace(controller, phase=phase, wins=left, recorded=(*controller.recorded, won))
    return ControllerChange(after, Action("award", data), _next_prize_key(controller, "award", win.seat), won)


def _next_prize_key(controller: ControllerState, kind: PrizeKind, seat: int) -> str:
    """The idempotency key of a prize: a seat wins once in a round, and again only after a back-out."""
    before = sum(prize["seat"] == seat for prize in controller.recorded)
    return prize_key(controller.table, controller.round, kind, seat, before + 1)


def fixed_pay(
    controller: ControllerState, book: Book, person: Person, seat: int, outcome: str, cents: Cents | None = None
) -> ControllerChange:
    """Records a fixed pay, which has no hand button and needs no verification.

    ``cents`` is given when the dealer pushes out less than the pay table's amount because of an aggregate limit.
    """
    person.check("deal")
    if seat not in controller.lit or controller.phase == "betting":
        raise BadInput(f"seat {seat} has no progressive wager in a round that is being played")
    if controller.paid(seat) or any(win.seat == seat for win in controller.wins):
        raise BadInput(f"seat {seat} was paid in this round, or has a hand button lit: a hand wins once")
    fixed = book.setup.fixed()
    if outcome not in fixed:
        raise BadInput(f"{quoted(outcome)} has no fixed pay here: {listed(fixed)} have")
    prize = fixed[outcome] if cents is None else cents
    paid = {"seat": seat, "outcome": outcome, "prize_cents": prize}
    data: dict[str, Any] = {"table": controller.table, "round": controller.round, "seat": seat, "outcome": outcome}
    if prize != fixed[outcome]:
        data["cents"] = prize
    after = replace(
        controller, recorded=(*controller.recorded, paid), spot=0 if controller.spot == seat else controller.spot
    )
    return ControllerChange(after, Action("fixed-pay", data), _next_prize_key(controller, "fixed", seat), paid)


def reject_win(controller: ControllerState, book: Book, person: Person) -> ControllerChange:
    """Rejects the win at verification: nothing is recorded, and play goes on."""
    person.check("verify a win")
    _expect(controller, book, "verifying", "rejecting a win")
    phase: Phase = "verifying" if len(controller.wins) > 1 else "recorded" if controller.kind == "keyed" else "playing"
    return ControllerChange(replace(controller, phase=phase, wins=controller.wins[1:]))


def turn_to_run(controller: ControllerState, book: Book, person: Person) -> ControllerChange:
    """Turns the key back to RUN, which takes the prizes off the display (rule 9f, keyed sheet)."""
    if controller.kind != "keyed":
        raise BadInput(
            f"a {controller.kind} controller has no key: next comes {' or '.join(controller.expected(book.setup))}"
        )
    person.check("verify a win")
    _expect(controller, book, "recorded", "the key back to RUN")
    after = replace(controller, phase="playing")
    if not any((each.table, each.round) == (controller.table, controller.round) for each in book.reserved):
        return ControllerChange(after)  # no win was recorded, or every prize was backed out
    key = run_key(controller.table, controller.round, len(controller.recorded))
    return ControllerChange(after, Action("run", {"table": controller.table, "round": controller.round}), key)


def end_round(controller: ControllerState, book: Book, person: Person) -> ControllerChange:
    """GAME OVER, END GAME: ends the round, when all wins are settled."""
    person.check("deal")
    _expect(controller, book, "playing", in_sentence(controller.kind, "end"))
    if controller.wins:
        raise BadInput(f"a win is keyed in and not recorded: next comes {in_sentence(controller.kind, 'verify')}")
    return ControllerChange(controller.ended())


def _check_seat(controller: ControllerState, seat: int) -> None:
    if not 1 <= seat <= controller.seats:
        raise BadInput(f"there is no seat {seat} at this table: it has 1 to {controller.seats}")


def _check_lit(controller: ControllerState, seat: int) -> None:
    _check_seat(controller, seat)
    if seat not in controller.lit:
        raise BadInput(f"seat {seat} has no progressive wager in this round: {listed(controller.lit) or 'no seat'} has")


# -- the keypad --------------------------------------------------------------------------------------------------------

KEYS: Final = ("sense", "lock", "spot", "hand", "verify", "record", "reject", "run", "end")


def press(
    controller: ControllerState, book: Book, key: str, person: Person, seat: int = 0, outcome: str = "",
    at: str = "", without_wagers: bool = False,
) -> ControllerChange:  # fmt: skip
    """Presses a key of the keypad, or puts a chip on or off a sensor; ``at`` is the time to record.

    ``without_wagers`` confirms that the round starts although no sensor has a wager on it.
    """
    match key:
        case "sense":
            return set_sensor(controller, book, seat)
        case "lock":
            return lock_wagers(controller, book, person, without_wagers)
        case "spot":
            return select_spot(controller, book, seat)
        case "hand":
            return key_in_hand(controller, book, Win(seat, outcome, person.id, at), person)
        case "verify":
            return verify_wins(controller, book, person, at)
        case "record":
            return record_prize(controller, book, person)
        case "reject":
            return reject_win(controller, book, person)
        case "run":
            return turn_to_run(controller, book, person)
        case "end":
            return end_round(controller, book, person)
    raise BadInput(f"{quoted(key)} is not a key of a controller: it has {listed(KEYS)}")
