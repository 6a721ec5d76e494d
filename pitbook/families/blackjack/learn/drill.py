"""Blackjack: the chart for a table's rules, hands to decide about, and the cost of a decision."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from pitbook.cards import JOKER, Cards, Shoe, parse_cards
from pitbook.errors import BadInput, quoted
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.games.model import listed
from pitbook.hands.blackjack import card_points
from pitbook.room.jobs import JobRunner, Lane

if TYPE_CHECKING:
    from pitbook.families.blackjack.exact.analysis import Analysis
    from pitbook.families.blackjack.exact.chart import Chart
    from pitbook.families.blackjack.exact.values import Composition

Focus = Literal["any", "close", "soft", "pairs", "drawn"]
"""The hands to deal: all, close calls, soft hands, pairs, or hands that have drawn a card."""
Verdict = Literal["best", "chart", "mistake"]

CLOSE: Final = 0.05
"""The call is close if the two best actions differ by less than this share of a bet."""
KEPT, WAITING = 10, 8
"""Sets of rules: each takes some 15 MB."""
_NATURAL, _HIGHEST = 21, 20


class DrillCell(NamedTuple):
    """A cell of the chart; as text ``hard 16 T``."""

    part: str
    """``hard``, ``soft`` or ``pairs``."""
    row: str
    up: str

    def __str__(self) -> str:
        return " ".join(self)


@dataclass(frozen=True, slots=True)
class Start:
    """Two cards against an up card, by value."""

    cards: "Composition"
    up: int
    weight: int
    """The number of ways to deal them, up to a common factor."""
    cell: DrillCell
    gap: float
    """The difference between the best and the second-best action, per unit bet."""
    hits: bool
    """Whether the chart takes a card."""


@dataclass(frozen=True, slots=True)
class SolvedRules:
    """Blackjack for one set of rules, with every decision that a round can begin with."""

    analysis: "Analysis"
    chart: "Chart"
    starts: tuple[Start, ...]
    record: dict[str, Any]
    """The chart as JSON."""

    @property
    def rules(self) -> BlackjackRules:
        return self.analysis.rules


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand to decide about."""

    cards: Cards
    up: int
    cell: DrillCell
    actions: tuple[str, ...]
    total: int
    soft: bool


_SOLVED: Final = JobRunner({"drill": Lane(threads=True, waiting=WAITING)}, KEPT, retry_after=0)


def solved(rules: BlackjackRules) -> "Future[SolvedRules]":
    """The chart for these rules; computed in the background unless it is in memory."""
    return _SOLVED.ask("drill", rules, solve, rules).future


def solve(rules: BlackjackRules) -> SolvedRules:
    """Takes half a second; afterwards decisions are judged at once, also from several threads."""
    from pitbook.families.blackjack.exact.analysis import Analysis
    from pitbook.families.blackjack.exact.chart import chart, chart_record

    analysis = Analysis(rules)
    return SolvedRules(analysis, chart(analysis), _starts(analysis), chart_record(analysis))


def _starts(analysis: "Analysis") -> tuple[Start, ...]:
    from pitbook.families.blackjack.exact.analysis import HIT
    from pitbook.families.blackjack.exact.values import VALUES, one

    found = []
    for first in range(VALUES):
        for second in range(first, VALUES):
            cards = tuple(a + b for a, b in zip(one(first), one(second), strict=True))
            for up in range(VALUES):
                cell, weight = cell_of(analysis.rules, cards, up), _ways(analysis.shoe, first, second, up)
                if cell is None or not weight:
                    continue
                best, second_best, *_ = sorted(analysis.values(cards, up).values(), reverse=True)
                hand = analysis.given.hands.place[cards]
                hits = analysis.action(analysis.total.strategy, hand, up) == HIT
                found.append(Start(cards, up, weight, cell, best - second_best, hits))
    return tuple(found)


def _ways(shoe: "Composition", first: int, second: int, up: int) -> int:
    left, ways = list(shoe), 1
    for value in (up, first, second):
        ways *= left[value]
        left[value] -= 1
    return ways if first == second else 2 * ways


def cell_of(rules: BlackjackRules, cards: "Composition", up: int) -> DrillCell | None:
    """The chart's cell for a hand; None if there is nothing to decide, or no such row."""
    from pitbook.families.blackjack.exact.values import VALUE_NAMES, total_of

    points, soft = total_of(cards)
    if sum(cards) == 2 and max(cards) == 2 and rules.split_hands > 1:
        name = VALUE_NAMES[cards.index(2)]
        return DrillCell("pairs", f"{name},{name}", VALUE_NAMES[up])
    if soft:
        return DrillCell("soft", f"A,{points - 11}", VALUE_NAMES[up]) if 13 <= points <= _HIGHEST else None
    return DrillCell("hard", str(points), VALUE_NAMES[up]) if 5 <= points <= _HIGHEST else None


