"""The lessons of poker games: a drill of decisions with the exact cost of each."""

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from pitbook.families.poker.rules.model import Street
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.table.questions import LABELS
from pitbook.games.lesson import Lesson
from pitbook.games.model import Game, Wager
from pitbook.games.settle import Bet, Layout, Seat, finished_bets
from pitbook.table.config import TableConfig
from pitbook.web.family import Decisions, Draw, Drill, FinishedDeal, LobbyFacts, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

DRILLS: tuple[Drill, ...] = (
    Drill(
        path="/learn/poker",
        name="Poker decisions",
        about="Fold or keep betting, against every hand that the dealer may have. Each mistake shows its exact cost.",
        cards="Qs 6d 4c",
        progress="poker",
        link="Practise the decisions",
    ),
)
TABLE: PlayTable = PlayTable(
    look="",
    order="by hand",
    left="no further bet is made for you, and if playing on needs one, your hand is folded",
    script="play.js",
)


_TIMES = ("", "", ", twice", ", three times")
"""The words for choices that are offered several times in a row."""


def lobby_facts(game: Game) -> LobbyFacts:
    rules = rules_of(game.slug)
    group = "Poker against the dealer" if rules.dealer else "Poker against a pay table"
    if rules.dealer and rules.board:
        group = "Hold'em against the dealer"
    same = ((words, len(list(streets))) for words, streets in groupby(map(_choice_words, rules.streets)))
    choices = "; then ".join(f"{words}{_TIMES[count]}" for words, count in same)
    decisions: Decisions = "one" if len(rules.streets) == 1 else "several"
    return LobbyFacts(group, decisions, choices, rules.sources, rules.missing)


def _choice_words(street: Street) -> str:
    """``fold, bet 1x, bet 2x or bet 3x``: as the buttons name them."""
    *most, last = (LABELS[choice.word][0].lower() for choice in street.choices)
    return f"{', '.join(most)} or {last}" if most else last


def routers() -> "tuple[APIRouter, ...]":
    from pitbook.families.poker.learn import api, pages

    return api.router, pages.router


def drill_of(game: Game) -> Drill | None:
    from pitbook.families.poker.learn.drill import games_to_decide

    known = game.slug in (each.slug for each in games_to_decide())
    return replace(DRILLS[0], path=f"{DRILLS[0].path}?game={game.slug}") if known else None


def warm() -> None:
    """Prepares nothing: no page here takes long."""


def lesson_at(lesson: Lesson, config: TableConfig) -> Lesson:
    return lesson


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> FinishedDeal:
    """A hand that was played to the end: with the smallest bets that keep it in play."""
    rules = rules_of(layout.game.slug)
    seat = Seat(draw(rules.own), finished_bets(layout.game, bet))
    return FinishedDeal(seat, draw(rules.dealer), draw(rules.board))
