r"""The views of a table reveal nothing about face-down or undealt cards.

Shown with twins: two rooms deal the same cards face up, while all unseen cards are in another order. Every view must be
equal in both.
"""

import json
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.room.play.service import played
from pitbook.table.events import SECRET, Event
from pitbook.table.shoe import OsChance, SealedShoe
from tests.room.table_rig import ANN, BOB, Repeated, Server, served

HASHES = re.compile(r"\b[0-9a-f]{12,64}\b")
"""Commitments and hashes of records differ as expected, because of a secret salt of 256 bits."""

EXPECTED = re.compile(r'"expected": (null|-?\d+), "left_out": \[.*?\]')
"""A background thread computes the expected cost of a session, so only one of two views may have it."""


class Low(Repeated):
    """Deals any shoe, from the first position."""

    def number(self, name: str, low: int, high: int) -> int:
        return low


class Ordered(OsChance):
    """Deals one shoe in a chosen order."""

    def __init__(self, order: Sequence[int], salt: str) -> None:
        self.shoe = SealedShoe(tuple(order), salt)

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        assert sorted(cards) == sorted(self.shoe.order)
        return self.shoe

    def number(self, name: str, low: int, high: int) -> int:
        return low


def plain(seen: object) -> str:
    """Views as text, without the random fields."""
    text = seen if isinstance(seen, str) else json.dumps(seen, sort_keys=True, default=str)
    return EXPECTED.sub('"expected": "#"', HASHES.sub("#", text))


def begin(server: Server, slug: str) -> list[object]:
    """Deals to two players up to the first question; returns everything that they and others see."""
    table, seen = server.sit(slug, ANN, BOB), list[object]()

    def look() -> None:
        for owner in (ANN, BOB, ""):
            seen.append(server.play.view(table, owner))
            seen.append(server.play.news(table, owner, 1))
        seen.append([event.line() for event in server.play.record(table)])

    for owner in (ANN, BOB):
        server.bet(table, owner)
        look()
    server.ready(table, ANN)
    server.ready(table, BOB)
    look()
    for owner in (ANN, BOB):
        with suppress(BadInput):  # the question is for the other player
            seen.append(server.play.advice(table, owner))
    return seen


def faced_up(events: Sequence[Event]) -> tuple[list[int], set[int]]:
    """The order of the shoe, and the places in it of the cards that everybody saw."""
    (shuffled,) = [event for event in events if event.kind == "shuffled"]
    order = parse_cards(shuffled.data[SECRET]["order"])
    cards = [event for event in events if event.kind == "card"]
    place, seen = _burnt(events), set[int]()
    for event in cards:
        count = len(event.data["cards"].split())
        assert parse_cards(event.data["cards"]) == order[place : place + count]
        if event.data.get("up") is not False:
            seen |= set(range(place, place + count))
        place += count
    return list(order), seen


def _burnt(events: Sequence[Event]) -> int:
    return int(events[0].data.get("burn", 0))


def other_order(order: Sequence[int], seen: set[int], seed: int) -> list[int]:
    """The cards that were seen keep their places; all others change places."""
    hidden = [place for place in range(len(order)) if place not in seen]
    cards = [order[place] for place in hidden]
    random.Random(seed).shuffle(cards)
    made = list(order)
    for place, card in zip(hidden, cards, strict=True):
        made[place] = card
    return made


QUICK = ("million-dollar-match-the-dealer", "royal-match-21", "ez-pai-gow")
"""One of each order in which cards are dealt."""


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=() if slug in QUICK else pytest.mark.slow) for slug in played()]
)
def test_views_do_not_depend_on_unseen_cards(slug: str, tmp_path: Path) -> None:
    for seed in range(1, 40):
        with served(str(tmp_path / f"{seed}.db"), chance=Low(seed)) as first:
            begin(first, slug)
            with first.tables.look(f"play:{slug}-1") as live:
                order, seen = faced_up(live.events)
                turned = {event.data.get("name") for event in live.events} & {"peek", "hole-card", "dealer-hand"}
        if not turned:  # a dealer who peeks reveals whether there is a blackjack
            break
    else:
        pytest.fail("no round went as far as a question")
    assert len(order) - len(seen) > 20
    views = []
    for twin, salt in ((1, "a"), (2, "b")):
        chance = Ordered(other_order(order, seen, twin), salt * 64)
        with served(str(tmp_path / f"twin {twin}.db"), chance=chance) as server:
            views.append([plain(each) for each in begin(server, slug)])
            assert salt * 64 not in json.dumps(views[-1])
    assert views[0] == views[1]


def test_twin_tables_differ_in_their_full_records(tmp_path: Path) -> None:
    """This proves that the test above can fail."""
    lines = []
    for twin in (1, 2):
        chance = Ordered(other_order(range(53), set(), twin), "c" * 64)
        with served(str(tmp_path / f"twin {twin}.db"), chance=chance) as server:
            begin(server, "ez-pai-gow")
            with server.tables.look("play:ez-pai-gow-1") as live:
                lines.append(plain([event.line() for event in live.events]))
    assert lines[0] != lines[1]
