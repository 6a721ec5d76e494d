"""The stops of the tour of the card room."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TourScreen:
    """One screen of the demonstration and what it is for."""

    screen: str
    name: str
    who: str
    title: str
    words: str


STOPS: Final = (
    TourScreen(
        "dealer", "Dealer", "Dealer", "Run a table",
        "The dealer keys in bets and cards. The console shows every hand and stake, the next step, and each payout "
        "with its chips. COIN IN locks the wagers and feeds the progressive.",
    ),
    TourScreen(
        "floor", "Floor", "Supervisor", "Watch the floor",
        "All tables on one map. A jackpot hit shows its hand and amount and waits for a supervisor; a large one needs "
        "an executive too. A table opens only if it meets every condition of its approval letter.",
    ),
    TourScreen(
        "office", "Back office", "Accounting", "Close the day",
        "Meters, the prize account, the weekly deposit and the days to close. Reports come as PDF, spreadsheet or CSV.",
    ),
    TourScreen(
        "jackpot", "Jackpot", "Accounting", "Follow every cent",
        "Each jackpot has a ledger: every contribution and every prize, day by day, down to the round at the table.",
    ),
    TourScreen(
        "audit", "Audit", "Auditor", "Prove it",
        "An auditor reads everything and changes nothing. Any round can be replayed, the ledger proves that nothing "
        "was altered, and one file holds it all for the regulator.",
    ),
)  # fmt: skip
