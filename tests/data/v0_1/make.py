"""Writes the stored data of version 0.1, which later versions must still read.

Run it with the program of version 0.1 (commit 9d56f91) and no other::

    python -m tests.data.v0_1.make

It shows how the data was made. It does not change with the program, so linters and mypy skip it.
"""

import gzip
import json
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path

from pitbook.games.settle import Bet
from pitbook.jackpot.people import Person
from pitbook.money import Cents, dollars
from pitbook.room.by_hand import Act, ByHand
from pitbook.room.days import Days
from pitbook.room.large_wins import LargeWins
from pitbook.room.malfunctions import Malfunctions
from pitbook.room.opening import set_up_property
from pitbook.room.people import People
from pitbook.room.pit import Pit
from pitbook.room.property import Configurations
from pitbook.store.database import Database
from pitbook.table.config import configure
from pitbook.table.notation import parse_rounds, write_rounds
from pitbook.table.run import run_table
from pitbook.table.steps import Ask, CardTo, Number, Settle
from pitbook.games import game
from tests.cli.running import run
from tests.postgres import Server as Postgres
from tests.room.rig import hire
from tests.room.table_rig import ANN, BOB, Stacked, Watch, served
from tests.table.rig import Rig, deal, deal_match, deal_sevens, rig

HERE = Path(__file__).parent
PROPERTY = (HERE / "property.toml").read_text("utf-8")
STAFF = {
    "dana": ("Dana Dealer", "dealer"),
    "dirk": ("Dirk Dealer", "dealer"),
    "sam": ("Sam Supervisor", "supervisor"),
    "eve": ("Eve Executive", "executive"),
    "ann": ("Ann Accountant", "accounting"),
    "walt": ("Walt Surveillance", "surveillance"),
    "otto": ("Otto Auditor", "auditor"),
    "ada": ("Ada Administrator", "administrator"),
}
PEOPLE = {name: Person(name, shown, frozenset({role})) for name, (shown, role) in STAFF.items()}
DEALER, SUPERVISOR, EXECUTIVE, ACCOUNTANT = (PEOPLE[name] for name in ("dana", "sam", "eve", "ann"))
BASE, RMP, SEVENS = Bet("base", dollars(10)), Bet("royal-match-progressive", dollars(1)), Bet("blazing-7s", dollars(1))
MATCH5, RICHES, JACKPOT = Bet("royal-match", dollars(5)), Bet("royal-riches", dollars(5)), Bet("jackpot", dollars(5))


class Evening:
    """A room at work, each act under its own key, the clock a few seconds on each time."""

    def __init__(self, server, watch):
        self.server, self.watch, self.jackpots = server, watch, server.jackpots
        self.days = Days(server.jackpots)
        self.configurations = Configurations(server.jackpots)
        self.pit = Pit(server.tables, self.configurations)
        self.by_hand = ByHand(self.pit, server.jackpots)
        self.keys = 0

    def key(self):
        self.keys += 1
        self.watch.wait(7)
        return f"pin {self.keys}"

    def open(self, table, *seats, chips=500):
        self.pit.open(table, SUPERVISOR, self.key())
        for seat in seats:
            self.pit.sit(table, DEALER, seat, f"Player {seat}", dollars(chips), self.key())

    def bet(self, table, **seats):
        for name, bets in seats.items():
            self.pit.bet(table, DEALER, int(name[1:]), bets, self.key())

    def begin(self, table, **seats):
        self.bet(table, **seats)
        self.pit.close_betting(table, DEALER, self.key())

    def go(self, table, cards=None, answers=None, stop=""):
        """Goes on to the end of the round, or to the first step whose words begin so."""
        cards = {place: text.split() for place, text in (cards or {}).items()}
        answers = {seat: [word.strip() for word in text.split(",")] for seat, text in (answers or {}).items()}
        while True:
            with self.server.tables.look(table) as live:
                step, source = live.table.step, live.table.config.source
            if step is None or (stop and step.words.startswith(stop)):
                return
            if isinstance(step, CardTo) and source == "entered":
                place = str(step.place)
                given, cards[place] = cards[place][: step.count], cards[place][step.count :]
                self.pit.cards(table, DEALER, " ".join(given), self.key())
            elif isinstance(step, Number) and source == "entered":
                self.pit.number(table, DEALER, 3, self.key())
            elif isinstance(step, Ask):
                place = next(iter(step.open))
                usual = {"play": "stand", "set": "house way"}.get(step.name, "no")
                queue = answers.get(place.seat, [])
                self.pit.decide(table, DEALER, place.seat, queue.pop(0) if queue else usual, place.hand, self.key())
            elif isinstance(step, Settle) and step.settlement.share is not None:
                with self.server.tables.look(table) as live:
                    seat, recorded = step.settlement.seat, live.jackpot.pad.paid(step.settlement.seat)
                if not recorded:
                    self.win(table)
                self.pit.settle_next(table, DEALER, self.key())
            elif isinstance(step, Settle):
                self.pit.settle_next(table, DEALER, self.key())
            else:
                self.pit.step(table, DEALER, self.key())

    def win(self, table):
        self.pit.key_in(table, DEALER, self.key())
        self.press(table, "verify", SUPERVISOR)
        self.press(table, "record", EXECUTIVE)

    def press(self, table, button, person=DEALER, **more):
        return self.pit.press(table, button, person, self.key(), **more)


