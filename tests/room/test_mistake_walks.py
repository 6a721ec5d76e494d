"""Mistakes at a table with a controller: from every state there is a way to the end of the round without false entries.

A random walk presses any key of the console, mistakes above all: wrong cards, wrong hands keyed in, wins recorded,
rejected, refused and backed out. After each walk the round is finished by honest means only.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from pitbook.errors import BadInput, PitbookError
from pitbook.games.settle import Bet
from pitbook.jackpot.people import NotAllowed
from pitbook.money import dollars
from pitbook.room.jackpots.manual_acts import ManualActs
from pitbook.room.tables.rounds import Rounds
from tests.room.rig import ACCOUNTANT, DEALER, EXECUTIVE, SUPERVISOR
from tests.room.table_rig import key
from tests.room.test_tables_room import ADDED, ENTERED, PROGRESSIVE, ROYAL, SEED, SHOE, RoomServer, room_server

SHARES = ("double_royal_match", "double_royal_match_suited")
KEYED = (
    ENTERED.replace('controller = "card"', 'controller = "keyed"')
    .replace('"Nexus Command Game Manager" = "v1.3.0"', '"Game Manager" = "v6.6 Build 520"\n"Coin Spot" = "v6.0"')
    .replace('"Nexus Command Table Controller Software" = "v2.0.0"', '"Aquarius Controller" = "v6.5.6SP"')
)
CHIPS = dollars(500)
BOTH = [EXECUTIVE, ACCOUNTANT]


@pytest.fixture(params=["card", "keyed"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RoomServer]:
    with made(tmp_path, request.param) as found:
        yield found


@contextmanager
def made(folder: Path, kind: str) -> Iterator[RoomServer]:
    assert 'controller = "card"' in ENTERED
    with room_server(str(folder / f"{kind}.db"), text=KEYED if kind == "keyed" else ENTERED) as found:
        yield found


def two_winners(room: RoomServer) -> None:
    """Seats 1 and 3 have a Double Royal Match; the table waits for the prize of seat 3."""
    room.sit(ROYAL, 1, 3)
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "Ks Kc Kh Qs Qc ??", key())
    for seat, answer in ((0, "no"), (1, "stand"), (3, "stand")):
        room.pit.decide(ROYAL, DEALER, seat, answer, 1, key())
    room.pit.cards(ROYAL, DEALER, "Qh", key())
    room.pit.advance(ROYAL, DEALER, key())


def record(room: RoomServer, *, reject: bool = False) -> int:
    """Keys in the win that is due, verifies it and records or rejects it; returns its transaction."""
    room.pit.key_in(ROYAL, DEALER, key())
    room.press("verify", SUPERVISOR)
    told = room.press("reject" if reject else "record", SUPERVISOR)["told"]
    if room.jackpots.controller(ROYAL).phase == "recorded":
        room.press("run", SUPERVISOR)
    return int(told.get("transaction", 0))


# -- after "Not a win" -------------------------------------------------------------------------------------------------


def test_rejected_win_is_settled_without_the_prize(room: RoomServer) -> None:
    """Seat 3 is paid, seat 1 is not honoured: no other prize is backed out, and no false one is recorded."""
    two_winners(room)
    record(room)
    room.pit.settle_next(ROYAL, DEALER, key())
    record(room, reject=True)
    with pytest.raises(BadInput, match="not recorded on the controller yet"):
        room.pit.settle_next(ROYAL, DEALER, key())
    with pytest.raises(BadInput, match="is not over"):
        room.pit.press(ROYAL, "end", DEALER, key())
    with pytest.raises(NotAllowed, match="may not verify a win"):
        room.pit.refuse_prize(ROYAL, DEALER, "marked cards", key(), SUPERVISOR)
    room.pit.refuse_prize(ROYAL, SUPERVISOR, "marked cards", key(), DEALER)
    room.pit.advance(ROYAL, DEALER, key())
    view = room.pit.view(ROYAL)
    assert (view["phase"], view["controller"]["phase"]) == ("betting", "betting")
    assert room.kinds().count("award") == 1
    assert view["settled"][-1]["label"] == "Double Royal Match, not honoured"
    room.check()


def test_a_large_prize_is_refused_by_an_executive(room: RoomServer) -> None:
    room.sit(ROYAL, 1)
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "Ks Kd Qs ??", key())
    for seat, answer in ((0, "no"), (1, "stand")):
        room.pit.decide(ROYAL, DEALER, seat, answer, 1, key())
    room.pit.take_back(ROYAL, SUPERVISOR, room.pit.view(ROYAL)["undo"][4]["event"], "misread", key(), DEALER)
    room.pit.cards(ROYAL, DEALER, "Ks Qs ??", key())
    for seat, answer in ((0, "no"), (1, "stand")):
        room.pit.decide(ROYAL, DEALER, seat, answer, 1, key())
    room.pit.cards(ROYAL, DEALER, "Qs", key())
    room.pit.advance(ROYAL, DEALER, key())
    assert "100% of meter" in room.pit.view(ROYAL)["step"]["words"]
    with pytest.raises(NotAllowed, match="needs an executive to refuse it"):
        room.pit.refuse_prize(ROYAL, SUPERVISOR, "marked cards", key(), DEALER)
    room.pit.refuse_prize(ROYAL, EXECUTIVE, "marked cards", key(), DEALER)
    room.pit.advance(ROYAL, DEALER, key())
    assert room.pit.view(ROYAL)["phase"] == "betting"
    room.check()


def test_mis_keyed_card_can_be_undone_after_a_rejected_win(room: RoomServer) -> None:
    """The prize of seat 3 stays recorded, and is paid again by the table that runs its round again."""
    two_winners(room)
    award = record(room)
    room.pit.settle_next(ROYAL, DEALER, key())
    paid = room.pit.view(ROYAL)["players"]["3"]["stack"]
    record(room, reject=True)
    undo = room.pit.view(ROYAL)["undo"]
    card = next(each["event"] for each in undo if each["words"] == "Queen of spades to seat 1")
    with pytest.raises(BadInput, match="only a supervisor"):
        room.pit.undo(ROYAL, DEALER, undo[0]["event"], key())
    room.pit.take_back(ROYAL, SUPERVISOR, card, "it was the jack", key(), DEALER)
    room.pit.cards(ROYAL, DEALER, "Js Qc ??", key())
    for seat, answer in ((0, "no"), (1, "stand"), (3, "stand")):
        room.pit.decide(ROYAL, DEALER, seat, answer, 1, key())
    room.pit.cards(ROYAL, DEALER, "Qh", key())
    room.pit.advance(ROYAL, DEALER, key())
    view = room.pit.view(ROYAL)
    assert (view["phase"], view["players"]["3"]["stack"]) == ("betting", paid)
    assert [item.number for item in room.jackpots.transactions("royal") if item.kind == "award"] == [award]
    room.check()


def test_undone_input_is_shown_with_its_reason(room: RoomServer) -> None:
    two_winners(room)
    undo = room.pit.view(ROYAL)["undo"]
    hole = next(each["event"] for each in undo if each["words"] == "Queen of hearts to the dealer")
    number = room.pit.view(ROYAL)["number"]
    room.pit.take_back(ROYAL, SUPERVISOR, hole, "it was the jack", key(), DEALER)
    (told,) = room.pit.news(ROYAL, number)["events"]
    assert told["kind"] == "undone"
    assert told["data"] == {"event": hole, "reason": "it was the jack", "supervisor": "Sam Supervisor and Dana Dealer"}
    assert room.pit.view(ROYAL)["dealer"]["cards"] == ["Kh", "??"]
    found = Rounds(room.server.database).latest(ROYAL)[0]
    assert found.steps[-1].words.startswith("Taken back: Queen of hearts to the dealer")
    assert found.steps[-1].words.endswith("by Sam Supervisor and Dana Dealer: it was the jack")
    assert next(step.words for step in found.steps if step.taken_back) == "dealer: Qh"
    assert found.hands(len(found.steps))["dealer"] == "Kh ??"


def play_to_a_fixed_pay(room: RoomServer) -> None:
    """A round at the end of which seat 2 wins a fixed pay of the progressive; later wagers are not settled yet."""
    room.sit(ROYAL, 2)
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "Ks 7h Qs ??", key())
    room.pit.decide(ROYAL, DEALER, 2, "stand", 1, key())
    room.pit.cards(ROYAL, DEALER, "Th", key())
    while not any(item["wager"] == PROGRESSIVE for item in room.pit.view(ROYAL)["settled"]):
        room.pit.settle_next(ROYAL, DEALER, key())


def test_a_fixed_pay_is_reversed_in_the_ledger_with_its_payment(room: RoomServer) -> None:
    play_to_a_fixed_pay(room)
    assert room.kinds() == ["opened", "coin-in", "fixed-pay"]
    undo = room.pit.view(ROYAL)["undo"]
    card = next(each["event"] for each in undo if each["words"] == "Queen of spades to seat 2")
    room.pit.take_back(ROYAL, SUPERVISOR, card, "it was the jack", key(), DEALER)
    assert room.kinds() == ["opened", "coin-in", "fixed-pay", "back-out"]
    room.pit.cards(ROYAL, DEALER, "Js ??", key())
    room.pit.decide(ROYAL, DEALER, 2, "stand", 1, key())
    room.pit.cards(ROYAL, DEALER, "Th", key())
    room.pit.advance(ROYAL, DEALER, key())
    view = room.pit.view(ROYAL)
    assert (view["phase"], view["players"]["2"]["stack"]) == ("betting", CHIPS + dollars(10) - dollars(1))
    assert room.kinds() == ["opened", "coin-in", "fixed-pay", "back-out"]
    room.check()


def test_a_round_with_a_fixed_pay_is_voided_in_one_act(room: RoomServer) -> None:
    play_to_a_fixed_pay(room)
    room.pit.void(ROYAL, SUPERVISOR, "a card was exposed", "IR-7", key(), DEALER)
    assert room.kinds() == ["opened", "coin-in", "fixed-pay", "back-out", "void"]
    assert room.micros() == SEED
    assert room.pit.view(ROYAL)["players"]["2"]["stack"] == CHIPS
    room.check()


def test_dealer_cannot_undo_while_a_win_is_keyed_or_recorded(room: RoomServer) -> None:
    two_winners(room)
    last = room.pit.view(ROYAL)["undo"][0]["event"]
    room.pit.key_in(ROYAL, DEALER, key())
    for person, act in ((DEALER, undo_last), (SUPERVISOR, supervised_undo)):
        with pytest.raises(BadInput, match="the hand of seat 3 is keyed in on the controller"):
            act(room, last)
        assert person.roles
    room.press("verify", SUPERVISOR)
    with pytest.raises(BadInput, match="a win is being verified"):
        supervised_undo(room, last)
    room.press("record", SUPERVISOR)
    with pytest.raises(BadInput, match="a prize of seat 3 is recorded on the controller"):
        undo_last(room, last)


def undo_last(room: RoomServer, event: int) -> None:
    room.pit.undo(ROYAL, DEALER, event, key())


def supervised_undo(room: RoomServer, event: int) -> None:
    room.pit.take_back(ROYAL, SUPERVISOR, event, "a mistake", key(), DEALER)


def test_a_seat_that_is_settled_is_not_keyed_in(room: RoomServer) -> None:
    """Otherwise the controller would pay a prize that the table does not know of."""
    room.sit(ROYAL, 1, 3)
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "9s Kc 7h 5s Qc ??", key())
    for seat in (1, 3):
        room.pit.decide(ROYAL, DEALER, seat, "stand", 1, key())
    room.pit.cards(ROYAL, DEALER, "Th", key())
    key_hand(room, 1, SHARES[0])
    words = ""
    while not words:
        try:
            room.pit.settle_next(ROYAL, DEALER, key())
        except BadInput as error:
            words = str(error)
    assert words == "a hand of seat 1 is keyed in, but the seat has not won: press its button again"
    key_hand(room, 1, SHARES[0])  # the second press switches it off
    while room.pit.view(ROYAL)["step"]["kind"] == "settle":
        room.pit.settle_next(ROYAL, DEALER, key())
    with pytest.raises(BadInput, match="the progressive wager of seat 1 is settled"):
        key_hand(room, 1, SHARES[0])
    room.pit.press(ROYAL, "end", DEALER, key())
    assert room.pit.view(ROYAL)["phase"] == "betting"
    room.check()


def key_hand(room: RoomServer, seat: int, outcome: str) -> None:
    controller = room.jackpots.controller(ROYAL)
    if controller.kind == "card" and controller.spot != seat:
        room.pit.press(ROYAL, "spot", DEALER, key(), seat)
    room.pit.press(ROYAL, "hand", DEALER, key(), seat, outcome)


# -- every order of mistakes -------------------------------------------------------------------------------------------


class Walk:
    """A player who presses any available key."""

    def __init__(self, room: RoomServer, seed: int) -> None:
        self.room, self.chance, self.table = room, random.Random(seed), ROYAL

    @property
    def view(self) -> dict[str, Any]:
        return self.room.pit.view(self.table)

    def act(self) -> None:
        """One press, right or wrong; a refusal changes nothing."""
        act = self.chance.choice([*[self.play] * 6, self.wrong_hand, *[self.supervise] * 4, self.undo, self.take_back,
                                  self.refuse, self.back_out])  # fmt: skip
        with suppress(PitbookError, IndexError):
            act()

    def play(self) -> None:
        """Does the step that is due, with cards that make a win likely."""
        pit, step = self.room.pit, self.view["step"]
        if step is None:
            return
        if step["kind"] == "card":
            face_up = self.chance.choice(["Ks", "Qs", "Kh", "Qh", "Kd", "Qd", "9c", "7d", "Th"])
            pit.cards(self.table, DEALER, face_up if step["up"] else "??", key())
        elif step["kind"] == "ask":
            asked = step["open"][0]
            answer = "stand" if "stand" in asked["options"] else "no"
            pit.decide(self.table, DEALER, asked["seat"], answer, asked["hand"], key())
        elif step["kind"] == "settle" and step["settlement"]["from_meter"] and self.chance.random() < 0.5:
            pit.key_in(self.table, DEALER, key())
        elif step["name"] != "end-game":
            pit.step(self.table, DEALER, key())

    def wrong_hand(self) -> None:
        key_hand(self.room, self.chance.choice((1, 3)), self.chance.choice(SHARES))

    def supervise(self) -> None:
        self.room.press(self.chance.choice(["verify", "record", "reject", "run"]), EXECUTIVE2)

    def undo(self) -> None:
        self.room.pit.undo(self.table, DEALER, self.view["undo"][0]["event"], key())

    def take_back(self) -> None:
        if self.chance.random() < 0.3:
            event = self.chance.choice(self.view["undo"])["event"]
            self.room.pit.take_back(self.table, SUPERVISOR, event, "a mistake", key(), DEALER)

    def refuse(self) -> None:
        self.room.pit.refuse_prize(self.table, EXECUTIVE, "not verified", key(), DEALER)

    def back_out(self) -> None:
        for prize in self.prizes():
            self.room.jackpots.back_out("royal", prize, "a mistake", "IR-9", BOTH, key())

    def prizes(self) -> list[int]:
        """Recorded in the ledger for this round and not backed out."""
        items = self.room.jackpots.transactions("royal")
        undone = {item.data["award"] for item in items if item.kind == "back-out"}
        played = self.room.jackpots.controller(self.table).round
        return [
            item.number
            for item in items
            if item.kind == "award" and item.number not in undone and item.data["round"] == played
        ]

    # -- the honest ways to the end --

    def finish(self) -> None:
        """Ends the round: wins that are due are refused, what the controller has by mistake is taken off or back."""
        for _ in range(60):
            if self.view["step"] is None:
                return
            self._finish_step()
        raise AssertionError(f"no way on: {self.view['step']['words']}, {self.room.jackpots.controller(ROYAL)}")

    def _finish_step(self) -> None:
        room, controller, step = self.room, self.room.jackpots.controller(ROYAL), self.view["step"]
        if controller.phase in ("verifying", "recorded"):
            room.press("reject" if controller.phase == "verifying" else "run", EXECUTIVE2)
        elif controller.wins:
            key_hand(room, controller.wins[0].seat, controller.wins[0].outcome)
        elif step["kind"] == "press":
            room.pit.step(self.table, DEALER, key())
        elif step["kind"] == "settle":
            try:
                room.pit.settle_next(self.table, DEALER, key())
            except BadInput as error:
                if "back that out first" in str(error) or self.prizes():
                    self.back_out()
                else:
                    room.pit.refuse_prize(self.table, EXECUTIVE, "not verified", key(), DEALER)
        else:
            with suppress(BadInput):  # a hole card may contradict what the dealer saw
                self.play()

    def void(self) -> None:
        """Voids the round: prizes that are recorded are backed out first."""
        self.back_out()
        self.room.pit.void(self.table, SUPERVISOR, "misdeal", "IR-8", key(), DEALER)


EXECUTIVE2 = EXECUTIVE.__class__("eric", "Eric Executive", frozenset({"executive"}))


@pytest.mark.parametrize("way", [pytest.param("finish", marks=pytest.mark.slow), "void"])
def test_random_mistakes_can_always_be_corrected(room: RoomServer, way: str) -> None:
    """Chips and meter are those of the round as finished."""
    room.sit(ROYAL, 1, 3)
    for seed in range(6):
        walk = Walk(room, seed)
        room.pit.shuffle(ROYAL, DEALER, key())
        if seed:
            room.pit.same_bets(ROYAL, DEALER, key())
        begun = {seat: held["stack"] + dollars(11) for seat, held in walk.view["players"].items()}
        meter = room.micros()
        room.pit.close_betting(ROYAL, DEALER, key())
        for _ in range(12 + 4 * seed):
            if walk.view["step"] is not None:
                walk.act()
        end: Callable[[], None] = getattr(walk, way)
        end()
        view = walk.view
        assert (view["phase"], view["controller"]["phase"]) == ("betting", "betting")
        if way == "void":
            assert {seat: held["stack"] for seat, held in view["players"].items()} == begun
            assert room.micros() == meter
        else:
            # Every prize in the ledger was paid at the table, and no others were.
            played = view["controller"]["round"] - 1
            items = room.jackpots.transactions("royal")
            undone = {item.data["award"] for item in items if item.kind == "back-out"}
            booked = {
                item.data["seat"]: item.result["prize_cents"]
                for item in items
                if item.kind in ("award", "fixed-pay") and item.data["round"] == played and item.number not in undone
            }
            won = {
                each["seat"]: each["net"] + each["bet"]
                for each in view["settled"]
                if each["wager"] == PROGRESSIVE and each["net"] > 0
            }
            assert won == booked
        room.check()


def test_a_dealer_takes_an_answer_back_at_a_table_with_its_own_shoe(tmp_path: Path) -> None:
    with made(tmp_path, "card") as room:
        room.pit.open(SHOE, SUPERVISOR, key(), checked=True)
        room.pit.sit(SHOE, DEALER, 1, "Pat", CHIPS, key())
        step: dict[str, Any] | None = None
        while step is None or step["kind"] != "ask":  # a round may end without a question
            if step is None:
                room.pit.bet(SHOE, DEALER, 1, (Bet("base", dollars(10)),), key())
                room.pit.close_betting(SHOE, DEALER, key())
            else:
                room.pit.step(SHOE, DEALER, key())
            step = room.pit.view(SHOE)["step"]
        before = room.pit.view(SHOE)
        assert not before["undo"][0]["dealer"]
        with pytest.raises(BadInput, match="it came from the table's own shoe"):
            room.pit.undo(SHOE, DEALER, before["undo"][0]["event"], key())
        asked = before["step"]["open"][0]
        room.pit.decide(SHOE, DEALER, asked["seat"], asked["options"][0], 1, key())
        last = room.pit.view(SHOE)["undo"][0]
        assert last["dealer"]
        room.pit.undo(SHOE, DEALER, last["event"], key())
        after = room.pit.view(SHOE)
        assert (after["step"], after["players"]) == (before["step"], before["players"])


def test_undo_acts_once_and_survives_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "room.db")
    with room_server(store) as room:
        room.sit(ROYAL, 1)
        room.pit.close_betting(ROYAL, DEALER, key())
        room.pit.cards(ROYAL, DEALER, "Ks Kh", key())
        once, event = key(), room.pit.view(ROYAL)["undo"][0]["event"]
        first = room.pit.undo(ROYAL, DEALER, event, once)
        assert room.pit.undo(ROYAL, DEALER, event, once) == first
        with pytest.raises(BadInput, match=f"event {event} cannot be taken back"):
            room.pit.undo(ROYAL, DEALER, event, key())
        view = room.pit.view(ROYAL)
    with room_server(store) as room:
        assert room.pit.view(ROYAL) == view
        assert room.micros() == SEED + ADDED
        room.check()


def test_a_preview_shows_a_void_with_a_fixed_pay(room: RoomServer) -> None:
    play_to_a_fixed_pay(room)
    before = room.pit.view(ROYAL)
    moved = ManualActs(room.pit, room.jackpots).preview_void(ROYAL, SUPERVISOR).moved
    assert any(each.what == "Seat 2" for each in moved)
    assert room.pit.view(ROYAL) == before
