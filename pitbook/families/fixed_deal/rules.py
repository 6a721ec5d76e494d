"""What a game without decisions deals."""

from pitbook.games.model import Game, Source


def cards_of(game: Game, source: Source) -> int:
    """How many cards a player or the dealer is dealt: as many as any wager looks at."""
    groups = (group for wager in game.wagers for group in wager.groups if group.source == source)
    return max((group.start + group.size for group in groups), default=0)
