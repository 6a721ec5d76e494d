"""Tables for play money over HTTP: whole rounds, two visitors, live streams, and invalid input."""

import asyncio
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitbook.room.play.rules import PlayRules
from pitbook.room.play.service import play_config
from pitbook.table.config import default_bet
from pitbook.table.notation import parse_rounds
from pitbook.table.replay import Replay
from pitbook.table.run import every_bet
from pitbook.table.upgrade import parse_log
from pitbook.web.app import create_app
from pitbook.web.http import live
from pitbook.web.http.live import LiveTables, stream_table
from pitbook.web.play.api import COOKIE
from tests.every_game import sampled
from tests.hostile import NASTY
from tests.migrated_store import with_schema

MILD = {"play": "stand", "set": "house way", "decision": "1x"}
_KEYS = count(1)


class Visitor:
    """A browser with its own cookie."""

    def __init__(self, app: Any) -> None:
        self.client = TestClient(app)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/play/tables{path}")

    def post(self, path: str, body: Any = None, key: str = "") -> Any:
        """Sends any value that JSON can express, unpaired surrogates included."""
        headers = {"Idempotency-Key": key or f"key-{next(_KEYS):06}", "Content-Type": "application/json"}
        text = json.dumps(body).encode() if body is not None else b""
        return self.client.post(f"/api/v1/play/tables{path}", content=text, headers=headers)

    def do(self, path: str, body: Any = None) -> dict[str, Any]:
        answer = self.post(path, body)
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def finish(self, view: dict[str, Any]) -> dict[str, Any]:
        while view["step"] is not None:
            asked = next(each for each in view["step"]["open"] if each["seat"] == view["you"])
            answer = MILD.get(view["step"]["name"], "no")
            answer = asked["options"][-1] if view["step"]["name"] == "decision" else answer
            view = self.do(f"/{view['table']}/decision", {"answer": answer, "hand": asked["hand"]})
        return view


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    made = create_app(with_schema(str(tmp_path / "play.db")))
    play = made.state.services.play
    play.rules = PlayRules(acts_at_once=10**6)
    play.rate.capacity = 10**6
    with TestClient(made):
        yield made


def bets_on(game: str) -> list[dict[str, Any]]:
    config = play_config(game)
    bets = every_bet(config, {slug: default_bet(config, slug) for slug in config.offered})
    return [{"wager": bet.wager, "cents": bet.cents, "spot": bet.spot, "choice": bet.choice} for bet in bets]


@pytest.mark.parametrize("game", sampled())
def test_a_whole_round_of_every_game(game: str, app: Any) -> None:
    ann = Visitor(app)
    table = ann.do("", {"game": game})["table"]
    assert ann.do(f"/{table}/seat", {"player": "Ann", "seat": 2})["you"] == 2
    ann.do(f"/{table}/bets", {"bets": bets_on(game)})
    view = ann.finish(ann.do(f"/{table}/ready"))
    assert (view["phase"], view["rounds"]) == ("betting", 1)
    wagers = {wager["slug"] for wager in view["wagers"] if wager["low"] is not None}
    assert {item["wager"] for item in view["settled"]} >= wagers
    player = view["players"]["2"]
    assert player["stack"] == 100_000 + sum(item["net"] for item in view["settled"])
    view = ann.finish(ann.do(f"/{table}/ready") if ann.do(f"/{table}/bets", {"repeat": True}) else view)
    assert view["rounds"] == 2


def test_two_visitors_at_one_table(app: Any) -> None:
    ann, bob = Visitor(app), Visitor(app)
    table = ann.do("", {"game": "royal-match-21"})["table"]
    assert bob.do("", {"game": "royal-match-21"})["table"] == table
    ann.do(f"/{table}/seat", {"player": "Ann"})
    assert bob.post(f"/{table}/seat", {"player": "Bob", "seat": 4}).status_code == 400
    assert bob.do(f"/{table}/seat", {"player": "Bob", "seat": 2})["you"] == 2
    for each in (ann, bob):
        each.do(f"/{table}/bets", {"bets": bets_on("royal-match-21")})
    assert ann.do(f"/{table}/ready")["phase"] == "betting"
    view = bob.do(f"/{table}/ready")
    assert view["rounds"] == 1
    while view["step"] is not None:
        turn, other = (bob, ann) if view["step"]["seat"] == 2 else (ann, bob)
        answer = {"answer": MILD.get(view["step"]["name"], "no"), "hand": view["step"]["hand"]}
        refused = other.post(f"/{table}/decision", answer)
        assert refused.status_code == 400
        assert "is not asked" in refused.json()["detail"]
        view = turn.do(f"/{table}/decision", answer)
    assert Visitor(app).post(f"/{table}/decision", {"answer": "stand"}).status_code == 403


