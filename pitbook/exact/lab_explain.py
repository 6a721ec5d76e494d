"""Explains a figure of a design: its fraction, the deals it is made of, example hands, and the second count."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.errors import BadInput, quoted
from pitbook.exact.distribution import Distribution
from pitbook.exact.lab import Opened, row_of
from pitbook.exact.par import VOLATILITY_AT_90, OutcomeRow, ParSheet
from pitbook.exact.progressive import progressive
from pitbook.exact.record import has_meter, pair, ratio
from pitbook.games.model import listed

HANDS: Final = 6
FIGURES: Final = ("house_edge", "hit_frequency", "standard_deviation", "volatility_index", "break_even_meter")

Hands = Mapping[int, Sequence[Sequence[str]]]
"""Answer of the rule -> deals, each with its groups of cards."""


def explain(
    found: Opened, counted: Distribution, figure: str, hands: Hands | None, proof: Mapping[str, Any] | None
) -> dict[str, Any]:
    """``figure`` is one of the sheet's, or the outcome of a line; ``hands`` and ``proof`` are None until they are
    computed."""
    sheet = found.sheet(counted)
    row = next((row for row in sheet.rows if row.outcome == figure), None)
    if row is not None:
        made = _line(sheet, row)
    elif figure in FIGURES:
        made = _figure(sheet, figure)
    else:
        raise BadInput(
            f"there is no figure {quoted(figure)}: there are {listed((*FIGURES, *(row.outcome for row in sheet.rows)))}"
        )
    rows = {answer: row_of(found, answer) for answer in counted.answers}
    return {
        "figure": figure,
        **made,
        "method": counted.method,
        "total": counted.total,
        "groups": [group.name for group in found.wager.groups[: found.counted.groups]],
        "hands": None if hands is None else _hands(hands, rows, row),
        "check": None if proof is None else _check(counted, proof, rows, row),
    }


def _line(sheet: ParSheet, row: OutcomeRow) -> dict[str, Any]:
    times = f"{row.count:,} of {sheet.total:,} deals"
    return {
        "title": row.label,
        "words": f"{times} are paid on this line." if row.wins else f"{times} end here.",
        **pair("value", row.probability),
        "unit": "chance",
        "terms": [_term(row, sheet.total)],
    }


def _figure(sheet: ParSheet, figure: str) -> dict[str, Any]:
    if figure == "break_even_meter":
        return _break_even(sheet)
    if sheet.house_edge is None and figure != "hit_frequency":
        why = "cannot be bet alone" if sheet.wager.requires_all_of else "pays from a meter: give its amount"
        raise BadInput(f"{sheet.wager.slug} {why}")
    rows = [row for row in sheet.rows if row.count]
    if figure == "hit_frequency":
        hits = [row for row in rows if row.wins]
        words = "The probability of a win: the deals on winning lines over all deals. A push does not count."
        return {
            "title": "Hit frequency",
            "words": words,
            **pair("value", sheet.hit_frequency),
            "unit": "chance",
            "terms": [_term(row, sheet.total) for row in hits],
        }
    terms = [_term(row, sheet.total) for row in rows]
    if figure == "house_edge":
        words = "The house's share of each unit wagered: each line's probability times its net win, summed and negated."
        return {
            "title": "House edge",
            "words": words,
            **pair("value", sheet.house_edge),
            "unit": "part of the bet",
            "terms": terms,
        }
    words = "The root of the variance, which is the exact fraction here"
    if figure == "volatility_index":
        words += f"; times {VOLATILITY_AT_90}, for the interval that contains 90% of a normal distribution"
    value = sheet.standard_deviation if figure == "standard_deviation" else sheet.volatility_index
    return {
        "title": "Standard deviation" if figure == "standard_deviation" else "Volatility index",
        "words": words + ".",
        "value": ratio(sheet.variance),
        "value_decimal": value,
        "unit": "variance",
        "terms": terms,
    }


def _break_even(sheet: ParSheet) -> dict[str, Any]:
    if not has_meter(sheet):
        raise BadInput(f"{sheet.wager.slug} has no line that pays from a meter")
    found = progressive(sheet)
    value = None if found.break_even_meter is None else found.break_even_meter / 100
    return {
        "title": "Break-even meter",
        "words": "The meter at which the house edge is zero: the bet less the fixed pays, over the share of the meter "
        "that an average bet takes.",
        **pair("value", value),
        "unit": "dollars",
        "terms": [_term(row, sheet.total) for row in sheet.rows if row.count],
    }


def _term(row: OutcomeRow, total: int) -> dict[str, Any]:
    return {
        "outcome": row.outcome,
        "label": row.label,
        "count": row.count,
        "total": total,
        "net": ratio(row.net),
        "pays": row.pays,
        **pair("part", row.returned),
    }


def _hands(hands: Hands, rows: Mapping[int, OutcomeRow], wanted: OutcomeRow | None) -> list[dict[str, Any]]:
    """Some deals of the line in question; for a figure of the whole sheet, one of each winning line."""
    shown: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    most = HANDS if wanted is not None else 1
    for answer, row in rows.items():
        if wanted is None and not row.wins:
            continue
        if wanted is not None and row.outcome != wanted.outcome:
            continue
        for groups in hands.get(answer, ()):
            if seen.get(row.outcome, 0) < most:
                seen[row.outcome] = seen.get(row.outcome, 0) + 1
                shown.append(
                    {"outcome": row.outcome, "label": row.label, "groups": [group.split() for group in groups]}
                )
    return shown


def _check(
    first: Distribution, proof: Mapping[str, Any], rows: Mapping[int, OutcomeRow], wanted: OutcomeRow | None
) -> dict[str, Any]:
    """The second count beside the first, for the line in question or for all winning lines."""
    answers = {int(answer): times for answer, times in proof["answers"].items()}
    ours = [answer for answer, row in rows.items() if (row.outcome == wanted.outcome if wanted else row.wins)]
    one, two = sum(first.answers[answer] for answer in ours), sum(answers.get(answer, 0) for answer in ours)
    expected = Fraction(one, first.total) * proof["total"]
    if proof["exact"]:
        words = f"Every deal enumerated in a plain loop, without symmetries: {two:,} of {proof['total']:,}."
    else:
        words = f"{proof['total']:,} deals dealt at random: {two:,} of them, where {float(expected):,.1f} are expected."
    return {
        "words": words,
        "exact": proof["exact"],
        "agrees": proof["agrees"],
        "first_count": one,
        "second_count": two,
        "second_total": proof["total"],
    }
