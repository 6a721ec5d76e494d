"""A scripted year of play on three linked tables, whose meters equal an independent calculation to the millionth.

The script is drawn from a fixed seed: rounds with one to seven wagers, prizes of both levels, several in one round,
rounds that are voided, prizes that are backed out, corrections by hand, and terms that change at a restart or between
rounds, with rates whose decimals never end and a maximum on the display. The second calculation knows nothing of the
meter of Pitbook: it keeps every pool as an exact fraction.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from fastapi.testclient import TestClient

from pitbook.jackpot.book import POOLS
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.setup import parse_terms
from pitbook.money import Cents
from pitbook.room.days.service import Days
from pitbook.room.jackpots.service import Jackpots
from pitbook.store.database import Database
from pitbook.store.work import Work
from tests.controller_tables import open_for_controllers, property_text
from tests.migrated_store import with_schema
from tests.room.rig import ACCOUNTANT, BOTH, DEALER, EXECUTIVE, QUARTER, SUPERVISOR, TOP, Room, hire

T = TypeVar("T")
TABLES = ("1", "2", "3")
DOLLAR = 1_000_000


# -- the independent calculation ---------------------------------------------------------------------------------------


@dataclass
class Terms:
    """The terms of the meter, as fractions of a wager and in dollars."""

    seed: Fraction
    contribution: Fraction
    reserve: Fraction
    limit: Fraction | None = None


@dataclass
class Sum:
    """A meter, kept as exact fractions of a dollar: the display, the reserve, what the maximum holds back."""

    terms: Terms
    displayed: Fraction
    reserve: Fraction = Fraction(0)
    beyond: Fraction = Fraction(0)
    wagered: Fraction = Fraction(0)
    paid: Fraction = Fraction(0)
    house: Fraction = Fraction(0)
    """The house's part of the wagers, less what it made up in parts of a millionth."""
    pending: Terms | None = None

    def pools(self) -> tuple[int, int, int]:
        """The pools in whole millionths; a fraction of one may be carried, but only below the maximum."""
        return floor(self.displayed * DOLLAR), floor(self.reserve * DOLLAR), floor(self.beyond * DOLLAR)

    def _settle(self) -> None:
        """Money above the maximum is held back, and returns as soon as the display has room for it.

        A part of a millionth stays with the display in the books: it is carried, not yet shown.
        """
        whole = self.displayed + self.beyond
        limit = self.terms.limit
        if limit is None or floor(whole * DOLLAR) <= limit * DOLLAR:
            self.displayed, self.beyond = whole, Fraction(0)
        else:
            part = whole * DOLLAR - floor(whole * DOLLAR)
            self.displayed = limit + part / DOLLAR
            self.beyond = whole - self.displayed

    def wager(self, count: int) -> None:
        self.wagered += count
        self.displayed += count * self.terms.contribution
        self.reserve += count * self.terms.reserve
        self.house += count * (1 - self.terms.contribution - self.terms.reserve)
        self._settle()

    def void(self, count: int) -> None:
        self.wagered -= count
        # Money above the maximum goes first, in whole millionths; a carried part stays with the display.
        before = self.displayed + self.beyond
        left = before - count * self.terms.contribution
        fall = Fraction(floor(before * DOLLAR) - floor(left * DOLLAR), DOLLAR)
        self.beyond -= min(self.beyond, fall)
        self.displayed = left - self.beyond
        self.reserve -= count * self.terms.reserve
        self.house -= count * (1 - self.terms.contribution - self.terms.reserve)

    @property
    def shown(self) -> Fraction:
        return Fraction(floor(self.displayed * 100), 100)

    def award(self, share: Fraction) -> Fraction:
        """The prize, in whole cents of the displayed amount."""
        prize = Fraction(floor(self.shown * share * 100), 100)
        self.paid += prize
        self.displayed -= prize
        if share == 1:
            self._restart()
        self._settle()
        return prize

    def _restart(self) -> None:
        """Seed, what was left below a cent, the reserve and what was held back. A carried part of a millionth of the
        reserve stays with the reserve."""
        part = self.reserve * DOLLAR - floor(self.reserve * DOLLAR)
        self.displayed += self.terms.seed + self.reserve - part / DOLLAR
        self.reserve = part / DOLLAR
        if self.pending is not None:
            self.displayed += self.pending.seed - self.terms.seed
            self._change(self.pending)
            self.pending = None

    def _change(self, terms: Terms) -> None:
        """A fraction of a millionth belongs to the players: the house rounds it up when the rates change."""
        for name in ("displayed", "reserve"):
            held = getattr(self, name)
            if held * DOLLAR != floor(held * DOLLAR):
                whole = Fraction(floor(held * DOLLAR) + 1, DOLLAR)
                self.house -= whole - held
                setattr(self, name, whole)
        self.terms = terms

    def change_now(self, terms: Terms) -> None:
        """Under a higher maximum the display has room for what the old one held back."""
        self._change(terms)
        self._settle()
        self.pending = None

    def undo(self, before: "Sum", after: "Sum") -> None:
        """A prize backed out: what it took comes back, what it brought goes."""
        for name in ("displayed", "reserve", "beyond", "paid", "house"):
            setattr(self, name, getattr(self, name) + getattr(before, name) - getattr(after, name))


