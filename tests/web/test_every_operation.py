"""Requests by the API's own description, and many that violate it: no server error, and every answer is one that the
description states.

Schemathesis generates the requests from the description. It gets a few names that exist, so that requests pass the
first checks.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pitbook.room.audit.ledger_proof import ledgers, prove
from pitbook.web.http.access import routes_with_rules
from pitbook.web.http.openapi import EVENTS
from tests.web.card_room import PIN, ROLES, CardRoom, card_room, count_nothing

EXAMPLE: Final = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")
CHECKS: Final = [
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
LONGEST_SENTENCE: Final = 600
MOST_FAULTS: Final = 102
"""Errors of one property's file, reported together."""
MAY_BE_BUSY: Final = {
    "/api/v1/audit/": "two proofs or packs are already being made",
    "/api/v1/lab/": "twenty requests already wait for a count",
    "/api/v1/learn/": "several charts are already being solved",
    "/api/v1/play/": "the limit of tables for play money is reached",
}
"""The paths that may answer 503, and why; at any other path 503 is a fault."""
NINA: Final = {"id": "nina", "name": "Nina", "roles": ["auditor"], "pin": "8214"}
KNOWN: Final[dict[str, list[Any]]] = {
    "badge": [f"{person}:token of {person}" for person in ROLES],
    "cards": ["Ks 9h ??", "Ks Qs"],
    "day": ["2026-01-31"],
    "game": ["royal-match-21", "ez-pai-gow"],
    "jackpot": ["royal"],
    "key": ["spot", "lock", "end"],
    "number": [1, 2],
    "pay_table": ["RMP"],
    "person": ["nina"],
    "slug": ["royal-match-21", "ez-pai-gow"],
    "table": ["royal-1", "RMP"],
    "text": [EXAMPLE],
    "wager": ["royal-match", "royal-match-progressive"],
}
"""Names that exist in the room. Nina exists to be removed; no other person is named."""


@contextmanager
def everything_open(store: str, *, counting: bool = True) -> Iterator[CardRoom]:
    """A room with a property, a jackpot, an open table, a table for play money, a design, and Nina."""
    with card_room(store) as made:
        app: Any = made.client.app  # type: ignore[attr-defined]  # a TestClient has its application
        services = app.state.services
        eve = services.sessions.person(made.tokens["eve"])
        services.configurations.keep(EXAMPLE, "eve", "opening")
        services.configurations.open_jackpot("royal", services.configurations.today(), eve, "opening")
        count_nothing(app, "slow")  # no test waits for minutes
        if not counting:  # every job stays in its queue
            for runner in (app.state.figures.runner, app.state.lab.runner):
                for lane in runner._lanes.values():
                    lane.put = lambda *_job: None
        assert made.post("sue", "/tables/royal-1/open", {"checked": True}).status_code == 200
        assert made.post("ada", "/people", NINA).status_code == 200
        yield made


def without_bearer(document: dict[str, Any]) -> dict[str, Any]:
    """The description without authentication, which is added to each request when it is sent."""
    for methods in document["paths"].values():
        for operation in methods.values():
            named = operation.get("parameters", ())
            operation["parameters"] = [each for each in named if each["name"] != "authorization"]
    return document


@st.composite
def cases(draw: st.DrawFn, operation: Any, mode: GenerationMode) -> "Case[Any]":
    """A request of an operation, sometimes with a name that exists in the room."""
    case: Case[Any] = draw(operation.as_strategy(generation_mode=mode))

    def known(part: Any) -> Any:
        if isinstance(part, list):
            return [known(each) for each in part]
        if not isinstance(part, dict):
            return part
        names = KNOWN | ({"pin": [PIN]} if "badge" in part else {})  # a PIN alone would change the PIN of the caller
        may_be = {name: st.sampled_from([inner, *names[name]]) for name, inner in part.items() if name in names}
        return {name: draw(may_be[name]) if name in may_be else known(inner) for name, inner in part.items()}

    # A stream never ends, so a test requests only streams of things that do not exist, which are refused.
    if EVENTS not in operation.definition.raw["responses"].get("200", {}).get("content", {}):
        case.path_parameters = known(case.path_parameters)
        case.query, case.body = known(case.query), known(case.body)
    return case


