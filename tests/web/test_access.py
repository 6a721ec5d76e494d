"""Access: every route, as every role and without signing in, against the rules that the routes declare."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from typing import Final

import pytest
from fastapi import APIRouter, Depends, FastAPI

from pitbook.jackpot.people import DUTY_ROLES, Person
from pitbook.web.http.access import SIGNED_IN, AccessRule, RouteAccess, public, routes_with_rules
from pitbook.web.http.cookies import NAME, READING
from pitbook.web.http.room_frame import SIGN_IN, room_page
from pitbook.web.office.jackpots_api import Asking, may
from tests.web.asgi_client import request
from tests.web.card_room import ROLES, CardRoom, card_room

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
PEOPLE: Final = {role: person for person, role in ROLES.items()}
"""One person of each role."""
BODY: Final = b"[]"
"""A body that no request accepts: authorised callers get an error, and nothing is done."""
LAST: Final = "/api/v1/sign-out"
"""Routes that end the caller's session."""
SAYS_NO: Final = {
    ("GET", "/room/first"): "there is an administrator",
    ("POST", "/room/sign-in"): "the request has no badge",
}
"""Public routes that refuse these requests."""
TO_DECLARE: Final = (
    "declares no rule: take `asking: Asking`, `Depends(may(duty))` or for a page `Depends(room_page(duty))`, or say "
    "`dependencies=[public(why)]` (pitbook/web/http/access.py)"
)


@pytest.fixture(scope="module")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("access") / "room.db")) as made:
        yield made


@pytest.fixture(scope="module")
def app(shared_room: CardRoom) -> FastAPI:
    found: FastAPI = shared_room.client.app  # type: ignore[attr-defined]  # the test client's own
    return found


async def ask(app: FastAPI, method: str, path: str, token: str = "", body: bytes = BODY) -> tuple[int, str]:
    """The status of an answer and the target of its redirect; a stream is not read."""
    headers = {"idempotency-key": "one of a test", "content-type": "application/json"}
    if token:
        headers |= {"cookie": f"{NAME}={token}"} if path.startswith("/room") else {"authorization": f"Bearer {token}"}
    async with request(app, method, path, headers, body) as answer:
        return answer.status, answer.headers.get("location", "")


def address(way: RouteAccess) -> str:
    """The address of a route, with parameters that do not exist."""
    return re.sub(r"\{(number|opening|award)\}", "9", re.sub(r"\{(?!number|opening|award)\w+\}", "none", way.path))


def fault(way: RouteAccess, role: str, status: int, leads: str) -> str:
    """The fault of an answer to a role, or to a caller without a session; empty if there is none."""
    rule = way.rule
    assert rule is not None
    to_sign_in = leads.startswith(f"{SIGN_IN}?to=")
    stopped = status in (401, 403) or to_sign_in
    if rule.public or role in rule.roles:
        right = status < 500 and (not stopped or (way.method, way.path) in SAYS_NO)
    elif role:
        right = status == 403
    else:
        right = to_sign_in if way.path.startswith("/room") else status == 401
    return "" if right else f"{way.method} {way.path} ({rule}) answers {status} to {role or 'nobody'}"


def test_every_route_declares_its_access_rule(app: FastAPI) -> None:
    bare = [f"{way.method} {way.path} {TO_DECLARE}" for way in routes_with_rules(app) if way.rule is None]
    assert not bare, "\n".join(bare)


def test_access_rules_hold_for_every_role_and_without_sign_in(app: FastAPI, shared_room: CardRoom) -> None:
    every = sorted(routes_with_rules(app), key=lambda way: way.path == LAST)
    tokens = {role: shared_room.tokens[person] for role, person in PEOPLE.items()}
    tries = [(way, role) for way in every for role in ("", *tokens) if not role or not (way.rule and way.rule.public)]

    async def walk() -> list[str]:
        return [
            fault(way, role, *await ask(app, way.method, address(way), tokens.get(role, ""))) for way, role in tries
        ]

    faults = asyncio.run(walk())
    assert not any(faults), "\n".join(filter(None, faults))
    assert len(faults) > 1_000
    counted = f"| {len(every)} and {len(tries):,} |"
    assert counted in (DOCS / "guarantees.md").read_text("utf-8"), f"guarantees.md states other numbers: {counted}"


def test_access_is_refused_before_the_body_is_validated(app: FastAPI, shared_room: CardRoom) -> None:
    """The framework parses the request before it checks the caller."""
    tokens = {role: shared_room.sign_in(person) for role, person in PEOPLE.items()}
    writes = [
        (way, way.rule)
        for way in routes_with_rules(app)
        if way.method == "POST" and way.path.startswith("/api/") and way.rule is not None and not way.rule.public
    ]

    async def walk() -> list[str]:
        found = []
        for way, rule in writes:
            for role in ("", *(role for role in tokens if role not in rule.roles)):
                status, _ = await ask(app, way.method, address(way), tokens.get(role, ""), b"{")
                found.append(fault(way, role, status, ""))
        return found

    faults = asyncio.run(walk())
    assert not any(faults), "\n".join(filter(None, faults))
    assert len(faults) > 100


