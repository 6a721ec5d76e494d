"""A table with wagers of two games on the pages of the room: the dealer's console, the floor and the audit."""

from pathlib import Path

from tests.room.test_several_games import with_extra
from tests.web.card_room import CardRoom, card_room
from tests.web.test_dealer_pages import page

BETS = [{"wager": wager, "cents": 500} for wager in ("base", "royal-match", "match-n-poker")]


def post(room: CardRoom, person: str, path: str, body: object = None) -> None:
    answer = room.post(person, f"/tables/royal-1/{path}", body)
    assert answer.status_code == 200, answer.text


def test_every_page_of_the_room_shows_the_wagers_of_both_games(tmp_path: Path) -> None:
    with card_room(str(tmp_path / "room.db")) as room:
        services = room.client.app.state.services  # type: ignore[attr-defined]
        services.configurations.keep(with_extra(), "ada", "a test")
        eve = services.sessions.person(room.tokens["eve"])
        services.configurations.open_jackpot("royal", services.configurations.today(), eve, "open the jackpot")
        checklist = page(room, "sue", "/room/floor/open/royal-1")
        post(room, "sue", "open", {"checked": True})
        post(room, "dana", "seat", {"seat": 1, "player": "Ann", "chips": 50_000})
        post(room, "dana", "bets", {"seat": 1, "bets": BETS})
        post(room, "dana", "close-betting")
        post(room, "dana", "cards", {"cards": "Ks Kh Qs ??"})
        console = page(room, "dana", "/room/dealer/royal-1")
        audit = page(room, "otto", "/room/audit/letters")
        pages = {
            "checklist": checklist,
            "console": console,
            "floor": page(room, "sue", "/room/floor"),
            "dealer": page(room, "dana", "/room/dealer"),
            "audit": audit,
            "audited table": page(room, "otto", "/room/audit/table/royal-1"),
            "home of the audit": page(room, "otto", "/room/audit"),
        }
        assert {name: found.status_code for name, found in pages.items()} == dict.fromkeys(pages, 200)
        assert "Match-n-Poker" in console.text
        assert 'href="/letters/royal-match-21"' in audit.text
        assert 'href="/letters/match-n-poker"' in audit.text
        assert "+match-n-poker" not in audit.text


def test_games_that_do_not_go_together_are_answered_with_a_sentence(tmp_path: Path) -> None:
    with card_room(str(tmp_path / "room.db")) as room:
        assert room.client.get("/games/royal-match-21+match-n-poker").status_code == 200
        refused = room.client.get("/api/v1/games/royal-match-21+ez-pai-gow")
        assert refused.status_code == 409
        assert refused.json()["detail"].startswith("ez-pai-gow cannot be offered with royal-match-21 at one table")
