"""Separate games on one hand, as a regulation counts them, follow from the game, not from its number of wagers."""

from datetime import date

from pitbook import games
from pitbook.compliance.property import parse_property
from pitbook.compliance.rules import findings
from pitbook.reports.postings.notices import postings
from pitbook.table.config import configure

PROPERTY = """
[property]
name = "A room"
kind = "card room"
location = "Nine Mile Falls"

[[table]]
id = "one"
game = "{game}"
"""


def test_a_raise_and_an_equal_wager_are_one_game_with_the_ante(showdown: str) -> None:
    config = configure(games.game(showdown))
    assert len(config.offered) == 4
    assert config.separate_games() == ["ante", "pocket-pair"]


def test_the_limit_on_separate_games_counts_games_and_not_wagers(showdown: str) -> None:
    """Four wagers were two games when a hand could have two (WAC 230-15-040 before 2008)."""
    of = parse_property(PROPERTY.format(game=showdown))
    assert not [each for each in findings(of, date(2007, 6, 1)) if each.rule == "WA-03"]
    royal = parse_property(PROPERTY.format(game="royal-match-21"))
    told = [each.wrong for each in findings(royal, date(2007, 6, 1)) if each.rule == "WA-03"]
    assert "3 separate games" in told


def test_the_notice_states_the_same_number(showdown: str) -> None:
    posted = postings(parse_property(PROPERTY.format(game=showdown)), "one")
    words = [line for placard in posted.placards for block in placard.blocks for line in block.words]
    assert any("A player may bet on at most 2 games with one hand." in line for line in words)