def test_a_visitor_is_identified_by_an_http_only_cookie(app: Any) -> None:
    ann = Visitor(app)
    assert ann.get("/royal-match-21-1").status_code == 404
    assert "set-cookie" not in ann.get("").headers
    answer = ann.post("", {"game": "royal-match-21"})
    cookie = answer.headers["set-cookie"].lower()
    assert COOKIE in cookie
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "set-cookie" not in ann.post("", {"game": "royal-match-21"}).headers
    secure = TestClient(app, base_url="https://testserver")
    sent = secure.post("/api/v1/play/tables", json={"game": "ez-pai-gow"}, headers={"Idempotency-Key": "12345678"})
    assert "__host-" in sent.headers["set-cookie"].lower()
    assert "secure" in sent.headers["set-cookie"].lower()
    token = ann.client.cookies[COOKIE]
    assert token not in answer.text
    weak = Visitor(app)
    weak.client.cookies.set(COOKIE, "1234")
    assert "set-cookie" in weak.post("", {"game": "royal-match-21"}).headers


def test_the_same_key_again_does_nothing_twice(app: Any) -> None:
    ann, bob = Visitor(app), Visitor(app)
    table = ann.do("", {"game": "royal-match-21"})["table"]
    ann.do(f"/{table}/seat", {"player": "Ann"})
    bob.do(f"/{table}/seat", {"player": "Bob"})
    first = ann.post(f"/{table}/buy", key="the-same-key").json()
    again = ann.post(f"/{table}/buy", key="the-same-key").json()
    assert first["done"] == again["done"]
    assert again["players"]["4"]["stack"] == 200_000
    assert bob.post(f"/{table}/buy", key="the-same-key").status_code == 200
    other = ann.post(f"/{table}/leave", key="the-same-key")
    assert other.status_code == 400
    assert "used for something else" in other.json()["detail"]
    one = ann.post("", {"game": "ez-pai-gow", "private": True}, key="private-one").json()["table"]
    assert ann.post("", {"game": "ez-pai-gow", "private": True}, key="private-one").json()["table"] == one


def test_the_record_of_finished_shoes_replays(app: Any) -> None:
    ann = Visitor(app)
    table = ann.do("", {"game": "ez-pai-gow"})["table"]
    early = ann.get(f"/{table}/record")
    assert early.status_code == 400
    assert "after the first shoe" in early.json()["detail"]
    ann.do(f"/{table}/seat", {"player": "Ann"})
    for _ in range(2):
        ann.do(f"/{table}/bets", {"bets": bets_on("ez-pai-gow")})
        ann.finish(ann.do(f"/{table}/ready"))
    log = parse_log(ann.get(f"/{table}/record").text)
    assert [event.kind for event in log].count("round-over") == 2
    assert Replay.begin(log).run().differences == []
    text = ann.get(f"/{table}/record?form=notation").text
    assert Replay.begin(parse_rounds(text)).run().differences == []
    assert ann.get(f"/{table}/record?form=pdf").status_code == 422


BODIES: list[tuple[str, Any]] = [
    ("seat", {"player": ""}),
    ("seat", {"player": "x" * 21}),
    ("seat", {"player": "a\x00b"}),
    ("seat", {"player": "Ann", "seat": -1}),
    ("seat", {"player": "Ann", "seat": 10**30}),
    ("seat", {"player": "Ann", "seat": 1.5}),
    ("seat", {"player": ["Ann"]}),
    ("seat", {"player": "Ann", "chips": 10**9}),
    ("bets", {"bets": [{"wager": "base", "cents": 0}]}),
    ("bets", {"bets": [{"wager": "base", "cents": -1_000}]}),
    ("bets", {"bets": [{"wager": "base", "cents": 10**30}]}),
    ("bets", {"bets": [{"wager": "base", "cents": "NaN"}]}),
    ("bets", {"bets": [{"wager": "base", "cents": 1_000.5}]}),
    ("bets", {"bets": [{"wager": "base", "cents": True}]}),
    ("bets", {"bets": [{"wager": "base", "cents": 1_000, "seat": 3}]}),
    ("bets", {"bets": [{"wager": "base", "cents": 1_000}] * 17}),
    ("bets", {"bets": [{"wager": "base", "cents": 1_000}], "repeat": True}),
    ("bets", {"bets": {"base": 1_000}}),
    ("bets", {"bets": [{"wager": "base", "cents": 31_000}]}),
    ("bets", {"bets": [{"wager": "base", "cents": 499}]}),
    ("bets", {"bets": [{"wager": "\ud800", "cents": 1_000}]}),
    ("decision", {"answer": ""}),
    ("decision", {"answer": "x" * 61}),
    ("decision", {"answer": "hit", "hand": 0}),
    ("decision", {"answer": "hit", "hand": 10**9}),
    ("decision", {"answer": None}),
    ("decision", []),
    ("decision", None),
]


def test_invalid_play_requests_are_refused_and_change_nothing(app: Any) -> None:
    ann = Visitor(app)
    table = ann.do("", {"game": "royal-match-21"})["table"]
    before = ann.do(f"/{table}/seat", {"player": "Ann"})
    for path, body in BODIES:
        answer = ann.post(f"/{table}/{path}", body)
        assert answer.status_code in (400, 422), (path, body, answer.text)
        assert answer.json()["detail"]
        assert answer.headers["content-type"] == "application/problem+json"
    for word in NASTY:
        answer = ann.post(f"/{table}/decision", {"answer": word[:60] or "x"})
        assert answer.status_code in (400, 422), (word, answer.text)
        answer = ann.post("", {"game": word[:40] or "x"})
        assert answer.status_code in (404, 422), (word, answer.text)
    for key in ("short", "x" * 101, "with space", "tab\tkey"):
        assert ann.post(f"/{table}/buy", key=key).status_code == 422, key
    assert ann.client.post(f"/api/v1/play/tables/{table}/buy").status_code == 422
    assert ann.get(f"/{table}").json()["number"] == before["number"]


