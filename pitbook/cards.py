"""Cards as small integers, their names, and the composition of a shoe.

A card is ``rank * 4 + suit``: ranks 0 (deuce) to 12 (ace), suits clubs, diamonds, hearts, spades; the joker is 52.
Rules read these numbers only with :func:`rank` and :func:`suit`, so that the same function runs as Python and compiled.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pitbook.errors import BadInput, quoted

Cards = tuple[int, ...]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

JOKER: Final = 52
JOKER_RANK: Final = 13
"""The result of :func:`rank` for the joker."""

NO_CARD: Final = -1
"""Passed to a rule for a card that was not dealt; its rank is -1 and equals no other."""


def rank(card: int) -> int:
    """0 for a deuce to 12 for an ace; 13 for the joker."""
    return card >> 2


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades (meaningless for the joker)."""
    return card & 3


def is_red(card: int) -> bool:
    """True for diamonds and hearts. The joker is neither colour."""
    return card < JOKER and (suit(card) + 1) & 2 == 2


def is_black(card: int) -> bool:
    """True for clubs and spades. The joker is neither colour."""
    return 0 <= card < JOKER and (suit(card) + 1) & 2 == 0


_RANK_OF = {name: index for index, name in enumerate(RANKS)} | {"10": TEN}
_SUIT_OF = {name: index for index, name in enumerate(SUITS)} | {
    symbol: index for index, symbol in enumerate(SUIT_SYMBOLS)
}
_ALLOWED = "a card is a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s), such as Ks or 10h; the joker is Jk"


def parse_card(text: str) -> int:
    """Parses ``Ks``, ``10h``, ``A♠`` or ``Jk``."""
    word = text.strip()
    # Only ASCII letters change case here: the Kelvin sign is not a king and the long s is not a spade.
    if re.fullmatch("jk|joker", word, re.IGNORECASE | re.ASCII):
        return JOKER
    found = re.fullmatch(r"(10|[2-9TJQKA])([cdhs♣♦♥♠])", word, re.IGNORECASE | re.ASCII)
    if not found:
        raise BadInput(f"there is no card {quoted(text)}: {_ALLOWED}")
    return _RANK_OF[found[1].upper()] * 4 + _SUIT_OF[found[2].lower()]


def parse_cards(text: str) -> Cards:
    """Parses ``"Ks Qs"``, keeping the order; commas are treated as spaces."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def card_words(card: int) -> str:
    """``king of hearts``."""
    return "joker" if card == JOKER else f"{RANK_NAMES[rank(card)]} of {SUIT_NAMES[suit(card)]}"


def card_name(card: int) -> str:
    """``Ks``; the joker is ``Jk``. :func:`parse_card` parses it."""
    return "Jk" if card == JOKER else RANKS[rank(card)] + SUITS[suit(card)]


def card_names(cards: Iterable[int]) -> str:
    """``Ks Qs``, in the order given."""
    return " ".join(card_name(card) for card in cards)


@dataclass(frozen=True, slots=True)
class Shoe:
    """The number of each card left: the composition from which cards are dealt."""

    counts: tuple[int, ...]
    """53 numbers, by card id; the last is the joker's."""

    def __post_init__(self) -> None:
        if len(self.counts) != JOKER + 1 or min(self.counts) < 0:
            raise BadInput("a shoe needs 53 counts, one for each card id, none below zero")

    @classmethod
    def of_decks(cls, decks: int, *, joker: bool = False) -> "Shoe":
        """A full fresh shoe: every card of ``decks`` standard decks, with one joker or none."""
        if not 1 <= decks <= 8:
            raise BadInput(f"{decks} decks: a shoe holds 1 to 8")
        return cls((decks,) * JOKER + (1 if joker else 0,))

    def __len__(self) -> int:
        return sum(self.counts)

    def without(self, cards: Iterable[int]) -> "Shoe":
        """The shoe without these cards; refused if it does not hold them."""
        left = list(self.counts)
        for card, times in Counter(cards).items():
            left[card] -= times
            if left[card] < 0:
                raise BadInput(
                    f"{card_name(card)} occurs {_times(times)}, but the shoe holds it {_times(self.counts[card])}"
                )
        return Shoe(tuple(left))


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")
