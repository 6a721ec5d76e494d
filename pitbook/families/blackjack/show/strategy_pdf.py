"""The blackjack strategy chart as a page to print, with the same chart inside it as data.

The same rules give the same bytes: the file has no timestamp. It is PDF/A-3b, for archives.
"""

from datetime import UTC, datetime
from typing import Any, Final

from pitbook import __version__
from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.chart import CODES, action_of, chart, chart_record
from pitbook.families.blackjack.exact.split import TREATMENT
from pitbook.families.blackjack.exact.values import UP_CARDS, VALUE_NAMES
from pitbook.families.blackjack.rules.posted import headline
from pitbook.reports.typeset import typeset

NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
LISTED: Final = 24
"""The number of exceptions to the chart that fit on the page."""


def write(analysis: Analysis) -> bytes:
    """One page."""
    template = ("pitbook.families.blackjack.show", "strategy.typ")
    return typeset(template, NO_TIME, {"chart": _content(analysis)}, {"record": chart_record(analysis)})


def _content(analysis: Analysis) -> dict[str, Any]:
    """The data for the template."""
    made = chart(analysis)
    departures = analysis.departures()
    return {
        "version": __version__,
        "subtitle": headline(analysis.rules),
        "ups": [_ten(VALUE_NAMES[up]) for up in UP_CARDS],
        "parts": [
            {
                "name": name,
                "rows": [
                    {
                        "name": _ten(row.name),
                        "cells": [{"code": cell.code, "action": action_of(cell.code)} for cell in row.cells],
                    }
                    for row in rows
                ],
            }
            for name, rows in made.parts
        ],
        "legend": [{"code": code, "action": action_of(code), "words": CODES[code]} for code in made.codes()],
        "edges": [
            {"name": "House edge by this chart", "value": f"{-analysis.total.expectation:.4%}"},
            {"name": "By the best play for every card", "value": f"{-analysis.composition.expectation:.4%}"},
        ],
        "departing": len(departures),
        "departures": [
            {
                "cards": _ten(each.cards),
                "up": _ten(VALUE_NAMES[each.up]),
                "chart": each.chart,
                "best": each.best,
                "gain": f"{each.gain:.3%}",
            }
            for each in departures[:LISTED]
        ],
        "treatment": TREATMENT,
    }


def _ten(text: str) -> str:
    return text.replace("T", "10")
