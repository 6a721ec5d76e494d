"""The jackpots over HTTP: both keypad procedures of letter 003 step by step, roles, repeated requests,
invalid input.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pitbook.jackpot.controller import KEYS
from pitbook.jackpot.setup import parse_terms
from pitbook.web.http.openapi import REFUSALS
from pitbook.web.http.problems import KINDS
from tests.web.card_room import CardRoom, card_room

QUARTER, ALL = "double_royal_match", "double_royal_match_suited"


@pytest.fixture
def own_room(store: str) -> Iterator[CardRoom]:
    with card_room(store) as made:
        yield made


@pytest.fixture(scope="module")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """One room for tests that change nothing."""
    with card_room(str(tmp_path_factory.mktemp("house") / "room.db")) as made:
        assert made.open().status_code == 200
        yield made


def refused(answer: Any, status: int, words: str = "") -> None:
    """A refusal is a problem document with one sentence."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem.keys() == {"type", "title", "status", "detail"}
    assert problem["status"] == status
    assert words in problem["detail"]
    assert "Traceback" not in problem["detail"]


def refuse_all_but(own_room: CardRoom, *allowed: str) -> None:
    """Every other key, pressed by any person, changes nothing, and the refusal names the next step."""
    before = own_room.get("dana", "/controllers/1").json()
    for button in KEYS:
        if button not in allowed:
            for person in ("dana", "sue", "eve"):
                answer = own_room.press(person, button, seat=2, outcome=QUARTER)
                assert answer.status_code in (400, 403, 409), (button, person, answer.text)
                assert answer.headers["content-type"] == "application/problem+json"
    assert own_room.get("dana", "/controllers/1").json() == before


def shown(own_room: CardRoom) -> int:
    return int(own_room.get("dana", "/jackpots/royal").json()["shown_cents"])


def test_the_keyed_procedure_step_by_step(own_room: CardRoom) -> None:
    """Letter 003, Royal Match Progressive rules 5 to 9, keyed sheet."""
    assert own_room.open(controller="keyed").json()["shown_cents"] == 500_000
    refuse_all_but(own_room, "sense", "lock")
    for seat in (2, 5, 6, 6):  # the second press takes the wager off again
        assert own_room.press("dana", "sense", seat=seat).status_code == 200
    refused(own_room.press("dana", "sense", seat=8), 400, "no seat 8")
    locked = own_room.press("dana", "lock").json()
    assert (locked["lit"], locked["phase"], locked["shown_cents"]) == ([2, 5], "playing", 500_021)
    assert locked["expected"] == ["a hand button", "GAME OVER"]
    refuse_all_but(own_room, "hand", "end")
    refused(own_room.press("dana", "sense", seat=1), 400, "next comes a hand button or GAME OVER")
    refused(own_room.press("dana", "hand", outcome=QUARTER), 400, "whose hand")
    refused(own_room.press("dana", "hand", seat=3, outcome=QUARTER), 400, "no progressive wager")
    refused(own_room.press("dana", "hand", seat=2, outcome="royal_match"), 400, "no hand button")
    assert own_room.press("dana", "hand", seat=2, outcome=ALL).json()["wins"] == [[2, ALL]]
    assert own_room.press("dana", "hand", seat=2, outcome=ALL).json()["wins"] == []  # the second press switches it off
    assert own_room.press("dana", "hand", seat=2, outcome=QUARTER).json()["next_prize"]["prize_cents"] == 125_005
    refuse_all_but(own_room, "hand", "verify")
    refused(own_room.press("dana", "end"), 400, "the supervisor's key to JPH")
    refused(own_room.press("dana", "verify"), 403, "may not verify a win")
    assert own_room.press("sue", "verify").json()["expected"] == ["J-POT"]
    refuse_all_but(own_room, "record", "reject")
    assert shown(own_room) == 500_021
    told = own_room.press("sue", "record").json()["told"]
    assert (told["prize_cents"], told["before_cents"], told["after_cents"]) == (125_005, 500_021, 375_016)
    assert shown(own_room) == 500_021  # rule 9f: it falls at RUN
    refuse_all_but(own_room, "run")
    refused(own_room.press("dana", "end"), 400, "the key back to RUN")
    refused(own_room.press("dana", "run"), 403, "may not verify a win")
    ran = own_room.press("sue", "run").json()
    assert (ran["phase"], ran["shown_cents"]) == ("playing", 375_016)
    after = own_room.press("dana", "end").json()
    assert (after["phase"], after["round"], after["lit"]) == ("betting", 2, [])
    assert shown(own_room) == 375_016
    proof = own_room.get("otto", "/jackpots/royal/proof").json()
    assert (proof["holds"], proof["transactions"], proof["fault"]) == (True, 4, None)


