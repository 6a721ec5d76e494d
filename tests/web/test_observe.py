"""Health, readiness, metrics and the log."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitbook.store.write_connection import StoreUnavailable
from pitbook.web.http.observe import log, write_log
from tests.web.card_room import CardRoom, card_room


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[CardRoom]:
    with card_room(str(tmp_path / "room.db")) as made:
        assert made.open().status_code == 200
        yield made


def figure(text: str, start: str) -> float:
    """The value of the one line that begins so."""
    (line,) = [line for line in text.splitlines() if line.startswith(start)]
    return float(line.rsplit(" ", 1)[1])


def test_health_and_readiness(own_room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_room.client.get("/health").json()["status"] == "alive"
    monkeypatch.setattr("pitbook.web.http.observe.READY_SECONDS", 0.0)
    assert own_room.client.get("/ready").json() == {"status": "ready"}

    def lost() -> None:
        raise StoreUnavailable("the store cannot be reached: no route")

    monkeypatch.setattr(own_room.client.app.state.services.database, "writing", lost)  # type: ignore[attr-defined]
    answer = own_room.client.get("/ready")
    assert (answer.status_code, answer.json()["why"]) == (503, "the store cannot be reached: no route")
    assert own_room.client.get("/health").status_code == 200


def test_metrics_count_requests(own_room: CardRoom) -> None:
    for seat in (1, 2):
        own_room.press("dana", "sense", seat=seat)
    own_room.press("dana", "lock")
    own_room.press("dana", "lock")  # out of turn
    text = own_room.client.get("/metrics").text
    pressed = 'pitbook_requests_total{method="POST",route="/api/v1/controllers/{table}/presses",status="%d"}'
    assert figure(text, pressed % 200) == 3
    assert figure(text, pressed % 400) == 1
    assert figure(text, 'pitbook_transactions_total{kind="coin-in"}') == 1
    assert figure(text, 'pitbook_jackpot_shown_dollars{jackpot="royal"}') == 5000.21
    assert figure(text, 'pitbook_request_seconds_count{route="/api/v1/controllers/{table}/presses"}') == 4
    assert figure(text, "pitbook_faults_total") == 0


def test_metrics_are_served_locally_only(own_room: CardRoom) -> None:
    assert own_room.client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 403


def test_metrics_use_route_templates_not_paths(own_room: CardRoom) -> None:
    for path in ("/secret-12345", "/api/v1/controllers/secret-12345", "/api/v1/jackpots?token=secret-12345"):
        own_room.client.get(path)
    assert "secret-12345" not in own_room.client.get("/metrics").text


def test_the_log_is_lines_of_json_without_personal_data(own_room: CardRoom, capsys: pytest.CaptureFixture[str]) -> None:
    assert own_room.tokens["dana"]  # signed in before
    before = logging.root.handlers[:], logging.root.level
    capsys.readouterr()
    try:
        write_log()
        own_room.client.post("/api/v1/sign-in", json={"badge": own_room.badges["dana"], "pin": "0000"})
        own_room.press("dana", "sense", seat=1)
    finally:
        log.setLevel(logging.NOTSET)
        logging.root.handlers, logging.root.level = before
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["route"], line["status"]) for line in lines] == [
        ("/api/v1/sign-in", 403),
        ("/api/v1/controllers/{table}/presses", 200),
    ]
    assert {"event", "level", "timestamp", "request", "milliseconds"} <= set(lines[0])
    assert not any(secret in str(lines) for secret in (own_room.badges["dana"], "dana", "Dana", "0000"))


def test_every_answer_names_its_request(own_room: CardRoom) -> None:
    first, second = (own_room.client.get("/health").headers["x-request-id"] for _ in range(2))
    assert first != second
