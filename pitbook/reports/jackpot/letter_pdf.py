"""A short letter on paper: paragraphs in, PDF out. The same letter gives the same bytes."""

from collections.abc import Sequence
from datetime import UTC, datetime

from pitbook import __version__
from pitbook.reports.typeset import typeset


def write(paragraphs: Sequence[str], at: datetime) -> bytes:
    """The letter: its house, to whom it goes, its subject, then its text; dated by ``at``, not by the clock."""
    house, to, subject, *text = paragraphs
    moment = at.astimezone(UTC).replace(microsecond=0)
    content = {
        "house": house,
        "to": to,
        "subject": subject,
        "text": text,
        "version": __version__,
        "date": [moment.year, moment.month, moment.day],
    }
    return typeset(("pitbook.reports.jackpot", "letter.typ"), moment, {"letter": content})
