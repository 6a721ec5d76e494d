"""Let It Ride: three equal bets on five cards, two of which may be taken back; a pair of tens or better pays.

The rules are public; no letter encloses them. Catalogue entry 39.
"""

from functools import cache

from pitbook.cards import TEN
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.five_card import OUTCOMES, best_five_wager, five_card_lines
from pitbook.families.poker.rules.irregularities import misdeal
from pitbook.families.poker.rules.model import OutcomeCondition, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.three_card import pair_plus_wager
from pitbook.families.poker.rules.wagers import paid_by_hand
from pitbook.games.let_it_ride.chart import CHART, NOVICE, NOVICE_WORDS, SIMPLER
from pitbook.games.let_it_ride.published import PUBLISHED
from pitbook.games.model import Game, Group, Outcome, ProcedureStep
from pitbook.hands.poker import PAIR, class_of, describe, main_of
from pitbook.hands.stud import best_five_value
from pitbook.money import dollars

_RULES = "58 Pa. Code ch. 643a"

TENS_OR_BETTER = Outcome("pair_of_tens", "Pair of Tens or Better", "two tens, jacks, queens, kings or aces")
TENS = 1 << len(OUTCOMES)


def lines(value: int) -> int:
    """Every line that a five-card value satisfies; of pairs, only tens or better pay."""
    tens = TENS if class_of(value) == PAIR and main_of(value) >= 1 << TEN else 0
    return five_card_lines(value) | tens


BET = Stake(
    "bet",
    "Bets 1, 2 and $",
    "Three equal bets on your three cards and the two on the board; you may take back the first two, one by one.",
    (*paid_by_hand(OUTCOMES[:8]), OutcomeCondition(TENS_OR_BETTER, hands=TENS)),
    first=3,
    cite=_RULES,
)
PULL_OR_RIDE = (StreetChoice("pull", -1), StreetChoice("ride"))

THREE_CARD_BONUS = pair_plus_wager(
    "three-card-bonus",
    "3 Card Bonus",
    Group("the player's three cards", "player", 3),
    _RULES,
    "Wins when your own three cards hold a pair or better.",
)
FIVE_CARD_BONUS = best_five_wager(
    "five-card-bonus",
    "5 Card Bonus",
    "One dollar on the five cards: two pair or better wins a fixed sum.",
    Group("the player's cards and the board", "player and board", 5),
    "public rules of one Washington casino",
    lines=8,
    lowest=dollars(1),
    highest=dollars(1),
)

PROCEDURE = (
    ProcedureStep("Every player makes three equal bets, marked 1, 2 and $, and may add the bonuses.", _RULES),
    ProcedureStep("Three cards face down to each player, two face down to the board.", _RULES),
    ProcedureStep(
        "Each player may take back bet 1, or lets it ride. The first card of the board is turned over.", _RULES
    ),
    ProcedureStep(
        "Each player may take back bet 2, or lets it ride. The second card of the board is turned over.", _RULES
    ),
    ProcedureStep("Every bet still in play is paid by the pay table; less than a pair of tens loses.", _RULES),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="let-it-ride",
            name="Let It Ride",
            about="Three equal bets on five cards; take back one or two of them as the board is turned over.",
            own=3,
            board=2,
            value=best_five_value,
            lines=lines,
            describe=describe,
            stakes=(BET,),
            streets=(Street("bet-1", "bet", PULL_OR_RIDE), Street("bet-2", "bet", PULL_OR_RIDE, board=1)),
            bonuses=(THREE_CARD_BONUS, FIVE_CARD_BONUS),
            irregularities=misdeal("the board"),
            procedure=PROCEDURE,
            chart=CHART,
            simpler=SIMPLER,
            novice=NOVICE,
            novice_words=NOVICE_WORDS,
            entries=(39,),
            published=PUBLISHED,
            sources=("58 Pa. Code ch. 643a", "https://wizardofodds.com/games/let-it-ride/"),
            missing=(
                "Cover All and the progressive: no pay tables are published for Washington",
                "the sources do not say what happens to a card of the board that is exposed early",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
