"""Words for stakes and results, shared by all screens."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from pitbook.cards import Cards
from pitbook.games.model import listed
from pitbook.games.settlement import Settlement
from pitbook.money import Cents, format_cents

if TYPE_CHECKING:
    from pitbook.table.view import SeatView

Tone = Literal["win", "lose", "push", "quiet", "plain"]


def settled_words(item: Settlement) -> tuple[str, Tone]:
    """The result of a wager, with a tone for its colour: ``Royal Match, 25 to 1: $10 → +$250``."""
    net = item.net or 0
    if item.envy_from:
        return f"Envy for {item.label} at seat {item.envy_from}: {signed(net)}", "win"
    free = f" + {format_cents(item.house)} free" if item.house else ""
    stake = f"{format_cents(item.bet)}{free} → " if item.total else ""
    if net > 0:
        return f"{item.label}, {item.pays}: {stake}{signed(net)}", "win"
    if net == 0:
        pays = "" if item.label.lower() == "push" else ", push"
        return f"{item.label}{pays}: {format_cents(item.bet)} returned", "push"
    return f"{item.label}: {signed(net)}", "lose"


def chips_words(net: object, chips: object) -> str:
    """``$7 pushed out``, if that differs from the net win because the wager was taken when it was locked."""
    if not isinstance(net, int) or not isinstance(chips, int) or chips == max(net, 0):
        return ""
    return f"{format_cents(chips)} pushed out"


def in_order(cards: Iterable[int]) -> Cards:
    """Cards as a player sorts them: the joker and high cards first."""
    return tuple(sorted(cards, reverse=True))


def signed(cents: float) -> str:
    """``+$5`` or ``-$2.50``, rounded to whole cents."""
    whole = round(cents)
    return f"+{format_cents(whole)}" if whole > 0 else format_cents(whole)


def take_words(wagers: Mapping[int, Cents]) -> str:
    """The instruction to the dealer: ``Take the $1 progressive wagers: seats 1 and 3``."""
    amounts = listed(format_cents(cents) for cents in sorted(set(wagers.values())))
    plural = "s" if len(wagers) > 1 else ""
    return f"Take the {amounts} progressive wager{plural}: seat{plural} {listed(sorted(wagers))}"


def sitting_words(seats: Mapping[int, "SeatView"]) -> str:
    """``seat 1 (Ann, $95) and seat 3 (Bob, $40) are still seated``."""
    sitting = [
        f"seat {seat} ({held.player}, {format_cents(Cents(held.stack + sum(bet.cents for bet in held.bets.values())))})"
        for seat, held in sorted(seats.items())
    ]
    return f"{listed(sitting)} {'is' if len(sitting) == 1 else 'are'} still seated"