def evening(store):
    """Two gambling days of a room, through the product's own functions."""
    watch = Watch()
    watch.now += timedelta(hours=10)
    with served(store, watch) as server:
        at = Evening(server, watch)
        hire(People(server.database, watch), *PEOPLE.values())
        set_up_property(at.days, PROPERTY, "property.toml")
        first_day(at)
        watch.wait(24 * 3600)
        at.days.deposit(dollars(100), "slip 7", ACCOUNTANT, at.key())
        at.days.balance(dollars(1_000_000), "statement", "page 1", ACCOUNTANT, at.key())
        at.days.close(at.days.next_to_close() or date.min, ACCOUNTANT, at.key())
        second_day(at)


def first_day(at):
    # A controller that is worked alone, before its table is open.
    for seat in (2, 4):
        at.press("royal-2", "sense", seat=seat)
    at.press("royal-2", "lock")
    at.press("royal-2", "spot", seat=4)
    at.press("royal-2", "hand", outcome="double_royal_match")
    at.press("royal-2", "verify", SUPERVISOR)
    at.press("royal-2", "record", EXECUTIVE)
    at.press("royal-2", "end")
    royal_match(at)
    blazing_sevens(at)
    royal_riches(at)
    match_n_poker(at)


def royal_match(at):
    table = "royal-1"
    at.open(table, 1, 3, 5)
    # 7 for 1, a split, an envy, a loss.
    at.begin(table, s1=(BASE, MATCH5, RMP), s3=(BASE, MATCH5, RMP), s5=(BASE, RMP))
    at.go(
        table,
        {"seat 1": "8h 9h", "seat 3": "8s 8d 3c 2c 9d", "seat 3 hand 2": "Ts", "seat 5": "Kd 7c Jc", "dealer": "6h ?? Td Kc"},
        {3: "split, double, stand", 5: "hit"},
    )
    # Insurance, 25% of the meter at two seats, 40 for 1 is waited for.
    at.begin(table, s1=(BASE, MATCH5, RMP), s3=(BASE, RMP), s5=(BASE, MATCH5, RMP))
    at.go(table, {"seat 1": "Ks Qs", "seat 3": "9c 2h Td", "seat 5": "Kd Qd", "dealer": "Kh ?? Qh"}, {0: "no", 3: "hit"})
    # Insurance that loses, suited blackjack, a correction of the main wager.
    at.begin(table, s1=(BASE, RMP), s3=(BASE,))
    at.go(table, {"seat 1": "Ad Jd", "seat 3": "9d 9h", "dealer": "As ?? 7c"}, {1: "no", 3: "yes", 0: "no"})
    with at.server.tables.look(table) as live:
        paid = next(item for item in live.table.settled if item.settlement.seat == 3 and item.settlement.wager == "base")
    at.by_hand.correct(
        table, paid.event, Cents(500), "misread", "the hand was a win of half", "form 11", [SUPERVISOR, DEALER], at.key()
    )
    act = Act("correction", table, "misread", "the hand was a win of half", "form 11", ("sam", "dana"), ())
    at.by_hand.record(act, SUPERVISOR, at.key())
    # A round that is voided with its wagers on the meter.
    at.begin(table, s1=(BASE, RMP), s5=(BASE, RMP))
    at.go(table, {"seat 1": "9c 8c", "seat 5": "7d 2d", "dealer": "3s ??"}, stop="Play")
    at.by_hand.void(table, "exposed-card", "a card fell", "form 12", [SUPERVISOR, DEALER], at.key())
    # A prize that is recorded, backed out, and recorded again.
    at.begin(table, s1=(BASE, RMP))
    at.go(table, {"seat 1": "Kc Qc", "dealer": "Qs ?? Ks"}, {0: "no"}, stop="Meter win")
    at.win(table)
    award = at.jackpots.number("royal")
    at.jackpots.back_out("royal", award, "misread", "form 13", [EXECUTIVE, ACCOUNTANT], at.key())
    at.go(table)
    wins = LargeWins(at.configurations)
    found = wins.all()[0]
    wins.note(found.jackpot, found.number, found.steps[0][0].id, "camera 4", PEOPLE["walt"], at.key())
    Malfunctions(at.jackpots, at.watch, lambda: 72).note(
        "ViPS display", table, "the display went dark", "the display was restarted", None, SUPERVISOR, at.key()
    )


