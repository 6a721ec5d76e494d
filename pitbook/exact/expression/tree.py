"""The syntax tree of a condition: every node knows its kind, and no node can fail on any deal.

Cards of a group have no order, so nothing here can ask for the first of them: a rule refers to all cards of a group, or
to each in turn. Suits and colours can only be compared for equality.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["number", "truth", "suit", "color", "card", "cards"]
"""The type of a node. A rank is a number, from 2 to 14 for an ace."""


@dataclass(frozen=True, slots=True)
class NumberLiteral:
    """A number literal, a rank by its name, or a suit or colour by its name."""

    kind: Kind
    value: int


@dataclass(frozen=True, slots=True)
class Ref:
    """A whole group, or one card under the name bound by ``any(c in ...)``."""

    name: str
    bound: bool


@dataclass(frozen=True, slots=True)
class CardSet:
    """One or more groups or cards together."""

    kind: Kind
    refs: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A function of one card or of several."""

    kind: Kind
    function: str
    cards: CardSet


@dataclass(frozen=True, slots=True)
class Compare:
    """Two or more values in a chain: ``rank(a) == rank(b) == seven``."""

    signs: tuple[str, ...]
    values: tuple["Node", ...]
    kind: Kind = "truth"


@dataclass(frozen=True, slots=True)
class Between:
    """Whether a number lies in a range, both ends included."""

    value: "Node"
    low: "Node"
    high: "Node"
    kind: Kind = "truth"


@dataclass(frozen=True, slots=True)
class OneOf:
    """Whether a value is one of several."""

    value: "Node"
    choices: tuple["Node", ...]
    kind: Kind = "truth"


@dataclass(frozen=True, slots=True)
class Logic:
    """``and`` or ``or`` of several conditions; ``not`` of one."""

    word: Literal["and", "or", "not"]
    parts: tuple["Node", ...]
    kind: Kind = "truth"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A sum, difference, product or remainder; ``min`` or ``max`` of several numbers."""

    sign: Literal["+", "-", "*", "%", "min", "max"]
    parts: tuple["Node", ...]
    kind: Kind = "number"


How = Literal["any", "every", "count", "sum", "min", "max"]


@dataclass(frozen=True, slots=True)
class Each:
    """Every card of some, one by one under a name: ``count(c in dealer: rank(c) == seven)``."""

    kind: Kind
    how: How
    variable: str
    cards: CardSet
    body: "Node"


@dataclass(frozen=True, slots=True)
class Named:
    """A value named by ``let``; evaluated once per deal."""

    kind: Kind
    name: str
    node: "Node"


Node = NumberLiteral | CardSet | Call | Compare | Between | OneOf | Logic | Arithmetic | Each | Named


def parts_of(node: Node) -> tuple[Node, ...]:
    """The direct children of a node."""
    match node:
        case Call(cards=cards):
            return (cards,)
        case Compare(values=parts) | Logic(parts=parts) | Arithmetic(parts=parts):
            return parts
        case Between(value, low, high):
            return (value, low, high)
        case OneOf(value, choices):
            return (value, *choices)
        case Each(cards=cards, body=body):
            return (cards, body)
        case Named(node=inner):
            return (inner,)
        case _:
            return ()


def walk(node: Node) -> Iterator[Node]:
    """A node and all its descendants."""
    yield node
    for part in parts_of(node):
        yield from walk(part)


@dataclass(frozen=True, slots=True)
class OutcomeRule:
    """A line of the pay table: its outcome, and the condition under which the cards satisfy it."""

    outcome: str
    label: str
    condition: Node


@dataclass(frozen=True, slots=True)
class RuleText:
    """A parsed rule."""

    name: str
    sizes: dict[str, int]
    """Group -> number of cards, in the order of the text."""
    lets: tuple[Named, ...]
    lines: tuple[OutcomeRule, ...]
