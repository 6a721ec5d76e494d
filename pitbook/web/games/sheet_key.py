"""The subject of a page, from its address: a game, a wager, a pay table and a deck count."""

from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from pitbook import games
from pitbook.errors import NotApproved, NotFound, quoted
from pitbook.exact.sheets import seconds_for
from pitbook.games.model import Game, Wager, listed

QUICK: Final = 1.0
"""Seconds within which a figure is made with all the others."""
T_co = TypeVar("T_co", covariant=True)


class FigureRequest(Protocol[T_co]):
    """A request for a figure; equal requests share one computation."""

    @property
    def slow(self) -> bool:
        """Whether it may take minutes the first time."""

    def make(self) -> T_co: ...

    def __hash__(self) -> int: ...


def game_at(slug: str) -> Game:
    """The game of an address."""
    if not games.exists(slug):
        raise NotFound(f"there is no game {quoted(slug)}: the rulebook has {listed(games.slugs())}")
    return games.game(slug)


def wager_at(game: Game, slug: str) -> Wager:
    """The wager of an address."""
    if slug not in game.wager_slugs():
        raise NotFound(f"{game.slug} has no wager {quoted(slug)}: it has {listed(game.wager_slugs())}")
    return game.wager(slug)


@dataclass(frozen=True, slots=True)
class SheetKey:
    """A wager with a pay table and a deck count; the pay table is empty if the rules of the house pay."""

    game: str
    wager: str
    table: str
    decks: int

    @property
    def slow(self) -> bool:
        """Whether it may take minutes: wagers with decisions are solved, or counted over all pairs of hands."""
        game = games.game(self.game)
        return seconds_for(game, game.wager(self.wager)) > QUICK


def chosen(game: Game, wager: Wager, table: str = "", decks: int | None = None) -> SheetKey:
    """The key for these choices; the usual pay table and decks fill gaps. Refused if no letter approves it."""
    if decks is not None:
        game.check_decks(decks)
    if not wager.tables:
        if table:
            raise NotApproved(f"{wager.slug} is paid by the rules of the house and has no pay table to choose")
        return SheetKey(game.slug, wager.slug, "", decks or game.default_decks)
    if table and table not in wager.table_ids():
        wager.tables_of(table, 0)  # an unknown table is refused with the list of tables
    counts = (decks,) if decks else (game.default_decks, *game.decks)
    fitting = [each for each in counts if (table in wager.table_ids(each) if table else wager.table_ids(each))]
    count = fitting[0] if fitting else counts[0]
    named = table or game.default_table(wager, count)
    wager.tables_of(named, count)
    return SheetKey(game.slug, wager.slug, named, count)


def offered(game: Game, wager: Wager) -> list[SheetKey]:
    """Every pay table and deck count that the letter approves for the wager."""
    if not wager.tables:
        return [SheetKey(game.slug, wager.slug, "", decks) for decks in game.decks]
    return [
        SheetKey(game.slug, wager.slug, table, decks)
        for table in wager.table_ids()
        for decks in game.decks
        if table in wager.table_ids(decks)
    ]


def usual(game: Game) -> list[SheetKey]:
    """Every wager of a game that has figures of its own, with its usual pay table and decks."""
    return [chosen(game, wager) for wager in game.wagers if not wager.counts_with]
