"""The meter's arithmetic for many wagers at once, in integers that a kernel can compile.

:mod:`pitbook.meter` is the reference; this is the same arithmetic without objects, for billions of wagers a second. A
test compares the two to the last millionth. A meter is a row of four integers here; display and overflow are one of
them, the amount that the meter **holds**: the display shows as much of it as the limit allows.
"""

from typing import Any, Final, NamedTuple

from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents

HOLDS: Final = 0
RESERVE: Final = 1
CARRY: Final = 2
RESERVE_CARRY: Final = 3
ROW: Final = 4

NO_LIMIT: Final = -1


class Feed(NamedTuple):
    """The contribution of one wager: whole millionths, and a remainder in parts of one, which is carried."""

    whole: int
    rest: int
    parts: int


class WagerTerms(NamedTuple):
    """:class:`pitbook.meter.MeterTerms` for wagers of one size, in millionths."""

    seed: int
    display: Feed
    reserve: Feed
    limit: int
    """:data:`NO_LIMIT` if the display has no limit."""


def terms_for(terms: MeterTerms, bet: Cents) -> WagerTerms:
    """The terms of a meter, for wagers of this bet."""
    feeds = []
    for rate in (terms.contribution, terms.reserve):
        whole, rest = divmod(bet * MICROS_PER_CENT * rate.numerator, rate.denominator)
        feeds.append(Feed(whole, rest, rate.denominator))
    return WagerTerms(terms.seed, feeds[0], feeds[1], NO_LIMIT if terms.limit is None else terms.limit)


def begin(meter: Any, terms: WagerTerms) -> None:
    """Sets a meter to its seed."""
    meter[HOLDS] = terms.seed
    meter[RESERVE] = meter[CARRY] = meter[RESERVE_CARRY] = 0


def accrue(meter: Any, terms: WagerTerms, wagers: int) -> int:
    """Adds this many wagers; returns their contribution to the display."""
    rest = wagers * terms.display.rest + meter[CARRY]
    added: int = wagers * terms.display.whole + rest // terms.display.parts
    meter[CARRY] = rest % terms.display.parts
    meter[HOLDS] += added
    return added


def accrue_reserve(meter: Any, terms: WagerTerms, wagers: int) -> int:
    """The same for the reserve."""
    rest = wagers * terms.reserve.rest + meter[RESERVE_CARRY]
    added: int = wagers * terms.reserve.whole + rest // terms.reserve.parts
    meter[RESERVE_CARRY] = rest % terms.reserve.parts
    meter[RESERVE] += added
    return added


def shown(meter: Any, terms: WagerTerms) -> int:
    """The displayed amount, in whole cents."""
    visible: int = meter[HOLDS]
    if terms.limit != NO_LIMIT and visible > terms.limit:
        visible = terms.limit
    return visible // MICROS_PER_CENT


def award(meter: Any, terms: WagerTerms, numerator: int, denominator: int) -> int:
    """Pays a share of the displayed amount, in whole cents; 100% restarts the meter at seed plus reserve."""
    cents = shown(meter, terms)
    # Split so that no product overflows 64 bits.
    prize = cents // denominator * numerator + cents % denominator * numerator // denominator
    meter[HOLDS] -= prize * MICROS_PER_CENT
    if numerator == denominator:
        meter[HOLDS] += terms.seed + meter[RESERVE]
        meter[RESERVE] = 0
    return prize


def pay(meter: Any, cents: int) -> int:
    """The part of a fixed pay that the meter covers, in whole cents."""
    there = meter[HOLDS] // MICROS_PER_CENT
    given: int = min(cents, there)
    meter[HOLDS] -= given * MICROS_PER_CENT
    return given
