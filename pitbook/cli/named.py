"""The games that a command is given: by a slug, by a wager's Python file, and with ``--games``."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitbook.games.model import Game


def game_named(text: str) -> "Game":
    """The game of a slug, of the Python file of a wager with its pay tables, or of a design of the Lab."""
    from pitbook import games

    if not text.endswith((".py", ".toml")):
        return games.game(text)
    from pitbook.exact.own import find_playable

    return find_playable(text)


def load_games(places: Iterable[str]) -> None:
    """Loads games from outside and tries them, all or none; every fault of every folder is told at once."""
    from pitbook.reports.outside import open_games

    open_games(places)
