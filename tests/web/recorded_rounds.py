"""Rounds played at the tables of a card room, for tests that read them afterwards."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from pitbook.games.settle import Bet
from pitbook.money import Cents
from tests.web.test_tables_api import BETS, Console


def play_entered(console: Console) -> None:
    """At royal-1, with physical cards: a plain round, a voided one, a split after a shuffle, and one under way."""
    console.do("open", {"checked": True}, person="sue")
    for seat in (1, 3):
        console.do("seat", {"seat": seat, "player": f"Player {seat}", "chips": 50_000})
        console.do("bets", {"seat": seat, "bets": BETS})
    console.do("close-betting")
    console.do("cards", {"cards": "Ks 9c Kh 5s 7d ??"})
    console.do("decision", {"seat": 0, "answer": "no"})
    for seat in (1, 3):
        console.do("decision", {"seat": seat, "answer": "stand"})
    console.do("cards", {"cards": "Qh"})
    console.do("advance")
    console.do("bets", {"seat": 1, "bets": BETS[:1]})
    console.do("close-betting")
    console.by_hand("voids", "misdeal")
    console.do("shuffle")
    console.do("bets", {"seat": 1, "bets": BETS[:1]})
    console.do("close-betting")
    console.do("cards", {"cards": "8s Td 8h ??"})
    console.do("decision", {"seat": 0, "answer": "no"})
    console.do("decision", {"seat": 1, "answer": "split"})
    console.do("cards", {"cards": "Tc"})
    console.do("decision", {"seat": 1, "answer": "stand"})
    console.do("cards", {"cards": "9d"})
    console.do("decision", {"seat": 1, "answer": "stand", "hand": 2})
    console.do("cards", {"cards": "7h"})
    console.do("advance")
    settled = console.view()["settled"]
    console.by_hand("corrections", "misread", event=settled[0]["event"], net="$0")
    console.do("bets", {"seat": 3, "bets": BETS[:1]})
    console.do("close-betting")


def play_shoes(found: Any, tokens: Mapping[str, str], rounds: int = 3) -> None:
    """At royal-2, from the table's own shoe, shuffled before each round."""
    keys, dana = count(1), found.sessions.person(tokens["dana"])

    def do(act: str, *more: Any) -> None:
        getattr(found.pit, act)("royal-2", dana, *more, f"shoe-{next(keys):04}")

    found.pit.open("royal-2", found.sessions.person(tokens["sue"]), "open-royal-2", checked=True)
    for seat in (1, 2):
        do("sit", seat, f"Seat {seat}", Cents(100_000))
    for _ in range(rounds):
        for seat in (1, 2):
            do("bet", seat, [Bet("base", Cents(1_000)), Bet("royal-match", Cents(500))])
        do("close_betting")
        while (view := found.pit.view("royal-2"))["phase"] == "playing":
            if view["step"]["kind"] == "ask":
                asked = view["step"]["open"][0]
                do("decide", asked["seat"], "no" if "no" in asked["options"] else "stand", asked["hand"])
            else:
                do("step")
        do("shuffle")
