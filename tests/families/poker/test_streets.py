"""Games with several streets: advice by what lies on the table, drills with a board, equal bets, starting hands."""

from fractions import Fraction

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.exact.starting_hands import starting_grid
from pitbook.families.poker.exact.advise import adviser
from pitbook.families.poker.learn import drill
from pitbook.games import game
from pitbook.games.settle import Bet, lay_out
from pitbook.money import dollars
from pitbook.table.checks import check_bet
from pitbook.table.config import configure

MISSISSIPPI, RIDE = "mississippi-stud", "let-it-ride"


def test_advice_depends_on_earlier_bets() -> None:
    """A 6-7-8 without a pair is worth another bet only if much is staked already."""
    hand, board = parse_cards("6s 7d"), parse_cards("9h 2c")
    little = adviser(MISSISSIPPI).advise(hand, board, added=2)
    much = adviser(MISSISSIPPI).advise(hand, board, added=6)
    worth = [{each.choice: each.value for each in found.choices} for found in (little, much)]
    assert [each["fold"] for each in worth] == [-3, -7]
    assert (little.best, much.best) == ("fold", "1x")
    with pytest.raises(BadInput, match="add 9 first stakes"):
        adviser(MISSISSIPPI).advise(hand, board, added=9)


def test_a_drill_deals_the_board_of_a_street() -> None:
    found = [drill.deal(RIDE, seed) for seed in range(12)]
    assert {len(each.board) for each in found} == {0, 1}
    assert {each.decision for each in found} == {"bet-1", "bet-2"}
    pair = drill.judge(RIDE, parse_cards("Ts Td 4c"), (), "pull", parse_cards("2h"))
    assert pair.found.best == "ride"
    assert pair.cost >= 1


def test_three_equal_bets_need_an_amount_divisible_by_three() -> None:
    config = configure(game(RIDE), seats=1)
    assert config.limits["bet"].low == dollars(15)
    check_bet(config, 1, {}, Bet("bet", dollars(30)))
    with pytest.raises(BadInput, match=r"Bets 1, 2 and \$ is 3 equal bets: \$20 cannot be divided by 3"):
        check_bet(config, 1, {}, Bet("bet", dollars(20)))


def test_wager_paid_as_another_uses_its_pay_table() -> None:
    layout = lay_out(game(MISSISSIPPI))
    ante, third = (layout.game.wager(slug) for slug in ("ante", "third-street"))
    assert layout.tables_of(third) == layout.tables_of(ante)


def test_starting_hands_are_a_grid_with_suited_hands_above_the_diagonal() -> None:
    ranks = "AKQJT98765432"
    names = [
        high + low + kind
        for at, high in enumerate(ranks)
        for low in ranks[at:]
        for kind in ([""] if high == low else ["s", "o"])
    ]
    grid = starting_grid({name: {"check": "-1/2", "4x": str(Fraction(len(name) - 3, 1))} for name in names})
    assert [grid[0][0].hand, grid[0][1].hand, grid[1][0].hand, grid[12][12].hand] == ["AA", "AKs", "AKo", "22"]
    assert (grid[0][0].best, grid[0][1].best, grid[0][1].value) == ("check", "4x", 0.0)
    assert starting_grid({}) == []


def test_the_bonus_on_the_board_stays_in_play_after_a_fold() -> None:
    assert game(MISSISSIPPI).wager("three-card-bonus").stays_after_fold({})
