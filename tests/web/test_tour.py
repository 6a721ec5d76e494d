"""The tour and the read-only demonstration of the card room, which need no sign-in."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pitbook.room.startup import set_up_examples
from pitbook.web.app import create_app
from pitbook.web.tour.stops import STOPS
from tests.migrated_store import with_schema
from tests.web.card_room import QUICK, CardRoom, card_room


@pytest.fixture(scope="module")
def own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("tour") / "room.db")) as made:
        yield made


def client_of(own_room: CardRoom) -> TestClient:
    client = own_room.client
    assert isinstance(client, TestClient)
    client.cookies.clear()
    return client


def test_a_card_room_manager_is_led_to_the_tour_and_on_to_every_screen(own_room: CardRoom) -> None:
    client = client_of(own_room)
    assert 'href="/tour"' in client.get("/").text
    tour = client.get("/tour").text
    for stop in STOPS:
        assert f'href="/tour/{stop.screen}"' in tour
        answer = client.get(f"/tour/{stop.screen}", follow_redirects=False)
        assert answer.status_code == 200
        assert "Demonstration" in answer.text


@pytest.mark.parametrize("screen", [stop.screen for stop in STOPS])
def test_nothing_on_a_screen_of_the_demonstration_can_be_pressed_or_sent(own_room: CardRoom, screen: str) -> None:
    html = client_of(own_room).get(f"/tour/{screen}").text
    content = html.partition("<main")[2]
    controls = re.findall(r"<(?:button|input|select|textarea)\b[^>]*>", content)
    assert all(re.match(r"<\w+ disabled", control) for control in controls), controls
    assert not re.search(r'href="/(?:room|api|display)', content)
    assert "room.js" not in html
    assert "forms.js" not in html


def test_the_demonstration_shows_an_evening_and_leaves_the_rooms_own_store_alone(own_room: CardRoom) -> None:
    client = client_of(own_room)
    assert "Double Royal Match" in client.get("/tour/floor").text
    assert "Alex" in client.get("/tour/dealer").text
    assert own_room.client.app.state.services.jackpots.names() == []  # type: ignore[attr-defined]


def test_a_screen_that_the_demonstration_does_not_have_is_refused_on_a_page(own_room: CardRoom) -> None:
    answer = client_of(own_room).get("/tour/people")
    assert answer.status_code == 404
    assert "There is no page at this address" in answer.text
    assert "Input should be" not in answer.text


def test_the_sign_in_page_says_where_the_example_badges_are(own_room: CardRoom, tmp_path: Path) -> None:
    page = client_of(own_room).get("/room/sign-in").text
    assert 'href="/tour"' in page
    assert "terminal" not in page  # people of its own work here
    app = create_app(with_schema(str(tmp_path / "room.db")))
    services = app.state.services
    services.people._hasher = QUICK
    set_up_examples(services.people)
    with TestClient(app) as client:
        assert "terminal in which the server was started" in client.get("/room/sign-in").text
