"""The list of games on the front page, in the rulebook and in the play lobby: by family, with search and filters."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitbook.games import SLUGS, all_games, game
from pitbook.web.app import create_app
from pitbook.web.family import family_of
from pitbook.web.games.counted import SheetOf
from pitbook.web.games.figures import FigureService
from pitbook.web.games.sheet_key import FigureRequest, usual
from tests.migrated_store import with_schema

PAGES = ("/", "/games", "/play")


class Sheets(FigureService):
    """Computes quick sheets on request, and nothing else."""

    def ask(self, *wanted: FigureRequest[Any], later: bool = False) -> None:
        for each in wanted:
            if isinstance(each, SheetOf) and not each.slow and not self.has(each):
                self.count_here(each)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(with_schema(str(tmp_path_factory.mktemp("finder") / "room.db")))
    with TestClient(app) as found:
        found.app.state.figures.close()  # type: ignore[attr-defined]
        found.app.state.figures = Sheets()  # type: ignore[attr-defined]
        yield found


def games_of(client: TestClient, path: str) -> dict[str, bool]:
    """Every game in the list -> whether it is shown."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text[:300]
    found = re.findall(r'<article class="finder-game[^"]*" id="game-([^"]+)"([^>]*)>', answer.text)
    assert re.search(rf"data-count>{sum(' hidden' not in rest for _, rest in found)}<", answer.text)
    return {slug: " hidden" not in rest for slug, rest in found}


@pytest.mark.parametrize("path", PAGES)
def test_every_game_is_listed_once_with_its_family(client: TestClient, path: str) -> None:
    found = games_of(client, path)
    assert set(SLUGS) <= set(found)
    assert all(found.values())
    page = html.unescape(client.get(path).text)
    for each in all_games():
        assert f'aria-label="{family_of(each).lobby_facts(each).group}"' in page


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("family=Hold'em+against+the+dealer", {"ultimate-texas-holdem", "texas-holdem-bonus"}),
        ("decisions=none", {"million-dollar-match-the-dealer"}),
        ("q=pair+PLUS", {"three-card-poker", "triple-shot-rummy"}),
        ("decisions=several&family=Poker+against+a+pay+table&q=ride", {"let-it-ride"}),
        ("q=nothing+like+it", set()),
    ],
)
def test_the_filters_of_an_address_hide_the_other_games(
    client: TestClient, path: str, query: str, shown: set[str]
) -> None:
    found = games_of(client, f"{path}?{query}")
    assert {slug for slug, is_shown in found.items() if is_shown} == shown
    assert ("data-no-game hidden" in client.get(f"{path}?{query}").text) == bool(shown)


def test_seats_and_edge_are_bounds(client: TestClient) -> None:
    for slug, is_shown in games_of(client, "/games?seats=7").items():
        assert is_shown == (game(slug).seats >= 7)
    for slug in ("three-card-poker", "four-card-poker"):
        client.app.state.figures.count_here(SheetOf(usual(game(slug))[0]))  # type: ignore[attr-defined]
    shown = [slug for slug, is_shown in games_of(client, "/games?edge=3&decisions=one").items() if is_shown]
    assert shown == ["four-card-poker"], "three-card-poker has 3.37%; games that are not computed yet are left out"
    assert "<dd>2.7879%</dd>" in client.get("/games").text


@pytest.mark.parametrize("query", ["family=chess", "edge=12", "edge=-1", "decisions=two", "seats=99", "q=" + "a" * 61])
def test_a_value_outside_the_form_is_refused(client: TestClient, query: str) -> None:
    for path in PAGES:
        answer = client.get(f"{path}?{query}")
        assert answer.status_code in (400, 422)
        assert "there are" in answer.text or query.startswith("q=")
