"""What a seat is sent does not depend on cards that lie face down for it."""

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import pytest

from pitbook.cards import NO_CARD, Cards
from pitbook.room.live_table import LiveTable
from pitbook.room.table_view import public, view_of
from pitbook.table.events import CONSOLE
from pitbook.table.family import family_of
from pitbook.table.run import finish_round
from pitbook.table.shoe import OsChance
from pitbook.table.steps import Ask
from pitbook.table.view import RoundView
from tests.table.rig import EZ, POKER, RICHES, ROYAL, Rig, deal, deal_sevens, one_step, rig

OWN, PAIR = "As Ah 9s 8h 6d 4c 2s", "Kd Kc Jh 9h 7c 5d 3s"
STRAIGHT, LOW = "Qs Jd Ts 9c 8d 3h 2h", "Qd Th 8s 7d 5h 4d 2c"
THEN = "3c 4c 5c 6c 2c 2h 3h 4h"
PAIRS: dict[str, tuple[str, Cards, Cards, str]] = {
    "a hole card": (POKER, deal(["Ks 5s", "9c 2d"], "7h 9d", THEN), deal(["Ks 5s", "9c 2d"], "7h 8d", THEN), "stand"),
    "a hole card under an ace": (
        ROYAL, deal(["Ks 5s", "9c 2d"], "Ah 9d", THEN), deal(["Ks 5s", "9c 2d"], "Ah 8d", THEN), "stand",
    ),
    "another player's hand and the dealer's": (
        EZ, deal_sevens({1: OWN, 2: PAIR}, STRAIGHT), deal_sevens({1: OWN, 2: STRAIGHT}, PAIR), "house way",
    ),
    "a folded hand": (RICHES, deal_sevens({1: OWN, 2: PAIR}, LOW), deal_sevens({1: OWN, 2: LOW}, PAIR), "fold"),
}  # fmt: skip
"""Two shoes each that differ only in cards which seat 1 does not see, and what everybody answers who can."""


def played(game: str, cards: Cards, answer: str) -> Iterator[Rig]:
    """A round of two seats, step by step, until all that lay face down is turned over."""
    at = rig(game, players=2, offered=("base",))
    at.begin({1: "base=10", 2: "base=10"}, cards)
    table, were_covered = at.table, False
    while table.round is not None:
        covered = bool(table.round.hidden) or any(player.private for player in table.round.from_left)
        if were_covered and not covered:
            return
        were_covered = covered
        yield at
        step = table.step
        if isinstance(step, Ask):
            place = next(iter(step.open))
            table.decide(place.seat, answer if answer in step.open[place] else "no", place.hand)
        else:
            one_step(table)


def sent(at: Rig, seat: int) -> str:
    """All that a seat has been sent; CONSOLE is the dealer."""
    live = LiveTable("table", 0, list(at.events), OsChance(), lambda: "", None)
    told: list[Any] = [view_of(live, seat), [public(event, 0, seat) for event in at.events]]
    for part in (told[0]["shoe"], *(event["data"] for event in told[1])):
        part.pop("promise", None)  # the salted commitment
    return json.dumps(told, sort_keys=True)


@pytest.mark.parametrize("name", PAIRS)
def test_a_seat_is_sent_the_same_whatever_lies_face_down(name: str) -> None:
    game, one, other, answer = PAIRS[name]
    steps = 0
    for first, second in zip_longest(played(game, one, answer), played(game, other, answer)):
        assert first.table.step is not None
        assert sent(first, 1) == sent(second, 1)
        steps += 1
    assert steps > 4


def test_the_dealer_sees_what_seats_do_not() -> None:
    """The pairs above do differ: what is sent to the dealer, and to the other player, is not the same."""
    game, one, other, answer = PAIRS["another player's hand and the dealer's"]
    ends = [list(played(game, cards, answer))[-1] for cards in (one, other)]
    for seat in (CONSOLE, 2):
        assert sent(ends[0], seat) != sent(ends[1], seat)


def test_a_watcher_sees_no_players_cards_before_they_are_turned_over() -> None:
    game, one, _, answer = PAIRS["another player's hand and the dealer's"]
    for at in played(game, one, answer):
        for player in json.loads(sent(at, 0))[0]["players"].values():
            assert all(set(hand["cards"]) == {"??"} and not hand["value"] for hand in player["hands"])
    live = LiveTable("table", 0, list(at.events), OsChance(), lambda: "", None)
    one_step(live.table)
    shown = view_of(live, seat=0)["players"]["2"]["hands"][0]
    assert (len(shown["low"]), len(shown["high"]), "??" in shown["cards"]) == (2, 5, False)


def test_a_seat_is_sent_only_its_own_choices() -> None:
    game, one, _, answer = PAIRS["another player's hand and the dealer's"]
    asked = next(at for at in played(game, one, answer) if isinstance(at.table.step, Ask))
    live = LiveTable("table", 0, list(asked.events), OsChance(), lambda: "", None)
    step = view_of(live, seat=2)["step"]
    assert {each["seat"]: bool(each["options"]) for each in step["open"]} == {1: False, 2: True}
    assert "house way" not in view_of(live, seat=0)["step"]["words"]


@pytest.mark.parametrize("name", PAIRS)
def test_automatic_players_and_hints_get_the_round_without_hidden_cards(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, one, _, _ = PAIRS[name]
    at = rig(game, players=2, offered=("base",))
    at.begin({1: "base=10", 2: "base=10"}, one)
    family, seen = family_of(at.table.config.game), list[int]()

    def answer(view: RoundView, ask: Ask, place: Any) -> str:
        others = [card for player in view.players.values() if player.seat != place.seat for card in player.dealt]
        seen.extend(card for card in others if card != NO_CARD and not view.dealer)
        return ask.question.fallback

    monkeypatch.setattr(family, "answer_for", answer)
    finish_round(at.table)
    assert seen == []
