"""What pages ask of a family of games: how it is taught, and what is its own on the page of a table for play money."""

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
"""The next so many cards of the shoe."""


class FinishedDeal(NamedTuple):
    """A deal played to its end."""

    seat: "Seat"
    """The player's cards and bets."""
    dealer: "Cards"
    board: "Cards" = ()
    """The community cards, where the game has them."""


@dataclass(frozen=True, slots=True)
class Drill:
    """The way to the page of one drill."""

    path: str
    name: str
    about: str
    cards: str
    """Cards that stand for it."""
    progress: str
    """Under which name scripts keep what a learner has done."""
    link: str = ""
    """What a link to it says where the game is explained."""


@dataclass(frozen=True, slots=True)
class PlayTable:
    """What the page of a table for play money must know of a family."""

    look: str
    """The class of the page's styles: how much room hands, seats and the dealer's cards take."""
    order: Literal["by card", "by hand", "dealer last"]
    """The order in which new cards are laid: one card to each seat in turn, whole hands, or the dealer's after all."""
    left: str = "the hand stands as it is and is played to its end"
    """What becomes of a hand whose player leaves."""
    script: str = ""
    """The script with its choices (see ``play_choices.js``), by its name in the family's folder of scripts. Without
    one, every choice is a button."""
    decides: bool = True
    """Whether a player decides anything after the deal, so that there are hints."""


class LearnFamily(Protocol):
    """A module ``pitbook.families.<family>.learn``.

    Beside it lie the folders ``templates`` and ``static``: a page names the files in them
    ``families/<family>/<file>``, and a browser finds the latter below ``/static``.
    """

    DRILLS: tuple[Drill, ...]
    """The drills that only this family has; the lessons of its games link to the first."""
    TABLE: PlayTable

    def routers(self) -> "tuple[APIRouter, ...]":
        """Pages and API routes that only this family has."""

    def warm(self) -> None:
        """Begins, in the background, what would keep the first visitor waiting."""

    def lesson_at(self, lesson: Lesson, config: "TableConfig") -> Lesson:
        """A game's lesson with the rules that hold at one table."""

    def finished_deal(self, draw: Draw, layout: "Layout", wager: "Wager", bet: "Bet") -> FinishedDeal:
        """A deal played to its end as a dealer would play it."""


def family_of(game: Game) -> LearnFamily:
    return cast("LearnFamily", facet(game.family, "learn"))


def every_family() -> Iterator[LearnFamily]:
    """All families, in the order of the registry."""
    return (cast("LearnFamily", facet(name, "learn")) for name in names())
