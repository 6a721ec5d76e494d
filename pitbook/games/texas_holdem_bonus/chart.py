"""A strategy of Texas Hold'em Bonus after the flop that people can learn; before it the solver's grid is learned.

No strategy in words is published: these rules follow the solver's choices, and their cost is counted.
"""

from pitbook.cards import ACE, NINE, Cards, rank
from pitbook.families.poker.rules.board_draws import has_hidden_pair
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import most_of_a_suit, ranks_paired
from pitbook.hands.poker import STRAIGHT, class_of
from pitbook.hands.stud import best_five_value

TURN = (
    ChartRule("1x", "a pair with one of your two cards, or a pair in the hand above the lowest card of the board"),
    ChartRule("1x", "a straight or better"),
    ChartRule("1x", "four of one suit"),
    ChartRule("1x", "an ace, where the board has a pair or your other card is a nine or higher"),
    ChartRule("check", "everything else"),
)
RIVER = (
    ChartRule("1x", "a pair with one of your two cards, or a pair in the hand above the lowest card of the board"),
    ChartRule("1x", "a straight or better"),
    ChartRule("1x", "an ace, where the board has a pair"),
    ChartRule("check", "everything else"),
)


def has_good_pair(own: Cards, board: Cards) -> bool:
    """Whether a card in the hand pairs the board, or the pair in the hand is above the lowest card of the board."""
    if rank(own[0]) != rank(own[1]):
        return has_hidden_pair(own, board)
    for card in board:  # noqa: SIM110 (compiled code has no generators)
        if rank(card) <= rank(own[0]):
            return True
    return False


def has_ace(own: Cards) -> bool:
    """Whether one of the two cards in the hand is an ace."""
    return rank(own[0]) == ACE or rank(own[1]) == ACE


def pick_turn(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds on the flop."""
    all_five = own[0], own[1], board[0], board[1], board[2]
    if has_good_pair(own, board):
        return 0
    if class_of(best_five_value(all_five)) >= STRAIGHT:
        return 1
    if most_of_a_suit(all_five) == 4:
        return 2
    high = rank(own[0]) >= NINE and rank(own[1]) >= NINE
    return 3 if has_ace(own) and (high or ranks_paired(board)) else 4


def pick_river(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards of the board."""
    if has_good_pair(own, board):
        return 0
    if class_of(best_five_value((own[0], own[1], board[0], board[1], board[2], board[3]))) >= STRAIGHT:
        return 1
    return 2 if has_ace(own) and ranks_paired(board) else 3


CHART = (StreetChart("turn", TURN, pick_turn), StreetChart("river", RIVER, pick_river))
