"""The pay of a finished hand against each final result of the dealer."""

from typing import Final

from pitbook.families.blackjack.exact.arrays import Bools, Floats, Ints, np
from pitbook.families.blackjack.exact.dealer import BUST, ENDINGS, NATURAL, TOTALS
from pitbook.families.blackjack.rules.posted import FIVE_CARDS, BlackjackRules
from pitbook.hands.blackjack import BLACKJACK

BELOW, AT_ONCE, BUSTED = 0, len(TOTALS) + 1, len(TOTALS) + 2
"""The classes of a player's finished hand: below 17, a total from 17 to 21, paid at once, or bust."""
FINALS: Final = len(TOTALS) + 3
STAKES: Final = 2
"""A hand is played for one wager, or doubled."""


def final_of(total: Ints, size: Ints, rules: BlackjackRules) -> Ints:
    """The class of a finished hand that is not bust, by its total and its number of cards."""
    final = np.maximum(total - TOTALS[0] + 1, BELOW)
    final[ends_at_once(total, size, rules)] = AT_ONCE
    return final


def ends_at_once(total: Ints, size: Ints, rules: BlackjackRules) -> Bools:
    """Whether a house's five-card rule pays the hand as soon as it is held."""
    five: Bools = size >= FIVE_CARDS
    if rules.charlie:
        return five
    return five & (total == BLACKJACK) if rules.five_card_21_pays is not None else np.zeros(len(total), np.bool_)


def payoffs(rules: BlackjackRules) -> Floats:
    """Stake x final x ending: the net win per unit of the first wager of a hand that is not a blackjack."""
    pays = np.zeros((STAKES, FINALS, len(ENDINGS)))
    for index, total in enumerate(TOTALS):
        pays[0, BELOW, index] = -1
        for other, hand in enumerate(TOTALS):
            pays[0, BELOW + 1 + other, index] = np.sign(hand - total)
    pays[0, :, BUST] = 1
    pays[0, AT_ONCE] = float(rules.five_card_21_pays or 1)
    pays[0, BUSTED] = -1
    pays[0, :, NATURAL] = -1
    pays[1] = 2 * pays[0]
    pays[1, AT_ONCE] = 0  # never: a doubled hand has three cards
    if rules.only_original_lost:
        pays[1, :, NATURAL] = -1
    return pays
