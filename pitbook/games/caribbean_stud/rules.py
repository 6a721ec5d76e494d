"""Caribbean Stud Poker: five cards each, one dealer card up, fold or raise twice the Ante; the dealer needs ace-king.

The rules are public; no letter encloses them. Catalogue entry 12.
"""

from functools import cache

from pitbook.cards import ACE, KING
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.five_card import OUTCOMES, five_card_lines
from pitbook.families.poker.rules.irregularities import as_in_three_card_poker
from pitbook.families.poker.rules.model import DEALER_QUALIFIES, FOLD, WIN, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.wagers import ante, dealer_out, paid_by_hand, ties, wins
from pitbook.games.caribbean_stud.chart import CHART, SIMPLER
from pitbook.games.caribbean_stud.published import PUBLISHED
from pitbook.games.model import Game, ProcedureStep
from pitbook.hands.poker import HIGH_CARD, describe, value_of
from pitbook.hands.stud import best_five_value

_RULES = "South Dakota ARSD 20:18:16:15.05"

ACE_KING = value_of(HIGH_CARD, 0, 1 << ACE | 1 << KING)
"""Below every ace-king hand and above every ace-queen one."""

ANTE = ante(
    _RULES,
    "Wins even money when your five cards beat a dealer's hand of ace-king or better, or the dealer has less.",
    dealer_out("1 to 1"),
    wins(),
    ties(),
)
RAISE = Stake(
    "raise",
    "Raise",
    "Twice the Ante, made after you have seen your cards and one of the dealer's; paid by the table when you win.",
    (
        *paid_by_hand(OUTCOMES[:8], frozenset({WIN})),
        wins(),
        dealer_out("push"),
        ties(),
    ),
    cite=_RULES,
)

PROCEDURE = (
    ProcedureStep("Every player bets the Ante.", _RULES),
    ProcedureStep("Five cards face down to each player and to the dealer, whose last card is turned face up.", _RULES),
    ProcedureStep("Each player folds, which gives up the Ante, or raises by exactly twice the Ante.", _RULES),
    ProcedureStep(
        "The dealer turns the other four cards over. Without ace-king or better the dealer does not qualify: the Ante "
        "is paid even money and the Raise pushes.",
        _RULES,
    ),
    ProcedureStep(
        "Otherwise the higher hand wins: the Ante at even money, the Raise by its pay table. The dealer's higher hand "
        "takes both; equal hands push.",
        _RULES,
    ),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="caribbean-stud",
            name="Caribbean Stud Poker",
            about="Five cards each, one of the dealer's face up: fold, or raise twice the Ante.",
            own=5,
            dealer=5,
            dealer_up=1,
            value=best_five_value,
            lines=five_card_lines,
            describe=describe,
            qualifies=ACE_KING,
            qualifies_words="ace-king or better",
            stakes=(ANTE, RAISE),
            streets=(Street("raise", "raise", (FOLD, StreetChoice("2x", 2))),),
            options=(DEALER_QUALIFIES,),
            irregularities=as_in_three_card_poker(face_up=1),
            procedure=PROCEDURE,
            chart=CHART,
            simpler=SIMPLER,
            entries=(12,),
            published=PUBLISHED,
            sources=(
                "South Dakota ARSD 20:18:16:15.05",
                "https://wizardofodds.com/games/caribbean-stud-poker/",
                "https://sdlegislature.gov/api/Rules/13026.html",
            ),
            missing=("the progressive and a 5+1 bonus: no pay tables are published for Washington",),
        ),
    )


def build() -> Game:
    return game_of(rules())
