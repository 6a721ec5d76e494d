"""Days, the prize account, reports and win pages over HTTP, with the roles enforced."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitbook.jackpot.people import Person
from pitbook.web.app import create_app
from tests.room.rig import ACCOUNTANT, ADMINISTRATOR, AUDITOR, DEALER, EXECUTIVE, QUARTER, SUPERVISOR, Room, hire

STAFF = (DEALER, SUPERVISOR, EXECUTIVE, ACCOUNTANT, AUDITOR, ADMINISTRATOR)


class Web:
    """People who are signed in."""

    def __init__(self, client: TestClient, tokens: dict[str, str]) -> None:
        self.client, self.tokens, self.asked = client, tokens, 0

    def ask(self, who: Person, method: str, path: str, body: dict[str, Any] | None = None, key: str = "") -> Any:
        self.asked += 1
        headers = {"Authorization": f"Bearer {self.tokens[who.id]}", "Idempotency-Key": key or f"key-{self.asked:08d}"}
        return self.client.request(method, f"/api/v1{path}", json=body, headers=headers)


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """A room with a clock years in the past, so that its days are over."""
    path: Path = tmp_path_factory.mktemp("web") / "room.db"
    made = Room(path, "2024-03-04T20:00:00+00:00")
    made.open()
    made.play("1", "123")
    made.play("2", "12", seat2=QUARTER)
    made.close()
    app = create_app(str(path))
    services = app.state.services
    hire(services.people, *STAFF)
    with TestClient(app) as client:
        tokens = {person.id: services.sessions.sign_in(f"{person.id}:token-{person.id}", "2468")[0] for person in STAFF}
        yield Web(client, tokens)


def test_a_win_page_over_http(web: Web) -> None:
    path = "/jackpots/royal/awards/4/win-page.pdf"
    for who in (SUPERVISOR, EXECUTIVE, ACCOUNTANT, AUDITOR):
        answer = web.ask(who, "GET", path)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
    assert web.ask(DEALER, "GET", path).status_code == 403
    assert web.client.get(f"/api/v1{path}").status_code == 401
    assert web.ask(EXECUTIVE, "GET", f"{path}?player=Ks%20Qs&dealer=Kh%20Qh").status_code == 200
    refused = web.ask(EXECUTIVE, "GET", f"{path}?player=Ks%20Qs&dealer=Ks%20Qs")
    assert refused.status_code == 400
    assert "these cards make Double Royal Match Suited" in refused.json()["detail"]
    for number, status in (("3", 400), ("999", 404), ("0", 400), ("-4", 400), (str(2**70), 400), ("x", 422)):
        assert web.ask(EXECUTIVE, "GET", f"/jackpots/royal/awards/{number}/win-page.pdf").status_code == status, number
    assert web.ask(EXECUTIVE, "GET", "/jackpots/nobody/awards/4/win-page.pdf").status_code == 404


@pytest.mark.parametrize("kind", ["close", "accrual", "hits", "adjustments", "terms", "bank", "funds", "exceptions"])
def test_reports_over_http(web: Web, kind: str) -> None:
    span = "from=2024-03-04&to=2024-03-05"
    data = web.ask(AUDITOR, "GET", f"/reports/{kind}?{span}")
    assert data.json()["report"] == kind
    for form, begins in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("csv", b"table,")):
        answer = web.ask(ACCOUNTANT, "GET", f"/reports/{kind}?{span}&format={form}")
        assert answer.content.startswith(begins)
        assert f'filename="{kind}-2024-03-04-2024-03-05.{form}"' in answer.headers["content-disposition"]
    for who in (DEALER, SUPERVISOR):
        assert web.ask(who, "GET", f"/reports/{kind}").status_code == 403


def test_invalid_reports_are_refused_over_http(web: Web) -> None:
    for query, status in (
        ("gossip", 422),
        ("close?format=exe", 422),
        ("close?from=yesterday", 422),
        ("close?from=2024-03-05&to=2024-03-04", 400),
        ("close?jackpot=nobody", 404),
    ):
        answer = web.ask(AUDITOR, "GET", f"/reports/{query}")
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("kind", ["close", "accrual", "hits", "adjustments", "terms", "bank", "funds", "exceptions"])
def test_an_empty_date_means_the_last_closed_day(web: Web, kind: str) -> None:
    """A form sends a date field that was left empty as ``from=``."""
    chosen = web.ask(AUDITOR, "GET", f"/reports/{kind}?from=&to=&jackpot=&format=csv")
    default = web.ask(AUDITOR, "GET", f"/reports/{kind}?format=csv")
    assert chosen.status_code == 200, chosen.text
    assert chosen.headers["content-disposition"] == default.headers["content-disposition"]


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("close?from=yesterday", 422, "'yesterday' is not a day: write year, month and day"),
        ("close?from=2024-03-05&to=2024-03-04", 400, "A report goes from a day to a later one"),
        ("close?jackpot=nobody", 404, "nobody"),
    ],
)
def test_a_browser_reads_a_refused_report_on_a_page(web: Web, query: str, status: int, words: str) -> None:
    accept = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = web.client.get(
        f"/api/v1/reports/{query}", headers={"Authorization": f"Bearer {web.tokens[AUDITOR.id]}"} | accept
    )
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert words in unescape(answer.text)


def test_days_and_the_bank_over_http(web: Web) -> None:
    """One test, because a closed day cannot be opened again."""
    assert web.ask(ADMINISTRATOR, "PUT", "/house", {"name": "Pine Room"}).json()["name"] == "Pine Room"
    assert web.ask(EXECUTIVE, "PUT", "/house", {"name": "Fir Room"}).status_code == 403
    assert web.ask(DEALER, "GET", "/house").json()["zone"] == "America/Los_Angeles"
    assert web.ask(EXECUTIVE, "POST", "/days/2024-03-04/close").status_code == 403
    assert web.ask(ACCOUNTANT, "POST", "/days/2024-03-05/close").status_code == 400
    closed = web.ask(ACCOUNTANT, "POST", "/days/2024-03-04/close", key="close-one")
    assert closed.json()["jackpots"][0]["difference_micros"] == 0
    assert web.ask(ACCOUNTANT, "POST", "/days/2024-03-04/close", key="close-one").json() == closed.json()
    assert "closed once" in web.ask(ACCOUNTANT, "POST", "/days/2024-03-04/close").json()["detail"]
    assert web.ask(ACCOUNTANT, "POST", "/days/never/close").status_code == 422
    listed = web.ask(AUDITOR, "GET", "/jackpots/royal/days").json()
    # By today's clock it is suspended: the deposit of that time is overdue, and no balance was entered.
    assert [(day["day"], day["closed"]) for day in listed][:1] == [("2024-03-04", True)]
    assert not any(day["closed"] for day in listed[1:])

    overdue = web.ask(AUDITOR, "GET", "/funds").json()
    assert overdue["overdue"]
    assert overdue["deposit_due_cents"] == 65
    assert web.ask(EXECUTIVE, "POST", "/deposits", {"amount": "$0.65", "document": "slip"}).status_code == 403
    deposit = web.ask(ACCOUNTANT, "POST", "/deposits", {"amount": "$0.65", "document": "slip"}, key="deposit-1")
    assert not deposit.json()["overdue"]
    again = web.ask(ACCOUNTANT, "POST", "/deposits", {"amount": "$0.65", "document": "slip"}, key="deposit-1")
    assert again.json()["undeposited_micros"] == 0
    for body in (
        {"amount": "-5", "document": "slip"},
        {"amount": "0", "document": "slip"},
        {"amount": "NaN", "document": "slip"},
        {"amount": "1e9", "document": "slip"},
    ):
        assert web.ask(ACCOUNTANT, "POST", "/deposits", body).status_code == 400

    low = {"amount": "$100", "source": "online", "document": "page"}
    told = web.ask(ACCOUNTANT, "POST", "/bank-balances", low).json()
    assert told["suspended"] == []  # it was stopped before, when its deposit was found overdue
    assert web.ask(AUDITOR, "GET", "/jackpots/royal").json()["status"] == "suspended"
    papers = {"why": "w", "document": "d", "second": {"badge": "ann:token-ann", "pin": "2468"}}
    resume = {"action": "resume", **papers}
    refused = web.ask(EXECUTIVE, "POST", "/jackpots/royal/status", resume)
    assert refused.status_code == 409
    assert "WAC 230-15-455" in refused.json()["detail"]
    web.ask(ACCOUNTANT, "POST", "/bank-balances", {**low, "amount": "$6,000"})
    assert web.ask(EXECUTIVE, "POST", "/jackpots/royal/status", resume).status_code == 200
    assert web.ask(AUDITOR, "GET", "/jackpots/royal").json()["status"] == "open"
    assert web.ask(AUDITOR, "GET", "/jackpots/royal/proof").json()["holds"]


def test_the_documentation_has_every_route(web: Web) -> None:
    paths = web.client.get("/api/openapi.json").json()["paths"]
    assert "/api/v1/jackpots/{jackpot}/awards/{number}/win-page.pdf" in paths
    assert "/api/v1/days/{day}/close" in paths
    for path in paths.values():
        for operation in path.values():
            assert operation.get("description"), operation["operationId"]
