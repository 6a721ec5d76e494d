"""The display data of a game, from the file in its folder."""

from pathlib import Path

import pytest

from pitbook.errors import BadInput
from pitbook.games import BASE_SLUGS, SLUGS, game, shown
from pitbook.games.lesson import Lesson
from pitbook.games.shown import ExampleHand, FeltColours, ShowFile, TourStop, best_wager, example_hands, lesson_of
from pitbook.games.shown import shown as shown_of
from pitbook.table.config import configure


@pytest.mark.parametrize("slug", [*SLUGS, *BASE_SLUGS])
def test_every_game_has_a_whole_lesson(slug: str) -> None:
    """Only the part on special rules may be empty."""
    found = lesson_of(game(slug))
    assert all((found.name, found.aim, found.values, found.deal, found.choices, found.results, found.cards))


def test_lesson_is_the_base_games_with_overrides() -> None:
    base, own = lesson_of(game("pai-gow-poker")), lesson_of(game("ez-pai-gow"))
    assert base.special == ""
    assert own.special.startswith("No commission is taken")
    assert (own.aim, own.choices) == (base.aim, base.choices)


def test_missing_lesson_falls_back_to_the_procedure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shown, "folder", lambda slug: tmp_path)
    found = lesson_of(game("million-dollar-match-the-dealer"))
    assert found.name == "Million Dollar Match The Dealer"
    assert "The dealer settles each spot" in found.results
    assert not any(line.startswith("Aim") for line in found.lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[lesson]\ncards = "As Xx"', "Xx"),
        ('[lesson]\nmeaning = "none"', "this key is not known here"),
        ("[lesson.choices]\nHit = 1", "1 is not a text"),
        ("[short_names]\nbase = []", "is not a text"),
    ],
)
def test_invalid_key_is_reported(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "show.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=words):
        shown.read_shown(path)


def test_an_empty_lesson_has_no_lines() -> None:
    assert Lesson().lines == ()


@pytest.mark.parametrize("slug", [*SLUGS, *BASE_SLUGS])
def test_every_file_names_existing_wagers(slug: str) -> None:
    of = game(slug)
    found = shown_of(of)
    for name in (*found.hands, best_wager(of)):
        assert of.wager(name).slug == name
    for wager in of.wagers:
        assert wager.components or example_hands(of, wager.slug), wager.slug
    for wagers in found.play.values():
        assert configure(of, offered=wagers).offered == wagers


def test_base_wager_examples_default_to_the_base_games() -> None:
    assert example_hands(game("royal-match-21"), "base") == shown_of(game("blackjack")).hands["base"]
    assert example_hands(game("ez-pai-gow"), "base") == shown_of(game("ez-pai-gow")).hands["base"]


def test_file_round_trips(tmp_path: Path) -> None:
    path = tmp_path / "show.toml"
    path.write_text(
        """
        best_wager = "match"
        [felt]
        felt = "#123456"
        [tour]
        bet = "match=5"
        table = "match=1"
        player = "Ks Qs"
        [play]
        other = ["base", "match"]
        [examples]
        match = ["8d 8c / 8d", "8d 3c"]
        """,
        "utf-8",
    )
    assert shown.read_shown(path) == ShowFile(
        FeltColours(felt="#123456"),
        {"match": (ExampleHand("8d 8c", "8d"), ExampleHand("8d 3c"))},
        "match",
        TourStop("match=5", "match=1", "Ks Qs"),
        play={"other": ("base", "match")},
    )
    assert shown.read_shown(tmp_path / "none.toml") == ShowFile()


def test_every_fault_is_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "show.toml"
    path.write_text(
        'best = "match"\n[felt]\nfelt = "green"\n[examples]\nmatch = ["8d 8x"]\n[tour]\nbet = "a=1"\n', "utf-8"
    )
    with pytest.raises(BadInput) as refused:
        shown.read_shown(path)
    words = str(refused.value)
    for part in ("best", "'green' is not a colour", "8x", "'table' is missing", "'player' is missing"):
        assert part in words
