"""How poker games are taught: a drill of decisions with the exact cost of each."""

from typing import TYPE_CHECKING

from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.lesson import Lesson
from pitbook.games.model import Wager
from pitbook.games.settle import Bet, Layout, Seat, finished_bets
from pitbook.table.config import TableConfig
from pitbook.web.family import Draw, Drill, FinishedDeal, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

DRILLS: tuple[Drill, ...] = (
    Drill(
        path="/learn/poker",
        name="Poker decisions",
        about="Fold or bet on, against every hand that the dealer may have. Each mistake shows its exact cost.",
        cards="Qs 6d 4c",
        progress="poker",
        link="Practise the decisions",
    ),
)
TABLE: PlayTable = PlayTable(
    look="", order="by hand", left="the hand is folded where it has to decide", script="play.js"
)


def routers() -> "tuple[APIRouter, ...]":
    from pitbook.families.poker.learn import api, pages

    return api.router, pages.router


def warm() -> None:
    """Nothing takes long here."""


def lesson_at(lesson: Lesson, config: TableConfig) -> Lesson:
    return lesson


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> FinishedDeal:
    """A hand that was played to the end: with the smallest bets that keep it in play."""
    rules = rules_of(layout.game.slug)
    seat = Seat(draw(rules.own), finished_bets(layout.game, bet))
    return FinishedDeal(seat, draw(rules.dealer), draw(rules.board))
