"""The questions at a blackjack table, with their names in records."""

from collections.abc import Mapping
from typing import Final

from pitbook.table.steps import YES_NO, Choice, Question

BASE: Final = "base"
"""The wager that a hand is played for."""

HIT, STAND, DOUBLE, SPLIT, SURRENDER = (
    Choice("hit", "hits", "h"),
    Choice("stand", "stands", "s", ends=True),
    Choice("double", "doubles", "d", ends=True),
    Choice("split", "splits", "p"),
    Choice("surrender", "surrenders", "r", ends=True),
)
YES, NO = (choice.word for choice in YES_NO)

PLAY: Final = Question(
    "play",
    (HIT, STAND, DOUBLE, SPLIT, SURRENDER),
    STAND.word,
    "Time ran out: the table stood for you.",
    "Ask {places} how to play: {answers}",
)
INSURANCE: Final = Question(
    "insurance", YES_NO, NO, "Time ran out: the table took no insurance for you.", word="insurance"
)
"""Its stake has the same name."""
EARLY_SURRENDER: Final = Question(
    "surrender", YES_NO, NO, "Time ran out: the table did not surrender for you.", word="surrender"
)
PEEK: Final = Question("blackjack under the up card", YES_NO, NO, word="blackjack")
"""Asked of a dealer who has looked at the hole card."""

QUESTIONS: Mapping[str, Question] = {each.name: each for each in (PLAY, INSURANCE, EARLY_SURRENDER, PEEK)}
STAKES: tuple[str, ...] = (INSURANCE.name,)
STEPS: Mapping[str, str] = {"peek": "Dealer looked at the hole card"}