def blazing_sevens(at):
    table = "blazing-1"
    at.open(table, 1, 2, 3)
    both = (BASE, SEVENS)
    # One seven, two sevens, none: fixed pays that come off the meter.
    at.begin(table, s1=both, s2=both, s3=both)
    at.go(table, {"seat 1": "7c Td", "seat 2": "7d 7h Kc", "seat 3": "9c 8d", "dealer": "6s ?? Tc 9d"}, {2: "hit"})
    # Three sevens of one colour: 10% of the meter; and three sevens after a split.
    at.begin(table, s1=both, s2=both)
    at.go(
        table,
        {"seat 1": "7h 7d 7h", "seat 2": "7s 7d 7c 4h 3s", "seat 2 hand 2": "Th", "dealer": "5s ?? Td Qh"},
        {1: "hit", 2: "split, hit, stand"},
    )
    # All of the meter.
    at.begin(table, s1=both)
    at.go(table, {"seat 1": "7s 7s 7s", "dealer": "5d ?? 9s 6c"}, {1: "hit"})
    at.pit.leave(table, DEALER, 2, at.key())
    at.pit.close(table, SUPERVISOR, at.key())


def royal_riches(at):
    table = "riches-1"
    at.open(table, 1, 2, 6)
    all_three = (BASE, RICHES, JACKPOT)
    # A full house, a royal flush, a loss; envy for the royal.
    at.begin(table, s1=all_three, s2=all_three, s6=all_three)
    at.go(
        table,
        {
            "seat 1": "Ac Ad Ah Kc Kd 4h 2d", "seat 2": "As Ks Qs Js Ts 3d 2s", "seat 6": "9c 8d 7h 5s 4c 3h 2h",
            "dealer": "Kh Qd Jc 9d 8s 6h 3s",
        },
    )  # fmt: skip
    # 25% of the meter; a hand that is folded.
    at.begin(table, s1=all_three, s2=all_three)
    at.go(
        table,
        {"seat 1": "4h 5h 6h Jk 8h 9h Th", "seat 2": "9c 8d 7h 5s 4c 3h 2d", "dealer": "Kh Qd Jc 9d 8s 6c 3s"},
        {2: "fold"},
    )


def match_n_poker(at):
    table = "poker-1"
    at.open(table, 1, 4)
    bets = (BASE, Bet("match-n-poker", dollars(5)))
    for _ in range(3):
        at.begin(table, s1=bets, s4=bets)
        at.go(table, answers={1: "hit"})
    at.pit.close(table, SUPERVISOR, at.key())


def second_day(at):
    # Tables that are left in mid-round: with a shoe of its own, and one whose meter win is keyed in and not verified.
    at.open("royal-2", 2, 4)
    both = (BASE, RMP)
    for _ in range(4):
        at.begin("royal-2", s2=both, s4=both)
        at.go("royal-2")
    at.begin("royal-2", s2=both, s4=both)
    at.go("royal-2", stop="Play")
    at.begin("royal-1", s1=both, s3=both)
    at.go("royal-1", {"seat 1": "Ks Qs", "seat 3": "8h 9h", "dealer": "Kc ?? Qc"}, {0: "no"}, stop="Meter win")
    at.pit.key_in("royal-1", DEALER, at.key())
    play = at.server
    table = play.sit("royal-match-21", ANN, BOB)
    for _ in range(3):
        play.round(table, ANN, BOB)
    play.bet(table, ANN)
    play.ready(table, ANN)
    at.jackpots.manage("blazing", "suspend", "the display is dark", "form 14", [EXECUTIVE, ACCOUNTANT], at.key())


