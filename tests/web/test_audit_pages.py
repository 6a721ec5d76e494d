"""The auditor over HTTP: letters against running tables, rounds replayed, proofs, packs; and nothing can be written."""

import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from datetime import time as clock_time
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import select

from pitbook.errors import BadInput
from pitbook.jackpot.house import House as Place
from pitbook.room.audit import jobs as audit_jobs
from pitbook.room.audit.jobs import AuditJob, AuditWork
from pitbook.room.audit.pack_check import check
from pitbook.room.audit.quick_check import check_newest
from pitbook.room.audit.rounds import ReplayedRounds
from pitbook.room.audit.service import around
from pitbook.room.audit.table_record import Openings
from pitbook.room.tables.log import read_events
from pitbook.store import schema
from tests.hostile import NASTY
from tests.web.card_room import CardRoom, card_room
from tests.web.recorded_rounds import play_entered, play_shoes
from tests.web.schema_examples import GIVEN, example_of
from tests.web.test_tables_api import ENTERED, Console

PAGES: Final = (
    "/room/audit", "/room/audit/letters", "/room/audit/rounds", "/room/audit/rounds?table=royal-1",
    "/room/audit/rounds/royal-1/1/1", "/room/audit/proof", "/room/audit/pack", "/room/audit/system",
    "/room/audit/table/royal-1", "/room/audit/table/royal-1/check", "/room/audit/table/poker-1",
)  # fmt: skip
PATIENCE: Final = 60
COOKIE: Final = "pitbook-session"


def of(room: CardRoom) -> Any:
    """The application's own services."""
    return room.client.app.state.services  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A room after a night of play."""
    folder = tmp_path_factory.mktemp("audit")
    with pytest.MonkeyPatch.context() as patch, card_room(str(folder / "room.db")) as made:
        patch.setenv("PITBOOK_CACHE", str(folder / "cache"))
        found = of(made)
        found.configurations.keep(ENTERED, "ada", "a test")
        setup, members = found.configurations.gate(found.configurations.today()).open_jackpot("royal")
        found.jackpots.open(setup, members, found.sessions.person(made.tokens["eve"]), "open the jackpot")
        play_entered(Console(made))
        play_shoes(found, made.tokens)
        adjusted = {"pool": "displayed", "micros": 250_000_000, "reason": "malfunction"}
        answer = made.post("eve", "/jackpots/royal/adjustments", adjusted | made.papers("ann"))
        assert answer.status_code == 200, answer.text
        yield made


@pytest.fixture(scope="module")
def night(room: CardRoom, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same night in a file of its own."""
    path = tmp_path_factory.mktemp("night") / "room.db"
    with sqlite3.connect(of(room).database.engine.url.database) as whole, sqlite3.connect(path) as copy:
        whole.backup(copy)
    return path


@pytest.fixture
def own(night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CardRoom]:
    """A copy of that room, for tests that tamper with it."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path / "cache"))
    shutil.copy(night, tmp_path / "room.db")
    with card_room(str(tmp_path / "room.db")) as made:
        yield made


def page(room: CardRoom, address: str, person: str = "otto", status: int = 200) -> str:
    """A page as a person's browser gets it."""
    headers = {"Cookie": f"{COOKIE}={room.tokens[person]}"} if person else {}
    answer = room.client.get(address, headers=headers, follow_redirects=False)
    assert answer.status_code == status, (address, answer.status_code, answer.text[:500])
    return answer.text


def write_over(room: CardRoom, table: str, line: str, where: str) -> None:
    """Changes rows like an attacker with the file: drops the triggers that forbid it first."""
    with of(room).database.writing() as connection:
        for name in connection.exec_driver_sql("select name from sqlite_master where type = 'trigger'").scalars().all():
            connection.exec_driver_sql(f'drop trigger "{name}"')
        assert connection.exec_driver_sql(f"update {table} set {line} where {where}").rowcount == 1


# -- who may look ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", PAGES)
def test_audit_pages_need_the_right_to_read_the_ledger(room: CardRoom, address: str) -> None:
    for person in ("otto", "ann", "eve", "walt", "ada"):
        page(room, address, person)
    for person in ("dana", "sue"):
        assert "may not read the ledger" in page(room, address, person, 403)
    page(room, address, "", 303)


