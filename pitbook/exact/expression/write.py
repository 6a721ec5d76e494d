"""Turns a parsed rule into a function like those of the rulebook.

The cards of each group are few and their number is known, so ``count(c in player: ...)`` is unrolled card by card. The
generated Python source consists only of integers, operators and names made here; it contains no word of the user's
text. It runs as Python and compiled.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import comb
from random import Random
from typing import Any, Final

from pitbook.cards import JOKER
from pitbook.errors import BadInput
from pitbook.exact.expression import functions
from pitbook.exact.expression.parse import LARGEST_RESULT
from pitbook.exact.expression.tree import (
    Arithmetic,
    Between,
    Call,
    CardSet,
    Compare,
    Each,
    Logic,
    Named,
    Node,
    NumberLiteral,
    OneOf,
    RuleText,
    parts_of,
    walk,
)

MOST_STEPS: Final = 6_000
"""The most nodes of the unrolled rule."""
MOST_CLASSES: Final = 1_000
"""The most classes of last groups up to which cards that the rule does not distinguish are counted together."""

_CARDS_FUNCTIONS: Final[Mapping[str, str]] = {
    "suited": "all_same({s})",
    "flush": "all_same({s})",
    "same_rank": "all_same({r})",
    "same_color": "all_same({k})",
    "identical": "all_same({c})",
    "straight": "is_straight({r})",
    "pair": "(held({r}, 2) >= 1)",
    "two_pair": "(held({r}, 2) >= 2)",
    "three_of_a_kind": "(held({r}, 3) >= 1)",
    "full_house": "is_full_house({r})",
    "four_of_a_kind": "(held({r}, 4) >= 1)",
    "soft": "is_soft({c})",
    "total": "total_of({c})",
    "size": "len({r})",
    "ranks": "different({r})",
    "suits": "different({s})",
    "most_of_a_rank": "most_equal({r})",
    "most_of_a_suit": "most_equal({s})",
    "run": "longest_run({r})",
    "high": "max({r})",
    "low": "min({r})",
    "rank": "r{one}",
    "suit": "s{one}",
    "color": "color_of(s{one})",
    "points": "points_of(c{one})",
}
_COLORS: Final = ("color", "same_color")

Bound = Mapping[str, int]
"""The card that each name of ``any(c in ...)`` is currently bound to."""


def is_interchangeable(rule: RuleText) -> bool:
    """Whether only which cards share a suit matters.

    Suits and colours can only be compared for equality. So if the rule names none and asks for no colour, a suit
    permutation changes no answer.
    """
    for node in _all_nodes(rule):
        if isinstance(node, NumberLiteral) and node.kind in ("suit", "color"):
            return False
        if isinstance(node, Call) and node.function in _COLORS:
            return False
    return True


def _all_nodes(rule: RuleText) -> Iterator[Node]:
    for each in (*rule.lets, *(line.condition for line in rule.lines)):
        yield from walk(each)


class _Writer:
    """Generates Python source from nodes."""

    def __init__(self, rule: RuleText) -> None:
        self.rule = rule
        self.places: dict[str, list[int]] = {}
        for group, size in rule.sizes.items():
            first = sum(map(len, self.places.values()))
            self.places[group] = list(range(first, first + size))
        self.locals = {named.name: f"v{number}" for number, named in enumerate(rule.lets)}
        self.steps = 0

    @property
    def all_cards(self) -> list[int]:
        return [place for places in self.places.values() for place in places]

    def cards(self, cards: CardSet, bound: Bound) -> list[int]:
        """The positions of some cards."""
        found: list[int] = []
        for ref in cards.refs:
            found += [bound[ref.name]] if ref.bound else self.places[ref.name]
        return found

    def text(self, node: Node, bound: Bound) -> str:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise BadInput("the rule is too large: nest fewer any(...), every(...) and count(...)")
        match node:
            case NumberLiteral(value=value):
                return str(value)
            case CardSet():
                return f"c{self.cards(node, bound)[0]}"  # only single cards are compared
            case Call(function=function, cards=cards):
                return self.called(function, self.cards(cards, bound))
            case Compare(signs, values):
                words = [self.text(value, bound) for value in values]
                pairs = [f"{words[0]}", *(f"{sign} {word}" for sign, word in zip(signs, words[1:], strict=True))]
                return f"({' '.join(pairs)})"
            case Between(value, low, high):
                return f"({self.text(low, bound)} <= {self.text(value, bound)} <= {self.text(high, bound)})"
            case OneOf(value, choices):
                return _joined(" or ", [self.text(Compare(("==",), (value, each)), bound) for each in choices])
            case Logic("not", (part,)):
                return f"(not {self.text(part, bound)})"
            case Logic(word, parts):
                return _joined(f" {word} ", [self.text(part, bound) for part in parts])
            case Arithmetic("min" | "max" as name, parts):
                return _folded(name, [self.text(part, bound) for part in parts])
            case Arithmetic(sign, parts):
                return _joined(f" {sign} ", [self.text(part, bound) for part in parts])
            case Named(name=name):
                return self.locals[name]
            case Each():
                return self.each(node, bound)

    def called(self, function: str, cards: Sequence[int]) -> str:
        def several(letter: str) -> str:
            return f"({', '.join(f'{letter}{card}' for card in cards)},)"

        colors = f"({', '.join(f'color_of(s{card})' for card in cards)},)"
        self.steps += len(cards)
        return _CARDS_FUNCTIONS[function].format(r=several("r"), s=several("s"), c=several("c"), k=colors, one=cards[0])

    def each(self, node: Each, bound: Bound) -> str:
        bodies = [self.text(node.body, {**bound, node.variable: card}) for card in self.cards(node.cards, bound)]
        match node.how:
            case "any":
                return _joined(" or ", bodies)
            case "every":
                return _joined(" and ", bodies)
            case "count":
                return _joined(" + ", [f"int({body})" for body in bodies])
            case "sum":
                return _joined(" + ", bodies)
            case _:
                return _folded(node.how, bodies)

    def rule_text(self) -> str:
        """The whole function."""
        lines = [f"def rule({', '.join(self.rule.sizes)}):", *self.beginning(self.rule.sizes)]
        lines += [f"    {self.locals[named.name]} = {self.text(named.node, {})}" for named in self.rule.lets]
        lines.append("    lines = 0")
        for bit, line in enumerate(self.rule.lines):
            lines += [f"    if {self.text(line.condition, {})}:", f"        lines |= {1 << bit}"]
        return "\n".join([*lines, "    return lines"])

    def beginning(self, groups: Sequence[str] | Mapping[str, int]) -> Iterator[str]:
        for group in groups:
            for number, place in enumerate(self.places[group]):
                yield from _opened(place, f"{group}[{number}]")

    def card_class_text(self) -> str:
        """The source of the function that classifies cards of the last group as the rule does; empty if that is not
        possible.

        It is possible if the rule looks at the last group only card by card, and each condition depends only on that
        card and the groups before: then cards with the same answers to all conditions are equivalent.
        """
        *before, last = self.rule.sizes
        asked: dict[str, None] = {}
        for node in (*(named.node for named in self.rule.lets), *(line.condition for line in self.rule.lines)):
            found = self.asked_of_one(node, {}, last)
            if found is None:
                return ""
            asked |= dict.fromkeys(found)
        lines = [f"def card_class({', '.join((*before, 'card'))}):", *self.beginning(before)]
        lines += _opened(len(self.all_cards), "card")
        for named in self.rule.lets:
            if not _sees(named.node, last):
                lines.append(f"    {self.locals[named.name]} = {self.text(named.node, {})}")
        lines += ["    key = 0", *(f"    key = key * {2 * LARGEST_RESULT + 1} + int({each})" for each in asked)]
        return "\n".join([*lines, "    return key"])

    def asked_of_one(self, node: Node, bound: Bound, last: str) -> list[str] | None:
        """The conditions on one card of the last group, as source; None if the rule uses the group in another way."""
        if isinstance(node, Named):
            return []  # already visited where its name was bound
        if isinstance(node, CardSet):
            return None if _sees(node, last) else []
        if not isinstance(node, Each):
            return _all_or_none(self.asked_of_one(part, bound, last) for part in parts_of(node))
        asked = []
        if _sees(node.cards, last):
            if _sees(node.body, last):
                return None
            asked.append(self.text(node.body, {**bound, node.variable: len(self.all_cards)}))
        others = [card for card in self.cards(node.cards, bound) if card not in self.places[last]]
        inner = _all_or_none(self.asked_of_one(node.body, {**bound, node.variable: card}, last) for card in others)
        return None if inner is None else asked + inner


def _opened(place: int, card: str) -> Iterator[str]:
    yield f"    c{place} = {card}"
    yield f"    r{place} = (c{place} >> 2) + 2"
    yield f"    s{place} = c{place} & 3"


def _joined(between: str, words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"({between.join(words)})"


def _folded(name: str, words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{name}({', '.join(words)})"


def _sees(node: Node, group: str) -> bool:
    """Whether a node looks at a group."""
    return any(
        isinstance(part, CardSet) and any(ref.name == group and not ref.bound for ref in part.refs)
        for part in walk(node)
    )


def _all_or_none(parts: Iterable[list[str] | None]) -> list[str] | None:
    found: list[str] = []
    for part in parts:
        if part is None:
            return None
        found += part
    return found


def rule_of(rule: RuleText) -> Callable[..., int]:
    """The rule as a function from the groups of cards to a bit mask of the satisfied lines."""
    made: Callable[..., int] = _made(_Writer(rule).rule_text(), "rule")
    return made


def card_class_of(rule: RuleText) -> Callable[..., int] | None:
    """The classifier for cards of the last group, if it has few classes; else None."""
    *before, last = rule.sizes
    if not before or rule.sizes[last] == 1:
        return None
    text = _Writer(rule).card_class_text()
    if not text:
        return None
    card_class: Callable[..., int] = _made(text, "card_class")
    classes = _classes_seen(card_class, [rule.sizes[group] for group in before])
    return card_class if comb(classes + rule.sizes[last] - 1, rule.sizes[last]) <= MOST_CLASSES else None


def _classes_seen(card_class: Callable[..., int], sizes: Sequence[int]) -> int:
    """The number of card classes on sample deals of the groups before; it affects speed, not counts."""
    choose = Random(21)
    most = 1
    for _ in range(50):
        groups = [tuple(choose.randrange(JOKER) for _ in range(size)) for size in sizes]
        most = max(most, len({card_class(*groups, card) for card in range(JOKER)}))
    return most


def _made(text: str, name: str) -> Any:
    """The function of generated source. Its name contains a hash of the source, by which its counts are cached."""
    seen: dict[str, Any] = {
        each: value for each, value in vars(functions).items() if callable(value) and not each.startswith("_")
    }
    seen["__name__"] = functions.__name__
    exec(text, seen)  # noqa: S102 (the source is generated above; it contains no word of a user)
    made = seen[name]
    made.__qualname__ = f"{name}.{hashlib.sha256(text.encode()).hexdigest()}"
    return made
