"""The page of the drill of setting hands."""

from fastapi import Request
from fastapi.responses import HTMLResponse

from pitbook.families.pai_gow.learn.drill import games_with_hands_to_set
from pitbook.hands.house_ways import HOUSE_WAYS
from pitbook.web.learn.page_parts import drill_page, page_router

router = page_router()


@router.get("/learn/pai-gow")
def learn_pai_gow(request: Request) -> HTMLResponse:
    """Seven cards to set."""
    games = games_with_hands_to_set()[::-1]
    return drill_page(request, "families/pai_gow/setting.html", games=games, ways=HOUSE_WAYS)
