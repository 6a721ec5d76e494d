"""Pages of the letters: what each approves and requires, and the audit of every figure it prints."""

from itertools import groupby
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from pitbook.exact.audit import VERDICT_NAMES
from pitbook.games import all_games
from pitbook.web.games.api import figures_of
from pitbook.web.games.counted import Audited, AuditOf, FigureVerdict
from pitbook.web.games.sheet_key import game_at
from pitbook.web.http.access import public
from pitbook.web.http.pages import page

router = APIRouter(
    include_in_schema=False,
    dependencies=[public("the games and their letters are published")],
)

Show = Literal["errors", "all"]


@router.get("/letters")
def list_letters(request: Request) -> HTMLResponse:
    """The letters, each with the number of its figures that match."""
    figures, found = figures_of(request), [game for game in all_games() if game.letter.number]
    figures.ask(*(AuditOf(game.slug) for game in found))
    return page(
        request,
        "letters/list.html",
        here="letters",
        games=found,
        audits={game.slug: figures.get(AuditOf(game.slug), 0.02) for game in found},
    )


@router.get("/letters/{slug}")
def show_letter(request: Request, slug: str, show: Annotated[Show, Query()] = "errors") -> HTMLResponse:
    """One letter: approval, conditions, systems, and the audit, errors first."""
    game = game_at(slug)
    audit = figures_of(request).get(AuditOf(slug))
    return page(
        request,
        "letters/letter.html",
        here="letters",
        game=game,
        letter=game.letter,
        audit=audit,
        errors=() if audit is None else blocks(audit, "does not hold", "unchecked"),
        readings=() if audit is None else blocks(audit, "holds under"),
        holding=() if audit is None or show == "errors" else blocks(audit, "holds"),
        show=show,
        names={name: words.capitalize() for name, words in VERDICT_NAMES.items()},
    )


Reasoned = list[tuple[str, list[FigureVerdict]]]
"""Findings grouped by their common reason."""


def blocks(audit: Audited, *verdicts: str) -> list[tuple[str, int, Reasoned]]:
    """Findings by wager: their number, and the findings grouped by reason, so that each reason is shown once."""
    some = [each for each in audit.judged if each.verdict in verdicts]
    found = []
    for wager, group in groupby(some, key=lambda each: each.wager):
        by_reason: dict[str, list[FigureVerdict]] = {}
        items = list(group)
        for each in items:
            parts = (part for part in (each.reading, each.reason) if part)
            by_reason.setdefault(" ".join(f"{part[:1].upper()}{part[1:]}." for part in parts), []).append(each)
        found.append((wager, len(items), list(by_reason.items())))
    return found
