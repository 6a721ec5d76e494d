"""The felt of the dealer's console: cards and stakes, the last act, and no face-down card."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitbook.games import game
from pitbook.room.tables.log import PLAY
from pitbook.table.done_words import done_words
from pitbook.table.events import Event
from pitbook.web.dealer.console import console_of, look_at
from pitbook.web.dealer.felt import Felt, felt_of
from pitbook.web.dealer.model import Console
from pitbook.web.http.cookies import NAME
from tests.web.card_room import CardRoom, card_room
from tests.web.test_play_api import Visitor, bets_on

EXAMPLE = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")
ENTERED = EXAMPLE.replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')
BETS = [
    {"wager": "base", "cents": 1_000},
    {"wager": "royal-match", "cents": 500},
    {"wager": "royal-match-progressive", "cents": 100},
]
TABLE = "/tables/royal-1"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """Seats 1 and 3 have bet."""
    with card_room(str(tmp_path_factory.mktemp("felt") / "room.db")) as made:
        services = made.client.app.state.services  # type: ignore[attr-defined]
        services.configurations.keep(ENTERED, "ada", "a test")
        eve = services.sessions.person(made.tokens["eve"])
        services.configurations.open_jackpot("royal", services.configurations.today(), eve, "open the jackpot")
        do(made, "sue", "open", {"checked": True})
        for seat in (1, 3):
            do(made, "dana", "seat", {"seat": seat, "player": f"P{seat}", "chips": 50_000})
            do(made, "dana", "bets", {"seat": seat, "bets": BETS})
        yield made


def do(room: CardRoom, person: str, act: str, body: Any = None) -> None:
    answer = room.post(person, f"{TABLE}/{act}", body)
    assert answer.status_code == 200, answer.text


def console(room: CardRoom) -> Console:
    services = room.client.app.state.services  # type: ignore[attr-defined]
    return look_at(services.pit, "royal-1")


def felt(room: CardRoom) -> Felt:
    found = console(room).felt
    assert found is not None
    return found


def stakes(shown: Felt, seat: int) -> list[tuple[str, str, str]]:
    (spot,) = [spot for spot in shown.spots if spot.seat == seat]
    return [(stake.name, stake.amount, stake.state) for stake in spot.stakes]


def test_a_round_on_the_felt_from_the_bets_to_the_hands(room: CardRoom) -> None:
    """One round: bets are placed, COIN IN takes the progressive wager, cards come, the hole card stays hidden."""
    bet = [("Blackjack", "$10", ""), ("Royal Match", "$5", ""), ("Progressive", "$1", "")]
    assert stakes(felt(room), 1) == stakes(felt(room), 3) == bet
    assert felt(room).done == "Seat 3 bet $1 on Royal Match Progressive"

    do(room, "dana", "close-betting")
    assert stakes(felt(room), 1) == [*bet[:2], ("Progressive", "$1", "taken")]
    assert felt(room).spots[0].stakes[2].chips == ()  # the chips have left the spot
    assert felt(room).done == "Bets closed, progressive wagers taken"

    do(room, "dana", "cards", {"cards": "Ks"})
    assert felt(room).done == "King of spades to seat 1"
    do(room, "dana", "cards", {"cards": "8c Qh Qs 2d 6h"})
    shown = felt(room)
    assert shown.done == "Card face down to the dealer"
    assert shown.dealer.cards == ("Qh", "??")
    assert [spot.hands[0].cards for spot in shown.spots] == [("Ks", "Qs"), ("8c", "2d")]
    page = room.client.get("/room/dealer/royal-1", headers={"Cookie": f"{NAME}={room.tokens['dana']}"}).text
    middle = page.partition("data-felt")[2].partition("</section>")[0]
    assert "a card face down" in middle
    assert "six of hearts" not in page
    assert re.search(r"Just done: <strong>Card face down to the dealer", page)

    do(room, "dana", "settle-next")
    assert stakes(felt(room), 3)[1] == ("Royal Match", "$5", "lost")
    assert felt(room).done == "Seat 3, Royal Match: lost"

    # The cards of a round lie there until the first bet of the next one; then they and the payouts are gone.
    view = console(room).view
    assert view is not None
    after = {**view, "phase": "betting", "step": None}
    laid = console_of("royal-1", after, None, None)
    assert laid.felt is not None
    assert (laid.felt.dealer.cards, laid.felt.spots[0].hands, laid.pays) == ((), (), ())
    assert laid.felt.spots[0].stakes
    after["players"] = {seat: {**player, "bets": []} for seat, player in view["players"].items()}
    kept = console_of("royal-1", after, None, None)
    assert kept.felt is not None
    assert kept.felt.dealer.cards
    assert kept.felt.spots[0].hands
    assert kept.pays


GAME = game("royal-match-21")


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("sat", {"seat": 2, "player": "Kim", "chips": 100}, "Kim sat down at seat 2"),
        ("sat", {"seat": 3, "player": "Seat 3", "chips": 100}, "A player sat down at seat 3"),
        ("bet", {"seat": 2, "wager": "base", "cents": 1_000}, "Seat 2 bet $10 on Blackjack"),
        ("taken-back", {"seat": 2, "wager": "base"}, "Seat 2 took back Blackjack"),
        ("card", {"to": "seat 2", "cards": "Ah"}, "Ace of hearts to seat 2"),
        ("card", {"to": "dealer", "cards": "Ah", "up": False}, "Card face down to the dealer"),
        ("card", {"to": "seat 2", "cards": "Ah Kh Qh Jh 9h 8h 7h"}, "7 cards to seat 2"),
        ("answer", {"place": "seat 2 hand 2", "to": "play", "answer": "double"}, "Seat 2 hand 2 doubles"),
        ("answer", {"place": "seat 2", "to": "insurance", "answer": "no"}, "Seat 2: insurance, no"),
        ("settled", {"seat": 2, "wager": "base", "net": 1_500, "pushed_out": 1_500}, "Seat 2, Blackjack: paid $15"),
        ("settled", {"seat": 2, "wager": "base", "net": -1_000, "pushed_out": 0}, "Seat 2, Blackjack: lost"),
        ("settled", {"seat": 2, "wager": "base", "net": 0, "pushed_out": 0}, "Seat 2, Blackjack: push"),
        ("settled", {"seat": 2, "wager": "base", "net": 600, "pushed_out": 700}, "Seat 2, Blackjack: paid $7"),
        (
            "settled",
            {"seat": 2, "wager": "base", "net": None, "pushed_out": None},
            "Seat 2, Blackjack: paid from the meter",
        ),
        ("step", {"name": "hole-card", "card": "Ah"}, "Dealer turned over the ace of hearts"),
        ("voided", {"reason": "misdeal", "supervisor": "sue"}, "Round voided: misdeal"),
        (
            "voided",
            {"reason": "exposed-card: the shoe tipped over", "supervisor": "sue"},
            "Round voided: exposed card (the shoe tipped over)",
        ),
        ("round-over", {"stacks": {}}, "Round over"),
        ("ready", {"seat": 2}, ""),
    ],
)
def test_each_event_has_its_sentence(kind: str, data: dict[str, Any], words: str) -> None:
    assert done_words(Event(1, kind, data, "2026-01-01T00:00:00+00:00", "dana"), GAME) == words


@pytest.mark.parametrize(
    ("answer", "words"), [("Ah Kh / Qh Jh 9h 8h 7h", "Seat 2 set the hand"), ("fold", "Seat 2 folds")]
)
def test_an_answer_has_the_words_of_its_family(answer: str, words: str) -> None:
    event = Event(1, "answer", {"place": "seat 2", "to": "set", "answer": answer}, "2026-01-01T00:00:00+00:00", "dana")
    assert done_words(event, game("royal-riches-pai-gow")) == words


def test_each_stake_of_a_poker_seat_shows_its_own_amount() -> None:
    """The Ante is not the sum of all bets of the seat, and its amount stays the same after it is paid."""
    ante = {"wager": "ante", "spot": 0, "choice": "", "cents": 500}
    plus = {"wager": "pair-plus", "spot": 0, "choice": "", "cents": 100}
    side = {"wager": "pair-plus", "spot": 0, "own": 100, "house": 0}
    play = {"wager": "play", "spot": 0, "own": 500, "house": 0}
    paid = {"seat": 1, "wager": "ante", "spot": 0, "bet": 500, "house": 0, "net": 500, "pushed_out": 500}
    hand = {"cards": ["Ks", "Kd", "4c"], "value": "pair of kings, four kicker", "state": "", "bet": 600}
    player = {"player": "P1", "hands": [hand], "bets": [ante, plus], "taken": [], "stakes": [side, play]}
    names = {"ante": "Ante", "pair-plus": "Pair Plus", "play": "Play"}
    view = {
        "wagers": [{"slug": slug, "name": name, "progressive": False} for slug, name in names.items()],
        "dealer": {"cards": [], "value": ""}, "shared": [], "done": "", "phase": "playing",
        "step": None, "players": {"1": player}, "settled": [paid | {"envy_from": None}],
    }  # fmt: skip
    assert stakes(felt_of(view), 1) == [("Ante", "$5", "+$5"), ("Pair Plus", "$1", ""), ("Play", "$5", "")]


def test_the_seat_that_decides_is_marked_on_every_street() -> None:
    """A hand that raised on the first street says so, and is asked again."""
    hand = {"cards": ["Ks", "8s", "4c"], "value": "two of one suit", "state": "1x", "bet": 600}
    player = {"player": "P", "hands": [hand], "bets": [], "taken": [], "stakes": []}
    view = {
        "wagers": [], "dealer": {"cards": [], "value": ""}, "shared": [], "done": "", "phase": "playing", "settled": [],
        "players": {"1": player, "3": player}, "step": {"kind": "ask", "open": [{"seat": 3, "hand": 1}]},
    }  # fmt: skip
    assert [spot.asked for spot in felt_of(view).spots] == [False, True]


def test_a_game_without_a_dealers_hand_does_not_speak_of_one() -> None:
    event = Event(1, "step", {"name": "showdown"}, "2026-01-01T00:00:00+00:00", "dana")
    assert done_words(event, game("flush-rush")) == "Dealer turned over the hands"


def test_a_pai_gow_hand_is_two_hands_once_it_is_set(room: CardRoom) -> None:
    guest = Visitor(room.client.app)  # type: ignore[attr-defined]
    table = guest.do("", {"game": "ez-pai-gow", "private": True})["table"]
    guest.do(f"/{table}/seat", {"player": "Ann"})
    guest.do(f"/{table}/bets", {"bets": bets_on("ez-pai-gow")})
    guest.do(f"/{table}/ready")
    services = room.client.app.state.services  # type: ignore[attr-defined]

    def looked_at() -> Console:
        with services.play.tables.look(PLAY + table) as live:
            return console_of(table, services.pit._view(live)[0], None, None)

    asked = looked_at()
    assert (asked.next, asked.felt and [hand.low for spot in asked.felt.spots for hand in spot.hands]) == (
        "Seat 4: set the hand",
        [0],
    )
    guest.do(f"/{table}/decision", {"answer": "house way"})
    shown = looked_at().felt
    assert shown is not None
    ((hand,),) = [spot.hands for spot in shown.spots]
    assert (hand.low, len(hand.cards), len(hand.value.split(" / "))) == (2, 7, 2)
