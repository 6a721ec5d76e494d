"""Parses the text of a rule and checks its syntax, types and size limits.

Everything is checked while it is parsed, so that the result can be evaluated on any deal.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from pitbook.cards import RANK_NAMES, SUIT_NAMES
from pitbook.errors import BadInput
from pitbook.exact.custom_wager_rule import GROUPS, MOST_CARDS, SINGLE
from pitbook.exact.expression.tree import (
    Arithmetic,
    Between,
    Call,
    CardSet,
    Compare,
    Each,
    How,
    Kind,
    Logic,
    Named,
    Node,
    NumberLiteral,
    OneOf,
    OutcomeRule,
    Ref,
    RuleText,
)
from pitbook.exact.expression.words import Misread, Statement, Word, statements
from pitbook.games.model import listed
from pitbook.games.settle import LOSS

MOST_LINES: Final = 30
MOST_NAMES: Final = 30
DEEPEST: Final = 16
"""The maximum nesting of brackets, functions and ``not``."""
LARGEST: Final = 1_000_000
"""The largest number literal."""
LARGEST_RESULT: Final = 10**12
"""The largest result of a calculation, so that compiled code never overflows."""
LONGEST_LABEL: Final = 60

ALL: Final = "all"

CONSTANTS: Final[Mapping[str, NumberLiteral]] = (
    {name: NumberLiteral("number", place + 2) for place, name in enumerate(("two", *RANK_NAMES[1:]))}
    | {"deuce": NumberLiteral("number", 2)}
    | {name: NumberLiteral("suit", place) for place, name in enumerate(SUIT_NAMES)}
    | {"black": NumberLiteral("color", 0), "red": NumberLiteral("color", 1)}
)
OF_CARD: Final[Mapping[str, Kind]] = {"rank": "number", "suit": "suit", "color": "color", "points": "number"}
"""Functions of one card."""
OF_CARDS: Final[Mapping[str, Kind]] = {
    "suited": "truth",
    "flush": "truth",
    "same_rank": "truth",
    "same_color": "truth",
    "identical": "truth",
    "straight": "truth",
    "pair": "truth",
    "two_pair": "truth",
    "three_of_a_kind": "truth",
    "full_house": "truth",
    "four_of_a_kind": "truth",
    "soft": "truth",
    "total": "number",
    "size": "number",
    "ranks": "number",
    "suits": "number",
    "most_of_a_rank": "number",
    "most_of_a_suit": "number",
    "run": "number",
    "high": "number",
    "low": "number",
}
"""Functions of several cards."""
LARGEST_OF: Final = 100
"""No function of cards returns more."""
EACH: Final[Mapping[str, Kind]] = {
    "any": "truth", "every": "truth", "count": "number", "sum": "number", "min": "number", "max": "number",
}  # fmt: skip
COUNT_OF: Final = "count_of"
FUNCTIONS: Final = (*OF_CARD, *OF_CARDS, *EACH, COUNT_OF)
KEYWORDS: Final = ("and", "or", "not", "in", "let", "cards", "wager")
RESERVED: Final = frozenset((*GROUPS, ALL, *CONSTANTS, *FUNCTIONS, *KEYWORDS))

_SIGNS: Final = ("==", "=", "!=", "<=", ">=", "<", ">")
_KIND_WORDS: Final[Mapping[Kind, str]] = {
    "number": "a number", "truth": "a condition", "suit": "a suit", "color": "a colour", "card": "a card",
    "cards": "cards",
}  # fmt: skip


def parse_rule(text: str) -> RuleText:
    """Parses a rule; an error has the line and column of the first fault."""
    name, sizes = "", dict[str, int]()
    names: dict[str, Named | CardSet] = {}
    lets: list[Named] = []
    lines: list[OutcomeRule] = []
    for statement in statements(text):
        head = statement.head
        if head.text == "wager" and not sizes:
            name = _title(statement)
        elif head.text == "cards" and not sizes:
            sizes = _Reader(statement.words, {}, {}).read_sizes()
        elif not sizes:
            head.refuse("first say which cards the wager looks at, such as 'cards: player 2, up_card 1'")
        elif head.text == "let":
            if len(names) == MOST_NAMES:
                head.refuse(f"a rule has at most {MOST_NAMES} names")
            word, node = _Reader(statement.words, sizes, names).read_let()
            if isinstance(node, CardSet):
                names[word] = node
            else:
                names[word] = Named(node.kind, word, node)
                lets.append(Named(node.kind, word, node))
        else:
            lines.append(_line(statement, sizes, names, lines))
    if not sizes:
        raise Misread("the rule is empty: begin with the cards, such as 'cards: player 2, up_card 1'", 1, 1)
    if not lines:
        raise BadInput("the rule has no line yet: add one, such as 'Pair: pair(player)'")
    return RuleText(name or "Own rule", sizes, tuple(lets), tuple(lines))


def _title(statement: Statement) -> str:
    """The words as written, separated by one space."""
    name = " ".join(word.text for word in statement.words if word.text)
    if not re.fullmatch(r"[\w '-]{1,60}", name):
        statement.words[0].refuse("a wager's name is up to 60 letters and digits")
    return name


def _line(
    statement: Statement, sizes: Mapping[str, int], names: Mapping[str, Node], before: Sequence[OutcomeRule]
) -> OutcomeRule:
    head = statement.head
    if not re.fullmatch(rf"[\w '&+/.,-]{{1,{LONGEST_LABEL}}}", head.text):
        head.refuse(f"a line's name is 1 to {LONGEST_LABEL} letters, digits, spaces and '&+/.,- before the colon")
    outcome = re.sub(r"[^a-z0-9]+", "_", head.text.lower()).strip("_") or f"line_{head.line}"
    if outcome == LOSS:
        head.refuse("a line cannot be called loss: that name means that no line pays")
    if any(line.outcome == outcome for line in before):
        head.refuse(f"there are two lines called {outcome}: give one another name")
    if len(before) == MOST_LINES:
        head.refuse(f"a rule has at most {MOST_LINES} lines")
    return OutcomeRule(outcome, head.text, _Reader(statement.words, sizes, names).read_condition())


class _Reader:
    """A recursive-descent parser for the words of one statement."""

    def __init__(self, words: Sequence[Word], sizes: Mapping[str, int], names: Mapping[str, Node]) -> None:
        self.words, self.sizes, self.names = words, sizes, names
        self.bound: list[str] = []
        self.at = 0
        self.depth = 0

    @property
    def word(self) -> Word:
        return self.words[self.at]

    def take(self) -> Word:
        word = self.word
        if word.text:
            self.at += 1
        return word

    def took(self, text: str) -> bool:
        if self.word.text != text:
            return False
        self.at += 1
        return True

    def expect(self, text: str, after: str) -> None:
        if not self.took(text):
            self.word.refuse(f"{text!r} is missing after {after}: found {self.word.shown}")

    def finish(self) -> None:
        if self.word.text:
            self.word.refuse(f"{self.word.shown} does not fit here: the line should end, or go on with 'and' or 'or'")

    def read_sizes(self) -> dict[str, int]:
        """``player 2, up_card 1``."""
        sizes: dict[str, int] = {}
        while True:
            word = self.take()
            if word.text not in GROUPS or word.text in sizes:
                word.refuse(f"name a group of cards here, each only once: {listed(GROUPS)}")
            number = self.word
            size = int(self.take().text) if number.text.isdigit() and len(number.text) < 3 else 0
            if not 1 <= size <= (1 if word.text in SINGLE else MOST_CARDS):
                number.refuse(
                    f"give the number of cards of {word.text}: 1" + ("" if word.text in SINGLE else f" to {MOST_CARDS}")
                )
            sizes[word.text] = size
            if sum(sizes.values()) > MOST_CARDS:
                number.refuse(f"that makes {sum(sizes.values())} cards: a wager looks at {MOST_CARDS} at most")
            if not self.took(","):
                self.finish()
                return sizes

    def read_let(self) -> tuple[str, Node]:
        """``name = value``."""
        name = self.new_name()
        self.expect("=", f"the name {name}")
        node = self.read()
        self.finish()
        return name, node

    def new_name(self) -> str:
        word = self.take()
        if not word.is_name:
            word.refuse(f"a name is missing here: found {word.shown}")
        if word.text in RESERVED or word.text in self.names or word.text in self.bound:
            word.refuse(f"the name {word.shown} is taken: choose another")
        if len(word.text) > LONGEST_LABEL:
            word.refuse(f"a name has at most {LONGEST_LABEL} letters")
        return word.text

    def read_condition(self) -> Node:
        start = self.word
        node = self.read()
        self.finish()
        return self.of_kind(node, "truth", start)

    def of_kind(self, node: Node, kind: Kind, start: Word) -> Node:
        if node.kind != kind:
            start.refuse(f"this is {_KIND_WORDS[node.kind]}, but here {_KIND_WORDS[kind]} is needed")
        return node

    # Lowest precedence first.

    def read(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            self.word.refuse(f"brackets and functions are nested more than {DEEPEST} deep: use 'let' to name a part")
        node = self.joined("or")
        self.depth -= 1
        return node

    def joined(self, which: str) -> Node:
        start = self.word
        parts = [self.joined("and") if which == "or" else self.negated()]
        while self.word.text == which:
            self.of_kind(parts[0], "truth", start)
            self.take()
            start_of_part = self.word
            part = self.joined("and") if which == "or" else self.negated()
            parts.append(self.of_kind(part, "truth", start_of_part))
        return parts[0] if len(parts) == 1 else Logic("or" if which == "or" else "and", tuple(parts))

    def negated(self) -> Node:
        times = 0
        while self.took("not"):
            times += 1
        start = self.word
        node = self.compared()
        if times:
            self.of_kind(node, "truth", start)
        return Logic("not", (node,)) if times % 2 else node

    def compared(self) -> Node:
        start = self.word
        first = self.summed()
        if self.took("in"):
            return self.member(first, start)
        values, signs = [first], []
        while self.word.text in _SIGNS:
            sign = self.take()
            values.append(self.summed())
            signs.append("==" if sign.text == "=" else sign.text)
            self.check_pair(values[-2], values[-1], sign, signs[-1])
        return Compare(tuple(signs), tuple(values)) if signs else first

    def check_pair(self, left: Node, right: Node, place: Word, sign: str) -> None:
        if left.kind != right.kind or left.kind in ("truth", "cards"):
            place.refuse(f"{_KIND_WORDS[left.kind]} and {_KIND_WORDS[right.kind]} cannot be compared")
        if left.kind != "number" and sign not in ("==", "!="):
            place.refuse(f"{_KIND_WORDS[left.kind]} is equal to another or not (== or !=), never larger")

    def member(self, value: Node, start: Word) -> Node:
        """``ten..king`` or ``{two, seven}``."""
        if self.took("{"):
            choices = []
            while True:
                place = self.word
                choices.append(self.summed())
                self.check_pair(value, choices[-1], place, "==")
                if not self.took(","):
                    break
            self.expect("}", "the listed values")
            return OneOf(value, tuple(choices))
        self.of_kind(value, "number", start)
        begin = self.word
        low = self.of_kind(self.summed(), "number", begin)
        self.expect("..", "the lower end of the range")
        begin = self.word
        return Between(value, low, self.of_kind(self.summed(), "number", begin))

    def summed(self) -> Node:
        start = self.word
        node = self.multiplied()
        while self.word.text in ("+", "-"):
            sign = self.take()
            begin = self.word
            right = self.multiplied()
            if isinstance(node, CardSet) and isinstance(right, CardSet) and sign.text == "+":
                node = _together(node, right, sign)
            else:
                parts = (self.of_kind(node, "number", start), self.of_kind(right, "number", begin))
                node = _checked(Arithmetic("+" if sign.text == "+" else "-", parts), sign)
        return node

    def multiplied(self) -> Node:
        start = self.word
        node = self.single()
        while self.word.text in ("*", "%"):
            sign = self.take()
            begin = self.word
            right = self.single()
            parts = (self.of_kind(node, "number", start), self.of_kind(right, "number", begin))
            if sign.text == "%" and not (isinstance(right, NumberLiteral) and right.value > 0):
                begin.refuse("write a number above 0 after %, such as 'total % 10'")
            node = _checked(Arithmetic("*" if sign.text == "*" else "%", parts), sign)
        return node

    def single(self) -> Node:
        word = self.take()
        if word.text == "-":
            start = self.word
            return Arithmetic("-", (NumberLiteral("number", 0), self.of_kind(self.number_word(), "number", start)))
        if word.text == "(":
            node = self.read()
            self.expect(")", "the value in brackets")
            return node
        if word.text.isdigit():
            return _number(word)
        if not word.is_name:
            word.refuse(f"a value is missing here: found {word.shown}")
        if self.word.text == "(":
            return self.called(word)
        return self.named(word)

    def number_word(self) -> Node:
        word = self.take()
        return _number(word) if word.text.isdigit() else word.refuse("write a number after a minus sign")

    def named(self, word: Word) -> Node:
        text = word.text
        if text in self.bound:
            return CardSet("card", (Ref(text, True),))
        if text in self.sizes:
            return CardSet("card" if self.sizes[text] == 1 else "cards", (Ref(text, False),))
        if text == ALL:
            return CardSet("cards", tuple(Ref(group, False) for group in self.sizes))
        if text in CONSTANTS:
            return CONSTANTS[text]
        if text in self.names:
            return self.names[text]
        if text in GROUPS:
            word.refuse(f"this wager looks at no {text}: it looks at {listed(self.sizes)}")
        if text in FUNCTIONS:
            word.refuse(f"{text} is a function: write {text}(...)")
        known = (*self.sizes, *self.names, *self.bound, *CONSTANTS)
        return word.refuse(f"{word.shown} is not known here: {_meant(text, known, self.sizes)}")

    def called(self, word: Word) -> Node:
        name = word.text
        if name not in FUNCTIONS:
            word.refuse(f"there is no function {word.shown}: {_meant(name, FUNCTIONS)}")
        self.take()
        following = self.words[self.at + 1].text if self.word.text else ""
        if name in EACH and self.word.is_name and following == "in":
            node = self.each(name)
        elif name in ("min", "max"):
            node = self.extreme(name)
        elif name in EACH:
            self.word.refuse(f"{name} goes through cards one by one: {name}(c in player: ...)")
        elif name == COUNT_OF:
            node = self.count_of()
        else:
            start = self.word
            node = _call(name, self.read(), start)
        self.expect(")", f"the cards of {name}")
        return node

    def each(self, name: str) -> Node:
        variable = self.new_name()
        self.take()
        start = self.word
        cards = self.summed()
        if not isinstance(cards, CardSet):
            start.refuse(f"this is {_KIND_WORDS[cards.kind]}, but here cards are needed")
        self.expect(":", "the cards")
        self.bound.append(variable)
        start = self.word
        body = self.of_kind(self.read(), "truth" if name in ("any", "every", "count") else "number", start)
        self.bound.remove(variable)
        return _checked(Each(EACH[name], cast(How, name), variable, cards, body), start)

    def extreme(self, name: str) -> Node:
        parts = []
        while True:
            start = self.word
            parts.append(self.of_kind(self.read(), "number", start))
            if not self.took(","):
                return Arithmetic("min" if name == "min" else "max", tuple(parts))

    def count_of(self) -> Node:
        """``count_of(player, seven)``: the number of the cards with this rank, suit or colour."""
        start = self.word
        cards = self.read()
        if not isinstance(cards, CardSet):
            start.refuse(f"this is {_KIND_WORDS[cards.kind]}, but here cards are needed")
        self.expect(",", "the cards")
        start = self.word
        value = self.read()
        of = {"number": "rank", "suit": "suit", "color": "color"}.get(value.kind)
        if of is None:
            start.refuse(f"this is {_KIND_WORDS[value.kind]}, but here a rank, a suit or a colour is needed")
        one = "card counted"  # a name that no text can contain
        asked = Call(value.kind, of, CardSet("card", (Ref(one, True),)))
        return Each("number", "count", one, cards, Compare(("==",), (asked, value)))


def _meant(word: str, known: Iterable[str], listed_else: Iterable[str] = ()) -> str:
    """A suggestion with similar spelling, else a list of what is allowed."""
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(word[:LONGEST_LABEL].lower(), names, 1)
    return f"did you mean {near[0]}?" if near else f"there are {listed(list(listed_else) or names)}"


def _together(left: CardSet, right: CardSet, sign: Word) -> CardSet:
    if twice := [ref.name for ref in left.refs if ref in right.refs]:
        sign.refuse(f"{listed(twice)} is already included: add each group or card only once")
    return CardSet("cards", left.refs + right.refs)


def _call(name: str, cards: Node, start: Word) -> Node:
    if not isinstance(cards, CardSet):
        start.refuse(f"this is {_KIND_WORDS[cards.kind]}, but {name}(...) needs cards")
    if name in OF_CARDS:
        return Call(OF_CARDS[name], name, cards)
    if cards.kind != "card":
        start.refuse(f"{name}(...) takes one card: write any(c in ...: {name}(c) ...) for several")
    return Call(OF_CARD[name], name, cards)


def _number(word: Word) -> NumberLiteral:
    if len(word.text) > len(str(LARGEST)) or int(word.text) > LARGEST:
        word.refuse(f"a number is at most {LARGEST:,}")
    return NumberLiteral("number", int(word.text))


def _checked(node: Arithmetic | Each, sign: Word) -> Node:
    if node.kind == "number" and largest(node) > LARGEST_RESULT:
        sign.refuse(f"this may exceed {LARGEST_RESULT:,}, the largest number allowed")
    return node


def largest(node: Node) -> int:
    """The largest absolute value of a number; every part is bounded before it is used in another."""
    match node:
        case NumberLiteral(value=value):
            return value
        case Call():
            return LARGEST_OF
        case Named(node=inner):
            return largest(inner)
        case Arithmetic("*", (left, right)):
            return largest(left) * largest(right)
        case Arithmetic("%", (_, right)):
            return largest(right)
        case Arithmetic("min" | "max", parts):
            return max(map(largest, parts))
        case Arithmetic(parts=parts):
            return sum(map(largest, parts))
        case Each(how="count"):
            return MOST_CARDS
        case Each(how="sum", body=body):
            return MOST_CARDS * largest(body)
        case Each(body=body):
            return largest(body)
        case _:
            return 0
