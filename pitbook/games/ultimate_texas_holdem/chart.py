"""A strategy of Ultimate Texas Hold'em after the flop that people can learn; before it the solver's grid is learned.

The published strategy bets 2x with two pair or better, a pair with a card in the hand but not pocket deuces, or four to
a flush with a ten or higher, and 1x with such a pair or better, or where 20 or fewer cards beat the player. These rules
correct it by the solver's choices: small pairs beside three cards of another suit and three of a kind that lies on the
board check, and the last bet is made by the number of cards alone, which is lower for a hand that is worth no more than
the board.
"""

from pitbook.cards import ACE, EIGHT, FIVE, JACK, KING, QUEEN, SIX, TEN, THREE, TWO, Cards, rank, suit
from pitbook.families.poker.rules.board_draws import dealer_outs, has_hidden_pair
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.hands.poker import PAIR, STRAIGHT, THREE_OF_A_KIND, TWO_PAIR, class_of, main_of
from pitbook.hands.stud import best_five_value

MOST_OUTS, MOST_ON_BOARD = 20, 18
"""With more cards that beat the player, folding is better as a rule; the second number is for hands that are worth no
more than the board."""
LOWEST_SAFE = SIX
"""A pair of this rank or higher is worth 2x also beside three cards of one suit."""

FLOP = (
    ChartRule("2x", "two pair or better, but not three of a kind that lies on the board"),
    ChartRule(
        "2x",
        "a pair with one of your two cards, but not a pair of deuces in the hand, nor a pair of fives or lower where "
        "the board has three of a suit that you have none of",
    ),
    ChartRule("2x", "four of one suit with a ten or higher of it in the hand"),
    ChartRule("check", "everything else"),
)
RIVER = (
    ChartRule("1x", f"{MOST_ON_BOARD} or fewer cards that beat you as one of the dealer's"),
    ChartRule("1x", f"{MOST_OUTS} or fewer cards that beat you, where your hand is better than the board alone"),
    ChartRule("fold", "everything else"),
)


def pick_flop(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds on the flop."""
    value = best_five_value((own[0], own[1], board[0], board[1], board[2]))
    if class_of(value) >= TWO_PAIR:
        on_board = rank(board[0]) == rank(board[1]) and rank(board[0]) == rank(board[2])
        return 3 if on_board and class_of(value) == THREE_OF_A_KIND else 0
    if class_of(value) == PAIR and has_hidden_pair(own, board):
        pair = main_of(value)
        pocket_deuces = pair == 1 << TWO and rank(own[0]) == rank(own[1])
        if not (pocket_deuces or (pair < 1 << LOWEST_SAFE and has_foreign_suit(own, board))):
            return 1
    return 2 if has_high_flush_draw(own, board) else 3


def has_foreign_suit(own: Cards, board: Cards) -> bool:
    """Whether all three cards of the board are of a suit that the player has none of."""
    of_board = suit(board[0])
    alike = suit(board[1]) == of_board and suit(board[2]) == of_board
    return alike and suit(own[0]) != of_board and suit(own[1]) != of_board


def has_high_flush_draw(own: Cards, board: Cards) -> bool:
    """Whether four cards are of one suit, a ten or higher of them in the hand."""
    for each in range(2):
        of_suit = 0
        for card in own:
            of_suit += suit(card) == suit(own[each])
        for card in board:
            of_suit += suit(card) == suit(own[each])
        if of_suit == 4 and rank(own[each]) >= TEN:
            return True
    return False


def pick_river(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with the whole board."""
    value = best_five_value((own[0], own[1], board[0], board[1], board[2], board[3], board[4]))
    outs = dealer_outs(own, board, value, MOST_OUTS)
    if outs <= MOST_ON_BOARD:
        return 0
    if outs > MOST_OUTS:
        return 2
    return 1 if value > best_five_value((board[0], board[1], board[2], board[3], board[4])) else 2


CHART = (StreetChart("flop", FLOP, pick_flop), StreetChart("river", RIVER, pick_river))

# -- simpler rules -----------------------------------------------------------------------------------------------------

SUITS_IGNORED = (
    ChartRule("4x", "a pair of threes or better, any ace, K-5, Q-8 and J-T or better, suited or not"),
    ChartRule("check", "everything else"),
)
HIGH_CARDS = (
    ChartRule("4x", "any pair, any ace, and two cards that are both tens or higher"),
    ChartRule("check", "everything else"),
)
ANY_PAIR = (
    ChartRule("2x", "two pair or better, or a pair with one of your two cards"),
    ChartRule("check", "everything else"),
)
ONE_NUMBER = (
    ChartRule("1x", f"{MOST_OUTS} or fewer cards that beat you as one of the dealer's"),
    ChartRule("fold", "everything else"),
)
NO_COUNTING = (
    ChartRule("1x", "a pair with one of your two cards, or a straight or better that the board alone does not make"),
    ChartRule("fold", "everything else"),
)


def pick_suits_ignored(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with two cards."""
    low, high = min(rank(own[0]), rank(own[1])), max(rank(own[0]), rank(own[1]))
    if low == high:
        return 0 if low >= THREE else 1
    kings = high == KING and low >= FIVE
    return 0 if high == ACE or kings or (high == QUEEN and low >= EIGHT) or (high == JACK and low == TEN) else 1


def pick_high_cards(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with two cards."""
    low, high = min(rank(own[0]), rank(own[1])), max(rank(own[0]), rank(own[1]))
    return 0 if low == high or high == ACE or low >= TEN else 1


def pick_any_pair(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds on the flop."""
    value = best_five_value((own[0], own[1], board[0], board[1], board[2]))
    return 0 if class_of(value) >= TWO_PAIR or has_hidden_pair(own, board) else 1


def pick_one_number(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with the whole board."""
    value = best_five_value((own[0], own[1], board[0], board[1], board[2], board[3], board[4]))
    return 0 if dealer_outs(own, board, value, MOST_OUTS) <= MOST_OUTS else 1


def pick_without_counting(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with the whole board."""
    if has_hidden_pair(own, board):
        return 0
    value = best_five_value((own[0], own[1], board[0], board[1], board[2], board[3], board[4]))
    own_made = value > best_five_value((board[0], board[1], board[2], board[3], board[4]))
    return 0 if class_of(value) >= STRAIGHT and own_made else 1


SIMPLER = (
    (StreetChart("preflop", SUITS_IGNORED, pick_suits_ignored),),
    (StreetChart("preflop", HIGH_CARDS, pick_high_cards),),
    (StreetChart("flop", ANY_PAIR, pick_any_pair),),
    (StreetChart("river", ONE_NUMBER, pick_one_number),),
    (StreetChart("river", NO_COUNTING, pick_without_counting),),
    (
        StreetChart("preflop", SUITS_IGNORED, pick_suits_ignored),
        StreetChart("flop", ANY_PAIR, pick_any_pair),
        StreetChart("river", ONE_NUMBER, pick_one_number),
    ),
)
