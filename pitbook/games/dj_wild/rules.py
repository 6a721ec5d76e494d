"""DJ Wild Stud Poker: five cards each with all deuces and the joker wild, Ante and Blind, a Play of twice the Ante.

The rules are public; no letter encloses them. Catalogue entry 17.
"""

from functools import cache

from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.irregularities import as_in_three_card_poker
from pitbook.families.poker.rules.model import FOLD, WIN, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.wagers import ante, paid_by_hand, play, ties, wins
from pitbook.games.dj_wild.chart import CHART
from pitbook.games.dj_wild.published import PUBLISHED
from pitbook.games.model import Game, Outcome, ProcedureStep
from pitbook.hands.poker import class_of
from pitbook.hands.stud import (
    FIVE_OF_A_KIND_WILD,
    FIVE_WILDS,
    FLUSH_WILD,
    FOUR_OF_A_KIND_WILD,
    FULL_HOUSE_WILD,
    ROYAL_FLUSH_WILD,
    STRAIGHT_FLUSH_WILD,
    STRAIGHT_WILD,
    describe_wild,
    deuces_wild_value,
)

_RULES = "58 Pa. Code ch. 687a"

OUTCOMES = (
    Outcome("five_wilds", "Five Wilds", "the four deuces and the joker"),
    Outcome("royal_flush", "Royal Flush", "ace to ten of one suit, with wild cards or without"),
    Outcome("five_of_a_kind", "Five of a Kind", "five cards of one rank with wild cards"),
    Outcome("straight_flush", "Straight Flush", "five consecutive ranks of one suit"),
    Outcome("four_of_a_kind", "Four of a Kind", "four cards of one rank"),
    Outcome("full_house", "Full House", "three of a kind and a pair"),
    Outcome("flush", "Flush", "five cards of one suit"),
    Outcome("straight", "Straight", "five consecutive ranks; an ace is high, or low in A-2-3-4-5"),
)
CLASSES = (
    FIVE_WILDS, ROYAL_FLUSH_WILD, FIVE_OF_A_KIND_WILD, STRAIGHT_FLUSH_WILD, FOUR_OF_A_KIND_WILD, FULL_HOUSE_WILD,
    FLUSH_WILD, STRAIGHT_WILD,
)  # fmt: skip
"""The class of each outcome."""


def lines(value: int) -> int:
    """The line of the Blind that a value is paid by."""
    hand = class_of(value)
    return 1 << CLASSES.index(hand) if hand in CLASSES else 0


ANTE = ante(_RULES, "Wins even money when your hand beats the dealer's.", wins(), ties())
BLIND = Stake(
    "blind",
    "Blind",
    "Equal to the Ante: paid by its table when you win with a straight or better; pushes when you win with less.",
    (*paid_by_hand(OUTCOMES, frozenset({WIN})), wins("push"), ties()),
    first=1,
    cite=_RULES,
)
PLAY = play(_RULES, "Twice the Ante, made after you have seen your cards.", wins(), ties())

PROCEDURE = (
    ProcedureStep("The pack is 52 cards and a joker; the joker and all four deuces are wild.", _RULES),
    ProcedureStep("Every player bets the Ante and an equal Blind.", _RULES),
    ProcedureStep("Five cards face down to each player and to the dealer.", _RULES),
    ProcedureStep("Each player folds, which gives up Ante and Blind, or bets a Play of twice the Ante.", _RULES),
    ProcedureStep(
        "The dealer turns the dealer's hand over and always plays. A higher hand than the dealer's wins Ante and Play "
        "at even money. The dealer's higher hand takes Ante, Blind and Play; equal hands push all three.",
        _RULES,
    ),
    ProcedureStep(
        "The Blind of a winning hand is paid by its table for a straight or better and pushes with less.", _RULES
    ),
    ProcedureStep("A hand with wild cards and one of equal value without them tie.", "public rules"),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="dj-wild",
            name="DJ Wild Stud Poker",
            about="Five cards each with deuces and joker wild: fold, or play twice the Ante.",
            own=5,
            dealer=5,
            value=deuces_wild_value,
            lines=lines,
            describe=describe_wild,
            stakes=(ANTE, BLIND, PLAY),
            streets=(Street("play", "play", (FOLD, StreetChoice("2x", 2))),),
            joker=True,
            irregularities=as_in_three_card_poker(),
            procedure=PROCEDURE,
            chart=CHART,
            entries=(17,),
            published=PUBLISHED,
            sources=("58 Pa. Code ch. 687a", "https://wizardofodds.com/games/dj-wild/"),
            missing=(
                "Trips: the pays of hands with wild cards are not published",
                "the Two-Way Bad Beat, the progressive and Coverall: no pay tables are published",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
