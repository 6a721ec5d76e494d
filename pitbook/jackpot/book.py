"""The book of one jackpot: its meter, and what every action does to it, as balanced entries.

An action is plain data. The same actions in the same order give the same book, which is how a ledger is verified: every
entry is computed again from its action. Amounts are whole millionths of a dollar. A positive entry is a debit (money
received, spent or advanced), a negative one a credit (a liability to players, income); the entries of an action add up
to zero.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from pitbook.errors import BadInput, NotApproved, quoted
from pitbook.games.model import listed
from pitbook.jackpot.setup import Setup, terms_from_dict, terms_to_dict
from pitbook.meter import Meter, within
from pitbook.money import MICROS_PER_CENT, Cents, Micros, format_cents, format_micros
from pitbook.pay import share_of

TRAY: Final = "tray"
"""Cash: wagers that came in, less prizes paid out."""
DISPLAYED, RESERVE, OVERFLOW = "displayed", "reserve", "overflow"
"""The players' money: the amount on the meter, the reserve for the next meter, the excess over the maximum."""
POOLS: Final = (DISPLAYED, RESERVE, OVERFLOW)
RESERVED: Final = "reserved"
"""Liability to winners: prizes recorded at J-POT, which come off the display when the key is back at RUN."""
SEED: Final = "seed"
"""Money that the house has advanced to start the meter and has not recovered."""
REVENUE: Final = "revenue"
"""The house's part of the wagers."""
FIXED: Final = "fixed pays"
"""Prizes that the house pays itself: from the tray, for a house jackpot, or when a meter has run dry."""
CORRECTIONS: Final = "corrections"
"""The house's cost of, or income from, documented corrections of the display."""
HOUSE: Final = "house"
"""The part that the house pays because the meter no longer holds it: for late awards and back-outs."""
ACCOUNTS: Final = (TRAY, DISPLAYED, RESERVE, OVERFLOW, RESERVED, SEED, REVENUE, FIXED, CORRECTIONS, HOUSE)

Status = Literal["open", "suspended", "retiring", "retired"]

REDUCTIONS: Final[Mapping[str, str]] = {
    "malfunction": "to correct a display that a malfunction changed",
    "gross-receipts": "to take money that is not displayed into gross receipts",
    "seed-recovery": "to recover seed money",
}
"""Reasons for a manual act that reduces an amount. The other two reasons of WAC 230-15-695 need none: an award pays a
win, and the meter moves what exceeds its maximum to overflow in the same transaction."""
LATE: Final = "late-award"
PRIZES: Final = ("award", "fixed-pay", LATE)
"""Actions that pay a player, and that are undone by a back-out."""
WAYS_TO_PAY: Final = ("chips", "cash", "cheque")
"""How a prize is handed to its winner."""
INCREASES: Final[Mapping[str, str]] = {
    "malfunction": "to correct a display that a malfunction changed",
    "missed-wagers": "to add the contributions of wagers that were not counted",
}

Entries = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Action:
    """A change of a jackpot, with all data that its entries are computed from."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reservation:
    """A prize that was recorded at J-POT: booked, and on the display until the key is back at RUN."""

    table: str
    round: int
    seat: int
    prize: Cents
    lift: int
    """The millionths by which RUN lowers the display; negative if a restart raises it."""
    shown: Micros
    """The display's amount when the prize was recorded."""

    def to_list(self) -> list[Any]:
        return [self.table, self.round, self.seat, self.prize, self.lift, self.shown]