_FITS: Final[Mapping[Focus, Callable[[Start], bool]]] = {
    "any": lambda start: True,
    "close": lambda start: start.gap < CLOSE,
    "soft": lambda start: start.cell.part == "soft",
    "pairs": lambda start: start.cell.part == "pairs",
    "drawn": lambda start: start.hits,
}


def deal(found: SolvedRules, seed: int, focus: Focus = "any", cell: str = "") -> Dealt:
    """The hand of a seed, among the requested hands, with the frequency of the deal; but all pairs have equal
    frequency, because otherwise every second pair would be tens."""
    chance = Random(f"blackjack {seed}")
    if cell:
        some = [start for start in found.starts if str(start.cell) == cell]
        if not some:
            raise BadInput(f"the chart has no cell {quoted(cell)}: a cell is such as 'hard 16 T' or 'pairs 8,8 A'")
    elif not (some := [start for start in found.starts if _FITS[focus](start)]):
        raise BadInput(f"by these rules there are no hands for {quoted(focus)}: choose others")
    start = chance.choices(some, _weights(some, focus))[0]
    left = list(Shoe.of_decks(found.rules.decks).counts)
    up = _take(chance, left, start.up)
    cards = [_take(chance, left, value) for value, times in enumerate(start.cards) for _ in range(times)]
    chance.shuffle(cards)
    if focus == "drawn" and not cell:
        cards.append(_drawn(chance, left, start.cards))
    return dealt(found, tuple(cards), up)


def _weights(some: Sequence[Start], focus: Focus) -> list[float]:
    if focus != "pairs":
        return [each.weight for each in some]
    total: Counter[str] = Counter()
    for each in some:
        total[each.cell.row] += each.weight
    return [each.weight / total[each.cell.row] for each in some]


def _take(chance: Random, left: list[int], value: int) -> int:
    """A card of this value out of the shoe."""
    some = [card for card in range(JOKER) if card_points(card) == value + 1 and left[card]]
    card = chance.choices(some, [left[each] for each in some])[0]
    left[card] -= 1
    return card


def _drawn(chance: Random, left: list[int], held: "Composition") -> int:
    """One more card, after which there is still a decision."""
    from pitbook.families.blackjack.exact.values import one, total_of

    def after(value: int) -> int:
        return total_of(tuple(a + b for a, b in zip(held, one(value), strict=True)))[0]

    some = [card for card in range(JOKER) if left[card] and after(card_points(card) - 1) <= _HIGHEST]
    return chance.choices(some, [left[each] for each in some])[0]


def dealt(found: SolvedRules, cards: Cards, up: int) -> Dealt:
    """A hand with its allowed actions."""
    from pitbook.families.blackjack.exact.analysis import ACTIONS
    from pitbook.families.blackjack.exact.values import composition_of_cards, total_of

    held, shown = composition_of_cards(cards), card_points(up) - 1
    cell = cell_of(found.rules, held, shown)
    if cell is None:
        raise BadInput("there is nothing to decide about this hand")
    allowed = found.analysis.values(held, shown)
    points, soft = total_of(held)
    return Dealt(cards, up, cell, tuple(action for action in ACTIONS if action in allowed), points, soft)


def read_hand(rules: BlackjackRules, hand: str, up: str) -> tuple[Cards, int]:
    """A hand and the up card, which a full shoe must hold."""
    held, shown = parse_cards(hand), parse_cards(up)
    if len(shown) != 1:
        raise BadInput(f"the up card {quoted(up)} is not one card")
    Shoe.of_decks(rules.decks).without((*held, *shown))
    return held, shown[0]


def judge(found: SolvedRules, held: Cards, up: int, action: str) -> dict[str, Any]:
    """The value of every action with exactly these cards, and the cost of the chosen one per unit bet."""
    from pitbook.families.blackjack.exact.chart import hand_record
    from pitbook.families.blackjack.exact.values import composition_of_cards

    cards, place = composition_of_cards(held), card_points(up) - 1
    record = hand_record(found.analysis, cards, place)
    values: dict[str, float] = record["values"]
    if action not in values:
        raise BadInput(f"{quoted(action)} is not allowed with this hand: allowed are {listed(values)}")
    cost = max(values.values()) - values[action]
    verdict: Verdict = "best" if cost == 0 else "chart" if action == record["chart"] else "mistake"
    cell = cell_of(found.rules, cards, place)
    return record | {"action": action, "cost": cost, "verdict": verdict, "cell": str(cell) if cell else ""}
