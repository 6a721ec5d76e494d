"""The page of the drill of poker decisions."""

from fastapi import Request
from fastapi.responses import HTMLResponse

from pitbook.families.poker.learn.drill import games_to_decide
from pitbook.web.learn.page_parts import drill_page, page_router

router = page_router()


@router.get("/learn/poker")
def learn_poker(request: Request) -> HTMLResponse:
    """Hands to decide about."""
    return drill_page(request, "families/poker/decisions.html", games=games_to_decide())
