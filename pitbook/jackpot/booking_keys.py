"""The idempotency keys of transactions: a ledger books each key once, and readers find a transaction by its key.

Writers and readers take the keys from here. Stored keys never change.
"""

from typing import Literal

PrizeKind = Literal["award", "fixed", "late"]


def coin_in_key(table: str, played: int) -> str:
    """The wagers of a round."""
    return f"{table}/{played}/coin-in"


def void_key(table: str, played: int) -> str:
    """The void of a round."""
    return f"{table}/{played}/void"


def prize_key(table: str, played: int, kind: PrizeKind, seat: int, time: int = 1) -> str:
    """The prize of a seat in a round: a hand wins once, and again (``time`` 2, 3, ...) after a back-out."""
    return f"{table}/{played}/{kind}/{seat}" + (f"/{time}" if time > 1 else "")


def run_key(table: str, played: int, prizes: int) -> str:
    """The key back at RUN, after this many prizes of a round: each RUN of a round follows another prize."""
    return f"{table}/{played}/run/{prizes}"


def back_out_key(award: int) -> str:
    """The reversal of a prize, by the prize's number."""
    return f"back-out/{award}"


def paid_key(award: int) -> str:
    """The payment of a prize, by the prize's number."""
    return f"paid/{award}"
