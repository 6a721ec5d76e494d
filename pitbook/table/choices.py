"""The one check of a player's choice: what it needs of the hand, and what it costs.

The same check narrows a question before it is shown and guards the answer when it is given.
"""

from pitbook.cards import NO_CARD
from pitbook.money import Cents, format_cents
from pitbook.table.round import Player
from pitbook.table.stakes import cost
from pitbook.table.steps import Choice, Place


def refusal(player: Player | None, stack: Cents, place: Place, choice: Choice) -> str:
    """Why a hand cannot take a choice now, in one sentence; empty where it can."""
    if player is None:
        return ""  # the dealer's own answers move nothing
    if choice.needs is not None and is_read(player) and not choice.needs.holds(tuple(player.dealt)):
        return f"{place} cannot {choice.word}: it needs {choice.needs.words}"
    price = cost(choice.moves)
    if price > stack:
        purpose = choice.purpose or f"to {choice.word}"
        return f"seat {place.seat} has {format_cents(stack)} left, too little {purpose}: it costs {format_cents(price)}"
    return ""


def is_read(player: Player) -> bool:
    """Whether the software knows the player's cards; with physical cards it may know them at the showdown only."""
    return NO_CARD not in player.dealt
