"""The configuration over HTTP; no jackpot opens without passing the gate."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.compliance.broken_properties import ROOM, changed
from tests.compliance.test_opening import WITHDRAWN
from tests.web.card_room import CardRoom, card_room
from tests.web.test_api import refused


@pytest.fixture
def own_room(store: str) -> Iterator[CardRoom]:
    with card_room(store) as made:
        yield made


def keep(own_room: CardRoom, text: str, why: str = "the opening", person: str = "ada") -> Any:
    return own_room.post(person, "/configuration/versions", {"text": text, "why": why})


def test_the_gate_holds_over_http(own_room: CardRoom) -> None:
    kept = keep(own_room, ROOM).json()
    assert (kept["version"], kept["by"], kept["closed"], kept["suspended"]) == (1, "ada", {}, [])
    assert keep(own_room, ROOM).json()["version"] == 1  # the same version again is stored once
    refused(own_room.open(), 409, "is not set up as configuration")
    refused(own_room.open("another"), 404, "has no jackpot")
    refused(own_room.post("dana", "/jackpots/royal/opening"), 403, "may not open a jackpot")
    assert own_room.post("eve", "/jackpots/royal/opening").json()["shown_cents"] == 500_000
    assert own_room.get("eve", "/controllers/royal-2").json()["seats"] == 6
    terms = {"terms": {"seed": "$5,000", "contribution": "10.91%", "reserve": "3%"}, "when": "now"}
    refused(
        own_room.post("eve", "/jackpots/royal/terms", terms | own_room.papers("ann")), 409, "keep a new version first"
    )
    alone = {"checked": True, "controller_only": True}
    assert own_room.post("sue", "/tables/royal-1/open", alone).status_code == 200
    assert own_room.press("dana", "sense", "royal-1", seat=1).status_code == 200
    stopped = keep(own_room, changed(ROOM, WITHDRAWN), "an order").json()
    assert stopped["suspended"] == ["royal"]
    assert set(stopped["closed"]) == {"royal-1", "royal-2"}
    refused(own_room.press("dana", "lock", "royal-1"), 409, "the authorisation of Royal Match 21 is withdrawn")
    resume = {"action": "resume", **own_room.papers("ann")}
    refused(
        own_room.post("eve", "/jackpots/royal/status", resume), 409, "the authorisation of Royal Match 21 is withdrawn"
    )
    listed = own_room.get("otto", "/configuration/versions").json()
    assert [(each["version"], each["why"]) for each in listed] == [(1, "the opening"), (2, "an order")]
    assert own_room.get("otto", "/configuration/versions/1").json()["text"] == ROOM
    refused(own_room.get("otto", "/configuration/versions/9"), 404, "there is no version")


HOSTILE: tuple[tuple[Any, int], ...] = (
    ({"text": "", "why": "x"}, 422),
    ({"text": "x" * 60_001, "why": "x"}, 422),
    ({"text": "nonsense", "why": "x"}, 400),
    ({"text": "[property]", "why": "x"}, 400),
    ({"text": "\x00", "why": "x"}, 400),
    ({"text": ROOM, "why": ""}, 422),
    ({"text": ROOM, "why": "\x07"}, 400),
    ({"text": ROOM, "why": "x", "by": "somebody else"}, 422),
    ({"text": 5, "why": "x"}, 422),
    ([], 422),
)


def test_only_an_administrator_keeps_a_version_and_only_one_that_can_be_read(own_room: CardRoom) -> None:
    for person in ("dana", "sue", "eve", "ann", "walt", "otto"):
        refused(keep(own_room, ROOM, person=person), 403)
    for body, status in HOSTILE:
        refused(own_room.post("ada", "/configuration/versions", body), status)
    assert own_room.get("otto", "/configuration/versions").json() == []
