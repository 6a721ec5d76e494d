"""Total 21: the player's two cards and the dealer's up card add up to 21."""

from pitbook import wager
from pitbook.cards import EIGHT, SEVEN, SIX, rank, suit
from pitbook.hands.blackjack import total


@wager(
    player=2,
    up_card=1,
    outcomes=["suited_sevens", "suited_6_7_8", "three_sevens", "straight_6_7_8", "suited_21", "total_21"],
    suits="interchangeable",
)
def total_21(player, up_card):
    """Wins when your two cards and the dealer's up card total 21."""
    cards = player + up_card
    points, _ = total(cards)
    if points != 21:
        return None
    ranks = sorted([rank(card) for card in cards])
    suited = suit(cards[0]) == suit(cards[1]) == suit(cards[2])
    if ranks == [SEVEN, SEVEN, SEVEN]:
        return "suited_sevens" if suited else "three_sevens"
    if ranks == [SIX, SEVEN, EIGHT]:
        return "suited_6_7_8" if suited else "straight_6_7_8"
    return "suited_21" if suited else "total_21"
