"""Tables for play money: seats, time limits, and what players do not see."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import BadInput, NotFound
from pitbook.games.settle import Bet
from pitbook.jackpot.people import NotAllowed
from pitbook.money import Cents, dollars, format_cents
from pitbook.room.play.rules import PlayRules
from pitbook.room.play.service import NoRoom, owner_of, play_config, played
from pitbook.room.tables.history import TableHistory
from pitbook.room.tables.log import PLAY
from pitbook.room.tables.view import public
from pitbook.room.token_bucket import RateLimited, TokenBucket
from pitbook.table.config import first_bets
from pitbook.table.events import CONSOLE, SPECTATOR, Event, parse_event
from pitbook.table.jackpot import PlayMeter
from pitbook.table.odds import TableOdds
from pitbook.table.proof import check_shoes
from pitbook.table.replay import Replay
from pitbook.table.shoe import promise_of
from pitbook.table.upgrade import parse_log
from tests.room.table_rig import ANN, BOB, EVE, Server, Stacked, Watch, key, served
from tests.table.rig import deal

BLACKJACK, MATCH, EZ = "royal-match-21", "million-dollar-match-the-dealer", "ez-pai-gow"
BASE = [Bet("base", dollars(10))]


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "play.db")


def begun(server: Server, game: str = BLACKJACK, *owners: str) -> str:
    """A table at which these visitors have bet $10 and the cards are dealt."""
    table = server.sit(game, *(owners or (ANN,)))
    for owner in owners or (ANN,):
        server.bet(table, owner, BASE)
    for owner in owners or (ANN,):
        server.ready(table, owner)
    return table


# -- seats -------------------------------------------------------------------------------------------------------------


def test_only_the_owner_acts_for_a_seat(folder: str) -> None:
    with served(folder) as server:
        server.tables.chance = Stacked((0, *deal(["Ts 6s", "9h 8h"], "7c 9d")))
        table = begun(server, BLACKJACK, ANN, BOB)
        assert server.play.view(table, ANN)["step"]["seat"] == 1
        with pytest.raises(BadInput, match="seat 2 is not asked"):
            server.decide(table, BOB, "hit")
        before = server.play.view(table)["number"]
        for act in (
            lambda: server.decide(table, EVE, "hit"),
            lambda: server.bet(table, EVE, BASE),
            lambda: server.play.leave(table, EVE, key()),
            lambda: server.play.buy(table, EVE, key()),
            lambda: server.ready(table, EVE),
        ):
            with pytest.raises(NotAllowed, match="you do not sit"):
                act()
        assert server.play.view(table)["number"] == before


def test_views_differ_only_in_whose_seat_it_is_and_who_may_choose(folder: str) -> None:
    with served(folder) as server:
        table = begun(server, BLACKJACK, ANN, BOB)
        views = [server.play.view(table, owner) for owner in (ANN, BOB, EVE, "")]
        assert [view.pop("you") for view in views] == [1, 2, None, None]
        yours = [{seat for seat, player in view["players"].items() if player.pop("you")} for view in views]
        assert yours == [{"1"}, {"2"}, set(), set()]
        for view in views:
            for player in view["players"].values():
                player.pop("session")
        who = views[0]["step"]["seat"]
        asked = [(view["step"].pop("options"), view["step"].pop("open")[0].pop("options")) for view in views]
        words = [view["step"].pop("words") for view in views]
        mine = asked.pop(who - 1)[0]
        assert "stand" in mine
        assert asked == [([], [])] * 3
        assert words.pop(who - 1) == f"Play? seat {who}: {' / '.join(mine)}"
        assert words == [f"Play? seat {who}"] * 3
        assert all(view == views[0] for view in views)
        assert "player:" not in json.dumps(views[0])


def test_visitor_has_one_seat_and_keeps_their_chips(folder: str) -> None:
    with served(folder) as server:
        table = server.sit(BLACKJACK, ANN)
        with pytest.raises(BadInput, match="already sit at seat 1"):
            server.play.sit(table, ANN, "Ann", 2, key())
        with pytest.raises(BadInput, match="seat 1 is taken"):
            server.play.sit(table, BOB, "Bob", 1, key())
        server.round(table, ANN)
        stack = server.play.view(table)["players"]["1"]["stack"]
        assert stack != 100_000
        server.play.leave(table, ANN, key())
        assert server.play.sit(table, ANN, "Ann", 0, key())["seat"] == 4
        assert server.play.view(table)["players"]["4"]["stack"] == stack


def test_more_chips_up_to_a_limit(folder: str) -> None:
    with served(folder, rules=PlayRules(most_chips=dollars(2_500), acts_at_once=100)) as server:
        table = server.sit(BLACKJACK, ANN)
        for _ in range(2):
            server.play.buy(table, ANN, key())
        with pytest.raises(BadInput, match=r"you have \$3,000: that is enough"):
            server.play.buy(table, ANN, key())


# -- bets --------------------------------------------------------------------------------------------------------------


def test_set_of_bets_is_placed_completely_or_not_at_all(folder: str) -> None:
    with served(folder) as server:
        table = server.sit(BLACKJACK, ANN)
        server.bet(table, ANN, [*BASE, Bet("royal-match", dollars(5))])
        before = server.play.view(table)
        for bets, words in (
            ([*BASE, Bet("royal-match", dollars(101))], "Royal Match is"),
            ([*BASE, Bet("no-such", dollars(5))], "no wager"),
            ([*BASE, *BASE], "twice on Blackjack"),
            ([Bet("royal-match", dollars(5))], "without the Blackjack wager"),
            ([Bet("base", dollars(300)), Bet("royal-match", Cents(-5))], "above zero"),
            ([Bet("base", dollars(10), 3)], "no spot 3"),
            ([Bet("base", Cents(10**13))], "whole number"),
        ):
            with pytest.raises(BadInput, match=words):
                server.bet(table, ANN, bets)
        assert server.play.view(table) == before
        server.bet(table, ANN, [Bet("royal-match", dollars(10)), Bet("base", dollars(5))])
        placed = {bet["wager"]: bet["cents"] for bet in server.play.view(table)["players"]["1"]["bets"]}
        assert placed == {"base": 500, "royal-match": 1_000}
        server.bet(table, ANN, [])
        assert server.play.view(table)["players"]["1"]["stack"] == 100_000


def test_all_chips_may_move_from_one_spot_to_another(folder: str) -> None:
    with served(folder, rules=PlayRules(chips=dollars(15), acts_at_once=100)) as server:
        table = server.sit(BLACKJACK, ANN)
        server.bet(table, ANN, [Bet("base", dollars(5)), Bet("royal-match", dollars(10))])
        server.bet(table, ANN, [Bet("base", dollars(10)), Bet("royal-match", dollars(5))])
        server.bet(table, ANN, [Bet("base", dollars(5)), Bet("royal-match", dollars(10))])
        assert server.play.view(table)["players"]["1"]["stack"] == 0
        with pytest.raises(BadInput, match=r"has \$5 left: \$11 on Royal Match is too much"):
            server.bet(table, ANN, [Bet("base", dollars(10)), Bet("royal-match", dollars(11))])


def test_bets_are_repeated(folder: str) -> None:
    with served(folder) as server:
        table = server.sit(EZ, ANN)
        with pytest.raises(BadInput, match="could be repeated"):
            server.play.bet(table, ANN, None, key())
        bets = [*BASE, Bet("red-black", dollars(3), 0, "black")]
        server.bet(table, ANN, bets)
        server.ready(table, ANN)
        server.finish(table, {1: ANN})
        server.play.bet(table, ANN, None, key())
        view = server.play.view(table)["players"]["1"]
        assert view["bets"] == view["last_bets"]
        assert [(bet["wager"], bet["cents"], bet["choice"]) for bet in view["bets"]] == [
            ("base", 1_000, ""),
            ("red-black", 300, "black"),
        ]


def test_no_bet_once_the_cards_are_dealt(folder: str) -> None:
    with served(folder) as server:
        server.tables.chance = Stacked((0, *deal(["Ts 6s"], "7c 9d")))
        table = begun(server)
        for act in (
            lambda: server.bet(table, ANN, BASE),
            lambda: server.ready(table, ANN),
            lambda: server.play.leave(table, ANN, key()),
            lambda: server.play.buy(table, ANN, key()),
        ):
            with pytest.raises(BadInput, match="round 1 is being played"):
                act()


# -- the clock ---------------------------------------------------------------------------------------------------------


def test_the_deal_waits_for_everybody_who_has_bet_but_not_for_long(folder: str) -> None:
    with served(folder) as server:
        table = server.sit(BLACKJACK, ANN, BOB, EVE)
        server.bet(table, ANN, BASE)
        server.bet(table, BOB, BASE)
        server.ready(table, ANN)
        view = server.play.view(table)
        assert view["phase"] == "betting"
        assert view["deal_at"] == "2026-11-02T12:00:15+00:00"
        server.watch.wait(14.9)
        server.play.tick()
        assert server.play.view(table)["phase"] == "betting"
        server.watch.wait(0.1)
        server.play.tick()
        view = server.play.view(table)
        assert view["rounds"] == 1
        assert [len(view["players"][seat]["hands"]) for seat in "123"] == [1, 1, 0]


def test_changing_a_bet_clears_ready(folder: str) -> None:
    with served(folder) as server:
        table = server.sit(BLACKJACK, ANN, BOB)
        server.bet(table, ANN, BASE)
        server.bet(table, BOB, BASE)
        server.ready(table, ANN)
        with pytest.raises(BadInput, match="ready already"):
            server.ready(table, ANN)
        server.bet(table, ANN, [Bet("base", dollars(20))])
        assert server.play.view(table)["deal_at"] is None
        server.ready(table, BOB)
        assert server.play.view(table)["phase"] == "betting"


@pytest.mark.parametrize(
    ("game", "top", "kinds"),
    [(BLACKJACK, deal(["Ts 6s"], "Ac 9d"), ["no", "stand"]), (EZ, (), ["/"])],
)
def test_timed_out_decision_gets_the_fallback(game: str, top: tuple[int, ...], kinds: list[str], folder: str) -> None:
    with served(folder) as server:
        server.tables.chance = Stacked((0, *top) if top else ())
        table = begun(server, game)
        server.play.sit(table, BOB, "Bob", 0, key())
        for _ in kinds:
            view = server.play.view(table)
            assert view["step"]["deadline"] == (server.watch() + timedelta(seconds=30)).isoformat()
            server.watch.wait(29.9)
            server.play.tick()
            assert server.play.view(table)["number"] == view["number"]
            server.watch.wait(0.1)
            server.play.tick()
            assert server.play.view(table)["number"] > view["number"]
        assert server.play.view(table)["phase"] == "betting"
        with server.tables.look(PLAY + table) as live:
            answers = [event for event in live.events if event.kind == "answer"]
        assert {event.by for event in answers} == {"house"}
        assert all(kind in event.data["answer"] for kind, event in zip(kinds, answers, strict=True))
        assert server.play.view(table)["players"]["1"]["timed_out"].startswith("Time ran out: the table ")


def test_a_player_alone_at_a_table_has_no_clock(folder: str) -> None:
    """No other player waits: there is no deadline until the seat is given up after ten idle minutes."""
    with served(folder) as server:
        server.tables.chance = Stacked((0, *deal(["Ts 6s"], "7c 9d")))
        table = begun(server)
        assert server.play.view(table)["step"]["deadline"] is None
        server.watch.wait(599)
        server.play.tick()
        assert server.play.view(table)["phase"] == "playing"
        server.watch.wait(1)
        for _ in range(3):
            server.play.tick()
        assert server.play.view(table)["players"] == {}


def test_a_closed_browser_leaves_the_count_and_the_seat(folder: str) -> None:
    """Its hand is played to the end first; a browser that comes back in time, or never had a stream, keeps its seat."""
    with served(folder) as server:
        server.tables.chance = Stacked((0, *deal(["Ts 6s", "9h 7h", "8h 7d"], "7c 9d", "2s")))
        table = begun(server, BLACKJACK, ANN, BOB, EVE)

        def playing() -> int:
            return sum(shown["playing"] for shown in server.play.open_tables() if shown["table"] == table)

        for owner in (ANN, BOB):
            with server.play.looking(table, owner):
                assert playing() == 3
        with server.play.looking(table, BOB):
            server.watch.wait(20)
            assert playing() == 2
            for _ in range(2):
                server.play.tick()
            view = server.play.view(table)
            assert view["step"]["seat"] == 2
            assert view["players"]["1"]["away"]
            server.decide(table, BOB, "stand")
            server.decide(table, EVE, "stand")
            server.play.tick()
            assert list(server.play.view(table)["players"]) == ["2", "3"]


def test_a_player_never_sees_the_previous_players_result(folder: str) -> None:
    with served(folder) as server:
        server.tables.chance = Stacked((0, *deal(["Ts 9s"], "7c Td")))
        table = begun(server)
        server.decide(table, ANN, "stand")
        assert [item["why"] for item in server.play.view(table, ANN)["settled"]] == [
            "Your 19 beats the dealer's 17: +$10"
        ]
        server.play.leave(table, ANN, key())
        server.play.sit(table, BOB, "Bob", 1, key())
        view = server.play.view(table, BOB)
        assert view["settled"] == []
        assert view["players"]["1"]["hands"] == []
        assert view["players"]["1"]["session"]["rounds"] == 0


@pytest.mark.parametrize("game", played())
def test_deal_me_a_hand_deals_at_a_private_table(game: str, folder: str) -> None:
    """Only the wagers that a round needs are bet. A second request gets the same table, unless another player sits
    there too."""
    with served(folder) as server:
        name = server.play.deal_hand(game, ANN, "Ann")
        view = server.play.view(name, ANN)
        bets = view["players"][str(view["you"])]["last_bets"]
        first = [(bet.wager, bet.cents) for bet in first_bets(play_config(game))]
        assert [(bet["wager"], bet["cents"]) for bet in bets] == first
        assert [wager for wager, _ in first] == list(play_config(game).game.required or first[0][:1])
        assert view["rounds"] == 1
        assert view["players"][str(view["you"])]["hands"]
        assert name not in {shown["table"] for shown in server.play.open_tables()}
        assert server.play.deal_hand(game, ANN, "Ann") == name
        server.play.sit(name, BOB, "Bob", 0, key())
        assert server.play.deal_hand(game, ANN, "Ann") != name


def test_all_hands_of_pai_gow_have_the_same_time(folder: str) -> None:
    """An answer of one player gives the others no more time."""
    with served(folder) as server:
        table = begun(server, EZ, ANN, BOB)
        before = [asked["deadline"] for asked in server.play.view(table)["step"]["open"]]
        server.watch.wait(20)
        server.decide(table, BOB, "house way")
        (asked,) = server.play.view(table)["step"]["open"]
        assert [asked["deadline"]] * 2 == before
        server.watch.wait(10)
        server.play.tick()
        assert server.play.view(table)["phase"] == "betting"


def test_absent_player_is_answered_for_quickly(folder: str) -> None:
    with served(folder) as server:
        server.tables.chance = Stacked((0, *deal(["Ts 6s", "9h 7h"], "7c 9d", "2s")))
        table = server.sit(BLACKJACK, ANN, BOB)
        server.bet(table, ANN, BASE)
        server.watch.wait(100)
        server.bet(table, BOB, BASE)
        assert server.play.view(table)["players"]["1"]["away"]
        server.ready(table, BOB)
        server.watch.wait(15)
        server.play.tick()
        assert server.play.view(table)["step"]["seat"] == 1
        server.watch.wait(4)
        server.play.tick()
        assert server.play.view(table)["step"]["seat"] == 2


def test_idle_player_leaves_with_all_chips(folder: str) -> None:
    with served(folder) as server:
        table = server.sit(BLACKJACK, ANN, BOB)
        server.bet(table, ANN, BASE)
        server.watch.wait(599)
        server.play.buy(table, BOB, key())
        server.watch.wait(1)
        server.play.tick()
        view = server.play.view(table)
        assert list(view["players"]) == ["2"]
        server.play.sit(table, ANN, "Ann", 1, key())
        assert server.play.view(table)["players"]["1"]["stack"] == 100_000


def test_two_servers_tend_one_table_and_do_each_step_once(folder: str) -> None:
    """An act that is due is done once, on the server whose clock is first."""
    watch = Watch()
    with served(folder, watch) as one, served(folder, watch) as other:
        one.tables.chance = other.tables.chance = Stacked((0, *deal(["Ts 6s"], "7c 9d")))
        table = begun(one)
        one.play.sit(table, BOB, "Bob", 0, key())
        other.play.view(table)
        watch.wait(30)
        one.play.tick()
        other.play.tick()
        one.play.tick()
        with other.tables.look(PLAY + table) as live:
            assert [event.kind for event in live.events].count("answer") == 1


def test_a_long_record_is_closed_and_everybody_keeps_seat_and_chips(folder: str) -> None:
    with served(folder, rules=PlayRules(most_events=60, acts_at_once=10**9)) as server:
        table = server.sit(BLACKJACK, ANN, BOB)
        before = server.round(table, ANN, BOB)
        while before["number"] < 60:
            before = server.round(table, ANN, BOB)
        server.play.tick()
        after = server.play.view(table, BOB)
        assert after["number"] > before["number"]
        assert after["rounds"] == 0
        assert [after["players"][seat]["stack"] for seat in "12"] == [before["players"][seat]["stack"] for seat in "12"]
        assert after["you"] == 2
        server.round(table, ANN, BOB)


# -- tables ------------------------------------------------------------------------------------------------------------


def test_further_tables_are_opened_when_one_is_full(folder: str) -> None:
    with served(folder, rules=PlayRules(public_tables=2, acts_at_once=100)) as server:
        visitors = [owner_of(f"{number:043}") for number in range(14)]
        tables = []
        for visitor in visitors:
            tables.append(server.play.find(BLACKJACK, visitor))
            server.play.sit(tables[-1], visitor, "Somebody", 0, key())
        assert tables == ["royal-match-21-1"] * 7 + ["royal-match-21-2"] * 7
        assert server.play.find(BLACKJACK, visitors[3]) == "royal-match-21-1"
        with pytest.raises(NoRoom, match="all 2 tables"):
            server.play.find(BLACKJACK, ANN)
        with pytest.raises(BadInput, match="every seat is taken"):
            server.play.sit("royal-match-21-1", ANN, "Ann", 0, key())
        shown = {table["table"]: table["taken"] for table in server.play.open_tables() if table["table"]}
        assert shown == {"royal-match-21-1": 7, "royal-match-21-2": 7}
        assert {table["game"] for table in server.play.open_tables()} == set(played())


def test_a_private_table_is_found_by_its_link_only(folder: str) -> None:
    with served(folder) as server:
        once = key()
        table = server.play.open_private(BLACKJACK, ANN, once)
        assert server.play.open_private(BLACKJACK, ANN, once) == table
        assert server.play.open_private(BLACKJACK, ANN, key()) != table
        server.play.sit(table, BOB, "Bob", 0, key())
        assert server.play.view(table)["players"]["4"]["player"] == "Bob"
        assert all(each["table"] is None for each in server.play.open_tables())


def test_number_of_tables_is_limited_and_empty_ones_are_closed(folder: str) -> None:
    with served(folder, rules=PlayRules(most_tables=3, acts_at_once=100)) as server:
        for _ in range(3):
            server.play.view(server.play.open_private(BLACKJACK, ANN, key()))
        with pytest.raises(NoRoom, match="all tables are taken"):
            server.play.open_private(BLACKJACK, ANN, key())
        server.watch.wait(900)
        server.play.tick()
        server.play.open_private(BLACKJACK, ANN, key())


def test_rate_limit_of_a_visitor() -> None:
    now = 0.0
    rate = TokenBucket(3, 2.0, lambda: now)
    for _ in range(3):
        rate.acquire("ann")
    with pytest.raises(RateLimited):
        rate.acquire("ann")
    rate.acquire("bob")
    now = 0.5
    rate.acquire("ann")
    with pytest.raises(RateLimited):
        rate.acquire("ann")
    now = 1e9
    for _ in range(3):
        rate.acquire("ann")
    with pytest.raises(RateLimited):
        rate.acquire("ann")


def test_unapproved_games_have_no_public_table(folder: str) -> None:
    with served(folder) as server:
        for game in ("", "baccarat", "royal-match-21-1", "../..", "\x00"):
            with pytest.raises(NotFound, match="no game"):
                server.play.find(game)


# -- secrets -----------------------------------------------------------------------------------------------------------


def _without_promises(view: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = json.loads(json.dumps(view))
    shown["shoe"].pop("promise")
    shown.pop("last_shoe")
    for player in shown["players"].values():
        player.pop("session")
    return shown


@pytest.mark.parametrize(("hole", "other"), [("9d", "5c"), ("2h", "Kd")])
def test_face_down_cards_do_not_change_any_view(hole: str, other: str, tmp_path: Path) -> None:
    """Two tables that differ only in the hole card and later cards: until these are shown, every view is the same."""
    shown: list[list[Any]] = []
    for number, card in enumerate((hole, other), 1):
        with served(str(tmp_path / f"{number}.db")) as server:
            server.tables.chance = Stacked((0, *deal(["Ts 6s"], f"7c {card}")), below=number)
            table = begun(server)
            with server.tables.look(PLAY + table) as live:
                heard = [public(event, 0, SPECTATOR) for event in live.events]
            for event in heard:
                event["data"].pop("promise", None)
            shown.append([_without_promises(server.play.view(table, ANN)), heard])
    assert shown[0] == shown[1]
    assert shown[0][0]["dealer"]["cards"] == ["7c", "??"]
    assert "secret" not in json.dumps(shown)


def test_the_dealers_pai_gow_hand_is_face_down_until_all_have_set(folder: str) -> None:
    with served(folder) as server:
        table = begun(server, EZ, ANN, BOB)
        server.decide(table, ANN, "house way")
        view = server.play.view(table)
        assert view["dealer"] == {"cards": ["??"] * 7, "value": "", "low": [], "high": []}
        server.decide(table, BOB, "house way")
        dealer = server.play.view(table)["dealer"]
        assert len(dealer["low"]) == 2
        assert len(dealer["high"]) == 5
        assert sorted(dealer["cards"]) == sorted(dealer["low"] + dealer["high"])


def test_a_shoe_that_has_come_to_its_end_can_be_checked(folder: str) -> None:
    with served(folder) as server:
        table = server.sit(EZ, ANN)
        promise = server.play.view(table)["shoe"]["promise"]
        assert server.play.view(table)["last_shoe"] is None
        server.round(table, ANN)
        shown = server.play.view(table)["last_shoe"]
        assert shown["promise"] == promise
        assert promise_of(parse_cards(shown["order"]), shown["salt"]) == promise
        record = server.play.record(table)
        events = parse_log("".join(f"{event.line()}\n" for event in record))
        assert [check.kept for check in check_shoes(events)] == [True]
        assert Replay.begin(events).run().differences == []
        assert server.play.view(table)["shoe"]["promise"] not in "".join(event.line() for event in record)


def test_a_shoe_that_runs_out_in_mid_round_is_a_secret_until_the_round_is_over() -> None:
    """Its order holds the hole card."""
    history = TableHistory()
    shown = {"promise": "p", "order": "As Ks", "salt": "s"}
    told: list[tuple[str, dict[str, Any]]] = [
        ("sat", {"seat": 1, "player": "Ann", "chips": 1_000}),
        ("bet", {"seat": 1, "wager": "base", "cents": 500}),
        ("betting-closed", {"round": 1, "seats": [1]}),
        ("card", {"to": "dealer", "cards": "As"}),
        ("card", {"to": "dealer", "cards": "Ks", "up": False}),
        ("shoe-shown", shown),
        ("shuffled", {"cards": 300, "promise": "q"}),
        ("round-over", {"round": 1, "stacks": {"1": 500}}),
        ("shoe-shown", shown | {"promise": "q"}),
    ]
    seen = []
    for number, (kind, data) in enumerate(told, 1):
        history.read(Event(number, kind, data, "2026-11-02T12:00:00+00:00", ANN))
        seen.append((history.last_shoe["promise"] if history.last_shoe else None, history.checkable))
    assert seen == [(None, 0)] * 7 + [("p", 8), ("q", 9)]


def test_published_events_hide_face_down_cards() -> None:
    sealed = parse_event('[2,"shuffled",{"cards":2,"promise":"p","secret":{"order":"As Ks","salt":"s"}},"now","house"]')
    down = parse_event('[3,"card",{"cards":"Ks","to":"dealer","up":false},"now","house"]')
    shown = parse_event('[4,"shoe-shown",{"order":"As Ks","promise":"p","salt":"s"},"now","house"]')
    assert [public(event, 10, CONSOLE)["data"] for event in (sealed, down, shown)] == [
        {"cards": 2, "promise": "p"},
        {"cards": "??", "to": "dealer", "up": False},
        {"promise": "p"},
    ]
    assert public(sealed, 10, CONSOLE)["number"] == 12


# -- what a session costs ----------------------------------------------------------------------------------------------


def test_expected_cost_of_a_session_is_shown_when_calculated(folder: str) -> None:
    with served(folder) as server:
        table = server.sit(MATCH, ANN)
        bets = [Bet("match", dollars(5), spot) for spot in range(1, 6)]
        server.bet(table, ANN, bets)
        server.ready(table, ANN)
        assert server.play.view(table)["players"]["1"]["session"]["rounds"] == 1
        first = session(server, table)
        # The letter's own sheet: five spots with their Super Bonus keep 5.067% of $25.
        assert first["expected"] == -127
        assert first["left_out"] == []
        server.play.bet(table, ANN, None, key())
        server.ready(table, ANN)
        assert server.play.view(table)["players"]["1"]["session"]["expected"] == -253


@pytest.mark.parametrize(
    ("game", "wager"),
    [(BLACKJACK, "royal-match-progressive"), ("blazing-7s", "blazing-7s"), ("royal-riches-pai-gow", "jackpot")],
)
def test_a_bet_on_a_meter_costs_what_it_does_at_the_amount_shown(game: str, wager: str, folder: str) -> None:
    """The price told before the bet and the session's expected loss are those of the par sheet at what the meter shows
    in each round, not at its starting amount."""
    odds = TableOdds(play_config(game), variances=False)
    bets = {bet.wager: bet for bet in (Bet("base", dollars(10)), Bet(wager, dollars(1)))}
    expected = 0.0
    with served(folder) as server:
        table = server.sit(game, ANN)
        for grown in (0, 5_000_000, 90_000_000):
            with server.tables.look(PLAY + table) as live:
                jackpot = live.table.jackpot
                assert isinstance(jackpot, PlayMeter)
                jackpot.meter = jackpot.meter.accrue(Cents(grown))
                meter = jackpot.shown
            found, _ = odds.expect(bets, {}, meter, 1)
            expected += sum(each.cost for each in found)
            price = next(each.cost for each in found if wager in each.wagers)
            verb = "loses" if price > 0 else "wins"
            assert told(server, table, bets[wager]) == (
                f"{odds.config.game.wager(wager).name}: house edge {price / 100:.2%}. A $1 bet {verb} "
                f"{format_cents(Cents(abs(round(price))))} on average with the jackpot at {format_cents(meter)}."
            )
            server.bet(table, ANN, list(bets.values()))
            server.ready(table, ANN)
            server.finish(table, {1: ANN})
        assert session(server, table)["expected"] == -round(expected)


def test_the_amounts_of_a_meter_are_known_again_after_a_restart(folder: str) -> None:
    """The record has no amounts: the table computes them again when it replays its rounds."""
    with served(folder) as server:
        table = server.sit(BLACKJACK, ANN)
        for _ in range(3):
            server.round(table, ANN)
        with server.tables.look(PLAY + table) as live:
            before = dict(live.table.meters)
        assert before[1] < before[2] < before[3]
        expected = session(server, table)["expected"]
    with served(folder) as server:
        assert session(server, table)["expected"] == expected
        with server.tables.look(PLAY + table) as live:
            assert live.table.meters == before


def session(server: Server, table: str) -> dict[str, Any]:
    """The session of seat 1 once its expected loss is calculated."""
    found: dict[str, Any] = {}

    def is_counted() -> bool:
        found.update(server.play.view(table)["players"]["1"]["session"])
        return found["expected"] is not None

    wait_until(server, is_counted)
    return found


def told(server: Server, table: str, bet: Bet) -> str:
    """The text about a bet when its odds are calculated."""
    wait_until(server, lambda: not server.play.cost(table, bet)["counting"])
    return str(server.play.cost(table, bet)["words"])


def wait_until(server: Server, is_so: Callable[[], bool]) -> None:
    assert any(is_so() or server.play._stop.wait(0.05) for _ in range(600)), "it took more than 30 seconds"