def test_requests_of_a_visitor_are_rate_limited(app: Any) -> None:
    play = app.state.services.play
    play.rate.capacity, play.rate.refill = 3, 0.001
    ann = Visitor(app)
    ann.do("", {"game": "royal-match-21"})
    codes = [ann.post("/royal-match-21-1/buy").status_code for _ in range(5)]
    assert codes == [403, 403, 403, 429, 429]
    assert ann.post("/royal-match-21-1/buy").headers["retry-after"] == "1"


def test_new_visitors_of_one_address_are_rate_limited(app: Any) -> None:
    play = app.state.services.play
    play.newcomers.capacity, play.newcomers.refill = 2, 0.001
    codes = [Visitor(app).post("", {"game": "royal-match-21"}).status_code for _ in range(4)]
    assert codes == [200, 200, 429, 429]


def test_the_interface_describes_itself(app: Any) -> None:
    paths = TestClient(app).get("/api/openapi.json").json()["paths"]
    for act in ("seat", "leave", "bets", "ready", "decision", "buy"):
        assert paths[f"/api/v1/play/tables/{{table}}/{act}"]["post"]["summary"]


# -- streams -----------------------------------------------------------------------------------------------------------


def read(sent: bytes) -> tuple[str, dict[str, Any]]:
    """The name and the data of a server-sent event."""
    lines = dict(line.split(": ", 1) for line in sent.decode().strip().splitlines())
    return lines["event"], json.loads(lines["data"])


def test_a_stream_begins_with_the_view_and_tells_what_happens(app: Any) -> None:
    services = app.state.services
    table = services.play.find("royal-match-21")
    owner = "player:ann"

    async def look() -> list[tuple[str, dict[str, Any]]]:
        tables = LiveTables()
        answer = await stream_table(tables, table, lambda after: services.play.news(table, owner, after))
        steps: Any = answer.body_iterator
        seen = [read(await anext(steps))]
        services.play.sit(table, owner, "Ann", 1, "stream key 1")
        services.play.buy(table, owner, "stream key 2")
        tables.publish(table)
        seen.append(read(await anext(steps)))
        tables.publish("another")
        tables.publish_all()  # nothing has happened, so nothing is sent
        services.play.leave(table, owner, "stream key 3")
        tables.publish(table)
        seen.append(read(await anext(steps)))
        await steps.aclose()
        assert tables._listeners == {}
        return seen

    (name, first), (_, second), (_, third) = asyncio.run(look())
    assert name == "view"
    assert first["events"] == []
    assert [event["kind"] for event in second["events"]] == ["sat", "bought"]
    assert second["you"] == 1
    assert [event["number"] for event in second["events"]] == [first["number"] + 1, first["number"] + 2]
    assert [event["kind"] for event in third["events"]] == ["left"]


def test_idle_stream_sends_a_heartbeat(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.01)
    services = app.state.services
    table = services.play.find("royal-match-21")

    async def look() -> list[str]:
        answer = await stream_table(LiveTables(), table, lambda after: services.play.news(table, "", after))
        steps: Any = answer.body_iterator
        seen = [await anext(steps) for _ in range(3)]
        await steps.aclose()
        return [read(text)[0] for text in seen]

    assert asyncio.run(look()) == ["view", "beat", "beat"]


@pytest.mark.parametrize("quiet", [False, True], ids=["soon after the last", "after a long time"])
def test_missed_notification_is_recovered_by_polling(monkeypatch: pytest.MonkeyPatch, quiet: bool) -> None:
    """As if the notification of another server was lost."""
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.5 if quiet else 60.0)
    now = {"number": 1}

    async def look() -> list[Any]:
        answer = await stream_table(LiveTables(), "1", lambda _after: dict(now))
        steps: Any = answer.body_iterator
        seen = [await anext(steps)]
        if quiet:
            seen.append(await anext(steps))
        now["number"] = 2
        seen.append(await asyncio.wait_for(anext(steps), 10))
        await steps.aclose()
        return [read(text) for text in seen]

    expected = [("view", {"number": 1}), ("beat", {}), ("view", {"number": 2})]
    assert asyncio.run(look()) == [each for each in expected if quiet or each[0] == "view"]


def test_streams_of_unknown_tables_and_too_many_streams_are_refused(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Visitor(app).get("/nowhere/events").status_code == 404
    assert app.state.services.live_tables._listeners == {}
    monkeypatch.setattr(live, "MOST_DISPLAYS", 0)
    app.state.services.play.find("royal-match-21")
    assert Visitor(app).get("/royal-match-21-1/events").status_code == 503
