"""Automatic poker players, who make the best choice where it is found in milliseconds, and the chart's elsewhere."""

from collections.abc import Sequence

from pitbook.cards import Cards
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.table.advice import is_at_once, is_quick, known_rule, situation_of
from pitbook.families.poker.table.advice import prepare_advice as prepare_players
from pitbook.table.config import TableConfig
from pitbook.table.family import Picked
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

__all__ = ["answer_for", "picks_of", "plain_answer", "prepare_players", "unwritten_answer"]


def answer_for(view: RoundView, ask: Ask, place: Place) -> str:
    """The best choice, or the chart's where a situation takes long to solve; of what the seat has the chips for."""
    by_chart = None if is_quick(rules_of(view.config.game.slug)) else known_rule(view, place)
    if by_chart is not None and by_chart.choice in ask.open[place]:
        return by_chart.choice
    if not is_at_once(view):
        return plain_answer(view, ask, place)
    shown = situation_of(view, place)
    if shown.best in ask.open[place]:
        return shown.best
    return max((each for each in shown.choices if each.choice in ask.open[place]), key=lambda each: each.value).choice


def plain_answer(view: RoundView, ask: Ask, place: Place) -> str:
    """The smallest bet that keeps the hand in play."""
    stays = [choice.word for choice in ask.choices[place] if choice.word not in ("fold", "pull")]
    return stays[0] if stays else ask.open[place][0]


def unwritten_answer(view: RoundView, ask: Ask, place: Place, coming: Sequence[int]) -> str:
    return plain_answer(view, ask, place)


def picks_of(config: TableConfig, cards: Cards) -> Sequence[Picked]:
    return ()
