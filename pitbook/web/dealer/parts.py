"""Parts of a dealer's console that come again and again: a key, a seat, a hand, a pay. Each is drawn once and kept.

A press changes one or two of them, and the console is sent anew with all the others as they were. None is a macro of
the console's own template: what a template defines for itself holds all that was drawn until the garbage collector
comes, and everybody waits for that one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from pitbook.web.dealer.felt import FeltSpot
from pitbook.web.dealer.model import Key, Pay, SeatSensor
from pitbook.web.http.pages import encode, environment

KEPT: Final = 1_000
"""Parts of each kind, of all tables together."""


def button(key: Key, kind: str = "", words: str = "") -> Markup:
    """A key; ``words`` say it aloud where its label does not."""
    do = htmlsafe_json_dumps(key.do, encode)
    said = (key.label, key.key, key.lit, key.on, key.note, key.refused, key.supervised, do)
    return _button(*said, kind, words, key.confirm, key.seat, key.amount, key.low)


def seat(place: SeatSensor, opens: bool) -> Markup:
    """A seat with its sensor; ``opens``: who sits there, and what they bet, can be changed."""
    player, press = place.player, place.press
    name, stack = (player["player"], player["stack"]) if player is not None else (None, 0)
    said = (press.label, press.key, press.refused, htmlsafe_json_dumps(press.do, encode))
    return _seat(place.seat, place.lamp, place.chosen, place.won, name, stack, place.bets, *said, opens)


def hand(who: str, cards: Sequence[str], value: str, state: str = "", kind: str = "") -> Markup:
    """A hand on the felt."""
    return _hand(who, tuple(cards), value, state, kind)


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


@lru_cache(KEPT)
def _hand(*said: Any) -> Markup:
    return Markup(_parts().hand(*said))


def _parts() -> Any:
    return environment().get_template("room/dealer/parts.html").module
