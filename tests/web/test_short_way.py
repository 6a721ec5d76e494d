"""Presses by the short way: the same answers and refusals as by the framework's, whatever is said."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import httpx2
import pytest

from pitbook.web.app import SERVED
from pitbook.web.dealer.pressing import PressRoute
from pitbook.web.dealer.short_way import ShortWay
from tests.web.house import House, house

PRESSES = [route for each in SERVED for route in each.router.routes if isinstance(route, PressRoute) and route.is_press]
BODIES: dict[str, Any] = {
    "nothing": b"",
    "no JSON": b"{",
    "half a letter": b'{"key": "\xff"}',
    "a list": b"[]",
    "unknown": b'{"no such": 1}',
    "NaN": b'{"seat": NaN, "number": NaN, "key": NaN}',
    "deep": b"[" * 60_000,
    "a press": b'{"key": "sense", "seat": 1}',
    "a seat": b'{"seat": 1, "player": " Ann ", "chips": 100000}',
    "a seat as text": b'{"seat": "1", "player": "Ann", "chips": "100000"}',
    "a card": b'{"cards": "Ks"}',
    "a number": b'{"number": 5}',
    "an answer": b'{"seat": 1, "answer": "hit"}',
    "far too long": b'{"cards": "' + b"K" * 70_000 + b'"}',
}

UNREADABLE = {"half a letter": 400, "deep": 400, "far too long": 413}
"""Nobody needs to know who says such a thing."""
ASKED = [
    ("dana", "{}"),
    ("dana", "short"),
    ("dana", ""),
    ("dana", "a\x7fkey-{}"),
    ("eve", "{}"),
    ("eve", ""),
    ("otto", "{}"),
    ("", ""),
]
"""Who asks under which key."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(str(tmp_path_factory.mktemp("store") / "room.db")) as at_home:
        at_home.open()
        yield at_home


def bodies_of(route: PressRoute) -> list[str]:
    """The names of the bodies that a route is asked with."""
    return [*BODIES] if route.body_field is not None else ["nothing", "no JSON"]


def test_both_ways_answer_alike(room: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each press with a third of the bodies; each body at several presses."""
    tried = Counter[str]()
    for place, route in enumerate(PRESSES):
        some = bodies_of(route)[place % 3 :: 3] or ["nothing"]
        check_both_ways(room, monkeypatch, route, some)
        tried.update(some)
    assert min(tried[body] for body in BODIES) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("route", PRESSES, ids=lambda route: route.path.removeprefix("/api/v1/"))
def test_both_ways_answer_alike_to_everything(room: House, monkeypatch: pytest.MonkeyPatch, route: PressRoute) -> None:
    check_both_ways(room, monkeypatch, route, bodies_of(route))


def check_both_ways(room: House, monkeypatch: pytest.MonkeyPatch, route: PressRoute, bodies: Iterable[str]) -> None:
    """What is done once is answered the second time from what was done."""
    for body in bodies:
        ask = Asking(room.client, route.path.format(table="1"), BODIES[body])
        seen = set()
        for who, key in ASKED:
            token, key = room.tokens[who] if who else "no such", key.format(f"{route.name}-{body}".replace(" ", "-"))
            by_short = ask(token, key)
            with monkeypatch.context() as without:
                without.setattr(ShortWay, "_found", lambda *_: (None, ""))
                by_long = ask(token, key)
            assert by_short == by_long, (who, key, body)
            seen.add(by_short[0])
        assert seen == {UNREADABLE[body]} if body in UNREADABLE else seen >= {401, 403, 422}, body
        assert 500 not in seen, body


def test_other_addresses_go_on_to_the_framework(room: House) -> None:
    headers = room.headers("dana")
    for path in ("/api/v1/tables//step", "/api/v1/tables/1/step/", "/api/v1/tables/1/step/2", "/api/v2/tables/1/step"):
        assert room.client.post(path, headers=headers, follow_redirects=False).status_code in (307, 404), path
    assert room.client.put("/api/v1/tables/1/step", headers=headers).status_code == 405


class Asking:
    """One request, said in whatever way."""

    def __init__(self, client: httpx2.Client, path: str, body: bytes) -> None:
        self._client, self._path, self._body = client, path, body

    def __call__(self, token: str, key: str) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": key}
        if not key:
            del headers["Idempotency-Key"]
        answer = self._client.post(self._path, content=self._body, headers=headers)
        return answer.status_code, answer.json()
