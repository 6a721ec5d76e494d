"""Six Card Poker: the best five of six cards each, three dealer cards up, fold or raise the Ante; the dealer needs
ace-king.

The rules are public; no letter encloses them. Catalogue entry 48.
"""

from functools import cache

from pitbook.cards import ACE, KING
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.five_card import five_card_lines
from pitbook.families.poker.rules.irregularities import as_in_three_card_poker
from pitbook.families.poker.rules.model import DEALER_QUALIFIES, FOLD, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.wagers import ante, dealer_out, ties, wins
from pitbook.games.model import Game, ProcedureStep
from pitbook.games.six_card_poker.chart import CHART, SIMPLER
from pitbook.games.six_card_poker.published import PUBLISHED
from pitbook.hands.poker import HIGH_CARD, describe, value_of
from pitbook.hands.stud import best_five_value

_RULES = "wizardofodds.com, Six Card Poker"

ACE_KING = value_of(HIGH_CARD, 0, 1 << ACE | 1 << KING)
"""Below every ace-king hand and above every ace-queen one."""

ANTE = ante(
    _RULES,
    "Wins even money when your hand beats a dealer's hand of ace-king or better; pushes when the dealer has less.",
    dealer_out("push"),
    wins(),
    ties(),
)
RAISE = Stake(
    "raise",
    "Raise",
    "Equal to the Ante, made after you have seen your cards and three of the dealer's; wins even money when your hand "
    "is higher, whether the dealer qualifies or not.",
    (wins(also_out=True), ties(also_out=True)),
    cite=_RULES,
)

PROCEDURE = (
    ProcedureStep("Every player bets the Ante.", _RULES),
    ProcedureStep(
        "Six cards face down to each player and to the dealer, three of whose cards are turned face up.", _RULES
    ),
    ProcedureStep("Each player folds, which gives up the Ante, or raises by exactly the Ante.", _RULES),
    ProcedureStep(
        "The dealer turns the other three cards over. Everybody makes the best hand of five cards; the sixth card "
        "breaks no ties.",
        _RULES,
    ),
    ProcedureStep(
        "Without ace-king or better the dealer does not qualify: the Ante pushes, and the Raise still wins, loses or "
        "pushes by the hands.",
        _RULES,
    ),
    ProcedureStep("Otherwise the higher hand wins both wagers at even money; equal hands push.", _RULES),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="six-card-poker",
            name="Six Card Poker",
            about="The best five of six cards each, three of the dealer's face up: fold, or raise the Ante.",
            own=6,
            dealer=6,
            dealer_up=3,
            value=best_five_value,
            lines=five_card_lines,
            describe=describe,
            qualifies=ACE_KING,
            qualifies_words="ace-king or better",
            stakes=(ANTE, RAISE),
            streets=(Street("raise", "raise", (FOLD, StreetChoice("1x", 1))),),
            options=(DEALER_QUALIFIES,),
            irregularities=as_in_three_card_poker(face_up=3),
            procedure=PROCEDURE,
            chart=CHART,
            simpler=SIMPLER,
            entries=(48,),
            published=PUBLISHED,
            sources=(
                "https://wizardofodds.com/games/six-card-poker/",
                "https://gambatria.blogspot.com/2011/09",
            ),
            missing=("Aces Up and the Two-Way Bad Beat: pay tables and the effect of a fold are not published",),
        ),
    )


def build() -> Game:
    return game_of(rules())
