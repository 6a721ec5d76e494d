"""A game without a source for its rules."""

from pitbook.games.letter import Letter
from pitbook.games.model import Game
from tests.games.outside import made


def build() -> Game:
    return made("one-suit-unknown", Letter(subject="One Suit"))