# -- the script --------------------------------------------------------------------------------------------------------


class Batched(Jackpots):
    """Jackpots whose work is gathered and written many at a time, as a busy room's writer does it."""

    def __init__(self, database: Database, clock: Any) -> None:
        super().__init__(database, clock)
        self.waiting: list[Work[Any]] = []
        self._controllers: dict[str, ControllerState] = {}

    def controller(self, table: str) -> ControllerState:
        if table not in self._controllers:
            self._controllers[table] = super().controller(table)
        return self._controllers[table]

    def _run(self, work: Work[T]) -> T:
        self.waiting.append(work)
        if len(self.waiting) >= 250:
            self.flush()
        return {}  # type: ignore[return-value]  # never read

    def flush(self) -> list[Any]:
        """Writes what waits; refuses nothing."""
        done = [answer.get() for answer in self.worker.run_all(self.waiting)] if self.waiting else []
        self.waiting = []
        return done


@dataclass
class Totals:
    """The totals of the year."""

    rounds: int = 0
    prizes: int = 0
    together: int = 0
    voids: int = 0
    back_outs: int = 0
    adjustments: int = 0
    changes: int = 0
    at_maximum: int = 0
    """Rounds that left money held back by a maximum."""


class Script:
    """A year of play, the same in every run."""

    def __init__(self, room: Room, jackpots: Batched, seed: int) -> None:
        self.room, self.jackpots, self.draw = room, jackpots, random.Random(seed)
        self.totals = Totals()
        first = Terms(Fraction(5_000), Fraction(1091, 10_000), Fraction(2, 100))
        self.sum = Sum(first, first.seed)
        self.prizes: list[Fraction] = []

    def press(self, table: str, key: str, person: Any = DEALER, seat: int = 0, outcome: str = "") -> None:
        self.jackpots.press(table, key, person, self.room.key(), seat, outcome)

    def round(self, table: str, wins: Sequence[tuple[int, str]] = (), void: bool = False) -> None:
        """A round on a card controller, every key of it; prizes are paid from the dealer's right."""
        draw, sums = self.draw, self.sum
        seats = sorted({*draw.sample(range(1, 8), draw.choice((1, 1, 2, 2, 3, 4, 7))), *(seat for seat, _ in wins)})
        for seat in seats:
            self.press(table, "sense", seat=seat)
        self.press(table, "lock")
        sums.wager(len(seats))
        self.totals.rounds += 1
        self.totals.at_maximum += sums.beyond > 0
        if void:
            self.jackpots.void_round(table, "misdeal", "M-1", SUPERVISOR, self.room.key())
            sums.void(len(seats))
            self.totals.voids += 1
            return
        for seat, outcome in wins:
            self.press(table, "spot", seat=seat)
            self.press(table, "hand", outcome=outcome)
        if wins:
            self.press(table, "verify", SUPERVISOR)
        for _, outcome in sorted(wins, reverse=True):
            self.press(table, "record", EXECUTIVE)
            self.prizes.append(sums.award(Fraction(1) if outcome == TOP else Fraction(1, 4)))
            self.totals.prizes += 1
        self.totals.together += len(wins) > 1
        self.press(table, "end")

    def wins(self) -> list[tuple[int, str]]:
        """Mostly one win; sometimes two or three in a round, then of both levels."""
        count = self.draw.choice((1, 1, 1, 2, 3))
        return [(seat, self.draw.choice((QUARTER, QUARTER, TOP))) for seat in self.draw.sample(range(1, 8), count)]

    def back_out(self, table: str) -> None:
        """A prize is recorded, play continues at other tables, and then the prize is undone."""
        before = replace(self.sum)
        self.round(table, [(3, QUARTER)])
        middle = replace(self.sum)
        before.wager(int(middle.wagered - before.wagered))
        award = self.number()
        self.round(self.draw.choice(TABLES))
        self.jackpots.back_out("royal", award, "misread", "B-1", BOTH, self.room.key())
        self.sum.undo(before, middle)
        self.prizes.pop()
        self.totals.back_outs += 1

    def number(self) -> int:
        self.jackpots.flush()
        return self.jackpots.number("royal")

    def adjust(self) -> None:
        micros = self.draw.randrange(1, 5_000_000)
        pool, sign, reason = self.draw.choice(
            (("displayed", 1, "missed-wagers"), ("displayed", -1, "malfunction"), ("reserve", 1, "missed-wagers"))
        )
        if self.sum.beyond:  # a display at its maximum needs no correction
            pool, sign, reason = "overflow", 1, "missed-wagers"
        self.jackpots.adjust("royal", pool, sign * micros, reason, "power dip", "A-1", BOTH, self.room.key())
        name = "beyond" if pool == "overflow" else pool
        setattr(self.sum, name, getattr(self.sum, name) + Fraction(sign * micros, DOLLAR))
        self.totals.adjustments += 1

    def change(self, when: str) -> None:
        draw = self.draw
        shown = floor(self.sum.displayed) + 1
        seed = shown + draw.randrange(900) if when == "restart" else min(shown, draw.randrange(2_000, 6_000))
        terms = Terms(
            Fraction(seed),
            Fraction(draw.randrange(100, 3_000), draw.choice((10_000, 7_001, 9_973))),
            Fraction(draw.randrange(0, 400), draw.choice((10_000, 7_001, 9_973))),
            Fraction(max(shown, seed) + draw.randrange(1, 8)) if draw.random() < 0.8 else None,
        )
        record = {
            "seed_micros": int(terms.seed * DOLLAR),
            "contribution": str(terms.contribution),
            "reserve": str(terms.reserve),
            "limit_micros": None if terms.limit is None else int(terms.limit * DOLLAR),
        }
        self.jackpots.change_terms("royal", record, when, "season", "T-1", BOTH, self.room.key())
        if when == "now":
            self.sum.change_now(terms)
        else:
            self.sum.pending = terms
        self.totals.changes += 1

    def day(self, rounds: int) -> None:
        """A day of mostly plain rounds, with an occasional prize, void, back-out, correction or change of terms."""
        for _ in range(rounds):
            table, luck = self.draw.choice(TABLES), self.draw.random()
            if luck < 0.01:
                self.round(table, self.wins())
            elif luck < 0.013:
                self.back_out(table)
            elif luck < 0.018:
                self.round(table, void=True)
            elif luck < 0.021:
                self.adjust()
            elif luck < 0.026:
                self.change(self.draw.choice(("restart", "restart", "now")))
            else:
                self.round(table)

    def check(self) -> None:
        """The store, and the second calculation."""
        self.jackpots.flush()
        book = self.jackpots.book("royal")
        assert tuple(book.pools().values()) == self.sum.pools()
        # The parts of a millionth that are carried, too.
        meter, sums = book.meter, self.sum
        carried = Fraction(meter.displayed_carry, meter.terms.contribution.denominator)
        assert Fraction(meter.displayed + meter.overflow) + carried == (sums.displayed + sums.beyond) * DOLLAR
        reserved = Fraction(meter.reserve_carry, meter.terms.reserve.denominator)
        assert Fraction(meter.reserve) + reserved == sums.reserve * DOLLAR


