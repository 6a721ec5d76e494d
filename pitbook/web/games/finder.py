"""The list of games that the front page, the rulebook and the play lobby share: by family, with search and filters.

A page has every game in it. Those that the filters of its address leave out are hidden, so ``finder.js`` can change the
filters without asking the server again, and without scripts the form asks it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Final

from fastapi import Query

from pitbook.errors import BadInput, quoted
from pitbook.games.model import Game, listed
from pitbook.web.family import Decisions, LobbyFacts, family_of
from pitbook.web.games.comparison import ComparisonRow

EDGES: Final = (1, 2, 3, 4, 5)
"""The choices of the filter for the house edge of the base game, in percent."""
DECISIONS: Final[Mapping[Decisions, str]] = {
    "none": "No decision",
    "one": "One decision",
    "several": "Several decisions",
}


@dataclass(frozen=True, slots=True)
class FinderEntry:
    """One game of the list, or one way to play it."""

    slug: str
    """The slug of its table or page."""
    title: str
    game: Game
    rows: tuple[ComparisonRow, ...]
    """Its wagers with their usual pay tables."""

    @property
    def facts(self) -> LobbyFacts:
        return family_of(self.game).lobby_facts(self.game)

    @property
    def base(self) -> ComparisonRow | None:
        """The base game; the wager with the lowest house edge where a round requires none."""
        main = next((row for row in self.rows if row.of.wager == self.game.main), None)
        known = [row for row in self.rows if row.edge is not None]
        return main or min(known, key=lambda row: row.edge or 0.0, default=None)

    @property
    def side_bets(self) -> tuple[ComparisonRow, ...]:
        return tuple(row for row in self.rows if row is not self.base)

    @property
    def is_counted(self) -> bool:
        return all(row.counted is not None for row in self.rows)

    @property
    def edge_words(self) -> str:
        """``base game``, or the name of the wager that its edge is of."""
        return "base game" if self.base is None or self.base.of.wager == self.game.main else self.base.name

    @property
    def edge_percent(self) -> float | None:
        """The house edge of the base game in percent; None while it is being counted."""
        return None if self.base is None or self.base.edge is None else 100 * self.base.edge

    @property
    def searched(self) -> str:
        """The text that the search covers."""
        names = " ".join(wager.name for wager in self.game.wagers)
        facts = self.facts
        parts = (self.title, self.game.name, self.game.slug, self.game.about, names, facts.group, facts.choices)
        return " ".join((*parts, *(self.game.letter.listing, self.game.letter.citation))).lower()


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters that a visitor chose, from the query of the page's address."""

    q: Annotated[str, Query(max_length=60)] = ""
    family: Annotated[str, Query(max_length=60)] = ""
    edge: Annotated[str, Query(max_length=4)] = ""
    """The highest house edge of the base game, in percent."""
    decisions: Annotated[str, Query(max_length=10)] = ""
    seats: Annotated[str, Query(max_length=2)] = ""
    """The number of players that it must have seats for."""

    def check(self, games: Sequence[FinderEntry]) -> None:
        """Refuses values that the form does not offer."""
        for name, value, known in (
            ("family", self.family, [group for group, _ in by_family(games)]),
            ("edge", self.edge, [str(each) for each in EDGES]),
            ("decisions", self.decisions, list(DECISIONS)),
            ("seats", self.seats, [str(each) for each in seats_of(games)]),
        ):
            if value and value not in known:
                raise BadInput(f"{quoted(value)} is no {name} of the list of games: there are {listed(known)}")

    def let_through(self, each: FinderEntry) -> bool:
        facts = each.facts
        return (
            all(word in each.searched for word in self.q.lower().split())
            and self.family in ("", facts.group)
            and (not self.edge or (each.edge_percent is not None and each.edge_percent <= float(self.edge)))
            and self.decisions in ("", facts.decisions)
            and (not self.seats or each.game.seats >= int(self.seats))
        )


@dataclass(frozen=True, slots=True)
class GameFinder:
    """The list as a template shows it."""

    games: Sequence[FinderEntry]
    filters: Filters

    @property
    def families(self) -> list[tuple[str, list[FinderEntry]]]:
        return by_family(self.games)

    @property
    def shown(self) -> int:
        return sum(map(self.filters.let_through, self.games))

    @property
    def seats(self) -> list[int]:
        return seats_of(self.games)

    @property
    def waits(self) -> bool:
        """Whether a game is left out only because its house edge is not known yet."""
        return bool(self.filters.edge) and any(each.edge_percent is None for each in self.games)

    def shows(self, games: Sequence[FinderEntry]) -> bool:
        """Whether one of these passes the filters."""
        return any(map(self.filters.let_through, games))

    @property
    def edges(self) -> Sequence[int]:
        return EDGES

    @property
    def decisions(self) -> Mapping[Decisions, str]:
        return DECISIONS

    @property
    def is_filtered(self) -> bool:
        return self.filters != Filters()


def find(games: Iterable[FinderEntry], filters: Filters) -> GameFinder:
    """The list for these filters; refuses values that the form does not offer."""
    found = list(games)
    filters.check(found)
    return GameFinder(found, filters)


def by_family(games: Sequence[FinderEntry]) -> list[tuple[str, list[FinderEntry]]]:
    """The families in the order of their first games, each with the lowest house edge first."""
    order = list(dict.fromkeys(each.facts.group for each in games))
    ranked = sorted(games, key=lambda each: (order.index(each.facts.group), each.edge_percent is None, _edge(each)))
    return [(group, list(members)) for group, members in groupby(ranked, key=lambda each: each.facts.group)]


def _edge(each: FinderEntry) -> float:
    return each.edge_percent or 0.0


def seats_of(games: Sequence[FinderEntry]) -> list[int]:
    return sorted({each.game.seats for each in games})


def listed_games(games: Iterable[Game], rows: Sequence[ComparisonRow]) -> list[FinderEntry]:
    """Games under their own names, with the rows of the comparison that are theirs."""
    return [
        FinderEntry(game.slug, game.name, game, tuple(row for row in rows if row.of.game == game.slug))
        for game in games
    ]
