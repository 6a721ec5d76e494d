"""Reports of the jackpots on paper, with the same report inside the file as data.

The same report gives the same bytes: it is dated by the report, not by the clock. It is PDF/A-3b, for archives.
"""

from datetime import UTC
from typing import Any, Final

from pitbook import __version__
from pitbook.jackpot.days import moment_of
from pitbook.reports.jackpot.view import Report, ReportTable
from pitbook.reports.typeset import typeset

LONG: Final = frozenset({"why", "words", "document", "people", "before", "after", "cite", "terms", "waiting", "effect"})
"""Columns of words that share the width which is left."""


def write(report: Report) -> bytes:
    """The report's bytes."""
    template = ("pitbook.reports.jackpot", "jackpot.typ")
    moment = moment_of(report.made_at).astimezone(UTC).replace(microsecond=0)
    return typeset(template, moment, {"report": content(report)}, {"record": report.to_dict()})


def content(report: Report) -> dict[str, Any]:
    """Everything that the pages show, in words."""
    moment = moment_of(report.made_at).astimezone(UTC)
    return {
        "title": report.title,
        "house": report.house.name,
        "period": report.period,
        "made": report.house.local(report.made_at),
        "date": [moment.year, moment.month, moment.day],
        "version": __version__,
        "facts": [list(fact) for fact in report.facts],
        "alerts": list(report.alerts),
        "tables": [_table(table) for table in report.tables],
        "signed": report.kind in ("close", "bank", "funds"),
    }


def _table(table: ReportTable) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": [
            {
                "name": column.name,
                "right": column.kind != "text",
                "money": column.kind == "money",
                "long": column.kind == "text" and column.key in LONG,
            }
            for column in table.columns
        ],
        "rows": [table.shown(row) for row in table.rows],
        "marked": sorted(table.marked),
        "total": table.shown(table.total) if table.total is not None and table.rows else [],
        "note": table.note,
    }