@pytest.mark.every_store
def test_the_card_procedure_step_by_step(own_room: CardRoom) -> None:
    """Letter 003, Royal Match Progressive rules 5 to 9, card-swipe sheet."""
    own_room.open()
    refuse_all_but(own_room, "sense", "lock")
    own_room.press("dana", "sense", seat=1)
    own_room.press("dana", "sense", seat=7)
    assert own_room.press("dana", "lock").json()["expected"] == ["a player spot, then its hand button", "END GAME"]
    refuse_all_but(own_room, "spot", "end")
    refused(own_room.press("dana", "hand", outcome=ALL), 400, "spot before the hand button")
    refused(own_room.press("dana", "spot", seat=4), 400, "no progressive wager")
    own_room.press("dana", "spot", seat=7)
    own_room.press("dana", "hand", outcome=ALL)
    refused(own_room.press("dana", "end"), 400, "the supervisor's confirmation")
    refused(own_room.press("sue", "record"), 400, "out of turn")
    own_room.press("sue", "verify")
    refuse_all_but(own_room, "record", "reject")
    refused(own_room.press("sue", "record"), 409, "needs an executive's card")
    refused(own_room.press("dana", "record"), 403)
    assert shown(own_room) == 500_021
    told = own_room.press("eve", "record").json()["told"]
    # The seed, the reserve of two wagers, and the fraction of a cent that was left.
    assert (told["prize_cents"], told["after_cents"]) == (500_021, 500_004)
    refused(own_room.press("sue", "run"), 400, "no key")
    own_room.press("dana", "end")
    assert own_room.get("dana", "/controllers/1").json()["phase"] == "betting"
    assert own_room.get("dana", "/jackpots/royal").json()["pools_micros"]["displayed"] == 5_000_048_200


def test_a_linked_table_steps_the_same_meter(own_room: CardRoom) -> None:
    own_room.open()
    for table in "12":
        own_room.press("dana", "sense", table, seat=3)
        own_room.press("dana", "lock", table)
    assert shown(own_room) == 500_021
    assert own_room.get("dana", "/controllers/2").json()["shown_cents"] == 500_021


def test_dealer_of_the_round_cannot_verify(own_room: CardRoom) -> None:
    own_room.open()
    own_room.press("sue", "sense", seat=1)
    own_room.press("sue", "lock")
    own_room.press("sue", "spot", seat=1)
    own_room.press("sue", "hand", outcome=QUARTER)
    refused(own_room.press("sue", "verify"), 409, "another person")
    assert own_room.press("eve", "verify").status_code == 200


def award(own_room: CardRoom, outcome: str = QUARTER) -> int:
    """A prize at table 1; returns its transaction."""
    own_room.press("dana", "sense", seat=1)
    own_room.press("dana", "lock")
    own_room.press("dana", "spot", seat=1)
    own_room.press("dana", "hand", outcome=outcome)
    own_room.press("sue", "verify")
    return int(own_room.press("eve", "record").json()["told"]["transaction"])


