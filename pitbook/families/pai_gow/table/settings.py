"""Set hands of a pai gow table: its house way, how straights rank, and both hands in words."""

from pitbook.hands.house_ways import HouseWay, house_way
from pitbook.hands.pai_gow import Setting
from pitbook.hands.poker import describe
from pitbook.table.config import TableConfig


def way_of(config: TableConfig) -> HouseWay:
    """The house way of the table."""
    return house_way(config.layout.options["house-way"])


def is_wheel_second(config: TableConfig) -> bool:
    """Whether A-2-3-4-5 is the second-highest straight."""
    return config.layout.options["wheel"] == "second-highest"


def setting_words(setting: Setting, wheel_second: bool) -> str:
    """Both hands in words."""
    return f"{describe(setting.low_value())} / {describe(setting.high_value(wheel_second=wheel_second))}"
