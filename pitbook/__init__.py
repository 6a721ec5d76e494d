"""Pitbook: regulator-approved casino card games, from the approval letter to the jackpot.

From Python, three lines produce a par sheet::

    import pitbook
    sheet = pitbook.par("match-n-poker", table="3", decks=8)
    sheet

The names in ``__all__`` are imported on first use, so that importing the package is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitbook.extras import explain_missing_extras

if TYPE_CHECKING:
    from pitbook.cards import Shoe, parse_cards, rank, suit
    from pitbook.errors import BadInput, NotApproved, PitbookError
    from pitbook.exact.custom_wager_rule import wager
    from pitbook.exact.design import Design, design
    from pitbook.exact.notebook import par, par_sheets, solve
    from pitbook.exact.par import ParSheet
    from pitbook.games import all_games, game

__version__ = "0.2.0"

__all__ = [
    "BadInput",
    "Design",
    "NotApproved",
    "ParSheet",
    "PitbookError",
    "Shoe",
    "all_games",
    "design",
    "game",
    "par",
    "par_sheets",
    "parse_cards",
    "rank",
    "solve",
    "suit",
    "wager",
]

_HOMES = {
    "pitbook.cards": ("Shoe", "parse_cards", "rank", "suit"),
    "pitbook.errors": ("BadInput", "NotApproved", "PitbookError"),
    "pitbook.exact.design": ("Design", "design"),
    "pitbook.exact.notebook": ("par", "par_sheets", "solve"),
    "pitbook.exact.custom_wager_rule": ("wager",),
    "pitbook.exact.par": ("ParSheet",),
    "pitbook.games": ("all_games", "game"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


explain_missing_extras()


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'pitbook' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
