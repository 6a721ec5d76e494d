"""The pages of play without a browser: the room with the tables, a seat by form, a table with nothing secret in it."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from pitbook import families
from pitbook.cards import JOKER, parse_cards
from pitbook.errors import BadInput
from pitbook.families.pai_gow.table.procedure import set_hands
from pitbook.games import SLUGS, game
from pitbook.games.settle import Bet
from pitbook.games.shown import shown
from pitbook.money import dollars
from pitbook.reports.felt.drawing import SEEN
from pitbook.room.play.hints import Hints, check_picked, picks_of, write
from pitbook.room.play.service import play_config, played
from pitbook.table.round import Player, Round
from pitbook.table.steps import Ask, Place
from pitbook.web.app import create_app
from pitbook.web.family import family_of
from pitbook.web.http.pages import STATIC
from pitbook.web.learn.how_to_play import sheet
from pitbook.web.play.pages import felts
from tests.hostile import NASTY
from tests.migrated_store import with_schema
from tests.web.card_room import count_nothing

OWN = {"Sec-Fetch-Site": "same-origin"}
WORDS = ["x" * 500, *[word for word in NASTY if word.isprintable()][:12]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    made = create_app(with_schema(str(tmp_path_factory.mktemp("play") / "room.db")))
    with TestClient(made):
        count_nothing(made, "slow")
        yield made


@pytest.fixture
def client(app: Any) -> TestClient:
    return TestClient(app)


def sit(client: TestClient, slug: str, **form: str) -> str:
    answer = client.post(f"/play/{slug}", data=form, headers=OWN, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def view_in(text: str) -> dict[str, Any]:
    found = re.search(r'data-view="([^"]*)"', text)
    assert found is not None
    view: dict[str, Any] = json.loads(html.unescape(found[1]))
    return view


def test_every_game_has_its_tile(client: TestClient) -> None:
    text = client.get("/play").text
    for slug in SLUGS:
        assert f'action="/play/{slug}"' in text
        assert f"/static/felts/{slug}.svg" in text
        assert play_config(slug).name in html.unescape(text)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_seat_and_a_table(client: TestClient, slug: str) -> None:
    """A new player gets $1,000 and keeps the seat on return."""
    assert "data-at-once" in client.get(f"/play/{slug}").text
    where = sit(client, slug, name="  Ann\u0007  <b> ")
    text = client.get(where).text
    view = view_in(text)
    player = view["players"][str(view["you"])]
    assert (player["player"], player["stack"], player["you"]) == ("Ann <b>", 100_000, True)
    assert "<b> " not in text
    assert "salt" not in text.replace('"last_shoe": null', "")
    table = family_of(play_config(slug).game).TABLE
    assert f'class="{" ".join(filter(None, ("play", f"felt-of-{slug}", table.look)))}"' in text
    assert f'data-order="{table.order}"' in text
    assert sit(client, slug) == where


def test_a_private_table_is_another(client: TestClient) -> None:
    public, private = sit(client, "ez-pai-gow"), sit(client, "ez-pai-gow", private="yes")
    assert public != private
    assert re.fullmatch(r"/play/table/[0-9a-f]{20}", private)
    assert view_in(client.get(private).text)["you"] == 4


def test_names_without_letters_become_guests(client: TestClient) -> None:
    where = sit(client, "match-n-poker", private="yes", name="\u0000\u202e" + " " * 40)
    (player,) = view_in(client.get(where).text)["players"].values()
    assert player["player"] == "Guest"


def test_a_form_from_another_site_is_refused(client: TestClient) -> None:
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}, {}):
        answer = client.post("/play/ez-pai-gow", headers=headers, follow_redirects=False)
        assert answer.status_code == 403
        assert "another site" in answer.text


@pytest.mark.parametrize("word", WORDS)
def test_unknown_play_addresses_are_error_pages(client: TestClient, word: str) -> None:
    for path in ("/play/", "/play/table/"):
        answer = client.get(path + html.escape(word).replace("/", "").replace("?", "").replace("#", "") + "-")
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")


def test_a_form_that_cannot_be_read(client: TestClient) -> None:
    for body in (b"&".join(b"a=%d" % number for number in range(100)), b"\xff\xfe"):
        answer = client.post("/play/ez-pai-gow", content=body, headers=OWN, follow_redirects=False)
        assert answer.status_code == 400


def test_felts_have_the_colours_of_the_layouts(client: TestClient) -> None:
    text = client.get(felts()).text
    for slug in SLUGS:
        inks = shown(game(slug)).felt
        assert f".felt-of-{slug} {{ --felt: {inks.felt};" in text
    root = ElementTree.fromstring(client.get("/static/felts/match-n-poker.svg").text)
    groups = {group.attrib["id"] for group in root.findall("{http://www.w3.org/2000/svg}g")}
    assert groups == SEEN
    assert client.get("/static/felts/nothing.svg").status_code == 404


def test_every_setting_in_words() -> None:
    """21 ways; those that the rules call foul are refused when they are sent."""
    player = Player(1, {"base": Bet("base", dollars(10))}, list(parse_cards("9s 9d Ks Qh 7c 4d 2s")))
    round_ = Round(1, play_config("ez-pai-gow"), {1: player}, None)
    ask, place = next(set_hands(round_, [player])), Place(1)
    assert isinstance(ask, Ask)
    found = picks_of(round_.seen_by(1), place)
    assert len({tuple(one["low"]) for one in found}) == 21
    fouls = {frozenset(one["low"]) for one in found if one["foul"]}
    assert frozenset({"9s", "9d"}) in fouls
    assert frozenset({"Ks", "Qh"}) not in fouls
    with pytest.raises(BadInput, match="may not outrank"):
        check_picked(round_.seen_by(1), ask, place, "9s 9d / Ks Qh 7c 4d 2s")
    check_picked(round_.seen_by(1), ask, place, "Ks Qh / 9s 9d 7c 4d 2s")
    check_picked(round_.seen_by(1), ask, place, "house way")


def test_cards_in_a_hint() -> None:
    assert write((*parse_cards("Ks Th"), JOKER)) == "K♠ 10♥ joker"


def test_hints_over_http(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures that are quick to compute are answered at once; only the player who must decide may ask."""
    monkeypatch.setattr(Hints, "_prepare", lambda _self, _config: None)
    where = sit(client, "ez-pai-gow", private="yes").removeprefix("/play/table/")
    at = f"/api/v1/play/tables/{where}"
    assert client.get(f"{at}/advice").status_code == 400
    key = {"Idempotency-Key": "hint-0001"}
    assert client.post(f"{at}/bets", json={"bets": [{"wager": "base", "cents": 1_000}]}, headers=key).status_code == 200
    assert client.post(f"{at}/ready", headers={"Idempotency-Key": "hint-0002"}).status_code == 200
    (first, second) = client.get(f"{at}/advice").json()["words"]
    assert first.startswith("House way: ")
    assert second == "Working out the odds…"
    settings = client.get(f"{at}/settings").json()["settings"]
    assert len(settings) == 21
    foul = next((one for one in settings if one["foul"]), None)
    if foul is not None:
        dealt = client.get(at).json()["players"]["4"]["hands"][0]["cards"]
        high = [card for card in dealt if card not in foul["low"]]
        body = {"answer": f"{' '.join(foul['low'])} / {' '.join(high)}"}
        answer = client.post(f"{at}/decision", json=body, headers={"Idempotency-Key": "hint-0003"})
        assert (answer.status_code, "foul" in answer.json()["detail"]) == (400, True)
    assert TestClient(client.app).get(f"{at}/advice").status_code == 400