OWN: Final = (
    "/api/v1/sign-out",
    "/api/v1/session/lock",
    "/api/v1/session/unlock",
    "/api/v1/session/seen",
    "/api/v1/session/pin",
    "/api/v1/session/passkeys",
    "/api/v1/session/passkeys/challenge",
    "/api/v1/session/passkeys/{passkey}",
)
"""One's own session, PIN and passkeys."""
ON_A_COPY: Final = (
    "/api/v1/audit/proofs",
    "/api/v1/audit/packs",
    "/api/v1/audit/jobs/{job}/stop",
    "/api/v1/configuration/preview",
    "/api/v1/jackpots/{jackpot}/terms/preview",
)
"""POST requests that change nothing of the room: proofs, packs, stopping either, previews."""


def test_an_auditor_changes_nothing(app: FastAPI) -> None:
    """The matrix test proves that each rule holds; this test, that no rule lets an auditor write."""
    may_write = {
        way.path
        for way in routes_with_rules(app)
        if way.method != "GET" and way.rule is not None and not way.rule.public and "auditor" in way.rule.roles
    }
    assert may_write == {*OWN, *ON_A_COPY}


def test_no_write_by_cookie_comes_from_another_site(app: FastAPI, shared_room: CardRoom) -> None:
    """An authorised person sends every write; the Origin header of the browser decides."""
    writes = [
        way
        for way in routes_with_rules(app)
        if way.method not in READING and way.rule is not None and not way.rule.public
    ]
    assert len(writes) > 60

    async def walk() -> None:
        for way in writes:
            assert way.rule is not None
            token = app.state.services.sessions.begin(_person(app, PEOPLE[way.rule.roles[0]]), screen=True)
            headers = {"cookie": f"{NAME}={token}", "idempotency-key": "one-of-a-test"}
            for elsewhere in ({"origin": "https://evil.example"}, {"sec-fetch-site": "same-site"}):
                async with request(app, way.method, address(way), headers | elsewhere, BODY) as answer:
                    assert (answer.status, "another site" in await answer.part()) == (403, True), way
            async with request(app, way.method, address(way), headers, BODY) as answer:
                assert answer.status not in (401, 403), way

    asyncio.run(walk())


def _person(app: FastAPI, name: str) -> Person:
    everyone: list[tuple[Person, bool]] = app.state.services.people.everyone()
    return next(person for person, _ in everyone if person.id == name)


def test_every_duty_is_required_somewhere(app: FastAPI) -> None:
    """A duty that no route requires is useless, except for those that the room itself checks."""
    required = {duty for way in routes_with_rules(app) if way.rule is not None for duty in way.rule.duties}
    assert set(DUTY_ROLES) - required == {"approve a large win"}


def test_the_page_on_access_is_what_the_routes_declare(app: FastAPI) -> None:
    page = DOCS / "access.md"
    written = run_path(str(DOCS.parent / "scripts" / "write_access_page.py"))["written"]
    assert page.read_text("utf-8") == written(app), "write it again: .venv/bin/python scripts/write_access_page.py"


# -- the rules themselves ----------------------------------------------------------------------------------------------


def routes_of(router: APIRouter) -> dict[str, AccessRule | None]:
    app = FastAPI(openapi_url=None)
    app.include_router(router)
    return {way.path: way.rule for way in routes_with_rules(app)}


def test_access_rule_is_read_from_the_route() -> None:
    router, free = APIRouter(), APIRouter(dependencies=[public("a test")])

    @router.get("/bare")
    def bare() -> None: ...

    @router.get("/anybody")
    def anybody(person: Asking) -> None: ...

    @router.get("/dealing", dependencies=[Depends(may("deal", "void"))])
    def dealing(person: Asking) -> None: ...

    @router.get("/page", dependencies=[Depends(room_page("bank"))])
    def page() -> None: ...

    @free.get("/free")
    def open_to_all() -> None: ...

    router.include_router(free)
    assert routes_of(router) == {
        "/bare": None,
        "/anybody": SIGNED_IN,
        "/dealing": AccessRule(("deal", "void")),
        "/page": AccessRule(("bank",)),
        "/free": AccessRule(public="a test"),
    }


def test_two_access_rules_on_one_route_are_an_error() -> None:
    router = APIRouter(dependencies=[public("a test")])

    @router.get("/both", dependencies=[Depends(may("deal"))])
    def both() -> None: ...

    with pytest.raises(ValueError, match="/both declares several rules: deal, everyone"):
        routes_of(router)


def test_unknown_duty_is_an_error() -> None:
    for door in (may, room_page):
        with pytest.raises(ValueError, match="there is no duty 'juggle'"):
            door("juggle")


def test_a_refusal_names_every_role_that_may() -> None:
    dana = Person("dana", "Dana", frozenset({"dealer"}))
    with pytest.raises(Exception, match="may not bank or void: it needs the role supervisor, executive or accounting"):
        AccessRule(("bank", "void")).check(dana)
