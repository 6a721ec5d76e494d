"""The game with published rules."""

from pitbook.games.letter import Letter
from pitbook.games.model import Game
from tests.games.outside import made


def build() -> Game:
    return made("one-suit-published", Letter(subject="One Suit", maker="A maker", public_rules="the maker's page"))
