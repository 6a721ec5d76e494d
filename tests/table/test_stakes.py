"""Stakes are one map: choices say how they change it, and the table alone moves the chips."""

from types import SimpleNamespace
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.games.settle import Settlement
from pitbook.money import Cents, dollars
from pitbook.table.replay import Replay
from pitbook.table.round import Round
from pitbook.table.stakes import Move, Stake, StakeKey
from pitbook.table.steps import Ask, Choice, Place, Procedure, Question, Settle
from pitbook.table.table import Table
from pitbook.table.upgrade import upgrade
from tests.table.rig import POKER, Rig, check_chips, deal, rig

# -- choices --------------------------------------------------------------------------------

RAISE = Question("raise", (), "no")


def with_procedure(play: Any, chips: Cents = dollars(100)) -> Table:
    """A blackjack table with another procedure, and $10 bet at seat 1."""
    table = rig(POKER, players=1, chips=chips).table
    most = {"base": dollars(200), "bust": dollars(5)}
    table.family = SimpleNamespace(play=play, SHUFFLES_EACH_ROUND=False, most_staked=lambda config, bets: most)
    table.bet(1, "base", dollars(10))
    table.close_betting()
    return table


def paid(round_: Round, net: int, wager: str = "base") -> Settle:
    stake = round_.players[1].stakes[StakeKey(wager)]
    item = Settlement(1, wager, 0, stake.own, "house", "win", "Win", "1 to 1", Cents(net), house=stake.house)
    return Settle(item)


def test_stakes_are_taken_back_moved_and_put_on_a_wager_that_opens_in_the_round() -> None:
    taken = Choice("less", moves=(Move(StakeKey("base"), dollars(-4)),))
    added = Choice("other", moves=(Move(StakeKey("bust"), dollars(5)),))

    def play(round_: Round) -> Procedure:
        yield Ask(RAISE, {Place(1): (taken, added)})
        yield Ask(RAISE, {Place(1): (taken, added)})
        yield paid(round_, 1200, "bust")
        yield paid(round_, -600)

    table = with_procedure(play)
    for word, stack in (("less", 94), ("other", 89)):
        table.decide(1, word)
        check_chips(table)
        assert table.seats[1].stack == dollars(stack)
    assert table.round is not None
    assert table.round.players[1].stakes == {StakeKey("base"): Stake(dollars(6)), StakeKey("bust"): Stake(dollars(5))}
    table.do()
    check_chips(table)
    table.do()
    assert table.seats[1].stack == dollars(100 + 12 - 6)
    assert (table.house, table.on_layout) == (dollars(-6), 0)


@pytest.mark.parametrize(("net", "stack"), [(2_000, 120), (-1_000, 90)], ids=["won", "lost"])
def test_a_free_bet_is_paid_and_costs_only_the_players_own(net: int, stack: int) -> None:
    free = Choice("free", moves=(Move(StakeKey("base"), dollars(10), "house"),))

    def play(round_: Round) -> Procedure:
        yield Ask(RAISE, {Place(1): (free,)})
        yield paid(round_, net)

    table = with_procedure(play, dollars(100))
    table.decide(1, "free")
    check_chips(table)
    assert (table.seats[1].stack, table.at_stake(1), table.on_layout) == (dollars(90), dollars(10), dollars(20))
    table.undo(table.inputs[-1].number, "a mistake", "Sam")
    assert (table.house, table.on_layout) == (0, dollars(10))
    table.decide(1, "free")
    table.do()
    check_chips(table)
    assert table.seats[1].stack == dollars(stack)


def test_a_choice_beyond_the_stack_is_refused_to_that_seat_only() -> None:
    dear = Choice("raise", moves=(Move(StakeKey("base"), dollars(91)),))

    def play(round_: Round) -> Procedure:
        yield Ask(RAISE, {Place(1): (dear, Choice("no"))})
        yield paid(round_, 0)

    table = with_procedure(play)
    assert isinstance(table.step, Ask)
    assert table.step.open == {Place(1): ("no",)}
    with pytest.raises(BadInput, match=r"seat 1 has \$90 left, too little to raise: it costs \$91"):
        table.decide(1, "raise")
    table.decide(1, "no")


def test_a_payment_for_another_amount_than_the_stake_is_a_fault() -> None:
    def play(round_: Round) -> Procedure:
        yield Settle(Settlement(1, "base", 0, dollars(9), "house", "win", "Win", "1 to 1", dollars(9)))

    with pytest.raises(ValueError, match="is settled for 900"):
        with_procedure(play).do()


# -- the record --------------------------------------------------------------------------------------------------------


def doubled_and_split() -> Rig:
    """Splits to three hands with one taken back, a double on the last, and insurance."""
    at = rig(POKER, players=1)
    at.begin({1: "base=10"}, deal(["8c 8d"], "As 9d", "8h 8s 3c 2d 5h Ts Tc 4d"))
    table = at.table
    table.advance()
    table.decide(1, "yes")
    table.advance()
    table.decide(1, "split")
    table.advance()
    table.decide(1, "split")
    table.undo(table.inputs[-1].number, "a mistake", "Sam")
    table.decide(1, "split")
    table.advance()
    while isinstance(table.step, Ask):
        place = next(iter(table.step.open))
        table.decide(1, "double" if place.hand == 3 and "double" in table.step.open[place] else "stand", place.hand)
        table.advance()
    return at


def test_answers_record_their_moves_and_logs_without_them_are_upgraded() -> None:
    events = doubled_and_split().events
    moves = [event.data["moves"] for event in events if "moves" in event.data]
    assert moves == [
        [{"wager": "insurance", "cents": 500}],
        [{"wager": "base", "cents": 1000, "hand": 2}],
        [{"wager": "base", "cents": 1000, "hand": 3}],
        [{"wager": "base", "cents": 1000, "hand": 3}],
        [{"wager": "base", "cents": 1000, "hand": 3}],
    ]
    without = [
        type(event)(
            event.number,
            event.kind,
            {name: value for name, value in event.data.items() if name != "moves"},
            event.at,
            event.by,
        )
        for event in events
    ]
    assert upgrade(without) == events
    assert Replay.begin(upgrade(without)).run().differences == []
