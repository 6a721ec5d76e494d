"""Separation of duties: which steps of one win need different people. No other module decides this.

A hand is keyed in at the table, verified by the casino, and recorded. The person who dealt the round or keyed the hand
may neither verify nor record it; if the prize needs an executive, the person who verified the hand may not record it
either. The rule compares people, not roles, sessions or badges: every controller, the floor page and the API call
:func:`objection` with the person who presses.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from pitbook.errors import NotApproved, PitbookError
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.money import Cents, format_cents

WinDuty = Literal["verify", "record"]
_DOES: Final = {"verify": "verifies", "record": "records"}


@dataclass(frozen=True, slots=True)
class WinSoFar:
    """A win with the people of the steps taken so far; empty for a step not taken yet."""

    dealt: str
    """The person who locked the wagers of the round."""
    keyed: tuple[str, ...]
    """The people who keyed in the hand, or the hands that are verified together."""
    verified: str
    prize: Cents
    executive_from: Cents
    """A prize of this amount or more needs an executive, and two people."""

    @property
    def needs_two(self) -> bool:
        return self.prize >= self.executive_from


def objection(step: WinDuty, person: Person, win: WinSoFar) -> PitbookError | None:
    """The reason why this person may not take this step of this win; None if they may."""
    try:
        person.check("verify a win")
    except NotAllowed as refused:
        return refused
    if person.id == win.dealt:
        return NotApproved(f"{person.name} dealt this round: another person {_DOES[step]} the win")
    if person.id in win.keyed:
        return NotApproved(f"{person.name} keyed in this hand: another person {_DOES[step]} the win")
    if step == "record" and win.needs_two:
        if not person.may("approve a large win"):
            return NotApproved(
                f"a prize of {format_cents(win.prize)} needs an executive's card: supervisors record those below "
                f"{format_cents(win.executive_from)}"
            )
        if person.id == win.verified:
            # The approver of a large prize is not the person who verified its hand (regulation 4.1).
            return NotApproved(
                f"{person.name} verified this win: another executive's card approves {format_cents(win.prize)}"
            )
    return None


def two_people(people: Iterable[Person]) -> bool:
    """Whether these are at least two different people; the same person twice counts once."""
    return len({person.id for person in people}) >= 2
