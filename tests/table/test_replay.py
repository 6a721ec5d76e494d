"""Records: replayed to the byte, tampering detected, and a table that continues after an interruption at any event."""

import json
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.games import game
from pitbook.games.settle import bet_name
from pitbook.money import Cents, dollars
from pitbook.table.config import configure
from pitbook.table.events import Event, parse_event
from pitbook.table.replay import Replay
from pitbook.table.steps import PLACES, Ask, parse_place
from pitbook.table.table import Table
from tests.hostile import NASTY
from tests.table.rig import EZ, GAMES, MATCH, POKER, RICHES, ROYAL, all_bets, check_chips, deal, one_step, restore, rig
from tests.table.test_machine import CountedChance

NOON = "12:00:00"
SETUPS: dict[str, dict[str, Any]] = {
    MATCH: {"seats": 2},
    POKER: {"seats": 2, "decks": 2, "penetration": Fraction(1, 4)},
    ROYAL: {"seats": 2, "decks": 2, "offered": ("base", "royal-match", "blazing-7s")},
    RICHES: {"seats": 2},
    EZ: {"seats": 2},
}


def next_step(table: Table) -> None:
    """Does the next step of three rounds, with players who double and split when they can."""
    if table.step is None:
        for seat in (1, 2):
            if seat not in table.seats:
                table.sit(seat, f"Player {seat}", dollars(1_000))
                return
        for seat, bet in product((1, 2), all_bets(table.config)):
            if bet_name(bet) not in table.seats[seat].bets:
                table.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)
                return
        table.close_betting()
    elif isinstance(table.step, Ask):
        (place, answers), *_ = table.step.open.items()
        table.decide(place.seat, "house way" if table.step.name == "set" else answers[-1], place.hand)
    else:
        one_step(table)


class Recorded:
    """A table of a game with its record and its chance."""

    def __init__(self, slug: str, **setup: Any) -> None:
        self.events: list[Event] = []
        self.chance = CountedChance(5)
        self.used: list[int] = []
        """The amount of randomness used when each event was recorded."""
        self.table = Table(configure(game(slug), **(SETUPS[slug] | setup)), self.chance, lambda: NOON, self.keep)

    def keep(self, event: Event) -> None:
        self.events.append(event)
        self.used.append(self.chance.used)

    def run(self, rounds: int) -> "Recorded":
        while self.table.rounds < rounds or self.table.round is not None:
            next_step(self.table)
        return self


