"""Repeated parts of a dealer's console (a key, a seat, a hand, a payout), rendered once and cached.

A press changes one or two parts; the console is sent again with the others from the cache. They are not macros of the
console's own template: such a macro keeps all rendered text in a reference cycle until the garbage collector runs, and
that would pause all requests.
"""

from functools import lru_cache
from typing import Any, Final

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from pitbook.web.dealer.felt import FeltHand, FeltSpot
from pitbook.web.dealer.model import ConsoleKey, Pay, SeatSensor
from pitbook.web.http.pages import encode, environment

KEPT: Final = 1_000
"""Cache size for each kind of part, over all tables."""


def button(key: ConsoleKey, kind: str = "", words: str = "") -> Markup:
    """A key; ``words`` are its accessible name if the label alone is not enough."""
    do = htmlsafe_json_dumps(key.do, encode)
    said = (key.label, key.key, key.lit, key.on, key.note, key.refused, key.supervised, do)
    return _button(*said, kind, words, key.confirm, key.seat, key.amount, key.low)


def seat(place: SeatSensor, opens: bool) -> Markup:
    """A seat with its sensor; ``opens``: a tap opens the form for its player and bets."""
    player, press = place.player, place.press
    name, stack = (player["player"], player["stack"]) if player is not None else (None, 0)
    said = (press.label, press.key, press.refused, htmlsafe_json_dumps(press.do, encode))
    return _seat(place.seat, place.lamp, place.chosen, place.won, name, stack, place.bets, *said, opens)


@lru_cache(KEPT)
def hand(who: str, item: FeltHand) -> Markup:
    """The hand of the dealer or of a shared place."""
    return Markup(_parts().hand(who, item))


@lru_cache(KEPT)
def spot(item: FeltSpot) -> Markup:
    """A seat of the felt."""
    return Markup(_parts().spot(item))


@lru_cache(KEPT)
def pay(item: Pay, due: bool) -> Markup:
    """A wager that is paid, taken or pushed."""
    return Markup(_parts().pay(item, due))


@lru_cache(KEPT)
def _button(*said: Any) -> Markup:
    return Markup(_parts().button(*said))


@lru_cache(KEPT)
def _seat(*said: Any) -> Markup:
    return Markup(_parts().seat(*said))


def _parts() -> Any:
    return environment().get_template("room/dealer/parts.html").module
