"""The names of each controller's keys: on the dealer's keypad, in a sentence, and on the supervisor's page.

The names follow letters 002 and 003. Sentences use ``sentence``; it is also stored with every press.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class KeyLabel:
    """The names of one key."""

    keypad: str
    sentence: str
    floor: str = ""
    """The name on the supervisor's page; empty for a key that only the dealer presses."""


_CONFIRM: Final = KeyLabel("CONFIRM", "the supervisor's confirmation", "Confirm")
_CARD: Final = KeyLabel("Swipe card", "a supervisor's or executive's card", "Record by card")
NOT_A_WIN: Final = "Not a win"
"""The supervisor's key that rejects a hand, on every controller and every page."""

LABELS: Final[Mapping[str, Mapping[str, KeyLabel]]] = {
    "keyed": {
        "lock": KeyLabel("COIN IN", "COIN IN"),
        "verify": KeyLabel("Key to JPH", "the supervisor's key to JPH", "Key to JPH"),
        "record": KeyLabel("J-POT", "J-POT", "J-POT"),
        "run": KeyLabel("Key to RUN", "the key back to RUN", "Key to RUN"),
        "end": KeyLabel("GAME OVER", "GAME OVER"),
    },
    "card": {
        "lock": KeyLabel("START GAME", "START GAME"),
        "verify": _CONFIRM,
        "record": _CARD,
        "end": KeyLabel("END GAME", "END GAME"),
    },
    "sensing": {
        "lock": KeyLabel("START", "start of the sensing"),
        "verify": _CONFIRM,
        "record": _CARD,
        "end": KeyLabel("END", "end of the round"),
    },
}
"""The labels by kind of controller and key."""


def in_sentence(kind: str, key: str) -> str:
    """The name of a key within a sentence; a key without a label is named by its id."""
    label = LABELS[kind].get(key)
    return label.sentence if label is not None else key
