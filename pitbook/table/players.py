"""Players who need nobody: the strategy chart at blackjack, the house way at pai gow."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from pitbook.families.blackjack.rules.hands import Hand
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.hands.blackjack import card_points, total
from pitbook.table.config import TableConfig
from pitbook.table.round import Round
from pitbook.table.steps import HOUSE_WAY, Ask, Place

if TYPE_CHECKING:
    from pitbook.families.blackjack.exact.analysis import Analysis

WORTH: Final[Mapping[str, tuple[str, ...]]] = {
    "H": ("hit",),
    "S": ("stand",),
    "D": ("double", "hit"),
    "Ds": ("double", "stand"),
    "P": ("split",),
    "Rh": ("surrender", "hit"),
    "Rs": ("surrender", "stand"),
    "Rp": ("surrender", "split"),
}
"""What a cell of the chart asks for, and what where that is not allowed."""


def learn(config: TableConfig) -> None:
    """Works the chart out ahead of the first round."""
    if config.rules is not None:
        _codes(config.rules)


def answer_for(round_: Round, ask: Ask, place: Place) -> str:
    """What an automatic player answers to a question."""
    if ask.name == "set":
        return HOUSE_WAY
    if ask.name == "play":
        hand = round_.players[place.seat].hands[place.hand - 1]
        return chart_play(hand, round_.dealer[0], ask.open[place], round_.config.rules or BlackjackRules())
    return "no"  # neither insurance nor early surrender is in the chart


def chart_play(hand: Hand, up_card: int, allowed: tuple[str, ...], rules: BlackjackRules) -> str:
    """What the strategy chart for these rules says, as far as it is allowed now."""
    codes, up, points = _codes(rules), card_points(up_card), total(hand.cards)
    asked: list[str] = []
    if "split" in allowed:
        asked.extend(WORTH.get(codes.get(("pair", card_points(hand.cards[0]), up), ""), ()))
        asked = [choice for choice in asked if choice in ("split", "surrender")]
    asked.extend(WORTH.get(codes.get(("soft" if points[1] else "hard", points[0], up), ""), ("hit",)))
    return next((choice for choice in asked if choice in allowed), "stand")


@cache
def analysis_of(rules: BlackjackRules) -> "Analysis":
    """The base game solved for these rules: what the chart comes from, and what playing by it costs."""
    from pitbook.families.blackjack.exact.analysis import Analysis

    return Analysis(rules)


@cache
def _codes(rules: BlackjackRules) -> dict[tuple[str, int, int], str]:
    """The cells of the chart by part, total or value of the pair, and points of the up card."""
    from pitbook.families.blackjack.exact.chart import chart_codes
    from pitbook.families.blackjack.exact.values import ACES, UP_CARDS, VALUES

    made = chart_codes(analysis_of(rules))
    rows = [("hard", points, row) for points, row in zip(range(20, 4, -1), made["hard"], strict=True)]
    rows += [("soft", points, row) for points, row in zip(range(20, 12, -1), made["soft"], strict=True)]
    pairs = (ACES, *range(VALUES - 1, 0, -1)) if made["pairs"] else ()
    rows += [("pair", value + 1, row) for value, row in zip(pairs, made["pairs"], strict=True)]
    return {(part, key, up + 1): code for part, key, row in rows for up, code in zip(UP_CARDS, row, strict=True)}
