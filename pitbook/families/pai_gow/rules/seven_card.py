"""The wagers on a player's seven cards: what their lines mean, written once for both pai gow games.

All of them share one rule, :func:`pitbook.hands.seven.seven_card_lines`; a wager names the lines its letter prints.
"""

from collections.abc import Mapping
from typing import Any, Final

from pitbook.games.model import Group, Option, Outcome, Wager
from pitbook.hands.seven import (
    LINE_NAMES,
    SEVEN_CARD_STRAIGHT_FLUSH,
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER,
    seven_card_lines,
)

PLAYER_SEVEN: Final = Group("the player's seven cards", "player", 7)

_ROYAL_AND = "a royal flush, with or without the joker, and a natural {} and {} of one other suit"
_PAI_GOW = "seven different ranks up to a {}, no straight, no flush"

MEANINGS: Final[Mapping[str, str]] = {
    "seven_card_straight_flush": "seven consecutive cards of one suit, no joker",
    "seven_card_straight_flush_with_joker": "seven consecutive cards of one suit, one of them the joker",
    "any_seven_card_straight_flush": "seven consecutive cards of one suit, the joker among them or not",
    "royal_flush_ace_king_suited": _ROYAL_AND.format("ace", "king"),
    "royal_flush_ace_queen_suited": _ROYAL_AND.format("ace", "queen"),
    "royal_flush_king_queen_suited": _ROYAL_AND.format("king", "queen"),
    "five_aces": "four aces and the joker",
    "natural_wheel_ace_queen_suited": "ace to five of one suit, and the ace and queen of one other suit",
    "natural_wheel_straight_flush": "ace to five of one suit, no joker in the hand, and no seven-card straight flush",
    "royal_flush": "ten to ace of one suit",
    "straight_flush": "five consecutive cards of one suit",
    "four_of_a_kind": "four cards of one rank",
    "full_house": "three cards of one rank and two of another",
    "flush": "five cards of one suit",
    "three_of_a_kind": "three cards of one rank",
    "straight": "five consecutive ranks; an ace is high or low",
    "three_pair": "three pairs of different ranks",
    "nine_high_pai_gow": _PAI_GOW.format("nine"),
    "ten_high_pai_gow": _PAI_GOW.format("ten"),
    "jack_high_pai_gow": _PAI_GOW.format("jack"),
    "queen_high_pai_gow": _PAI_GOW.format("queen"),
    "king_high_pai_gow": _PAI_GOW.format("king"),
    "ace_high_pai_gow": "seven different ranks, an ace or the joker among them, no straight, no flush",
}

_ANY_SEVEN: Final = 1 << SEVEN_CARD_STRAIGHT_FLUSH | 1 << SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER


def lines(**labels: str) -> tuple[Outcome, ...]:
    """Outcomes by line name, each with the label that the letter prints."""
    return tuple(Outcome(name, label, MEANINGS[name], mask=_mask(name)) for name, label in labels.items())


def _mask(name: str) -> int:
    # Royal Riches jackpot table 2 prints a seven-card straight flush without "natural" or "wild": it may be either.
    return _ANY_SEVEN if name == "any_seven_card_straight_flush" else 1 << LINE_NAMES.index(name)


def seven_card_wager(joker: Option, **fields: Any) -> Wager:
    """A wager on the player's own seven cards, with these fields of its own."""
    return Wager(groups=(PLAYER_SEVEN,), rule=seven_card_lines, reads=(joker,), suits="only flushes", **fields)
