"""The documentation as a site: every page of ``docs/`` is listed, rendered and searched, and links lead somewhere."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitbook.errors import NotFound
from pitbook.web.docs import site
from tests.web.card_room import CardRoom, card_room

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("docs") / "room.db")) as found:
        yield found


def test_the_navigation_lists_every_page_once() -> None:
    assert sorted(site.names()) == sorted(path.stem for path in (ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("name", site.names())
def test_every_link_between_pages_leads_to_a_page_and_heading(name: str) -> None:
    anchors = {each: set(re.findall(r' id="([^"]+)"', site.page_of(each).html)) for each in site.names()}
    for target in re.findall(r'href="([^":/]+)"', site.page_of(name).html):
        page, _, anchor = target.partition("#")
        assert (page or name) in anchors, target
        assert not anchor or anchor in anchors[page or name], target


def test_links_between_pages_show_titles_instead_of_file_names() -> None:
    assert '<a href="security">Security</a>' in site.page_of("add-a-game").html
    assert [name for name in site.names() if re.search(r"<a [^>]*>[\w-]+\.md</a>", site.page_of(name).html)] == []


def test_pages_pictures_and_search_are_served(shared_house: CardRoom) -> None:
    client = shared_house.client
    assert "Solving a game" in client.get("/docs").text
    page = client.get("/docs/solve").text
    assert "<h1" in page
    assert 'id="figures"' in page
    assert client.get("/docs/images/felt.svg").headers["content-type"].startswith("image/svg")
    found = [each["name"] for each in client.get("/docs/search.json").json() if "house edge" in each["text"].lower()]
    assert "mathematics" in found


@pytest.mark.parametrize("path", ["/docs/nothing", "/docs/images/nothing.png", "/docs/images/..%2Fsolve.md"])
def test_unknown_documentation_page_is_not_found(shared_house: CardRoom, path: str) -> None:
    assert shared_house.client.get(path).status_code == 404


def test_a_page_outside_the_navigation_cannot_be_asked_for() -> None:
    with pytest.raises(NotFound, match=r"there is no page '\.\./README'"):
        site.page_of("../README")


def test_the_site_as_static_files(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "pitbook.web.docs", str(tmp_path / "site")], check=True, capture_output=True)
    made = [path for path in (tmp_path / "site").rglob("*") if path.is_file()]
    files = {path.relative_to(tmp_path / "site").as_posix() for path in made}
    assert {f"{name}.html" for name in site.names()} | {"index.html", "search.json", "docs.css", "docs.js"} <= files
    for page in (tmp_path / "site").glob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#:]+)[#"]', page.read_text("utf-8")):
            assert target in files, f"{page.name}: {target}"
