"""The lessons of games without decisions: there is nothing to practise."""

from typing import TYPE_CHECKING

from pitbook.families.fixed_deal.rules import cards_of
from pitbook.games.lesson import Lesson
from pitbook.games.model import Game, Wager
from pitbook.games.settle import Bet, Layout, Seat
from pitbook.table.config import TableConfig
from pitbook.web.family import Draw, Drill, FinishedDeal, LobbyFacts, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

DRILLS: tuple[Drill, ...] = ()
TABLE: PlayTable = PlayTable(look="matching", order="dealer last", decides=False)


def lobby_facts(game: Game) -> LobbyFacts:
    return LobbyFacts("No decisions after the bet", "none", "")


def routers() -> "tuple[APIRouter, ...]":
    return ()


def drill_of(game: Game) -> Drill | None:
    return None


def warm() -> None:
    """Prepares nothing: no page here takes long."""


def lesson_at(lesson: Lesson, config: TableConfig) -> Lesson:
    return lesson


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> FinishedDeal:
    """With a bet on every spot if the wager requires that."""
    player = draw(cards_of(layout.game, "player"))
    bets: tuple[Bet, ...] = (bet,)
    if wager.requires_all_of:
        spots = layout.game.wager(wager.requires_all_of).spots
        bets = tuple(Bet(wager.requires_all_of, bet.cents, spot) for spot in range(1, spots + 1))
    return FinishedDeal(Seat(player, bets), draw(cards_of(layout.game, "dealer")))