@pytest.mark.every_store
def test_a_back_out_takes_two_people_and_returns_everything(own_room: CardRoom) -> None:
    own_room.open()
    number = award(own_room)
    body = {"award": number, **own_room.papers("ann")}
    refused(
        own_room.post("eve", "/jackpots/royal/back-outs", body | {"second": own_room.second("eve")}), 409, "2 different"
    )
    refused(own_room.post("eve", "/jackpots/royal/back-outs", body | {"second": own_room.second("sue")}), 403)
    refused(own_room.post("dana", "/jackpots/royal/back-outs", body), 403)
    refused(own_room.post("eve", "/jackpots/royal/back-outs", body | {"award": 1}), 400, "not a prize")
    refused(own_room.post("eve", "/jackpots/royal/back-outs", body | {"award": 99}), 404)
    refused(own_room.post("eve", "/jackpots/royal/back-outs", body | {"award": 10**30}), 422)
    wrong = {"second": {"badge": "ann:token of eve", "pin": "4071"}}
    refused(own_room.post("eve", "/jackpots/royal/back-outs", body | wrong), 403, "badge or PIN")
    assert shown(own_room) == 375_008
    assert own_room.post("eve", "/jackpots/royal/back-outs", body).json()["shown_cents"] == 500_010
    refused(own_room.post("eve", "/jackpots/royal/back-outs", body), 400, "booked before")
    # The hand is keyed in again as it should have been.
    own_room.press("dana", "spot", seat=1)
    assert own_room.press("dana", "hand", outcome=ALL).json()["wins"] == [[1, ALL]]
    own_room.press("sue", "verify")
    assert own_room.press("eve", "record").json()["told"]["prize_cents"] == 500_010
    assert own_room.get("otto", "/jackpots/royal/proof").json()["holds"]


def test_adjustments_for_listed_reasons_only(own_room: CardRoom) -> None:
    own_room.open()
    body = {"pool": "displayed", "micros": -1_000_000, "reason": "malfunction", **own_room.papers("ann")}
    refused(own_room.post("eve", "/jackpots/royal/adjustments", body | {"reason": "whim"}), 409, "only for")
    refused(own_room.post("eve", "/jackpots/royal/adjustments", body | {"reason": "gross-receipts"}), 409)
    refused(own_room.post("eve", "/jackpots/royal/adjustments", body | {"micros": -(10**12)}), 400, "cannot fall")
    refused(own_room.post("eve", "/jackpots/royal/adjustments", body | {"micros": 0}), 400)
    refused(own_room.post("eve", "/jackpots/royal/adjustments", body | {"second": own_room.second("eve")}), 409)
    refused(own_room.post("sue", "/jackpots/royal/adjustments", body), 403)
    assert own_room.post("eve", "/jackpots/royal/adjustments", body).json()["shown_cents"] == 499_900
    assert (
        own_room.post("ann", "/jackpots/royal/adjustments", body | {"second": own_room.second("eve")}).status_code
        == 200
    )
    assert shown(own_room) == 499_800


def test_terms_change_between_rounds_and_lose_nothing(own_room: CardRoom) -> None:
    own_room.open()
    new = {"terms": {"seed": "$2,000", "contribution": "5%"}, "when": "now", **own_room.papers("ann")}
    own_room.press("dana", "lock", without_wagers=True)
    own_room.restate(parse_terms("$2,000", "5%", "0%", "$4,999"))
    refused(own_room.post("eve", "/jackpots/royal/terms", new), 409, "is not set up as configuration")
    too_low = {"terms": {"seed": "$2,000", "contribution": "5%", "maximum": "$4,999"}}
    refused(own_room.post("eve", "/jackpots/royal/terms", new | too_low), 400, "between rounds")
    own_room.press("dana", "end")
    refused(own_room.post("eve", "/jackpots/royal/terms", new | too_low), 409, "at or above the current amount")
    own_room.restate(parse_terms("$2,000", "5%", "0%"))
    done = own_room.post("eve", "/jackpots/royal/terms", new).json()
    assert done["shown_cents"] == 500_000
    assert {advice["id"] for advice in done["advice"]} >= {"no-reserve"}
    refused(own_room.press("dana", "sense", seat=1), 409, "close the table and open it again from the new version")
    for act, said in (("close", {"why": "new terms"}), ("open", {"checked": True, "controller_only": True})):
        assert own_room.post("sue", f"/tables/1/{act}", said).status_code == 200
    own_room.press("dana", "sense", seat=1)
    own_room.press("dana", "lock")
    assert shown(own_room) == 500_005


