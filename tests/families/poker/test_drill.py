"""The decision drill: hands from a seed, and the exact cost of a choice."""

from fractions import Fraction

import pytest

from pitbook import games
from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.families.poker.learn import drill
from pitbook.table.family import family_of

GAME = "three-card-poker"


def test_a_seed_gives_the_same_hand_and_close_calls_are_close() -> None:
    assert drill.deal(GAME, 1) == drill.deal(GAME, 1)
    found = drill.deal(GAME, 2, "close")
    best, second = sorted((each.value for each in drill.situation(GAME, found.player, ()).choices), reverse=True)
    assert best - second < drill.CLOSE
    assert found.choices == ("fold", "1x")


@pytest.mark.parametrize(("hand", "right", "wrong"), [("Qs 6d 4c", "1x", "fold"), ("Qs 6d 3c", "fold", "1x")])
def test_queen_six_four_is_the_lowest_hand_to_play(hand: str, right: str, wrong: str) -> None:
    cards = parse_cards(hand)
    assert drill.judge(GAME, cards, (), right).cost == 0
    assert 0 < drill.judge(GAME, cards, (), wrong).cost < Fraction(1, 100)


def test_unknown_drill_requests_are_refused() -> None:
    with pytest.raises(BadInput, match="'2x' is not a choice here: fold and 1x are"):
        drill.judge(GAME, parse_cards("Qs 6d 4c"), (), "2x")
    with pytest.raises(BadInput, match="deals 3 cards to a player, not 2"):
        drill.judge(GAME, parse_cards("Qs 6d"), (), "fold")
    with pytest.raises(BadInput, match="has no drill of decisions"):
        drill.deal("royal-match-21", 1)


def test_every_game_passes_the_trials_of_a_game_from_outside() -> None:
    """So every kind of hands that a drill offers has hands."""
    for slug in games.slugs():
        game = games.game(slug)
        for trial in family_of(game).statement_trials(game):
            trial.do()
