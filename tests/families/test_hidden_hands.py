"""Hands from a real shoe that are not read before the showdown: decisions first, cards last, checks then."""

import pytest

from pitbook.cards import NO_CARD
from pitbook.errors import BadInput
from pitbook.money import dollars
from pitbook.room.tables.view import _step
from pitbook.table.events import CONSOLE
from pitbook.table.notation import parse_rounds, write_rounds
from pitbook.table.replay import Replay
from pitbook.table.steps import Ask, CardTo, Number, Place, Press, Step, Stop
from tests.table.rig import GAMES, Rig, check_chips, entered_rig, rig

BETS = {1: "ante=10 ride=10", 2: "ante=10 ride=10 pocket-pair=5"}


@pytest.fixture
def table(showdown: str) -> Rig:
    return entered_rig(showdown, players=2)


def stopped(at: Rig) -> Stop:
    """Seat 1 raises three times without a pair."""
    at.begin(BETS)
    at.table.do()
    at.table.decide(1, "raise 3x")
    at.table.decide(2, "check")
    at.table.enter("9s")
    for seat in (1, 2):
        at.table.decide(seat, "let ride")
    for cards in ("Ah Th", "7c 7d", "Ks Qd"):
        at.table.enter(cards)
    step = at.table.step
    assert isinstance(step, Stop)
    return step


def test_the_deal_is_one_step_and_cards_come_last(table: Rig) -> None:
    table.begin(BETS)
    assert isinstance(_due(table), Press)
    table.table.do()
    round_ = table.table.round
    assert round_ is not None
    assert {tuple(player.dealt) for player in round_.from_left} == {(NO_CARD, NO_CARD)}
    assert round_.seen_by(CONSOLE).hands_of(1)[0].cards == (NO_CARD, NO_CARD)
    step = table.table.step
    assert isinstance(step, Ask)
    # The hands are not known, so every choice is open; at a table with its own shoe only a pair may raise three times.
    assert "raise 3x" in step.open[Place(1)]
    table.finish({1: "raise 3x, let ride", 2: "fold"}, "9s Ah Th 7c 2d Ks Kd")
    assert table.story == [
        "deal", "seat 1 raise 3x", "seat 2 fold", "card to board", "seat 1 let ride", "card to dealer",
        "card to seat 2", "card to seat 1", "pay 2 pocket-pair loss", "pay 2 ante loss", "pay 2 ride loss",
        "pay 1 ante win", "pay 1 ride win", "pay 1 raise win",
    ]  # fmt: skip
    assert all("seen" not in event.data for event in table.events)
    assert Replay.begin(table.events).run().differences == []
    text = write_rounds(table.events)
    read = parse_rounds(text)
    assert [(event.kind, event.data) for event in read] == [(event.kind, event.data) for event in table.events]


def test_a_table_that_knows_the_hand_offers_only_what_it_allows(showdown: str) -> None:
    at = rig(showdown, players=2)
    at.begin(BETS, "Ks Qd 7c 7d Ah Th 9s")
    at.table.advance()
    step = at.table.step
    assert isinstance(step, Ask)
    assert step.open[Place(1)] == ("raise", "name", "free raise", "check", "fold")
    assert "raise 3x" in step.open[Place(2)]
    with pytest.raises(BadInput, match="seat 1 cannot raise 3x: it needs a pair"):
        at.table.decide(1, "raise 3x")
    # A seat gets neither the other seat's choices nor the reasons for refusals.
    assert step.seen_by(2).choices[Place(1)] == ()
    assert step.seen_by(2).refusals.get(Place(1)) is None


def test_choice_not_allowed_by_the_hand_stops_the_table(table: Rig) -> None:
    step = stopped(table)
    assert step.words == "Call a supervisor: seat 1 chose raise 3x, which needs a pair"
    assert (_step(step) or {})["kind"] == "stop"
    check_chips(table.table)
    for act in (table.table.do, table.table.deal, lambda: table.table.decide(1, "check")):
        with pytest.raises(BadInput, match="Call a supervisor"):
            act()
    table.table.advance()
    assert table.table.step is step


def test_a_supervisor_corrects_the_stake_and_the_round_goes_on(table: Rig) -> None:
    stopped(table)
    before = table.table.seats[1].stack
    for cents in (3_000, -1, 5_000):
        with pytest.raises(BadInput, match=r"the raise stake of seat 1 is \$30: correct it to less than that"):
            table.table.correct_stake(cents, "no pair", "Lee")  # type: ignore[arg-type]  # whole cents
    with pytest.raises(BadInput, match="a reason"):
        table.table.correct_stake(dollars(10), "", "Lee")
    table.table.correct_stake(dollars(10), "no pair", "Lee")
    assert table.table.seats[1].stack == before + dollars(20)
    check_chips(table.table)
    assert table.events[-1].data == {
        "place": "seat 1", "wager": "raise", "cents": 1_000, "was": 3_000, "reason": "no pair", "supervisor": "Lee",
    }  # fmt: skip
    table.finish()
    # King and queen beat ace and ten: three stakes of $10 win.
    assert table.paid[-3:] == ["1 ante win $10", "1 ride win $10", "1 raise win $10"]
    assert Replay.begin(table.events).run().differences == []
    text = write_rounds(table.events)
    assert "correct the stake of seat 1 raise to $10 by Lee: no pair" in text.splitlines()
    assert [event.line() for event in parse_rounds(text)][1:] == [
        event.line().replace(event.at, "") for event in table.events
    ][1:]


def test_raise_corrected_to_zero_is_not_settled(table: Rig) -> None:
    stopped(table)
    table.table.correct_stake(dollars(0), "no pair", "Lee")
    table.finish()
    assert [line for line in table.paid if line.startswith("1")] == ["1 ante win $10", "1 ride win $10"]
    check_chips(table.table)


def test_stopped_table_is_voided_or_undone_with_every_chip(table: Rig) -> None:
    stopped(table)
    table.table.correct_stake(dollars(10), "no pair", "Lee")
    corrected = table.events[-1].number
    with pytest.raises(BadInput, match="only a supervisor takes that back"):
        table.table.undo(corrected)
    table.table.undo(corrected, "wrong seat", "Lee")
    assert isinstance(_due(table), Stop)
    check_chips(table.table)
    # The card was misread: with kings the raise is allowed, and nothing stops.
    table.table.undo(corrected - 1, "misread", "Lee")
    assert _due(table) == CardTo(Place(1), count=2, dealt=True)
    table.table.enter("Ks Kd")
    assert not isinstance(_due(table), Stop)
    table.table.undo(table.events[-1].number)
    table.table.enter("Ks Qd")
    table.table.void("raise without a pair", "Lee")
    assert {seat.stack for seat in table.table.seats.values()} == {dollars(100_000)}
    check_chips(table.table)
    assert Replay.begin(table.events).run().differences == []


@pytest.mark.parametrize("slug", GAMES)
def test_no_family_reads_hidden_hands_of_a_real_shoe_before_the_showdown(slug: str) -> None:
    """At a table with physical cards no card event is visible to its owner only."""
    at = entered_rig(slug, players=1)
    lowest = at.table.config.limits
    for wager in at.table.config.wagers():
        if wager.is_required or wager.spots:
            at.table.bet(1, wager.slug, lowest[wager.slug].low, 1 if wager.spots else 0)
    at.table.close_betting()
    while not isinstance(step := _due(at), (Ask, CardTo)):
        if isinstance(step, Number):
            at.table.enter_number(1)
        else:
            at.table.do()
    assert not isinstance(step, CardTo) or step.seen != "owner"


def _due(at: Rig) -> Step | None:
    return at.table.step