@contextmanager
def year_room(store: str) -> Iterator[tuple[Room, Script]]:
    made = Room(store, "2024-01-02T20:00:00+00:00")
    made.open(executive_from="$1,000")
    made.jackpots.close()
    jackpots = Batched(made.database, made.clock)
    made.jackpots, made.days = jackpots, Days(jackpots)
    try:
        yield made, Script(made, jackpots, 21)
    finally:
        made.close()


def play_days(made: Room, script: Script, days: int, rounds: int) -> None:
    """Day after day, each closed on the next morning; what accrued is taken to the bank every six days."""
    for number in range(days):
        day = date(2024, 1, 2) + timedelta(days=number)
        made.clock.now = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
        script.day(rounds)
        script.check()
        made.clock.now = datetime(day.year, day.month, day.day, 20, tzinfo=UTC) + timedelta(hours=20)
        due = made.days.funds().deposit_due_cents
        if number % 6 == 5 and due:
            made.days.deposit(Cents(due), f"slip {number}", ACCOUNTANT, f"deposit-{day}")
        closed = made.days.close(day, ACCOUNTANT, f"close-{day}")
        (figures,) = closed["jackpots"]
        assert tuple(figures["closing_micros"].values()) == script.sum.pools()


def check_year(made: Room, script: Script) -> None:
    """The whole ledger proves itself, and its accounts are those of the second calculation."""
    proof = made.jackpots.verify("royal")
    assert proof.holds, proof.fault
    balances, sums = proof.balances, script.sum
    assert sum(balances.values()) == 0
    assert tuple(-balances[pool] for pool in POOLS) == sums.pools()
    assert balances["tray"] == (sums.wagered - sums.paid) * DOLLAR
    # Revenue is in whole millionths; the carried fractions belong to the players.
    carried = (sums.displayed + sums.reserve + sums.beyond) * DOLLAR - sum(sums.pools())
    assert -balances["revenue"] == sums.house * DOLLAR + carried
    assert balances["fixed pays"] == 0
    found = [item for item in made.jackpots.transactions("royal") if item.kind in ("award", "back-out")]
    undone = {item.data["award"] for item in found if item.kind == "back-out"}
    paid = [item.result["prize_cents"] for item in found if item.kind == "award" and item.number not in undone]
    assert paid == [prize * 100 for prize in script.prizes]


