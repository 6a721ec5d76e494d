"""The room's own tables, on SQLite and on PostgreSQL: through the gate, by duty, and with their controller."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from pitbook.errors import BadInput, NotApproved, NotFound
from pitbook.games.settle import Bet
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.money import Cents, dollars
from pitbook.room.configurations import Configurations
from pitbook.room.tables.log import last_opening
from pitbook.room.tables.pit import Pit
from pitbook.store import schema
from pitbook.store.write_connection import StoreUnavailable
from pitbook.table.replay import Replay
from tests.room.rig import ACCOUNTANT, AUDITOR, DEALER, EXECUTIVE, SUPERVISOR
from tests.room.table_rig import Server, Stacked, Watch, key, served
from tests.table.rig import deal

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ENTERED = (EXAMPLES / "property.toml").read_text("utf-8").replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')
TRIBAL = (EXAMPLES / "property-tribal.toml").read_text("utf-8")
ROYAL, SHOE, POKER = "royal-1", "royal-2", "poker-1"
PROGRESSIVE = "royal-match-progressive"
BETS = (Bet("base", dollars(10)), Bet(PROGRESSIVE, dollars(1)))
SEED, ADDED = 5_000_000_000, 109_100
"""The meter's seed, and the contribution of each wager, in millionths."""


class RoomServer:
    """A server of a room whose configuration is stored and whose jackpots are open."""

    def __init__(self, server: Server, text: str = ENTERED) -> None:
        self.server, self.jackpots = server, server.jackpots
        self.configurations = Configurations(server.jackpots)
        if not self.configurations.versions():
            version = self.configurations.keep(text, "ada", "a test")
            for entry in version.property.jackpots:
                self.configurations.open_jackpot(entry.id, self.configurations.today(), EXECUTIVE, key())
        self.pit = Pit(server.tables, self.configurations)

    def sit(self, table: str, *seats: int, bets: tuple[Bet, ...] = BETS) -> None:
        """The table is open, and players at these seats have bet."""
        self.pit.open(table, SUPERVISOR, key(), checked=True)
        for seat in seats:
            self.pit.sit(table, DEALER, seat, f"Player {seat}", dollars(500), key())
            self.pit.bet(table, DEALER, seat, bets, key())

    def press(self, button: str, person: Person, **more: Any) -> dict[str, Any]:
        return self.jackpots.press(ROYAL, button, person, key(), **more)

    def micros(self) -> int:
        return self.jackpots.book("royal").pools()["displayed"]

    def kinds(self) -> list[str]:
        return [item.kind for item in self.jackpots.transactions("royal")]

    def check(self, table: str = ROYAL) -> None:
        """The ledger holds, and the table's record is what the rules say."""
        assert self.jackpots.verify("royal").holds
        with self.server.database.reading_latest() as connection:
            assert Replay.begin(last_opening(connection, table)[1]).run().differences == []


@contextmanager
def room_server(store: str, watch: Watch | None = None, text: str = ENTERED) -> Iterator[RoomServer]:
    with served(store, watch) as server:
        yield RoomServer(server, text)


@pytest.fixture
def room(store: str) -> Iterator[RoomServer]:
    with room_server(store) as made:
        yield made


@pytest.fixture
def file_room(tmp_path: Path) -> Iterator[RoomServer]:
    """A room on SQLite, for tests that need no second kind of store."""
    with room_server(str(tmp_path / "room.db")) as made:
        yield made


def count(room: RoomServer, table: Any) -> int:
    with room.server.database.reading_latest() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


# -- a night with a progressive ----------------------------------------------------------------------------------------


