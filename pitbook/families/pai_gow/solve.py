"""``pitbook solve`` for pai gow poker: refers to the commands that set hands and count comparisons."""

from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.pieces import Progress, Runner
from pitbook.exact.solving import KnownCards, SolveRequest


def known_cards(game: str, question: str, number: int) -> KnownCards:
    """The seven cards of the hand; no dealer card is known."""
    return KnownCards(own=None)


def seconds(request: SolveRequest) -> float:
    """0: nothing is solved."""
    return 0.0


def solve(request: SolveRequest, progress: Progress | None, run: Runner) -> dict[str, Any]:
    if request.sees is not None:
        raise BadInput(
            f"--sees cannot change what a pai gow player knows: hands of {request.game} are set by a player "
            "who knows their own seven cards"
        )
    raise BadInput(
        f"{request.game} is not solved choice by choice: 'pitbook set \"CARDS\"' shows the best way to set a hand, and "
        f"'pitbook par {request.game} base' the figures of the base wager"
    )
