"""The proof of the shuffle: every revealed shoe matches the commitment that was shown before anyone bet on it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.table.config import TableConfig
from pitbook.table.events import Event
from pitbook.table.shoe import promise_of


@dataclass(frozen=True, slots=True)
class ShoeCheck:
    """The check of one shoe of a log."""

    promise: str
    """The commitment to its order."""
    sealed: int
    """The event with the commitment."""
    shown: int = 0
    """The event that revealed it; 0 while it is sealed."""
    lost: int = 0
    """The event that took it out of play without revealing it, because no server could open it any more."""
    fault: str = ""
    """The fault in words; empty without one, or if the shoe is not revealed yet."""

    @property
    def kept(self) -> bool | None:
        """Whether the shoe matches its commitment; None if it is not revealed."""
        return not self.fault if self.shown else None

    def to_dict(self) -> dict[str, Any]:
        record = {"promise": self.promise, "sealed": self.sealed, "shown": self.shown or None, "kept": self.kept}
        return record | ({"lost": self.lost} if self.lost else {})


def check_shoes(events: Sequence[Event]) -> list[ShoeCheck]:
    """Checks every shoe of a log: it matches its commitment, has the cards of this table's shoe, and was dealt in
    order."""
    config = TableConfig.from_dict(events[0].data)
    found: list[ShoeCheck] = []
    dealt: list[tuple[int, str]] = []
    for event in events:
        if event.kind == "shuffled":
            found.append(ShoeCheck(str(event.data.get("promise", "")), event.number))
            dealt = []
        elif event.kind == "card":
            dealt += [(event.number, name) for name in str(event.data.get("cards", "")).split()]
        elif event.kind == "undone":
            dealt = [each for each in dealt if each[0] < event.data["event"]]  # they are dealt again
        elif event.kind == "shoe-shown":
            before = found.pop() if found and not (found[-1].shown or found[-1].lost) else ShoeCheck("", 0)
            fault = _fault(config, before, event, [name for _, name in dealt])
            found.append(ShoeCheck(before.promise, before.sealed, event.number, fault=fault))
        elif event.kind == "shoe-lost" and found and not found[-1].shown:
            found[-1] = replace(found[-1], lost=event.number)
    return found


def _fault(config: TableConfig, before: ShoeCheck, event: Event, dealt: list[str]) -> str:
    if not before.sealed:
        return "a shoe is shown without a promise before it"
    names, salt = str(event.data.get("order", "")), str(event.data.get("salt", ""))
    try:
        order = parse_cards(names)
    except BadInput as error:
        return f"the shoe cannot be read: {error}"
    if promise_of(order, salt) != before.promise or event.data.get("promise") != before.promise:
        return "the shoe that is shown is not the one that was promised"
    pack = Counter(config.pack)
    if Counter(order) - pack:
        return f"the shoe holds cards that {config.layout.decks} decks do not"
    # A shoe that was shuffled in mid-round lacks the cards on the table, and has no burn card.
    burn = config.burn if len(order) == len(config.pack) else 0
    in_order = names.split()[burn : burn + len(dealt)]
    if any(card not in ("??", came) for card, came in zip(dealt, in_order, strict=False)) or len(in_order) < len(dealt):
        return "cards were not dealt in the order of the shoe"
    return ""
