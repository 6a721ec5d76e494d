"""Operations: every alert uses existing metrics and fires, and every metric is documented."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from pitbook.room.alerts import KINDS, LEVELS
from pitbook.store.write_connection import StoreUnavailable
from pitbook.web.http.access import routes_with_rules
from tests.web.card_room import CardRoom, card_room
from tests.web.test_observe import figure

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final = ROOT / "examples" / "alerts.yml"
PAGE: Final = (ROOT / "docs" / "operations.md").read_text("utf-8")
RULE: Final = re.compile(
    r"- alert: (?P<alert>\w+)\n +expr: (?P<expr>.+)\n(?: +for: \w+\n)? +labels: \{severity: (?P<severity>\w+)\}\n"
    r" +annotations:\n +summary: (?P<summary>.+)\n +first: (?P<first>.+)\n"
)


def rules() -> dict[str, dict[str, str]]:
    """The alerts, each with all that it must have."""
    text = RULES.read_text("utf-8")
    found = {rule["alert"]: rule.groupdict("") for rule in RULE.finditer(text)}
    assert len(found) == text.count("- alert:")
    return found


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("operations") / "room.db")) as made:
        assert made.open().status_code == 200
        made.press("dana", "sense", seat=1)
        made.press("dana", "lock")
        yield made


def told(room: CardRoom) -> str:
    found: str = room.client.get("/metrics").text
    return found


def names(room: CardRoom) -> set[str]:
    """The exported metrics, without the creation date of each counter."""
    found = set(re.findall(r"^# TYPE (\w+) ", told(room), re.MULTILINE))
    return {name for name in found if not name.endswith("_created")}


# -- figures -----------------------------------------------------------------------------------------------------------


def test_every_metric_is_documented(room: CardRoom) -> None:
    part = PAGE.partition("## Metrics")[2].partition("\n## ")[0]
    assert names(room) == set(re.findall(r"`(pitbook_\w+)`", part))


def test_the_figures_of_the_room_are_those_of_its_alerts(room: CardRoom) -> None:
    text = told(room)
    alerts = room.get("eve", "/alerts").json()
    found = re.findall(r'^pitbook_room_alerts\{kind="(\w+)",level="(\w+)"\} (\d+)\.0$', text, re.MULTILINE)
    assert {(kind, level) for kind, level, _ in found} == {(kind, level) for kind in KINDS for level in LEVELS}
    for kind, level, value in found:
        assert int(value) == sum((each["kind"], each["level"]) == (kind, level) for each in alerts)
    assert figure(text, "pitbook_store_ready") == 1
    assert figure(text, "pitbook_writer_waiting") == 0
    assert figure(text, "pitbook_days_to_close") == 0


def test_suspended_jackpot_is_a_metric(room: CardRoom) -> None:
    suspended = 'pitbook_room_alerts{kind="suspended",level="stop"}'
    assert figure(told(room), suspended) == 0
    for action, expected in (("suspend", 1), ("resume", 0)):
        body = {"action": action, **room.papers("ann")}
        assert room.post("eve", "/jackpots/royal/status", body).status_code == 200
        assert figure(told(room), suspended) == expected


def test_unreadable_room_exports_no_metrics(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old figures would be mistaken for current ones."""
    state: Any = room.client.app.state  # type: ignore[attr-defined]  # the test client's own

    def lost() -> None:
        raise StoreUnavailable("the store cannot be reached: no route")

    monkeypatch.setattr(state.services.database, "reading_latest", lost)
    monkeypatch.setattr(state.operation.readiness, "why", lambda _database: "no route")
    text = told(room)
    assert figure(text, "pitbook_store_ready") == 0
    assert "pitbook_room_alerts{" not in text
    assert figure(text, "pitbook_live_streams") == 0


