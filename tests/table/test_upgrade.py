"""Event logs of version 1 are read as version 2, and what the dealer pushes out is one rule."""

import json
from dataclasses import replace
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.games.package import package_hash
from pitbook.games.settlement import pushed_out
from pitbook.money import Cents
from pitbook.table.events import Event, parse_event
from pitbook.table.replay import Replay
from pitbook.table.steps import Ask
from pitbook.table.upgrade import parse_log, upgrade
from tests.table.rig import RICHES, ROYAL, Rig, deal, deal_sevens, entered_rig, one_step, rig

EVERY = "base=10 royal-match-progressive=1"


@pytest.mark.parametrize(
    ("bet", "net", "taken", "chips"),
    [
        (100, 600, True, 700),  # 7 for 1
        (100, 700, True, 800),  # 7 to 1
        (100, 700, False, 700),
        (500, 93_267, True, 93_767),  # a share of the meter
        (100, 0, True, 100),  # a push gives a taken wager back
        (100, 0, False, 0),
        (100, -100, True, 0),
        (100, -100, False, 0),
        (1_000, -500, False, 0),  # a surrender: the dealer takes half
        (0, 25_000, False, 25_000),  # envy
    ],
)
def test_chips_pushed_out(bet: int, net: int, taken: bool, chips: int) -> None:
    """The net beside a wager on the felt; the wager and the net where the wager was taken."""
    assert pushed_out(Cents(bet), Cents(net), taken) == chips


def test_a_share_that_is_not_known_is_not_pushed_out() -> None:
    assert pushed_out(Cents(100), None, taken=True) is None


def played() -> Rig:
    """Two rounds: a progressive wager wins 7 for 1 beside one that loses; then a seat takes its bets back."""
    at = rig(ROYAL, players=3)
    at.play({1: EVERY, 3: EVERY}, deal(["8h 9h", "9c 8d"], "Ts 9d"))
    at.table.bet(1, "base", Cents(1_000))
    at.table.bet(1, "royal-match-progressive", Cents(100))
    at.table.bet(1, "royal-match-progressive", Cents(0))
    at.table.bet(1, "base", Cents(0))
    at.play({3: EVERY}, deal(["Ad Jd"], "Ts 9d"))
    return at


def as_version_1(events: list[Event]) -> list[Event]:
    """The same events as version 1 wrote them."""
    found = []
    for event in events:
        data = dict(event.data)
        if event.kind == "opened":
            data |= {"log": 1, "depth": data.pop("penetration"), "tables": data.pop("pay_tables")}
            for name in ("base_game", "extra_games", "packages"):
                del data[name]
        if "pay_table" in data:
            data["table"] = data.pop("pay_table")
        if "taken" in data:
            data["seats"] = sorted(int(seat) for seat in data.pop("taken"))
        data.pop("pushed_out", None)
        found.append(parse_event(Event(event.number, event.kind, data, event.at, event.by).line()))
    return found


def without_packages(events: list[Event]) -> list[Event]:
    """Removes the packages of a game's rules, which earlier versions did not record and which cannot be derived."""
    opened = events[0]
    return [replace(opened, data={**opened.data, "packages": {}}), *events[1:]]


def test_version_1_is_upgraded_to_this_version() -> None:
    """To the byte, so that a replay of it finds no difference; and again changes nothing."""
    events = without_packages(played().events)
    again = upgrade(as_version_1(events))
    assert [event.line() for event in again] == [event.line() for event in events]
    assert upgrade(again) == again
    assert upgrade(events) == events
    assert Replay.begin(again).run().differences == []


def test_an_earlier_log_of_version_2_is_upgraded_to_this_version() -> None:
    """It had the money of version 2 and the names of version 1."""
    events = without_packages(played().events)
    old = [
        replace(now, data={**then.data, **({"log": 2} if now.kind == "opened" else {}), **kept(now)})
        if now.kind != "step"
        else now
        for now, then in zip(events, as_version_1(events), strict=True)
    ]
    assert [event.line() for event in old] != [event.line() for event in events]
    assert [event.line() for event in upgrade(old)] == [event.line() for event in events]


def kept(event: Event) -> dict[str, Any]:
    return {name: event.data[name] for name in ("taken", "pushed_out", "moves") if name in event.data}


def test_a_log_that_this_version_continued_has_events_of_both() -> None:
    """Wherever version 1 left the table, even between the locking of a wager and its payment."""
    events = without_packages(played().events)
    old = as_version_1(events)
    for cut in range(1, len(events)):
        assert [event.line() for event in upgrade([*old[:cut], *events[cut:]])] == [event.line() for event in events]


