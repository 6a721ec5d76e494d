"""The lessons of blackjack: the strategy chart with its drill, and the choices at a table."""

from dataclasses import replace
from typing import TYPE_CHECKING

from pitbook.families.blackjack.rules.base import is_natural
from pitbook.families.blackjack.table.procedure import rules_of
from pitbook.games.lesson import Lesson
from pitbook.games.model import Game, Wager
from pitbook.games.settle import Bet, Layout, Seat
from pitbook.hands.blackjack import dealer_draws, is_bust
from pitbook.table.config import TableConfig
from pitbook.web.family import Draw, Drill, FinishedDeal, LobbyFacts, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

_SURRENDER = ("Surrender", "give up the hand and get half your bet back")
_INSURANCE = ("Insurance", "against an ace: half your bet that the dealer has blackjack, paid 2 to 1")
_USUAL = "draws to 17 or more"
"""The words of the lesson about the dealer, for all tables."""
DRILLS: tuple[Drill, ...] = (
    Drill(
        path="/learn/blackjack",
        name="Blackjack strategy",
        about="The chart for the rules of your table, and hands to play by it. Each mistake shows what it costs.",
        cards="Ts 6d Th",
        progress="blackjack",
        link="Practise the decisions",
    ),
)
TABLE: PlayTable = PlayTable(look="", order="by card", script="play.js")


def lobby_facts(game: Game) -> LobbyFacts:
    return LobbyFacts("Blackjack", "several", "hit, stand, double or split")


def routers() -> "tuple[APIRouter, ...]":
    from pitbook.families.blackjack.learn import api, pages

    return api.router, pages.router


def drill_of(game: Game) -> Drill | None:
    return DRILLS[0]


def warm() -> None:
    """The chart for the usual rules."""
    from pitbook.families.blackjack.learn.drill import solved
    from pitbook.families.blackjack.rules.posted import BlackjackRules

    solved(BlackjackRules())


def lesson_at(lesson: Lesson, config: TableConfig) -> Lesson:
    rules = rules_of(config)
    pays, soft = rules.blackjack_pays, "hits soft 17" if rules.hits_soft_17 else "stands on every 17"
    surrender = (_SURRENDER,) if rules.surrender != "none" else ()
    return replace(
        lesson,
        choices=(*lesson.choices, *surrender, *((_INSURANCE,) if rules.insurance else ())),
        results=lesson.results.replace(_USUAL, f"draws to 16 and {soft} (a 17 with an ace that counts 11)"),
        special=(
            "An ace with a ten-value card as your first two cards is blackjack and pays "
            f"{pays.numerator} to {pays.denominator}."
        ),
    )


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> FinishedDeal:
    player, dealer = draw(2), draw(2)
    hits = layout.options["soft17"] == "hit"
    while not is_natural(player) and dealer_draws(player, hits):
        player += draw(1)
    while not (is_bust(player) or is_natural(player)) and dealer_draws(dealer, hits):
        dealer += draw(1)
    return FinishedDeal(Seat(player, (bet,)), dealer)
