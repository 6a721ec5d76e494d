"""Whether the bank holds the players' money (WAC 230-15-455)."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from pitbook.money import MICROS_PER_CENT, format_micros

DEPOSIT_EVERY: Final = timedelta(days=7)
"""Accrued progressive funds are deposited at least weekly."""
CITE: Final = "WAC 230-15-455"


@dataclass(frozen=True, slots=True)
class Funds:
    """The prize account against what is owed, in millionths.

    What accrued since the last deposit may wait for the next one, up to a week; all else that is owed must be in the
    account. Once a deposit is overdue nothing may wait any more, and an account that nobody has looked into counts as
    holding what was deposited.
    """

    owed: int
    """Displayed and not displayed, of all jackpots."""
    undeposited: int
    """What accrued and was not deposited yet."""
    bank: int | None
    """The balance last seen; None where none was."""
    bank_at: str
    in_transit: int
    """Deposited since that balance was seen."""
    due_at: str
    """When the next weekly deposit is due; empty where nothing waits."""
    overdue: bool

    @property
    def required(self) -> int:
        """What the account must hold now."""
        return self.owed if self.overdue else max(0, self.owed - self.undeposited)

    @property
    def short(self) -> int:
        """What is missing from it; where no balance was seen, nobody knows until a deposit is overdue."""
        if self.bank is None and not self.overdue:
            return 0
        return max(0, self.required - (self.bank or 0) - self.in_transit)

    @property
    def must_stop(self) -> bool:
        """Games stop at once while the account is short."""
        return self.short > 0

    @property
    def deposit_due_cents(self) -> int:
        """What the next deposit comes to, a part of a cent counted as one."""
        return -(-self.undeposited // MICROS_PER_CENT)

    def alerts(self) -> list[str]:
        """What somebody must see to."""
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
            found.append(f"the weekly deposit of {dollars_up(self.undeposited)} was due at {self.due_at} ({CITE})")
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
    """Rounded up to the next whole cent, with both decimals: a missing amount is never shown as less."""
    return format_micros(-(-micros // MICROS_PER_CENT) * MICROS_PER_CENT)
