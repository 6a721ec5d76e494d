"""How poker games are taught: a drill of decisions with the exact cost of each."""

from typing import TYPE_CHECKING

from pitbook.cards import Cards
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.lesson import Lesson
from pitbook.games.model import Wager
from pitbook.games.settle import Bet, Layout, Seat, finished_bets
from pitbook.table.config import TableConfig
from pitbook.web.family import Draw, Drill, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

DRILLS: tuple[Drill, ...] = ()
TABLE: PlayTable = PlayTable(
    look="", order="by hand", left="the hand is folded where it has to decide", script="play.js"
)


def routers() -> "tuple[APIRouter, ...]":
    return ()


def warm() -> None:
    """Nothing takes long here."""


def lesson_at(lesson: Lesson, config: TableConfig) -> Lesson:
    return lesson


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> tuple[Seat, Cards]:
    """A hand that was played to the end: with the smallest bets that keep it in play."""
    rules = rules_of(layout.game.slug)
    return Seat(draw(rules.own), finished_bets(layout.game, bet)), draw(rules.dealer)
