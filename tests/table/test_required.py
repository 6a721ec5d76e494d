"""A game says which wagers a round needs, which are equal, which may be bet alone, and what is one separate game."""

from dataclasses import replace

import pytest

from pitbook import games
from pitbook.errors import BadInput, NotApproved
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.model import Game
from pitbook.games.settle import Bet
from pitbook.money import Cents, dollars
from pitbook.table.config import configure, first_bets
from pitbook.table.table import Table
from tests.table.rig import EVERY_ROUND, GAMES, POKER, RICHES, Rig, deal_sevens


def with_ante() -> Game:
    """Ante and Blind for the same amount, Play in the round, Pair Plus alone, and one that needs the Ante."""
    game = games.game(POKER)
    base, side = game.wager("base"), game.wager(POKER)
    wagers = (
        replace(base, slug="ante", name="Ante"),
        replace(base, slug="blind", name="Blind", house_table=None, tables=side.tables, equals="ante"),
        replace(base, slug="play", name="Play", in_round=True),
        replace(side, slug="pair-plus", alone=True),
        replace(side, slug="trips", name="Trips"),
    )
    return replace(game, wagers=wagers)


@pytest.fixture
def table() -> Table:
    return Rig(configure(with_ante()), 2, dollars(1_000)).table


def refusal(table: Table, wager: str, cents: Cents = dollars(10)) -> str:
    with pytest.raises(BadInput) as error:
        table.bet(1, wager, cents)
    return str(error.value)


def before_deal(slug: str) -> tuple[str, ...]:
    """The base wagers that a poker game states before the deal."""
    return tuple(stake.slug for stake in rules_of(slug).before_deal)


def test_wagers_that_a_round_needs() -> None:
    assert (with_ante().required, with_ante().main) == (("ante", "blind"), "ante")
    assert {slug: games.game(slug).required for slug in GAMES} == {
        slug: ()
        if "match-the-dealer" in slug
        else before_deal(slug)
        if games.game(slug).family == "poker"
        else ("base",)
        for slug in GAMES
    }
    assert [bet.wager for bet in first_bets(configure(with_ante()))] == ["ante", "blind"]
    with pytest.raises(NotApproved, match="offers its blind wager"):
        configure(with_ante(), offered=("ante", "pair-plus"))


def test_an_optional_wager_waits_for_them_and_one_of_the_round_for_its_choice(table: Table) -> None:
    assert "without the Ante wager" in refusal(table, "trips", dollars(5))
    assert "is bet in the round" in refusal(table, "play")
    table.bet(1, "pair-plus", dollars(5))  # alone
    table.bet(1, "ante", dollars(10))
    assert "without the Blind wager" in refusal(table, "trips", dollars(5))
    table.bet(1, "blind", dollars(10))
    table.bet(1, "trips", dollars(5))
    assert "cannot take back the Ante wager while Trips is bet" in refusal(table, "ante", Cents(0))
    table.bet(1, "trips", Cents(0))
    table.bet(1, "ante", Cents(0))


def test_a_round_begins_when_bets_that_belong_together_fit(table: Table) -> None:
    """A seat with Pair Plus alone plays beside one with everything."""
    table.bet(2, "pair-plus", dollars(5))
    table.bet(1, "ante", dollars(10))
    for begin in (table.close_betting, lambda: table.ready(1)):
        with pytest.raises(BadInput, match="seat 1 has not bet on Blind"):
            begin()
    table.bet(1, "blind", dollars(5))
    with pytest.raises(BadInput, match=r"\$5 and \$10 on Blind and Ante: they must be equal"):
        table.close_betting()
    with pytest.raises(BadInput, match="must be equal"):
        table.lay_bets(1, [Bet("ante", dollars(10)), Bet("blind", dollars(20))])
    table.lay_bets(1, [Bet("blind", dollars(20)), Bet("ante", dollars(20))])
    table.ready(1)


def test_ante_blind_and_play_are_one_separate_game() -> None:
    config = configure(with_ante())
    assert config.separate_games() == ["ante", "pair-plus", "trips"]
    assert config.separate_games(above=dollars(100)) == ["ante"]


@pytest.mark.parametrize("stays", [False, True])
def test_a_wager_may_stay_in_play_when_the_hand_is_folded(stays: bool) -> None:
    """Letter 002 leaves that to the house; other games say it of each wager."""
    game = games.game(RICHES)
    wagers = [replace(each, after_fold=stays) if each.slug == "royal-riches" else each for each in game.wagers]
    at = Rig(configure(replace(game, wagers=tuple(wagers)), penetration=EVERY_ROUND), 1, dollars(1_000))
    dealt = deal_sevens({1: "8s 8h 8d Kc Jd 4s 2h"}, "As Ks Qh 9h 7c 6d 3d")
    paid = at.play({1: "base=10 royal-riches=5"}, dealt, {1: "fold"})
    assert paid[0] == "1 base loss -$10"
    assert ("loss" not in paid[1]) == stays
