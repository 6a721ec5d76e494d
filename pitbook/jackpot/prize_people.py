"""Who keyed, verified, recorded and paid a prize, each with a time: read from its transactions, in one place.

The award's data names the people who keyed and verified the hand; the person who booked the award recorded it; a later
transaction names the person who paid. Awards of version 0.1 name only the person who recorded them: their
``verified_by`` is that person again, and is not shown as a verifier.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitbook.jackpot.book import LATE
from pitbook.jackpot.ledger import Transaction

NOT_RECORDED: Final = "not recorded in version 0.1"
NOT_PAID: Final = "not noted yet"
FIXED: Final = "a fixed pay needs none"
NOT_KEYED: Final = "a late award, recorded after its round"


@dataclass(frozen=True, slots=True)
class PrizeStep:
    """One step of a prize: the person and the time, or a note that explains why there is none."""

    by: str = ""
    at: str = ""
    note: str = ""

    def to_dict(self) -> dict[str, str]:
        return {"by": self.by, "at": self.at} | ({"note": self.note} if self.note else {})


@dataclass(frozen=True, slots=True)
class PrizePeople:
    """The four steps of a prize."""

    keyed: PrizeStep
    verified: PrizeStep
    recorded: PrizeStep
    paid: PrizeStep

    def steps(self) -> list[tuple[str, PrizeStep]]:
        """The steps in order, each with its name."""
        return [
            ("Keyed in by", self.keyed),
            ("Verified by", self.verified),
            ("Recorded by", self.recorded),
            ("Paid by", self.paid),
        ]

    def to_dict(self) -> dict[str, dict[str, str]]:
        return {
            "keyed": self.keyed.to_dict(),
            "verified": self.verified.to_dict(),
            "recorded": self.recorded.to_dict(),
            "paid": self.paid.to_dict(),
        }


def people_of(prize: Transaction, paid: Transaction | None = None) -> PrizePeople:
    """The people behind a prize; ``paid`` is the transaction of its payment, if there is one."""
    recorded = PrizeStep(prize.by, prize.at)
    if prize.kind == "fixed-pay":  # the dealer records it when paying it
        return PrizePeople(PrizeStep(note=FIXED), PrizeStep(note=FIXED), recorded, recorded)
    handed = PrizeStep(paid.by, paid.at, str(paid.data["how"])) if paid is not None else PrizeStep(note=NOT_PAID)
    if prize.kind == LATE:  # it names two people: one recorded it, the other verified it
        return PrizePeople(
            PrizeStep(note=NOT_KEYED), PrizeStep(str(prize.data["people"][1]), prize.at), recorded, handed
        )
    return PrizePeople(_signed(prize.data.get("keyed")), _signed(prize.data.get("verified")), recorded, handed)


def _signed(said: Mapping[str, Any] | None) -> PrizeStep:
    if not said or not said["by"]:
        return PrizeStep(note=NOT_RECORDED)
    return PrizeStep(str(said["by"]), str(said["at"]))
