"""Compares the bank account for prizes with the liability to players (WAC 230-15-455)."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from pitbook.money import MICROS_PER_CENT, format_micros

DEPOSIT_EVERY: Final = timedelta(days=7)
"""Accrued progressive funds are deposited at least weekly."""
CITE: Final = "WAC 230-15-455"


@dataclass(frozen=True, slots=True)
class Funds:
    """The prize account and the liability that it must cover, in millionths.

    What accrued since the last deposit may wait up to a week; the rest of the liability must be in the account. When a
    deposit is overdue, all of it must be. Without a balance on record, an account counts as holding what was deposited.
    """

    owed: int
    """The liability of all jackpots, displayed and not displayed."""
    undeposited: int
    """The contributions since the last deposit."""
    bank: int | None
    """The last recorded balance; None without one."""
    bank_at: str
    in_transit: int
    """Deposits since that balance was recorded."""
    due_at: str
    """When the next weekly deposit is due; empty if there is nothing to deposit."""
    overdue: bool

    @property
    def required(self) -> int:
        """The amount that the account must hold now."""
        return self.owed if self.overdue else max(0, self.owed - self.undeposited)

    @property
    def short(self) -> int:
        """The amount missing from it; 0 without a recorded balance, until a deposit is overdue."""
        if self.bank is None and not self.overdue:
            return 0
        return max(0, self.required - (self.bank or 0) - self.in_transit)

    @property
    def must_stop(self) -> bool:
        """Whether games must stop because the account is short."""
        return self.short > 0

    @property
    def deposit_due_cents(self) -> int:
        """The next deposit, rounded up to whole cents."""
        return -(-self.undeposited // MICROS_PER_CENT)

    def alerts(self) -> list[str]:
        """Sentences for the people who must act."""
        found = []
        if self.short:
            found.append(
                f"the prize account is {dollars_up(self.short)} short of the {dollars_up(self.required)} that it must "
                f"hold: no jackpot takes wagers until it is covered ({CITE})"
            )
        if self.bank is None and self.owed:
            found.append(
                f"no bank balance entered yet. The prize account must hold at least {dollars_up(self.required)}"
            )
        if self.overdue:
            found.append(f"the weekly deposit of {dollars_up(self.undeposited)} is overdue ({CITE})")
        return found

    def to_dict(self) -> dict[str, Any]:
        return {
            "owed_micros": self.owed,
            "undeposited_micros": self.undeposited,
            "required_micros": self.required,
            "bank_micros": self.bank,
            "bank_at": self.bank_at,
            "in_transit_micros": self.in_transit,
            "short_micros": self.short,
            "must_stop": self.must_stop,
            "deposit_due_cents": self.deposit_due_cents,
            "due_at": self.due_at,
            "overdue": self.overdue,
            "alerts": self.alerts(),
        }


def dollars_up(micros: int) -> str:
    """Formats an amount rounded up to the next cent, so that a missing amount is never understated."""
    return format_micros(-(-micros // MICROS_PER_CENT) * MICROS_PER_CENT)
