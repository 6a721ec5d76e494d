"""The pages of the Lab without a browser: drawn with their figures for any design in the address;
invalid ones refused.
"""

import re
from collections.abc import Iterator
from html import unescape
from time import monotonic, sleep
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from pitbook.games import all_games
from pitbook.room.token_bucket import TokenBucket
from pitbook.web.app import create_app
from tests.hostile import NASTY, short
from tests.migrated_store import with_schema

PATIENCE = 90.0


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(with_schema(str(tmp_path_factory.mktemp("lab") / "room.db")))
    with TestClient(app) as made:
        app.state.lab.rate = TokenBucket(1e9, 1e9)
        yield made


def drawn(client: TestClient, address: str) -> str:
    """The page once its figures are counted."""
    ends = monotonic() + PATIENCE
    while True:
        answer = client.get(address)
        assert answer.status_code == 200, answer.text
        if 'data-ready="yes"' in answer.text:
            return unescape(answer.text)
        assert monotonic() < ends
        sleep(0.05)


def edge(text: str) -> str:
    found = re.search(r'data-figure="house_edge"[^>]*>([^<]+)<', text)
    assert found
    return found[1]


def test_the_page_shows_the_figures_of_a_design_in_its_address(client: TestClient) -> None:
    assert edge(drawn(client, "/lab")) == "3.9951%"
    changed = drawn(client, "/lab?w=match-n-poker/match-n-poker&decks=6&table=1&p-flush=5 to 1")
    assert edge(changed) == "-1.8472%"
    assert "A proposal, from pay table 1 of letter 001" in changed
    assert 'value="5 to 1"' in changed


def test_menu_lists_every_wager_that_one_deal_decides_and_each_has_a_page(client: TestClient) -> None:
    menu = re.findall(r'<option value="([a-z0-9-]+/[a-z0-9-]+)"', client.get("/lab").text)
    expected = {f"{each.slug}/{wager.slug}" for each in all_games() for wager in each.wagers if not wager.by_play}
    assert sorted(menu) == sorted(expected)
    for value in menu:
        answer = client.get(f"/lab?w={value}")
        assert answer.status_code == 200, answer.text
        assert f'value="{value}" selected' in answer.text


def test_custom_rule_page_has_an_editor(client: TestClient) -> None:
    page = drawn(client, "/lab?w=own")

    assert "<textarea" in page
    assert "Lucky Total" in page


def test_a_saved_design_is_its_own_page(client: TestClient) -> None:
    asked = {"game": "match-n-poker", "wager": "match-n-poker", "pays": {"flush": "5 to 1"}}
    kept = client.post("/api/v1/lab/designs", json=asked).json()

    assert edge(drawn(client, kept["path"])) == "-1.8472%"
    assert client.get(f"/lab/{'0' * 24}").status_code == 404


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_invalid_design_in_the_address_is_an_error_page(client: TestClient, text: str) -> None:
    word = quote(text[:2000].encode("utf-8", "replace"), safe="")
    names = ("w", "decks", "table", "bet", "meter", "p-flush", "p-none", "o-king-ace-deuce", "o-none")
    for address in (*(f"/lab?{name}={word}" for name in names), f"/lab?w=own&rule={word}"):
        answer = client.get(address)
        assert answer.status_code in (200, 400, 404, 409), address
        assert "Traceback" not in answer.text
        assert f"<b>{text[:5]}" not in answer.text


def test_text_of_a_rule_is_never_rendered_as_markup(client: TestClient) -> None:
    rule = quote("cards: player 2\nPair: pair(player) # <script>alert(1)</script>")
    answer = client.get(f"/lab?w=own&rule={rule}")

    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert" in answer.text


def test_page_obeys_the_content_security_policy(client: TestClient) -> None:
    page = client.get("/lab").text

    assert " style=" not in page
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []
