"""The public API of ``import pitbook``: a flat list of names, loaded lazily; a par sheet in three lines."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import assert_type

import pytest

import pitbook
from tests.exact.all_sheets import all_sheets

NAMES = [
    "BadInput",
    "Design",
    "NotApproved",
    "ParSheet",
    "PitbookError",
    "Shoe",
    "all_games",
    "design",
    "game",
    "par",
    "par_sheets",
    "parse_cards",
    "rank",
    "solve",
    "suit",
    "wager",
]


def test_public_names_are_the_listed_ones() -> None:
    """Names are added or removed on purpose only."""
    assert pitbook.__all__ == NAMES
    assert sorted(NAMES) == NAMES
    assert set(NAMES) <= set(dir(pitbook))


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_can_be_imported_and_has_a_docstring(name: str) -> None:
    assert (getattr(pitbook, name).__doc__ or "").strip()


def test_a_name_that_is_not_offered_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'pitbook' has no attribute 'nothing'"):
        pitbook.nothing  # noqa: B018


def test_importing_the_package_loads_no_subpackage() -> None:
    """The command line imports it too and must start quickly."""
    code = "import sys, pitbook; print(*sorted(name for name in sys.modules if name.startswith('pitbook.')))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert done.stdout.split() == ["pitbook.errors", "pitbook.extras"]


def test_no_function_has_the_name_of_a_subpackage() -> None:
    """Importing ``pitbook.games`` would replace a function of that name."""
    rooms = {path.stem for path in Path(pitbook.__file__).parent.iterdir()}

    assert rooms.isdisjoint(NAMES)


def test_three_lines_lead_to_a_sheet_that_shows_itself() -> None:
    sheet = pitbook.par("match-n-poker", table="3", decks=8)

    assert_type(sheet, pitbook.ParSheet)
    assert sheet.house_edge == Fraction(5964, 124085)
    shown = sheet._repr_html_()
    assert "<table" in shown
    assert "<svg" in shown


def test_every_sheet_equals_that_of_the_command() -> None:
    sheets = pitbook.par_sheets()

    assert [sheet.house_edge for sheet in sheets] == [sheet.house_edge for sheet in all_sheets()]
    for sheet in sheets[::17]:
        one = pitbook.par(sheet.game.slug, sheet.wager.slug, table=sheet.table.id, decks=sheet.decks)
        assert one.rows == sheet.rows
    assert [sheet.decks for sheet in pitbook.par_sheets("match-n-poker", table="1")] == [8, 6, 5, 4, 2]


def test_custom_pays_for_a_listed_wager() -> None:
    sheet = pitbook.par("royal-match", table={"royal_match": "25 to 1", "two_suited_cards": "2.5 to 1"}, decks=6)

    assert sheet.house_edge == pitbook.par("royal-match", table="RM-04", decks=6).house_edge


def test_money_is_in_dollars() -> None:
    table, progressive = "RM-07", "royal-match-progressive"
    small, large = (pitbook.par("royal-match", table=table, decks=6, bet=bet).house_edge for bet in (1, "$100"))
    low, high = (pitbook.par(progressive, decks=6, meter=meter).house_edge for meter in (5_000, "$50,000"))

    assert small is not None
    assert large is not None
    assert low is not None
    assert high is not None
    assert small < large  # a fixed sum is worth less to a larger wager
    assert high < low
    assert pitbook.par(progressive, decks=6).house_edge is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "royal-match-21"}, "royal-match-21 has several wagers: name one of royal-match, "),
        ({"game": "nothing"}, "there is no wager 'nothing'"),
        ({"game": "royal-match-21", "wager": "base"}, "base is decided by how hands are played or set"),
        ({"game": "match-n-poker", "decks": 0}, "."),
        ({"game": "match-n-poker", "decks": 3}, "no pay table of match-n-poker is for 3 decks"),
        ({"game": "match-n-poker", "table": "99"}, "match-n-poker has no pay table '99'"),
        ({"game": "match-n-poker", "table": {"pear": "1 to 1"}}, "match-n-poker has no outcome 'pear'"),
        ({"game": "match-n-poker", "table": "no/such.toml"}, "no such file or directory"),
        ({"game": "match-n-poker", "removed": "Xx"}, "there is no card 'Xx'"),
        ({"game": "match-n-poker", "decks": 2, "removed": "As As As"}, "As occurs 3 times"),
        ({"game": "match-n-poker", "bet": "-5"}, "negative"),
        ({"game": "no/such.py"}, "no such file or directory"),
    ],
)
def test_invalid_arguments_are_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(pitbook.BadInput, match=sentence):
        pitbook.par(**arguments)  # type: ignore[arg-type]
