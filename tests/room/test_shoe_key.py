"""The order of a shoe in play cannot be read from the store; without its key a table voids the round and reshuffles."""

import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from pitbook.cards import NO_CARD, card_names
from pitbook.errors import BadInput
from pitbook.room.audit.store_proof import prove_store
from pitbook.room.tables.log import last_opening
from pitbook.room.tables.shoe_key import ShoeKey, adopt_key, key_in_file, room_key
from pitbook.store import schema
from pitbook.store.archive import back_up, restore
from pitbook.store.database import Database
from pitbook.store.work import Work
from pitbook.table.events import SECRET, Event, parse_event
from pitbook.table.proof import check_shoes
from pitbook.table.replay import Replay
from pitbook.table.shoe import SealedShoe
from pitbook.web.app import create_app
from tests.room.rig import ACCOUNTANT, DEALER, EXECUTIVE, SUPERVISOR
from tests.room.table_rig import ANN, NOON, SHOE_KEY, Repeated, Server, Stacked, Watch, key, served
from tests.room.test_tables_room import ADDED, SEED, SHOE, RoomServer
from tests.table.rig import deal

OTHER = ShoeKey(bytes(range(32)))
TABLE = "play:royal-match-21-1"


class Plain(ShoeKey):
    """Stores shoes unsealed, as version 0.1 did."""

    def stored_line(self, event: Event) -> str:
        return event.line()


@contextmanager
def server(store: str, shoe_key: ShoeKey = SHOE_KEY, chance: Stacked | None = None) -> Iterator[Server]:
    with served(store, Watch(), chance or Repeated(2 if shoe_key is not OTHER else 5)) as made:
        made.tables.key = shoe_key
        yield made


def stored(at: Server | RoomServer, table: str) -> list[Event]:
    database = at.database if isinstance(at, Server) else at.server.database
    with database.reading_latest() as connection:
        return list(last_opening(connection, table)[1])


def begin(at: Server) -> tuple[str, str]:
    """Begins a round of royal match; returns the table, and the order of its shoe."""
    table = at.sit("royal-match-21", ANN)
    at.bet(table, ANN)
    at.ready(table, ANN)
    with at.tables.look(TABLE) as live:
        assert live.table.round is not None
        assert live.table.shoe is not None
        return table, card_names(live.table.shoe.order)


def held(order: str) -> list[bytes]:
    """Pieces of an order that the store must not contain: eight cards in a row cannot occur by chance."""
    names = order.split()
    return [" ".join(names[place : place + 8]).encode() for place in range(8, len(names) - 8, 4)]


# -- what is stored ----------------------------------------------------------------------------------------------------


def test_no_file_of_a_store_holds_the_order_of_a_shoe_in_play(tmp_path: Path) -> None:
    """The search covers the file, its log and a back-up, and does find a shoe that was stored unsealed."""
    for folder, shoe_key in ((tmp_path / "sealed", SHOE_KEY), (tmp_path / "plain", Plain(bytes(32)))):
        folder.mkdir()
        with server(str(folder / "room.db"), shoe_key) as at:
            _, order = begin(at)
            back_up(at.database, folder / "back-up.zip", NOON.isoformat())
            restore(folder / "back-up.zip", str(folder / "restored.db"))
            content = b"".join(path.read_bytes() for path in folder.iterdir() if path.suffix != ".zip")
        found = any(piece in content for piece in held(order))
        assert found is (shoe_key is not SHOE_KEY)
        assert bytes(32).hex().encode() not in content


def test_every_shoe_is_stored_sealed_and_opens_with_the_key_alone(store: str) -> None:
    with server(store) as at:
        _, order = begin(at)
        (event,) = [event for event in stored(at, TABLE) if event.kind == "shuffled"]
    assert set(event.data[SECRET]) == {"sealed", "key"}
    assert SHOE_KEY.opened(event).data[SECRET]["order"] == order
    assert OTHER.opened(event) == event
    changed = parse_event(event.line().replace(event.data["promise"], "0" * 64))
    assert SHOE_KEY.opened(changed) == changed