def test_a_void_gives_the_wagers_back(own_room: CardRoom) -> None:
    own_room.open()
    own_room.press("dana", "sense", seat=1)
    asked = own_room.papers("dana") | {"reason": "misdeal"}
    refused(own_room.post("sue", "/floor/tables/1/voids", asked), 400, "nothing to void")
    own_room.press("dana", "lock")
    assert shown(own_room) == 500_010
    refused(own_room.post("dana", "/floor/tables/1/voids", asked), 403)
    alone = asked | {"second": own_room.second("sue")}
    refused(own_room.post("sue", "/floor/tables/1/voids", alone), 403, "two different")
    assert own_room.post("sue", "/controllers/1/voids", {"why": "misdeal", "document": "D-2"}).status_code == 404
    assert own_room.post("sue", "/floor/tables/1/voids", asked).status_code == 200
    assert shown(own_room) == 500_000
    assert own_room.get("dana", "/controllers/1").json()["round"] == 2


def test_a_jackpot_is_suspended_retired_and_distributed(own_room: CardRoom) -> None:
    own_room.open()

    def manage(action: str, second: str = "ann") -> Any:
        return own_room.post("eve", "/jackpots/royal/status", {"action": action, **own_room.papers(second)})

    refused(manage("distribute"), 400, "only a retiring one")
    assert manage("suspend").status_code == 200
    assert manage("resume").status_code == 200
    refused(manage("retire", "eve"), 409, "2 different people")
    assert manage("retire").json()["held_micros"] == 5_000_000_000
    refused(own_room.open("next", tables="1"), 409, "one progressive at a time")
    assert manage("distribute").json()["distributed_micros"] == 5_000_000_000
    assert own_room.get("dana", "/jackpots/royal").json()["status"] == "retired"
    assert own_room.open("next", tables="1").status_code == 200
    # The controller belongs to the new jackpot, also on a server that had cached the old one.
    own_room.press("dana", "sense", seat=2)
    assert own_room.press("dana", "lock").json()["jackpot"] == "next"


def test_a_suspended_jackpot_takes_no_wager(own_room: CardRoom) -> None:
    own_room.open()
    own_room.press("dana", "sense", seat=1)
    said = {"action": "suspend", **own_room.papers("ann")}
    assert own_room.post("eve", "/jackpots/royal/status", said).status_code == 200
    refused(own_room.press("dana", "lock"), 409, "suspended")


def test_a_table_plays_for_one_jackpot(own_room: CardRoom) -> None:
    own_room.open()
    refused(own_room.open(), 400, "already")
    refused(own_room.open("other", tables="23"), 409, "one progressive at a time")
    assert own_room.open("other", tables="3").status_code == 200
    refused(own_room.open("third", tables="44"), 409, "named twice")


def test_the_same_key_gives_the_same_answer(own_room: CardRoom) -> None:
    own_room.open()
    own_room.press("dana", "sense", seat=1)
    body = {"key": "lock"}
    first = own_room.post("dana", "/controllers/1/presses", body, "once-only")
    again = own_room.post("dana", "/controllers/1/presses", body, "once-only")
    assert (first.status_code, first.json()) == (200, again.json())
    refused(
        own_room.post("dana", "/controllers/1/presses", {"key": "end"}, "once-only"), 400, "used for something else"
    )
    refused(own_room.post("dana", "/controllers/2/presses", body, "once-only"), 400, "used for something else")
    refused(
        own_room.post("dana", "/controllers/1/presses", {"key": "lock", "seat": 3}, "once-only"), 400, "something else"
    )
    # Each person's keys have their own namespace.
    assert own_room.post("dirk", "/controllers/1/presses", {"key": "end"}, "once-only").status_code == 200
    assert shown(own_room) == 500_010