class Asked:
    """Sends requests as an authorised person, and checks every answer."""

    def __init__(self, card_room: CardRoom) -> None:
        self.house = card_room
        self.answers: Counter[int] = Counter()
        self.operations: set[str] = set()
        people = {role: person for person, role in ROLES.items()}
        routes = routes_with_rules(card_room.client.app)  # type: ignore[attr-defined]  # a TestClient has its application
        self._may = {
            f"{way.method} {way.path}": [people[role] for role in way.rule.roles] for way in routes if way.rule
        }

    def ask(self, case: "Case[Any]") -> None:
        made: Any = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
        self.operations.add(case.operation.label)
        person = self._may[case.operation.label][self.answers.total() % len(self._may[case.operation.label])]
        headers = dict(made.headers) | {"Authorization": f"Bearer {self.house.tokens[person]}"}
        answer = self.house.client.request(made.method, made.url, headers=headers, content=made.body)
        if answer.status_code == 401:  # signed out by what was asked before
            self.house.sign_in(person)
        self.check(case, answer)

    def check(self, case: "Case[Any]", answer: Any) -> None:
        self.answers[answer.status_code] += 1
        busy = answer.status_code == 503 and case.operation.path.startswith(tuple(MAY_BE_BUSY))
        assert answer.status_code < 500 or busy, answer.text
        case.validate_response(answer, checks=CHECKS)
        assert "Traceback" not in answer.text
        if answer.status_code >= 400:
            sentences = answer.json()["detail"].split("\n")  # a file with many faults gets a sentence for each
            assert len(sentences) <= MOST_FAULTS
            assert all(0 < len(sentence) <= LONGEST_SENTENCE for sentence in sentences)


QUIET: Final = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),  # generating requests is slow, and many are discarded
)


def ask_everything(card_room: CardRoom, examples: int, *, in_turn: bool = False) -> Counter[int]:
    """``examples`` requests of every operation that keep its rules, and as many that break them; the answers by status.

    ``in_turn``: valid requests for one operation, invalid ones for the next."""
    document = without_bearer(card_room.client.get("/api/openapi.json").json())
    asked, faults = Asked(card_room), []
    found = schemathesis.openapi.from_dict(document).get_all_operations()
    for place, operation in enumerate(each.ok() for each in found if isinstance(each, Ok)):
        # An operation whose only parameters are names in its address has no rule to break.
        modes = [GenerationMode.POSITIVE] + [GenerationMode.NEGATIVE] * bool(operation.body or operation.query)
        for mode in modes[place % len(modes) :][:1] if in_turn else modes:
            ask = given(cases(operation, mode))(asked.ask)
            try:
                settings(QUIET, max_examples=examples)(ask)()
            except (AssertionError, ExceptionGroup) as fault:
                faults.append(f"{operation.label}: {fault}")
    assert not faults, "\n\n".join(faults)
    assert set(asked.operations) == {
        f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods
    }
    return asked.answers


def whole(card_room: CardRoom) -> None:
    """Asserts that the ledgers verify."""
    database = card_room.client.app.state.services.database  # type: ignore[attr-defined]  # a TestClient has its application
    assert "royal" in ledgers(database)
    for jackpot in ledgers(database):
        proof = prove(database, jackpot)
        assert proof.holds, proof.fault


def test_every_operation_answers_as_described(tmp_path: Path) -> None:
    with everything_open(str(tmp_path / "room.db"), counting=False) as made:
        answers = ask_everything(made, examples=1, in_turn=True)
        whole(made)
    assert {200, 400, 404, 422} <= set(answers), "some requests are carried out"


@pytest.mark.slow
def test_every_operation_answers_many_requests_as_described(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    began = perf_counter()
    with everything_open(store) as made:
        answers = ask_everything(made, examples=30)
        whole(made)
    with capsys.disabled():
        by_status = ", ".join(f"{status}: {times:,}" for status, times in sorted(answers.items()))
        print(f"\n{answers.total():,} requests in {perf_counter() - began:.0f} s ({by_status})")
