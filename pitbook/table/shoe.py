"""The table's own shoe: shuffled in secret, promised by a hash before anyone bets, shown when it has been dealt.

The order follows from 32 secret bytes by SHAKE-256 and the shuffle of Fisher and Yates, which prefers no order.
The promise is the SHA-256 hash of the order and a secret salt; whoever is shown both afterwards can check that no card
was moved.
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
    """An endless stream of 64-bit words that follows from a secret."""
    at_once, page = 512, 0
    while True:
        found = hashlib.shake_256(f"pitbook {purpose} {page}\n".encode() + secret).digest(8 * at_once)
        for start in range(0, len(found), 8):
            yield int.from_bytes(found[start : start + 8], "little")
        page += 1


def below(words: Iterator[int], number: int) -> int:
    """A whole number from 0 to ``number`` - 1, each exactly as likely: words beyond the last full round are skipped."""
    most = _WORD - _WORD % number
    for word in words:
        if word < most:
            return word % number
    raise ValueError("the stream of words has ended")


def shuffled(cards: Sequence[int], secret: bytes) -> Cards:
    """These cards in a random order that follows from the secret."""
    order, words = list(cards), random_words(secret, "shuffle")
    for last in range(len(order) - 1, 0, -1):
        other = below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class SealedShoe:
    """A shuffled shoe that only the table can look into."""

    order: Cards
    """``NO_CARD`` where the order is not known: see :attr:`promised`."""
    salt: str
    """64 hexadecimal digits."""
    promised: str = ""
    """The promise of a shoe that cannot be opened here; empty where its order is known."""
    kept: Mapping[str, str] | None = None
    """What the record keeps of it instead of its order and salt, where it is sealed there."""
    promise: str = field(init=False, compare=False)
    """What is shown before the first bet. Every view of the table has it, so it is computed once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "promise", self.promised or promise_of(self.order, self.salt))

    @property
    def is_known(self) -> bool:
        """Whether its order is known here: else only the cards that have been dealt from it are."""
        return not self.promised

    def check_known(self, position: int, count: int) -> None:
        """Refuses to deal the next cards where this server does not know them."""
        if NO_CARD in self.order[position : position + count]:
            raise BadInput(
                "the order of this shoe cannot be opened on this server: a supervisor voids the round, and a fresh "
                "shoe is shuffled"
            )

    @property
    def secret(self) -> dict[str, str]:
        """What the table's own record keeps of it."""
        return dict(self.kept) if self.kept is not None else {"order": card_names(self.order), "salt": self.salt}


def promise_of(order: Sequence[int], salt: str) -> str:
    """The hash that binds a table to an order of cards."""
    return hashlib.sha256(f"pitbook shoe\n{salt}\n{card_names(order)}\n".encode()).hexdigest()


def seal(cards: Sequence[int], secret: bytes) -> SealedShoe:
    """Shuffles and seals a shoe."""
    salt = hashlib.sha256(b"pitbook salt\n" + secret).hexdigest()
    return SealedShoe(shuffled(cards, secret), salt)


class Chance(Protocol):
    """Where a table's own cards and numbers come from."""

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        """Shuffles and seals these cards."""
        ...

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, each as likely."""
        ...


class SecretChance(ABC):
    """Chance that follows from secret bytes, new ones for each shoe and number."""

    @abstractmethod
    def secret(self) -> bytes:
        """Bytes that nobody can foretell, and nobody is ever told."""

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        """Shuffles and seals these cards."""
        return seal(cards, self.secret())

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, each as likely."""
        return low + below(random_words(self.secret(), name), high - low + 1)


class OsChance(SecretChance):
    """Secrets of the operating system: the only chance that the tables of a house play with."""

    def secret(self) -> bytes:
        return secrets.token_bytes(SECRET_BYTES)


def check_chance(chance: Chance) -> None:
    """Refuses a table of the house whose cards would not come from the operating system: they could be foretold."""
    if not isinstance(chance, OsChance):
        raise NotApproved(
            f"a table of the house shuffles by secrets of the operating system alone, not by a {type(chance).__name__}"
        )
