"""High Five Poker: the best five of seven cards each from a pack with a joker; the dealer needs a pair of sixes.

The rules are public; no letter encloses them. Catalogue entry 34.
"""

from functools import cache

from pitbook.cards import SIX, Cards
from pitbook.families.poker.rules import five_card
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.five_card import LINES_OF_CLASS
from pitbook.families.poker.rules.irregularities import as_in_three_card_poker
from pitbook.families.poker.rules.model import (
    DEALER_QUALIFIES,
    FOLD,
    OUT,
    OUT_WIN,
    OutcomeCondition,
    PokerRules,
    Street,
    StreetChoice,
)
from pitbook.families.poker.rules.wagers import ante, play, ties, wins
from pitbook.games.high_five_poker.published import PUBLISHED
from pitbook.games.model import Game, Group, Option, Outcome, ProcedureStep, Wager
from pitbook.hands.poker import (
    ACE_BIT,
    FIVE_OF_A_KIND,
    FULL_HOUSE,
    PAIR,
    STRAIGHT,
    class_of,
    describe,
    main_of,
    value_of,
)
from pitbook.hands.stud import joker_five_value

_RULES = "wizardofodds.com, High Five Poker"

SIXES = value_of(PAIR, 1 << SIX, 0)
"""Below every pair of sixes and above every pair of fives."""

# -- base wagers -------------------------------------------------------------------------------------------------------

STRAIGHT_OR_BETTER, BELOW_STRAIGHT = 1, 2


def lines(value: int) -> int:
    """Whether the dealer qualifies against this hand in any case."""
    return STRAIGHT_OR_BETTER if class_of(value) >= STRAIGHT else BELOW_STRAIGHT


NOT_QUALIFIED = Outcome(
    "not_qualified", "Dealer Does Not Qualify", "the dealer has less than a pair of sixes, and you less than a straight"
)
FORCED = Outcome(
    "win_against_any",
    "Win Against Any Dealer",
    "you have a straight or better, against which the dealer qualifies with any hand",
)


def not_qualified(pay: str) -> OutcomeCondition:
    """The dealer has less than sixes against less than a straight."""
    return OutcomeCondition(NOT_QUALIFIED, OUT, BELOW_STRAIGHT, pay=pay)


FORCED_WIN = OutcomeCondition(FORCED, frozenset({OUT_WIN}), STRAIGHT_OR_BETTER, pay="1 to 1")
"""A straight or better beats every dealer's hand below sixes, which qualifies against it."""

ANTE = ante(
    _RULES,
    "Wins even money when your hand is higher, or when the dealer does not qualify.",
    not_qualified("1 to 1"),
    wins(),
    FORCED_WIN,
    ties(),
)
PLAY = play(
    _RULES,
    "Equal to the Ante, made after you have seen your cards; wins even money when your hand is higher, and pushes when "
    "the dealer does not qualify.",
    wins(),
    FORCED_WIN,
    not_qualified("push"),
    ties(),
)

# -- Trips -------------------------------------------------------------------------------------------------------------

ROYAL_FLUSH, STRAIGHT_FLUSH, FOUR_OF_A_KIND, FULL_HOUSES, FLUSH, STRAIGHTS, THREE_OF_A_KIND = five_card.OUTCOMES[:7]
TRIPS_OUTCOMES = (
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSES,
    FLUSH,
    STRAIGHTS,
    THREE_OF_A_KIND,
    Outcome("five_aces", "Five Aces", "four aces and the joker"),
    Outcome("aces_full", "Aces Full", "three aces and a pair"),
)
FIVE_ACES, ACES_FULL = 1 << 7, 1 << 8
_NAMED = (1 << 7) - 1
"""The lines of the family's five-card hands that Trips names."""


def trips(cards: Cards) -> int:
    """The lines that the best five of seven cards satisfy."""
    value = joker_five_value(cards)
    hand = class_of(value)
    if hand == FIVE_OF_A_KIND:
        return FIVE_ACES | five_card.FOUR_OF_A_KIND | five_card.THREE_OF_A_KIND
    found = LINES_OF_CLASS[hand] & _NAMED
    return found | ACES_FULL if hand == FULL_HOUSE and main_of(value) == ACE_BIT else found


FOLDED_TRIPS = Option(
    "folded-trips",
    ("loses", "stays"),
    "loses",
    "whether Trips is lost with the Ante when the player folds, or stays in play",
    "the published rules take it",
    wagers=("trips",),
    uses=("settle", "run", "play"),
    title="Trips of a folded hand",
    choice_words={"stays": "stays in play", "loses": "is lost"},
)
TRIPS = Wager(
    slug="trips",
    name="Trips",
    about="Wins when the best five of your seven cards are three of a kind or better, whatever the dealer has.",
    groups=(Group("the player's seven cards", "player", 7),),
    outcomes=TRIPS_OUTCOMES,
    rule=trips,
    suits="only flushes",
    alone=True,
    after_fold=(FOLDED_TRIPS.name, "stays"),
    cite=_RULES,
)

PROCEDURE = (
    ProcedureStep("The pack has a joker, which completes a straight or a flush and is an ace otherwise.", _RULES),
    ProcedureStep("Before the deal a player bets the Ante, Trips, or both.", _RULES),
    ProcedureStep("Seven cards face down to each player and to the dealer.", _RULES),
    ProcedureStep(
        "Each player with an Ante folds, which gives up all wagers, or discards two cards and bets a Play equal to the "
        "Ante.",
        _RULES,
    ),
    ProcedureStep("The dealer turns the seven cards over and makes the best hand of five.", _RULES),
    ProcedureStep(
        "The dealer qualifies with a pair of sixes or better, and with any hand against a player who has a straight or "
        "better. Otherwise the Ante is paid even money and the Play pushes.",
        _RULES,
    ),
    ProcedureStep(
        "Against a dealer who qualifies the higher hand wins both wagers at even money; equal hands push.", _RULES
    ),
    ProcedureStep("Trips is settled by its pay table.", _RULES, wagers=("trips",)),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="high-five-poker",
            name="High Five Poker",
            about="The best five of seven cards each with a joker in the pack: fold, or play the Ante again.",
            own=7,
            dealer=7,
            joker=True,
            seats=6,
            value=joker_five_value,
            lines=lines,
            describe=describe,
            qualifies=SIXES,
            qualifies_words="a pair of sixes or better",
            stakes=(ANTE, PLAY),
            streets=(Street("play", "play", (FOLD, StreetChoice("1x", 1))),),
            bonuses=(TRIPS,),
            options=(DEALER_QUALIFIES,),
            house_options=(FOLDED_TRIPS,),
            irregularities=as_in_three_card_poker(),
            procedure=PROCEDURE,
            entries=(34,),
            published=PUBLISHED,
            sources=(
                "https://wizardofodds.com/games/high-five-poker/",
                "https://aresponsiblegambler.com/poker-games-high-five.html",
            ),
            missing=("the progressive: no pay table is published",),
        ),
    )


def build() -> Game:
    return game_of(rules())
