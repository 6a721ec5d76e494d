"""The data of a ledger transaction as a table for people: labels and values in words and dollars."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from pitbook import games
from pitbook.games.model import Game
from pitbook.jackpot.ledger import OPENED
from pitbook.money import MICROS_PER_CENT, format_micros, whole_cents
from pitbook.pay import format_percent

LABELS: Final = {
    "id": "Jackpot", "executive_from_cents": "Executive needed from", "fixed_from": "Fixed pays come from",
    "limit_micros": "Maximum", "shown_cents": "Display shows", "before_cents": "Display showed",
    "prizes_cents": "Prizes", "wagers": "Wagers by seat", "why": "Reason", "keyed": "Keyed by",
    "verified": "Verified at", "verified_by": "Verified by", "ran_dry_micros": "Short of the prize",
    "house_cents": "Paid by the house", "house_micros": "Paid by the house",
}  # fmt: skip
"""Labels of keys that need other words than their own."""
SHARES: Final = ("contribution", "reserve")
SEATS: Final = ("wagers", "prizes_cents")
"""Amounts in cents by seat."""


def facts(kind: str, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The label and value of each recorded fact; ``kind`` is the kind of the transaction."""
    game = games.game(str(data["game"])) if kind == OPENED and games.exists(str(data.get("game"))) else None
    for key, value in data.items():
        yield label(key), _value(key, value, game)


def label(key: str) -> str:
    """``shown_cents`` -> ``Display shows``; ``pay_table`` -> ``Pay table``."""
    plain = key.removesuffix("_cents").removesuffix("_micros").replace("_", " ").replace("-", " ")
    return LABELS.get(key) or f"{plain[:1].upper()}{plain[1:]}"


def in_dollars(cents: int) -> str:
    """``$5,000.00``: always two decimals, so that amounts line up in columns."""
    return format_micros(cents * MICROS_PER_CENT)


def kind_words(kind: str) -> str:
    """``coin-in`` -> ``coin in``."""
    return kind.replace("-", " ")


def _value(key: str, value: Any, game: Game | None) -> str:
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        if key in SEATS:
            return ", ".join(f"seat {seat}: {_value('_cents', each, game)}" for seat, each in value.items())
        return ", ".join(f"{label(name)}: {_value(name, each, game)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_value(key, each, game) for each in value)
    if key.endswith("_cents") and isinstance(value, int):
        return in_dollars(value)
    if key.endswith("_micros") and isinstance(value, int):
        return in_dollars(whole_cents(value))  # the entries beside it are exact
    if key in SHARES:
        return format_percent(Fraction(str(value)))
    if game is not None and key == "game":
        return game.name
    if game is not None and key == "wager" and value in game.wager_slugs():
        return game.wager(str(value)).name
    return str(value).replace("_", " ")
