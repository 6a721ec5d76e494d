"""Par sheets as comma-separated values: one line per outcome, each with its exact fractions and decimals."""

from collections.abc import Sequence

from pitbook.exact.par import ParSheet
from pitbook.exact.record import csv_text


def write(sheets: Sequence[ParSheet]) -> bytes:
    """All outcomes of all sheets under one line of names, as UTF-8."""
    return csv_text(sheets).encode()
