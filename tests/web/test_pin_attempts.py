"""Every request that takes a badge or a PIN delays and records wrong attempts; the requests are found
by their fields.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from pitbook.jackpot.people import Person
from pitbook.room.days.records import read_records
from pitbook.room.people.lockouts import FEW_WRONG
from pitbook.store.work import encode
from pitbook.web.http.access import routes_with_rules
from pitbook.web.http.cookies import rate_key
from tests.web.card_room import CardRoom, card_room
from tests.web.schema_examples import example_of

LOCALHOST: Final = "http://localhost"
RIGHT, WRONG, NEXT = "8214", "739164", "5093"
SET: Final = {
    "/api/v1/first": "the administrator's own, by the set-up address",
    "/api/v1/people": "of a new person",
    "/api/v1/people/{person}/pin": "by an administrator",
}
"""Requests that choose a PIN and do not try one."""
FORM: Final = "/room/sign-in"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    with card_room(str(tmp_path / "room.db")) as made:
        yield made


@dataclass(frozen=True)
class PinRequest:
    """A request with a PIN: without a session, with a person's badge, or with the caller's own PIN."""

    path: str
    method: str
    body: Mapping[str, Any]
    public: bool

    @property
    def own(self) -> bool:
        return not self.public and "badge" not in str(self.body)

    def attempt(self, client: TestClient, person: Person, pin: str, headers: Mapping[str, str]) -> Any:
        shown = {"badge": f"{person.id}:token of gus", "pin": pin}
        address = self.path.replace("{table}", "1").replace("{jackpot}", "royal").replace("{number}", "1")
        if self.path == FORM:
            return client.post(address, data=shown)
        own = {"own_pin" if "own_pin" in self.body else "pin": pin}
        asked = {**self.body, **({"second": shown} if "second" in self.body else own if self.own else shown)}
        return client.request(self.method, address, json=asked, headers=headers)


def places(app: Any) -> list[PinRequest]:
    """Every request that takes a badge or a PIN, with a valid body; the OpenAPI document lacks the sign-in form."""
    document = app.openapi()
    schemas, found = document["components"]["schemas"], [PinRequest(FORM, "post", {}, public=True)]
    public = {
        (way.path, way.method.lower()) for way in routes_with_rules(app) if way.rule is not None and way.rule.public
    }
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            wanted = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            fields = schemas[wanted["$ref"].rpartition("/")[2]].get("properties", {}) if "$ref" in wanted else {}
            if path not in SET and ("pin" in fields or "$ref" in fields.get("second", {})):
                body = example_of(schemas, wanted)
                found.append(
                    PinRequest(path, method, body | ({"new": NEXT} if "new" in body else {}), (path, method) in public)
                )
    return found


def test_every_pin_request_delays_and_records_wrong_attempts(room: CardRoom) -> None:
    app: Any = room.client.app  # type: ignore[attr-defined]  # the test client's own
    services, found = app.state.services, places(app)
    assert len(found) > 12
    for number, place in enumerate(found):
        person = services.people.add(f"gus-{number}", "Gus", ["administrator", "executive"], "token of gus", RIGHT)
        address = f"10.0.0.{number}"
        client = TestClient(app, LOCALHOST, client=(address, 1), headers={"Origin": LOCALHOST})
        token = services.sessions.begin(person, screen=True) if place.own else room.tokens["eve"]
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": room.key()}
        for _ in range(FEW_WRONG):
            answer = place.attempt(client, person, WRONG, headers)
            assert (answer.status_code, "wrong" in answer.text) == (403, True), (place, answer.text)
        answer = place.attempt(client, person, RIGHT, headers)
        assert (answer.status_code, "wait a minute" in answer.text) == (403, True), (place, answer.text)
        elsewhere = TestClient(app, LOCALHOST, client=(f"10.1.0.{number}", 1), headers={"Origin": LOCALHOST})
        answer = place.attempt(elsewhere, person, RIGHT, headers)
        assert not re.search("wait a minute|is wrong", answer.text), ("the right PIN elsewhere", place, answer.text)
        with services.database.reading_snapshot() as connection:
            kept = [each for each in read_records(connection, "sign-in-refused") if each.by == person.id]
        assert [each.data["address"] for each in kept] == [address] * FEW_WRONG, place
        assert WRONG not in encode([dict(each.data) for each in kept])


def test_one_machine_with_many_addresses_has_one_rate_limit() -> None:
    """A /64 network of IPv6 belongs to one machine; every IPv4 address is counted alone."""

    def key(address: str) -> str:
        return rate_key(Request({"type": "http", "client": (address, 1), "headers": []}))

    assert key("2001:db8::1") == key("2001:db8::ffff:2") != key("2001:db8:0:1::1")
    assert key("192.0.2.1") != key("192.0.2.2")
