"""A game without decisions has nothing to solve."""

from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.solving import Progress, SolveRequest


def solve(request: SolveRequest, progress: Progress | None) -> dict[str, Any]:
    raise BadInput(
        f"{request.game} has no decisions to solve: 'pitbook par {request.game}' counts every deal of its wagers"
    )
