"""Reports of the jackpots as comma-separated values: each line begins with the table that it belongs to."""

import csv
import io

from pitbook.reports.jackpot.view import Report, Value, money


def write(report: Report) -> bytes:
    """Every table with a header line, as UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for table in report.tables:
        kinds = [column.kind for column in table.columns]
        writer.writerow(["table", *(column.key for column in table.columns)])
        for row in table.rows:
            writer.writerow([table.title, *(_cell(value, kind) for value, kind in zip(row, kinds, strict=True))])
    return text.getvalue().encode()


def _cell(value: Value, kind: str) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return money(value).replace(",", "") if kind == "money" else str(value)
    # Mark typed text that a spreadsheet would run as a formula (CSV injection).
    return f"'{value}" if value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