def test_an_opening_names_base_game_games_and_their_packages() -> None:
    """The hash is that of the table's opening: the same record with rules that changed since still replays."""
    events = played().events
    opened = events[0].data
    assert (opened["base_game"], opened["game"], opened["extra_games"]) == ("blackjack", ROYAL, [])
    assert opened["packages"] == {ROYAL: package_hash(ROYAL)}
    other = [replace(events[0], data={**opened, "packages": {ROYAL: "0" * 64}}), *events[1:]]
    assert Replay.begin(other).run().differences == []


@pytest.mark.parametrize("change", [{"base_game": "baccarat"}, {"extra_games": ["no-game"]}, {"packages": 7}])
def test_an_opening_that_names_other_games_is_refused(change: dict[str, Any]) -> None:
    events = played().events
    with pytest.raises(BadInput):
        Replay.begin([replace(events[0], data={**events[0].data, **change}), *events[1:]])


def test_the_upgrade_hides_nothing_that_was_changed() -> None:
    """A false net, or another seat that locked its wager, is a difference after the upgrade as before it."""
    for kind, change in (("settled", {"net": 700}), ("step", {"seats": [1]})):
        old = as_version_1(played().events)
        place = next(n for n, event in enumerate(old) if event.kind == kind and set(change) <= set(event.data))
        event = old[place]
        old[place] = Event(event.number, kind, {**event.data, **change}, event.at, event.by)
        assert Replay.begin(upgrade(old)).run().differences != []


def test_a_log_of_an_unknown_version_is_refused() -> None:
    events = played().events
    text = "\n".join(event.line() for event in events).replace('"log":2', '"log":3', 1)
    with pytest.raises(BadInput, match="the record has version 3: this program reads version 2"):
        parse_log(text)


def test_wagers_leave_the_felt_when_they_are_locked_and_the_chips_always_add_up() -> None:
    """After each step every chip is in a stack, on the felt or with the house; a lost wager is never on the felt."""
    at = rig(RICHES, players=2, offered=("base", "jackpot"))
    hands = {1: "Ac Ad Ah Kc Kd 4h 2d", 2: "9c 8d 7h 5s 4c 3h 2h"}
    at.begin({1: "base=20 jackpot=1", 2: "base=20 jackpot=1"}, deal_sevens(hands, "Kh Qd Jc 9d 8s 6c 3s"))
    assert at.table.on_layout == 4_200
    at.check_chips()
    at.table.do()
    assert json.loads(at.events[-1].line())[2] == {"name": "coin-in", "taken": {"1": 100, "2": 100}}
    assert at.table.on_layout == 4_000
    at.check_chips()
    at.finish()
    at.check_chips()
    paid = {item.settlement.seat: item.pushed_out for item in at.table.settled if item.taken}
    assert paid == {1: 600, 2: 0}


def test_a_void_gives_the_taken_wagers_back() -> None:
    at = entered_rig(ROYAL, players=2)
    before = {seat: held.stack for seat, held in at.table.seats.items()}
    at.begin({1: EVERY, 2: EVERY})
    at.table.do()
    at.table.void("a card was exposed", "Lee")
    assert {seat: held.stack for seat, held in at.table.seats.items()} == before
    assert (at.table.on_layout, at.table.house) == (0, 0)
    at.check_chips()


def test_lost_wagers_that_were_taken_are_recorded_without_a_key() -> None:
    """They follow what comes before them, and stop at a wager that needs the dealer's hand."""
    at = rig(ROYAL, players=3)
    at.begin({1: EVERY, 2: EVERY, 3: EVERY}, deal(["8h 9h", "9c 8d", "9d 8c"], "Ts 9d"))
    told = []
    while (step := at.table.step) is not None:
        told.append(step.words)
        if isinstance(step, Ask):
            (place,) = step.open
            at.table.decide(place.seat, "stand", place.hand)
        else:
            one_step(at.table)
        at.table.settle_lost_wagers()
    assert not [words for words in told if words.startswith("Lost")]
    assert "Pay seat 1 royal-match-progressive: 2-Card Straight Flush, 7 for 1, $7" in told
    settled = [event.data for event in at.events if event.kind == "settled"]
    paid = [data["net"] for data in settled if data["wager"] == "royal-match-progressive"]
    assert paid == [-100, -100, 600]
