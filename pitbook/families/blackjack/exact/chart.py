"""The strategy chart: what to do with every total and pair against every up card."""

from dataclasses import dataclass
from typing import Any, Final

from pitbook import __version__
from pitbook.families.blackjack.exact.analysis import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Analysis
from pitbook.families.blackjack.exact.arrays import np
from pitbook.families.blackjack.exact.kept import kept
from pitbook.families.blackjack.exact.solve import Prospects
from pitbook.families.blackjack.exact.split import TREATMENT
from pitbook.families.blackjack.exact.total import SOFT
from pitbook.families.blackjack.exact.values import ACES, UP_CARDS, VALUE_NAMES, VALUES, Composition, names_of

CODES: Final = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "Rh": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rp": "surrender, else split",
}
"""The meaning of each code, in the order of the legend; "else" is for hands with which the first is not allowed."""
IMPOSSIBLE: Final = "–"
"""The code of a cell whose cards the shoe does not hold."""
ACTION_OF: Final = {"H": HIT, "S": STAND, "D": DOUBLE, "Ds": DOUBLE, "P": SPLIT, IMPOSSIBLE: "none"}


def action_of(code: str) -> str:
    """The preferred action of a cell; ``none`` if there is nothing to decide."""
    return ACTION_OF.get(code, SURRENDER)


@dataclass(frozen=True, slots=True)
class DecisionCell:
    """One decision."""

    code: str
    values: dict[str, float]
    """The value of each allowed action, over all two-card hands of the row, after the dealer has peeked."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One total or pair."""

    name: str
    cells: tuple[DecisionCell, ...]
    """By up card, in the order of :data:`~pitbook.families.blackjack.exact.values.UP_CARDS`."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart in its three usual parts, each from its highest row down."""

    hard: tuple[ChartRow, ...]
    soft: tuple[ChartRow, ...]
    pairs: tuple[ChartRow, ...]

    @property
    def parts(self) -> tuple[tuple[str, tuple[ChartRow, ...]], ...]:
        return tuple(
            (name, rows) for name, rows in (("Hard", self.hard), ("Soft", self.soft), ("Pairs", self.pairs)) if rows
        )

    def codes(self) -> list[str]:
        """The codes that occur, in the order of the legend."""
        used = {cell.code for _, rows in self.parts for row in rows for cell in row.cells}
        return [code for code in CODES if code in used]


def chart(analysis: Analysis) -> Chart:
    """The total-dependent strategy as a chart."""
    hard = [ChartRow(str(total), _by_total(analysis, total, False)) for total in range(20, 4, -1)]
    soft = [ChartRow(f"A,{total - 11}", _by_total(analysis, total, True)) for total in range(20, 12, -1)]
    pairs = [_pair_row(analysis, value) for value in (ACES, *range(VALUES - 1, 0, -1))]
    return Chart(tuple(hard), tuple(soft), tuple(pairs) if analysis.rules.split_hands > 1 else ())


def chart_codes(analysis: Analysis) -> dict[str, list[list[str]]]:
    """The codes of the chart alone: ``hard``, ``soft`` and ``pairs``, a list for each row of :func:`chart`.

    They are cached on disk, so that tables and simulations have the chart at once.
    """

    def work() -> dict[str, list[list[str]]]:
        made = chart(analysis)
        parts = {"hard": made.hard, "soft": made.soft, "pairs": made.pairs}
        return {name: [[cell.code for cell in row.cells] for row in rows] for name, rows in parts.items()}

    return kept("chart", analysis.rules, analysis.shoe, work, dict, checked_codes)[0]


def checked_codes(found: dict[str, list[list[str]]]) -> dict[str, list[list[str]]]:
    """Reads codes from the cache; raises unless they are a whole chart."""
    rows = [*found["hard"], *found["soft"], *found["pairs"]]
    sizes = len(found["hard"]), len(found["soft"]), len(found["pairs"])
    known = {*CODES, IMPOSSIBLE}
    if sizes not in ((16, 8, 10), (16, 8, 0)) or any(len(row) != len(UP_CARDS) or not known >= {*row} for row in rows):
        raise ValueError("no chart")
    return found


def _by_total(analysis: Analysis, total: int, soft: bool) -> tuple[DecisionCell, ...]:
    """The cells of a total; values are those of its two-card hands that are not pairs."""
    choices, given = analysis.choices, analysis.given
    hands, kind = given.hands, total + SOFT * soft
    some = np.flatnonzero(
        (hands.total == total) & (hands.soft == soft) & (hands.size == 2) & (hands.cards.max(axis=1) == 1)
    )
    if not len(some):  # 20 is only a pair of tens, or three cards
        some = np.flatnonzero((hands.total == total) & (hands.soft == soft) & (hands.size == 2))
    cells = []
    for up in UP_CARDS:
        code = "H" if choices.hit[kind, up] else "S"
        if choices.double[kind, up] and analysis.rules.may_double(total):
            code = "D" if code == "H" else "Ds"
        if choices.surrender[kind, up]:
            code = "Rh" if code in ("H", "D") else "Rs"
        values = _mean(analysis, some.tolist(), up)
        values.pop(SPLIT, None)  # pairs have rows of their own
        cells.append(DecisionCell(code if values else IMPOSSIBLE, values))
    return tuple(cells)


