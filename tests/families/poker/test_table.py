"""A live table of Three Card Poker: questions, pays, and refusals that move no chip."""

from typing import Any

import pytest

from pitbook import games
from pitbook.errors import BadInput
from pitbook.money import Cents, dollars
from pitbook.table.config import TableConfig, configure
from pitbook.table.events import Event
from pitbook.table.replay import Replay
from pitbook.table.run import counting_clock
from pitbook.table.shoe import OsChance
from pitbook.table.steps import Ask, CardTo
from pitbook.table.table import Table

GAME = "three-card-poker"


def opened(*bets: tuple[str, int], seat: int = 1, **given: Any) -> tuple[Table, list[Event]]:
    """A table with physical cards and one player who has bet, up to the first step."""
    events: list[Event] = []
    config: TableConfig = configure(games.game(GAME), source="entered", **given)
    table = Table(config, OsChance(), counting_clock(), events.append)
    table.sit(seat, "Ann", dollars(1_000))
    for wager, amount in bets:
        table.bet(seat, wager, dollars(amount))
    return table, events


def finished(table: Table, dealer: str, **hands: str) -> dict[str, int]:
    """Enters the dealer's cards and the seats' as they are asked for, and settles; nets by wager, in cents."""
    while table.step is not None:
        if isinstance(table.step, CardTo):
            place = table.step.place
            table.enter(dealer if place.seat == 0 else hands[f"seat{place.seat}"])
        else:
            table.do()
    return {item.settlement.wager: int(item.settlement.net or 0) for item in table.settled}


def test_ante_play_and_bonuses_are_settled_at_the_showdown() -> None:
    table, events = opened(("ante", 10), ("pair-plus", 5), ("six-card-bonus", 5))
    table.close_betting()
    table.do()  # the dealer has dealt
    table.decide(1, "1x")
    assert table.at_stake(1) == dollars(30)
    nets = finished(table, "Qd 8s 3h", seat1="5s 4d 3c")
    assert nets == {"ante": 1000, "play": 1000, "ante-bonus": 1000, "pair-plus": 3000, "six-card-bonus": -500}
    assert table.seats[1].stack == dollars(1_055)
    assert Replay.begin(events).run().differences == []


def test_pair_plus_alone_is_dealt_in_without_a_question() -> None:
    table, _ = opened(("pair-plus", 5))
    table.close_betting()
    table.do()
    assert not isinstance(table.step, Ask)
    assert finished(table, "Qd 8s 3h", seat1="5s 5d 3c") == {"pair-plus": 500}


@pytest.mark.parametrize(("option", "pair_plus"), [("loses", -500), ("stays", 500)])
def test_fold_loses_the_ante_and_pair_plus_by_option(option: str, pair_plus: int) -> None:
    table, _ = opened(("ante", 10), ("pair-plus", 5), ("six-card-bonus", 5), options={"folded-pair-plus": option})
    table.close_betting()
    table.do()
    table.decide(1, "fold")
    nets = finished(table, "5h 8s 3h", seat1="5s 5d 3c")
    assert nets == {"ante": -1000, "pair-plus": pair_plus, "six-card-bonus": 12_500}


@pytest.mark.parametrize(
    ("seat", "answer", "words"),
    [
        (1, "2x", "seat 1 cannot '2x': allowed are fold and 1x"),
        (1, "raise", "seat 1 cannot 'raise': allowed are fold and 1x"),
        (2, "fold", "seat 2 is not asked for decision now"),
    ],
)
def test_a_choice_that_is_not_offered_or_out_of_turn_moves_nothing(seat: int, answer: str, words: str) -> None:
    table, events = opened(("ante", 10))
    table.close_betting()
    table.do()
    before = (table.seats[1].stack, table.on_layout, len(events))
    with pytest.raises(BadInput, match=words):
        table.decide(seat, answer)
    assert (table.seats[1].stack, table.on_layout, len(events)) == before


def test_invalid_bets_are_refused() -> None:
    table, events = opened()
    before = len(events)
    for wager, cents, words in (
        ("play", 1000, "is bet in the round"),
        ("ante-bonus", 1000, "takes no bet of its own: it is paid on the ante"),
        ("ante", 100, r"Ante is \$5 to \$300 at this table"),
        ("six-card-bonus", 500, "without the Ante wager"),
    ):
        with pytest.raises(BadInput, match=words):
            table.bet(1, wager, Cents(cents))
    assert len(events) == before


def test_a_hand_with_a_wrong_number_of_cards_is_refused() -> None:
    table, events = opened(("ante", 10))
    table.close_betting()
    table.do()
    table.decide(1, "1x")
    before = len(events)
    with pytest.raises(BadInput, match="2 cards given"):
        table.enter("Qd 8s")
    assert len(events) == before


def test_a_player_without_the_chips_for_the_play_may_only_fold() -> None:
    table, _ = opened()
    table.bet(1, "ante", dollars(300))
    table.bet(1, "pair-plus", dollars(100))
    table.seats[1].stack = dollars(100)
    table.close_betting()
    table.do()
    with pytest.raises(BadInput, match="too little for a 1x bet: it costs"):
        table.decide(1, "1x")
    table.decide(1, "fold")


def test_decision_can_be_undone_and_the_round_voided() -> None:
    table, _ = opened(("ante", 10))
    table.close_betting()
    table.do()
    table.decide(1, "1x")
    assert table.last_input is not None
    table.undo(table.last_input.number, "misheard", "Lee")
    assert table.at_stake(1) == dollars(10)
    table.void("exposed-card: a dealer card was seen", "Lee")
    assert table.seats[1].stack == dollars(1_000)


def test_the_aggregate_limit_cuts_the_pays_at_odds_of_all_seats() -> None:
    table, _ = opened(("ante", 10), ("six-card-bonus", 10), aggregate={"six-card-bonus": dollars(5_000)})
    table.close_betting()
    table.do()
    table.decide(1, "1x")
    nets = finished(table, "Js Ts 3h", seat1="As Ks Qs")
    assert nets["six-card-bonus"] == dollars(5_000)
    paid = next(item for item in table.settled if item.settlement.wager == "six-card-bonus")
    assert "cut to the aggregate limit" in paid.settlement.pays