def test_a_night_with_a_prize_and_a_restart_after_every_step(store: str) -> None:
    """A new server does each act, as if the one before had been killed."""
    watch = Watch()

    def step(act: Any) -> Any:
        with room_server(store, watch) as room:
            return act(room)

    step(lambda room: room.sit(ROYAL, 1, 3))
    step(lambda room: room.pit.close_betting(ROYAL, DEALER, key()))
    step(lambda room: room.pit.cards(ROYAL, DEALER, "Ks 9c Kh Qs 7d ??", key()))
    step(lambda room: room.pit.decide(ROYAL, DEALER, 0, "no", 1, key()))
    for seat in (1, 3):
        step(lambda room, seat=seat: room.pit.decide(ROYAL, DEALER, seat, "stand", 1, key()))
    step(lambda room: room.pit.cards(ROYAL, DEALER, "Qh", key()))
    step(lambda room: room.pit.advance(ROYAL, DEALER, key()))
    view = step(lambda room: room.pit.view(ROYAL))
    assert view["step"]["words"] == "Meter win at seat 1: Double Royal Match, 25% of meter"
    with pytest.raises(BadInput, match="seat 1 is not recorded on the controller yet: next comes a player spot"):
        step(lambda room: room.pit.settle_next(ROYAL, DEALER, key()))
    assert step(lambda room: room.pit.key_in(ROYAL, DEALER, key()))["wins"] == [[1, "double_royal_match"]]
    with pytest.raises(BadInput, match="keyed in already"):
        step(lambda room: room.pit.key_in(ROYAL, DEALER, key()))
    with pytest.raises(BadInput, match="not recorded on the controller yet: next comes a player spot"):
        step(lambda room: room.pit.settle_next(ROYAL, DEALER, key()))
    step(lambda room: room.press("verify", SUPERVISOR))
    prize = step(lambda room: room.press("record", SUPERVISOR))["told"]["prize_cents"]
    assert prize == (SEED + 2 * ADDED) // 10_000 // 4
    once = key()
    first = step(lambda room: room.pit.settle_next(ROYAL, DEALER, once))
    assert step(lambda room: room.pit.settle_next(ROYAL, DEALER, once)) == first
    step(lambda room: room.pit.advance(ROYAL, DEALER, key()))
    with room_server(store, watch) as room:
        view = room.pit.view(ROYAL)
        assert view["phase"] == "betting"
        assert view["players"]["1"]["stack"] == 50_000 - 100 + prize
        assert view["players"]["3"]["stack"] == 50_000 - 1_100
        assert view["controller"]["phase"] == "betting"
        assert view["controller"]["round"] == 2
        assert room.kinds() == ["opened", "coin-in", "award", "paid"]
        award, paid = room.jackpots.transactions("royal")[2:]  # the dealer who settled the share has paid it
        assert (paid.by, paid.data["award"], paid.data["prize_cents"]) == (DEALER.id, award.number, prize)
        assert room.micros() == SEED + 2 * ADDED - prize * 10_000
        assert view["meter_cents"] == room.micros() // 10_000
        room.check()


