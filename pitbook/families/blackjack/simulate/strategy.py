"""Players' strategies as charts: a code for every total and pair against every up card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pitbook.errors import BadInput, quoted
from pitbook.families.blackjack.rules.hands import Choice, Hand, choices
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.hands.blackjack import card_points, draws_at, total

if TYPE_CHECKING:
    from pitbook.families.blackjack.exact.analysis import Analysis

PLACES: Final = "A23456789T"
"""Values in the order of their indexes: aces first, tens last."""
STRATEGIES: Final = ("basic", "mimic", "novice")
HARD: Final = range(4, 22)
SOFT: Final = range(12, 22)
_LONGEST_FILE: Final = 4_000_000

_WISHES: Final[Mapping[str, tuple[Choice, ...]]] = {
    "H": ("hit",),
    "S": ("stand",),
    "D": ("double", "hit"),
    "Ds": ("double", "stand"),
    "P": ("split",),
    "Rh": ("surrender", "hit"),
    "Rs": ("surrender", "stand"),
    "Rp": ("surrender", "split"),
}
"""The actions of each chart code, in order of preference: the first that the rules allow is taken."""


@dataclass(frozen=True, slots=True)
class CodedStrategy:
    """A chart; every row has a code for each up card, by place."""

    name: str
    hard: Mapping[int, Sequence[str]]
    soft: Mapping[int, Sequence[str]]
    pairs: Mapping[int, Sequence[str]]
    """By index of the value; empty if pairs are played by their totals."""
    insures: bool = False
    """Whether to take insurance against every ace, if the rules offer it."""

    def wishes(self, hand: Hand, up: int) -> tuple[Choice, ...]:
        """The preferred actions with a hand against a card, best first; a pair that is not split is played by its
        total."""
        points, soft = total(hand.cards)
        column = card_points(up) - 1
        by_total = _WISHES[(self.soft if soft else self.hard)[points][column]]
        values = {card_points(card) for card in hand.cards}
        if len(hand.cards) != 2 or len(values) != 1 or not self.pairs:
            return by_total
        return (*_WISHES[self.pairs[values.pop() - 1][column]], *by_total)

    def choice(self, hand: Hand, up: int, allowed: Sequence[Choice]) -> Choice:
        """The choice among the allowed actions; a hand without one stands."""
        return next((wish for wish in self.wishes(hand, up) if wish in allowed), "stand")


def allowed_choices(hand: Hand, hands: int, rules: BlackjackRules) -> tuple[Choice, ...]:
    """The actions that the rules allow, including early surrender, which is decided before the dealer peeks."""
    allowed = choices(hand, hands, rules)
    first = len(hand.cards) == 2 and not hand.after_split
    if rules.surrender == "early" and allowed and first and "surrender" not in allowed:
        return (*allowed, "surrender")
    return allowed


def strategy_for(rules: BlackjackRules, name: str) -> CodedStrategy:
    """``basic``, ``mimic``, ``novice``, or the chart in a file that ``pitbook strategy --json`` printed."""
    if name == "basic":
        return basic(rules)
    if name == "mimic":
        return mimic(rules)
    if name == "novice":
        return novice(rules)
    return read_strategy(name)


@cache
def basic(rules: BlackjackRules) -> CodedStrategy:
    """The best chart for these rules and a full shoe."""
    from pitbook.families.blackjack.exact.analysis import Analysis

    return of_analysis(Analysis(rules))


def of_analysis(analysis: "Analysis") -> CodedStrategy:
    """The chart of an analysis."""
    from pitbook.families.blackjack.exact.chart import chart_codes
    from pitbook.families.blackjack.exact.values import UP_CARDS

    made = chart_codes(analysis)

    def by_place(rows: list[list[str]]) -> list[list[str]]:
        return [[row[UP_CARDS.index(place)] for place in range(10)] for row in rows]

    hard = dict(zip(range(20, 4, -1), by_place(made["hard"]), strict=True))
    soft = dict(zip(range(20, 12, -1), by_place(made["soft"]), strict=True))
    pairs = dict(zip((0, *range(9, 0, -1)), by_place(made["pairs"]), strict=True)) if made["pairs"] else {}
    return _filled("basic", hard, soft, pairs)


def _filled(
    name: str, hard: Mapping[int, Sequence[str]], soft: Mapping[int, Sequence[str]], pairs: Mapping[int, Sequence[str]]
) -> CodedStrategy:
    """Adds the rows that charts omit: 4 and soft 12 cannot bust, and 21 cannot be improved."""
    hit, stand = ("H",) * 10, ("S",) * 10
    return CodedStrategy(name, {4: hit, **hard, 21: stand}, {12: hit, **soft, 21: stand}, pairs)


@cache
def mimic(rules: BlackjackRules) -> CodedStrategy:
    """Plays like the dealer: draws to 17, never doubles, splits, surrenders or insures."""

    def rows(totals: range, soft: bool) -> dict[int, tuple[str, ...]]:
        return {points: ("HS"[not draws_at(points, soft, rules.hits_soft_17)],) * 10 for points in totals}

    return CodedStrategy("mimic", rows(HARD, False), rows(SOFT, True), {})


@cache
def novice(rules: BlackjackRules) -> CodedStrategy:
    """A player who knows the chart only roughly, with the most common mistakes according to writers on the game.

    Stands on 12 against 2 and 3, on 16 against anything and on soft 18 against 9, ten and ace; hits 11 against ten and
    ace instead of doubling; never doubles a soft hand; splits only aces and eights; never surrenders; insures every
    ace. The rest is the basic chart. After blackjackinfo.com, "Top ten blackjack basic strategy mistakes", and similar
    lists; the choice of mistakes is ours.
    """
    good = basic(rules)
    hard = {points: [_plain(code) for code in row] for points, row in good.hard.items()}
    soft = {points: [_undoubled(_plain(code)) for code in row] for points, row in good.soft.items()}
    for points, places, code in ((12, (1, 2), "S"), (16, range(10), "S"), (11, (9, 0), "H")):
        for place in places:
            hard[points][place] = code
    soft[18] = ["S"] * 10
    pairs = {
        place: ["P" if place in (0, 7) else _of_pair(hard, soft, place)[up] for up in range(10)] for place in range(10)
    }
    return CodedStrategy("novice", hard, soft, pairs, insures=True)


def _plain(code: str) -> str:
    """The same without surrender."""
    return {"Rh": "H", "Rs": "S", "Rp": "P"}.get(code, code)


def _undoubled(code: str) -> str:
    return {"D": "H", "Ds": "S"}.get(code, code)


def _of_pair(hard: Mapping[int, Sequence[str]], soft: Mapping[int, Sequence[str]], place: int) -> Sequence[str]:
    """The chart code of a pair that is played by its total."""
    return soft[12] if place == 0 else hard[2 * (place + 1)]


def read_strategy(path: str) -> CodedStrategy:
    """The chart in a JSON file, as ``pitbook strategy --json`` prints it; an error names the faulty key."""
    import json
    from pathlib import Path

    known = f"a strategy is {', '.join(STRATEGIES)} or a file that pitbook strategy --json printed"
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such path"
        raise BadInput(f"the strategy {quoted(path)} cannot be read ({reason}): {known}") from None
    if len(content) > _LONGEST_FILE:
        raise BadInput(f"the strategy file {quoted(path)} is longer than {_LONGEST_FILE:,} bytes: {known}")
    try:
        record = json.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"the strategy file {quoted(path)} is not text in UTF-8: {known}") from None
    except RecursionError:
        raise BadInput(f"the strategy file {quoted(path)} is nested too deeply: {known}") from None
    except ValueError as error:
        raise BadInput(f"the strategy file {quoted(path)} is not JSON ({error}): {known}") from None
    try:
        return replace(parse_strategy(record), name=path)
    except BadInput as error:
        raise BadInput(f"the strategy file {quoted(path)}: {error}") from None


def parse_strategy(record: object) -> CodedStrategy:
    """The chart of a record as :func:`~pitbook.families.blackjack.exact.chart.chart_record` makes it."""
    parts = _object(_object(record, "the file").get("chart"), "chart")
    hard = {points: _row(parts, "hard", str(points)) for points in range(5, 21)}
    soft = {points: _row(parts, "soft", f"A,{points - 11}") for points in range(13, 21)}
    pairs = (
        {place: _row(parts, "pairs", f"{name},{name}") for place, name in enumerate(PLACES)} if "pairs" in parts else {}
    )
    return _filled("a file", hard, soft, pairs)


def _row(parts: Mapping[str, Any], part: str, name: str) -> tuple[str, ...]:
    place = f"chart.{part}.{name}"
    row = _object(_object(parts.get(part), f"chart.{part}").get(name), place)
    allowed = [code for code in _WISHES if part == "pairs" or code not in ("P", "Rp")]
    codes = []
    for up in PLACES:
        cell = _object(row.get(up), f"{place}.{up}")
        code = cell.get("code")
        if code not in allowed:
            raise BadInput(f"{place}.{up}.code is {quoted(code)}: allowed are {', '.join(allowed)}")
        codes.append(str(code))
    return tuple(codes)


def _object(value: object, place: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        what = "missing" if value is None else f"{quoted(value)}"
        raise BadInput(f"{place} is {what}, but must be an object as pitbook strategy --json prints it")
    return value
