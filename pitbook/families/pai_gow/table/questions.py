"""The questions and steps at a pai gow table, with their names in records."""

from collections.abc import Mapping
from typing import Final

from pitbook.table.steps import Choice, Question

BASE: Final = "base"
"""The wager that a hand is set for."""

HOUSE_WAY: Final = Choice("house way", key="w")
FOLD: Final = Choice("fold", "folds", "f", ends=True)
LOW_CARDS: Final = 2
SET: Final = Question(
    "set",
    (HOUSE_WAY, FOLD),
    HOUSE_WAY.word,
    "Time ran out: the table set your hand by the house way.",
    "Wait until {places} have set their hands",
    form="low cards / high cards",
    verb="sets",
    done="set the hand",
    picks=LOW_CARDS,
    together=True,
)

QUESTIONS: Mapping[str, Question] = {SET.name: SET}
FIRST_POSITION: Final = "first position"
ALL_SET, DEALER_HAND = "all-set", "dealer-hand"
STEPS: Mapping[str, str] = {ALL_SET: "All hands are set", DEALER_HAND: "Dealer set the hand"}
