"""Choices that name an amount, take a stake back or move one: checked in one place, recorded with their moves,
replayed.
"""

import pytest

from pitbook.errors import BadInput
from pitbook.games import game
from pitbook.money import Cents, dollars
from pitbook.room.tables.view import _step
from pitbook.table.config import Limits, configure
from pitbook.table.notation import parse_rounds, write_rounds
from pitbook.table.replay import Replay
from pitbook.table.stakes import StakeKey
from pitbook.table.steps import Ask, Place
from tests.table.rig import Rig, check_chips, rig

BETS = {1: "ante=10 ride=10"}
CARDS = "Ks Kd Ah Th 9s"


@pytest.fixture
def table(showdown: str) -> Rig:
    return rig(showdown, players=1)


def asked(at: Rig) -> Ask:
    at.table.advance()
    step = at.table.step
    assert isinstance(step, Ask)
    return step


def begun(at: Rig, bets: str = BETS[1], cards: str = CARDS) -> Ask:
    at.begin({1: bets}, cards)
    return asked(at)


def test_named_amount_is_staked_and_recorded(table: Rig) -> None:
    step = begun(table)
    shown = (_step(step) or {})["open"][0]
    assert shown["amounts"] == {"name": {"low": 1_000, "high": 2_000, "step": 500}}
    table.table.decide(1, "name", cents=dollars(15))
    assert table.events[-1].data == {
        "place": "seat 1", "to": "street", "answer": "name", "cents": 1_500,
        "moves": [{"wager": "raise", "cents": 1_500}],
    }  # fmt: skip
    check_chips(table.table)
    table.finish({1: "let ride"})
    assert table.paid == ["1 ante win $10", "1 ride win $10", "1 raise win $15"]
    assert Replay.begin(table.events).run().differences == []
    text = write_rounds(table.events)
    assert "seat 1 names $15" in text.splitlines()
    read = parse_rounds(text)
    assert [event.data for event in read if event.kind == "answer"] == [
        event.data for event in table.events if event.kind == "answer"
    ]


@pytest.mark.parametrize(
    ("answer", "cents", "words"),
    [
        ("name", None, r"seat 1 must name an amount to name: \$10 to \$20 in steps of \$5"),
        ("name", 500, r"seat 1 cannot name \$5: allowed is \$10 to \$20 in steps of \$5"),
        ("name", 1_700, r"seat 1 cannot name \$17"),
        ("name", 2_500, r"seat 1 cannot name \$25"),
        ("name", 0, "an amount of"),
        ("name", -1_000, "an amount of"),
        ("name", 10**15, "must be a whole number"),
        ("check", 1_000, r"seat 1 names \$10, but check takes no amount"),
    ],
)
def test_invalid_amount_changes_nothing(table: Rig, answer: str, cents: int | None, words: str) -> None:
    begun(table)
    before = len(table.events)
    with pytest.raises(BadInput, match=words):
        table.table.decide(1, answer, cents=None if cents is None else Cents(cents))
    assert len(table.events) == before
    check_chips(table.table)


def test_bounds_are_limited_by_the_stack(showdown: str) -> None:
    at = rig(showdown, players=1, chips=dollars(36))
    step = begun(at)
    amounts = {choice.word: choice.amount for choice in step.choices[Place(1)] if choice.amount is not None}
    assert amounts["name"].high == dollars(15)
    # Three times the Ante is too dear: it is refused with its price, and not offered.
    assert "raise 3x" not in step.open[Place(1)]
    with pytest.raises(BadInput, match=r"seat 1 has \$16 left, too little to raise 3x: it costs \$30"):
        at.table.decide(1, "raise 3x")
    with pytest.raises(BadInput, match=r"allowed is \$10 to \$15"):
        at.table.decide(1, "name", cents=dollars(20))


def test_stake_taken_back_returns_to_the_stack(table: Rig) -> None:
    begun(table)
    before = table.table.seats[1].stack
    table.table.decide(1, "check")
    asked(table)
    table.table.decide(1, "pull")
    assert table.events[-1].data["moves"] == [{"wager": "ride", "cents": -1_000}]
    assert table.table.seats[1].stack == before + dollars(10)
    check_chips(table.table)
    table.finish()
    assert table.paid == ["1 ante win $10"]


def test_a_stake_that_is_moved_costs_nothing(table: Rig) -> None:
    begun(table)
    table.table.decide(1, "raise")
    asked(table)
    before = table.table.seats[1].stack
    table.table.decide(1, "shift")
    assert table.table.seats[1].stack == before
    assert table.table.round is not None
    stakes = table.table.round.players[1].stakes
    assert (stakes.get(StakeKey("ride")), stakes[StakeKey("raise")].own) == (None, dollars(20))
    check_chips(table.table)
    table.finish()
    assert table.paid == ["1 ante win $10", "1 raise win $20"]
    assert Replay.begin(table.events).run().differences == []


def test_choice_that_ends_a_hand_is_its_last(table: Rig) -> None:
    begun(table)
    table.table.decide(1, "fold")
    table.table.advance()
    assert table.table.step is None
    assert table.paid == ["1 ante loss -$10", "1 ride loss -$10"]


# -- limits ------------------------------------------------------------------------------------------------------------


def test_limits_of_a_raise_follow_from_the_highest_bets(showdown: str) -> None:
    usual = configure(game(showdown))
    ante = usual.limits["ante"]
    assert usual.limits["raise"] == Limits(ante.low, Cents(4 * ante.high))
    low = configure(game(showdown), limits={"ante": Limits(dollars(5), dollars(20))})
    assert low.limits["raise"] == Limits(dollars(5), dollars(80))
    own = {"raise": Limits(dollars(5), dollars(60))}
    assert configure(game(showdown), limits=own).limits["raise"] == own["raise"]


def test_bets_that_may_be_raised_above_a_limit_are_refused(showdown: str) -> None:
    at = rig(showdown, players=1, limits={"raise": Limits(dollars(5), dollars(60))})
    at.bet({1: "ante=20 ride=20"})
    words = (
        r"seat 1 bets \$20 on Ante, which may be raised by \$80 on Raise: that is \$5 to \$60 at this table, so bet "
        r"at most \$15"
    )
    with pytest.raises(BadInput, match=words):
        at.table.close_betting()
    for wager in ("ante", "ride"):
        at.table.bet(1, wager, dollars(15))
    at.table.close_betting()
    assert at.table.round is not None


def test_no_choice_exceeds_the_stated_maximum_stake(showdown: str) -> None:
    """A double after a split to four hands is the most that blackjack allows, and the family states as much."""
    at = rig("royal-match-21", players=1)
    at.begin({1: "base=10"}, "8s 5h 8h Td 8d 8c 3s Ts 3h Th 3d Tc 3c Tc 6c 9c 9d")
    at.finish({1: "split, split, split, double, double, double, double"})
    paid = [item.settlement.bet for item in at.table.settled]
    assert paid == [dollars(20)] * 4
    most = at.table.family.most_staked(at.table.config, at.table._snapshot.bets[1])
    assert sum(paid) == most["base"]
