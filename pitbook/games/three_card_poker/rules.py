"""Three Card Poker: Ante and Play against a dealer who needs a queen, the Ante Bonus, Pair Plus and 6 Card Bonus.

The rules are public; no letter encloses them. Catalogue entries 57 and 60, and of 58, 59 and 61 what is certain.
"""

from functools import cache

from pitbook.cards import QUEEN
from pitbook.families.poker.rules import three_card
from pitbook.families.poker.rules.compose import BOTH, game_of, read_tables
from pitbook.families.poker.rules.five_card import best_five_wager
from pitbook.families.poker.rules.irregularities import of_three_card_poker
from pitbook.families.poker.rules.model import (
    DEALER_QUALIFIES,
    FOLD,
    OutcomeCondition,
    PokerRules,
    Street,
    StreetChoice,
)
from pitbook.families.poker.rules.three_card import OUTCOMES, pair_plus_wager, three_card_lines
from pitbook.families.poker.rules.wagers import ante, ante_bonus, dealer_out, folded_option, play, ties, wins
from pitbook.games.model import Game, Group, ProcedureStep
from pitbook.games.three_card_poker.published import PUBLISHED
from pitbook.hands.poker import value_of
from pitbook.hands.stud import HIGH_CARD_3, describe_three, three_card_value

_RULES = "58 Pa. Code ch. 649a"

QUEEN_HIGH = value_of(HIGH_CARD_3, 0, 1 << QUEEN)
"""Below every queen-high hand and above every jack-high one."""

STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT = OUTCOMES[1:4]

ANTE = ante(
    _RULES,
    "Wins even money when your three cards beat a dealer's hand of queen high or better, or the dealer has less.",
    dealer_out("1 to 1"),
    wins(),
    ties(),
)
PLAY = play(
    _RULES,
    "Equal to the Ante, made after you have seen your cards; pushes when the dealer does not qualify.",
    dealer_out("push"),
    wins(),
    ties(),
)
ANTE_BONUS = ante_bonus(
    _RULES,
    "Ante Bonus",
    "Paid on the Ante for a straight or better once you play, whatever the dealer has.",
    "less than a straight: the Ante Bonus pays nothing",
    OutcomeCondition(STRAIGHT_FLUSH, hands=three_card.STRAIGHT_FLUSH),
    OutcomeCondition(THREE_OF_A_KIND, hands=three_card.THREE_OF_A_KIND),
    OutcomeCondition(STRAIGHT, hands=three_card.STRAIGHT),
)

FOLDED_PAIR_PLUS = folded_option(
    "pair-plus",
    "Pair Plus",
    "loses",
    "whether Pair Plus is lost with a folded hand, as in most casinos, or stays in play",
    "public rules differ",
)
PAIR_PLUS = pair_plus_wager(
    "pair-plus",
    "Pair Plus",
    Group("the player's three cards", "player", 3),
    _RULES,
    alone=True,
    after_fold=(FOLDED_PAIR_PLUS.name, "stays"),
)
SIX_CARD_BONUS = best_five_wager(
    "six-card-bonus",
    "6 Card Bonus",
    "Wins when the best five of your three cards and the dealer's three are three of a kind or better.",
    Group("the player's and the dealer's cards", BOTH, 6),
    _RULES,
    lines=7,
    after_fold=True,
)

PROCEDURE = (
    ProcedureStep("Before the deal a player bets the Ante, Pair Plus, or both, and may add the 6 Card Bonus.", _RULES),
    ProcedureStep("Three cards face down to each player and to the dealer, from one deck of 52.", _RULES),
    ProcedureStep(
        "Each player with an Ante looks and folds, which gives up the Ante, or bets a Play equal to it.", _RULES
    ),
    ProcedureStep(
        "The dealer turns the dealer's hand over. Without a queen or better it does not qualify: the Ante is paid even "
        "money and the Play pushes.",
        _RULES,
    ),
    ProcedureStep("Otherwise the higher hand wins Ante and Play at even money; equal hands push.", _RULES),
    ProcedureStep("The Ante Bonus is paid to every player who played, also when the dealer wins.", _RULES),
    ProcedureStep(
        "Pair Plus and 6 Card Bonus are settled by their pay tables; the 6 Card Bonus also after a fold.", _RULES
    ),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="three-card-poker",
            name="Three Card Poker",
            about="Three cards each: fold, or play against a dealer who needs queen high. Pair Plus can be bet alone.",
            own=3,
            dealer=3,
            value=three_card_value,
            lines=three_card_lines,
            describe=describe_three,
            qualifies=QUEEN_HIGH,
            qualifies_words="queen high or better",
            stakes=(ANTE, PLAY, ANTE_BONUS),
            streets=(Street("play", "play", (FOLD, StreetChoice("1x", 1))),),
            bonuses=(PAIR_PLUS, SIX_CARD_BONUS),
            options=(DEALER_QUALIFIES,),
            house_options=(FOLDED_PAIR_PLUS,),
            irregularities=of_three_card_poker(),
            procedure=PROCEDURE,
            entries=(57, 60, 61),
            published=PUBLISHED,
            sources=(
                "58 Pa. Code ch. 649a",
                "https://wizardofodds.com/games/three-card-poker/",
                "https://www.table-games-online.com/3-card-poker/rules.html",
            ),
            missing=(
                "the progressive: no pay table is published for Washington",
                "Cover All and the Bad Beat Bonus: no pay tables are published",
                "Face Up (catalogue entries 58 and 59): whose cards lie face up is not documented",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
