"""The house ways by name: how a dealer must set any seven cards (regulation 2.4 and 2.5).

A Washington card room's house way is part of its approved internal controls; letter 004, rule 10, says that it varies
from casino to casino. These two are published ones, completed so that every hand reaches exactly one row.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.hands import flamingo, foxwoods
from pitbook.hands.pai_gow import Setting, check_seven, setting_at
from pitbook.hands.rows import Row
from pitbook.hands.wild import wild_split


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A house way: its rows, in the order they are tried, and the function that applies them."""

    name: str
    citation: str
    rows: tuple[Row, ...]
    split: Callable[[Cards], tuple[int, int, int]]
    """From seven cards to the positions of the low cards, lower first, and the index of the row that decided. The
    function can be compiled. The rank of the wheel among straights makes no difference to it."""

    def set_hand(self, cards: Cards, joker_wild: bool = False, wheel_second: bool = False) -> Setting:
        """The seven cards as this way sets them; ``wheel_second`` matters only with a fully wild joker."""
        first, second, _ = self._decide(cards, joker_wild, wheel_second)
        return setting_at(cards, first, second)

    def row(self, cards: Cards, joker_wild: bool = False, wheel_second: bool = False) -> str:
        """The id of the row that decides how these seven cards are set, such as ``A6a``."""
        return self.deciding_row(cards, joker_wild, wheel_second).id

    def deciding_row(self, cards: Cards, joker_wild: bool = False, wheel_second: bool = False) -> Row:
        """The same row with its text; with a fully wild joker, the row for the card that the joker replaces."""
        return self.rows[self._decide(cards, joker_wild, wheel_second)[2]]

    def _decide(self, cards: Cards, joker_wild: bool, wheel_second: bool) -> tuple[int, int, int]:
        check_seven(cards)
        return wild_split(cards, wheel_second, self.split) if joker_wild else self.split(cards)


HOUSE_WAYS: Final[Mapping[str, HouseWay]] = MappingProxyType(
    {
        "foxwoods": HouseWay("Foxwoods", "regulation 2.4, house way A", foxwoods.ROWS, foxwoods.foxwoods),
        "flamingo": HouseWay("Flamingo", "regulation 2.5, house way B", flamingo.ROWS, flamingo.flamingo),
    }
)


WILD_BY_WAY: Final = (
    "The joker is fully wild: a house way tries it as each card that is not in the hand, sets each of these hands, and "
    "takes the highest five-card hand, then the highest two-card hand. Five of a kind ranks above a royal flush."
)
"""The use of a house way written for a semi-wild joker with a fully wild one."""


def house_way(name: str) -> HouseWay:
    """The house way with this name."""
    if name not in HOUSE_WAYS:
        raise BadInput(f"there is no house way {name!r}: Pitbook has {', '.join(HOUSE_WAYS)}")
    return HOUSE_WAYS[name]
