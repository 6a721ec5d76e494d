"""Texas Hold'em Bonus: fold or bet twice the Ante before the flop, then check or bet once on flop and turn.

The rules are public; no letter encloses them. Catalogue entry 53.
"""

from functools import cache

from pitbook.cards import ACE, JACK, KING, QUEEN, Cards, rank, suit
from pitbook.families.poker.rules import five_card
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.five_card import five_card_lines
from pitbook.families.poker.rules.irregularities import misdeal
from pitbook.families.poker.rules.model import (
    FOLD,
    WIN,
    OptionValue,
    OutcomeCondition,
    PokerRules,
    Stake,
    Street,
    StreetChoice,
)
from pitbook.families.poker.rules.wagers import WIN_OUTCOME, ties, wins
from pitbook.games.model import Game, Group, Option, Outcome, ProcedureStep, Wager
from pitbook.games.texas_holdem_bonus.chart import CHART, SIMPLER
from pitbook.games.texas_holdem_bonus.published import PUBLISHED
from pitbook.hands.poker import describe
from pitbook.hands.stud import best_five_value

_RULES = "58 Pa. Code ch. 647a"

ANTE_PAYS_FROM = Option(
    "ante-pays-from",
    ("straight", "flush"),
    "straight",
    "the lowest hand with which a won Ante is paid: a straight in Las Vegas, a flush in Atlantic City",
    _RULES,
    title="Lowest hand that pays the Ante",
)

GOOD_WIN = Outcome("good_win", "Win with a Straight or Better", "your hand is higher, and a straight or better")
FLUSH_OR_BETTER = (
    five_card.FLUSH | five_card.FULL_HOUSE | five_card.FOUR_OF_A_KIND | five_card.STRAIGHT_FLUSH | five_card.ROYAL_FLUSH
)
ANTE = Stake(
    "ante",
    "Ante",
    "Wins even money when you win with a straight or better; pushes when you win with less.",
    (
        OutcomeCondition(
            GOOD_WIN,
            frozenset({WIN}),
            FLUSH_OR_BETTER | five_card.STRAIGHT,
            "1 to 1",
            OptionValue("ante-pays-from", "straight"),
        ),
        OutcomeCondition(
            Outcome("good_win_flush", "Win with a Flush or Better", "your hand is higher, and a flush or better"),
            frozenset({WIN}),
            FLUSH_OR_BETTER,
            "1 to 1",
            OptionValue("ante-pays-from", "flush"),
        ),
        OutcomeCondition(WIN_OUTCOME, frozenset({WIN}), pay="push"),
        ties(),
    ),
    first=1,
    cite=_RULES,
)


def _bet(slug: str, name: str, about: str) -> Stake:
    return Stake(slug, name, about, (wins(), ties()), cite=_RULES)


FLOP = _bet("flop", "Flop", "Twice the Ante, to see the flop.")
TURN = _bet("turn", "Turn", "Equal to the Ante, bet after the flop or not at all.")
RIVER = _bet("river", "River", "Equal to the Ante, bet after the turn or not at all.")

BONUS_OUTCOMES = (
    Outcome("both_aces", "Player and Dealer Pair of Aces", "you and the dealer hold two aces each"),
    Outcome("pair_of_aces", "Pair of Aces", "two aces"),
    Outcome("ace_king_suited", "A-K Suited", "ace and king of one suit"),
    Outcome("ace_queen_suited", "A-Q or A-J Suited", "ace with queen or jack of one suit"),
    Outcome("ace_king", "A-K Unsuited", "ace and king of two suits"),
    Outcome("high_pair", "Pair of Kings, Queens or Jacks", "two kings, queens or jacks"),
    Outcome("ace_queen", "A-Q or A-J Unsuited", "ace with queen or jack of two suits"),
    Outcome("low_pair", "Pair of Tens or Lower", "two tens, nines and so on"),
)
BOTH_ACES, ACES, ACE_KING_SUITED, ACE_QUEEN_SUITED, ACE_KING, HIGH_PAIR, ACE_QUEEN, LOW_PAIR = (
    1 << bit for bit in range(8)
)


def bonus(player: Cards, dealer: Cards) -> int:
    """The line that two hole cards satisfy; two aces each is the only one that looks at the dealer's."""
    high, low = max(rank(player[0]), rank(player[1])), min(rank(player[0]), rank(player[1]))
    suited = suit(player[0]) == suit(player[1])
    if high == ACE and low == ACE:
        return BOTH_ACES | ACES if rank(dealer[0]) == ACE and rank(dealer[1]) == ACE else ACES
    if high == low:
        return HIGH_PAIR if high >= JACK else LOW_PAIR
    if high == ACE and low == KING:
        return ACE_KING_SUITED if suited else ACE_KING
    if high == ACE and low >= JACK and low <= QUEEN:
        return ACE_QUEEN_SUITED if suited else ACE_QUEEN
    return 0


BONUS = Wager(
    slug="bonus",
    name="Bonus",
    about="Wins on your two hole cards: any pair, or an ace with a jack or better.",
    groups=(
        Group("the player's two cards", "player", 2),
        Group("the dealer's two cards", "dealer", 2, only_for=("both_aces",)),
    ),
    outcomes=BONUS_OUTCOMES,
    rule=bonus,
    suits="interchangeable",
    cite=_RULES,
    loss_words="Bonus needs a pair, or an ace with a jack or better",
)

CHECK_OR_BET = (StreetChoice("check"), StreetChoice("1x", 1))
PROCEDURE = (
    ProcedureStep("Every player bets the Ante and may add the Bonus.", _RULES),
    ProcedureStep("Two cards face down to each player and to the dealer, five to the board.", _RULES),
    ProcedureStep("Each player folds, which gives up the Ante, or makes a Flop bet of twice the Ante.", _RULES),
    ProcedureStep("Three cards are turned over; each player checks or makes a Turn bet equal to the Ante.", _RULES),
    ProcedureStep("The fourth card is turned over; each player checks or makes a River bet equal to the Ante.", _RULES),
    ProcedureStep(
        "The last card is turned over. The higher of the best five of seven wins Flop, Turn and River at even money; "
        "the Ante is paid with a straight or better and pushes with less. Equal hands push.",
        _RULES,
    ),
    ProcedureStep("The Bonus is settled by its pay table.", _RULES),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="texas-holdem-bonus",
            name="Texas Hold'em Bonus",
            about="Hold'em against the dealer: pay twice the Ante to see the flop, then bet or check twice.",
            own=2,
            dealer=2,
            board=5,
            value=best_five_value,
            lines=five_card_lines,
            describe=describe,
            stakes=(ANTE, FLOP, TURN, RIVER),
            streets=(
                Street("flop", "flop", (FOLD, StreetChoice("2x", 2))),
                Street("turn", "turn", CHECK_OR_BET, board=3),
                Street("river", "river", CHECK_OR_BET, board=4),
            ),
            bonuses=(BONUS,),
            options=(ANTE_PAYS_FROM,),
            irregularities=misdeal("the dealer", "the board"),
            procedure=PROCEDURE,
            entries=(53,),
            chart=CHART,
            simpler=SIMPLER,
            published=PUBLISHED,
            sources=("58 Pa. Code ch. 647a", "https://wizardofodds.com/games/texas-hold-em-bonus/"),
            missing=(
                "which Ante rule Washington approved: it is an option",
                "the Colorado variation: a house edge of 2.3496% is published, and its rules are not",
                "the sources do not say what happens to a card of the board or the dealer that is exposed early",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
