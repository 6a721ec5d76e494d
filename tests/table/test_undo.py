"""Undo of mistaken inputs: the round runs again from the close of betting without them."""

import random
from collections import Counter
from typing import Any

import pytest

from pitbook.cards import card_names
from pitbook.errors import BadInput
from pitbook.money import dollars
from pitbook.table.done_words import done_words
from pitbook.table.events import Event, effective_events
from pitbook.table.jackpot import PlayMeter
from pitbook.table.notation import parse_rounds, write_rounds
from pitbook.table.replay import Replay
from pitbook.table.steps import Ask, CardTo
from pitbook.table.table import Table
from pitbook.table.undo import irreversible
from tests.table.rig import GAMES, POKER, RICHES, ROYAL, Rig, all_bets, deal, entered_rig, one_step, rig

METER = "royal-match-progressive"


def money(table: Table) -> tuple[object, ...]:
    """Every amount and every card that a table knows of."""
    stacks = {seat: held.stack for seat, held in table.seats.items()}
    jackpot = table.jackpot.meter if isinstance(table.jackpot, PlayMeter) else None
    cards = +table._seen, +table._in_play, table.position
    step = table.step.words if table.step is not None else ""
    return stacks, table.house, table.on_layout, list(table.settled), step, cards, jackpot


def last(table: Table) -> Event:
    return table.inputs[-1]


def check_replay(at: Rig) -> None:
    """The record gives the same table again, byte for byte."""
    at.check_chips()
    replay = Replay.begin(at.events).run()
    assert replay.differences == []
    assert [event.line() for event in replay.made] == [event.line() for event in at.events]
    assert money(replay.table)[:5] == money(at.table)[:5]


def test_a_mis_keyed_card_is_taken_back_and_keyed_again() -> None:
    at = entered_rig(POKER, players=2)
    at.begin(dict.fromkeys((1, 2), "base=10"))
    at.table.enter("9c")
    before = money(at.table)
    at.table.enter("Kh")
    assert done_words(last(at.table), at.table.config.game) == "King of hearts to seat 2"
    at.table.undo(last(at.table).number)
    assert money(at.table) == before
    assert (at.events[-1].kind, at.events[-1].data) == ("undone", {"event": at.events[-2].number})
    at.finish(entered="Kd 7s 8c 9d ?? Td")
    check_replay(at)


def test_repeated_undo_walks_back_to_the_close_of_betting() -> None:
    at = entered_rig(POKER, players=1)
    at.begin({1: "base=10"})
    begun = money(at.table)
    for card in ("5c", "Ah", "6d", "??"):
        at.table.enter("" if card == "??" else card)
    at.table.decide(1, "yes")  # insurance
    at.table.decide(0, "no")
    while at.table.inputs and last(at.table).kind != "settled":
        at.table.undo(last(at.table).number)
    assert money(at.table) == begun
    with pytest.raises(BadInput, match="no input of this round can be taken back"):
        at.table.undo(at.events[-1].number)
    check_replay(at)


def test_an_answer_takes_its_chips_back_with_it() -> None:
    """A double, a split and an insurance that were keyed for the wrong answer."""
    for hand, up, answer in (("5c 6d", "7h", "double"), ("8c 8d", "7h", "split"), ("5c 6d", "Ah", "yes")):
        at = entered_rig(POKER, players=1)
        at.begin({1: "base=10"})
        first, second = hand.split()
        for card in (first, up, second, ""):
            at.table.enter(card)
        before = money(at.table)
        at.table.decide(1, answer)
        assert at.table.seats[1].stack < before[0][1]  # type: ignore[index]
        at.table.undo(last(at.table).number)
        assert money(at.table) == before
        check_replay(at)


def test_the_dealer_takes_back_the_last_input_only() -> None:
    at = entered_rig(POKER, players=1)
    at.begin({1: "base=10"})
    for card in ("5c", "9h"):
        at.table.enter(card)
    with pytest.raises(BadInput, match="the last input only \\(Nine of hearts to the dealer\\)"):
        at.table.undo(at.table.inputs[0].number)
    at.table.undo(at.table.inputs[0].number, "the first card was misread", "Sam")
    assert at.table.inputs == []
    check_replay(at)


