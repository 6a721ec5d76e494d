"""Figures are counted in processes of their own: once, in order of need, and nobody waits for those of others."""

import os
from collections.abc import Iterator
from time import monotonic, sleep

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from pitbook.errors import BadInput
from pitbook.web.games import api as api_games
from pitbook.web.games.figures import FAILED, MOST_WAITING, Figures, Lane
from tests.web.wishes import Deadly, Endless, Impossible, Process, Square

SOON = 60.0
"""Seconds in which a process has surely begun, on a busy machine too."""


@pytest.fixture
def figures() -> Iterator[Figures]:
    made = Figures()
    yield made
    made.close()


def gone(process: int) -> bool:
    until = monotonic() + SOON
    while monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        sleep(0.02)
    return False


def test_a_figure_is_counted_elsewhere_at_a_low_priority_and_ends_with_the_server(figures: Figures) -> None:
    assert figures.get(Square(12), SOON) == 144
    found = figures.get(Process(), SOON)
    assert found is not None
    process, nice = found
    assert process != os.getpid()
    assert nice > os.nice(0)
    figures.close()
    assert gone(process)


def test_a_page_is_not_kept_waiting(figures: Figures) -> None:
    began = monotonic()
    assert figures.get(Endless(), 0.05) is None
    assert monotonic() - began < 2
    assert not figures.has(Endless())
    assert figures.waiting() == 1


def test_what_takes_minutes_holds_nothing_else_up(figures: Figures) -> None:
    assert figures.get(Endless(slow=True), 0) is None
    assert figures.get(Square(3), SOON) == 9


def test_a_refusal_is_told_and_leaves_a_place_empty(figures: Figures) -> None:
    with pytest.raises(BadInput, match="there is no such figure"):
        figures.get(Impossible(), SOON)
    assert figures.shown(Impossible()) is None
    assert figures.has(Impossible())


def test_a_process_that_dies_takes_only_its_own_wish_with_it(figures: Figures) -> None:
    figures.ask(Deadly(), Square(4))
    with pytest.raises(BadInput, match=FAILED):
        figures.get(Deadly(), SOON)
    assert figures.get(Square(4), SOON) == 16


def test_what_somebody_asks_for_goes_first() -> None:
    lane = Lane(lambda found: None)
    lane._thread = object()  # type: ignore[assignment]  # nothing is worked off
    for number in range(3):
        lane.put(Square(number), 1)
    lane.put(Square(2), 0)
    lane.put(Square(7), 0)
    order: list[int] = []
    while len(order) < 4:
        wanted = lane._next()
        assert isinstance(wanted, Square)
        order.append(wanted.number)
        lane._rank.pop(wanted)
    assert order == [2, 7, 0, 1]


def test_no_more_wait_than_there_is_room_for() -> None:
    lane = Lane(lambda found: None)
    lane._thread = object()  # type: ignore[assignment]  # nothing is worked off
    for number in range(MOST_WAITING + 50):
        lane.put(Square(number), 0)
    assert lane.waiting() == MOST_WAITING


def test_the_oldest_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitbook.web.games.figures.MOST_KEPT", 3)
    figures = Figures()
    for number in range(3):
        figures.count_here(Square(number))
    assert figures.get(Square(0)) == 0
    figures.count_here(Square(3))
    assert [figures.has(Square(number)) for number in range(4)] == [True, False, True, True]
    figures.close()


def test_a_server_prepares_its_figures_soon_after_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_games, "PREPARES_AFTER", 0.0)
    monkeypatch.setattr(api_games, "everything", lambda: [Square(12)])
    app = FastAPI(lifespan=api_games.running)
    with TestClient(app):  # nobody asked it to
        sleep(0.05)
        assert app.state.figures.waiting() == 0
        assert not app.state.figures.has(Square(12))
    api_games.prepare(app)
    with TestClient(app):
        until = monotonic() + SOON
        while not app.state.figures.has(Square(12)):
            assert monotonic() < until
            sleep(0.02)
