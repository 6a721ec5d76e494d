"""Pai gow players who set by the house way, and every way to set seven cards."""

from collections.abc import Sequence

from pitbook.cards import Cards
from pitbook.families.pai_gow.table.questions import HOUSE_WAY
from pitbook.families.pai_gow.table.settings import is_joker_wild, is_wheel_second, set_by_way, setting_words
from pitbook.hands.pai_gow import SPLITS, setting_at
from pitbook.table.config import TableConfig
from pitbook.table.family import Picked
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView
from pitbook.table.words import in_order


def prepare_players(config: TableConfig) -> None:
    """The house way needs no preparation."""


def answer_for(view: RoundView, ask: Ask, place: Place) -> str:
    return HOUSE_WAY.word


def plain_answer(view: RoundView, ask: Ask, place: Place) -> str:
    return HOUSE_WAY.word


def unwritten_answer(view: RoundView, ask: Ask, place: Place, coming: Sequence[int]) -> str:
    return HOUSE_WAY.word


def picks_of(config: TableConfig, cards: Cards) -> Sequence[Picked]:
    """Every two of seven cards as the low hand."""
    wild, wheel, hand = is_joker_wild(config), is_wheel_second(config), in_order(cards)
    usual = sorted(set_by_way(config, cards).low)
    return [
        Picked(
            setting.low,
            setting_words(setting, config),
            setting.is_foul(wild, wheel),
            sorted(setting.low) == usual,
        )
        for setting in (setting_at(hand, *split) for split in SPLITS)
    ]
