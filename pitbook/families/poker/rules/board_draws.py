"""What charts of hold'em games look at: pairs with hole cards, cards that would beat the player. All compile."""

from pitbook.cards import Cards
from pitbook.hands.stud import best_five_value


def has_hidden_pair(own: Cards, board: Cards) -> bool:
    """Whether a card in the hand pairs the other one or a card of the board."""
    if own[0] >> 2 == own[1] >> 2:
        return True
    for card in board:  # noqa: SIM110 (compiled code has no generators)
        if card >> 2 == own[0] >> 2 or card >> 2 == own[1] >> 2:
            return True
    return False


def dealer_outs(own: Cards, board: Cards, value: int, enough: int) -> int:
    """How many of the 45 cards that are left beat the player's value with the board alone; counts little beyond enough.

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
            if card not in (own[0], own[1], board[0], board[1], board[2], board[3], board[4]):
                others -= 1
                outs += best_five_value((board[0], board[1], board[2], board[3], board[4], card)) > value
        if others:
            card = rank * 4 + ((flush + 1) & 3)
            if best_five_value((board[0], board[1], board[2], board[3], board[4], card)) > value:
                outs += others
        if outs > enough:
            return outs
    return outs
