"""What a game without decisions deals."""

from pitbook.games.model import Game, Source


def cards_of(game: Game, source: Source) -> int:
    """How many cards a player or the dealer is dealt: as many as any wager looks at, on its last numbered spot too."""
    return max(
        (
            group.start + group.size + max(wager.spots - 1, 0) * (source == "dealer")
            for wager in game.wagers
            for group in wager.groups
            if group.source == source
        ),
        default=0,
    )
