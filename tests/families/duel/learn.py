"""How a duel is taught."""

from typing import TYPE_CHECKING

from pitbook.games.lesson import Lesson
from pitbook.games.model import Wager
from pitbook.games.settle import Bet, Layout, Seat
from pitbook.table.config import TableConfig
from pitbook.web.family import Draw, Drill, FinishedDeal, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

DRILLS: tuple[Drill, ...] = ()
TABLE: PlayTable = PlayTable(look="matching", order="dealer last")


def routers() -> "tuple[APIRouter, ...]":
    return ()


def warm() -> None:
    """Nothing takes long."""


def lesson_at(lesson: Lesson, config: TableConfig) -> Lesson:
    return lesson


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> FinishedDeal:
    return FinishedDeal(Seat(draw(1), (bet,)), draw(1))