def test_the_api_is_for_the_same_people(room: CardRoom) -> None:
    for path in ("tables", "tables/royal-1", "rounds?table=royal-1", "rounds/royal-1/1/1", "jobs/0123456789abcdef"):
        assert room.get("dana", f"/audit/{path}").status_code == 403
        assert room.client.get(f"/api/v1/audit/{path}").status_code == 401
    for path, body in (("proofs", {}), ("packs", {"first": "2026-11-01", "last": "2026-11-30"})):
        assert room.post("sue", f"/audit/{path}", body).status_code == 403


# -- letters -----------------------------------------------------------------------------------------------------------


def test_every_table_runs_as_its_letter_approves_it(room: CardRoom) -> None:
    tables = {each["table"]: each for each in room.get("otto", "/audit/tables").json()}
    assert list(tables) == ["royal-1", "royal-2", "poker-1"]
    royal = tables["royal-1"]
    assert (royal["letter"], royal["open"], royal["jackpot"], royal["holds"]) == ("003", True, "royal", True)
    in_use = {wager["wager"]: wager["pay_table"] for wager in royal["wagers"]}
    assert in_use == {"base": "house", "royal-match": "RM-04", "royal-match-progressive": "RMP"}
    assert not tables["poker-1"]["open"]
    shown = page(room, "/room/audit/letters")
    assert shown.count("as approved") >= 3
    assert "not as approved" not in shown


def test_a_table_that_runs_another_version_says_what_differs(own: CardRoom) -> None:
    changed = ENTERED.replace("$5 to $300", "$15 to $300", 1)
    of(own).configurations.keep(changed, "ada", "higher limits")
    royal = own.get("otto", "/audit/tables/royal-1").json()["letter"]
    assert not royal["holds"]
    assert royal["differs"] == ["limits.base is 500 and 30000, was 1500 and 30000"]
    assert "limits.base is" in page(own, "/room/audit/letters")


def test_unapproved_table_is_reported(own: CardRoom) -> None:
    of(own).configurations.keep(ENTERED.replace('royal-match = "RM-04"', 'royal-match = "RM-99"', 1), "ada", "a try")
    royal = own.get("otto", "/audit/tables/royal-1").json()["letter"]
    assert not royal["holds"]
    assert any("RM-99" in words for words in royal["refused"])
    assert any(finding["stops"] for finding in royal["findings"])
    assert "not as approved" in page(own, "/room/audit")


def test_modified_game_is_reported(own: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitbook.room.audit.letters.package_hash", lambda slug: "0" * 64)
    assert not any(table["holds"] for table in own.get("otto", "/audit/tables").json())
    assert "approval is void" in page(own, "/room/audit/letters")


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_rounds_are_found_by_table_seat_and_time(room: CardRoom) -> None:
    def found(asked: str) -> list[int]:
        return [each["round"] for each in room.get("otto", f"/audit/rounds?table=royal-1{asked}").json()]

    assert found("") == [4, 3, 2, 1]
    assert found("&seat=3") == [4, 1]
    assert found("&seat=7") == []
    at = room.get("otto", "/audit/rounds?table=royal-1").json()
    assert [each["voided"] for each in at] == [False, False, True, False]
    assert [bool(each["ended"]) for each in at] == [False, True, True, True]
    local = of(room).days.house().local(at[0]["began"])
    day = of(room).days.house().day_of(at[0]["began"])
    assert found(f"&day={day}") == [4, 3, 2, 1]
    assert found(f"&day={day}&at={local[11:16]}") == [4, 3, 2, 1]
    assert found("&day=2026-01-01") == []
    other = (int(local[11:13]) + 12) % 24
    assert found(f"&day={day}&at={other:02}:00") == []
    assert "Opening 1, round 2" in page(room, f"/room/audit/rounds?table=royal-1&day={day}&at=&seat=1")


def test_hours_before_the_day_begins_are_those_of_the_next_morning() -> None:
    place = Place("Room", "America/Los_Angeles", 6)
    began, ended = around(place, date(2026, 11, 15), clock_time(1, 30))
    assert (began.isoformat(), ended.isoformat()) == ("2026-11-16T09:00:00+00:00", "2026-11-16T10:00:00+00:00")
    began, ended = around(place, date(2026, 10, 31), None)  # the clocks are put back in that night
    assert (ended.astimezone(UTC) - began.astimezone(UTC)).total_seconds() == 25 * 3600
    for day in (date.min, date.max):
        with pytest.raises(BadInput):
            around(place, day, None)


def test_a_replayed_round_shows_the_same_cards_and_payments(room: CardRoom) -> None:
    seen = room.get("otto", "/audit/rounds/royal-1/1/1").json()
    assert (seen["agrees"], seen["difference"], seen["payments"], seen["seats"]) == (True, "", 4, [1, 3])
    dealers = [act["felt"]["dealer"]["cards"] for act in seen["acts"]]
    assert dealers[0] == []
    assert ["9c", "??"] not in dealers  # the order of the deal: seat 1, seat 3, dealer
    assert ["Kh", "??"] in dealers
    assert dealers[-1] == ["Kh", "Qh"]
    assert seen["acts"][0]["words"] == ["round 1: no more bets"]
    assert seen["acts"][-1]["felt"]["players"]["1"]["hands"][0]["cards"] == ["Ks", "5s"]


def test_a_split_is_seen_and_a_correction_belongs_to_its_round(room: CardRoom) -> None:
    seen = room.get("otto", "/audit/rounds/royal-1/1/3").json()
    assert seen["agrees"]
    last = seen["acts"][-1]
    assert [hand["cards"] for hand in last["felt"]["players"]["1"]["hands"]] == [["8s", "Tc"], ["8h", "9d"]]
    assert "corrected" in {event["kind"] for act in seen["acts"] for event in act["events"]}


def test_a_round_is_stepped_through_by_links(room: CardRoom) -> None:
    address, acts = "/room/audit/rounds/royal-1/1/1", len(room.get("otto", "/audit/rounds/royal-1/1/1").json()["acts"])
    first, last = page(room, address), page(room, f"{address}?step={acts}")
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'rel="next"' not in last
    assert 'aria-label="queen of hearts"' in last
    hole = next(step for step in range(1, acts) if "a card face down" in page(room, f"{address}?step={step}"))
    assert 'aria-label="queen of hearts"' not in page(room, f"{address}?step={hole}")
    assert page(room, f"{address}?step={acts + 50}") == last
    assert "Settled again: it agrees" in first
    assert "still being played" in page(room, "/room/audit/rounds/royal-1/1/4")
    assert "The round was voided" in page(room, "/room/audit/rounds/royal-1/1/2")


@pytest.mark.parametrize(("table", "rounds"), [("royal-1", (1, 2, 3, 4)), ("royal-2", (1, 2, 3))])
def test_replay_from_the_last_shuffle_shows_the_same(room: CardRoom, table: str, rounds: tuple[int, ...]) -> None:
    database = of(room).database
    long, short = ReplayedRounds(database), ReplayedRounds(database, short=0)
    ways = []
    for number in rounds:
        one, other = long.round(table, 1, number), short.round(table, 1, number)
        ways.append(other.from_opening)
        assert (one.agrees, other.agrees) == (True, True), (one.difference, other.difference)
        assert (one.events, one.payments) == (other.events, other.payments)
        for act, same in zip(one.acts, other.acts, strict=True):
            assert (act.at, act.by) == (same.at, same.by)
            assert [event["number"] for event in act.events] == [event["number"] for event in same.events]
            left_out = {"number", "settled"}  # an excerpt renumbers events and leaves out the players' earlier rounds
            for key in set(act.felt) - left_out - {"players", "shoe", "last_shoe"}:
                assert act.felt[key] == same.felt[key], (number, key)
            for seat, player in act.felt["players"].items():
                for key in set(player) - {"session", "last_bets"}:
                    assert player[key] == same.felt["players"][seat][key], (number, seat, key)
    assert ways[-1] is False  # at least the last round was replayed from a shuffle
    assert ways[0] is True


def test_a_payment_that_was_written_over_is_found(own: CardRoom) -> None:
    database = of(own).database
    with database.reading_snapshot() as connection:
        span = Openings().spans(connection, "royal-1")[0]
        events = read_events(connection, "royal-1", span.first, span.until)
    paid = next(event for event in events if event.kind == "settled")
    line = paid.line().replace(f'"net":{paid.data["net"]}', '"net":99000')
    write_over(own, "table_events", f"line = '{line}'", f"\"table\" = 'royal-1' and number = {paid.number}")
    seen = own.get("otto", "/audit/rounds/royal-1/1/1").json()
    assert not seen["agrees"]
    assert "in this round" in seen["difference"]
    assert "99000" in seen["difference"]
    assert "it differs" in page(own, "/room/audit/rounds/royal-1/1/1")
    later = ReplayedRounds(database, short=0).round("royal-1", 1, 3)
    assert later.agrees  # the replay from the shuffle: the fault lies before it
    assert not ReplayedRounds(database).round("royal-1", 1, 3).agrees
    assert not prove_here(own, tables=True).holds


# -- proofs ------------------------------------------------------------------------------------------------------------


def prove_here(room: CardRoom, **asked: Any) -> AuditJob:
    """Runs a proof in this process."""
    jobs = of(room).audit.jobs
    jobs.folder.mkdir(parents=True, exist_ok=True)
    job = AuditJob("0" * 16, "proof", asked, "otto", datetime.now(UTC).isoformat())
    AuditWork(of(room).database, jobs.folder, job).run()
    found: AuditJob = jobs.find(job.id)
    return found


def wait_for(room: CardRoom, job: Mapping[str, Any]) -> dict[str, Any]:
    until = time.monotonic() + PATIENCE
    while (found := room.get("otto", f"/audit/jobs/{job['id']}").json())["state"] == "running":
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return dict(found)


def test_all_ledgers_and_records_are_proved_with_one_press(room: CardRoom) -> None:
    before = fingerprint(room)
    answer = room.post("otto", "/audit/proofs", {"tables": True})
    assert answer.status_code == 202
    job = answer.json()
    assert room.post("otto", "/audit/proofs", {"tables": True}).json()["id"] == job["id"]  # the same is not done twice
    shown = page(room, f"/room/audit/proof?job={job['id']}")
    assert "data-refresh" in shown or "Everything holds" in shown
    found = wait_for(room, job)
    assert (found["state"], found["holds"], found["percent"]) == ("done", True, 100)
    assert [(each["jackpot"], each["holds"]) for each in found["ledgers"]] == [("royal", True)]
    assert found["ledgers"][0]["hash"] == room.get("otto", "/jackpots/royal/proof").json()["hash"]
    records = {each["table"]: (each["holds"], each["rounds"]) for each in found["records"]}
    assert records == {"royal-1": (True, 3), "royal-2": (True, 3)}
    shown = page(room, f"/room/audit/proof?job={job['id']}")
    assert "Everything holds" in shown
    assert "requested by Otto" in shown
    assert "none changed outside the chain, covered since the first record" in shown
    assert "data-refresh" not in shown
    assert "✓ all held" in page(room, "/room/audit")
    assert fingerprint(room) == before


def running_job(room: CardRoom, name: str) -> AuditJob:
    """A proof that has begun and does not end by itself."""
    jobs = of(room).audit.jobs
    jobs.folder.mkdir(parents=True, exist_ok=True)
    job = AuditJob(name, "proof", {"tables": True}, "otto", datetime.now(UTC).isoformat())
    audit_jobs._write(jobs.folder, job)
    return job


def test_a_proof_is_stopped_by_the_person_who_began_it(own: CardRoom) -> None:
    job = running_job(own, "1" * 16)
    jobs = of(own).audit.jobs
    at_work = jobs.runner.ask(audit_jobs.LANE, job.id, time.sleep, 600)
    assert "Stop this proof" in page(own, f"/room/audit/proof?job={job.id}")
    refused = own.post("ann", f"/audit/jobs/{job.id}/stop")
    assert (refused.status_code, jobs.find(job.id).state) == (403, "running")
    assert own.post("otto", f"/audit/jobs/{job.id}/stop").json()["state"] == "stopped"
    assert at_work.wait(PATIENCE)
    assert at_work.failed
    shown = page(own, f"/room/audit/proof?job={job.id}")
    assert "The proof was stopped" in shown
    assert "Stop this proof" not in shown
    assert own.post("otto", f"/audit/jobs/{job.id}/stop").json()["state"] == "stopped"


def test_a_stopped_proof_of_another_process_ends_with_its_next_heartbeat(
    own: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, ended = running_job(own, "2" * 16), Event()
    monkeypatch.setattr(audit_jobs, "BEAT", 0.01)
    monkeypatch.setattr(os, "_exit", lambda _code: ended.set())
    jobs = of(own).audit.jobs
    at_work = Thread(target=audit_jobs.do, args=(jobs.store, str(jobs.folder), job.id))
    monkeypatch.setattr(AuditWork, "run", lambda _work: ended.wait(PATIENCE))
    at_work.start()
    assert own.post("otto", f"/audit/jobs/{job.id}/stop").json()["state"] == "stopped"
    at_work.join(PATIENCE)
    assert ended.is_set()


def test_a_transaction_that_was_written_over_is_found(own: CardRoom) -> None:
    database = of(own).database
    assert prove_here(own).holds
    assert check_newest(database, "royal", 5).holds
    write_over(own, "transactions", "\"by\" = 'nobody'", "book = 'royal' and number = 2")
    proof = prove_here(own)
    assert (proof.state, proof.holds, proof.ledgers[0].fault) == ("done", False, 2)
    assert "A fault was found" in page(own, f"/room/audit/proof?job={proof.id}")
    looked = check_newest(database, "royal", 5)
    assert (looked.holds, looked.fault) == (False, 2)
    assert "it was changed after it was booked" in looked.sentence
    assert "Ledger does not hold" in page(own, "/room/audit/table/royal-1")


def test_entries_that_were_written_over_are_found(own: CardRoom) -> None:
    write_over(own, "entries", "micros = micros + 1", "book = 'royal' and number = 2 and account = 'displayed'")
    assert "changed after" in check_newest(of(own).database, "royal", 5).words
    assert not prove_here(own).holds


def test_a_book_that_was_written_over_is_found(own: CardRoom) -> None:
    write_over(own, "books", "number = number - 1", "id = 'royal'")
    assert not check_newest(of(own).database, "royal", 5).holds
    assert not prove_here(own).holds


def test_limited_time_checks_the_newest_records_and_says_so(own: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitbook.room.audit.quick_check.PAGE", 1)
    database = of(own).database
    last = of(own).jackpots.number("royal")
    assert last > 2
    ticks = count()
    looked = check_newest(database, "royal", 1, lambda: float(next(ticks)))
    assert (looked.holds, looked.whole, looked.looked_at) == (True, False, 2)
    assert looked.sentence.startswith(f"The newest 2 of {last} transactions")
    assert check_newest(database, "royal", 60).sentence.startswith(f"The whole ledger, {last} transactions")


def test_on_site_table_page(room: CardRoom) -> None:
    found = room.get("otto", "/audit/tables/royal-1").json()
    assert found["status"] == "open"
    assert found["meter_cents"] == of(room).jackpots.book("royal").shown
    assert (found["ledger"]["holds"], found["ledger"]["whole"]) == (True, True)
    done = found["by_hand"]
    assert [(each["kind"], each["reason"], each["why"], each["document"]) for each in done] == [
        ("adjust", "malfunction", "a test", "D-1"),
        ("void", "", "misdeal", "IR-1"),
    ][: len(done)]
    assert done[0]["micros"] == 250_000_000
    shown = page(room, "/room/audit/table/royal-1")
    assert "✓ Ledger holds" in shown
    assert "malfunction" in shown
    assert "This table has no jackpot, so it has no meter" in page(room, "/room/audit/table/poker-1")


# -- packs and the system ----------------------------------------------------------------------------------------------


def test_an_audit_pack_is_made_downloaded_and_verified(room: CardRoom) -> None:
    today = of(room).configurations.today().isoformat()
    answer = room.post("otto", "/audit/packs", {"first": today, "last": today})
    assert answer.status_code == 202, answer.text
    found = wait_for(room, answer.json())
    assert found["state"] == "done", found
    made = found["pack"]
    content = room.get("otto", f"/audit/packs/{found['id']}/file")
    assert content.headers["content-type"] == "application/zip"
    assert made["name"] in content.headers["content-disposition"]
    assert hashlib.sha256(content.content).hexdigest() == made["sha256"]
    assert check(content.content, made["sha256"]) == []
    with zipfile.ZipFile(io.BytesIO(content.content)) as pack:
        names = set(pack.namelist())
    assert {"verify.py", "ledger/royal.jsonl", "rounds/royal-1-0001.jsonl", "configuration/property.toml"} <= names
    shown = page(room, f"/room/audit/pack?job={found['id']}")
    assert made["sha256"] in shown
    assert "python verify.py" in shown
    assert room.get("dana", f"/audit/packs/{found['id']}/file").status_code == 403
    page(room, f"/room/audit/proof?job={found['id']}", status=404)


def test_invalid_pack_request_is_refused(room: CardRoom) -> None:
    for first, last in (("2026-11-30", "2026-11-01"), ("0001-01-01", "9999-12-31")):
        assert room.post("otto", "/audit/packs", {"first": first, "last": last}).status_code == 400
    assert room.post("otto", "/audit/packs", {"first": "soon", "last": "later"}).status_code == 422


def test_ended_proof_process_is_reported(room: CardRoom) -> None:
    jobs = of(room).audit.jobs
    job = prove_here(room)
    path = jobs.folder / f"{job.id}.json"
    kept = json.loads(path.read_text("utf-8")) | {"state": "running"}
    path.write_text(json.dumps(kept), "utf-8")
    assert jobs.find(job.id).state == "running"
    os.utime(path, (0, 0))
    assert jobs.find(job.id).state == "failed"
    assert "interrupted" in page(room, f"/room/audit/proof?job={job.id}")
    path.unlink()


def test_the_system_on_one_page(room: CardRoom) -> None:
    system = room.get("otto", "/audit/system").json()
    assert system["configuration"] == of(room).configurations.current().hash
    assert {each["game"]: bool(each["approved"]) for each in system["packages"]}["royal-match-21"]
    assert all(each["holds"] for each in system["packages"])
    assert system["jackpots"][0]["components"][0]["required"] != "not named by the letter"
    assert system["rows"]["transactions"] == of(room).jackpots.number("royal")
    assert (system["zone"], system["day_starts"]) == ("America/Los_Angeles", 6)
    shown = page(room, "/room/audit/system")
    for words in (system["hash"], system["schema"], "10.91%", "$5,000"):
        assert words in shown


def test_audit_pages_of_an_empty_room(tmp_path: Path) -> None:
    with card_room(str(tmp_path / "room.db")) as empty:
        for address in ("", "/letters", "/rounds", "/proof", "/pack", "/system"):
            page(empty, f"/room/audit{address}")
        page(empty, "/room/audit/table/royal-1", status=404)
        assert empty.post("otto", "/audit/packs", {"first": "2026-11-01", "last": "2026-11-02"}).status_code == 404


# -- invalid requests --------------------------------------------------------------------------------------------------


def test_invalid_audit_requests_are_refused_with_one_sentence(room: CardRoom) -> None:
    for words in [words for words in NASTY if len(words) < 1_000][::6]:
        for address in (
            "/room/audit/table/{}", "/room/audit/rounds?table={}", "/room/audit/rounds?table=royal-1&day={}",
            "/room/audit/rounds?table=royal-1&day=2026-11-01&at={}", "/room/audit/rounds/{}/1/1",
            "/room/audit/rounds/royal-1/{}/1", "/room/audit/rounds/royal-1/1/{}",
            "/room/audit/rounds/royal-1/1/1?step={}", "/room/audit/proof?job={}", "/room/audit/pack?job={}",
            "/api/v1/audit/jobs/{}", "/api/v1/audit/packs/{}/file", "/api/v1/audit/tables/{}",
        ):  # fmt: skip
            path = address.format(quote(words.encode("utf-8", "surrogatepass"), safe=""))
            headers = {"Cookie": f"{COOKIE}={room.tokens['otto']}"}
            answer = room.client.get(path, headers=headers, follow_redirects=False)
            assert answer.status_code < 500, (path, answer.text[:300])
    for path in ("/rounds/royal-1/1/99", "/rounds/royal-1/9/1", "/rounds/poker-1/1/1", "/rounds/play:x/1/1"):
        assert room.get("otto", f"/audit{path}").status_code == 404
        page(room, f"/room/audit{path}", status=404)
    for query in ("day=9999-12-31", "day=0001-01-01", "at=12:00"):
        page(room, f"/room/audit/rounds?table=royal-1&{query}", status=400)


# -- an auditor writes nothing -----------------------------------------------------------------------------------------

FOR_ANYBODY: Final = ("/api/v1/play/", "/api/v1/lab/", "/api/v1/learn/", "/api/v1/first")
"""Play money and study need no badge; the first start needs its own token."""
ONES_OWN: Final = ("/api/v1/sign-in", "/api/v1/sign-out", "/api/v1/session", "/api/v1/sessions/")
"""Signing in and out, locking one's own screen, one's own PIN."""
READS: Final = {
    "/api/v1/audit/proofs", "/api/v1/audit/packs", "/api/v1/configuration/preview",
    "/api/v1/jackpots/{jackpot}/terms/preview",
}  # fmt: skip
"""Sent as POST, but nothing is written: proofs, packs and previews."""
FORMS: Final = ("/play/{slug}", "/room/sign-in")
"""Forms that pages post without scripts: a seat for play money, and the sign-in."""


def fingerprint(room: CardRoom) -> str:
    """A hash of everything in the store that belongs to the room, without sessions and sign-in attempts."""
    found = hashlib.sha256()
    with of(room).database.reading_snapshot() as connection:
        for table in schema.metadata.sorted_tables:
            if table.name not in ("sessions", "tries"):
                for row in connection.execute(select(table).order_by(*table.primary_key.columns)):
                    if not any(str(part).startswith("play:") for part in row):
                        found.update(repr(tuple(row)).encode())
    return found.hexdigest()


def test_an_auditor_writes_nothing_anywhere(room: CardRoom) -> None:
    spoken = room.client.app.openapi()  # type: ignore[attr-defined]
    schemas = spoken["components"]["schemas"]
    before, refused, allowed = fingerprint(room), 0, set()
    for path, methods in spoken["paths"].items():
        for method, route in methods.items():
            if method == "get" or path.startswith((*FOR_ANYBODY, *ONES_OWN)):
                continue
            content = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            body = example_of(schemas, content) if content else None
            address = re.sub(r"\{(\w+)\}", lambda found: str(GIVEN.get(found[1], 1)), path)
            headers = room.headers("otto")
            answer = room.client.request(method, address, json=body, headers=headers)
            if answer.status_code < 400:
                allowed.add(path)
                continue
            # An auditor may stop a proof of their own, and there is none.
            expected = 404 if path == "/api/v1/audit/jobs/{job}/stop" else 403
            assert answer.status_code == expected, (method, path, body, answer.text)
            refused += 1
    assert allowed == READS, allowed ^ READS
    assert refused > 45
    assert fingerprint(room) == before


def test_a_program_cannot_do_more_than_the_pages_for_an_auditor(room: CardRoom) -> None:
    """Every writing route is in the description that the test above goes through."""
    app: FastAPI = room.client.app  # type: ignore[attr-defined]
    described = {(path, method) for path, methods in app.openapi()["paths"].items() for method in methods}
    written = {
        (route.path or "", method.lower())
        for route in iter_route_contexts(app.routes)
        for method in route.methods or ()
        if method in ("POST", "PUT", "PATCH", "DELETE")
    }
    assert len(written) > 60
    assert {path for path, _ in written - described} == set(FORMS)
