"""The questions and steps at a poker table, with their names in records."""

from collections.abc import Mapping
from typing import Final

from pitbook.families.poker.rules.model import Street
from pitbook.table.steps import Choice, Question

FOLD, CHECK, RIDE, PULL = "fold", "check", "ride", "pull"
CHOICES: Final = (
    Choice(FOLD, "folds", "f", ends=True),
    Choice(CHECK, "checks", "c"),
    *(Choice(f"{times}x", f"raises {times}x", str(times)) for times in range(1, 5)),
    Choice(RIDE, "lets it ride", "r"),
    Choice(PULL, "takes one back", "t"),
)
"""Every choice that a poker game may offer; a street says which of them are open."""
LABELS: Final = {
    FOLD: ("Fold", "Folding"),
    CHECK: ("Check", "Checking"),
    RIDE: ("Let it ride", "Letting it ride"),
    PULL: ("Take one back", "Taking one back"),
} | {f"{times}x": (f"Bet {times}x", f"Betting {times}x") for times in range(1, 5)}
"""The button label of each choice, and the name of the action."""
DECISION: Final = Question(
    "decision",
    CHOICES,
    FOLD,
    "Time ran out: no further bet was made for you.",
    "Ask {places}: {answers}?",
)
QUESTIONS: Mapping[str, Question] = {DECISION.name: DECISION}
DEALT, SHOWDOWN = "dealt", "showdown"
STEPS: Mapping[str, str] = {DEALT: "All hands are dealt face down", SHOWDOWN: "Dealer turned over the hands"}


def fallback_of(street: Street) -> str:
    """The answer for a player whose time has run out: the choice that moves no chips, or fold."""
    return next((choice.word for choice in street.choices if not choice.adds and not choice.folds), FOLD)
