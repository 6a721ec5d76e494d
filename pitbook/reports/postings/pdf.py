"""Placards as PDF, one for each notice; the same configuration gives the same bytes."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

from pitbook.reports.postings.notices import Placard, Postings
from pitbook.reports.typeset import as_json, template_bytes, typeset

TEMPLATE: Final = ("pitbook.reports.postings", "postings.typ")
STEPS: Final = (1.5, 1.35, 1.2, 1.1, 1.0, 0.92, 0.84, 0.76, 0.7)
"""Letter sizes to try, largest first."""
SEVERAL_SHEETS: Final = 0.92


def write(posted: Postings, placard: Placard) -> bytes:
    """A placard on one sheet, in letters as large as fit; a long one takes several sheets."""
    import typst

    dated = posted.dated
    template = template_bytes(TEMPLATE)
    moment = datetime(dated.year, dated.month, dated.day, tzinfo=UTC)

    def inputs(scale: float) -> dict[str, str]:
        content = asdict(placard) | {
            "house": posted.house,
            "table": posted.table,
            "game": posted.game,
            "letter": posted.letter,
            "hash": posted.hash,
            "number": posted.number,
            "date": [dated.year, dated.month, dated.day],
            "scale": scale,
        }
        return {"data": as_json(content)}

    def fits(scale: float) -> bool:
        drawn: object = typst.compile(
            template, format="svg", ignore_system_fonts=True, sys_inputs=inputs(scale), timestamp=moment
        )
        return not isinstance(drawn, list)  # of pages

    fitting = next((scale for scale in STEPS if fits(scale)), SEVERAL_SHEETS)
    return typeset(TEMPLATE, moment, inputs(fitting))
