"""Crazy 4 Poker: the best four of five cards, Ante and Super Bonus, and a Play of up to three times with aces.

The rules are public; no letter encloses them. Catalogue entry 15.
"""

from functools import cache

from pitbook.cards import KING
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.four_card import (
    ACES_OR_BETTER,
    OUTCOMES,
    PAIR_OF_QUEENS,
    best_four_wager,
    four_card_lines,
)
from pitbook.families.poker.rules.irregularities import as_in_three_card_poker
from pitbook.families.poker.rules.model import DEALER_QUALIFIES, FOLD, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.wagers import ante, dealer_out, folded_option, paid_by_hand, play, ties, wins
from pitbook.games.crazy_4_poker.published import PUBLISHED
from pitbook.games.model import Game, Group, ProcedureStep
from pitbook.hands.poker import value_of
from pitbook.hands.stud import HIGH_CARD_4, best_four_value, describe_four

_RULES = "58 Pa. Code ch. 657a"

KING_HIGH = value_of(HIGH_CARD_4, 0, 1 << KING)
"""Below every king-high hand and above every queen-high one."""

ANTE = ante(
    _RULES,
    "Wins even money when your hand beats a dealer's hand of king high or better; pushes when the dealer has less.",
    dealer_out("push"),
    wins(),
    ties(),
)
SUPER_BONUS = Stake(
    "super-bonus",
    "Super Bonus",
    "Equal to the Ante: paid for a straight or better even when the dealer wins; lost when you lose with less.",
    (
        *paid_by_hand(OUTCOMES[:6]),
        dealer_out("push"),
        wins("push"),
        ties(),
    ),
    first=1,
    cite=_RULES,
)
PLAY = play(
    _RULES,
    "Equal to the Ante, or up to three times as much with a pair of aces or better.",
    dealer_out("1 to 1"),
    wins(),
    ties(),
)
FOLDED_QUEENS_UP = folded_option(
    "queens-up",
    "Queens Up",
    "loses",
    "whether Queens Up is lost with a folded hand or stays in play",
    "public rules differ",
)
QUEENS_UP = best_four_wager(
    "queens-up",
    "Queens Up",
    "Wins when the best four of your five cards are a pair of queens or better, whatever the dealer has.",
    Group("the player's five cards", "player", 5),
    _RULES,
    PAIR_OF_QUEENS,
    after_fold=(FOLDED_QUEENS_UP.name, "stays"),
)

PROCEDURE = (
    ProcedureStep("Every player bets the Ante and an equal Super Bonus, and may add Queens Up.", _RULES),
    ProcedureStep("Five cards face down to each player and to the dealer; each makes the best hand of four.", _RULES),
    ProcedureStep(
        "Each player folds, which gives up Ante and Super Bonus, or bets a Play equal to the Ante. With a pair of aces "
        "or better the Play may be two or three times the Ante.",
        _RULES,
    ),
    ProcedureStep(
        "The dealer turns the dealer's hand over. Without king high or better it does not qualify: the Play is paid "
        "even money and the Ante pushes.",
        _RULES,
    ),
    ProcedureStep("Otherwise the higher hand wins Ante and Play at even money; equal hands push.", _RULES),
    ProcedureStep(
        "The Super Bonus is paid by its table for a straight or better, even if the dealer wins. With less it is lost "
        "to a qualified dealer's higher hand and pushes otherwise.",
        _RULES,
    ),
    ProcedureStep("Queens Up is settled by its pay table.", _RULES, wagers=("queens-up",)),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="crazy-4-poker",
            name="Crazy 4 Poker",
            about="The best four of five cards against the dealer's: fold, play, or triple with aces or better.",
            own=5,
            dealer=5,
            value=best_four_value,
            lines=four_card_lines,
            describe=describe_four,
            qualifies=KING_HIGH,
            qualifies_words="king high or better",
            hand_words={ACES_OR_BETTER: "a pair of aces or better"},
            stakes=(ANTE, SUPER_BONUS, PLAY),
            streets=(
                Street(
                    "play",
                    "play",
                    (
                        FOLD,
                        StreetChoice("1x", 1),
                        StreetChoice("2x", 2, hands=ACES_OR_BETTER),
                        StreetChoice("3x", 3, hands=ACES_OR_BETTER),
                    ),
                ),
            ),
            bonuses=(QUEENS_UP,),
            options=(DEALER_QUALIFIES,),
            house_options=(FOLDED_QUEENS_UP,),
            irregularities=as_in_three_card_poker(),
            procedure=PROCEDURE,
            entries=(15,),
            published=PUBLISHED,
            sources=("58 Pa. Code ch. 657a", "https://wizardofodds.com/games/crazy-4-poker/"),
            missing=(
                "Coverall: no pay table is published",
                "the progressives: their pay tables are in 58 Pa. Code ch. 657a, which was not read in full",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
