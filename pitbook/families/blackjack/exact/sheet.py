"""The par sheet of the base game, as data."""

from fractions import Fraction
from typing import Any, Final

import pitbook
from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.chart import ChartRow, chart
from pitbook.families.blackjack.exact.dealer import dealer_distribution
from pitbook.families.blackjack.exact.kept import kept
from pitbook.families.blackjack.exact.removal import insurance
from pitbook.families.blackjack.exact.split import TREATMENT
from pitbook.families.blackjack.exact.values import UP_CARDS, VALUE_NAMES, Composition, full_shoe
from pitbook.families.blackjack.rules.posted import BlackjackRules

_DEPARTURES: Final = 40
"""The most exceptions to the chart that are listed."""


def blackjack_sheet(rules: BlackjackRules, shoe: Composition | None = None) -> dict[str, Any]:
    """Everything on the sheet; all figures are for each unit of the first wager.

    A sheet that was computed before is read from the cache, with the time that it took.
    """
    from_shoe = full_shoe(rules.decks) if shoe is None else shoe
    record, from_cache = kept("sheet", rules, from_shoe, lambda: work_out(Analysis(rules, from_shoe)), dict, _checked)
    return {**record, "version": pitbook.__version__, "from_cache": from_cache}


def _checked(record: dict[str, Any]) -> dict[str, Any]:
    """Reads a sheet from the cache; raises for other data."""
    record["expectation"]["total_dependent"]
    return record


def work_out(analysis: Analysis) -> dict[str, Any]:
    """Computes the sheet that the cache keeps."""
    rules, composition, total = analysis.rules, analysis.composition, analysis.total
    outcomes = analysis.outcomes
    by_composition, by_total = composition.expectation, total.expectation
    departures = analysis.departures()
    ups = [up for up in UP_CARDS if analysis.shoe[up]]
    return {
        "game": "blackjack",
        "wager": "base",
        "decks": rules.decks,
        "shoe": dict(zip(VALUE_NAMES, analysis.shoe, strict=True)),
        "rules": rules.items(),
        "expectation": {"composition_dependent": by_composition, "total_dependent": by_total},
        "house_edge": {"composition_dependent": -by_composition, "total_dependent": -by_total},
        "split_treatment": TREATMENT,
        "outcomes": [
            {"net": _text(net), "net_decimal": float(net), "probability": chance}
            for net, chance in sorted(outcomes.results.items(), reverse=True)
        ],
        "win": outcomes.chance_of(1),
        "push": outcomes.chance_of(0),
        "loss": outcomes.chance_of(-1),
        "variance": outcomes.variance,
        "standard_deviation": outcomes.standard_deviation,
        "by_up_card": {
            VALUE_NAMES[up]: {
                "composition_dependent": float(composition.by_up_card[up]),
                "total_dependent": float(total.by_up_card[up]),
            }
            for up in ups
        },
        "dealer": {VALUE_NAMES[up]: _dealer(analysis, up, peeked=False) for up in ups},
        "dealer_without_blackjack": {VALUE_NAMES[up]: _dealer(analysis, up, peeked=True) for up in ups},
        "insurance": _insurance(analysis),
        "effect_of_removal": dict(zip(VALUE_NAMES, analysis.removal, strict=True)),
        "chart": {name.lower(): _rows(rows) for name, rows in chart(analysis).parts},
        "departures": {
            "hands": len(departures),
            "cost": sum(each.cost for each in departures),
            "costliest": [
                {
                    "hand": each.cards,
                    "up_card": VALUE_NAMES[each.up],
                    "chart": each.chart,
                    "best": each.best,
                    "gain": each.gain,
                    "frequency": each.frequency,
                }
                for each in departures[:_DEPARTURES]
            ],
        },
        "assumptions": assumptions(rules, analysis.shoe),
        "seconds": {name: round(seconds, 4) for name, seconds in analysis.seconds.items()},
    }


def assumptions(rules: BlackjackRules, shoe: Composition) -> list[str]:
    """The assumptions behind the figures."""
    decks = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
    gone = sum(full_shoe(rules.decks)) - sum(shoe)
    dealt = f"a full shoe of {decks}" if not gone else f"{decks} without {gone} card{'s' if gone > 1 else ''}"
    peek = "the dealer looks for a blackjack first" if rules.hole_card == "peek" else "the dealer has no hole card"
    return [
        f"Each round is dealt from {dealt} to one player; {peek}.",
        "Figures are for each unit of the first wager, counted over the values of all cards without replacement.",
        "The composition-dependent strategy takes the best action for the exact cards of a hand.",
        "The total-dependent one is the best that sees only the total, whether it is soft, and whether it is a pair.",
        "Outcomes, variance and effects of removal are those of the total-dependent strategy.",
        "Expectation and variance are exact, and so are outcomes but for splits into three hands or more.",
        "There, the correlation of each two hands is counted, and that of three is left out: an error below 3 in 10^7.",
        "Insurance is never taken; it is listed by itself.",
        "Numbers are computed in double precision, good to about 14 decimals.",
    ]


def _text(net: Fraction) -> str:
    return str(net.numerator) if net.denominator == 1 else f"{net.numerator}/{net.denominator}"


def _dealer(analysis: Analysis, up: int, peeked: bool) -> dict[str, float]:
    exact = dealer_distribution(analysis.shoe, up, analysis.rules.hits_soft_17, peeked)
    return {ending: float(chance) for ending, chance in exact.items()}


def _insurance(analysis: Analysis) -> dict[str, Any] | None:
    found = insurance(analysis.shoe)
    if found is None:
        return None
    return {
        "offered": analysis.rules.insurance,
        "pays": "2 to 1",
        "expectation": float(found.expectation),
        "expectation_exact": f"{found.expectation.numerator}/{found.expectation.denominator}",
        "by_tens_held": {str(tens): float(value) for tens, value in enumerate(found.by_tens)},
        "fair_share_of_tens": "1/3",
    }


def _rows(rows: tuple[ChartRow, ...]) -> dict[str, dict[str, str]]:
    return {
        row.name: {VALUE_NAMES[up]: cell.code for up, cell in zip(UP_CARDS, row.cells, strict=True)} for row in rows
    }
