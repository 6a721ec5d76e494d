"""A table with wagers of several games: every game is approved by its own letter, and all of them are counted."""

from datetime import date

import pytest

from pitbook.compliance.findings import Finding
from pitbook.compliance.gate import Gate
from pitbook.compliance.property import posted_hash
from pitbook.errors import NotApproved
from tests.compliance.broken_properties import TODAY, found, property_of

TABLE = "royal-1"
BEFORE = 'id = "royal-1"\ngame = "royal-match-21"'
WAGERS = (
    'seats = 7\nwagers = ["base", "royal-match", "royal-match-progressive"]\npay_tables = { royal-match = "RM-04" }\n'
)
EXTRA = (
    (BEFORE, f'{BEFORE}\nextra_games = ["match-n-poker"]'),
    (WAGERS, WAGERS.replace('ogressive"]', 'ogressive", "match-n-poker"]')),
)
"""Table royal-1 offers Match-n-Poker too."""


def at_table(findings: list[Finding]) -> list[str]:
    return [str(each) for each in findings if each.concerns(TABLE, "royal-match-21+match-n-poker", ["royal"])]


def test_a_table_opens_with_the_wagers_of_two_approved_games() -> None:
    of = property_of(*EXTRA)
    assert at_table(found(*EXTRA)) == []
    config = Gate(of, TODAY).open_table(TABLE)
    assert config.offered == ("base", "royal-match", "royal-match-progressive", "match-n-poker")
    assert config.separate_games() == list(config.offered)
    assert posted_hash(of, TABLE) != posted_hash(property_of(), TABLE)
    assert of.games == ("royal-match-21", "match-n-poker")


def test_table_stays_closed_while_one_game_is_not_approved() -> None:
    withdrawn = (
        "[approvals.match-n-poker.conditions]",
        "[approvals.match-n-poker]\nwithdrawn = true\n[approvals.match-n-poker.conditions]",
    )
    with pytest.raises(NotApproved, match="WA-02a: the authorisation of Match-n-Poker Blackjack is withdrawn"):
        Gate(property_of(*EXTRA, withdrawn), TODAY).open_table(TABLE)
    Gate(property_of(withdrawn), TODAY).open_table(TABLE)


def test_separate_games_of_all_games_are_counted() -> None:
    """In 2008 three separate games were allowed, and three of six over $5 are since 2009 (WAC 230-15-040)."""
    told = [each for each in found(*EXTRA, on=date(2008, 6, 1)) if each.rule == "WA-03" and each.place.table == TABLE]
    assert [each.wrong for each in told] == ["4 separate games"]


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ('["ez-pai-gow"]', "ez-pai-gow cannot be offered with royal-match-21 at one table: it is played on pai-gow"),
        ('["no-game"]', "no-game is not a game of the rulebook"),
        ('["match-n-poker", "match-n-poker"]', "both have a wager match-n-poker"),
    ],
)
def test_incompatible_games_keep_the_table_closed(extra: str, words: str) -> None:
    told = [str(each) for each in found((BEFORE, f"{BEFORE}\nextra_games = {extra}")) if each.rule == "WA-02"]
    assert any(words in each for each in told)
