"""Free bets: the house's money on a stake raises what a win pays, and a loss costs only the player's own."""

from fractions import Fraction

import pytest

from pitbook.errors import BadInput
from pitbook.games import game
from pitbook.games.model import Deal
from pitbook.games.settle import Bet, lay_out, pay_for, settle_bet
from pitbook.money import Cents, dollars
from pitbook.pay import Odds, PayLine, PayTable
from pitbook.table.notation import parse_rounds, write_rounds
from pitbook.table.replay import Replay
from pitbook.table.stakes import Stake, StakeKey
from tests.table.rig import Rig, check_chips, rig

BETS = {1: "ante=10 ride=10"}
WINS, LOSES, TIES = "Ks Kd Ah Th 9s", "2s 3d Ah Th 9s", "As Td Ah Th 9s"


@pytest.fixture
def table(showdown: str) -> Rig:
    return rig(showdown, players=1)


@pytest.mark.parametrize(("cards", "net"), [(WINS, 10), (LOSES, 0), (TIES, 0)], ids=["won", "lost", "tied"])
def test_a_free_raise_pays_on_the_house_s_money_and_costs_nothing(table: Rig, cards: str, net: int) -> None:
    table.begin(BETS, cards)
    table.table.advance()
    before = table.table.seats[1].stack
    table.table.decide(1, "free raise")
    assert table.table.seats[1].stack == before
    assert table.table.round is not None
    assert table.table.round.players[1].stakes[StakeKey("raise")] == Stake(Cents(0), dollars(10))
    assert table.events[-1].data["moves"] == [{"wager": "raise", "cents": 1_000, "source": "house"}]
    check_chips(table.table)
    table.finish({1: "let ride"})
    check_chips(table.table)
    item = table.table.settled[-1].settlement
    assert (item.wager, item.bet, item.house, item.net) == ("raise", 0, 1_000, dollars(net))
    # Chips are where they belong: what the player did not win, the house has again.
    won = sum(each.settlement.net or 0 for each in table.table.settled)
    assert (table.table.house, table.table.on_layout) == (-won, 0)


def test_a_raise_that_is_partly_free_pays_on_both_and_loses_its_own(table: Rig) -> None:
    """The Ride is moved onto a free raise: $10 of the player's own and $10 of the house's."""
    for cards, net in ((WINS, 20), (LOSES, -10)):
        table.play(BETS, cards, {1: "free raise, shift"})
        item = table.table.settled[-1].settlement
        assert (item.wager, item.bet, item.house, item.net) == ("raise", 1_000, 1_000, dollars(net))
        assert table.events[-2].kind != "settled" or table.events[-2].data["house"] == 1_000
    assert Replay.begin(table.events).run().differences == []
    text = write_rounds(table.events)
    assert "seat 1 raise $10 + $10 free wins $20: Win @ 1 to 1" in text.splitlines()
    assert "seat 1 raise $10 + $10 free loses $10" in text.splitlines()
    read = parse_rounds(text)
    paid = [event.data for event in table.events if event.kind == "settled"]
    assert [event.data for event in read if event.kind == "settled"] == paid
    assert Replay.begin(read).run().differences == []


def test_cached_pay_includes_the_house_money(showdown: str) -> None:
    """The same bet with and without a free part, in both orders."""
    layout, deal = lay_out(game(showdown)), Deal((44, 45), (0, 5), board=(9,))
    wager = layout.game.wager("ante")
    plain, free = Bet("ante", dollars(10)), Bet("ante", dollars(10), house=dollars(10))
    for bet, net in ((plain, 10), (free, 20), (plain, 10), (free, 20)):
        assert settle_bet(layout, 1, wager, bet, deal).net == dollars(net)


def test_a_line_that_takes_part_of_a_bet_takes_it_of_the_player_s_own(showdown: str) -> None:
    layout = lay_out(game(showdown))
    half = PayTable("half", "ante", (1,), (PayLine("win", "Win", Odds(Fraction(-1, 2), True)),))
    paid = pay_for(layout, layout.game.wager("ante"), half, ["win"], dollars(10), dollars(10))
    assert paid.net == -dollars(5)


def test_a_payment_is_corrected_to_a_loss_of_the_player_s_own_at_most(table: Rig) -> None:
    table.play(BETS, WINS, {1: "free raise, shift"})
    event = table.table.settled[-1].event
    with pytest.raises(BadInput, match=r"a wager of \$10 loses at most that"):
        table.table.correct(event, dollars(-20), "wrong hand", "Lee")
    table.table.correct(event, dollars(-10), "wrong hand", "Lee")
    check_chips(table.table)


def test_taking_back_a_free_raise_gives_the_house_its_money(table: Rig) -> None:
    table.begin(BETS, WINS)
    table.table.advance()
    table.table.decide(1, "free raise")
    assert (table.table.house, table.table.on_layout) == (-dollars(10), dollars(30))
    table.table.undo(table.events[-1].number)
    assert (table.table.house, table.table.on_layout) == (0, dollars(20))
    table.table.decide(1, "free raise")
    table.table.void("misdeal", "Lee")
    assert (table.table.house, table.table.on_layout, table.table.seats[1].stack) == (0, 0, dollars(100_000))
    assert Replay.begin(table.events).run().differences == []
