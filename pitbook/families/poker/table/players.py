"""Poker players who choose what is best by the exact solution."""

from collections.abc import Sequence

from pitbook.cards import Cards
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.table.advice import is_quick, situation_of
from pitbook.families.poker.table.advice import prepare_advice as prepare_players
from pitbook.families.poker.table.procedure import board_of, unit_of
from pitbook.table.config import TableConfig
from pitbook.table.family import Picked
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

__all__ = ["answer_for", "picks_of", "plain_answer", "prepare_players", "unwritten_answer"]


def answer_for(view: RoundView, ask: Ask, place: Place) -> str:
    """The best choice, or the chart's where a situation takes long to solve; of what the seat has the chips for."""
    by_chart = _by_chart(view, place)
    if by_chart in ask.open[place]:
        return by_chart
    shown = situation_of(view, place)
    if shown.best in ask.open[place]:
        return shown.best
    return max((each for each in shown.choices if each.choice in ask.open[place]), key=lambda each: each.value).choice


def _by_chart(view: RoundView, place: Place) -> str:
    """What the game's chart says; empty where situations are solved at once, or the chart does not have the street."""
    rules, player = rules_of(view.config.game.slug), view.players[place.seat]
    street = rules.streets[len(player.hands)]
    chart = next((each for each in rules.chart if each.street == street.name), None)
    if chart is None or is_quick(rules):
        return ""
    added = sum(player.added.values()) // unit_of(rules, player)
    number = chart.pick(tuple(player.dealt), board_of(view.shared), tuple(view.dealer), added)
    return chart.rules[number].choice


def plain_answer(view: RoundView, ask: Ask, place: Place) -> str:
    """The smallest bet that keeps the hand in play."""
    stays = [choice.word for choice in ask.choices[place] if choice.word not in ("fold", "pull")]
    return stays[0] if stays else ask.open[place][0]


def unwritten_answer(view: RoundView, ask: Ask, place: Place, coming: Sequence[int]) -> str:
    return plain_answer(view, ask, place)


def picks_of(config: TableConfig, cards: Cards) -> Sequence[Picked]:
    return ()
