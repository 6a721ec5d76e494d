"""The cards that a game without decisions deals."""

from pitbook.games.model import Game, Source


def cards_of(game: Game, source: Source) -> int:
    """The number of cards of a player or the dealer: the most that any wager looks at, including its last numbered
    spot."""
    return max(
        (
            group.start + group.size + max(wager.spots - 1, 0) * (source == "dealer")
            for wager in game.wagers
            for group in wager.groups
            if group.source == source
        ),
        default=0,
    )
