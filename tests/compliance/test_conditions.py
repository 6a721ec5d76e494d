"""Every condition of every letter: recorded as met before a table opens, or the table stays closed."""

import re

import pytest

from pitbook.compliance.gate import Gate
from pitbook.compliance.property import parse_property
from pitbook.compliance.rules import findings
from pitbook.compliance.rules_letters import KEPT_BY_PROGRAM, applies
from pitbook.errors import NotApproved
from pitbook.games import LETTER_SLUGS
from pitbook.games import game as game_of
from pitbook.games.letter import Condition
from pitbook.games.model import Game
from tests.compliance.broken_properties import TODAY, UP, posted

KINDS = ("card room", "tribal casino")
LETTERS = [game_of(slug) for slug in LETTER_SLUGS]
EVERY = [(each, condition, kind) for each in LETTERS for condition in each.letter.conditions for kind in KINDS]


def small(game: Game, kind: str, leave_out: str = "") -> str:
    """A property with one table of a game, and every condition but one recorded as met."""
    head = f"""
[property]
name = "Small"
kind = "{kind}"
location = "here"
dispute = "Ask."
employees = "None."
{'wager_ceiling = "$500"' if kind == "tribal casino" else ""}
[cash]
on_hand = "$100,000"
prize_funds = "$2,000,000"

[[table]]
id = "one"
game = "{game.slug}"
postings = "{UP}"
wagers = ["{"match" if game.base == "match the dealer" else "base"}"]
"""
    of = parse_property(head)
    wanted = [each.id for each in game.letter.conditions if applies(each, of) and each.id != leave_out]
    papers = "\n".join(f'{name} = {{ document = "paper", day = 2026-01-02, person = "P" }}' for name in wanted)
    return posted(f"{head}\n[approvals.{game.slug}.conditions]\n{papers}\n")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", LETTERS, ids=lambda game: game.slug)
def test_with_all_conditions_recorded_the_table_opens(game: Game, kind: str) -> None:
    of = parse_property(small(game, kind))

    assert findings(of, TODAY) == []
    assert Gate(of, TODAY).open_table("one").game is game


@pytest.mark.parametrize(
    ("game", "condition", "kind"), EVERY, ids=[f"{game.slug} {each.id} {kind}" for game, each, kind in EVERY]
)
def test_a_condition_that_is_not_recorded_keeps_the_table_closed(game: Game, condition: Condition, kind: str) -> None:
    of = parse_property(small(game, kind, leave_out=condition.id))
    told = findings(of, TODAY)
    if not applies(condition, of):
        assert told == []
        # No record is needed: the program enforces it, or it applies to the other kind of property.
        other = {"licensed equipment": "card room", "certified equipment": "tribal casino"}.get(condition.kind)
        assert (
            condition.kind in KEPT_BY_PROGRAM
            or (other or condition.applies_to.replace("commercial card rooms", "card room")).rstrip("s") != kind
        )
        return
    assert [str(each) for each in told] == [
        (
            f"LETTER {game.slug}, {condition.id}: the condition is not recorded as met; {condition.text} "
            f"({condition.cite})"
        )
    ]
    with pytest.raises(NotApproved, match=re.escape("LETTER: the condition is not recorded as met")):
        Gate(of, TODAY).open_table("one")


def test_both_kinds_of_property_have_conditions_in_every_letter() -> None:
    for game in LETTERS:
        for kind in KINDS:
            of = parse_property(small(game, kind))
            assert [each for each in game.letter.conditions if applies(each, of)], (game.slug, kind)
