"""The lessons of a duel."""

from typing import TYPE_CHECKING

from pitbook.games.lesson import Lesson
from pitbook.games.model import Game, Wager
from pitbook.games.settle import Bet, Layout, Seat
from pitbook.table.config import TableConfig
from pitbook.web.family import Draw, Drill, FinishedDeal, LobbyFacts, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

DRILLS: tuple[Drill, ...] = ()
TABLE: PlayTable = PlayTable(look="matching", order="dealer last")


def lobby_facts(game: Game) -> LobbyFacts:
    return LobbyFacts("Duels", "several", "raise or stay")


def routers() -> "tuple[APIRouter, ...]":
    return ()


def drill_of(game: Game) -> Drill | None:
    return None


def warm() -> None:
    """Nothing needs preparation."""


def lesson_at(lesson: Lesson, config: TableConfig) -> Lesson:
    return lesson


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> FinishedDeal:
    return FinishedDeal(Seat(draw(1), (bet,)), draw(1))
