"""Triple Shot Rummy: three cards each, the fewest points win; the dealer needs 20 points or less.

The rules are public; no letter encloses them. Catalogue entry 63.
"""

from functools import cache

from pitbook.cards import Cards
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.irregularities import as_in_three_card_poker
from pitbook.families.poker.rules.model import DEALER_QUALIFIES, FOLD, WIN, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.three_card import pair_plus_wager
from pitbook.families.poker.rules.wagers import ante, dealer_out, folded_option, paid_by_hand, ties, wins
from pitbook.games.model import Game, Group, Outcome, ProcedureStep
from pitbook.games.triple_shot_rummy.published import PUBLISHED
from pitbook.hands.stud import rummy_points

_RULES = "public rules"
MOST_POINTS = 30

OUTCOMES = (
    Outcome("zero_points", "0 Points", "all three cards count nothing"),
    Outcome("one_to_five_points", "1 to 5 Points", "five points or less"),
)
ZERO, UP_TO_FIVE = 1, 2


def value(cards: Cards) -> int:
    """The fewer points, the better."""
    return MOST_POINTS - rummy_points(cards)


def lines(value: int) -> int:
    """The line of the Play that a hand is paid by."""
    points = MOST_POINTS - value
    return ZERO | UP_TO_FIVE if points == 0 else UP_TO_FIVE if points <= 5 else 0


def describe(value: int) -> str:
    points = MOST_POINTS - value
    return f"{points} point{'s' if points != 1 else ''}"


ANTE = ante(
    _RULES,
    "Wins even money when you have fewer points than a dealer with 20 or less, or the dealer has more.",
    dealer_out("1 to 1"),
    wins(),
    ties(),
)
PLAY = Stake(
    "play",
    "Play",
    "Equal to the Ante; paid by the table when you win, and pushes when the dealer does not qualify.",
    (
        *paid_by_hand(OUTCOMES, frozenset({WIN})),
        wins(),
        dealer_out("push"),
        ties(),
    ),
    cite=_RULES,
)
FOLDED_PAIR_PLUS = folded_option(
    "pair-plus",
    "Pair Plus",
    "stays",
    "whether Pair Plus stays in play when the player folds, or is lost with the Ante",
    "public rules do not say",
)
PAIR_PLUS = pair_plus_wager(
    "pair-plus",
    "Pair Plus",
    Group("the player's three cards", "player", 3),
    _RULES,
    after_fold=(FOLDED_PAIR_PLUS.name, "stays"),
)

PROCEDURE = (
    ProcedureStep("Every player bets the Ante and may add Pair Plus.", _RULES),
    ProcedureStep(
        "Three cards each. An ace counts one, faces ten, other cards their number; a pair, three of a kind or a suited "
        "run counts nothing, with the ace low in runs.",
        _RULES,
    ),
    ProcedureStep("Each player folds, which gives up the Ante, or bets a Play equal to it.", _RULES),
    ProcedureStep(
        "With more than 20 points the dealer does not qualify: the Ante is paid even money and the Play pushes.", _RULES
    ),
    ProcedureStep(
        "Otherwise fewer points win: the Ante at even money, the Play by its table. Equal points push.", _RULES
    ),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="triple-shot-rummy",
            name="Triple Shot Rummy",
            about="Three cards each, the fewest points win: fold, or play against a dealer who needs 20 or less.",
            own=3,
            dealer=3,
            value=value,
            lines=lines,
            describe=describe,
            by_points=True,
            qualifies=MOST_POINTS - 20,
            qualifies_words="20 points or less",
            stakes=(ANTE, PLAY),
            streets=(Street("play", "play", (FOLD, StreetChoice("1x", 1))),),
            bonuses=(PAIR_PLUS,),
            options=(DEALER_QUALIFIES,),
            house_options=(FOLDED_PAIR_PLUS,),
            irregularities=as_in_three_card_poker(),
            procedure=PROCEDURE,
            entries=(63,),
            published=PUBLISHED,
            sources=("https://wizardofodds.com/games/triple-shot-rummy/",),
            missing=(
                "Triple Shot Bonus (catalogue entry 64): no rule sheet is published",
                "whether Pair Plus survives a fold: here the house chooses",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
