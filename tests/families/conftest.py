"""Registers the family and the game that only the tests have."""

from collections.abc import Iterator

import pytest

from pitbook import families, games

FAMILY, GAME, SIDE_BET = "duel", "high-card-duel", "red-ace"


@pytest.fixture
def duel() -> Iterator[str]:
    """The slug of High Card Duel, whose family and folder are in the tests."""
    with families.added(FAMILY, "tests.families.duel"), games.added(GAME, "tests.families.high_card_duel.rules"):
        yield GAME