# -- logs and notations ------------------------------------------------------------------------------------------------


def royal_rig(**more):
    tables = {"royal-match": "RM-07"}
    return rig("royal-match-21", players=3, offered=("base", "royal-match", "royal-match-progressive"), tables=tables, **more)


def play_royal(at):
    every = "base=10 royal-match=5 royal-match-progressive=1"
    at.play({1: every, 2: every, 3: every}, deal(["Ks Qs", "8h 9h", "Ad Jd"], "6h Td", "Kc"))
    at.play({1: every, 3: every}, deal(["Ks Qs", "9c 2h"], "Kh Qh", "Td"), {3: "hit"})
    at.play({1: every, 3: every}, deal(["Kc Qc", "Kd Qd"], "Kd Qd"))
    at.play({1: every, 2: "base=20"}, deal(["9c 8d", "9d 9h"], "As Kc"), {1: "no", 2: "yes"})
    at.play({1: every, 2: "base=20"}, deal(["9c 8d", "9d 9h"], "As 7c"), {1: "yes", 2: "no, split, stand, stand"})
    at.play({2: every}, deal(["5c 6d"], "6s Tc", "Td 9h"), {2: "double"})
    at.begin({1: every, 2: every}, deal(["5c 6d", "Kh Qh"], "6s Tc", "Td 9h"))
    while not isinstance(at.table.step, Ask):
        at.table.advance()
    at.table.void("a card was exposed", "Sam")
    at.play({1: every, 2: every}, deal(["9c 8d", "5h 6h"], "Ts 9d"))
    base = next(item for item in at.table.settled if item.settlement.wager == "base")
    at.table.correct(base.event, Cents(500), "misread", "Sam")


def play_blazing(at):
    both = "base=10 blazing-7s=1"
    at.play({1: both, 2: both, 3: both}, deal(["7c Td", "7d 7h", "9c 8d"], "6s Tc", "Kc 9d"), {2: "hit"})
    at.play({1: both, 2: both}, deal(["7h 7d", "7s 7d"], "5s Td", "7h 7c 4h Th Qh"), {1: "hit", 2: "split, hit, stand"})
    at.play({1: both}, deal(["7s 7s"], "5d 9s", "7s 6c"), {1: "hit"})


RICHES_HANDS = (
    {1: "Ac Ad Ah Kc Kd 4h 2d", 2: "As Ks Qs Js Ts 3d 2s", 3: "9c 8d 7h 5s 4c 3h 2h"},
    {1: "4h 5h 6h Jk 8h 9h Th", 2: "9c 8d 7h 5s 4c 3c 2d"},
    {2: "As Ah Ad Ac Jk 4d 3c"},
    {3: "4h 5h 6h 7h 8h 9h Th", 1: "Tc Td Ac As Ah Ad 2d"},
)


def play_sevens(at, *wagers):
    bets = " ".join(("base=20", *wagers))
    for place, hands in enumerate(RICHES_HANDS):
        answers = {2: "fold"} if place == 1 and at.table.config.game.slug.startswith("royal") else {}
        at.play({seat: bets for seat in hands}, deal_sevens(hands, "Kh Qd Jc 9d 8s 6c 3s", 3), answers, 3)
    at.begin({1: bets}, deal_sevens({1: RICHES_HANDS[0][1]}, "Kh Qd Jc 9d 8s 6c 3s", 1))
    at.table.advance()
    at.table.void("misdeal", "Sam")


def play_poker(at):
    both = "base=10 match-n-poker=5"
    at.play({1: both, 3: both}, deal(["8s 8h", "9d 9h"], "8d 6d", "3c Ts 9c Kc"), {1: "split, double, stand"})
    at.play({1: both, 3: both}, deal(["Qc Jc", "9d 9h"], "Ac Kd"), {1: "yes", 3: "no"})
    at.begin({1: both}, deal(["Qc Jc"], "9c Kd"))
    at.table.void("misdeal", "Sam")


def play_match(at):
    five = " ".join(f"match-{spot}=5" for spot in range(1, 6))
    at.play({1: five, 2: "match-1=5 match-3=10"}, deal_match(["8s 8s", "9c 2d"], "8s 8h Kd 2c 8s"))
    at.play({2: five}, deal_match(["Kc Kc"], "Kc Kc 2d 3d 4d"))
    item = at.table.settled[0]
    at.table.correct(item.event, Cents(0), "misread", "Sam")


