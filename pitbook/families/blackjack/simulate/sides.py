"""Bonus wagers as lookup tables: the answers of a wager's rule, computed once.

A bonus wager of these games looks at the player's first two cards, and may look at others: the dealer's up card, the
dealer's first two, or the third card dealt to the player. The first two cards determine a **kind** of hand, the others
a column; hands are of one kind if the rule gives the same answers in every column.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pitbook.cards import JOKER, NO_CARD
from pitbook.errors import BadInput
from pitbook.games.model import Wager
from pitbook.games.settle import Layout
from pitbook.money import Cents
from pitbook.simulate.pricing import Priced, price

CARDS: Final = JOKER
UP_CARD, DEALER_TWO, THIRD_CARD = range(3)
"""The kinds of columns: the up card; the dealer's first card x the second; the third card plus one, because 0 means
none."""
FIRST_TWO: Final = -1
"""No card beside the first two: such a wager has the columns of the up card, all alike."""
WIDTHS: Final = (CARDS, CARDS * CARDS, CARDS + 1)


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers of a rule."""

    looks: int
    """The kind of its columns."""
    values: tuple[int, ...]
    """The different answers; a table holds their places here."""
    kind_of: bytes
    """First card x second card -> kind, two bytes each, the lower one first."""
    table: bytes
    """Kind x column -> place of the answer."""


@dataclass(frozen=True, slots=True)
class Side:
    """A bonus wager as it is bet at every seat."""

    slug: str
    priced: Priced
    answers: Answers
    envied: bool
    """Whether the bet qualifies for envy."""


def side_of(layout: Layout, wager: Wager, bet: Cents, meter: Cents | None) -> Side:
    """A bonus wager with the pay of each answer of its rule."""
    reads = tuple(option.index(layout.options) for option in wager.reads)
    answers = answers_of(wager, reads)
    priced = price(layout, wager, bet, answers.values, meter)
    return Side(wager.slug, priced, answers, wager.envy_minimum is not None and bet >= wager.envy_minimum)


def answers_of(wager: Wager, reads: tuple[int, ...]) -> Answers:
    """Calls the rule on every two-card hand with every column; once for equivalent cards."""
    looks = _looks(wager)
    # A group that depends on an option determines which cards are dealt: the simulation deals them accordingly.
    left_out = tuple((NO_CARD,) * group.size for group in wager.groups if group.only_if is not None)
    if looks == FIRST_TWO:
        return _answers(_first_two(wager.rule), UP_CARD, _one_class, (*left_out, *reads))
    return _answers(wager.rule, looks, None if left_out else wager.card_class, (*left_out, *reads))


@cache
def _first_two(rule: Callable[..., int]) -> Callable[..., int]:
    """A rule of the first two cards, called with a dealer's card too."""
    return lambda hand, _, *rest: rule(hand, *rest)


def _one_class(hand: Sequence[int], card: int) -> int:
    """To a rule of the first two cards all other cards are equivalent."""
    return 0


@cache
def _answers(
    rule: Callable[..., int], looks: int, card_class: Callable[..., int] | None, rest: tuple[object, ...]
) -> Answers:
    import numpy as np

    places: dict[int, int] = {}
    kinds: dict[bytes, int] = {}
    kind_of: Any = np.zeros((CARDS, CARDS), np.uint16)
    for first in range(CARDS):
        for second in range(first + 1):
            # The order of a group does not matter, so one order is enough.
            hand = second, first
            cards = (NO_CARD, *range(CARDS)) if looks == THIRD_CARD else tuple(range(CARDS))
            like = [card_class(hand, card) if card_class is not None else card for card in cards]
            examples = [cards[like.index(each)] for each in dict.fromkeys(like)]
            deals = [(one, two) for one in examples for two in examples] if looks == DEALER_TWO else zip(examples)
            said = [places.setdefault(rule(hand, deal, *rest), len(places)) for deal in deals]
            column: Any = np.array([list(dict.fromkeys(like)).index(each) for each in like])
            if looks == DEALER_TWO:
                column = (column[:, None] * len(examples) + column).ravel()
            row = np.array(said, np.uint8)[column].tobytes()
            kind_of[first, second] = kind_of[second, first] = kinds.setdefault(row, len(kinds))
    return Answers(looks, tuple(places), kind_of.astype("<u2").tobytes(), b"".join(kinds))


def _looks(wager: Wager) -> int:
    """Which cards beside the first two the wager looks at."""
    groups = tuple((group.source, group.start, group.size) for group in wager.groups if group.only_if is None)
    known = {
        (): FIRST_TWO,
        (("dealer", 0, 1),): UP_CARD,
        (("dealer", 0, 2),): DEALER_TWO,
        (("player", 2, 1),): THIRD_CARD,
    }
    if groups[:1] != (("player", 0, 2),) or groups[1:] not in known or wager.choice or wager.spots:
        raise BadInput(
            f"{wager.slug} cannot be simulated: a bonus wager here looks at the player's first two cards, and at no "
            "other card or the dealer's up card, the dealer's first two or the player's third"
        )
    return known[groups[1:]]
