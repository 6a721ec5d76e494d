"""Automatic blackjack players: by the strategy chart, as the dealer, or as a round's notation implies."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from pitbook.cards import NO_CARD
from pitbook.families.blackjack.rules.base import is_natural
from pitbook.families.blackjack.rules.hands import Hand
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.blackjack.table.procedure import rules_of
from pitbook.families.blackjack.table.questions import DOUBLE, HIT, NO, PLAY, SPLIT, STAND, SURRENDER, YES
from pitbook.hands.blackjack import card_points, dealer_draws, total
from pitbook.table.config import TableConfig
from pitbook.table.steps import DEALER, Ask, Place
from pitbook.table.view import RoundView

if TYPE_CHECKING:
    from pitbook.families.blackjack.exact.analysis import Analysis

WORTH: Final[Mapping[str, tuple[str, ...]]] = {
    "H": (HIT.word,),
    "S": (STAND.word,),
    "D": (DOUBLE.word, HIT.word),
    "Ds": (DOUBLE.word, STAND.word),
    "P": (SPLIT.word,),
    "Rh": (SURRENDER.word, HIT.word),
    "Rs": (SURRENDER.word, STAND.word),
    "Rp": (SURRENDER.word, SPLIT.word),
}
"""The actions of a chart cell, in order of preference."""


def prepare_players(config: TableConfig) -> None:
    """Computes the chart."""
    _codes(rules_of(config))


def answer_for(view: RoundView, ask: Ask, place: Place) -> str:
    """Plays by the chart, which has neither insurance nor early surrender."""
    if ask.name != PLAY.name:
        return NO
    hand = view.players[place.seat].hands[place.hand - 1]
    return chart_play(hand, view.dealer[0], ask.open[place], rules_of(view.config))


def plain_answer(view: RoundView, ask: Ask, place: Place) -> str:
    """Plays like a dealer who hits a soft 17."""
    if ask.name != PLAY.name:
        return NO
    hand = view.players[place.seat].hands[place.hand - 1]
    return HIT.word if dealer_draws(hand.cards, hits_soft_17=True) else STAND.word


def unwritten_answer(view: RoundView, ask: Ask, place: Place, coming: Sequence[int]) -> str:
    """A hand that gets another card hits, and the dealer has a blackjack if the hole card makes one."""
    if ask.name == PLAY.name:
        choice = HIT.word if coming else STAND.word
        return choice if choice in ask.open[place] else ask.open[place][0]
    if place == DEALER:
        hole = next(iter(coming), NO_CARD)
        return YES if hole != NO_CARD and is_natural((view.dealer[0], hole)) else NO
    return NO


def chart_play(hand: Hand, up_card: int, allowed: tuple[str, ...], rules: BlackjackRules) -> str:
    """The action of the strategy chart for these rules, among the allowed ones."""
    codes, up, points = _codes(rules), card_points(up_card), total(hand.cards)
    asked: list[str] = []
    if SPLIT.word in allowed:
        asked.extend(WORTH.get(codes.get(("pair", card_points(hand.cards[0]), up), ""), ()))
        asked = [choice for choice in asked if choice in (SPLIT.word, SURRENDER.word)]
    asked.extend(WORTH.get(codes.get(("soft" if points[1] else "hard", points[0], up), ""), (HIT.word,)))
    return next((choice for choice in asked if choice in allowed), STAND.word)


@cache
def analysis_of(rules: BlackjackRules) -> "Analysis":
    """The base game solved for these rules, from which the chart and its cost are derived."""
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