def test_two_prizes_are_paid_in_the_letters_order(file_room: RoomServer) -> None:
    """The farthest on the dealer's right first, each from what the one before left (letter 003, Appendix A)."""
    room = file_room
    room.sit(ROYAL, 1, 3)
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "Ks Kc Kh Qs Qc ??", key())
    for seat, answer in ((0, "no"), (1, "stand"), (3, "stand")):
        room.pit.decide(ROYAL, DEALER, seat, answer, 1, key())
    room.pit.cards(ROYAL, DEALER, "Qh", key())
    room.pit.advance(ROYAL, DEALER, key())
    paid = []
    for seat in (3, 1):
        assert room.pit.view(ROYAL)["step"]["seat"] == seat
        room.pit.key_in(ROYAL, DEALER, key())
        room.press("verify", SUPERVISOR)
        paid.append(room.press("record", SUPERVISOR)["told"]["prize_cents"])
        room.pit.settle_next(ROYAL, DEALER, key())
    room.pit.advance(ROYAL, DEALER, key())
    shown = (SEED + 2 * ADDED) // 10_000
    assert paid == [shown // 4, (shown - shown // 4) // 4]
    stacks = {seat: player["stack"] for seat, player in room.pit.view(ROYAL)["players"].items()}
    assert stacks == {"3": 50_000 - 100 + paid[0], "1": 50_000 - 100 + paid[1]}
    room.check()


def test_a_fixed_pay_is_noted_in_the_ledger_once(file_room: RoomServer) -> None:
    room = file_room
    room.sit(ROYAL, 2)
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "Ks 7h Qs ??", key())
    room.pit.decide(ROYAL, DEALER, 2, "stand", 1, key())
    room.pit.cards(ROYAL, DEALER, "Th", key())
    room.pit.advance(ROYAL, DEALER, key())
    (paid,) = [item for item in room.pit.view(ROYAL)["settled"] if item["wager"] == PROGRESSIVE]
    assert paid["net"] == 3_900
    assert room.kinds() == ["opened", "coin-in", "fixed-pay"]
    (item,) = [item for item in room.jackpots.transactions("royal") if item.kind == "fixed-pay"]
    assert (item.data["seat"], item.data["outcome"]) == (2, "royal_match")
    assert room.micros() == SEED + ADDED
    with pytest.raises(BadInput, match="corrected on the controller"):
        room.pit.correct(ROYAL, SUPERVISOR, paid["event"], Cents(0), "a test", key())
    room.check()


def test_the_same_bets_are_each_seats_own(file_room: RoomServer) -> None:
    """The dealer seats all players and places every bet: a bet belongs to its seat."""
    file_room.sit(ROYAL, 1, 2, 5)
    more = (Bet("base", dollars(25)), Bet("royal-match", dollars(5)))
    file_room.pit.bet(ROYAL, DEALER, 2, more, key())
    file_room.pit.bet(ROYAL, DEALER, 5, (Bet("base", dollars(300)),), key())
    file_room.pit.close_betting(ROYAL, DEALER, key())
    file_room.pit.void(ROYAL, SUPERVISOR, "a card fell", "IR-7", key())
    for seat in (2, 5):
        file_room.pit.leave(ROYAL, DEALER, seat, key())
    file_room.pit.sit(ROYAL, DEALER, 2, "Another", dollars(500), key())
    file_room.pit.sit(ROYAL, DEALER, 5, "Player 5", dollars(500), key())
    file_room.pit.same_bets(ROYAL, DEALER, key())
    players = file_room.pit.view(ROYAL)["players"]
    assert [(bet["wager"], bet["cents"]) for bet in players["1"]["bets"]] == [("base", 1_000), (PROGRESSIVE, 100)]
    assert not players["2"]["bets"]
    assert not players["2"]["last_bets"], "a new player has no last bets"
    with pytest.raises(BadInput, match="no seat has bets of an earlier round"):
        file_room.pit.same_bets(ROYAL, DEALER, key())


def test_repeated_bets_skip_seats_with_too_few_chips(file_room: RoomServer) -> None:
    file_room.sit(ROYAL, 1, 2)
    file_room.pit.bet(ROYAL, DEALER, 2, (Bet("base", dollars(300)),), key())
    pit = file_room.pit
    pit.close_betting(ROYAL, DEALER, key())
    pit.cards(ROYAL, DEALER, "5s 9c Kh 6d 7d ??", key())
    for seat, answer in ((0, "no"), (1, "stand"), (2, "stand")):
        pit.decide(ROYAL, DEALER, seat, answer, 1, key())
    pit.cards(ROYAL, DEALER, "Qh", key())
    pit.advance(ROYAL, DEALER, key())  # both lose
    assert file_room.pit.view(ROYAL)["players"]["2"]["stack"] < 30_000
    once = key()
    told = pit.same_bets(ROYAL, DEALER, once)
    assert [player["bets"] != [] for player in pit.view(ROYAL)["players"].values()] == [True, False]
    assert re.fullmatch(
        r"seat 1 has its last bets again, but seat 2 has \$\d+ left: \$300 on .* is too much", told["words"]
    )
    assert pit.same_bets(ROYAL, DEALER, once) == told
    pit.leave(ROYAL, DEALER, 1, key())
    with pytest.raises(BadInput, match=r"seat 2 has .* left"):
        pit.same_bets(ROYAL, DEALER, key())


