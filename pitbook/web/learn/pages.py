"""The Learn pages: how to play, "What pays?", and the order of a round; families add their own drills."""

from typing import Final

from fastapi import Request
from fastapi.responses import HTMLResponse

from pitbook.games import all_games
from pitbook.web.family import Drill, every_family
from pitbook.web.http.draw import CHIP_COLOURS
from pitbook.web.learn.how_to_play import guides
from pitbook.web.learn.page_parts import drill_page, page_router

router = page_router()

DRILLS: Final = (
    Drill("/learn/hands", "What pays?", "A hand of any wager: name the line that is paid, then pay it in "
          "chips.", "Kh Qh ??", "hands"),
    Drill("/learn/procedure", "The order of a round", "For dealers: say what comes next, by the procedure of the "
          "game.", "?? ?? 7s", "procedure"),
)  # fmt: skip
"""The drills that cover every game."""


@router.get("/learn")
def learn(request: Request) -> HTMLResponse:
    """The list of lessons and drills."""
    drills = [*(drill for family in every_family() for drill in family.DRILLS), *DRILLS]
    found = guides()
    return drill_page(request, "learn/home.html", drills=drills, guides=found)


@router.get("/learn/hands")
def learn_hands(request: Request) -> HTMLResponse:
    """The drill "What pays?"."""
    return drill_page(request, "learn/hands.html", games=list(all_games()), chips=sorted(CHIP_COLOURS))


@router.get("/learn/procedure")
def learn_procedure(request: Request) -> HTMLResponse:
    """The drill "The order of a round"."""
    return drill_page(request, "learn/procedure.html", games=list(all_games()))
