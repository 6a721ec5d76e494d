"""The strategy of Ultimate Texas Hold'em that people learn after the flop; before it the solver's grid is learned."""

from pitbook.cards import TEN, TWO, Cards, rank, suit
from pitbook.families.poker.rules.board_draws import dealer_outs, has_hidden_pair
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.hands.poker import STRAIGHT, TWO_PAIR, class_of
from pitbook.hands.stud import best_five_value

MOST_OUTS = 20
"""With more cards that beat the player, folding is better as a rule."""

FLOP = (
    ChartRule("2x", "two pair or better"),
    ChartRule("2x", "a pair with one of your two cards, but not a pair of deuces in the hand"),
    ChartRule("2x", "four of one suit with a ten or higher of it in the hand"),
    ChartRule("check", "everything else"),
)
RIVER = (
    ChartRule("1x", "a pair or better with one of your two cards"),
    ChartRule("1x", f"{MOST_OUTS} or fewer cards that beat you as one of the dealer's"),
    ChartRule("fold", "everything else"),
)


def pick_flop(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds on the flop."""
    if class_of(best_five_value((own[0], own[1], board[0], board[1], board[2]))) >= TWO_PAIR:
        return 0
    pocket = rank(own[0]) == rank(own[1])
    if has_hidden_pair(own, board) and not (pocket and rank(own[0]) == TWO):
        return 1
    return 2 if has_high_flush_draw(own, board) else 3


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
    if has_hidden_pair(own, board):
        return 0
    if class_of(value) >= STRAIGHT and value > best_five_value((board[0], board[1], board[2], board[3], board[4])):
        return 0
    return 1 if dealer_outs(own, board, value, MOST_OUTS) <= MOST_OUTS else 2


CHART = (StreetChart("flop", FLOP, pick_flop), StreetChart("river", RIVER, pick_river))
