"""The basis of every page: the frame, cards and chips, files, refusals as pages, and the security headers."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from pitbook import families
from pitbook.errors import BadInput
from pitbook.web.app import create_app
from pitbook.web.games.charts import ChartBar, bars, columns
from pitbook.web.http import draw
from pitbook.web.http.pages import STATIC, static
from tests.migrated_store import with_schema
from tests.web.card_room import count_nothing


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(with_schema(str(tmp_path_factory.mktemp("pages") / "room.db")))
    with TestClient(app) as found:
        count_nothing(app, "slow")
        yield found


def of_families(kind: str) -> Iterator[tuple[str, Path]]:
    """Templates or static files that only one family has, each with its family."""
    for family in families.names():
        yield from ((family, path) for path in (families.folder(family) / "learn" / kind).glob("*.*"))


def test_the_front_page(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "/games/royal-match-21" in answer.text


@pytest.mark.parametrize("path", ["/", "/games/royal-match-21", "/learn", "/compare", "/lab", "/letters", "/display"])
def test_a_page_has_a_description_and_a_picture_for_sharing(client: TestClient, path: str) -> None:
    """It also has the manifest with which a phone installs it as an app."""
    text = client.get(path).text
    description = re.search(r'<meta name="description" content="([^"]{30,})">', text)
    assert description
    assert f'<meta property="og:description" content="{description[1]}">' in text
    picture = re.search(r'<meta property="og:image" content="http://testserver(/[^"]+)">', text)
    assert picture
    assert client.get(picture[1]).headers["content-type"] == "image/png"
    manifest = re.search(r'<link rel="manifest" href="([^"]+)">', text)
    assert manifest
    for icon in client.get(manifest[1]).json()["icons"]:
        assert client.get(icon["src"]).status_code == 200


@pytest.mark.parametrize("path", ["/nothing", "/games/no such game", "/play/%00", "/%3Cscript%3E"])
def test_a_refusal_is_a_page_for_people(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<script>" not in answer.text.replace('<script type="module"', "")


def test_a_refusal_is_a_document_for_programs(client: TestClient) -> None:
    answer = client.get("/api/v1/nothing")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] == "there is no page at this address"


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/base.css", "/api/v1/jackpots", "/%07"])
def test_every_response_has_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_static_files_are_cached_by_version(client: TestClient) -> None:
    assert "immutable" in client.get(static("base.css")).headers["cache-control"]
    assert client.get("/static/base.css").headers["cache-control"] == "no-cache"
    assert client.get("/static/../app.py").status_code == 404


def test_a_family_has_files_of_its_own(client: TestClient) -> None:
    """Browsers cache each by its version, like any other; nothing else in the folder of a family is served."""
    found = [(family, path) for family, path in of_families("static")]
    assert len(found) >= 4
    for family, path in found:
        name = f"families/{family}/{path.name}"
        answer = client.get(static(name))
        assert answer.content == path.read_bytes()
        assert "immutable" in answer.headers["cache-control"]
        assert client.get(f"/static/{name}").headers["cache-control"] == "no-cache"
    for name in ("blackjack/drill.py", "blackjack/", "blackjack/..", "none/drill.js", "blackjack/%2e%2e%2fdrill.py"):
        assert client.get(f"/static/families/{name}").status_code == 404


def test_the_sheet_holds_every_card_and_chip(client: TestClient) -> None:
    root = ElementTree.fromstring(client.get(draw.sprite_address()).text)
    names = [symbol.attrib["id"] for symbol in root]
    assert len(names) == len(set(names)) == 52 + 1 + 1 + len(draw.CHIP_COLOURS) + 1
    assert {"Kh", "Jk", "back", "chip-500", "mark"} <= set(names)


def test_cards_and_chips_say_what_they_are() -> None:
    assert 'aria-label="king of hearts"' in draw.card("Kh")
    assert "#back" in draw.card("??")
    assert draw.cards("Kh Qh").count("<svg") == 2
    assert 'aria-label="$25 chip"' in draw.chip(2_500)
    for wrong in ("", "K", "<b>", "Kx"):
        with pytest.raises(BadInput):
            draw.card(wrong)
    with pytest.raises(BadInput, match="no chip"):
        draw.chip(300)


def test_the_fewest_chips_for_an_amount() -> None:
    assert draw.chips_for(63_650) == [50_000, 10_000, 2_500, 500, 500, 100]
    assert draw.chips_for(99) == []
    assert (draw.coins_for(99), draw.coins_for(1_250), draw.coins_for(300)) == (99, 50, 0)


def test_charts_escape_titles_and_labels() -> None:
    for drawn in (bars("<b>", [ChartBar("<i>", 1.0, "<u>")]), columns("<b>", [ChartBar("<i>", 1.0, "<u>")])):
        assert not any(tag in drawn for tag in ("<b>", "<i>", "<u>"))
    assert "<rect" not in bars("nothing", [])


def test_scripts_stay_small(client: TestClient) -> None:
    """Public scripts are below 150 kB uncompressed; with the card room's scripts, far below that compressed."""
    every = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*.js")}
    every |= {f"families/{family}/{path.name}": path for family, path in of_families("static") if path.suffix == ".js"}
    room = {name for name in every if name.startswith(("audit", "dealer", "display", "floor", "forms", "room"))}
    assert sum(path.stat().st_size for name, path in every.items() if name not in room) < 150_000
    sent = 0
    for name in every:
        with client.stream("GET", f"/static/{name}") as answer:
            sent += sum(map(len, answer.iter_raw()))
    assert sent < 75_000


def test_no_page_holds_a_script_or_style_of_its_own() -> None:
    for path in (*(STATIC.parent / "templates").rglob("*.html"), *(path for _, path in of_families("templates"))):
        text = Path(path).read_text()
        assert not any(word in text for word in ("style=", "<style", "onclick")), path