@pytest.mark.every_store
def test_many_at_once_with_the_same_key_are_done_once(own_room: CardRoom) -> None:
    own_room.open()
    own_room.press("dana", "sense", seat=1)
    with ThreadPoolExecutor(8) as pool:
        asked = [
            pool.submit(own_room.post, "dana", "/controllers/1/presses", {"key": "lock"}, "once-only")
            for _ in range(16)
        ]
        answers = [each.result() for each in asked]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert shown(own_room) == 500_010


def test_fixed_pays_come_from_the_tray(own_room: CardRoom) -> None:
    own_room.open()
    own_room.press("dana", "sense", seat=1)
    refused(
        own_room.post("dana", "/controllers/1/fixed-pays", {"seat": 1, "outcome": "royal_match"}),
        400,
        "no progressive wager",
    )
    own_room.press("dana", "lock")
    lines = {"seat": 1, "outcome": "royal_match"}
    refused(own_room.post("dana", "/controllers/1/fixed-pays", lines | {"seat": 2}), 400)
    refused(own_room.post("dana", "/controllers/1/fixed-pays", lines | {"outcome": QUARTER}), 400, "no fixed pay")
    paid = own_room.post("dana", "/controllers/1/fixed-pays", lines).json()
    assert paid["before_cents"] == paid["after_cents"] == 500_010
    refused(own_room.post("dana", "/controllers/1/fixed-pays", lines), 400, "a hand wins once")
    assert shown(own_room) == 500_010


READS = ("/jackpots", "/jackpots/royal", "/controllers/1")
LEDGER = ("/jackpots/royal/transactions", "/jackpots/royal/proof")
WRITES = (
    ("/jackpots", {"eve", "ada"}),
    ("/controllers/1/presses", {"dana", "dirk", "sue", "eve"}),
    ("/controllers/1/fixed-pays", {"dana", "dirk", "sue", "eve"}),
    ("/floor/tables/1/voids", {"sue", "eve"}),
    ("/jackpots/royal/back-outs", {"eve", "ann"}),
    ("/jackpots/royal/adjustments", {"eve", "ann"}),
    ("/jackpots/royal/terms", {"eve", "ann"}),
    ("/jackpots/royal/status", {"eve", "ann"}),
    ("/people", {"ada"}),
)


def bodies(shared_room: CardRoom) -> dict[str, Any]:
    """A well-formed request for each route, refused because of its content."""
    game = {"game": "royal-match-21", "wager": "royal-match-progressive", "pay_table": "RMP", "decks": 6}
    terms = {"seed": "$5,000", "contribution": "10.91%"}
    papers = shared_room.papers("ann")
    return {
        "/jackpots": {"id": "royal", **game, "terms": terms, "tables": []},
        "/controllers/1/presses": {"key": "spot"},
        "/controllers/1/fixed-pays": {"seat": 1, "outcome": "x"},
        "/floor/tables/1/voids": shared_room.papers("dirk") | {"reason": "misdeal"},
        "/jackpots/royal/back-outs": {"award": 1, **papers},
        "/jackpots/royal/adjustments": {"pool": "reserve", "micros": 1, "reason": "x", **papers},
        "/jackpots/royal/terms": {"terms": terms | {"seed": "$1", "maximum": "$2"}, "when": "now", **papers},
        "/jackpots/royal/status": {"action": "resume", **papers},
        "/people": {"id": "x", "name": "X", "roles": ["dealer", "auditor"], "pin": "4071"},
    }


@pytest.mark.parametrize(("path", "allowed"), WRITES, ids=[path for path, _ in WRITES])
def test_each_role_does_its_own_work_only(shared_room: CardRoom, path: str, allowed: set[str]) -> None:
    body = bodies(shared_room)[path]
    for person in shared_room.badges:
        answer = shared_room.post(person, path, body)
        assert (answer.status_code != 403) == (person in allowed), (person, answer.text)
        assert answer.status_code in (400, 403, 409), answer.text
        refused(answer, answer.status_code)


@pytest.mark.parametrize("path", [*READS, *LEDGER])
def test_roles_that_may_read(shared_room: CardRoom, path: str) -> None:
    for person in shared_room.badges:
        may = path in READS or person in {"eve", "ann", "walt", "otto", "ada"}
        assert shared_room.get(person, path).status_code == (200 if may else 403)
    refused(shared_room.client.get(f"/api/v1{path}"), 401, "sign in first")


