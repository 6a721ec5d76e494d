"""A card room over HTTP: the application over a store, with people of every role."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any

import httpx2
from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import Connection, insert, select

from pitbook.meter import MeterTerms
from pitbook.room.people.service import EXAMPLE
from pitbook.store import schema
from pitbook.store.covered import stated, write_change
from pitbook.web.app import create_app
from tests.controller_tables import open_for_controllers, property_text
from tests.migrated_store import with_schema

PIN = "4071"
ROLES = {
    "dana": "dealer",
    "dirk": "dealer",
    "sue": "supervisor",
    "eve": "executive",
    "ann": "accounting",
    "walt": "surveillance",
    "otto": "auditor",
    "ada": "administrator",
}
"""The staff and their roles."""
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Fast hashes for badges and PINs: one real hash takes as long as a whole test should."""
TERMS = {"seed": "$5,000", "contribution": "10.91%", "reserve": "2%"}


class Tokens(dict[str, str]):
    """The sessions of its people, each begun on first use."""

    def __init__(self, sign_in: Callable[[str], str]) -> None:
        super().__init__()
        self._sign_in = sign_in

    def __missing__(self, person: str) -> str:
        return self._sign_in(person)


class CardRoom:
    """Sends requests as one of its people, who sign in on first use."""

    def __init__(self, client: httpx2.Client, badges: Mapping[str, str]) -> None:
        self.client, self.badges = client, badges
        self.tokens = Tokens(self.sign_in)
        self._keys = count(1)

    def sign_in(self, person: str) -> str:
        """A new session for one of its people."""
        asked = {"badge": self.badges[person], "pin": PIN}
        self.tokens[person] = token = str(self.client.post("/api/v1/sign-in", json=asked).json()["token"])
        return token

    def key(self) -> str:
        return f"key-{next(self._keys):05}"

    def headers(self, person: str, key: str = "") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[person]}", "Idempotency-Key": key or self.key()}

    def get(self, person: str, path: str) -> Any:
        return self.client.get(f"/api/v1{path}", headers=self.headers(person))

    def post(self, person: str, path: str, body: Any = None, key: str = "") -> Any:
        return self.client.post(f"/api/v1{path}", json=body, headers=self.headers(person, key))

    def second(self, person: str) -> dict[str, str]:
        """Badge and PIN of a second person."""
        return {"badge": self.badges[person], "pin": PIN}

    def papers(self, second: str) -> dict[str, Any]:
        return {"why": "a test", "document": "D-1", "second": self.second(second)}

    def open(self, name: str = "royal", controller: str = "card", tables: str = "12", **more: Any) -> Any:
        game = {"game": "royal-match-21", "wager": "royal-match-progressive", "pay_table": "RMP", "decks": 6}
        linked = [{"table": table, **game} for table in tables]
        body = {"id": name, **game, "terms": TERMS, "controller": controller, "tables": linked, **more}
        return self.post("eve", "/jackpots", body)

    def open_tables(self) -> None:
        """Opens the tables of its jackpots for their controllers only, if the room has no configuration yet."""
        services = self.client.app.state.services  # type: ignore[attr-defined]  # the test client's own
        if not services.configurations.versions():
            open_for_controllers(services.jackpots, services.tables)

    def restate(self, terms: MeterTerms) -> None:
        """Stores a configuration with other terms for the jackpots."""
        services = self.client.app.state.services  # type: ignore[attr-defined]  # the test client's own
        services.configurations.keep(property_text(services.jackpots, terms), "ada", "other terms")

    def press(self, person: str, button: str, table: str = "1", **more: Any) -> Any:
        """Presses a key of a controller; opens its table first if the room has no configuration to open it from."""
        if hasattr(self.client, "app"):
            self.open_tables()
        return self.post(person, f"/controllers/{table}/presses", {"key": button, **more})


@cache
def staff() -> list[dict[str, Any]]:
    """The rows of the people."""
    return [
        {
            "id": person,
            "name": person.title(),
            "roles": json.dumps([role]),
            "badge": QUICK.hash(f"token of {person}"),
            "pin": QUICK.hash(PIN),
            "active": 1,
        }
        for person, role in ROLES.items()
    ]


def hire_staff(connection: Connection) -> None:
    """Adds the people, with one record that states their rows."""
    connection.execute(insert(schema.people), staff())
    told = {"person": "everybody", "name": "Everybody", "roles": []}
    rows = [stated("people", row) for row in staff()]
    write_change(connection, "person-added", EXAMPLE, "2026-11-01T00:00:00+00:00", told, rows)


def count_nothing(app: FastAPI, *lanes: str) -> None:
    """Computes none of the figures that pages request, or none of some lanes; tests compute what they need."""
    for name, lane in app.state.figures.runner._lanes.items():
        if not lanes or name in lanes:
            lane.put = lambda *_wish: None


@contextmanager
def card_room(store: str) -> Iterator[CardRoom]:
    """The application, with people of every role."""
    app = create_app(with_schema(store))
    app.state.services.people._hasher = QUICK
    database = app.state.services.database
    with database.writing() as connection:
        if connection.execute(select(schema.people)).first() is None:
            hire_staff(connection)
    with TestClient(app) as client:
        count_nothing(app)
        yield CardRoom(client, {person: f"{person}:token of {person}" for person in ROLES})
