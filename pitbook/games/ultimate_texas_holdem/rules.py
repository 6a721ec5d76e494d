"""Ultimate Texas Hold'em: Ante and Blind, and one Play bet of four times, twice or once the Ante.

The rules are public; no letter encloses them. Catalogue entry 65.
"""

from functools import cache

from pitbook.cards import Cards
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.five_card import OUTCOMES, best_five_wager, five_card_lines
from pitbook.families.poker.rules.irregularities import misdeal
from pitbook.families.poker.rules.model import (
    DEALER_QUALIFIES,
    FOLD,
    HIGHER,
    OptionValue,
    PokerRules,
    Stake,
    Street,
    StreetChoice,
)
from pitbook.families.poker.rules.wagers import ante, dealer_out, paid_by_hand, play, ties, wins
from pitbook.games.model import Game, Group, Option, Outcome, ProcedureStep, Wager
from pitbook.games.ultimate_texas_holdem.chart import CHART, SIMPLER
from pitbook.games.ultimate_texas_holdem.published import PUBLISHED
from pitbook.hands.poker import PAIR, describe, value_of
from pitbook.hands.stud import best_five_value

_RULES = "58 Pa. Code ch. 653a"

LARGEST_RAISE = Option(
    "largest-raise",
    ("4x", "3x"),
    "4x",
    "the most that may be bet before the flop",
    _RULES,
    title="Largest raise before the flop",
)

ANTE = ante(
    _RULES,
    "Wins even money when your hand beats a dealer's hand of a pair or better; pushes when the dealer has less.",
    dealer_out("push"),
    wins(),
    ties(),
)
BLIND = Stake(
    "blind",
    "Blind",
    "Equal to the Ante: paid by its table when you win with a straight or better; pushes when you win with less.",
    (
        *paid_by_hand(OUTCOMES[:6], HIGHER),
        wins("push", also_out=True),
        ties(also_out=True),
    ),
    first=1,
    cite=_RULES,
)
PLAY = play(
    _RULES,
    "Three or four times the Ante before the flop, twice after it, or once when the board is complete.",
    wins(also_out=True),
    ties(also_out=True),
)
TRIPS = best_five_wager(
    "trips",
    "Trips",
    "Wins when the best five of your cards and the board are three of a kind or better, whatever the dealer has.",
    Group("the player's cards and the board", "player and board", 7),
    _RULES,
    suits="only flushes",
    lines=7,
    after_fold=True,
)


def bad_beat(player: Cards, dealer: Cards, board: Cards) -> int:
    """The lines of the lower hand, the player's or the dealer's; none where the two are equal."""
    own = best_five_value((player[0], player[1], board[0], board[1], board[2], board[3], board[4]))
    other = best_five_value((dealer[0], dealer[1], board[0], board[1], board[2], board[3], board[4]))
    if own == other:
        return 0
    return five_card_lines(min(own, other)) >> 1  # a royal flush, the first line, is never beaten


BAD_BEAT = Wager(
    slug="bad-beat",
    name="Bad Beat",
    about="Wins when a hand of three of a kind or better is beaten, whether it is yours or the dealer's.",
    groups=(
        Group("the player's two cards", "player", 2),
        Group("the dealer's two cards", "dealer", 2),
        Group("the community cards", "board", 5),
    ),
    outcomes=tuple(
        Outcome(each.name, each.label, f"the beaten hand is a {each.label.lower()}: {each.meaning}")
        for each in OUTCOMES[1:7]
    ),
    rule=bad_beat,
    suits="interchangeable",
    counted_by="poker",
    after_fold=True,
    cite=_RULES,
    loss_words="Bad Beat needs a beaten hand of three of a kind or better",
)
CHECK = StreetChoice("check")

PROCEDURE = (
    ProcedureStep("Every player bets the Ante and an equal Blind, and may add Trips and Bad Beat.", _RULES),
    ProcedureStep("Two cards face down to each player and to the dealer, five to the board.", _RULES),
    ProcedureStep(
        "Each player checks or bets a Play of three or four times the Ante. Three cards are turned over.", _RULES
    ),
    ProcedureStep(
        "Each player who checked checks again or bets twice the Ante. The last two cards are turned over.", _RULES
    ),
    ProcedureStep("Each player who checked twice bets once the Ante or folds, which gives up Ante and Blind.", _RULES),
    ProcedureStep("The dealer opens with a pair or better. If not, the Ante pushes, whichever hand wins.", _RULES),
    ProcedureStep(
        "The higher of the best five of seven wins: Ante and Play at even money, the Blind by its table. The dealer's "
        "higher hand takes Blind and Play, and the Ante if the dealer opened; equal hands push.",
        _RULES,
    ),
    ProcedureStep("Trips and Bad Beat are settled by their pay tables, also for a player who folded.", _RULES),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="ultimate-texas-holdem",
            name="Ultimate Texas Hold'em",
            about="Hold'em against the dealer: the earlier you bet, the more you may; only one Play bet in a round.",
            own=2,
            dealer=2,
            board=5,
            value=best_five_value,
            lines=five_card_lines,
            describe=describe,
            qualifies=value_of(PAIR, 0, 0),
            qualifies_words="a pair or better",
            stakes=(ANTE, BLIND, PLAY),
            streets=(
                Street(
                    "preflop",
                    "play",
                    (
                        CHECK,
                        StreetChoice("3x", 3, ends=True),
                        StreetChoice("4x", 4, ends=True, only_if=OptionValue("largest-raise", "4x")),
                    ),
                ),
                Street("flop", "play", (CHECK, StreetChoice("2x", 2, ends=True)), board=3),
                Street("river", "play", (FOLD, StreetChoice("1x", 1, ends=True)), board=5),
            ),
            bonuses=(TRIPS, BAD_BEAT),
            options=(DEALER_QUALIFIES, LARGEST_RAISE),
            irregularities=misdeal("the dealer", "the board"),
            procedure=PROCEDURE,
            chart=CHART,
            simpler=SIMPLER,
            entries=(65,),
            published=PUBLISHED,
            sources=("58 Pa. Code 653a.12", "https://wizardofodds.com/games/ultimate-texas-hold-em/"),
            missing=(
                "Cover All: no pay table is published",
                "the progressive: the sources give its shares of the meter and not its fixed pays, seed and envy",
                "the pairs bonus: no pay table is published",
                "whether Trips and Bad Beat survive a fold: here they do, as in the published figures",
                "the sources do not say what happens to a card of the board or the dealer that is exposed early",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