def logs():
    house = {"jackpot-kind": "house"}
    riches = {"players": 3, "offered": ("base", "royal-riches", "jackpot")}
    blazing = {"players": 3, "offered": ("base", "blazing-7s")}
    made = {
        "royal-match-21": (royal_rig(), play_royal),
        "blazing-7s": (rig("royal-match-21", **blazing), play_blazing),
        "blazing-7s-from-meter": (rig("royal-match-21", options={"blazing-fixed-pays": "meter"}, **blazing), play_blazing),
        "royal-riches": (rig("royal-riches-pai-gow", **riches), lambda at: play_sevens(at, "royal-riches=5", "jackpot=1")),
        "royal-riches-house": (
            rig("royal-riches-pai-gow", options=house, **riches), lambda at: play_sevens(at, "royal-riches=5", "jackpot=1"),
        ),
        "ez-pai-gow": (rig("ez-pai-gow", players=3), lambda at: play_sevens(at, "dynasty=5", "red-black=5:red")),
        "match-n-poker": (rig("match-n-poker", players=3), play_poker),
        "match-the-dealer": (rig("million-dollar-match-the-dealer", players=2), play_match),
    }  # fmt: skip
    for name, (at, play) in made.items():
        play(at)
        keep(name, at.events)
    for slug, more in {
        "royal-match-21": {},
        "royal-riches-pai-gow": {},
        "ez-pai-gow": {},
        "match-n-poker": {},
        "million-dollar-match-the-dealer": {},
    }.items():
        events = []
        run_table(configure(game(slug), **more), 12, 3, 7, journal=events.append)
        keep(f"run-{slug}", events)


def keep(name, events):
    """The log of a table with its own shoe, its notation, and the log of a table with physical cards made of that."""
    write(f"logs/{name}-shoe.jsonl.gz", "".join(event.line() + "\n" for event in events))
    text = write_rounds(events)
    write(f"rounds/{name}.txt", text)
    write(f"logs/{name}-entered.jsonl.gz", "".join(event.line() + "\n" for event in parse_rounds(text)))


# -- outputs -----------------------------------------------------------------------------------------------------------

COMMANDS = {
    "games": ["games"],
    "rules": ["rules", "royal-match-21"],
    "paytables": ["paytables", "royal-riches-pai-gow"],
    "settle": [
        "settle", "royal-match-21", "--bet", "royal-match=10", "--bet", "royal-match-progressive=1", "--player", "Ks Qs",
        "--dealer", "Kh Qd",
    ],
    "par-royal-match": ["par", "royal-match-21", "royal-match", "--decks", "6"],
    "par-match-n-poker": ["par", "match-n-poker", "match-n-poker", "--decks", "6"],
    "audit": ["audit", "match-n-poker"],
    "session": ["session", "match-n-poker", "match-n-poker", "--rounds", "100"],
    "comply": ["comply", "tests/data/v0_1/property.toml", "--on", "2026-11-02"],
    "comply-tribal": ["comply", "examples/property-tribal.toml", "--on", "2026-11-02"],
    "replay": ["replay", "examples/rounds/royal-riches.txt"],
}  # fmt: skip


def outputs():
    for name, words in COMMANDS.items():
        ran = run(*words, "--json")
        if ran.code not in (0, 1) or ran.err:
            raise SystemExit(f"{name}: {ran}")
        write(f"outputs/{name}.json", ran.out)
    write("outputs/commands.json", json.dumps(COMMANDS, indent=1) + "\n")


# -- files -------------------------------------------------------------------------------------------------------------


def write(name, content):
    path = HERE / name
    path.parent.mkdir(exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(gzip.compress(data, 9, mtime=0) if name.endswith(".gz") else data)


def stores():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "room.db"
        evening(str(path))
        database = Database(str(path))
        database.close()
        subprocess.run(["python3", "-c", f"import sqlite3; sqlite3.connect('{path}').execute('VACUUM')"], check=True)
        write("room.db.gz", path.read_bytes())
    postgres = Postgres()
    try:
        address = postgres.fresh()
        evening(address)
        dump = postgres.run("pg_dump", "--inserts", "--no-owner", "--no-privileges", address)
        write("room.sql.gz", "\n".join(line for line in dump.splitlines() if not line.startswith("\\")) + "\n")
    finally:
        postgres.stop()


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["stores", "logs", "outputs"]
    for each in wanted:
        {"stores": stores, "logs": logs, "outputs": outputs}[each]()
