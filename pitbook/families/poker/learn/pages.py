"""The page of the drill of poker decisions."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import HTMLResponse

from pitbook.families.poker.learn.drill import check_game, games_to_decide, text_of
from pitbook.families.poker.rules.statement import rules_of
from pitbook.web.learn.page_parts import drill_page, page_router

router = page_router()


@router.get("/learn/poker")
def learn_poker(request: Request, game: Annotated[str, Query(max_length=60)] = "") -> HTMLResponse:
    """Hands to decide about; ``game`` is the one that the page begins with."""
    found = games_to_decide()
    chosen = check_game(game).slug if game else found[0].slug
    texts = {each.slug: text_of(each.slug) for each in found}
    rules = {each.slug: rules_of(each.slug) for each in found}
    # The cards that lie face down until the first hand is there.
    sizes = {slug: {"player": each.own_at(each.streets[0]), "dealer": each.dealer} for slug, each in rules.items()}
    return drill_page(request, "families/poker/decisions.html", games=found, chosen=chosen, texts=texts, sizes=sizes)