def test_days_that_are_over_are_to_be_closed(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    days: Any = room.client.app.state.services.days  # type: ignore[attr-defined]  # the test client's own
    later = days.house().day_of(days.jackpots.worker.clock()).replace(year=2100)
    monkeypatch.setattr(days.jackpots.worker, "clock", lambda: f"{later}T20:00:00+00:00")
    assert days.to_close() > 10_000
    assert figure(told(room), "pitbook_days_to_close") == days.to_close()


def test_unknown_methods_are_one_metric_label(room: CardRoom) -> None:
    """Unknown methods are counted together."""
    before = told(room).count("\n")
    for number in range(50):
        room.client.request(f"METHOD{number}", "/health")
        room.client.get(f"/none/{number}")
    text = told(room)
    assert "METHOD" not in text
    assert text.count("\n") - before < 40


# -- alerts ------------------------------------------------------------------------------------------------------------


def test_every_alert_uses_exported_metrics(room: CardRoom) -> None:
    suffixes = ("", "_bucket", "_count", "_sum")
    known = {name + suffix for name in names(room) for suffix in suffixes} | {"up"}
    for alert, rule in rules().items():
        read = set(re.findall(r"\b(pitbook_\w+|up)\b", rule["expr"].replace('"pitbook"', "")))
        assert read, alert
        assert read <= known, alert
        for kind in re.findall(r'kind=~?"([\w|]+)"', rule["expr"]):
            assert set(kind.split("|")) <= set(KINDS), alert
        for level in re.findall(r'level="(\w+)"', rule["expr"]):
            assert level in LEVELS, alert


def test_every_alert_of_the_room_reaches_the_operator() -> None:
    watched = {kind for rule in rules().values() for kinds in re.findall(r'kind=~?"([\w|]+)"', rule["expr"])
               for kind in kinds.split("|")}  # fmt: skip
    assert watched == set(KINDS)


def test_every_route_that_an_alert_looks_at_is_there(room: CardRoom) -> None:
    app: Any = room.client.app  # type: ignore[attr-defined]  # the test client's own
    paths = [way.path for way in routes_with_rules(app) if way.method == "POST"]
    patterns = [each for rule in rules().values() for each in re.findall(r'route=~"([^"]+)"', rule["expr"])]
    found = [path for path in paths if any(re.fullmatch(pattern, path) for pattern in patterns)]
    assert {"/api/v1/tables/{table}/bets", "/api/v1/controllers/{table}/presses"} <= set(found)
    assert {"/api/v1/sign-in", "/room/sign-in"} <= set(found)


def test_every_alert_is_documented() -> None:
    listed = re.findall(r"^\| `(Pitbook\w+)` \| (\w+) \| ", PAGE, re.MULTILINE)
    assert listed == [(alert, rule["severity"]) for alert, rule in rules().items()]
    for alert, rule in rules().items():
        assert rule["summary"].endswith("."), alert
        assert rule["first"].endswith("."), alert


def promtool(*words: str) -> str:
    program = shutil.which("promtool")
    if program is None:
        pytest.fail("the rules are tested by promtool, of the Debian package prometheus: apt-get install prometheus")
    ran = subprocess.run([program, *words], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


WELL: Final = {
    'up{job="pitbook"}': "1x720",
    "pitbook_store_ready": "1x720",
    "pitbook_faults_total": "3x720",
    'pitbook_request_seconds_bucket{route="/api/v1/tables/{table}/bets",le="0.05"}': "0+990x720",
    'pitbook_request_seconds_bucket{route="/api/v1/tables/{table}/bets",le="0.25"}': "0+1000x720",
    'pitbook_request_seconds_bucket{route="/api/v1/tables/{table}/bets",le="+Inf"}': "0+1000x720",
    "pitbook_writer_waiting": "100x720",
    "pitbook_live_streams": "1800x720",
    "pitbook_process_resident_memory_bytes": "2e9x720",
    "pitbook_process_open_fds": "80x720",
    "pitbook_process_max_fds": "100x720",
    'pitbook_info{version="1"}': "1x720",
    'pitbook_requests_total{route="/api/v1/sign-in",status="403"}': "0+1x720",
    "pitbook_days_to_close": "1x720",
} | {f'pitbook_room_alerts{{kind="{kind}",level="{level}"}}': "0x720" for kind in KINDS for level in LEVELS}
"""A server at the edge of every rule, for twelve hours: nothing fires."""
ILL: Final = {
    "PitbookDown": {'up{job="pitbook"}': "0x720"},
    "PitbookStoreLost": {"pitbook_store_ready": "0x720"},
    "PitbookFaults": {"pitbook_faults_total": "3+1x720"},
    "PitbookActsSlow": {'pitbook_request_seconds_bucket{route="/api/v1/tables/{table}/bets",le="0.05"}': "0+900x720"},
    "PitbookWriterBehind": {"pitbook_writer_waiting": "101x720"},
    "PitbookStreamsNearLimit": {"pitbook_live_streams": "1801x720"},
    "PitbookMemory": {"pitbook_process_resident_memory_bytes": "2.1e9x720"},
    "PitbookFilesNearLimit": {"pitbook_process_open_fds": "81x720"},
    "PitbookTwoVersions": {'pitbook_info{version="2"}': "1x720"},
    "PitbookGuessing": {'pitbook_requests_total{route="/api/v1/sign-in",status="403"}': "0+3x720"},
    "PitbookLockOut": {'pitbook_room_alerts{kind="lockout",level="now"}': "1x720"},
    "PitbookRoleWaiting": {'pitbook_room_alerts{kind="people",level="now"}': "1x720"},
    "PitbookRoleGiven": {'pitbook_room_alerts{kind="people",level="soon"}': "1x720"},
    "PitbookPrizeAccountShort": {'pitbook_room_alerts{kind="funds",level="stop"}': "1x720"},
    "PitbookDepositOverdue": {'pitbook_room_alerts{kind="funds",level="now"}': "1x720"},
    "PitbookJackpotSuspended": {'pitbook_room_alerts{kind="suspended",level="stop"}': "1x720"},
    "PitbookWinWaiting": {'pitbook_room_alerts{kind="pending",level="now"}': "1x720"},
    "PitbookReportDue": {'pitbook_room_alerts{kind="malfunction",level="now"}': "1x720"},
    "PitbookTableMustNotOpen": {'pitbook_room_alerts{kind="gate",level="now"}': "1x720"},
    "PitbookChecklistOpen": {'pitbook_room_alerts{kind="checklist",level="soon"}': "1x720"},
    "PitbookMeterAtMaximum": {'pitbook_room_alerts{kind="maximum",level="soon"}': "1x720"},
    "PitbookDayNotClosed": {"pitbook_days_to_close": "2x720"},
}
"""The condition that makes each alert fire, and only that alert."""


def unit(name: str, series: dict[str, str], expected: str) -> dict[str, Any]:
    """A test in promtool's format: after twelve hours this alert fires, and no other."""
    rule = rules()
    asked = []
    for alert in rule:
        fires = [{"exp_labels": LABELS.get(alert, {}) | {"severity": rule[alert]["severity"]},
                  "exp_annotations": {key: rule[alert][key] for key in ("summary", "first")}}]  # fmt: skip
        asked.append({"eval_time": "12h", "alertname": alert, "exp_alerts": fires if alert == expected else []})
    return {
        "name": name,
        "interval": "1m",
        "input_series": [{"series": each, "values": values} for each, values in series.items()],
        "alert_rule_test": asked,
    }


LABELS: Final = {
    "PitbookDown": {"job": "pitbook"},
    "PitbookLockOut": {"kind": "lockout", "level": "now"},
    "PitbookRoleWaiting": {"kind": "people", "level": "now"},
    "PitbookRoleGiven": {"kind": "people", "level": "soon"},
    "PitbookPrizeAccountShort": {"kind": "funds", "level": "stop"},
    "PitbookDepositOverdue": {"kind": "funds", "level": "now"},
    "PitbookJackpotSuspended": {"kind": "suspended", "level": "stop"},
    "PitbookWinWaiting": {"kind": "pending", "level": "now"},
    "PitbookReportDue": {"kind": "malfunction", "level": "now"},
    "PitbookChecklistOpen": {"kind": "checklist", "level": "soon"},
    "PitbookMeterAtMaximum": {"kind": "maximum", "level": "soon"},
}
"""Labels that an alert keeps of its figure."""


@pytest.mark.slow
def test_every_alert_fires_when_it_should_and_no_other(tmp_path: Path) -> None:
    silent = {series: values for series, values in WELL.items() if not series.startswith("pitbook_room_alerts")}
    tests = [unit("well", WELL, ""), unit("room unknown", silent, "PitbookRoomUnknown")]
    tests += [unit(alert, WELL | series, alert) for alert, series in ILL.items()]
    assert {*ILL, "PitbookRoomUnknown"} == set(rules())
    file = tmp_path / "test.yml"  # JSON is YAML too
    file.write_text(json.dumps({"rule_files": [str(RULES)], "evaluation_interval": "1m", "tests": tests}))
    assert "SUCCESS" in promtool("test", "rules", str(file))
    assert f"{len(rules())} rules found" in promtool("check", "rules", str(RULES))
