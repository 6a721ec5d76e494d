"""Games without an approval letter: base games under a regulation, games with published rules, games
without a source.
"""

import json
import shlex
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

import tests.games.outside as outside_rules
from pitbook import games
from pitbook.compliance.gate import Gate
from pitbook.compliance.property import parse_property
from pitbook.errors import BadInput, NotApproved
from pitbook.games import BASE_SLUGS, SLUGS, all_games, base_game, exists, game, slugs
from pitbook.games.letter import Letter
from pitbook.games.model import Game
from pitbook.games.package import hash_of_game, package_hash
from pitbook.games.shown import FeltColours, best_wager, example_hands, shown
from tests.cli.command_runner import run
from tests.compliance.broken_properties import ROOM, TODAY, UP, posted
from tests.web.card_room import card_room

PUBLISHED, UNKNOWN, DRAWN = "one-suit-published", "one-suit-unknown", "drawn-card"
BASIS: Final = {
    "royal-match-21": ("letter", "letter 003", "003"),
    "blackjack": ("regulation", "regulation 2.1", "none: regulation 2.1"),
    "pai-gow-poker": ("regulation", "regulation 2.2", "none: regulation 2.2"),
    PUBLISHED: ("public rules", "public rules (the maker's page)", "none: public rules (the maker's page)"),
    UNKNOWN: ("nothing", "no letter", "none: not approved"),
    DRAWN: ("nothing", "no letter", "none: not approved"),
}
WITHOUT: Final = tuple(slug for slug in BASIS if slug not in SLUGS)


@pytest.fixture(autouse=True)
def outside() -> Iterator[None]:
    """Three games that Pitbook does not come with."""
    with (
        games.added(PUBLISHED, "tests.games.outside.published"),
        games.added(UNKNOWN, "tests.games.outside.unknown"),
        games.added(DRAWN, "tests.games.outside.drawn_card"),
    ):
        yield


@pytest.mark.parametrize("slug", BASIS)
def test_basis_of_each_game(slug: str) -> None:
    letter = game(slug).letter
    assert (letter.basis, letter.citation, letter.label) == BASIS[slug]
    assert letter.is_approval == (letter.basis in ("letter", "regulation"))


def test_a_letter_that_is_undated_has_no_day_and_prints_the_same_one() -> None:
    dated, undated = game("royal-match-21").letter, Letter(subject="One Suit")
    assert (dated.day, dated.iso_day, str(dated.day_printed)) == ("March 10, 2015", "2015-03-10", "2015-03-10")
    assert (undated.day, undated.iso_day, str(undated.day_printed)) == ("", "", "2000-01-01")


def test_base_games_are_found_by_slug_and_listed_nowhere() -> None:
    assert slugs() == (*SLUGS, PUBLISHED, UNKNOWN, DRAWN)
    assert not {each.slug for each in all_games()}.intersection(BASE_SLUGS)
    for slug in BASE_SLUGS:
        assert exists(slug)
        assert game(slug).slug == slug
        assert base_game(game(slug)) is None
    found = {each.slug: base.slug if (base := base_game(each)) else "" for each in all_games()}
    assert found == {
        "million-dollar-match-the-dealer": "",
        "match-n-poker": "blackjack",
        "royal-riches-pai-gow": "pai-gow-poker",
        "royal-match-21": "blackjack",
        "ez-pai-gow": "pai-gow-poker",
        "three-card-poker": "",
        "caribbean-stud": "",
        "four-card-poker": "",
        "crazy-4-poker": "",
        "dj-wild": "",
        "triple-shot-rummy": "",
        "let-it-ride": "",
        "mississippi-stud": "",
        "ultimate-texas-holdem": "",
        "texas-holdem-bonus": "",
        "big-raise-stud": "",
        "i-luv-suits": "",
        "high-five-poker": "",
        "six-card-poker": "",
        "flush-rush": "",
        PUBLISHED: "blackjack",
        UNKNOWN: "blackjack",
        DRAWN: "",
    }
    with pytest.raises(BadInput, match="there is a game 'blackjack' already"), games.added("blackjack", "elsewhere"):
        pass


def test_game_without_show_file_uses_defaults() -> None:
    """Usual colours, no examples but those of its base game, no stop on the tour."""
    of = game(UNKNOWN)
    assert shown(of).felt == FeltColours()
    assert example_hands(of, "one-suit") == ()
    assert example_hands(of, "base") == shown(game("blackjack")).hands["base"]
    assert best_wager(of) == "base"
    assert shown(of).tour is None
    assert best_wager(game(DRAWN)) == ""


LINES: Final = (
    "rules {game}",
    "rules {game} --json",
    "letter {game}",
    "letter {game} --json",
    "paytables {game}",
    "settle {game} --bet {wager}=10 --player '{player}' --dealer '{dealer}'",
    "layout {game} --svg felt.svg --pdf felt.pdf",
    "audit {game}",
    "table run {game} --rounds 2 --seed 1 --log {game}.log",
    "replay {game}.log",
    "games",
    "tour",
)
SEVENS: Final = ("As Kd Jk 7h 7c 3d 2s", "Ah Ks Qd 9c 8d 4s 3h")


