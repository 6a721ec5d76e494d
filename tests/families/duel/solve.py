"""A duel is not solved."""

from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.pieces import Progress, Runner
from pitbook.exact.solving import KnownCards, SolveRequest


def known_cards(game: str, question: str, number: int) -> KnownCards:
    """The best swap depends on the player's own cards."""
    return KnownCards(own=None)


def seconds(request: SolveRequest) -> float:
    """Nothing is solved."""
    return 0.0


def solve(request: SolveRequest, progress: Progress | None, run: Runner) -> dict[str, Any]:
    raise BadInput(f"{request.game} is not solved: its best swap is in its rules")
