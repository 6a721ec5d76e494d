"""A showdown is not solved."""

from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.pieces import Progress, Runner
from pitbook.exact.solving import KnownCards, SolveRequest
from tests.families.showdown.table import RIDING


def known_cards(game: str, question: str, number: int) -> KnownCards:
    """Two cards, and the board card at the second decision."""
    return KnownCards(own=2, board=int(question == RIDING.name))


def seconds(request: SolveRequest) -> float:
    """Nothing is solved."""
    return 0.0


def solve(request: SolveRequest, progress: Progress | None, run: Runner) -> dict[str, Any]:
    raise BadInput(f"{request.game} is not solved: there is no solver for a showdown")
