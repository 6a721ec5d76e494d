"""A short letter on paper: paragraphs in, PDF out. The same letter gives the same bytes."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import Final

from pitbook import __version__

STANDARD: Final = "a-3b"


def write(paragraphs: Sequence[str], at: datetime) -> bytes:
    """The letter: its house, to whom it goes, its subject, then its text; dated by ``at``, not by the clock."""
    import typst

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
    made = typst.compile(
        files("pitbook.reports.jackpot").joinpath("letter.typ").read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"letter": json.dumps(content, ensure_ascii=False)},
        pdf_standards=STANDARD,
        timestamp=moment,
    )
    if not isinstance(made, bytes):
        raise TypeError("typst gave no PDF")
    return made