def test_a_void_takes_the_contributions_of_its_round_off_the_meter(room: RoomServer) -> None:
    room.sit(ROYAL, 1, 2)
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "Ks 9c", key())
    assert room.micros() == SEED + 2 * ADDED
    with pytest.raises(NotAllowed):
        room.pit.void(ROYAL, DEALER, "a card was exposed", "IR-7", key())
    room.pit.void(ROYAL, SUPERVISOR, "a card was exposed", "IR-7", key())
    view = room.pit.view(ROYAL)
    assert view["phase"] == "betting"
    assert [player["stack"] for player in view["players"].values()] == [50_000, 50_000]
    assert room.micros() == SEED
    assert room.kinds() == ["opened", "coin-in", "void"]
    assert view["controller"]["phase"] == "betting"
    with pytest.raises(BadInput, match="nothing to void"):
        room.pit.void(ROYAL, SUPERVISOR, "again", "IR-8", key())
    room.check()


def test_a_round_with_a_recorded_prize_is_not_voided_before_it_is_backed_out(file_room: RoomServer) -> None:
    room = file_room
    room.sit(ROYAL, 1)
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "Ks Kh Qs ??", key())
    for seat, answer in ((0, "no"), (1, "stand")):
        room.pit.decide(ROYAL, DEALER, seat, answer, 1, key())
    room.pit.cards(ROYAL, DEALER, "Qh", key())
    room.pit.advance(ROYAL, DEALER, key())
    room.pit.key_in(ROYAL, DEALER, key())
    room.press("verify", SUPERVISOR)
    award = room.press("record", SUPERVISOR)["told"]["transaction"]
    before = room.pit.view(ROYAL)
    with pytest.raises(BadInput, match="back it out first"):
        room.pit.void(ROYAL, SUPERVISOR, "a card was exposed", "IR-7", key())
    assert room.pit.view(ROYAL) == before
    room.jackpots.back_out("royal", award, "a card was exposed", "IR-7", [EXECUTIVE, ACCOUNTANT], key())
    with pytest.raises(BadInput, match="not recorded"):
        room.pit.settle_next(ROYAL, DEALER, key())
    room.pit.void(ROYAL, SUPERVISOR, "a card was exposed", "IR-7", key())
    assert room.micros() == SEED
    room.check()


