"""How to play: one text for each base game, on the game's pages, on the Learn page and on the sheet at a table.

A table fills in its own rules, such as when the dealer stands; a page for all tables of a game leaves them open.
"""

from dataclasses import dataclass
from functools import cache

from pitbook.errors import BadInput
from pitbook.games import all_games
from pitbook.games.lesson import Lesson
from pitbook.games.model import Game
from pitbook.pay import PayTable
from pitbook.room.play import play_config
from pitbook.table.config import BASE, TableConfig
from pitbook.web.examples import Example, examples
from pitbook.web.family import every_family, family_of


@dataclass(frozen=True, slots=True)
class SideBet:
    """A wager beside the game itself."""

    slug: str
    name: str
    about: str
    sample: Example | None
    """A hand that wins, and what it pays; None where the game has no example."""
    meaning: str
    """What that hand is, in words."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a newcomer reads at a table."""

    lesson: Lesson
    side_bets: tuple[SideBet, ...]


def lesson(game: Game) -> Lesson:
    """The text of a game, for all tables of it."""
    found = game.lesson or family_of(game).LESSON
    if found is None:
        raise BadInput(f"{game.slug} has no lesson: neither the game nor its family {game.family} has one")
    return found


def guides() -> list[Lesson]:
    """One text for each base game: those of the families, then of games whose family has none."""
    of_families = [family.LESSON for family in every_family() if family.LESSON is not None]
    return [*of_families, *(lesson(game) for game in all_games() if family_of(game).LESSON is None)]


@cache
def sheet(slug: str) -> Sheet:
    """The sheet of a game as it is played here."""
    config = play_config(slug)
    return Sheet(family_of(config.game).lesson_at(lesson(config.game), config), _side_bets(config))


def _side_bets(config: TableConfig) -> tuple[SideBet, ...]:
    riding = [wager for wager in config.game.wagers if wager.rides_on in config.offered]
    found = []
    for wager in (*config.wagers(), *riding):
        if wager.slug == BASE or wager.slug not in config.layout.tables:
            continue
        table: PayTable = config.layout.tables[wager.slug][0]
        winning = [each for each in examples(config.game, wager, table.id) if each.verdict in ("won", "meter")]
        # The one in the middle of the pay table: not the rarest hand.
        sample = winning[(len(winning) - 1) // 2] if winning else None
        meaning = wager.outcome(sample.outcome).meaning if sample else ""
        found.append(SideBet(wager.slug, wager.name, wager.about, sample, meaning))
    return tuple(found)
