"""Pages and API routes that serve every game with a base wager ``ante``."""

from typing import Final

PAGES: Final = (
    "/",
    "/games",
    "/games/{game}",
    "/games/{game}/ante",
    "/letters",
    "/letters/{game}",
    "/catalogue",
    "/compare",
    "/learn",
    "/learn/hands?game={game}",
    "/learn/procedure?game={game}",
    "/play",
    "/static/felts.css",
    "/static/felts/{game}.svg",
    "/api/v1/games",
    "/api/v1/games/{game}",
    "/api/v1/games/{game}/ante/par",
    "/api/v1/letters/{game}",
    "/api/v1/learn/hands/question?game={game}&seed=1",
    "/api/v1/learn/procedure/question?game={game}&seed=1",
)
