"""How blackjack is taught: the lesson, the strategy chart with its drill, and the choices at a table."""

from dataclasses import replace
from typing import TYPE_CHECKING

from pitbook.cards import Cards
from pitbook.families.blackjack.rules.base import is_natural
from pitbook.families.blackjack.table.procedure import rules_of
from pitbook.games.lesson import Lesson
from pitbook.games.model import Wager
from pitbook.games.settle import Bet, Layout, Seat
from pitbook.hands.blackjack import dealer_draws, is_bust
from pitbook.table.config import TableConfig
from pitbook.web.family import Draw, Drill, PlayTable

if TYPE_CHECKING:
    from fastapi import APIRouter

_SURRENDER = ("Surrender", "give up the hand and get half your bet back")
_INSURANCE = ("Insurance", "against an ace: half your bet that the dealer has blackjack, paid 2 to 1")
_RESULTS = (
    "Over 21 you lose at once. Otherwise the dealer {dealer}, and the hand closer to 21 wins: a win pays 1 to 1. Equal "
    "totals are a push: your bet is returned."
)
LESSON: Lesson | None = Lesson(
    name="Blackjack",
    aim="Get closer to 21 than the dealer without going over.",
    values=(
        "Number cards count as printed, jack, queen and king as 10, and an ace as 11, or as 1 where 11 would be too "
        "many."
    ),
    deal="You bet and get two cards. The dealer gets two as well and shows one of them.",
    choices=(
        ("Hit", "take one more card"),
        ("Stand", "take no more cards"),
        ("Double", "double your bet and take exactly one more card"),
        ("Split", "make two hands of a pair, with a second bet of the same size"),
    ),
    results=_RESULTS.format(dealer="draws to 17 or more"),
    special=(
        "An ace with a ten-value card as your first two cards is blackjack. It pays more than 1 to 1, at most tables "
        "3 to 2."
    ),
    cards="As Kd",
    drill=("/learn/blackjack", "Practise the decisions"),
)
DRILLS: tuple[Drill, ...] = (
    Drill(
        path="/learn/blackjack",
        name="Blackjack strategy",
        about="The chart for the rules of your table, and hands to play by it. Each mistake shows what it costs.",
        cards="Ts 6d Th",
        progress="blackjack",
    ),
)
TABLE: PlayTable = PlayTable(look="", order="by card", script="play.js")


def routers() -> "tuple[APIRouter, ...]":
    from pitbook.families.blackjack.learn import api, pages

    return api.router, pages.router


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
        results=_RESULTS.format(dealer=f"draws to 16 and {soft} (a 17 with an ace that counts 11)"),
        special=(
            "An ace with a ten-value card as your first two cards is blackjack and pays "
            f"{pays.numerator} to {pays.denominator}."
        ),
    )


def finished_deal(draw: Draw, layout: Layout, wager: Wager, bet: Bet) -> tuple[Seat, Cards]:
    player, dealer = draw(2), draw(2)
    hits = layout.options["soft17"] == "hit"
    while not is_natural(player) and dealer_draws(player, hits):
        player += draw(1)
    while not (is_bust(player) or is_natural(player)) and dealer_draws(dealer, hits):
        dealer += draw(1)
    return Seat(player, (bet,)), dealer
