"""PDF documents made by Typst, as PDF/A and with reproducible bytes."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from importlib.resources import files
from typing import Any, Final

STANDARD: Final = "a-3b"
"""PDF/A-3b: for archives, with the facts attached as data."""
NO_RECORD: Final[Mapping[str, Any]] = {}


def typeset(
    template: tuple[str, str],
    moment: datetime | date,
    content: Mapping[str, Any],
    attached: Mapping[str, Any] = NO_RECORD,
) -> bytes:
    """A document from a template, given as package and file.

    ``content`` is what the template lays out, by the names that it reads: text as it is, all else as JSON. ``attached``
    is the same as indented JSON, for the files inside the PDF. The document is dated by ``moment``, never by the clock,
    so the same facts give the same bytes.
    """
    import typst

    made = typst.compile(
        template_bytes(template),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={
            **{name: value if isinstance(value, str) else as_json(value) for name, value in content.items()},
            **{name: as_json(value, indent=1) for name, value in attached.items()},
        },
        pdf_standards=STANDARD,
        timestamp=moment
        if isinstance(moment, datetime)
        else datetime(moment.year, moment.month, moment.day, tzinfo=UTC),
    )
    if not isinstance(made, bytes):
        raise TypeError("typst gave no PDF")
    return made


def template_bytes(template: tuple[str, str]) -> bytes:
    package, name = template
    return files(package).joinpath(name).read_bytes()


def as_json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)
