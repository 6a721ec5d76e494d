"""Set hands of a pai gow table: its house way, the joker, the rank of straights, both hands in words."""

from functools import lru_cache

from pitbook.cards import Cards
from pitbook.families.pai_gow.rules.base import is_fully_wild
from pitbook.hands.house_ways import house_way
from pitbook.hands.pai_gow import Setting
from pitbook.hands.poker import describe
from pitbook.table.config import TableConfig


def is_wheel_second(config: TableConfig) -> bool:
    """Whether A-2-3-4-5 is the second-highest straight."""
    return config.layout.options["wheel"] == "second-highest"


def is_joker_wild(config: TableConfig) -> bool:
    """Whether the joker may be any card."""
    return is_fully_wild(config.layout.options)


def set_by_way(config: TableConfig, cards: Cards) -> Setting:
    """Seven cards as the table's house way sets them."""
    return _set_by_way(config.layout.options["house-way"], cards, is_joker_wild(config), is_wheel_second(config))


@lru_cache(maxsize=256)
def _set_by_way(way: str, cards: Cards, wild: bool, wheel: bool) -> Setting:
    """Cached, because one round needs the same hand several times."""
    return house_way(way).set_hand(cards, wild, wheel)


def setting_words(setting: Setting, config: TableConfig) -> str:
    """Both hands in words."""
    wild = is_joker_wild(config)
    return f"{describe(setting.low_value(wild))} / {describe(setting.high_value(wild, is_wheel_second(config)))}"