def test_a_payment_is_taken_back_by_a_supervisor_with_a_reason() -> None:
    at = entered_rig(POKER, players=1)
    at.begin({1: "base=10 match-n-poker=5"})
    for card in ("9c", "9h", "9d", ""):
        at.table.enter(card)
    cards = [event.number for event in at.table.inputs]
    at.table.do()  # three of a kind is paid
    stack = at.table.seats[1].stack
    with pytest.raises(BadInput, match=r"Seat 1, Match-n-Poker: paid \$100: chips have moved; only a supervisor"):
        at.table.undo(last(at.table).number)
    for reason, by in (("", "Sam"), ("misread", ""), (" ", "Sam"), ("misread", "x" * 300)):
        with pytest.raises(BadInput):
            at.table.undo(cards[2], reason, by)
    at.table.undo(cards[2], "the nine was a six", "Sam")
    assert at.table.seats[1].stack == stack - dollars(105)
    assert at.table.settled == []
    at.table.enter("6d")
    at.finish(entered="?? Td")
    assert at.paid[0] == "1 match-n-poker match $5"
    check_replay(at)


def test_a_card_of_the_tables_own_shoe_comes_again_from_the_same_position() -> None:
    """The dealer takes back an answer until its card has come; a supervisor afterwards, and the card is the same."""
    at = rig(POKER, players=1)
    at.begin({1: "base=10"}, deal(["5c 6d"], "7h 9s", "2c 3c Tc"))
    at.table.advance()
    at.table.decide(1, "stand")
    at.table.undo(last(at.table).number)
    at.table.decide(1, "hit")
    answer = last(at.table).number
    at.table.deal()
    dealt = [event.data["cards"] for event in at.events if event.kind == "card"][-1]
    with pytest.raises(BadInput, match="Deuce of clubs to seat 1: it came from the table's own shoe"):
        at.table.undo(last(at.table).number)
    at.table.undo(answer, "the player had signalled double", "Sam")
    at.table.decide(1, "double")
    at.table.deal()
    assert [event.data["cards"] for event in at.events if event.kind == "card"][-1] == dealt == "2c"
    at.finish()
    check_replay(at)


def test_undo_stops_at_coin_in_a_drawn_number_and_a_shuffle() -> None:
    at = entered_rig(ROYAL, players=1, offered=("base", METER))
    at.begin({1: f"base=10 {METER}=1"})
    at.table.do()
    assert at.table.inputs == []
    coin_in = at.events[-1]
    assert (coin_in.kind, coin_in.data["name"]) == ("step", "coin-in")
    with pytest.raises(BadInput, match="void the round"):
        at.table.undo(coin_in.number, "wrong seat", "Sam")
    at.table.enter("9c")
    at.table.shuffle()
    assert at.table.inputs == []
    at.table.enter("9h")
    at.table.undo(last(at.table).number)
    check_replay(at)
    own = rig(RICHES, players=1)
    own.begin({1: "base=10"})
    own.table.draw_number()
    assert own.table.inputs == []


def test_undoing_a_prize_restores_the_meter() -> None:
    at = entered_rig(ROYAL, players=1, offered=("base", METER))
    at.begin({1: f"base=10 {METER}=1"})
    at.table.do()
    for card in ("Ks", "Kh", "Qs", ""):
        at.table.enter(card)
    queen = at.table.inputs[2].number
    for seat, answer in ((0, "no"), (1, "stand")):
        at.table.decide(seat, answer)
    at.table.enter("Qh")
    assert isinstance(at.table.jackpot, PlayMeter)
    meter = at.table.jackpot.meter
    at.table.do()
    at.table.do()
    assert at.table.settled[-1].settlement.share is not None
    assert at.table.jackpot.meter != meter
    at.table.undo(queen, "the queen was a jack", "Sam")
    assert at.table.jackpot.meter == meter
    at.table.void("misdeal", "Sam")
    assert at.table.jackpot.shown == dollars(5_000)
    check_replay(at)


def test_a_correction_is_kept_or_taken_back_with_its_payment() -> None:
    at = entered_rig(POKER, players=1)
    at.begin({1: "base=10 match-n-poker=5"})
    for card in ("9c", "9h", "2d", ""):
        at.table.enter(card)
    at.table.do()
    paid = at.table.settled[0].event
    at.table.correct(paid, dollars(50), "paid 10 to 1", "Sam")
    corrected = money(at.table)
    at.table.decide(1, "stand")
    at.table.undo(last(at.table).number)
    assert money(at.table) == corrected
    at.table.undo(paid, "paid too early", "Sam")
    assert at.table.seats[1].stack == dollars(100_000) - dollars(15)
    check_replay(at)