def _pair_row(analysis: Analysis, value: int) -> ChartRow:
    choices, hands = analysis.choices, analysis.given.hands
    hand = hands.pair(value)
    kind = int(hands.total[hand]) + SOFT * bool(hands.soft[hand])
    cells = []
    for up in UP_CARDS:
        split = choices.split[value, up]
        code = "P" if split else "H" if choices.hit[kind, up] else "S"
        if not split and choices.double[kind, up] and analysis.rules.may_double(int(hands.total[hand])):
            code = "D" if code == "H" else "Ds"
        if choices.surrender_pair[value, up]:
            code = "Rp" if split else "Rs" if code in ("S", "Ds") else "Rh"
        values = _mean(analysis, [hand], up)
        cells.append(DecisionCell(code if values else IMPOSSIBLE, values))
    name = VALUE_NAMES[value]
    return ChartRow(f"{name},{name}", tuple(cells))


def _mean(analysis: Analysis, some: list[int], up: int) -> dict[str, float]:
    """The value of each action over some hands, weighted by how often each is dealt."""
    given = analysis.given
    weights = {hand: weight for hand in some if (weight := _weight(given, hand, up)) > 0}
    mass = sum(weights.values())
    sums: dict[str, float] = {}
    for hand, weight in weights.items():
        for action, value in analysis.values(tuple(given.hands.cards[hand].tolist()), up).items():
            sums[action] = sums.get(action, 0.0) + value * weight / mass
    return sums


def _weight(given: Prospects, hand: int, up: int) -> int:
    """The number of ways to deal two cards and the up card, up to a factor common to all hands."""
    shoe = list(given.shoe)
    if not shoe[up]:
        return 0
    shoe[up] -= 1
    first, second = (value for value in range(VALUES) for _ in range(int(given.hands.cards[hand, value])))
    return shoe[first] * (shoe[second] - 1) // 2 if first == second else shoe[first] * shoe[second]


def chart_record(analysis: Analysis) -> dict[str, Any]:
    """The chart as JSON with its values; cached on disk."""
    record, _ = kept("strategy", analysis.rules, analysis.shoe, lambda: work_out(analysis), dict, _checked_record)
    return {**record, "version": __version__}


def _checked_record(record: dict[str, Any]) -> dict[str, Any]:
    """Reads a record from the cache; raises for other data."""
    checked_codes(
        {
            part: [[cell["code"] for cell in row.values()] for row in record["chart"].get(part, {}).values()]
            for part in ("hard", "soft", "pairs")
        }
    )
    record["expectation"]["total_dependent"]
    return record


def work_out(analysis: Analysis) -> dict[str, Any]:
    """Computes the record that the cache keeps."""
    made = chart(analysis)
    departures = analysis.departures()
    return {
        "decks": analysis.rules.decks,
        "shoe": dict(zip(VALUE_NAMES, analysis.shoe, strict=True)),
        "rules": analysis.rules.items(),
        "expectation": {
            "composition_dependent": analysis.composition.expectation,
            "total_dependent": analysis.total.expectation,
        },
        "split_treatment": TREATMENT,
        "legend": {code: CODES[code] for code in made.codes()},
        "chart": {
            name.lower(): {
                row.name: {
                    VALUE_NAMES[up]: {"code": cell.code, "values": cell.values}
                    for up, cell in zip(UP_CARDS, row.cells, strict=True)
                }
                for row in rows
            }
            for name, rows in made.parts
        },
        "departures": [
            {
                "hand": each.cards,
                "up_card": VALUE_NAMES[each.up],
                "chart": each.chart,
                "best": each.best,
                "gain": each.gain,
                "frequency": each.frequency,
            }
            for each in departures
        ],
    }


def hand_record(analysis: Analysis, cards: Composition, up: int) -> dict[str, Any]:
    """The value of every action with one hand, the best first."""
    values = analysis.values(cards, up)
    hand = analysis.given.hands.place[cards]
    return {
        "hand": names_of(cards),
        "total": int(analysis.given.hands.total[hand]),
        "soft": bool(analysis.given.hands.soft[hand]),
        "up_card": VALUE_NAMES[up],
        "values": dict(sorted(values.items(), key=lambda item: -item[1])),
        "best": analysis.action(analysis.composition.strategy, hand, up),
        "chart": analysis.action(analysis.total.strategy, hand, up),
        "dealer_has_looked": analysis.looked(cards),
        "decks": analysis.rules.decks,
        "shoe": dict(zip(VALUE_NAMES, analysis.shoe, strict=True)),
        "rules": analysis.rules.items(),
        "split_treatment": TREATMENT,
        "version": __version__,
    }