def test_the_same_shoe_is_sealed_differently_each_time() -> None:
    """The nonce is random: equal shoes have different seals."""
    event = Event(2, "shuffled", {"promise": "p", SECRET: {"order": "As Ks", "salt": "5"}}, "now", "house")
    assert SHOE_KEY.stored_line(event) != SHOE_KEY.stored_line(event)


def test_the_chain_does_not_change_when_a_shoe_is_shown(store: str) -> None:
    """The sealed event stays sealed; order and salt are in another event, and prove the rounds without the key."""
    with server(store) as at:
        table, _ = begin(at)
        at.finish(table, {1: ANN})
        before = [event.line() for event in stored(at, TABLE)]
        at.play.leave(table, ANN, key())
        at.tables.renew(TABLE, key())
        with at.database.reading_latest() as connection:
            rows = schema.table_events
            lines = list(connection.execute(select(rows.c.line).order_by(rows.c.number)).scalars())
        assert lines[: len(before)] == before
        first = [parse_event(line) for line in lines]
        over = next(place for place, event in enumerate(first) if event.number == 1 and place)
        assert [shoe.kept for shoe in check_shoes(first[:over])] == [True]
        replay = Replay.begin(first[:over]).run()
        assert replay.differences == []
        assert all(event.data[SECRET].keys() == {"sealed", "key"} for event in first if event.kind == "shuffled")
        assert prove_store(at.database).fault == ""


# -- a server with the key, one without, and a store of version 0.1 ----------------------------------------------------


def test_a_restart_with_the_key_deals_on_from_the_same_shoe(store: str) -> None:
    with server(store) as at:
        table, order = begin(at)
    with server(store) as again:
        view = again.finish(table, {1: ANN})
        assert view["step"] is None
        with again.tables.look(TABLE) as live:
            assert live.table.shoe is not None
            assert card_names(live.table.shoe.order) == order
        assert not [event for event in stored(again, TABLE) if event.kind in ("shoe-withdrawn", "voided")]


@pytest.mark.parametrize("playing", [True, False])
def test_without_the_key_a_table_voids_its_round_and_reshuffles(store: str, playing: bool) -> None:
    """Every chip is back, the reason is on record, and the record proves with the old key, the new one and none."""
    with server(store) as at:
        table = at.sit("royal-match-21", ANN)
        at.bet(table, ANN)
        if playing:
            at.ready(table, ANN)
    with server(store, OTHER) as again:
        view = again.play.view(table)
        assert (view["step"], view["players"]["1"]["stack"]) == (None, 100_000)
        events = stored(again, TABLE)
        kinds = [event.kind for event in events]
        what = ["voided", "round-over"] if playing else ["taken-back"]
        last = kinds[kinds.index("shoe-withdrawn") :]
        assert [last[0], *dict.fromkeys(last[1:-2]), *last[-2:]] == ["shoe-withdrawn", *what, "shoe-lost", "shuffled"]
        reason = next(event.data["reason"] for event in events if event.kind == "shoe-withdrawn")
        assert "sealed with a key that this server does not have" in reason
        again.round(table, ANN)
        events = stored(again, TABLE)
        for known in (events, [SHOE_KEY.opened(event) for event in events], [OTHER.opened(event) for event in events]):
            assert Replay.begin(known).run().differences == []
        assert [bool(shoe.lost) for shoe in check_shoes(events)][:2] == [True, False]
        assert prove_store(again.database).fault == ""