def test_scripts_of_play_stay_small() -> None:
    """The page of a table loads those for every table and those of one family."""
    opened = {"play_fair.js", "play_pays.js"}  # loaded when their dialogs are opened
    for name in opened:
        assert f'await import("./{name}")' in (STATIC / "play.js").read_text("utf-8")
    later = {"play_rooms.js", *opened}  # the first is another page's
    shared = sum(path.stat().st_size for path in STATIC.glob("play*.js") if path.name not in later)
    for family in families.names():
        own = [path for path in (families.folder(family) / "learn" / "static").glob("*.js") if path.name != "drill.js"]
        assert shared + sum(path.stat().st_size for path in own) < 61_000, family


def test_the_other_progressive_has_tables_of_its_own(client: TestClient) -> None:
    """A table has one progressive (letter 003): Blazing 7's is played beside Royal Match Progressive, not with it."""
    assert "Royal Match 21 with Blazing 7&#39;s" in client.get("/play").text
    answer = client.post("/play/blazing-7s", headers={"Origin": "http://testserver"}, follow_redirects=False)
    assert answer.headers["location"] == "/play/table/blazing-7s-1"
    view = client.get("/api/v1/play/tables/blazing-7s-1").json()
    assert [wager["slug"] for wager in view["wagers"]] == ["base", "royal-match", "blazing-7s"]
    assert client.get("/play/table/blazing-7s-1").status_code == 200


def test_the_sheet_at_a_table_has_the_rules_of_the_table() -> None:
    assert "the dealer draws to 16 and hits soft 17" in sheet("royal-match-21").lesson.results
    assert "is blackjack and pays 3 to 2." in sheet("royal-match-21").lesson.special
    folds = {slug: "Fold" in dict(sheet(slug).lesson.choices) for slug in ("royal-riches-pai-gow", "ez-pai-gow")}
    assert folds == {"royal-riches-pai-gow": True, "ez-pai-gow": False}


@pytest.mark.parametrize("slug", played())
def test_one_text_teaches_a_game_at_its_table_on_its_page_and_on_the_learn_page(client: TestClient, slug: str) -> None:
    """The table adds its own rules to it; nothing is repeated in other words."""
    taught = sheet(slug).lesson
    page = client.get(f"/games/{play_config(slug).game.slug}").text
    table = client.get(sit(client, slug, private="yes")).text
    for words in (taught.aim[1:], taught.values, taught.deal):
        for text in (page, table, client.get("/learn").text):
            assert words in html.unescape(text)
    assert html.unescape(page).count("<li>Aim: ") == 1
    assert taught.results in html.unescape(table)
