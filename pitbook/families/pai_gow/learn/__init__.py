"""The lessons of pai gow poker: the drill of setting hands, and setting them at a table."""

from dataclasses import replace
from typing import TYPE_CHECKING

from pitbook.games.lesson import Lesson
from pitbook.games.model import Game, Wager
from pitbook.games.settle import Bet, Layout, Seat
from pitbook.table.config import TableConfig
from pitbook.web.family import Draw, Drill, FinishedDeal, LobbyFacts, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

_CARDS = 7
_FOLD = ("Fold", "give up the hand and lose your bet")
DRILLS: tuple[Drill, ...] = (
    Drill(
        path="/learn/pai-gow",
        name="Setting pai gow hands",
        about=(
            "Choose two cards for the low hand; the other five are the high hand. Compare your setting with the house "
            "way and with the best one."
        ),
        cards="Jk As Kd",
        progress="pai-gow",
        link="Practise setting hands",
    ),
)
TABLE: PlayTable = PlayTable(
    look="setting",
    order="by hand",
    left="the house way sets your cards and the hand is played to its end",
    script="play.js",
)


def lobby_facts(game: Game) -> LobbyFacts:
    return LobbyFacts("Pai gow poker", "one", "set seven cards as two hands")


def routers() -> "tuple[APIRouter, ...]":
    from pitbook.families.pai_gow.learn import api, pages

    return api.router, pages.router


def drill_of(game: Game) -> Drill | None:
    return DRILLS[0]


def warm() -> None:
    """Nothing to prepare: the dealer's hands are counted when the drill deals its first hand."""


def lesson_at(lesson: Lesson, config: TableConfig) -> Lesson:
    if "folded-hand" not in config.layout.options:
        return lesson
    return replace(lesson, choices=(*lesson.choices, _FOLD))


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> FinishedDeal:
    return FinishedDeal(Seat(draw(_CARDS), (bet,)), draw(_CARDS))
