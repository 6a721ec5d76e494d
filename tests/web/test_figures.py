"""Figures are computed in worker processes: once, by priority, without blocking each other."""

import os
from collections.abc import Iterator
from time import monotonic, sleep

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from pitbook.errors import BadInput
from pitbook.web.games import api as api_games
from pitbook.web.games.figures import FAILED, LANES, FigureService
from tests.web.example_figures import Crashing, Endless, Impossible, Process, Square

SOON = 60.0
"""Seconds in which a process has surely begun, on a busy machine too."""


@pytest.fixture
def figures() -> Iterator[FigureService]:
    made = FigureService()
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


def test_a_figure_is_counted_elsewhere_at_a_low_priority_and_ends_with_the_server(figures: FigureService) -> None:
    assert figures.get(Square(12), SOON) == 144
    found = figures.get(Process(), SOON)
    assert found is not None
    process, nice = found
    assert process != os.getpid()
    assert nice > os.nice(0)
    figures.close()
    assert gone(process)


def test_page_does_not_wait_for_a_figure(figures: FigureService) -> None:
    began = monotonic()
    assert figures.get(Endless(), 0.05) is None
    assert monotonic() - began < 2
    assert not figures.has(Endless())
    assert figures.waiting() == 1


def test_slow_figure_does_not_block_others(figures: FigureService) -> None:
    assert figures.get(Endless(slow=True), 0) is None
    assert figures.get(Square(3), SOON) == 9


def test_refused_figure_is_reported_and_frees_its_place(figures: FigureService) -> None:
    with pytest.raises(BadInput, match="there is no such figure"):
        figures.get(Impossible(), SOON)
    assert figures.shown(Impossible()) is None
    assert figures.has(Impossible())


def test_crashed_worker_fails_only_its_own_figure(figures: FigureService) -> None:
    figures.ask(Crashing(), Square(4))
    with pytest.raises(BadInput, match=FAILED):
        figures.get(Crashing(), SOON)
    assert figures.get(Square(4), SOON) == 16


def test_queue_of_figures_is_limited(figures: FigureService) -> None:
    figures.get(Endless(), 0)
    until = monotonic() + SOON
    while not all(job.running for job in figures.runner._jobs.values()):
        assert monotonic() < until
        sleep(0.01)
    for number in range(LANES["quick"].waiting + 50):
        figures.ask(Square(number))
    assert figures.waiting() == 1 + LANES["quick"].waiting


def test_oldest_results_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitbook.web.games.figures.MOST_KEPT", 3)
    figures = FigureService()
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
    with TestClient(app):  # without a request
        sleep(0.05)
        assert app.state.figures.waiting() == 0
        assert not app.state.figures.has(Square(12))
    api_games.prepare(app)
    with TestClient(app):
        until = monotonic() + SOON
        while not app.state.figures.has(Square(12)):
            assert monotonic() < until
            sleep(0.02)
