"""Live tables over the store, on SQLite and on PostgreSQL: an act is stored at once or has not happened."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Queue
from threading import Event
from typing import Any

import pytest
from sqlalchemy import func, select

from pitbook.errors import BadInput, NotFound
from pitbook.room.tables.live_table import LiveTable
from pitbook.room.tables.log import AFTER, PLAY, last_opening, tables
from pitbook.store import schema
from pitbook.store.listening import Listening
from pitbook.store.queries import PreparedQuery
from pitbook.store.work import ANSWERED
from pitbook.store.write_connection import StoreUnavailable
from pitbook.table.replay import Replay
from tests.every_game import sampled
from tests.room.table_rig import ANN, BOB, EVE, Server, Watch, key, served, usual_bets

BLACKJACK, MATCH, RICHES = "royal-match-21", "million-dollar-match-the-dealer", "royal-riches-pai-gow"


@pytest.fixture
def server(store: str) -> Iterator[Server]:
    with served(store) as made:
        yield made


def rows(server: Server) -> tuple[int, int]:
    """The number of events and of requests in the store."""
    with server.database.reading_latest() as connection:
        counts = [
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (schema.table_events, schema.requests)
        ]
    return counts[0], counts[1]


def stored(server: Server, table: str) -> list[Any]:
    with server.database.reading_latest() as connection:
        return list(last_opening(connection, PLAY + table)[1])


def same(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the figures of a background thread, which only one of two views may have."""
    copy: dict[str, Any] = json.loads(json.dumps(view))
    for player in copy["players"].values():
        player["session"].pop("expected")
        player["session"].pop("left_out")
    return copy


@pytest.mark.parametrize("game", sampled())
def test_a_replay_of_the_record_gives_the_same_rounds_in_every_game(game: str, server: Server) -> None:
    table = server.sit(game, ANN, BOB)
    view = [server.round(table, ANN, BOB) for _ in range(3)][-1]
    assert view["rounds"] == 3
    assert view["phase"] == "betting"
    events = stored(server, table)
    assert Replay.begin(events).run().differences == []
    nets = {seat: player["session"]["net"] for seat, player in view["players"].items()}
    assert {seat: player["stack"] - 100_000 for seat, player in view["players"].items()} == nets
    assert {event.by for event in events if event.kind in ("sat", "bet", "ready", "answer")} == {ANN, BOB}


@pytest.mark.parametrize("game", [BLACKJACK, RICHES, MATCH])
def test_after_a_restart_the_table_goes_on_in_mid_round(game: str, store: str) -> None:
    watch = Watch()
    with served(store, watch) as first:
        table = first.sit(game, ANN, BOB)
        first.round(table, ANN, BOB)
        first.bet(table, ANN)
        first.bet(table, BOB)
        first.ready(table, ANN)
        first.ready(table, BOB)
        before = first.play.view(table, ANN)
        with first.tables.look(PLAY + table) as live:
            log, shoe = live.table.log.hash, live.table.shoe
    with served(store, watch) as second:
        assert same(second.play.view(table, ANN)) == same(before)
        with second.tables.look(PLAY + table) as live:
            assert (live.table.log.hash, live.table.shoe) == (log, shoe)
        view = second.finish(table, {1: ANN, 2: BOB})
        assert view["rounds"] == 2
        second.round(table, ANN, BOB)
        assert Replay.begin(stored(second, table)).run().differences == []


@pytest.mark.every_store
def test_two_servers_act_in_turn_at_one_table(store: str) -> None:
    watch = Watch()
    with served(store, watch) as one, served(store, watch) as other:
        table = one.sit(BLACKJACK, ANN)
        other.play.sit(table, BOB, "Bob", 2, key())
        for here, there in ((one, other), (other, one)):
            here.bet(table, ANN)
            there.bet(table, BOB)
            here.ready(table, ANN)
            there.ready(table, BOB)
            while (view := here.play.view(table))["step"] is not None:
                seat = view["step"]["seat"]
                here, there = there, here
                answer = "stand" if view["step"]["name"] == "play" else "no"
                here.decide(table, {1: ANN, 2: BOB}[seat], answer, view["step"]["hand"])
            assert same(here.play.view(table)) == same(there.play.view(table))
        assert Replay.begin(stored(one, table)).run().differences == []


