"""The progressive terms of a game's letter, read from its folder."""

from pathlib import Path

import pytest

from pitbook.errors import Faults
from pitbook.games import SLUGS, game
from pitbook.games.progressive import NO_PROGRESSIVES, progressives_of, read_progressives
from pitbook.pay import MeterShare


@pytest.mark.parametrize("slug", SLUGS)
def test_every_wager_that_pays_from_a_meter_has_its_controllers_and_no_other(slug: str) -> None:
    from_meter = {
        wager.slug
        for wager in game(slug).wagers
        if any(isinstance(line.pay, MeterShare) for table in wager.tables for line in table.lines)
    }
    assert set(progressives_of(slug).rules) == from_meter


@pytest.mark.parametrize("slug", SLUGS)
def test_fixed_pays_come_from_the_tray_only_where_the_game_leaves_no_choice(slug: str) -> None:
    """The same rule is a paragraph here and a missing option of the wager: they must agree."""
    for wager, rules in progressives_of(slug).rules.items():
        if game(slug).wager(wager).fixed_pays is not None:
            assert not rules.tray_only


def test_a_game_without_the_file_has_no_progressives(tmp_path: Path) -> None:
    assert read_progressives(tmp_path / "progressive.toml", ("base",)) == NO_PROGRESSIVES


def test_every_fault_of_a_file_is_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "progressive.toml"
    path.write_text('colour = "red"\n[[progressive]]\nwager = "luck"\n[[progressive.controller]]\nkind = "lever"\n')
    with pytest.raises(Faults) as refused:
        read_progressives(path, ("base",))
    words = str(refused.value)
    for part in ("colour", "no wager 'luck'", "'lever' is not a controller", "'cite' is missing", "'hand_button'"):
        assert part in words