def test_if_two_servers_withdraw_a_shoe_at_once_both_deal_from_the_stored_one(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second server gets the first one's answer, and must not deal from the shoe that it has sealed itself."""
    with server(store) as at:
        table, _ = begin(at)
    with server(store, OTHER, Stacked((), 7)) as slow, server(store, OTHER) as quick:
        run = slow.writer.run

        def run_late(work: Work[Any]) -> Any:
            if work.what == "withdraw shoe":
                quick.play.view(table)
            return run(work)

        monkeypatch.setattr(slow.writer, "run", run_late)
        promise = slow.play.view(table)["shoe"]["promise"]
        assert promise == quick.play.view(table)["shoe"]["promise"] == stored(slow, TABLE)[-1].data["promise"]
        slow.round(table, ANN)
        assert prove_store(slow.database).fault == ""


def test_a_shoe_in_play_at_the_upgrade_is_reshuffled_and_shown(store: str) -> None:
    """Version 0.1 stored it unencrypted: its open round is voided, and the readable shoe is no longer dealt."""
    with server(store, Plain(bytes(32))) as at:
        table, order = begin(at)
    with server(store) as again:
        view = again.play.view(table)
        assert (view["step"], view["players"]["1"]["stack"]) == (None, 100_000)
        events = stored(again, TABLE)
        assert [event.kind for event in events][-4:] == ["voided", "round-over", "shoe-shown", "shuffled"]
        assert "stored unsealed" in next(event.data["reason"] for event in events if event.kind == "shoe-withdrawn")
        assert events[-2].data["order"] == order
        assert [shoe.kept for shoe in check_shoes(events)][-2:] == [True, None]
        again.round(table, ANN)
        assert prove_store(again.database).fault == ""


def test_a_restored_table_of_the_room_gives_the_progressive_wagers_back(tmp_path: Path) -> None:
    """The controller's round is voided with the table's, in one transaction, and the ledger holds."""
    with server(str(tmp_path / "room.db")) as at:
        room = RoomServer(at)
        room.sit(SHOE, 1, 3)
        room.pit.close_betting(SHOE, DEALER, key())
        assert room.micros() == SEED + 2 * ADDED
        back_up(at.database, tmp_path / "back-up.zip", NOON.isoformat())
    restore(tmp_path / "back-up.zip", str(tmp_path / "restored.db"))
    with server(str(tmp_path / "restored.db"), OTHER) as again:
        room = RoomServer(again)
        view = room.pit.view(SHOE)
        assert (view["phase"], view["controller"]["phase"]) == ("betting", "betting")
        assert [view["players"][seat]["stack"] for seat in "13"] == [50_000, 50_000]
        assert room.micros() == SEED
        assert room.kinds() == ["opened", "coin-in", "void"]
        room.check(SHOE)
        assert prove_store(again.database).fault == ""


def test_a_round_with_a_recorded_prize_waits_for_a_supervisor(tmp_path: Path) -> None:
    """The house does not void it by itself; after the back-out and the supervisor's void the table reshuffles."""
    store = str(tmp_path / "room.db")
    with server(store, chance=Stacked((0, *deal(["Ks Qs"], "Kh Qh")))) as at:
        room = RoomServer(at)
        room.sit(SHOE, 1)
        room.pit.close_betting(SHOE, DEALER, key())
        room.pit.advance(SHOE, DEALER, key())
        room.pit.decide(SHOE, DEALER, 1, "stand", 1, key())
        room.pit.advance(SHOE, DEALER, key())
        room.pit.key_in(SHOE, DEALER, key())
        at.jackpots.press(SHOE, "verify", SUPERVISOR, key())
        at.jackpots.press(SHOE, "record", EXECUTIVE, key())
        award = at.jackpots.number("royal")
    with server(store, OTHER) as again:
        room = RoomServer(again)
        assert room.pit.view(SHOE)["phase"] != "betting"
        again.jackpots.back_out("royal", award, "no such hand", "form 1", [EXECUTIVE, ACCOUNTANT], key())
        room.pit.void(SHOE, SUPERVISOR, "its shoe is lost", "form 2", key(), EXECUTIVE)
        assert [event.kind for event in stored(room, SHOE)][-3:] == ["shoe-withdrawn", "shoe-lost", "shuffled"]
        room.check(SHOE)


def test_unknowable_card_is_refused_with_one_sentence() -> None:
    shoe = SealedShoe((5, NO_CARD, NO_CARD), "", "promise", {"sealed": ""})
    shoe.check_known(0, 1)
    with pytest.raises(BadInput, match="cannot be opened on this server: a supervisor voids the round"):
        shoe.check_known(0, 2)


# -- the file, and which key a room uses -------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(str(tmp_path / "store" / "room.db"))
    yield made
    made.close()


def test_the_key_is_created_once_for_its_owner_only(tmp_path: Path, database: Database) -> None:
    """Also when several processes start at once, and for any umask of the account."""
    path, before = tmp_path / "keys" / "room" / "shoe.key", os.umask(0)
    try:
        with ThreadPoolExecutor(8) as pool:
            ids = set(pool.map(lambda _: key_in_file(path, database).id, range(8)))
    finally:
        os.umask(before)
    assert len(ids) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [each.name for each in path.parent.iterdir()] == ["shoe.key"]


def test_a_key_that_others_can_read_is_refused(tmp_path: Path, database: Database) -> None:
    path = tmp_path / "shoe.key"
    key_in_file(path, database)
    path.chmod(0o640)
    with pytest.raises(BadInput, match="can be read by other accounts: run chmod 600"):
        key_in_file(path, database)


@pytest.mark.parametrize("content", [b"", b"ab" * 31, b"\xff\xfe", b"no key at all"])
def test_invalid_key_file_is_refused(tmp_path: Path, database: Database, content: bytes) -> None:
    path = tmp_path / "shoe.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(BadInput, match="shoe key"):
        key_in_file(path, database)


def test_key_must_not_be_in_the_folder_of_its_store(tmp_path: Path, database: Database) -> None:
    """A copy of the folder would contain both."""
    with pytest.raises(BadInput, match="is in the store's folder"):
        key_in_file(tmp_path / "store" / "shoe.key", database)
    assert not (tmp_path / "store" / "shoe.key").exists()


def test_room_records_only_a_fingerprint_of_its_key(store: str, tmp_path: Path) -> None:
    database = Database(store)
    assert adopt_key(database, SHOE_KEY, NOON.isoformat(), tmp_path) == ""
    assert room_key(database) == SHOE_KEY.id
    assert len(SHOE_KEY.id) == 12
    assert adopt_key(database, SHOE_KEY, NOON.isoformat(), tmp_path) == ""
    with database.reading_latest() as connection:
        assert connection.execute(text("SELECT count(*) FROM records")).scalar() == 1
    database.close()


def test_another_servers_key_is_refused_on_postgresql(postgres_store: str, tmp_path: Path) -> None:
    """It would void what the others deal; a lost key is replaced where that is asked for."""
    first = create_app(postgres_store, str(tmp_path / "one.key"))
    first.state.services.close()
    with pytest.raises(BadInput, match="copy the key file of the room's other servers"):
        create_app(postgres_store, str(tmp_path / "two.key"))
    second = create_app(postgres_store, str(tmp_path / "two.key"), new_shoe_key=True)
    assert "void their open round and reshuffle" in second.state.services.key_notice
    second.state.services.close()


def test_a_server_with_a_stale_key_voids_nothing(store: str) -> None:
    """The room uses another key: this server reports that and leaves the table alone."""
    with server(store) as at:
        table, _ = begin(at)
        adopt_key(at.database, SHOE_KEY, NOON.isoformat(), Path())
    with server(store, OTHER) as stale, pytest.raises(BadInput, match="start it with the key file of the other"):
        stale.play.view(table)
    with server(store) as again:
        assert again.play.view(table)["step"] is not None


def test_a_restored_file_goes_on_with_a_new_key_and_says_so(tmp_path: Path) -> None:
    """SQLite has one server, so there is no other server's round to void."""
    store = str(tmp_path / "store" / "room.db")
    create_app(store, str(tmp_path / "one.key")).state.services.close()
    services = create_app(store, str(tmp_path / "two.key")).state.services
    assert "reshuffle when they are next used" in services.key_notice
    services.close()
