"""The lines of a round in the notation, and the cards that are written in them.

A line is used when the round's procedure asks for it. Cards of a table's own shoe are written as they were dealt, and
are used when a table with physical cards turns them over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pitbook.cards import NO_CARD, card_name, parse_card
from pitbook.errors import BadInput, quoted
from pitbook.table.steps import Place, parse_place

T = TypeVar("T")

IN_ROUND: Final = frozenset(("cards", "answer", "step", "stake", "payment", "no prize", "number"))
"""Lines that are used when the round's procedure asks for them."""
WITHOUT_CARDS: Final = IN_ROUND - {"cards"}


@dataclass(slots=True)
class RoundLine:
    """One line of the text."""

    number: int
    text: str
    kind: str
    found: dict[str, str | None]
    done: bool = False

    def __getitem__(self, name: str) -> str:
        return self.found.get(name) or ""

    def refused(self, error: object) -> BadInput:
        return BadInput(f"line {self.number}: {error}")


class WrittenCards:
    """The cards of a round by place, in the order written; cards after a shuffle wait until it is done."""

    def __init__(self, body: Sequence[RoundLine]) -> None:
        self._queue: list[tuple[Place, int, RoundLine]] = []
        self._shuffles = [line for line in body if line.kind == "shuffle"]
        for line in body:
            if line.kind == "cards":
                place = parse_place(line["place"])
                self._queue += [(place, card, line) for card in call(line, _written_cards, line["cards"])]

    def left(self, place: Place) -> list[int]:
        """The cards still to come to a place, up to the next shuffle that is not done."""
        barrier = min((line.number for line in self._shuffles if not line.done), default=None)
        queue = [entry for entry in self._queue if barrier is None or entry[2].number < barrier]
        return [card for to, card, _ in queue if to == place]

    def line(self, place: Place) -> RoundLine | None:
        """The line with the next card to a place."""
        return next((line for to, _, line in self._queue if to == place), None)

    def next(self, place: Place, count: int) -> tuple[RoundLine, str] | None:
        """The next cards to a place, as the dealer enters them; None if they are not written."""
        if len(self.left(place)) < count:
            return None
        found = [entry for entry in self._queue if entry[0] == place][:count]
        for entry in found:
            self._queue.remove(entry)
        for _, _, line in found:
            line.done = all(other is not line for _, _, other in self._queue)
        unseen = any(card == NO_CARD for _, card, _ in found)
        return found[-1][2], "" if unseen else " ".join(card_name(card) for _, card, _ in found)

    def check_all_came(self, folded: set[int]) -> None:
        """Refuses a written card that was not dealt; a folded hand need not be turned over."""
        for place, _, line in self._queue:
            line.done = line.done or place.seat in folded
        left = [entry for entry in self._queue if entry[0].seat not in folded]
        if left:
            _, card, line = left[0]
            shown = "a card" if card == NO_CARD else card_name(card)
            raise line.refused(f"{shown} is not dealt to {line['place']} in this round")


def last_reached(body: Sequence[RoundLine]) -> int:
    """The index of the last line without cards that is done: cards before it that are not were dealt face down."""
    return max((place for place, line in enumerate(body) if line.done and line.kind in WITHOUT_CARDS), default=-1)


def first_line(
    body: Sequence[RoundLine], kinds: tuple[str, ...], fits: Callable[[RoundLine], bool]
) -> RoundLine | None:
    """The first line of these kinds that fits and is not done."""
    return next((line for line in body if line.kind in kinds and not line.done and fits(line)), None)


def mark_done(line: RoundLine | None) -> RoundLine | None:
    if line is not None:
        line.done = True
    return line


def call(line: RoundLine, do: Callable[..., T], *given: Any) -> T:
    """Calls a function; a refusal gets the number of the line."""
    try:
        return do(*given)
    except BadInput as error:
        if str(error).startswith("line "):
            raise
        raise line.refused(error) from None


def _written_cards(text: str) -> list[int]:
    """Parses ``9h [5c]`` or ``[??]``; the brackets are ignored."""
    words = text.replace("[", " ").replace("]", " ").replace(",", " ").split()
    if not words:
        raise BadInput(f"{quoted(text)} names no card")
    return [NO_CARD if word == "??" else parse_card(word) for word in words]
