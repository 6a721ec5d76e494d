"""Registers the families and the games that only the tests have."""

from collections.abc import Iterator

import pytest

from pitbook import families, games

FAMILY, GAME, SIDE_BET = "duel", "high-card-duel", "red-ace"


@pytest.fixture
def duel() -> Iterator[str]:
    """The slug of High Card Duel, whose family and folder are in the tests."""
    with families.added(FAMILY, "tests.families.duel"), games.added(GAME, "tests.families.high_card_duel.rules"):
        yield GAME


SHOWDOWN = "board-showdown"


@pytest.fixture
def showdown() -> Iterator[str]:
    """The slug of Board Showdown, which has stakes and cards that no listed game has."""
    added = games.added(SHOWDOWN, "tests.families.board_showdown.rules")
    with families.added("showdown", "tests.families.showdown"), added:
        yield SHOWDOWN