@pytest.mark.every_store
def test_two_servers_race_and_everything_happens_once(store: str) -> None:
    """Each of two visitors changes a bet many times, at both servers at once; no event is lost or doubled."""
    watch = Watch()
    with served(store, watch) as one, served(store, watch) as other:
        table = one.sit(BLACKJACK, ANN, BOB)
        bets = list(usual_bets(table))

        def change(server: Server, owner: str, turn: int) -> int:
            chosen = bets if turn % 2 else bets[:1]
            return int(server.play.bet(table, owner, chosen, key())["number"])

        with ThreadPoolExecutor(4) as pool:
            done = [pool.submit(change, (one, other)[turn % 2], (ANN, BOB)[turn // 2 % 2], turn) for turn in range(24)]
            assert len([future.result() for future in done]) == 24
        events = stored(one, table)
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert Replay.begin(events).run().differences == []
        assert same(one.play.view(table)) == same(other.play.view(table))


def test_the_same_request_is_done_once(server: Server) -> None:
    table = server.sit(BLACKJACK, ANN)
    once = key()
    first = server.play.buy(table, ANN, once)
    before = rows(server)
    assert server.play.buy(table, ANN, once) == first
    assert rows(server) == before
    assert server.play.view(table)["players"]["1"]["stack"] == 200_000
    with pytest.raises(BadInput, match="used for something else"):
        server.play.leave(table, ANN, once)


@pytest.mark.every_store
def test_the_same_request_at_two_servers_is_done_once(store: str) -> None:
    watch = Watch()
    with served(store, watch) as one, served(store, watch) as other:
        table = one.sit(BLACKJACK, ANN)
        other.play.view(table)
        for _ in range(4):
            once = key()
            with ThreadPoolExecutor(2) as pool:
                done = [pool.submit(server.play.buy, table, ANN, once) for server in (one, other)]
                first, second = (future.result() for future in done)
            assert first == second
        assert one.play.view(table)["players"]["1"]["stack"] == 500_000
        assert other.play.view(table)["players"]["1"]["stack"] == 500_000


@pytest.mark.every_store
@pytest.mark.parametrize("before", [AFTER, ANSWERED], ids=["events", "answers"])
def test_request_completed_concurrently_by_another_server_succeeds(
    store: str, monkeypatch: pytest.MonkeyPatch, before: PreparedQuery
) -> None:
    """A bad network delivers a request to two servers: the second is not refused because the first was carried out."""
    watch = Watch()
    with served(store, watch) as one, served(store, watch) as other:
        table = one.sit(BLACKJACK, ANN)
        other.bet(table, ANN)  # now server ``one`` is behind and must ask the store
        once, there, query = key(), list[Any](), one.database.query

        def overtaken(question: PreparedQuery, **values: Any) -> list[tuple[Any, ...]]:
            if question is before and not there:
                there.append(other.play.ready(table, ANN, once))
            return query(question, **values)

        monkeypatch.setattr(one.database, "query", overtaken)
        assert one.play.ready(table, ANN, once) == there[0]
        assert one.play.view(table)["rounds"] == 1


@pytest.mark.every_store
def test_a_request_that_another_server_has_done_is_not_done_by_one_that_is_behind(store: str) -> None:
    watch = Watch()
    with served(store, watch) as one, served(store, watch) as other:
        table = one.sit(BLACKJACK, ANN)
        one.bet(table, ANN)
        once = key()
        there = other.play.ready(table, ANN, once)
        assert one.play.ready(table, ANN, once) == there
        assert one.play.view(table)["rounds"] == 1
        once = key()
        there = other.play.buy(table, ANN, once)
        before = rows(one)
        assert one.play.buy(table, ANN, once) == there
        assert rows(one) == before


def test_a_refused_act_is_not_tried_twice(server: Server) -> None:
    """Memory is up to date and the request is new, so the refusal is final and the act is not repeated."""
    table = server.sit(BLACKJACK, ANN)
    tried = []

    def refuse(live: LiveTable) -> None:
        tried.append(live.name)
        raise BadInput("not now")

    with pytest.raises(BadInput, match="not now"):
        server.tables.act(f"{PLAY}{table}", ANN, key(), "a test", refuse)
    assert tried == [f"{PLAY}{table}"]


def test_act_that_the_store_refuses_is_rolled_back(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.sit(BLACKJACK, ANN, BOB)
    server.round(table, ANN, BOB)
    server.bet(table, ANN)
    before, view = rows(server), server.play.view(table)
    once = key()

    def lost(_work: object) -> None:
        raise StoreUnavailable("the store cannot be reached: a test")

    with monkeypatch.context() as away:
        away.setattr(server.writer, "run", lost)
        acts: list[Callable[[], object]] = [
            lambda: server.play.ready(table, ANN, once),
            lambda: server.play.bet(table, BOB, list(usual_bets(table)), key()),
            lambda: server.play.leave(table, BOB, key()),
            lambda: server.play.sit(table, EVE, "Eve", 3, key()),
        ]
        for act in acts:
            with pytest.raises(StoreUnavailable):
                act()
    assert rows(server) == before
    assert same(server.play.view(table)) == same(view)
    server.play.ready(table, ANN, once)
    assert server.finish(table, {1: ANN})["rounds"] == 2
    assert Replay.begin(stored(server, table)).run().differences == []


def test_a_refusal_in_the_middle_of_an_act_leaves_nothing(server: Server) -> None:
    table = server.sit(BLACKJACK, ANN)
    before = rows(server)

    def half(live: LiveTable) -> None:
        live.table.buy(1, live.table.seats[1].stack)
        live.table.bet(1, "no such wager", live.table.seats[1].stack)

    with pytest.raises(BadInput, match="no wager"):
        server.tables.act(PLAY + table, ANN, key(), "half", half)
    assert rows(server) == before
    assert server.play.view(table)["players"]["1"]["stack"] == 100_000


def test_listeners_are_called_for_every_commit_only(server: Server) -> None:
    table = server.sit(BLACKJACK, ANN)
    heard: list[str] = []

    def deaf(_name: str) -> None:
        raise RuntimeError("a failing listener does not stop the others")

    server.jackpots.worker.table_listeners += [deaf, heard.append]
    once = key()
    server.play.buy(table, ANN, once)
    server.play.buy(table, ANN, once)
    with pytest.raises(BadInput):
        server.play.ready(table, ANN, key())
    assert heard == [PLAY + table]


def test_play_tables_are_no_tables_of_the_room(server: Server) -> None:
    server.sit(BLACKJACK, ANN)
    with server.database.reading_latest() as connection:
        assert tables(connection) == []


def test_a_closed_table_keeps_its_events_and_may_be_opened_again(server: Server) -> None:
    table = server.sit(BLACKJACK, ANN)
    server.round(table, ANN)
    server.play.leave(table, ANN, key())
    server.watch.wait(server.play.rules.empty_seconds)
    server.play.tick()
    assert server.play.view(table)["closed"]
    first = stored(server, table)
    assert [event.kind for event in first[-2:]] == ["closed", "shoe-shown"]
    with pytest.raises(BadInput, match="closed"):
        server.play.sit(table, ANN, "Ann", 0, key())
    assert server.play.find(BLACKJACK) == table
    view = server.play.view(table)
    assert (view["closed"], view["rounds"]) == (False, 0)
    assert view["number"] > len(first)
    assert rows(server)[0] == view["number"]


def test_unknown_table_names_are_not_found(server: Server) -> None:
    for name in ("", "no-such-game-1", "royal-match-21-0", "royal-match-21-99", "0" * 20, "0" * 19, "é" * 20, "../x"):
        with pytest.raises(NotFound, match="no table"):
            server.play.view(name)
        with pytest.raises(NotFound, match="no table"):
            server.play.sit(name, ANN, "Ann", 0, key())
    assert rows(server) == (0, 0)


@pytest.mark.every_store
def test_other_servers_are_told_of_what_happens_at_a_table(postgres_store: str) -> None:
    with served(postgres_store) as server:
        begun, heard = Event(), Queue[str]()
        listening = Listening(server.database.arguments, lambda *_: None, begun.set, heard.put)
        try:
            assert begun.wait(30)
            table = server.sit(BLACKJACK, ANN)
            assert [heard.get(timeout=30) for _ in range(2)] == [PLAY + table] * 2
        finally:
            listening.close()


@pytest.mark.every_store
def test_a_server_is_not_told_of_its_own_commits_again(postgres_store: str) -> None:
    with served(postgres_store) as server, served(postgres_store) as other:
        begun, heard = Event(), Queue[str]()
        connection = server.jackpots.worker.connection
        listening = Listening(
            server.database.arguments, lambda *_: None, begun.set, heard.put, lambda: connection.process
        )
        try:
            assert begun.wait(30)
            server.sit(BLACKJACK, ANN)
            table = other.sit(MATCH, BOB)
            assert [heard.get(timeout=30) for _ in range(2)] == [PLAY + table] * 2
            assert heard.empty()
        finally:
            listening.close()