@dataclass(frozen=True, slots=True)
class Book:
    """The state of a jackpot after its actions."""

    setup: Setup
    meter: Meter
    """The meter after every recorded prize, including reserved ones that the display still shows."""
    status: Status = "open"
    pending: Mapping[str, Any] | None = None
    """Terms that take effect at the next restart."""
    advanced: Micros = Micros(0)
    """Seed money that the house has not recovered."""
    reserved: tuple[Reservation, ...] = ()
    """Prizes that are recorded and still on the display."""

    @property
    def on_display(self) -> Micros:
        """The display's amount in millionths: it falls at RUN, not at J-POT (letter 003, rule 9f, keyed sheet)."""
        if not self.reserved:
            return self.meter.displayed
        micros = max(0, self.meter.displayed + sum(each.lift for each in self.reserved))
        limit = self.meter.terms.limit
        if limit is not None:
            # Wagers at other tables raise the meter meanwhile; the display must not exceed its maximum.
            micros = min(micros, max(limit, *(each.shown for each in self.reserved)))
        return Micros(micros)

    @property
    def shown(self) -> Cents:
        """The display's amount, truncated to whole cents."""
        return Cents(self.on_display // MICROS_PER_CENT)

    @property
    def available(self) -> Cents:
        """The amount that the next award is a share of: the display less the reserved prizes."""
        return self.meter.shown

    @property
    def owed_to_winners(self) -> Micros:
        """The total of the reserved prizes."""
        return Micros(sum(each.prize for each in self.reserved) * MICROS_PER_CENT)

    @property
    def held(self) -> Micros:
        """The players' money: the whole liability to them."""
        return Micros(sum(self.pools().values()) + self.owed_to_winners)

    def reservation(self, table: str, played: int, seat: int) -> Reservation | None:
        """The reserved prize of a seat in a round."""
        place = (table, played, seat)
        return next((each for each in self.reserved if (each.table, each.round, each.seat) == place), None)

    @property
    def is_progressive(self) -> bool:
        return self.setup.kind == "progressive"

    def pools(self) -> dict[str, int]:
        """The balances that the accounts of the players' money must have."""
        if not self.is_progressive:
            return dict.fromkeys(POOLS, 0)
        return {DISPLAYED: self.meter.displayed, RESERVE: self.meter.reserve, OVERFLOW: self.meter.overflow}

    def accounts(self) -> dict[str, int]:
        """The balances that this book implies: the pools, the reserved prizes, and the seed."""
        pools = {pool: -held for pool, held in self.pools().items()}
        return pools | {RESERVED: -self.owed_to_winners, SEED: self.advanced}

    def to_dict(self) -> dict[str, Any]:
        meter = self.meter
        return {
            "setup": self.setup.to_dict(),
            "meter": [meter.displayed, meter.reserve, meter.overflow, meter.displayed_carry, meter.reserve_carry],
            "status": self.status,
            "pending": dict(self.pending) if self.pending is not None else None,
            "advanced": self.advanced,
            "reserved": [each.to_list() for each in self.reserved],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "Book":
        setup = Setup.from_dict(record["setup"])
        displayed, reserve, overflow, displayed_carry, reserve_carry = record["meter"]
        meter = Meter(setup.terms, Micros(displayed), Micros(reserve), Micros(overflow), displayed_carry, reserve_carry)
        # Version 0.1 adjusted the meter at J-POT and reserved nothing.
        reserved = tuple(Reservation(*each) for each in record.get("reserved", ()))
        return cls(setup, meter, record["status"], record["pending"], Micros(record["advanced"]), reserved)


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The effect of an action."""

    book: Book
    entries: Entries
    result: Mapping[str, Any]
    """Facts for the caller, such as the prize."""


def open_book(setup: Setup) -> ActionResult:
    """Opens a jackpot: the house advances the seed."""
    book = Book(setup, Meter.fresh(setup.terms))
    seed = setup.terms.seed if setup.kind == "progressive" else 0
    return _done(None, book, {SEED: seed}, {"shown_cents": book.shown})


def do(book: Book, action: Action) -> ActionResult:
    """Applies an action; a refused action leaves the book unchanged."""
    work = ACTIONS.get(action.kind)
    if work is None:
        raise BadInput(f"{quoted(action.kind)} is not an action of a jackpot: it is one of {listed(ACTIONS)}")
    try:
        return work(book, action.data)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{action.kind}: the data is damaged: {type(error).__name__} {quoted(error)}") from None


def _done(before: Book | None, after: Book, others: Mapping[str, int], result: Mapping[str, Any]) -> ActionResult:
    """Computes the entries of the pools from the meter; together with ``others`` they must add up to zero."""
    old = before.pools() if before is not None else dict.fromkeys(POOLS, 0)
    new = after.pools()
    entries = {account: old[account] - new[account] for account in POOLS} | dict(others)
    entries = {account: micros for account, micros in entries.items() if micros}
    if sum(entries.values()):
        raise ArithmeticError(f"the entries of an action add up to {sum(entries.values())}, not to zero")
    if SEED in entries:
        after = replace(after, advanced=Micros(after.advanced + entries[SEED]))
    return ActionResult(after, entries, result)


def _coin_in(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """The wagers of one round at one table: the meter steps up by each (letter 003, rule 6)."""
    _check_open(book)
    wagers = [_cents(cents) for cents in data["wagers"].values()]
    if not wagers:
        raise BadInput("no sensor has a wager on it: there is nothing to count")
    for cents in wagers:
        if cents != book.setup.bet:
            raise NotApproved(
                f"{book.setup.wager} is {format_cents(book.setup.bet)} for all players, not {format_cents(cents)}"
            )
    meter = book.meter
    for cents in wagers if book.is_progressive else ():
        meter = meter.accrue(cents)
    after = replace(book, meter=meter)
    taken = sum(wagers) * MICROS_PER_CENT
    return _done(book, after, _with_revenue(book, after, {TRAY: taken}), {"shown_cents": after.shown})


def _void(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Returns the wagers of a voided round, and takes their contributions off the meter."""
    _check_people(data, 1)
    wagers = [_cents(cents) for cents in data["wagers"].values()]
    meter = book.meter
    for cents in wagers if book.is_progressive else ():
        meter = meter.take_back(cents)
    after = replace(book, meter=meter)
    given = sum(wagers) * MICROS_PER_CENT
    return _done(book, after, _with_revenue(book, after, {TRAY: -given}), {"shown_cents": after.shown})


def _with_revenue(before: Book, after: Book, others: Mapping[str, int]) -> dict[str, int]:
    """Adds the revenue entry that balances the change of the pools and ``others``."""
    moved = sum(before.pools().values()) - sum(after.pools().values())
    return {**others, REVENUE: -(moved + sum(others.values()))}


def _award(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Pays a share of the meter, which restarts after 100% (letter 003, Royal Match Progressive rule 4).

    With ``reserved`` in its data, the prize is owed to the winner and stays on the display until RUN.
    """
    _check_pays(book)
    outcome = str(data["outcome"])
    shares = book.setup.shares()
    if outcome not in shares:
        raise BadInput(f"{quoted(outcome)} wins no share of this meter: {listed(shares)} do")
    share, after = shares[outcome], book
    account = RESERVED if data.get("reserved") else TRAY
    if book.is_progressive:
        prize, meter = book.meter.award(share)
        after = replace(book, meter=meter)
        others = {account: -prize * MICROS_PER_CENT}
        if share == 1:
            after = _with_pending(after)
            others = _with_revenue(book, after, {**others, SEED: after.setup.terms.seed})
    else:
        prize = share_of(book.available, share)
        others = {account: -prize * MICROS_PER_CENT, FIXED: prize * MICROS_PER_CENT}
    if account == RESERVED:
        after = replace(after, reserved=(*book.reserved, _reservation(book, after, data, prize)))
    return _done(book, after, others, _prize(prize, book, after))


def _late_award(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Pays a win that was noticed after its round, or decided in a dispute.

    The prize is a share of ``of_cents``, the display's amount after transaction ``as_of``; the ledger's proof compares
    the two. The house pays what the meter no longer holds. After 100% the meter restarts and keeps the contributions
    made since.
    """
    _check_pays(book)
    _check_people(data, 2)
    _check_document(data)
    outcome, shares, fixed = str(data["outcome"]), book.setup.shares(), book.setup.fixed()
    if outcome not in shares and outcome not in fixed:
        raise BadInput(f"{quoted(outcome)} wins nothing from this jackpot: {listed((*shares, *fixed))} do")
    share = shares.get(outcome)
    if share is not None and data["of_cents"] == 0:
        raise BadInput("the display showed $0 at that time, so a share of it is $0: an award must be above $0")
    prize = fixed[outcome] if share is None else share_of(_cents(data["of_cents"]), share)
    paid, after = prize * MICROS_PER_CENT, book
    if not book.is_progressive or (share is None and book.setup.fixed_from == "tray"):
        others, short = {TRAY: -paid, FIXED: paid}, Cents(0)
    else:
        given, meter = book.meter.pay(prize)
        after, short = replace(book, meter=meter.restarted() if share == 1 else meter), Cents(prize - given)
        others = {TRAY: -paid, HOUSE: short * MICROS_PER_CENT}
        if share == 1:
            after = _with_pending(after)
            others = _with_revenue(book, after, {**others, SEED: after.setup.terms.seed})
    return _done(book, after, others, _prize(prize, book, after) | {"house_cents": short})


def _reservation(before: Book, after: Book, data: Mapping[str, Any], prize: Cents) -> Reservation:
    table, played, seat = str(data["table"]), int(data["round"]), int(data["seat"])
    if before.reservation(table, played, seat) is not None:
        raise BadInput(f"a prize of seat {seat} at table {table} is reserved already: turn the key back to RUN first")
    lift = before.meter.displayed - after.meter.displayed
    return Reservation(table, played, seat, prize, lift, before.on_display)


def _prize(prize: Cents, before: Book, after: Book) -> dict[str, Any]:
    return {
        "prize_cents": prize,
        "before_cents": before.available,
        "after_cents": after.available,
        "shown_cents": after.shown,
    }


def _run(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """The key is back at RUN: the display falls by the reserved prizes of a table's round (rule 9f, keyed sheet)."""
    place = (str(data["table"]), int(data["round"]))
    mine = [each for each in book.reserved if (each.table, each.round) == place]
    if not mine:
        raise BadInput(f"no prize of round {place[1]} at table {place[0]} is reserved")
    after = replace(book, reserved=tuple(each for each in book.reserved if each not in mine))
    prizes = Cents(sum(each.prize for each in mine))
    others = {RESERVED: prizes * MICROS_PER_CENT, TRAY: -prizes * MICROS_PER_CENT}
    result = {"prizes_cents": prizes, "before_cents": book.shown, "shown_cents": after.shown}
    return _done(book, after, others, result)


def _paid(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Notes that a prize was handed to its winner; the transaction itself has the person and time. Moves no money."""
    if int(data["award"]) <= 0 or str(data["how"]) not in WAYS_TO_PAY:
        raise BadInput(f"give the number of the award, and how it was paid: {listed(WAYS_TO_PAY)}")
    return _done(book, book, {}, {"shown_cents": book.shown})


def _with_pending(book: Book) -> Book:
    """Applies pending terms to a meter that has just restarted."""
    if book.pending is None:
        return book
    terms = terms_from_dict(book.pending)
    whole = _whole_millionths(book.meter)
    shown = whole.displayed + whole.overflow - book.setup.terms.seed + terms.seed
    displayed, overflow = within(shown, terms.limit)
    meter = Meter(terms, displayed, whole.reserve, overflow)
    return replace(book, setup=replace(book.setup, terms=terms), meter=meter, pending=None)


def _whole_millionths(meter: Meter) -> Meter:
    """Rounds carried fractions of a millionth up at the house's cost: the players keep them when rates change."""
    displayed = Micros(meter.displayed + (meter.displayed_carry > 0))
    reserve = Micros(meter.reserve + (meter.reserve_carry > 0))
    return replace(meter, displayed=displayed, reserve=reserve, displayed_carry=0, reserve_carry=0)


def _fixed_pay(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """A pay of a fixed amount, from the tray or, if so configured, from the meter (Blazing 7's rule 13b)."""
    _check_pays(book)
    outcome = str(data["outcome"])
    fixed = book.setup.fixed()
    if outcome not in fixed:
        raise BadInput(f"{quoted(outcome)} has no fixed pay here: {listed(fixed)} have")
    prize = _cents(data.get("cents", fixed[outcome]))
    if prize > fixed[outcome]:
        raise BadInput(f"{outcome} pays {format_cents(fixed[outcome])} here: {format_cents(prize)} is more")
    micros = prize * MICROS_PER_CENT
    if book.setup.fixed_from == "tray" or not book.is_progressive:
        return _done(book, book, {TRAY: -micros, FIXED: micros}, _prize(prize, book, book))
    # A meter that runs dry pays what it holds; the house pays the rest, and the player gets the full prize.
    given, meter = book.meter.pay(prize)
    after, short = replace(book, meter=meter), Cents(prize - given)
    others = {TRAY: -micros, FIXED: short * MICROS_PER_CENT}
    result = _prize(prize, book, after)
    return _done(book, after, others, result | ({"ran_dry_micros": short * MICROS_PER_CENT} if short else {}))


def _back_out(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Undoes a recorded prize by reversing every entry of it (letter 003, rule 9h).

    The action carries the entries to reverse, from :func:`to_reverse`. If the display has grown meanwhile, what exceeds
    its maximum becomes overflow. If later prizes were paid from money that this prize put on the meter (100% restarts
    it at its seed), the house pays what the meter lacks.
    """
    _check_people(data, 2)
    _check_document(data)
    entries = {str(account): -int(micros) for account, micros in data["entries"].items()}
    if any(account not in ACCOUNTS for account in entries):
        raise BadInput("the entries to reverse name accounts that a jackpot does not have")
    meter, short = book.meter, 0
    if book.is_progressive:
        pools = {account: book.pools()[account] - entries.get(account, 0) for account in POOLS}
        shown = pools[DISPLAYED] + pools[OVERFLOW]
        short = max(-shown, 0) + max(-pools[RESERVE], 0)
        meter = _with_pools(meter, {DISPLAYED: max(shown, 0), OVERFLOW: 0, RESERVE: max(pools[RESERVE], 0)})
    after = replace(book, meter=meter)
    if RESERVED in entries:
        undone = book.reservation(str(data["table"]), int(data["round"]), int(data["seat"]))
        if undone is None or undone.prize * MICROS_PER_CENT != entries[RESERVED]:
            raise BadInput("this prize is not reserved any more: it was backed out, or the key is back at RUN")
        after = replace(after, reserved=tuple(each for each in book.reserved if each != undone))
    others = {account: micros for account, micros in entries.items() if account not in POOLS}
    if short:
        others[HOUSE] = others.get(HOUSE, 0) + short
    result = {"before_cents": book.shown, "shown_cents": after.shown} | ({"house_micros": short} if short else {})
    return _done(book, after, others, result)


def to_reverse(book: Book, prize: Mapping[str, Any], entries: Entries) -> dict[str, int]:
    """The entries that a back-out reverses now; ``prize`` is the data of the prize's action.

    RUN moves a reserved prize from ``reserved`` to ``tray``; after that the back-out returns it to the tray.
    """
    if RESERVED in entries and book.reservation(str(prize["table"]), int(prize["round"]), int(prize["seat"])) is None:
        return {TRAY if account == RESERVED else account: micros for account, micros in entries.items()}
    return dict(entries)


def _adjust(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """A documented correction of a pool, up or down, for a reason that the regulation lists (WAC 230-15-695)."""
    _check_people(data, 2)
    _check_document(data)
    if not book.is_progressive:
        raise BadInput("a house jackpot has no accrued money to adjust: change the posted prize instead")
    pool, micros, reason = str(data["pool"]), int(data["micros"]), str(data["reason"])
    if pool not in POOLS:
        raise BadInput(f"an adjustment is of {listed(POOLS)}, not of {quoted(pool)}")
    if micros == 0:
        raise BadInput("an adjustment of $0 is not possible: state an amount above or below $0")
    if reason == "maximum":
        raise NotApproved(
            "the meter brings its display down to the maximum by itself: there is nothing to adjust (WAC 230-15-695)"
        )
    allowed = INCREASES if micros > 0 else REDUCTIONS
    if reason not in allowed:
        said = "a jackpot is raised" if micros > 0 else "apart from wins, a jackpot is reduced"
        raise NotApproved(f"{said} only for {listed(allowed)}, not for {quoted(reason)} (WAC 230-15-695)")
    if reason == "gross-receipts" and pool == DISPLAYED:
        raise NotApproved("only money that is not displayed may be taken into gross receipts (WAC 230-15-695)")
    if pool == OVERFLOW and book.meter.terms.limit is None:
        raise BadInput("the jackpot has no maximum, so it has no overflow to adjust")
    pools = book.pools()
    pools[pool] += micros
    if pools[pool] < 0:
        raise BadInput(f"{pool} holds {format_micros(book.pools()[pool])}: it cannot fall by {format_micros(-micros)}")
    if reason == "seed-recovery" and -micros > book.advanced:
        raise NotApproved(
            f"the house has advanced {format_micros(book.advanced)} that is not recovered: it cannot recover "
            f"{format_micros(-micros)} (WAC 230-15-695)"
        )
    other = {"gross-receipts": REVENUE, "seed-recovery": SEED}.get(reason, CORRECTIONS)
    after = replace(book, meter=_with_pools(book.meter, pools))
    return _done(book, after, {other: micros}, {"before_cents": book.shown, "shown_cents": after.shown})


def _with_pools(meter: Meter, pools: Mapping[str, int]) -> Meter:
    """The meter with new amounts in its pools; the display gets as much as its maximum allows, overflow the rest."""
    displayed, overflow = within(pools[DISPLAYED] + pools[OVERFLOW], meter.terms.limit)
    return replace(meter, displayed=displayed, reserve=Micros(pools[RESERVE]), overflow=overflow)


def _change_terms(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Changes seed, rates or maximum, now or at the next restart. No accrued money moves."""
    _check_people(data, 2)
    _check_document(data)
    terms = terms_from_dict(data["terms"])
    replace(book.setup, terms=terms)  # checked against the letter
    if terms.limit is not None and terms.limit < book.on_display:
        raise NotApproved(
            f"a maximum is set at or above the current amount of {format_cents(book.shown)} (WAC 230-15-685)"
        )
    if data["when"] == "restart":
        return _done(book, replace(book, pending=terms_to_dict(terms)), {}, {"shown_cents": book.shown})
    _check_nothing_reserved(book)
    if data["when"] != "now":
        raise BadInput(f"terms take effect now or at the next restart, not {quoted(data['when'])}")
    if not book.is_progressive:
        after = replace(book, setup=replace(book.setup, terms=terms), meter=Meter.fresh(terms))
        return _done(book, after, {}, {"shown_cents": after.shown})
    whole = _whole_millionths(book.meter)
    # A higher maximum lets overflow return to the display (controller checklist P5).
    displayed, overflow = within(whole.displayed + whole.overflow, terms.limit)
    meter = Meter(terms, displayed, whole.reserve, overflow)
    after = replace(book, setup=replace(book.setup, terms=terms), meter=meter, pending=None)
    return _done(book, after, _with_revenue(book, after, {}), {"shown_cents": after.shown})


def _suspend(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Stops wagers; the liability remains."""
    _check_document(data)
    if book.status != "open":
        raise BadInput(f"the jackpot is {book.status}: only an open one is suspended")
    return _done(book, replace(book, status="suspended"), {}, {"shown_cents": book.shown})


def _resume(book: Book, data: Mapping[str, Any]) -> ActionResult:
    _check_document(data)
    if book.status != "suspended":
        raise BadInput(f"the jackpot is {book.status}: only a suspended one is resumed")
    return _done(book, replace(book, status="open"), {}, {"shown_cents": book.shown})


def _retire(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Stops wagers for good; the liability remains until it is distributed (WAC 230-15-710)."""
    _check_people(data, 2)
    _check_document(data)
    if book.status not in ("open", "suspended"):
        raise BadInput(f"the jackpot is {book.status} already")
    _check_nothing_reserved(book)
    status: Status = "retiring" if book.held else "retired"
    return _done(book, replace(book, status=status), {}, {"held_micros": book.held, "shown_cents": book.shown})


def _distribute(book: Book, data: Mapping[str, Any]) -> ActionResult:
    """Pays all of a retiring jackpot, seed included, to the players by an approved plan."""
    _check_people(data, 2)
    _check_document(data)
    if book.status != "retiring":
        raise BadInput(f"the jackpot is {book.status}: only a retiring one is distributed")
    _check_nothing_reserved(book)
    meter = replace(book.meter, displayed=Micros(0), reserve=Micros(0), overflow=Micros(0))
    after = replace(book, meter=meter, status="retired")
    return _done(book, after, {TRAY: -book.held}, {"distributed_micros": book.held, "shown_cents": Cents(0)})


ACTIONS: Final[Mapping[str, Callable[[Book, Mapping[str, Any]], ActionResult]]] = {
    "coin-in": _coin_in,
    "void": _void,
    "award": _award,
    "run": _run,
    "paid": _paid,
    "fixed-pay": _fixed_pay,
    LATE: _late_award,
    "back-out": _back_out,
    "adjust": _adjust,
    "change-terms": _change_terms,
    "suspend": _suspend,
    "resume": _resume,
    "retire": _retire,
    "distribute": _distribute,
}
"""Every action, by its kind."""


def _check_open(book: Book) -> None:
    if book.status != "open":
        raise NotApproved(f"the jackpot {book.setup.id} is {book.status}: it takes no wagers")


def _check_pays(book: Book) -> None:
    if book.status == "retired":
        raise NotApproved(f"the jackpot {book.setup.id} is retired: it pays nothing")


def _check_nothing_reserved(book: Book) -> None:
    if book.reserved:
        raise BadInput(f"a prize at table {book.reserved[0].table} is reserved: turn the key back to RUN there first")


def _cents(cents: object) -> Cents:
    if not isinstance(cents, int) or isinstance(cents, bool) or cents <= 0:
        raise BadInput(f"an amount of {quoted(cents)} is not possible: it must be a whole number of cents above zero")
    return Cents(cents)


def _check_people(data: Mapping[str, Any], least: int) -> None:
    """Refuses an action with fewer different people than it needs."""
    people = {str(person) for person in data["people"] if str(person).strip()}
    if len(people) < least:
        raise NotApproved(f"this needs {least} different people, not {len(people)}")


def _check_document(data: Mapping[str, Any]) -> None:
    """Refuses a change without a reason and a document: only play needs none (WAC 230-15-695)."""
    for name in ("why", "document"):
        word = str(data[name]).strip()
        if not word or len(word) > 500:
            raise BadInput(f"state the {'reason' if name == 'why' else 'document'} in 1 to 500 letters")