def test_requests_without_a_session_are_refused(shared_room: CardRoom) -> None:
    for path, _ in WRITES:
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eDp5"}, {"Authorization": ""}):
            body = bodies(shared_room)[path]
            answer = shared_room.client.post(
                f"/api/v1{path}", json=body, headers=headers | {"Idempotency-Key": "k" * 8}
            )
            refused(answer, 401, "sign in first")
            assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(("path", "allowed"), WRITES, ids=[path for path, _ in WRITES])
def test_unknown_fields_are_refused(shared_room: CardRoom, path: str, allowed: set[str]) -> None:
    refused(shared_room.post(min(allowed), path, bodies(shared_room)[path] | {"colour": "green"}), 422, "colour")


@pytest.mark.parametrize("path", [path for path, _ in WRITES if path != "/people"])
def test_every_write_needs_its_own_idempotency_key(shared_room: CardRoom, path: str) -> None:
    body = bodies(shared_room)[path]
    token = {"Authorization": shared_room.headers("eve")["Authorization"]}
    refused(shared_room.client.post(f"/api/v1{path}", json=body, headers=token), 422, "Idempotency-Key")
    for key in ("short", "x" * 101, "with a space", "\x7f" * 9):
        refused(shared_room.client.post(f"/api/v1{path}", json=body, headers=token | {"Idempotency-Key": key}), 422)


def test_people_are_added_and_removed(own_room: CardRoom) -> None:
    new = {"id": "nina", "name": "Nina", "roles": ["auditor"], "pin": "8214"}
    refused(own_room.post("ada", "/people", new | {"roles": ["dealer", "supervisor"]}), 400, "kept apart")
    refused(own_room.post("ada", "/people", new | {"pin": "1111"}), 400, "too easy")
    refused(own_room.post("ada", "/people", new | {"id": "Nina!"}), 400, "short name")
    made = own_room.post("ada", "/people", new).json()
    refused(own_room.post("ada", "/people", new), 400, "already")
    asked = {"badge": made["badge"], "pin": "8214"}
    signed = own_room.client.post("/api/v1/sign-in", json=asked).json()
    assert signed["roles"] == ["auditor"]
    own_room.tokens["nina"] = signed["token"]
    assert own_room.get("nina", "/jackpots").status_code == 200
    assert own_room.client.delete("/api/v1/people/nina", headers=own_room.headers("ada")).status_code == 200
    refused(own_room.get("nina", "/jackpots"), 401)
    refused(own_room.client.post("/api/v1/sign-in", json=asked), 403, "badge or PIN is wrong")
    refused(own_room.client.delete("/api/v1/people/nobody", headers=own_room.headers("ada")), 400)


def test_signing_out_ends_the_session(own_room: CardRoom) -> None:
    assert own_room.post("dana", "/sign-out").json() == {"signed_out": True}
    refused(own_room.get("dana", "/jackpots"), 401)
    assert own_room.get("dirk", "/jackpots").status_code == 200


def test_the_api_describes_itself(shared_room: CardRoom) -> None:
    document = shared_room.client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert document["info"]["title"] == "Pitbook"
    operations = [
        operation
        for path, methods in document["paths"].items()
        for operation in methods.values()
        if path.startswith("/api/v1")
    ]
    assert len(operations) >= 20
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    known = document["components"]["schemas"]
    for operation in operations:
        assert operation["summary"]
        assert operation["description"]
        assert operation["tags"]
        assert {"200", "201", "202"} & set(operation["responses"])
        assert set(REFUSALS) <= set(operation["responses"])
    for reference in _references(document):
        *_, kind, name = reference.split("/")
        assert name in document["components"][kind]
    assert {str(status) for _, status, _ in KINDS} <= set(REFUSALS)
    for name in ("KeyPress", "NewJackpot", "NewTerms"):
        assert known[name]["additionalProperties"] is False
    assert shared_room.client.get("/api/docs").status_code == 200


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)
