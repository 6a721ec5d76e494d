"""A game without decisions has nothing to solve."""

from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.pieces import Progress, Runner
from pitbook.exact.solving import SolveRequest


def known_cards(game: str, question: str, number: int) -> None:
    """None: there are no questions."""


def seconds(request: SolveRequest) -> float:
    """0: nothing is solved."""
    return 0.0


def solve(request: SolveRequest, progress: Progress | None, run: Runner) -> dict[str, Any]:
    if request.sees is not None:
        raise BadInput(f"--sees changes what a player knows at a decision: {request.game} has no decisions")
    raise BadInput(
        f"{request.game} has no decisions to solve: 'pitbook par {request.game}' counts every deal of its wagers"
    )
