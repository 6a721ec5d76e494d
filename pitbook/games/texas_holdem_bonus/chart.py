"""A strategy of Texas Hold'em Bonus after the flop that people can learn; before it the solver's grid is learned.

No strategy in words is published: these rules follow the solver's choices, and their cost is counted. A bet is right
where the hand is more likely to win than to lose, and how many cards would beat it says most about that.
"""

from pitbook.cards import TEN, Cards, rank, suit
from pitbook.families.poker.rules.board_draws import dealer_outs, has_board_pair, has_hidden_pair, straight_outs
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.hands.poker import STRAIGHT, class_of
from pitbook.hands.stud import best_five_value

TURN_OUTS, TURN_HIGH, TURN_STRAIGHT, TURN_FLUSH = 6, 9, 17, 25
RIVER_OUTS, RIVER_SUITS, RIVER_FLUSH = 7, 10, 12
"""The most cards that may beat the player as one of the dealer's, beside the board that is face up."""

TURN = (
    ChartRule("1x", f"{TURN_OUTS} or fewer cards that beat you as one of the dealer's"),
    ChartRule("1x", f"four of one suit, not all on the board, and {TURN_FLUSH} or fewer cards that beat you"),
    ChartRule(
        "1x",
        f"{TURN_HIGH} or fewer cards that beat you, with a straight draw, or with a ten or higher as lower card where "
        "no two cards of the board are of a suit that you have none of",
    ),
    ChartRule(
        "1x", f"an open straight draw, which two ranks complete, and {TURN_STRAIGHT} or fewer cards that beat you"
    ),
    ChartRule("check", "everything else"),
)
RIVER = (
    ChartRule("1x", f"{RIVER_OUTS} or fewer cards that beat you as one of the dealer's"),
    ChartRule(
        "1x",
        f"{RIVER_SUITS} or fewer cards that beat you, but not where the board has three of a suit that you have none "
        "of",
    ),
    ChartRule("1x", f"four of one suit, not all on the board, and {RIVER_FLUSH} or fewer cards that beat you"),
    ChartRule("check", "everything else"),
)


def most_with_own(own: Cards, board: Cards) -> int:
    """How many cards of one suit there are with at least one in the hand."""
    most = 0
    for each in range(2):
        of_suit = 0
        for card in own:
            of_suit += suit(card) == suit(own[each])
        for card in board:
            of_suit += suit(card) == suit(own[each])
        most = max(most, of_suit)
    return most


def most_on_board(board: Cards) -> int:
    """How many cards of one suit the board has at most."""
    counts = 0
    for card in board:
        counts += 1 << 4 * suit(card)
    most = 0
    for each in range(4):
        most = max(most, counts >> 4 * each & 15)
    return most


def has_foreign_pair(own: Cards, board: Cards) -> bool:
    """Whether two cards of the board are of one suit that the player has none of."""
    for each in range(4):
        of_suit = 0
        for card in board:
            of_suit += suit(card) == each
        if of_suit >= 2 and suit(own[0]) != each and suit(own[1]) != each:
            return True
    return False


def pick_turn(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds on the flop."""
    if has_board_pair(own, board):
        return 0  # at most two ranks of three cards each would beat a pair with the board
    value = best_five_value((own[0], own[1], board[0], board[1], board[2]))
    four = most_with_own(own, board) >= 4
    outs = dealer_outs(own, board, value, TURN_FLUSH if four else TURN_STRAIGHT)
    if outs <= TURN_OUTS:
        return 0
    if four and outs <= TURN_FLUSH:
        return 1
    if outs > TURN_STRAIGHT:
        return 4
    draws = straight_outs(own, board)
    high = min(rank(own[0]), rank(own[1])) >= TEN and not has_foreign_pair(own, board)
    if outs <= TURN_HIGH and (draws >= 1 or high):
        return 2
    return 3 if draws >= 2 else 4


def pick_river(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards of the board."""
    value = best_five_value((own[0], own[1], board[0], board[1], board[2], board[3]))
    outs = dealer_outs(own, board, value, RIVER_FLUSH)
    if outs <= RIVER_OUTS:
        return 0
    if outs > RIVER_FLUSH:
        return 3
    four = most_with_own(own, board) >= 4
    if outs <= RIVER_SUITS and (four or most_on_board(board) < 3):
        return 1
    return 2 if four else 3


CHART = (StreetChart("turn", TURN, pick_turn), StreetChart("river", RIVER, pick_river))


# -- simpler rules -----------------------------------------------------------------------------------------------------

EVERY_HAND = (ChartRule("2x", "every hand"),)
TURN_NUMBER = (
    ChartRule("1x", f"{TURN_OUTS} or fewer cards that beat you as one of the dealer's"),
    ChartRule("check", "everything else"),
)
RIVER_NUMBER = (
    ChartRule("1x", f"{RIVER_SUITS} or fewer cards that beat you as one of the dealer's"),
    ChartRule("check", "everything else"),
)
NO_COUNTING = (
    ChartRule("1x", "a pair with one of your two cards, or a straight or better"),
    ChartRule("check", "everything else"),
)


def pick_every_hand(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The only rule."""
    return 0


def pick_turn_number(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds on the flop."""
    value = best_five_value((own[0], own[1], board[0], board[1], board[2]))
    return 0 if dealer_outs(own, board, value, TURN_OUTS) <= TURN_OUTS else 1


def pick_river_number(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards of the board."""
    value = best_five_value((own[0], own[1], board[0], board[1], board[2], board[3]))
    return 0 if dealer_outs(own, board, value, RIVER_SUITS) <= RIVER_SUITS else 1


def pick_turn_pair(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds on the flop."""
    if has_hidden_pair(own, board):
        return 0
    return 0 if class_of(best_five_value((own[0], own[1], board[0], board[1], board[2]))) >= STRAIGHT else 1


def pick_river_pair(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards of the board."""
    if has_hidden_pair(own, board):
        return 0
    return 0 if class_of(best_five_value((own[0], own[1], board[0], board[1], board[2], board[3]))) >= STRAIGHT else 1


SIMPLER = (
    (StreetChart("flop", EVERY_HAND, pick_every_hand),),
    (StreetChart("turn", TURN_NUMBER, pick_turn_number),),
    (StreetChart("river", RIVER_NUMBER, pick_river_number),),
    (StreetChart("turn", TURN_NUMBER, pick_turn_number), StreetChart("river", RIVER_NUMBER, pick_river_number)),
    (StreetChart("turn", NO_COUNTING, pick_turn_pair), StreetChart("river", NO_COUNTING, pick_river_pair)),
)
