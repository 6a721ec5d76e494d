"""The solved game on its page and over the API: figures, choices, one situation, and what to ask instead."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from fastapi.testclient import TestClient

from pitbook.errors import PitbookError
from pitbook.web.app import create_app
from pitbook.web.games.counted import SolvedOf
from tests.migrated_store import with_schema
from tests.web.card_room import count_nothing

SLUG = "three-card-poker"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("solution")
    app = create_app(with_schema(str(folder / "room.db")))
    # A solution that an earlier run stored would be served, however long it took: the cache is empty here.
    with pytest.MonkeyPatch.context() as patch, TestClient(app) as found:
        patch.setenv("PITBOOK_CACHE", str(folder / "cache"))
        count_nothing(app, "slow")
        for of in (
            SolvedOf(SLUG),
            SolvedOf(SLUG, hand="Qs 6d 4h"),
            SolvedOf(SLUG, hand="Qs 6d"),
            SolvedOf(SLUG, pays=(("ante:draw", "2"),)),
            SolvedOf("ez-pai-gow"),
            SolvedOf("royal-match-21"),
            SolvedOf("let-it-ride", hand="As Kd Qh"),
            SolvedOf("ultimate-texas-holdem", options=(("largest-raise", "3x"),)),
        ):
            with suppress(PitbookError):
                app.state.figures.count_here(of)
        yield found


def test_the_page_of_a_game_has_its_solution(client: TestClient) -> None:
    text = client.get(f"/games/{SLUG}").text
    assert "3.3730%" in text
    assert "686689/20358520" in text
    assert "407,170,400 equally likely deals" in text
    assert "67.4208%" in text
    assert '<input name="hand"' in text
    assert '<input name="board"' not in text
    assert '<input name="dealer"' not in text


def test_a_form_shows_what_every_choice_is_worth(client: TestClient) -> None:
    text = client.get(f"/games/{SLUG}", params={"hand": "Qs 6d 4h"}).text
    assert "what each choice wins or loses on average for each $1 of the first bet" in text
    assert "-1.000000" in text
    assert 'value="Qs 6d 4h"' in text


def test_a_wrong_hand_is_refused_beside_the_form(client: TestClient) -> None:
    answer = client.get(f"/games/{SLUG}", params={"hand": "Qs 6d"})
    assert answer.status_code == 200
    assert "deals 3 cards to a player, not 2" in answer.text


def test_games_without_a_solution_say_what_to_ask(client: TestClient) -> None:
    assert "This game is not solved choice by choice" in client.get("/games/ez-pai-gow").text
    text = client.get("/games/royal-match-21").text
    assert "Computed in double precision: the error is at most" in text


def test_the_api_has_the_record_of_the_command(client: TestClient) -> None:
    found = client.get(f"/api/v1/solve/{SLUG}", params={"hand": "Qs 6d 4h"}).json()
    assert found["house_edge"] == "686689/20358520"
    assert [each["choice"] for each in found["situation"]["choices"]] == ["fold", "1x"]
    tree = client.get("/api/v1/solve/let-it-ride", params={"hand": "As Kd Qh"}).json()
    assert {each["choice"] for each in tree["situation"]["choices"]} == {"ride", "pull"}


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/api/v1/solve/ez-pai-gow", 400, "is not solved choice by choice"),
        (f"/api/v1/solve/{SLUG}?hand=Qs+6d", 400, "deals 3 cards to a player, not 2"),
        (f"/api/v1/solve/{SLUG}?table=ante-bonus", 400, "is not NAME=VALUE"),
        (f"/api/v1/solve/{SLUG}?pay=ante:draw=2", 400, "ante has no outcome 'draw'"),
        ("/api/v1/solve/ultimate-texas-holdem?option=largest-raise%3D3x", 400, "and a server solves for"),
        ("/api/v1/solve/no-such-game", 404, "there is no game"),
    ],
)
def test_the_api_refuses_in_one_sentence(client: TestClient, path: str, status: int, words: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert words in answer.json()["detail"]
