"""The interface between pages and a family of games: its lessons and drills, and its part of the play page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, cast

from pitbook.families import facet, names
from pitbook.games.lesson import Lesson
from pitbook.games.model import Game

if TYPE_CHECKING:
    from fastapi import APIRouter

    from pitbook.cards import Cards
    from pitbook.games.model import Wager
    from pitbook.games.settle import Bet, Layout, Seat
    from pitbook.table.config import TableConfig

Draw = Callable[[int], "Cards"]
"""Draws this number of cards from the shoe."""


class FinishedDeal(NamedTuple):
    """A deal played to its end."""

    seat: "Seat"
    """The player's cards and bets."""
    dealer: "Cards"
    board: "Cards" = ()
    """The community cards, where the game has them."""


@dataclass(frozen=True, slots=True)
class Drill:
    """A link to one drill."""

    path: str
    name: str
    about: str
    cards: str
    """Cards shown as its picture."""
    progress: str
    """The name under which scripts save the learner's progress."""
    link: str = ""
    """The text of the link on the page that explains the game."""


@dataclass(frozen=True, slots=True)
class PlayTable:
    """The family's part of the play-money page."""

    look: str
    """The CSS class of the page: how much space hands, seats and the dealer's cards take."""
    order: Literal["by card", "by hand", "dealer last"]
    """The order in which the page animates new cards: one to each seat in turn, whole hands, or the dealer's last."""
    left: str = "the hand stands as it is and is played to its end"
    """What happens to the hand of a player who leaves."""
    script: str = ""
    """The name of the script for its choices (see ``play_choices.js``) in its script folder. Without one, every
    choice is a button."""
    decides: bool = True
    """Whether the player makes decisions after the deal, so that the page offers hints."""


Decisions = Literal["none", "one", "several"]
"""How often a player decides something in a round."""


@dataclass(frozen=True, slots=True)
class LobbyFacts:
    """How lists of games name and sort a game, and what its page says about its rules."""

    group: str
    """The heading that it is listed under, such as ``Hold'em against the dealer``."""
    decisions: Decisions
    choices: str
    """What a player may choose, such as ``fold or bet 1x``; empty without decisions."""
    sources: tuple[str, ...] = ()
    """Where the rules are published, for a game that no letter encloses."""
    missing: tuple[str, ...] = ()
    """Parts of the rules that the sources leave open; the game is offered without them."""


class LearnFamily(Protocol):
    """A module ``pitbook.families.<family>.learn``.

    The folders ``templates`` and ``static`` are beside it: templates refer to their files as
    ``families/<family>/<file>``, and the server serves the static files below ``/static``.
    """

    DRILLS: tuple[Drill, ...]
    """The drills that only this family has."""
    TABLE: PlayTable

    def lobby_facts(self, game: Game) -> LobbyFacts:
        """The facts in lists of games, beside its name and figures."""

    def routers(self) -> "tuple[APIRouter, ...]":
        """Pages and API routes that only this family has."""

    def warm(self) -> None:
        """Starts, in the background, calculations that would make the first visitor wait."""

    def drill_of(self, game: Game) -> Drill | None:
        """The drill that the lesson of a game leads to, at the address that begins with this game."""

    def lesson_at(self, lesson: Lesson, config: "TableConfig") -> Lesson:
        """A game's lesson with the rules of one table."""

    def finished_deal(self, draw: Draw, layout: "Layout", wager: "Wager", bet: "Bet") -> FinishedDeal:
        """Plays a deal to its end as a dealer would."""


def family_of(game: Game) -> LearnFamily:
    return cast("LearnFamily", facet(game.family, "learn"))


def every_family() -> Iterator[LearnFamily]:
    """All families, in the order of the registry."""
    return (cast("LearnFamily", facet(name, "learn")) for name in names())
