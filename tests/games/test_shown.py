"""What is shown of a game, from the file in its folder."""

from pathlib import Path

import pytest

from pitbook.errors import BadInput
from pitbook.games import BASE_SLUGS, SLUGS, game, shown
from pitbook.games.lesson import Lesson
from pitbook.games.shown import lesson_of


@pytest.mark.parametrize("slug", [*SLUGS, *BASE_SLUGS])
def test_every_game_has_a_whole_lesson(slug: str) -> None:
    """Only what is special may be left out."""
    found = lesson_of(game(slug))
    assert all((found.name, found.aim, found.values, found.deal, found.choices, found.results, found.cards))


def test_a_lesson_is_that_of_the_base_game_with_what_is_otherwise() -> None:
    base, own = lesson_of(game("pai-gow-poker")), lesson_of(game("ez-pai-gow"))
    assert base.special == ""
    assert own.special.startswith("No commission is taken")
    assert (own.aim, own.choices) == (base.aim, base.choices)


def test_without_a_lesson_the_procedure_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "show.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=words):
        shown._read(path)


def test_an_empty_lesson_has_no_lines() -> None:
    assert Lesson().lines == ()
