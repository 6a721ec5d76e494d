"""Conditions of hold'em charts: pairs with hole cards, draws, cards that would beat the player. All can be compiled."""

from pitbook.cards import Cards
from pitbook.families.poker.rules.drawing import ranks_held
from pitbook.hands.stud import best_five_value, best_run


def has_hidden_pair(own: Cards, board: Cards) -> bool:
    """Whether a card in the hand pairs the other one or a card of the board."""
    return own[0] >> 2 == own[1] >> 2 or has_board_pair(own, board)


def has_board_pair(own: Cards, board: Cards) -> bool:
    """Whether a card in the hand pairs a card of the board."""
    for card in board:  # noqa: SIM110 (compiled code has no generators)
        if card >> 2 == own[0] >> 2 or card >> 2 == own[1] >> 2:
            return True
    return False


def straight_outs(own: Cards, board: Cards) -> int:
    """The number of ranks that would complete a straight with the known cards."""
    held = ranks_held(own) | ranks_held(board)
    outs = 0
    for rank in range(13):
        outs += best_run(held | 1 << rank, 5) > 0
    return outs


def value_beside(board: Cards, card: int) -> int:
    """The value of one card with the three to five face-up cards of the board."""
    if len(board) == 3:
        return best_five_value((board[0], board[1], board[2], card))
    if len(board) == 4:
        return best_five_value((board[0], board[1], board[2], board[3], card))
    return best_five_value((board[0], board[1], board[2], board[3], board[4], card))


def dealer_outs(own: Cards, board: Cards, value: int, enough: int) -> int:
    """The remaining cards that beat the player's value with the board alone; counting stops soon after ``enough``.

    Suits matter only where the board has four cards of one: cards of other suits with the same rank are worth the same.
    """
    gone, suits = 0, 0  # by rank and by suit, four bits each
    for card in board:
        gone += 1 << 4 * (card >> 2)
        suits += 1 << 4 * (card & 3)
    for card in own:
        gone += 1 << 4 * (card >> 2)
    flush = -1
    for suit in range(4):
        if suits >> 4 * suit & 15 >= 4:
            flush = suit
    outs = 0
    for rank in range(12, -1, -1):
        others = 4 - (gone >> 4 * rank & 15)
        if flush >= 0:
            card = rank * 4 + flush
            left = card not in (own[0], own[1])
            for each in board:
                left = left and each != card
            if left:
                others -= 1
                outs += value_beside(board, card) > value
        if others and value_beside(board, rank * 4 + ((flush + 1) & 3)) > value:
            outs += others
        if outs > enough:
            return outs
    return outs
