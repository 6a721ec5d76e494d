"""The table's own shoe: shuffled in secret, committed to by a hash before anyone bets, revealed when it has been dealt.

The order is derived from 32 random secret bytes by SHAKE-256 and the Fisher-Yates shuffle, so every order is equally
likely. The commitment (here: promise) is the SHA-256 hash of the order and a secret salt. Both are revealed afterwards,
so that anyone can check that no card was moved.
"""

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from pitbook.cards import NO_CARD, Cards, card_names
from pitbook.errors import BadInput, NotApproved

SECRET_BYTES: Final = 32
_WORD: Final = 1 << 64


def random_words(secret: bytes, purpose: str) -> Iterator[int]:
    """An endless stream of pseudorandom 64-bit words, derived from a secret."""
    at_once, page = 512, 0
    while True:
        found = hashlib.shake_256(f"pitbook {purpose} {page}\n".encode() + secret).digest(8 * at_once)
        for start in range(0, len(found), 8):
            yield int.from_bytes(found[start : start + 8], "little")
        page += 1


def below(words: Iterator[int], number: int) -> int:
    """A uniform whole number from 0 to ``number`` - 1, by rejection sampling: biased words are skipped."""
    most = _WORD - _WORD % number
    for word in words:
        if word < most:
            return word % number
    raise ValueError("the stream of words has ended")


def shuffled(cards: Sequence[int], secret: bytes) -> Cards:
    """These cards in a random order that is derived from the secret."""
    order, words = list(cards), random_words(secret, "shuffle")
    for last in range(len(order) - 1, 0, -1):
        other = below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class SealedShoe:
    """A shuffled shoe whose order only the table knows."""

    order: Cards
    """``NO_CARD`` for cards that are not known: see :attr:`promised`."""
    salt: str
    """64 hexadecimal digits."""
    promised: str = ""
    """The commitment of a shoe that this server cannot open; empty if its order is known."""
    kept: Mapping[str, str] | None = None
    """The encrypted form that the log has instead of order and salt, if it is sealed there."""
    names: str = field(init=False, compare=False)
    """The order as events record it; empty if it is not known."""
    promise: str = field(init=False, compare=False)
    """The commitment that is shown before the first bet. Every view of the table has it, so it is computed once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", card_names(self.order) if self.is_known else "")
        object.__setattr__(self, "promise", self.promised or _promise(self.names, self.salt))

    @property
    def is_known(self) -> bool:
        """Whether its order is known; otherwise only the cards that have been dealt are."""
        return not self.promised

    def check_known(self, position: int, count: int) -> None:
        """Refuses to deal cards that this server does not know."""
        if NO_CARD in self.order[position : position + count]:
            raise BadInput(
                "the order of this shoe cannot be opened on this server: a supervisor voids the round, and a fresh "
                "shoe is shuffled"
            )

    @property
    def secret(self) -> dict[str, str]:
        """The secret part for the table's own log."""
        return dict(self.kept) if self.kept is not None else {"order": self.names, "salt": self.salt}


def promise_of(order: Sequence[int], salt: str) -> str:
    """The commitment to an order of cards."""
    return _promise(card_names(order), salt)


def _promise(names: str, salt: str) -> str:
    return hashlib.sha256(f"pitbook shoe\n{salt}\n{names}\n".encode()).hexdigest()


def seal(cards: Sequence[int], secret: bytes) -> SealedShoe:
    """Shuffles and seals a shoe."""
    salt = hashlib.sha256(b"pitbook salt\n" + secret).hexdigest()
    return SealedShoe(shuffled(cards, secret), salt)


class Chance(Protocol):
    """The source of randomness for a table's own cards and numbers."""

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        """Shuffles and seals these cards."""
        ...

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, each as likely."""
        ...


class SecretChance(ABC):
    """Randomness from secret bytes, new ones for each shoe and number."""

    @abstractmethod
    def secret(self) -> bytes:
        """Random bytes that stay secret."""

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        """Shuffles and seals these cards."""
        return seal(cards, self.secret())

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, each as likely."""
        return low + below(random_words(self.secret(), name), high - low + 1)


class OsChance(SecretChance):
    """Randomness of the operating system: the only source allowed for the tables of a house."""

    def secret(self) -> bytes:
        return secrets.token_bytes(SECRET_BYTES)


def check_chance(chance: Chance) -> None:
    """Refuses any source of randomness for a card-room table except the operating system's: others are predictable."""
    if not isinstance(chance, OsChance):
        raise NotApproved(
            f"a table of the house must shuffle with the operating system's random numbers, not with a "
            f"{type(chance).__name__}"
        )