def test_twelve_days_equal_the_independent_calculation(tmp_path: Path) -> None:
    """Two thousand rounds."""
    with year_room(str(tmp_path / "year.db")) as (made, script):
        play_days(made, script, days=12, rounds=170)
        check_year(made, script)
        totals = script.totals
        assert totals.rounds >= 2_000
        assert min(totals.prizes, totals.together, totals.voids, totals.back_outs) >= 3
        assert min(totals.adjustments, totals.changes) >= 2
        assert totals.at_maximum >= 50


def test_first_days_of_the_year_on_postgresql(postgres_store: str) -> None:
    """The first days of the same year."""
    with year_room(postgres_store) as (made, script):
        play_days(made, script, days=2, rounds=170)
        check_year(made, script)
        assert script.totals.prizes >= 1


@pytest.mark.slow
def test_whole_year_equals_the_independent_calculation(store: str) -> None:
    """366 days, a hundred thousand rounds, on SQLite and on PostgreSQL."""
    with year_room(store) as (made, script):
        play_days(made, script, days=366, rounds=280)
        check_year(made, script)
        assert script.totals.rounds > 100_000


# -- over HTTP ---------------------------------------------------------------------------------------------------------


class HttpClerk:
    """A client that works over HTTP."""

    def __init__(self, client: TestClient, badge: str) -> None:
        self.client, self.badge = client, badge
        told = client.post("/api/v1/sign-in", json={"badge": badge, "pin": "2468"}).json()
        self.headers = {"Authorization": f"Bearer {told['token']}"}
        self.asked = 0

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        self.asked += 1
        headers = {**self.headers, "Idempotency-Key": f"{self.badge[:3]}-{self.asked:08d}"}
        answer = self.client.post(f"/api/v1{path}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def get(self, path: str) -> Any:
        answer = self.client.get(f"/api/v1{path}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()


def test_days_over_http_equal_the_independent_calculation(tmp_path: Path) -> None:
    """Keys pressed, prizes, a void, a back-out, an adjustment and new terms, all through the HTTP API."""
    from pitbook.web.app import create_app

    app = create_app(with_schema(str(tmp_path / "http.db")))
    staff = (DEALER, SUPERVISOR, EXECUTIVE, ACCOUNTANT)
    hire(app.state.services.people, *staff)
    draw = random.Random(7)
    with TestClient(app) as client:
        dealer, supervisor, executive, accountant = (HttpClerk(client, f"{each.id}:token-{each.id}") for each in staff)
        link = {"game": "royal-match-21", "wager": "royal-match-progressive", "pay_table": "RMP", "decks": 6}
        terms = {"seed": "$5,000", "contribution": "10.91%", "reserve": "2%"}
        body = {"id": "royal", **link, "terms": terms, "tables": [{"table": table, **link} for table in TABLES]}
        executive.post("/jackpots", body)
        open_for_controllers(app.state.services.jackpots, app.state.services.tables)
        sums = Sum(Terms(Fraction(5_000), Fraction(1091, 10_000), Fraction(2, 100)), Fraction(5_000))

        def press(who: HttpClerk, table: str, key: str, **more: Any) -> dict[str, Any]:
            return who.post(f"/controllers/{table}/presses", {"key": key, **more})

        def play(table: str, **wins: str) -> list[dict[str, Any]]:
            seats = sorted({*draw.sample(range(1, 8), 2), *(int(place[4:]) for place in wins)})
            for seat in seats:
                press(dealer, table, "sense", seat=seat)
            press(dealer, table, "lock")
            sums.wager(len(seats))
            for place, outcome in wins.items():
                press(dealer, table, "spot", seat=int(place[4:]))
                press(dealer, table, "hand", outcome=outcome)
            if wins:
                press(supervisor, table, "verify")
            told = []
            for place in sorted(wins, reverse=True):
                told.append(press(executive, table, "record")["told"])
                share = Fraction(1, 4) if wins[place] == QUARTER else Fraction(1)
                assert told[-1]["prize_cents"] == sums.award(share) * 100
            press(dealer, table, "end")
            return told

        def check() -> None:
            pools = accountant.get("/jackpots/royal")["pools_micros"]
            assert tuple(pools[pool] for pool in POOLS) == sums.pools()

        papers = {"why": "a test", "document": "D-1", "second": {"badge": accountant.badge, "pin": "2468"}}
        for table in TABLES * 2:
            play(table)
        check()
        play("2", seat3=QUARTER, seat6=TOP)
        check()
        before = replace(sums)
        (told,) = play("1", seat5=QUARTER)
        middle = replace(sums)
        before.wager(int(middle.wagered - before.wagered))
        play("3")
        executive.post("/jackpots/royal/back-outs", {"award": told["transaction"], **papers})
        sums.undo(before, middle)
        check()
        adjustment = {"pool": "displayed", "micros": -1_234_567, "reason": "malfunction", **papers}
        executive.post("/jackpots/royal/adjustments", adjustment)
        sums.displayed -= Fraction(1_234_567, DOLLAR)
        new = {
            "terms": {"seed": "$4,000", "contribution": "12.3456%", "reserve": "1.0001%"},
            "when": "restart",
            **papers,
        }
        services, changed = app.state.services, parse_terms("$4,000", "12.3456%", "1.0001%")
        services.configurations.keep(property_text(services.jackpots, changed), "ada", "new terms")
        executive.post("/jackpots/royal/terms", new)
        for table in TABLES:
            supervisor.post(f"/tables/{table}/close", {"why": "new terms"})
            supervisor.post(f"/tables/{table}/open", {"checked": True, "controller_only": True})
        sums.pending = Terms(Fraction(4_000), Fraction(123_456, 10**6), Fraction(10_001, 10**6))
        press(dealer, "1", "sense", seat=1)
        press(dealer, "1", "lock")
        sums.wager(1)
        by = {"badge": dealer.badge, "pin": "2468"}
        supervisor.post("/floor/tables/1/voids", papers | {"reason": "misdeal", "second": by})
        sums.void(1)
        play("1", seat2=TOP)
        play("2")
        check()
        proof = accountant.get("/jackpots/royal/proof")
        assert proof["holds"]
        assert proof["balances_micros"]["tray"] == (sums.wagered - sums.paid) * DOLLAR
        days = accountant.get("/jackpots/royal/days")
        assert sum(day["hits"] for day in days) == 4
        assert sum(days[-1]["closing_micros"].values()) == sum(sums.pools())
        assert accountant.get("/reports/hits?format=json")["report"] == "hits"
