"""Health, readiness, figures and the log."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from pitbook.store.write_connection import StoreUnavailable
from pitbook.web.http.observe import write_log
from tests.web.house import House, house


@pytest.fixture
def at_home(tmp_path: Path) -> Iterator[House]:
    with house(str(tmp_path / "room.db")) as made:
        assert made.open().status_code == 200
        yield made


def figure(text: str, start: str) -> float:
    """The value of the one line that begins so."""
    (line,) = [line for line in text.splitlines() if line.startswith(start)]
    return float(line.rsplit(" ", 1)[1])


def test_alive_and_ready(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert at_home.client.get("/health").json()["status"] == "alive"
    monkeypatch.setattr("pitbook.web.http.observe.READY_SECONDS", 0.0)
    assert at_home.client.get("/ready").json() == {"status": "ready"}

    def lost() -> None:
        raise StoreUnavailable("the store cannot be reached: no route")

    monkeypatch.setattr(at_home.client.app.state.services.database, "writing", lost)  # type: ignore[attr-defined]
    answer = at_home.client.get("/ready")
    assert (answer.status_code, answer.json()["why"]) == (503, "the store cannot be reached: no route")
    assert at_home.client.get("/health").status_code == 200


def test_figures_say_what_was_done(at_home: House) -> None:
    for seat in (1, 2):
        at_home.press("dana", "sense", seat=seat)
    at_home.press("dana", "lock")
    at_home.press("dana", "lock")  # out of turn
    text = at_home.client.get("/metrics").text
    pressed = 'pitbook_requests_total{method="POST",route="/api/v1/pads/{table}/presses",status="%d"}'
    assert figure(text, pressed % 200) == 3
    assert figure(text, pressed % 400) == 1
    assert figure(text, 'pitbook_transactions_total{kind="coin-in"}') == 1
    assert figure(text, 'pitbook_jackpot_shown_dollars{jackpot="royal"}') == 5000.21
    assert figure(text, 'pitbook_request_seconds_count{route="/api/v1/pads/{table}/presses"}') == 4
    assert figure(text, "pitbook_faults_total") == 0


def test_figures_stay_on_this_machine(at_home: House) -> None:
    assert at_home.client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 403


def test_no_address_with_its_values_is_counted(at_home: House) -> None:
    for path in ("/secret-12345", "/api/v1/pads/secret-12345", "/api/v1/jackpots?token=secret-12345"):
        at_home.client.get(path)
    assert "secret-12345" not in at_home.client.get("/metrics").text


def test_the_log_is_lines_of_json_without_personal_data(at_home: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert at_home.tokens["dana"]  # signed in before
    capsys.readouterr()
    try:
        write_log()
        at_home.client.post("/api/v1/sign-in", json={"badge": at_home.badges["dana"], "pin": "0000"})
        at_home.press("dana", "sense", seat=1)
    finally:
        structlog.reset_defaults()
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["route"], line["status"]) for line in lines] == [
        ("/api/v1/sign-in", 403),
        ("/api/v1/pads/{table}/presses", 200),
    ]
    assert {"event", "level", "timestamp", "request", "milliseconds"} <= set(lines[0])
    assert not any(secret in str(lines) for secret in (at_home.badges["dana"], "dana", "Dana", "0000"))


def test_every_answer_names_its_request(at_home: House) -> None:
    first, second = (at_home.client.get("/health").headers["x-request-id"] for _ in range(2))
    assert first != second
