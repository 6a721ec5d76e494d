"""Mississippi Stud: an Ante on five cards, three on the board, and a bet of one to three times it on each street.

The rules are public; no letter encloses them. Catalogue entry 41.
"""

from functools import cache

from pitbook.cards import JACK, SIX
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.five_card import OUTCOMES, five_card_lines
from pitbook.families.poker.rules.irregularities import misdeal
from pitbook.families.poker.rules.model import FOLD, OutcomeCondition, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.three_card import pair_plus_wager
from pitbook.families.poker.rules.wagers import paid_by_hand
from pitbook.games.mississippi_stud.chart import CHART, NOVICE, NOVICE_WORDS, SIMPLER
from pitbook.games.mississippi_stud.published import PUBLISHED
from pitbook.games.model import Game, Group, Outcome, ProcedureStep
from pitbook.hands.poker import PAIR, class_of, describe, main_of
from pitbook.hands.stud import best_five_value

_RULES = "58 Pa. Code ch. 655a"

HIGH_PAIR = Outcome("pair_of_jacks", "Pair of Jacks or Better", "two jacks, queens, kings or aces")
MIDDLE_PAIR = Outcome("pair_of_sixes", "Pair of Sixes to Tens", "two sixes, sevens, eights, nines or tens")
JACKS, SIXES = 1 << len(OUTCOMES), 2 << len(OUTCOMES)


def lines(value: int) -> int:
    """Every line that a five-card value satisfies; of pairs, jacks or better win and sixes to tens push."""
    found = five_card_lines(value)
    if class_of(value) == PAIR:
        if main_of(value) >= 1 << JACK:
            found |= JACKS
        elif main_of(value) >= 1 << SIX:
            found |= SIXES
    return found


LINES = (
    *paid_by_hand(OUTCOMES[:8]),
    OutcomeCondition(HIGH_PAIR, hands=JACKS),
    OutcomeCondition(MIDDLE_PAIR, hands=SIXES),
)
ANTE = Stake("ante", "Ante", "Paid by the table on your two cards and the three on the board.", LINES, 1, cite=_RULES)


def _street(slug: str, name: str, card: str) -> Stake:
    about = f"One to three times the Ante, bet before the {card} card of the board is turned over."
    return Stake(slug, name, about, LINES, paid_as="ante", cite=_RULES)


STREETS = (
    _street("third-street", "3rd Street", "first"),
    _street("fourth-street", "4th Street", "second"),
    _street("fifth-street", "5th Street", "last"),
)
CHOICES = (FOLD, StreetChoice("1x", 1), StreetChoice("2x", 2), StreetChoice("3x", 3))

THREE_CARD_BONUS = pair_plus_wager(
    "three-card-bonus",
    "3 Card Bonus",
    Group("the community cards", "board", 3),
    _RULES,
    "Wins when the three cards of the board hold a pair or better, also when you have folded.",
    after_fold=True,
)

PROCEDURE = (
    ProcedureStep("Every player bets the Ante and may add the 3 Card Bonus.", _RULES),
    ProcedureStep("Two cards face down to each player, three face down to the board.", _RULES),
    ProcedureStep(
        "Before each card of the board is turned over, a player folds, which gives up all bets, or bets one, two or "
        "three times the Ante on that street.",
        _RULES,
    ),
    ProcedureStep("When all are turned over, every bet is settled by the pay table.", _RULES),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="mississippi-stud",
            name="Mississippi Stud",
            about="Two cards of your own and three on the board: fold, or bet one to three times on each street.",
            own=2,
            board=3,
            value=best_five_value,
            lines=lines,
            describe=describe,
            stakes=(ANTE, *STREETS),
            streets=tuple(Street(stake.slug, stake.slug, CHOICES, board=at) for at, stake in enumerate(STREETS)),
            bonuses=(THREE_CARD_BONUS,),
            irregularities=misdeal("the board"),
            procedure=PROCEDURE,
            chart=CHART,
            simpler=SIMPLER,
            novice=NOVICE,
            novice_words=NOVICE_WORDS,
            entries=(41,),
            published=PUBLISHED,
            sources=("58 Pa. Code 655a.12", "https://wizardofodds.com/games/mississippi-stud/"),
            missing=(
                "Cover All: no pay table is published",
                "the progressive: the sources give its pays in Pennsylvania, not its seed and the amounts of its envy",
                "the sources do not say what happens to a card of the board that is exposed early",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
