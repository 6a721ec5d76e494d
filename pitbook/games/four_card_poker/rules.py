"""Four Card Poker: the best four of five cards against the best four of the dealer's six, one of them face up.

The rules are public; no letter encloses them. Catalogue entry 32.
"""

from functools import cache

from pitbook.families.poker.rules import four_card
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.four_card import OUTCOMES, best_four_wager, four_card_lines
from pitbook.families.poker.rules.irregularities import as_in_three_card_poker
from pitbook.families.poker.rules.model import FOLD, OutcomeCondition, PokerRules, Street, StreetChoice
from pitbook.families.poker.rules.wagers import ante, ante_bonus, folded_option, play, ties, wins
from pitbook.games.four_card_poker.chart import CHART
from pitbook.games.four_card_poker.published import PUBLISHED
from pitbook.games.model import Game, Group, ProcedureStep
from pitbook.hands.stud import best_four_value, describe_four

_RULES = "58 Pa. Code ch. 641a"

FOUR_OF_A_KIND, STRAIGHT_FLUSH, THREE_OF_A_KIND = OUTCOMES[1:4]

ANTE = ante(_RULES, "Wins even money when your hand is at least as high as the dealer's.", wins(), ties("1 to 1"))
PLAY = play(
    _RULES,
    "One to three times the Ante, made after you have seen your cards and one of the dealer's.",
    wins(),
    ties("1 to 1"),
)
ANTE_BONUS = ante_bonus(
    _RULES,
    "Automatic Bonus",
    "Paid on the Ante for three of a kind or better once you play, whatever the dealer has.",
    "less than three of a kind: the bonus pays nothing",
    OutcomeCondition(FOUR_OF_A_KIND, hands=four_card.FOUR_OF_A_KIND),
    OutcomeCondition(STRAIGHT_FLUSH, hands=four_card.STRAIGHT_FLUSH),
    OutcomeCondition(THREE_OF_A_KIND, hands=four_card.THREE_OF_A_KIND),
)
FOLDED_ACES_UP = folded_option(
    "aces-up",
    "Aces Up",
    "stays",
    "whether Aces Up stays in play when the player folds, or is lost with the Ante",
    "public rules say only that a fold gives up the Ante",
)
ACES_UP = best_four_wager(
    "aces-up",
    "Aces Up",
    "Wins when the best four of your five cards are a pair of aces or better, whatever the dealer has.",
    Group("the player's five cards", "player", 5),
    _RULES,
    four_card.PAIR_OF_ACES,
    alone=True,
    after_fold=(FOLDED_ACES_UP.name, "stays"),
)

PROCEDURE = (
    ProcedureStep("Before the deal a player bets the Ante, Aces Up, or both.", _RULES),
    ProcedureStep(
        "Five cards face down to each player and six to the dealer, one of them face up. Each makes the best hand of "
        "four cards.",
        _RULES,
    ),
    ProcedureStep(
        "Each player with an Ante folds, which gives up the Ante, or bets a Play of one, two or three times the Ante.",
        _RULES,
    ),
    ProcedureStep(
        "The dealer turns the other five cards over and always plays. A hand as high as the dealer's or higher wins "
        "Ante and Play at even money; a lower one loses both.",
        _RULES,
    ),
    ProcedureStep(
        "The Automatic Bonus is paid on the Ante for three of a kind or better to every player who played, also when "
        "the dealer wins.",
        _RULES,
    ),
    ProcedureStep("Aces Up is settled by its pay table.", _RULES, wagers=("aces-up",)),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="four-card-poker",
            name="Four Card Poker",
            about="The best four of five cards against the dealer's six, one face up; you win ties and may triple.",
            own=5,
            dealer=6,
            dealer_up=1,
            value=best_four_value,
            lines=four_card_lines,
            describe=describe_four,
            stakes=(ANTE, PLAY, ANTE_BONUS),
            streets=(
                Street("play", "play", (FOLD, StreetChoice("1x", 1), StreetChoice("2x", 2), StreetChoice("3x", 3))),
            ),
            bonuses=(ACES_UP,),
            house_options=(FOLDED_ACES_UP,),
            irregularities=as_in_three_card_poker(face_up=1),
            procedure=PROCEDURE,
            entries=(32,),
            chart=CHART,
            published=PUBLISHED,
            sources=("58 Pa. Code ch. 641a", "https://wizardofodds.com/games/four-card-poker/"),
            missing=("the Bad Beat Bonus and the progressive: no pay tables are published",),
        ),
    )


def build() -> Game:
    return game_of(rules())