def test_lost_store_leaves_neither_keys_nor_events(room: RoomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    room.sit(ROYAL, 1)
    before, events, presses = room.pit.view(ROYAL), count(room, schema.table_events), count(room, schema.presses)
    once = key()

    def lost(*_: object) -> None:
        raise StoreUnavailable("the store cannot be reached: a test")

    connection = room.jackpots.worker.connection
    with monkeypatch.context() as away:
        for name in ("commit", "commit_if_unchanged"):
            away.setattr(connection, name, lost)
        away.setattr(connection, "retry_seconds", 0.0, raising=False)
        with pytest.raises(StoreUnavailable):
            room.pit.close_betting(ROYAL, DEALER, once)
    assert (count(room, schema.table_events), count(room, schema.presses)) == (events, presses)
    assert room.pit.view(ROYAL) == before
    room.pit.close_betting(ROYAL, DEALER, once)
    assert room.kinds() == ["opened", "coin-in"]
    room.check()


def test_a_jackpot_that_takes_no_wagers_keeps_the_round_from_beginning(file_room: RoomServer) -> None:
    room = file_room
    room.sit(ROYAL, 1)
    room.jackpots.manage("royal", "suspend", "a test", "D-1", [EXECUTIVE, ACCOUNTANT], key())
    with pytest.raises((BadInput, NotApproved), match="suspended"):
        room.pit.close_betting(ROYAL, DEALER, key())
    assert room.pit.view(ROYAL)["phase"] == "betting"
    room.pit.bet(ROYAL, DEALER, 1, BETS[:1], key())
    room.pit.close_betting(ROYAL, DEALER, key())
    assert room.pit.view(ROYAL)["phase"] == "playing"


# -- the gate and the duties -------------------------------------------------------------------------------------------


def test_a_table_is_opened_through_the_gate_by_a_supervisor(file_room: RoomServer) -> None:
    room = file_room
    for person in (DEALER, AUDITOR, ACCOUNTANT):
        with pytest.raises(NotAllowed):
            room.pit.open(ROYAL, person, key(), checked=True)
    with pytest.raises(NotFound, match="no table 'nowhere'"):
        room.pit.open("nowhere", SUPERVISOR, key(), checked=True)
    with pytest.raises(NotFound):
        room.pit.open("play:royal-match-21-1", SUPERVISOR, key(), checked=True)
    assert [table["open"] for table in room.pit.floor()] == [False, False, False]
    once = key()
    first = room.pit.open(ROYAL, SUPERVISOR, once, checked=True)
    assert room.pit.open(ROYAL, SUPERVISOR, once, checked=True) == first
    with pytest.raises(BadInput, match="open already"):
        room.pit.open(ROYAL, SUPERVISOR, key(), checked=True)
    assert [table["open"] for table in room.pit.floor()] == [True, False, False]
    assert room.pit.view(ROYAL)["configuration"] == room.configurations.current().hash
    with pytest.raises(NotAllowed):
        room.pit.close(ROYAL, DEALER, "end of shift", key(), players_leave=True)
    room.pit.close(ROYAL, SUPERVISOR, "end of shift", key(), players_leave=True)
    with pytest.raises(BadInput, match="closed: open it first"):
        room.pit.sit(ROYAL, DEALER, 1, "Pat", dollars(100), key())
    room.pit.open(ROYAL, SUPERVISOR, key(), checked=True)
    assert room.pit.floor()[0]["open"]


def test_every_act_needs_its_duty(file_room: RoomServer) -> None:
    room = file_room
    room.sit(ROYAL, 1)
    pit = room.pit
    acts: list[Callable[[Person], object]] = [
        lambda who: pit.sit(ROYAL, who, 2, "Pat", dollars(100), key()),
        lambda who: pit.buy(ROYAL, who, 1, dollars(100), key()),
        lambda who: pit.leave(ROYAL, who, 1, key()),
        lambda who: pit.bet(ROYAL, who, 1, BETS, key()),
        lambda who: pit.same_bets(ROYAL, who, key()),
        lambda who: pit.close_betting(ROYAL, who, key()),
        lambda who: pit.cards(ROYAL, who, "Ks", key()),
        lambda who: pit.number(ROYAL, who, 1, key()),
        lambda who: pit.decide(ROYAL, who, 1, "hit", 1, key()),
        lambda who: pit.step(ROYAL, who, key()),
        lambda who: pit.settle_next(ROYAL, who, key()),
        lambda who: pit.advance(ROYAL, who, key()),
        lambda who: pit.shuffle(ROYAL, who, key()),
        lambda who: pit.key_in(ROYAL, who, key()),
        lambda who: pit.void(ROYAL, who, "why", "D", key()),
        lambda who: pit.correct(ROYAL, who, 1, Cents(0), "why", key()),
    ]
    for person in (AUDITOR, ACCOUNTANT):
        for act in acts:
            with pytest.raises(NotAllowed):
                act(person)


def test_a_progressive_needs_its_jackpot(tmp_path: Path) -> None:
    with served(str(tmp_path / "room.db")) as server:
        configurations = Configurations(server.jackpots)
        configurations.keep(ENTERED, "ada", "a test")
        pit = Pit(server.tables, configurations)
        with pytest.raises(BadInput, match="open its jackpot first"):
            pit.open(ROYAL, SUPERVISOR, key(), checked=True)
        pit.open(POKER, SUPERVISOR, key(), checked=True)
        assert pit.view(POKER)["controller"] is None


def test_a_modified_table_finishes_its_round_and_begins_no_other(store: str) -> None:
    """The change is not on any notice, so the gate allows the table to open again."""
    changed = ENTERED.replace('id = "poker-1"', 'id = "poker-1"\npenetration = "50%"')
    with room_server(store) as room:
        room.sit(POKER, 1, bets=BETS[:1])
        room.pit.close_betting(POKER, DEALER, key())
        room.configurations.keep(changed, "ada", "a shallower cut")
        while room.pit.view(POKER)["step"]:
            step = room.pit.view(POKER)["step"]
            if step["kind"] == "ask":
                room.pit.decide(POKER, DEALER, step["seat"], "stand" if step["name"] == "play" else "no", 1, key())
            else:
                room.pit.advance(POKER, DEALER, key())
        with pytest.raises(NotApproved, match="penetration is 1/2, was 3/4: close the table"):
            room.pit.bet(POKER, DEALER, 1, BETS[:1], key())
    with room_server(store) as room:
        with pytest.raises(NotApproved, match="penetration is 1/2, was 3/4: close the table"):
            room.pit.sit(POKER, DEALER, 2, "Pat", dollars(100), key())
        room.pit.close(POKER, SUPERVISOR, "end of shift", key(), players_leave=True)
        room.pit.open(POKER, SUPERVISOR, key(), checked=True)
        room.pit.sit(POKER, DEALER, 2, "Pat", dollars(100), key())


# -- dealing -----------------------------------------------------------------------------------------------------------


def test_the_tables_own_shoe_keeps_the_hole_card_to_itself(file_room: RoomServer) -> None:
    room = file_room
    room.server.tables.chance = Stacked((0, *deal(["Ts 8s"], "7c Kd")))
    room.sit(SHOE, 1, bets=BETS[:1])
    room.pit.close_betting(SHOE, DEALER, key())
    with pytest.raises(BadInput, match="deals from its own shoe"):
        room.pit.cards(SHOE, DEALER, "Ks", key())
    for _ in range(4):
        room.pit.step(SHOE, DEALER, key())
    room.pit.decide(SHOE, DEALER, 1, "stand", 1, key())
    view = room.pit.view(SHOE)
    assert view["step"]["words"] == "Turn over the hole card"
    assert view["dealer"]["cards"] == ["7c", "??"]
    assert "Kd" not in str({name: view[name] for name in view if name != "last_shoe"})
    with pytest.raises(BadInput, match="nothing is to be paid yet"):
        room.pit.settle_next(SHOE, DEALER, key())
    room.pit.advance(SHOE, DEALER, key())
    assert room.pit.view(SHOE)["dealer"]["cards"] == ["7c", "Kd"]
    assert room.pit.view(SHOE)["phase"] == "betting"


def test_impossible_cards_are_refused_together(file_room: RoomServer) -> None:
    room = file_room
    room.sit(ROYAL, 1)
    room.pit.close_betting(ROYAL, DEALER, key())
    before = room.pit.view(ROYAL)
    for text, words in (
        ("Ks Kh Xx", "Xx"),
        ("Ks Kh Qs ?? 9c", "is not due"),
        ("Ks Ks Ks Ks Ks Ks Ks", "is not due|cannot be dealt"),
        ("", "0 cards given"),
        ("?? ??", "cards given|no card|\\?\\?"),
    ):
        with pytest.raises(BadInput, match=words):
            room.pit.cards(ROYAL, DEALER, text, key())
        assert room.pit.view(ROYAL) == before
    room.pit.cards(ROYAL, DEALER, "Ks Kh Qs ??", key())
    assert room.pit.view(ROYAL)["dealer"]["cards"] == ["Kh", "??"]


def test_a_payment_is_corrected_by_a_supervisor(file_room: RoomServer) -> None:
    room = file_room
    room.sit(ROYAL, 1, bets=BETS[:1])
    room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.cards(ROYAL, DEALER, "Ks 7h Qd ??", key())
    room.pit.decide(ROYAL, DEALER, 1, "stand", 1, key())
    room.pit.cards(ROYAL, DEALER, "Th", key())
    room.pit.advance(ROYAL, DEALER, key())
    (paid,) = room.pit.view(ROYAL)["settled"]
    assert paid["net"] == 1_000
    with pytest.raises(NotAllowed):
        room.pit.correct(ROYAL, DEALER, paid["event"], Cents(1_500), "why", key())
    room.pit.correct(ROYAL, SUPERVISOR, paid["event"], Cents(1_500), "it was a blackjack", key())
    view = room.pit.view(ROYAL)
    assert view["players"]["1"]["stack"] == 51_500
    assert (view["players"]["1"]["session"]["net"], view["players"]["1"]["session"]["rounds"]) == (1_500, 1)
    room.check()


def test_a_house_jackpot_at_a_pai_gow_table(tmp_path: Path) -> None:
    with room_server(str(tmp_path / "casino.db"), text=TRIBAL) as room:
        room.sit("riches-1", 2, bets=(Bet("base", dollars(20)), Bet("jackpot", dollars(1))))
        room.pit.close_betting("riches-1", DEALER, key())
        assert room.pit.view("riches-1")["controller"]["phase"] == "playing"
        room.pit.advance("riches-1", DEALER, key())
        room.pit.decide("riches-1", DEALER, 2, "house way", 1, key())
        room.pit.advance("riches-1", DEALER, key())
        view = room.pit.view("riches-1")
        assert (view["phase"], view["controller"]["phase"]) == ("betting", "betting")
        assert room.jackpots.verify("riches-house").holds


# -- a long night ------------------------------------------------------------------------------------------------------


def shoe_round(room: RoomServer, seats: tuple[int, ...]) -> None:
    """A round at the table that deals from its own shoe; all players stand."""
    for seat in seats:
        room.pit.bet(SHOE, DEALER, seat, [Bet("base", dollars(10))], key())
    room.pit.close_betting(SHOE, DEALER, key())
    view = room.pit.view(SHOE)
    while view["step"] is not None:
        if view["step"]["kind"] == "ask":
            asked = view["step"]["open"][0]
            answer = "stand" if "stand" in asked["options"] else "no"
            room.pit.decide(SHOE, DEALER, asked["seat"], answer, asked["hand"], key())
        else:
            room.pit.advance(SHOE, DEALER, key())
        view = room.pit.view(SHOE)


def test_a_long_night_takes_no_more_memory_and_another_server_follows_it(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitbook.room.tables.live_table.RECENT", 20)
    watch = Watch()
    with room_server(store, watch) as room, room_server(store, watch) as other:
        room.sit(SHOE, 1, 2, bets=())
        for at in (room, room, other, room, other, other, room):
            shoe_round(at, (1, 2))
            with room.server.database.reading_latest() as connection:
                number = len(last_opening(connection, SHOE)[1])
            for each in (room, other):
                with each.server.tables.look(SHOE) as live:
                    assert live.number == number
                    assert len(live.events) <= 2 * 20 + 30  # a round's events come on top
                    heard = [live.before + event.number for event in live.news(number - 5)]
                    assert heard == list(range(number - 4, number + 1))
                    if number > 21:
                        assert live.news(number - 21) == []  # too old: the client must read the view
        with room.server.tables.look(SHOE) as live:
            assert live.number > 100
        assert room.pit.view(SHOE) == other.pit.view(SHOE)
        room.check(SHOE)
