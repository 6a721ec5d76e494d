"""The deck of a round, and the deck without the known cards of a situation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitbook.cards import JOKER, RANKS, Cards, card_name
from pitbook.errors import BadInput
from pitbook.families.poker.rules.model import PokerRules


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a round is dealt from, by rising number."""

    cards: Cards

    @classmethod
    def of(cls, rules: PokerRules, dead: Cards = (), dealt: Cards = ()) -> "Deck":
        """The game's pack without dead cards and without cards already dealt."""
        pack = range(JOKER + 1 if rules.joker else JOKER)
        gone = (*dead, *dealt)
        for card in gone:
            if card not in pack:
                raise BadInput(f"{rules.slug} is played without {card_name(card)}")
            if gone.count(card) > 1:
                raise BadInput(f"{card_name(card)} is there twice: the game has one deck")
        left = tuple(card for card in pack if card not in gone)
        needed = rules.own + rules.dealer + rules.board - len(dealt)
        if len(left) < needed:
            raise BadInput(f"{len(left)} cards are left in the deck: {rules.slug} needs {needed}")
        return cls(left)

    def array(self) -> Any:
        import numpy as np

        return np.array(self.cards, np.int64)

    def place(self, card: int) -> int:
        """The position of a card in the deck."""
        return self.cards.index(card)

    def suit_blocks(self, *held: Cards) -> tuple[list[int], list[int]]:
        """The suits ordered so that equivalent ones are adjacent, and the number of each suit's block.

        Suits are equivalent if the deck, and each given set of cards, has the same ranks of them.
        """

        def ranks(of: Sequence[int], suit: int) -> int:
            return sum(1 << (card >> 2) for card in of if card < JOKER and card & 3 == suit)

        keys = [tuple(ranks(cards, suit) for cards in (self.cards, *held)) for suit in range(4)]
        suits = sorted(range(4), key=lambda suit: (keys[suit], suit))
        numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        return suits, [numbers[keys[suit]] for suit in suits]


def deck_left(rules: PokerRules, dead: Cards, hand: Cards, board: Cards, dealer: Cards) -> Deck:
    """The deck without these cards; refused if they cannot be dealt together."""
    lots = list(dict.fromkeys(rules.own_at(street) for street in rules.streets))
    if len(hand) not in lots:
        raise BadInput(f"{rules.slug} deals {' or '.join(map(str, lots))} cards to a player, not {len(hand)}")
    for cards, most, where in ((board, rules.board, "to the board"), (dealer, rules.dealer, "to the dealer")):
        if len(cards) > most:
            raise BadInput(f"{rules.slug} deals {most or 'no'} cards {where}, not {len(cards)}")
    return Deck.of(rules, dead, (*hand, *board, *dealer))


def hand_name(cards: Cards) -> str:
    """``AKs``, ``T9o``, ``77``: two hole cards as players write them."""
    low, high = sorted(cards)
    ranks = RANKS[high >> 2] + RANKS[low >> 2]
    return ranks if low >> 2 == high >> 2 else ranks + ("s" if low & 3 == high & 3 else "o")
