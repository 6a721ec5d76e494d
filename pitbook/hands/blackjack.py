"""Blackjack totals.

A hand is represented as ``(total, soft)``: soft means that an ace in it counts 11. Only :func:`add_card` knows how aces
change, so a dealer's hand drawn card by card and a complete hand get the same total.
"""

from typing import Final

from pitbook.cards import ACE, NINE, Cards, rank

BLACKJACK: Final = 21
"""The highest total that is not a bust."""
DEALER_STANDS: Final = 17


def card_points(card: int) -> int:
    """2 to 9 at face value, 10 for tens and faces, 1 for an ace (which a hand may count as 11)."""
    of_rank = rank(card)
    if of_rank == ACE:
        return 1
    return of_rank + 2 if of_rank < NINE + 1 else 10


def add_card(hand_total: int, soft: bool, card: int) -> tuple[int, bool]:
    """The total and softness after one more card: an ace counts 11 if that does not bust."""
    hand_total += card_points(card)
    if rank(card) == ACE and not soft and hand_total + 10 <= BLACKJACK:
        return hand_total + 10, True
    if soft and hand_total > BLACKJACK:
        return hand_total - 10, False
    return hand_total, soft


def total(cards: Cards) -> tuple[int, bool]:
    """The best total of a hand, and whether it is soft."""
    hand_total = 0
    soft = False
    for card in cards:
        hand_total, soft = add_card(hand_total, soft, card)
    return hand_total, soft


def is_blackjack(first: int, second: int) -> bool:
    """Whether a hand's first two cards are an ace and a ten-value card.

    After a split the same two cards are 21 but not a blackjack (regulation 2.1): do not call it then.
    """
    return card_points(first) + card_points(second) == 11 and (rank(first) == ACE or rank(second) == ACE)


def is_bust(cards: Cards) -> bool:
    """Whether a hand is over 21."""
    return total(cards)[0] > BLACKJACK


def dealer_draws(cards: Cards, hits_soft_17: bool) -> bool:
    """Whether the dealer takes another card: below 17, and on a soft 17 if the rules say so (regulation 2.1)."""
    hand_total, soft = total(cards)
    return draws_at(hand_total, soft, hits_soft_17)


def draws_at(hand_total: int, soft: bool, hits_soft_17: bool) -> bool:
    """The same for a hand whose total is known."""
    return hand_total < DEALER_STANDS or (hand_total == DEALER_STANDS and soft and hits_soft_17)
