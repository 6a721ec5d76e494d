"""Key presses have their own threads: a dealer does not wait behind slow pages and proofs."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Semaphore
from typing import Any

import pytest
from fastapi.dependencies.utils import solve_dependencies

from tests.web.card_room import CardRoom, card_room

AT_ONCE = 45
"""More slow requests than the pool of all other requests has threads."""


def test_a_press_does_not_wait_for_slow_pages(tmp_path_factory: pytest.TempPathFactory) -> None:
    with card_room(str(tmp_path_factory.mktemp("store") / "room.db")) as own_room:
        own_room.open()
        _press_while_slow_requests_wait(own_room)


def test_the_framework_reads_only_malformed_presses(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its dependencies take longer than a press."""
    solved = []

    async def counting(**given: Any) -> Any:
        solved.append(given["request"].url.path)
        return await solve_dependencies(**given)

    monkeypatch.setattr("fastapi.routing.solve_dependencies", counting)
    with card_room(str(tmp_path_factory.mktemp("store") / "room.db")) as own_room:
        person, path = "dana", "/tables/royal-1/cards"
        own_room.sign_in(person)
        solved.clear()
        assert own_room.post(person, path, {"cards": "Ks"}).status_code == 404, "in order, at a table that is not open"
        assert not solved
        for body in ({"cards": 5}, {"card": "Ks"}, None):
            assert own_room.post(person, path, body).status_code == 422
        assert own_room.post(person, path, {"cards": "Ks"}, "short").status_code == 422
        assert len(solved) == 4


def _press_while_slow_requests_wait(own_room: CardRoom) -> None:
    services = own_room.client.app.state.services  # type: ignore[attr-defined]  # the client of a test has its app
    goes_on, begun = Event(), Semaphore(0)

    def slow(*_of: Any) -> list[Any]:
        begun.release()
        goes_on.wait(60)
        return []

    assert own_room.press("dana", "sense", seat=2).status_code == 200
    assert own_room.get("otto", "/jackpots").status_code == 200  # both are signed in
    services.jackpots.shown = slow
    with ThreadPoolExecutor(AT_ONCE) as pool:
        waiting = [pool.submit(own_room.get, "otto", "/jackpots") for _ in range(AT_ONCE)]
        try:
            for _ in range(40):  # all threads of the general pool
                assert begun.acquire(timeout=30)
            assert not begun.acquire(timeout=0.2), "the other requests wait in the queue"
            assert own_room.press("dana", "sense", seat=1).status_code == 200
            assert not any(asked.done() for asked in waiting)
        finally:
            goes_on.set()
        assert {asked.result().status_code for asked in waiting} == {200}
