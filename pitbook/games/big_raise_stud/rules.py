"""Big Raise Stud Poker: three cards of your own and two on the board, paid by a table; fold or raise one to four times.

The rules are public; no letter encloses them. Catalogue entry 8.
"""

from functools import cache

from pitbook.cards import SIX, TEN
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.five_card import OUTCOMES, five_card_lines
from pitbook.families.poker.rules.irregularities import misdeal
from pitbook.families.poker.rules.model import FOLD, OutcomeCondition, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.three_card import pair_plus_wager
from pitbook.families.poker.rules.wagers import folded_option, paid_by_hand
from pitbook.games.big_raise_stud.chart import CHART, NOVICE, NOVICE_WORDS, SIMPLER
from pitbook.games.big_raise_stud.published import PUBLISHED
from pitbook.games.model import Game, Group, Outcome, ProcedureStep
from pitbook.hands.poker import PAIR, class_of, describe, main_of
from pitbook.hands.stud import best_five_value

_RULES = "public rules"

HIGH_PAIR = Outcome("pair_of_tens", "Pair of Tens or Better", "two tens, jacks, queens, kings or aces")
MIDDLE_PAIR = Outcome("pair_of_sixes", "Pair of Sixes to Nines", "two sixes, sevens, eights or nines")
TENS, SIXES = 1 << len(OUTCOMES), 2 << len(OUTCOMES)


def lines(value: int) -> int:
    """Every line that a five-card value satisfies; of pairs, tens or better win and sixes to nines push."""
    found = five_card_lines(value)
    if class_of(value) == PAIR:
        if main_of(value) >= 1 << TEN:
            found |= TENS
        elif main_of(value) >= 1 << SIX:
            found |= SIXES
    return found


LINES = (
    *paid_by_hand(OUTCOMES[:8]),
    OutcomeCondition(HIGH_PAIR, hands=TENS),
    OutcomeCondition(MIDDLE_PAIR, hands=SIXES),
)
ANTE = Stake("ante", "Ante", "Paid by the table on your three cards and the two on the board.", LINES, 1, cite=_RULES)
RAISE = Stake(
    "raise",
    "Raise",
    "One to four times the Ante, bet before the board is turned over; paid by the same table.",
    LINES,
    paid_as="ante",
    cite=_RULES,
)

FOLDED_BONUS = folded_option(
    "three-card-bonus",
    "3 Card Bonus",
    "stays",
    "whether the 3 Card Bonus is settled after a fold, as Pair Plus rules read, or is lost with the Ante",
    "the public rules say that it is paid exactly like Pair Plus, on which houses differ",
)
THREE_CARD_BONUS = pair_plus_wager(
    "three-card-bonus",
    "3 Card Bonus",
    Group("the player's three cards", "player", 3),
    _RULES,
    "Wins when your own three cards hold a pair or better, whatever comes on the board.",
    after_fold=(FOLDED_BONUS.name, "stays"),
)

PROCEDURE = (
    ProcedureStep("Every player bets the Ante and may add the 3 Card Bonus.", _RULES),
    ProcedureStep("Three cards face down to each player, two face down to the board.", _RULES),
    ProcedureStep(
        "Each player looks and folds, which gives up the Ante, or bets one Raise of one, two, three or four times the "
        "Ante.",
        _RULES,
    ),
    ProcedureStep("The two cards of the board are turned over together; they belong to every player.", _RULES),
    ProcedureStep(
        "Ante and Raise are paid by the same table, from a pair of tens up; a pair of sixes to nines pushes and less "
        "loses.",
        _RULES,
    ),
    ProcedureStep("The 3 Card Bonus is settled by its pay table.", _RULES, wagers=("three-card-bonus",)),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="big-raise-stud",
            name="Big Raise Stud Poker",
            about="Three cards of your own and two on the board: fold, or raise once, up to four times the Ante.",
            own=3,
            board=2,
            value=best_five_value,
            lines=lines,
            describe=describe,
            stakes=(ANTE, RAISE),
            streets=(Street("raise", "raise", (FOLD, *(StreetChoice(f"{times}x", times) for times in range(1, 5)))),),
            bonuses=(THREE_CARD_BONUS,),
            house_options=(FOLDED_BONUS,),
            irregularities=misdeal("the board"),
            procedure=PROCEDURE,
            chart=CHART,
            simpler=SIMPLER,
            novice=NOVICE,
            novice_words=NOVICE_WORDS,
            entries=(8,),
            published=PUBLISHED,
            sources=(
                "https://wizardofodds.com/games/big-raise-stud-poker/",
                "http://gatorslots.com/rules-of-big-raise-stud-poker",
            ),
            missing=(
                "the $1 progressive on the final five cards: its fixed pays and its envy are not published",
                "the sources do not say what happens to a card of the board that is exposed early",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