def test_a_prize_that_is_not_honoured_is_settled_with_a_reason() -> None:
    at = entered_rig(ROYAL, players=1, offered=("base", METER))
    at.begin({1: f"base=10 {METER}=1"})
    with pytest.raises(BadInput, match="a prize is not due"):
        at.table.refuse_prize("marked cards", "Sam")
    at.table.do()
    for card in ("Ks", "Kh", "Qs", ""):
        at.table.enter(card)
    for seat, answer in ((0, "no"), (1, "stand")):
        at.table.decide(seat, answer)
    at.table.enter("Qh")
    with pytest.raises(BadInput, match="no prize from the meter is due"):
        at.table.refuse_prize("marked cards", "Sam")
    at.table.do()
    at.table.refuse_prize("marked cards", "Sam")
    assert at.paid[-1] == f"1 {METER} loss -$1"
    event = next(event for event in reversed(at.events) if event.kind == "settled")
    assert (event.data["reason"], event.data["supervisor"]) == ("marked cards", "Sam")
    assert event.data["label"] == "Double Royal Match, not honoured"
    at.finish()
    check_replay(at)
    again = parse_rounds(write_rounds(at.events))
    assert [event.data for event in again if event.kind == "settled"] == [
        event.data for event in at.events if event.kind == "settled"
    ]


def test_the_notation_leaves_out_undone_inputs() -> None:
    at = entered_rig(POKER, players=1)
    at.begin({1: "base=10"})
    at.table.enter("Kh")
    at.table.undo(last(at.table).number)
    at.finish(entered="9c 9h 8d ?? Td")
    text = write_rounds(at.events)
    assert "Kh" not in text
    again = parse_rounds(text)
    assert [(event.kind, event.data) for event in again[1:]] == [
        (event.kind, event.data) for event in effective_events(at.events)[1:]
    ]


@pytest.mark.parametrize("source", ["entered", "shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_undo_and_void_restore_every_state_of_a_random_round(game: str, source: str) -> None:
    """After any mistakes the round is what it would have been without them, and void gives every chip back."""
    for seed in range(4):
        chance = random.Random(seed)
        at = rig(game, players=3) if source == "shoe" else entered_rig(game, players=3)
        stacks = {seat: held.stack for seat, held in at.table.seats.items()}
        for seat in at.table.seats:
            for bet in all_bets(at.table.config):
                at.table.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)
        at.table.close_betting()
        states: dict[int, Any] = {}
        undone = 0
        while at.table.step is not None and undone < 12:
            if at.table.inputs and chance.random() < 0.2:
                event = chance.choice(at.table.inputs)
                by = "" if event == last(at.table) and not irreversible(event, source) else "Sam"
                at.table.undo(event.number, "a mistake" if by else "", by)
                assert money(at.table) == states[event.number]
                undone += 1
                continue
            before = money(at.table)
            next_step(at.table, chance)
            if at.table.inputs:
                states[last(at.table).number] = before
            at.check_chips()
        if at.table.step is not None:
            at.table.void("misdeal", "Sam")
            assert {seat: held.stack for seat, held in at.table.seats.items()} == stacks
            assert (at.table.house, at.table.on_layout) == (0, 0)
        check_replay(at)


def next_step(table: Table, chance: random.Random) -> None:
    """Does the step that is due, with any allowed card or answer."""
    step = table.step
    if isinstance(step, Ask):
        place = chance.choice(list(step.open))
        choices = [each for each in step.open[place] if "/" not in each]
        table.decide(place.seat, chance.choice(choices), place.hand)
    elif isinstance(step, CardTo) and table.config.source == "entered":
        left = sorted((Counter(table.config.pack) - table._seen).elements())
        for _ in range(50):  # a hole card may contradict what the dealer saw
            try:
                table.enter(card_names(chance.sample(left, step.count)))
                return
            except BadInput:
                continue
        raise AssertionError("no card fits")
    else:
        one_step(table)