@pytest.mark.parametrize("slug", WITHOUT)
def test_commands_print_the_basis_of_a_game(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    player, dealer = SEVENS if game(slug).joker else ("As", "9h") if slug == DRAWN else ("As Kd", "9h 8c")
    wager = game(slug).wagers[0].slug
    for line in LINES:
        ran = run(*shlex.split(line.format(game=slug, wager=wager, player=player, dealer=dealer)))
        assert (ran.code, ran.err) == (0, ""), line
    assert game(slug).letter.citation in run("rules", slug).out.replace("\n", " ")
    assert run("letter", slug, "--json").json["number"] == ""


def test_a_game_without_decisions_is_dealt_as_many_cards_as_its_wagers_look_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("table", "run", DRAWN, "--rounds", "1", "--seats", "2", "--seed", "1", "--log", "x.log").code == 0
    events = [json.loads(line) for line in Path("x.log").read_text("utf-8").splitlines()]
    assert [data["to"] for _, kind, data, *_ in events if kind == "card"] == ["seat 1", "seat 2", "dealer"]


def test_a_par_sheet_names_no_letter() -> None:
    sheet = run("par", PUBLISHED, "one-suit", "--decks", "6")
    assert (sheet.code, sheet.err) == (0, "")
    assert "none: public rules (the maker's page)" in sheet.out
    assert run("par", UNKNOWN, "one-suit", "--decks", "6", "--table", "A", "--json").json["house_edge"]


@pytest.mark.parametrize("slug", WITHOUT)
def test_package_of_a_game_without_letter_has_a_hash(slug: str) -> None:
    assert len(package_hash(slug)) == 64


def test_the_package_of_a_game_from_outside_changes_with_its_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    path, text = tmp_path / "one_suit_rules.py", Path(outside_rules.__file__).read_text("utf-8")

    def hash_with(changed: str) -> str:
        path.write_text(changed, "utf-8")
        sys.modules.pop("one_suit_rules", None)
        made: Game = import_module("one_suit_rules").made("one-suit", Letter(subject="One Suit"))
        return hash_of_game(made)

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    first, other = hash_with(text), hash_with(text.replace("return int(suit", "return int(not suit"))
    assert first != other
    assert hash_with(text) == first


def room_with(slug: str) -> str:
    return posted(
        f'{ROOM}\n[[table]]\nid = "new-1"\ngame = "{slug}"\nlimits = {{ base = "$5 to $100" }}\npostings = "{UP}"\n'
    )


@pytest.mark.parametrize("slug", BASE_SLUGS)
def test_a_base_game_opens_without_a_letter(slug: str) -> None:
    gate = Gate(parse_property(room_with(slug)), TODAY)
    assert gate.open_table("new-1").game.slug == slug


@pytest.mark.parametrize("slug", [PUBLISHED, UNKNOWN])
def test_gate_refuses_games_without_letter_or_regulation(slug: str, tmp_path: Path) -> None:
    text = room_with(slug)
    gate = Gate(parse_property(text), TODAY)
    with pytest.raises(NotApproved, match="WA-02: One Suit Blackjack is approved by no letter and no regulation at"):
        gate.open_table("new-1")
    assert gate.open_table("poker-1").game.slug == "match-n-poker"
    file = tmp_path / "room.toml"
    file.write_text(text, "utf-8")
    ran = run("comply", str(file))
    assert ran.code == 1
    words = " ".join(ran.out.split())
    assert "One Suit Blackjack is approved by no letter and no regulation" in words
    assert "WAC 230-15-035" in words
    assert PUBLISHED not in gate.against("new-1")[0].allowed


@pytest.mark.parametrize("slug", [*BASE_SLUGS, PUBLISHED])
def test_notices_cite_the_basis_of_a_game(slug: str, tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text(room_with(slug), "utf-8")
    (made,) = run("postings", str(file), "--table", "new-1", "--json").json
    assert made["letter"] == game(slug).letter.citation
    ran = run("postings", str(file), "--table", "new-1", "--pdf", str(tmp_path), "--html", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")


PAGES: Final = (
    "/games/{slug}",
    "/letters/{slug}",
    "/api/v1/games/{slug}",
    "/api/v1/letters/{slug}",
    "/games/{slug}/{wager}",
)
LISTS: Final = (
    "/",
    "/learn",
    "/play",
    "/about",
    "/games",
    "/letters",
    "/catalogue",
    "/compare",
    "/static/felts.css",
    "/api/v1/games",
)


def test_pages_show_games_of_every_kind(tmp_path: Path) -> None:
    with card_room(str(tmp_path / "room.db")) as site:
        for path in (
            *(page.format(slug=slug, wager=game(slug).wagers[0].slug) for slug in WITHOUT for page in PAGES),
            *LISTS,
        ):
            answer = site.client.get(path)
            assert answer.status_code == 200, f"{path}: {answer.status_code}"
        assert "regulation 2.1 allows the game" in site.client.get("/letters/blackjack").text
        assert "No letter and no regulation approves it" in site.client.get(f"/letters/{UNKNOWN}").text
        assert "not approved" not in site.client.get("/games/blackjack").text
        assert "not approved" in site.client.get(f"/games/{DRAWN}").text
        assert f"{len(slugs())} games" in site.client.get("/games").text
        assert "Five letters" in site.client.get("/letters").text
        assert f"/letters/{PUBLISHED}" not in site.client.get("/letters").text
        listed = [each["game"] for each in site.client.get("/api/v1/games").json()]
        assert listed == list(slugs())
