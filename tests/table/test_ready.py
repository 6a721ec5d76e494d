"""Whole sets of bets, players who are ready, and tables that are closed: recorded, replayed, refused in time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput
from pitbook.games.settle import Bet
from pitbook.money import Cents, dollars
from pitbook.table.notation import event_line, parse_rounds, write_rounds
from pitbook.table.replay import Replay
from tests.table.rig import Rig, rig

WAGERS = ("base", "royal-match", "royal-match-progressive", "no-such")
layouts = st.lists(
    st.builds(Bet, st.sampled_from(WAGERS), st.integers(-100, 40_000).map(Cents), st.integers(0, 2)), max_size=4
)


def table_of_two() -> Rig:
    return rig("royal-match-21", players=2, chips=dollars(300))


@given(st.lists(layouts, max_size=6))
def test_set_of_bets_is_accepted_completely_or_not_at_all(tried: list[list[Bet]]) -> None:
    at = table_of_two()
    for layout in tried:
        before = (dict(at.table.seats[1].bets), at.table.seats[1].stack, len(at.events))
        try:
            at.table.lay_bets(1, layout)
        except BadInput:
            assert (at.table.seats[1].bets, at.table.seats[1].stack, len(at.events)) == before
        else:
            assert sorted(map(str, at.table.seats[1].bets.values())) == sorted(map(str, layout))
        at.check_chips()
    assert Replay.begin(at.events).run().differences == []


def test_ready_lasts_until_a_bet_changes_or_the_round_ends() -> None:
    at = table_of_two()
    with pytest.raises(BadInput, match="has not bet"):
        at.table.ready(1)
    at.table.bet(1, "base", dollars(10))
    at.table.ready(1)
    with pytest.raises(BadInput, match="ready already"):
        at.table.ready(1)
    at.table.bet(1, "base", dollars(20))
    assert not at.table.seats[1].ready
    at.table.ready(1)
    at.table.bet(1, "base", Cents(0))
    assert not at.table.seats[1].ready
    at.table.bet(1, "base", dollars(20))
    at.table.ready(1)
    at.table.close_betting()
    with pytest.raises(BadInput, match="is being played"):
        at.table.ready(1)
    at.table.void("a test", "Lee")
    assert not at.table.seats[1].ready
    nonsense: list[Any] = [0, 7, -1, 10**30, True, "1", None]
    for seat in nonsense:
        with pytest.raises(BadInput):
            at.table.ready(seat)


def test_a_closed_table_shows_its_shoe_and_takes_nothing_more() -> None:
    at = table_of_two()
    with pytest.raises(BadInput, match="seat 1 and 2 is taken"):
        at.table.close()
    for seat in (1, 2):
        at.table.leave(seat)
    at.table.close()
    assert [event.kind for event in at.events[-2:]] == ["closed", "shoe-shown"]
    for act in (at.table.close, at.table.shuffle, at.table.close_betting, lambda: at.table.sit(1, "Pat", dollars(1))):
        with pytest.raises(BadInput, match="the table is closed"):
            act()
    replay = Replay.begin(at.events).run()
    assert replay.differences == []
    assert replay.table.closed


def test_ready_and_close_events_have_texts_and_are_not_in_the_notation() -> None:
    at = table_of_two()
    at.table.bet(1, "base", dollars(10))
    at.table.ready(1)
    at.table.bet(1, "base", Cents(0))
    for seat in (1, 2):
        at.table.leave(seat)
    at.table.close()
    words = [event_line(event, {}, at.table.config.game) for event in at.events]
    assert "seat 1 is ready" in words
    assert "the table is closed" in words
    text = write_rounds(at.events)
    assert "ready" not in text
    assert "closed" not in text
    assert Replay.begin(parse_rounds(text)).run().differences == []
