"""How to play: one text for each base game, on the game's pages, on the Learn page and on the sheet at a table.

A table fills in its own rules, such as when the dealer stands; a page for all tables of a game leaves them out.
"""

from dataclasses import dataclass

from pitbook.games import all_games, base_game, cached_by_game, game
from pitbook.games.lesson import Lesson
from pitbook.games.model import Game
from pitbook.games.shown import lesson_of
from pitbook.pay import PayTable
from pitbook.room.play.service import play_config
from pitbook.table.config import TableConfig
from pitbook.web.family import Drill, family_of
from pitbook.web.games.examples import Example, examples


@dataclass(frozen=True, slots=True)
class SideBet:
    """A wager beside the game itself."""

    slug: str
    name: str
    about: str
    sample: Example | None
    """A winning hand and its pay; None if the game has no example."""
    meaning: str
    """The name of that hand."""


@dataclass(frozen=True, slots=True)
class Guide:
    """How a game is played, and where to practise it."""

    lesson: Lesson
    drill: Drill | None


@dataclass(frozen=True, slots=True)
class TableGuide(Guide):
    """What a newcomer reads at a table."""

    side_bets: tuple[SideBet, ...]


def guide(of: Game) -> Guide:
    """The text of a game, for all tables of it."""
    return Guide(lesson_of(of), _drill(of))


def guides() -> list[Guide]:
    """One text for each base game, then for each game without a base game."""
    bases = {each.slug: base_game(each) for each in all_games()}
    found = {base.slug: base for base in bases.values() if base is not None}
    return [guide(each) for each in (*found.values(), *(game(slug) for slug, base in bases.items() if base is None))]


@cached_by_game(256)
def sheet(slug: str) -> TableGuide:
    """The sheet of a game as it is played here."""
    config = play_config(slug)
    lesson = family_of(config.game).lesson_at(lesson_of(config.game), config)
    return TableGuide(lesson, _drill(config.game), _side_bets(config))


def _drill(of: Game) -> Drill | None:
    return family_of(of).drill_of(of)


def _side_bets(config: TableConfig) -> tuple[SideBet, ...]:
    of = config.game
    riding = [wager for wager in of.wagers if wager.requires_all_of in config.offered]
    riding = [wager for wager in riding if of.wager(wager.requires_all_of).spots]  # others come with the bet itself
    found = []
    for wager in (*config.wagers(), *riding):
        if wager.is_required or wager.in_round or wager.house_table or wager.slug not in config.layout.tables:
            continue
        table: PayTable = config.layout.tables[wager.slug][0]
        winning = [each for each in examples(config.game, wager, table.id) if each.verdict in ("won", "meter")]
        # From the middle of the pay table, rather than the rarest hand.
        sample = winning[(len(winning) - 1) // 2] if winning else None
        meaning = wager.outcome(sample.outcome).meaning if sample else ""
        found.append(SideBet(wager.slug, wager.name, wager.about, sample, meaning))
    return tuple(found)