@pytest.mark.parametrize("slug", GAMES)
def test_a_replay_is_the_same_to_the_byte(slug: str) -> None:
    """Through the lines of a log and back."""
    played = Recorded(slug).run(4)
    read = [parse_event(event.line()) for event in played.events]
    replay = Replay.begin(read).run()
    assert replay.differences == []
    assert [event.line() for event in replay.made] == [event.line() for event in played.events]
    assert replay.table.log.hash == played.table.log.hash
    assert [seat.stack for seat in replay.table.seats.values()] == [seat.stack for seat in played.table.seats.values()]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("rounds", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_an_interruption_at_any_event_loses_nothing(slug: str, rounds: int) -> None:
    """The table is lost after each event of some rounds; the restored table plays on to the same record."""
    whole = Recorded(slug).run(rounds)
    for length in range(1, len(whole.events) + 1):
        part = whole.events[:length]
        events = list(part)
        chance = CountedChance(5, whole.used[length - 1])
        table = restore(part, chance, lambda: NOON, events.append)
        check_chips(table)
        assert events == whole.events[: len(events)], "what followed by itself is recorded as it was"
        while table.rounds < rounds or table.round is not None:
            next_step(table)
        assert [event.line() for event in events] == [event.line() for event in whole.events]
        assert table.log.hash == whole.table.log.hash


def test_a_shoe_that_runs_out_in_mid_round() -> None:
    """An interruption between showing the empty shoe, sealing the next one and dealing the next card loses nothing."""
    whole = Recorded(POKER, penetration=Fraction(1)).run(14)
    kinds = [event.kind for event in whole.events]
    shown = [place for place, kind in enumerate(kinds) if kind == "shoe-shown" and kinds[place - 1] != "round-over"]
    assert shown
    for length in (place + after for place in shown for after in range(4)):
        events = whole.events[:length]
        chance = CountedChance(5, whole.used[length - 1])
        table = restore(list(events), chance, lambda: NOON, events.append)
        while table.rounds < 14 or table.round is not None:
            next_step(table)
        assert table.log.hash == whole.table.log.hash
    for place in shown:
        over = kinds.index("round-over", place)
        # All cards that are not on the table were shuffled again; the next round has a whole shoe.
        assert whole.events[place + 1].data["cards"] < 104
        assert kinds[over + 1 : over + 3] == ["shoe-shown", "shuffled"]
        assert whole.events[over + 2].data["cards"] == 104


# -- damaged records ---------------------------------------------------------------------------------------------------


def tampered(events: list[Event], kind: str, change: Any) -> list[Event]:
    """The record with the first event of a kind changed."""
    place = next(place for place, event in enumerate(events) if event.kind == kind)
    data = json.loads(json.dumps(dict(events[place].data)))
    change(data)
    return [*events[:place], replace(events[place], data=data), *events[place + 1 :]]


CHANGES: list[tuple[str, Any]] = [
    ("settled", lambda data: data.update(net=data["net"] + 1)),
    ("settled", lambda data: data.update(outcome="royal_flush")),
    ("settled", lambda data: data.update(seat=3 - data["seat"])),
    ("settled", lambda data: data.update(bet=float(data["bet"]))),
    ("card", lambda data: data.update(cards="As")),
    ("card", lambda data: data.update(to="dealer")),
    ("sat", lambda data: data.update(chips=0)),
    ("sat", lambda data: data.update(chips=float("inf"))),
    ("sat", lambda data: data.pop("player")),
    ("bet", lambda data: data.update(cents=10**13)),
    ("bet", lambda data: data.update(wager=[])),
    ("answer", lambda data: data.update(answer="surrender")),
    ("answer", lambda data: data.update(place="seat 9")),
    ("round-over", lambda data: data["stacks"].update({"1": 0})),
    ("shuffled", lambda data: data.update(promise="0" * 64)),
    ("shuffled", lambda data: data["secret"].update(order="As")),
    ("shuffled", lambda data: data["secret"].update(order=" ".join(reversed(data["secret"]["order"].split())))),
    ("shuffled", lambda data: data.pop("secret")),
    ("step", lambda data: data.update(name="peek-a-boo")),
    ("opened", lambda data: data.update(seats="2")),
    ("opened", lambda data: data.update(name="Another game")),
]


@pytest.mark.parametrize(("kind", "change"), CHANGES)
def test_a_changed_record_is_found_out(kind: str, change: Any) -> None:
    """A replay shows the difference, or refuses an impossible record; a table never continues from it."""
    events = tampered(Recorded(POKER).run(2).events, kind, change)
    try:
        found = [str(each) for each in Replay.begin(events).run().differences]
    except BadInput as error:
        found = [str(error)]
    assert found
    assert all("\n" not in text for text in found)
    with pytest.raises(BadInput):
        restore(events, CountedChance(5), lambda: "", lambda event: None)


def test_missing_doubled_and_moved_events() -> None:
    events = Recorded(POKER).run(1).events
    for wrong in (events[1:], [*events[:5], *events[6:]], [*events[:5], events[4], *events[5:]], events[::-1], []):
        with pytest.raises(BadInput):
            Replay.begin(wrong)


@pytest.mark.parametrize(
    "kind", ["sat", "bet", "betting-closed", "card", "settled", "round-over", "shuffled", "closed"]
)
def test_inserted_event_is_detected(kind: str) -> None:
    """An inserted event, with the later ones renumbered, does not follow from the events before it."""
    events = Recorded(POKER).run(1).events
    extra = Event(0, kind, {"seat": 1}, "", "house")
    for place in range(1, len(events), 7):
        record = [*events[:place], extra, *events[place:]]
        numbered = [replace(event, number=number) for number, event in enumerate(record, 1)]
        with suppress(BadInput):
            assert Replay.begin(numbered).run().differences


@pytest.mark.parametrize(
    "line", [*NASTY, "[1]", '[1,"x",{},"",""', '["1","x",{},"",""]', '[1,"x",[],"",""]', "[" * 5000]
)
def test_invalid_lines_are_refused(line: str) -> None:
    with pytest.raises(BadInput, match="is not an event"):
        parse_event(line)


def test_places_are_parsed_from_their_text() -> None:
    for text in (*PLACES.values(), "seat 3", "seat 3 hand 2", "seat 12"):
        assert str(parse_place(text)) == text
    for text in (*NASTY, "seat", "seat x", "seat 3 hand", "seat 3 hands 2", "hand 2", "seat 123", "seat ٣"):
        with pytest.raises(BadInput):
            parse_place(text)


def test_the_first_difference_is_where_the_money_is_wrong() -> None:
    """A payment of a dollar too much is shown beside what the rules make of it."""
    at = rig(POKER, players=1)
    at.play({1: "base=10"}, deal(["Ks 9d"], "8h Tc"))
    events = tampered(at.events, "settled", lambda data: data.update(net=1100))
    (difference,) = Replay.begin(events).run().differences
    assert difference.recorded is not None
    assert difference.found is not None
    assert (difference.recorded.data["net"], difference.found.data["net"]) == (1100, 1000)


def test_corrections_and_voids_are_replayed() -> None:
    at = rig(ROYAL, players=1)
    at.play({1: "base=10 royal-match=5"}, deal(["Ks 9s"], "8h Tc"))
    at.table.correct(at.table.settled[0].event, Cents(0), "mispaid", "Sam")
    at.begin({1: "base=10 royal-match=5 royal-match-progressive=1"}, deal(["Ks 9s"], "8h Tc"))
    at.table.advance()
    at.table.void("misdeal", "Sam")
    at.table.leave(1)
    replay = Replay.begin([parse_event(event.line()) for event in at.events]).run()
    assert replay.differences == []
    assert replay.table.log.hash == at.table.log.hash


def test_event_that_the_journal_refuses_is_rolled_back() -> None:
    """Where the journal fails, the event has no number and the log no trace of it."""
    kept: list[Event] = []
    full = False

    def journal(event: Event) -> None:
        if full:
            raise OSError("disk full")
        kept.append(event)

    table = Table(configure(game(POKER)), CountedChance(1), lambda: "", journal)
    before = (table.log.hash, table.log.length)
    full = True
    with pytest.raises(OSError, match="disk full"):
        table.sit(1, "Player", dollars(100))
    assert (table.log.hash, table.log.length, table.seats, table.bought) == (*before, {}, 0)
    full = False
    table.sit(1, "Player", dollars(100))
    assert [event.number for event in kept] == list(range(1, len(kept) + 1))
