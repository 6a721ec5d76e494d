"""The printed pay tables and the value of each printed pay, computed without the rulebook."""

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pitbook.games


class Printed(NamedTuple):
    """One line of one pay table at one deck count."""

    wager: str
    table: str
    decks: int
    outcome: str
    pay: str
    tier: str = ""
    """The lowest bet of its column, where the table has several."""
    envy: str = ""
    added: bool = False
    """Paid on top of the best line."""

    @property
    def name(self) -> str:
        return f"{self.wager} {self.table} {self.decks}"


def lines(slug: str) -> Iterator[Printed]:
    """Every line of every pay table of a game, for each deck count."""
    path = Path(pitbook.games.__file__).parent / slug.replace("-", "_") / "paytables.toml"
    for table in tomllib.loads(path.read_text())["table"]:
        for decks in table["decks"]:
            for outcome, pay in table["pays"].items():
                for tier, text in zip(table.get("tiers", [""]), [pay] if isinstance(pay, str) else pay, strict=True):
                    envy = table.get("envy", {}).get(outcome, "")
                    yield Printed(table["wager"], table["id"], decks, outcome, text, tier, envy)
            for outcome, pay in table.get("adds", {}).items():
                yield Printed(table["wager"], table["id"], decks, outcome, pay, added=True)


def cents(text: str) -> int:
    """``$1,000`` in cents."""
    whole = Fraction(text.replace("$", "").replace(",", "")) * 100
    assert whole.denominator == 1
    return whole.numerator


def net(pay: str, bet: int, meter: int = 0) -> int:
    """The net win of a printed pay, in cents, rounded down."""
    if pay in ("push", "loss"):
        return 0 if pay == "push" else -bet
    if pay.startswith("car"):
        return cents(pay[pay.index("(") + 1 : -1])
    if pay.startswith("$"):
        return cents(pay)
    number = Fraction(pay.split("%")[0].split()[0].replace(",", ""))
    if "%" in pay:
        return int(meter * number / 100) - bet
    return int(number * bet) - (bet if " for " in pay else 0)
