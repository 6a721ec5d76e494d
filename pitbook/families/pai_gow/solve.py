"""Pai gow poker has no solution in one number of choices: other commands set hands and count comparisons."""

from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.solving import Progress, SolveRequest


def solve(request: SolveRequest, progress: Progress | None) -> dict[str, Any]:
    raise BadInput(
        f"{request.game} is not solved choice by choice: 'pitbook set \"CARDS\"' shows the best way to set a hand, and "
        f"'pitbook par {request.game} base' the figures of the base wager"
    )
