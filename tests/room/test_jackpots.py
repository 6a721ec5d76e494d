"""The jackpots of a room over the store, on SQLite and on PostgreSQL: played, corrected by manual acts, closed."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import select

from pitbook.errors import BadInput, NotApproved, NotFound
from pitbook.jackpot.links import Member
from pitbook.jackpot.people import NotAllowed
from pitbook.jackpot.setup import Setup, parse_terms, terms_to_dict
from pitbook.meter import MeterTerms
from pitbook.money import Micros, dollars
from pitbook.room.days.records import read_records
from pitbook.store import schema
from tests.room.rig import (
    ACCOUNTANT,
    ADMINISTRATOR,
    AUDITOR,
    BOTH,
    DEALER,
    EXECUTIVE,
    QUARTER,
    SUPERVISOR,
    TOP,
    Room,
)

SEED = 5_000_000_000
CONTRIBUTION, RESERVE = 109_100, 20_000


@pytest.fixture
def room(store: str) -> Iterator[Room]:
    made = Room(store)
    yield made
    made.close()


def pools(room: Room, jackpot: str = "royal") -> tuple[int, int]:
    held = room.jackpots.book(jackpot).pools()
    return held["displayed"], held["reserve"]


def members(setup: Setup, *tables: str) -> list[Member]:
    return [Member(table, setup.game, setup.wager, setup.table, setup.decks, "main", True) for table in tables]


def by_hand(room: Room, **more: Any) -> dict[str, Any]:
    return {"why": "a test", "document": "D-1", "people": BOTH, "request": room.key(), **more}


def test_each_win_of_a_round_takes_its_share_of_the_remaining_meter(room: Room) -> None:
    """From the dealer's far right counter-clockwise (letter 003, Appendix A)."""
    room.open()
    told = room.play("2", "135", seat1=QUARTER, seat5=QUARTER, seat3=TOP)
    assert [prize["seat"] for prize in told] == [5, 3, 1]
    shown = (SEED + 3 * CONTRIBUTION) // 10_000
    left = shown - shown // 4
    assert [prize["prize_cents"] for prize in told[:2]] == [shown // 4, left]
    # After the 100% award: the seed, the reserve of three wagers, and what lay below a cent; then a quarter of that.
    restarted = SEED + 3 * RESERVE + 3 * CONTRIBUTION % 10_000
    assert told[2]["prize_cents"] == restarted // 10_000 // 4
    assert pools(room) == (restarted - told[2]["prize_cents"] * 10_000, 0)
    assert room.jackpots.verify("royal").holds


def test_a_back_out_returns_meter_and_ledger_exactly(room: Room) -> None:
    room.open()
    room.play("1", "12")
    before = room.jackpots.verify("royal")
    (told,) = room.play("1", "34", seat4=TOP)
    room.play("2", "1")
    undone = room.jackpots.back_out("royal", told["transaction"], **by_hand(room))
    after = room.jackpots.verify("royal")
    assert undone["shown_cents"] == (SEED + 5 * CONTRIBUTION) // 10_000
    assert pools(room) == (SEED + 5 * CONTRIBUTION, 5 * RESERVE)
    assert before.holds
    assert after.holds
    # Apart from three more wagers, nothing of the prize is left.
    assert after.balances["seed"] == before.balances["seed"]
    assert after.balances["tray"] == before.balances["tray"] + 3_000_000
    with pytest.raises(BadInput, match="booked before"):
        room.jackpots.back_out("royal", told["transaction"], **by_hand(room))
    with pytest.raises(BadInput, match="coin-in, not a prize"):
        room.jackpots.back_out("royal", 2, **by_hand(room))
    with pytest.raises(NotFound, match="no transaction 99"):
        room.jackpots.back_out("royal", 99, **by_hand(room))


def test_back_out_needs_two_different_people(room: Room) -> None:
    room.open()
    (told,) = room.play("1", "1", seat1=QUARTER)
    before = room.jackpots.verify("royal")
    twice = by_hand(room, people=[EXECUTIVE, EXECUTIVE])
    with pytest.raises(NotApproved, match="2 different people"):
        room.jackpots.back_out("royal", told["transaction"], **twice)
    with pytest.raises(NotApproved, match="2 different people"):
        room.jackpots.adjust("royal", "displayed", 1, "malfunction", **twice)
    with pytest.raises(NotApproved, match="2 different people"):
        room.jackpots.change_terms("royal", terms_to_dict(parse_terms("$1", "1%", "0%")), "now", **twice)
    for kind in ("retire",):
        with pytest.raises(NotApproved, match="2 different people"):
            room.jackpots.manage("royal", kind, **twice)
    with pytest.raises(NotAllowed):
        room.jackpots.back_out("royal", told["transaction"], **by_hand(room, people=[EXECUTIVE, DEALER]))
    assert room.jackpots.verify("royal") == before


def test_a_backed_out_prize_can_be_keyed_in_correctly(room: Room) -> None:
    room.open()
    room.press("1", "sense", seat=1)
    room.press("1", "lock")

    def win(outcome: str) -> dict[str, Any]:
        room.press("1", "spot", seat=1)
        room.press("1", "hand", outcome=outcome)
        room.press("1", "verify", SUPERVISOR)
        told: dict[str, Any] = room.press("1", "record", EXECUTIVE)["told"]
        return told

    first = win(TOP)
    room.press("1", "spot", seat=1)
    with pytest.raises(BadInput, match="paid in this round"):
        room.press("1", "hand", outcome=QUARTER)
    with pytest.raises(BadInput, match="back it out first"):
        room.jackpots.void_round("1", "misdeal", "D-2", SUPERVISOR, room.key())
    room.jackpots.back_out("royal", first["transaction"], **by_hand(room))
    room.press("1", "spot", seat=1)  # off
    second = win(QUARTER)
    assert second["prize_cents"] == first["prize_cents"] // 4
    room.jackpots.back_out("royal", second["transaction"], **by_hand(room))
    room.jackpots.void_round("1", "misdeal", "D-2", SUPERVISOR, room.key())
    assert pools(room) == (SEED, 0)
    assert room.jackpots.controller("1").recorded == ()
    assert room.jackpots.verify("royal").holds


def test_a_void_after_a_top_award_elsewhere_takes_off_all_that_was_added(room: Room) -> None:
    """The reserve of the voided wagers has moved to the display in the meantime."""
    room.open()
    room.press("1", "sense", seat=1)
    room.press("1", "lock")
    room.play("2", "1", seat1=TOP)
    room.jackpots.void_round("1", "misdeal", "D-2", SUPERVISOR, room.key())
    below_a_cent = 2 * CONTRIBUTION % 10_000
    assert pools(room) == (SEED + 2 * RESERVE + below_a_cent - CONTRIBUTION - RESERVE, 0)
    proof = room.jackpots.verify("royal")
    assert proof.holds
    assert sum(proof.balances.values()) == 0


def test_adjustments_are_documented_and_for_listed_reasons(room: Room) -> None:
    room.open()
    room.play("1", "1234567")
    room.jackpots.adjust("royal", "displayed", 5 * CONTRIBUTION, "missed-wagers", **by_hand(room))
    room.jackpots.adjust("royal", "reserve", -7 * RESERVE, "gross-receipts", **by_hand(room))
    assert pools(room) == (SEED + 12 * CONTRIBUTION, 0)
    for pool, micros, reason in (
        ("displayed", -1, "gross-receipts"),
        ("displayed", -1, "missed-wagers"),
        ("displayed", 1, "seed-recovery"),
        ("displayed", -1, "maximum"),
        ("tray", 1, "malfunction"),
        ("displayed", 0, "malfunction"),
        ("displayed", -(10**12), "malfunction"),
    ):
        with pytest.raises(BadInput):
            room.jackpots.adjust("royal", pool, micros, reason, **by_hand(room))
    for blank in ("why", "document"):
        with pytest.raises(BadInput, match="in 1 to 500 letters"):
            room.jackpots.adjust("royal", "displayed", 1, "malfunction", **by_hand(room, **{blank: "  "}))
    assert room.jackpots.verify("royal").transactions == 4


def test_terms_wait_for_the_restart_and_carry_everything_over(room: Room) -> None:
    room.open(contribution="33.3333%", reserve="0.0001%")
    room.play("1", "1234567")
    new = terms_to_dict(parse_terms("$2,000", "5%", "1%"))
    told = room.jackpots.change_terms("royal", new, "restart", **by_hand(room))
    assert "seed-changed" in {advice["id"] for advice in told["advice"]}
    assert room.jackpots.book("royal").setup.terms.contribution == Fraction(333_333, 1_000_000)
    room.play("1", "1", seat1=TOP)
    book = room.jackpots.book("royal")
    assert (book.setup.terms, book.pending) == (parse_terms("$2,000", "5%", "1%"), None)
    proof = room.jackpots.verify("royal")
    assert proof.holds
    assert -proof.balances["displayed"] == book.meter.displayed >= 2_000_000_000
    with room.database.reading_snapshot() as connection:
        noted = [record.data["id"] for record in read_records(connection, "advice")]
    assert "rate-above-preset" in noted


def test_terms_do_not_change_in_the_middle_of_a_round(room: Room) -> None:
    room.open()
    room.press("3", "lock", without_wagers=True)
    new = terms_to_dict(parse_terms("$2,000", "5%", "1%"))
    with pytest.raises(BadInput, match="table 3 is playing a round"):
        room.jackpots.change_terms("royal", new, "now", **by_hand(room))
    assert room.jackpots.change_terms("royal", new, "restart", **by_hand(room))["shown_cents"] == 500_000
    with pytest.raises(BadInput, match="now or at the next restart"):
        room.jackpots.change_terms("royal", new, "soon", **by_hand(room))


def test_a_retired_jackpot_keeps_its_liability_until_it_is_distributed(room: Room) -> None:
    room.open()
    room.play("1", "12")
    held = SEED + 2 * (CONTRIBUTION + RESERVE)
    assert room.jackpots.manage("royal", "retire", **by_hand(room))["held_micros"] == held
    room.press("1", "sense", seat=1)
    with pytest.raises(NotApproved, match="retiring: it takes no wagers"):
        room.press("1", "lock")
    assert room.jackpots.manage("royal", "distribute", **by_hand(room))["distributed_micros"] == held
    proof = room.jackpots.verify("royal")
    assert proof.holds
    assert (proof.balances["displayed"], proof.balances["reserve"]) == (0, 0)
    with pytest.raises(BadInput):
        room.jackpots.manage("royal", "retire", **by_hand(room))
    with pytest.raises(BadInput, match="not 'explode'"):
        room.jackpots.manage("royal", "explode", **by_hand(room))


def test_fixed_pays_from_the_meter_until_it_runs_dry(room: Room) -> None:
    """Blazing 7's rule 13b; the player is paid in full all the same."""
    terms = MeterTerms(Micros(200_000_000), Fraction(75, 100), Fraction(0))
    setup = Setup("sevens", "royal-match-21", "blazing-7s", "1", 6, "progressive", terms, dollars(1), "meter", "card")
    room.jackpots.open(setup, members(setup, "7"), EXECUTIVE, room.key())
    for seat in (1, 2):
        room.press("7", "sense", seat=seat)
    room.press("7", "lock")
    first = room.jackpots.fixed_pay("7", 1, "three_sevens", DEALER, room.key())
    assert (first["prize_cents"], first["after_cents"]) == (20_000, 150)
    second = room.jackpots.fixed_pay("7", 2, "three_sevens", DEALER, room.key())
    assert (second["prize_cents"], second["after_cents"], second["ran_dry_micros"]) == (20_000, 0, 198_500_000)
    with pytest.raises(BadInput, match="a hand wins once"):
        room.jackpots.fixed_pay("7", 2, "two_sevens", DEALER, room.key())
    proof = room.jackpots.verify("sevens")
    assert proof.holds
    assert proof.balances["fixed pays"] == 198_500_000


def test_a_wrong_fixed_pay_is_backed_out_and_paid_correctly(room: Room) -> None:
    terms = MeterTerms(Micros(2_000_000_000), Fraction(75, 100), Fraction(0))
    setup = Setup("sevens", "royal-match-21", "blazing-7s", "1", 6, "progressive", terms, dollars(1), "meter", "card")
    room.jackpots.open(setup, members(setup, "7"), EXECUTIVE, room.key())
    room.press("7", "sense", seat=1)
    room.press("7", "lock")
    before = pools(room, "sevens")
    wrong = room.jackpots.fixed_pay("7", 1, "three_sevens", DEALER, room.key())
    with pytest.raises(BadInput, match="2 different people"):
        room.jackpots.void_round("7", "misdeal", "D-1", SUPERVISOR, room.key())
    room.jackpots.back_out("sevens", wrong["transaction"], **by_hand(room))
    assert pools(room, "sevens") == before
    right = room.jackpots.fixed_pay("7", 1, "two_sevens", DEALER, room.key())
    assert before[0] - pools(room, "sevens")[0] == right["prize_cents"] * 10_000
    room.press("7", "end")
    assert room.jackpots.verify("sevens").holds


def test_a_jackpot_is_retired_and_distributed_between_rounds(room: Room) -> None:
    """A player in an open round may still win it."""
    room.open()
    room.press("2", "sense", seat=1)
    room.press("2", "lock")
    with pytest.raises(BadInput, match="table 2 is playing a round"):
        room.jackpots.manage("royal", "retire", **by_hand(room))
    room.jackpots.manage("royal", "suspend", **by_hand(room))  # no more wagers, at once
    room.press("2", "spot", seat=1)
    room.press("2", "hand", outcome=TOP)
    room.press("2", "verify", SUPERVISOR)
    assert room.press("2", "record", EXECUTIVE)["told"]["prize_cents"] == 500_010
    room.press("2", "end")
    room.jackpots.manage("royal", "retire", **by_hand(room))
    room.press("3", "lock", without_wagers=True)
    with pytest.raises(BadInput, match="table 3 is playing a round"):
        room.jackpots.manage("royal", "distribute", **by_hand(room))
    room.press("3", "end")
    room.jackpots.manage("royal", "distribute", **by_hand(room))
    assert room.jackpots.book("royal").status == "retired"


def test_a_house_jackpot_pays_every_winner_its_posted_prize(room: Room) -> None:
    """Letter 002, Jackpot: the casino's own until won, never linked."""
    terms = parse_terms("$10,000", "0%", "0%")
    setup = Setup("riches", "royal-riches-pai-gow", "jackpot", "1", 1, "house", terms, dollars(5), controller="sensing")
    with pytest.raises(NotApproved, match="never linked"):
        room.jackpots.open(setup, members(setup, "8", "9"), EXECUTIVE, room.key())
    room.jackpots.open(setup, members(setup, "8"), EXECUTIVE, room.key())
    outcome = next(name for name, share in setup.shares().items() if share == 1)
    for seat in (1, 4):
        room.press("8", "sense", seat=seat)
    room.press("8", "lock")
    for seat in (1, 4):
        room.press("8", "hand", seat=seat, outcome=outcome)
    room.press("8", "verify", SUPERVISOR)
    assert [room.press("8", "record", EXECUTIVE)["told"]["prize_cents"] for _ in (1, 4)] == [1_000_000, 1_000_000]
    room.press("8", "end")
    assert room.jackpots.book("riches").shown == 1_000_000
    proof = room.jackpots.verify("riches")
    assert proof.holds
    assert proof.balances["fixed pays"] == 20_000_000_000


def test_a_table_plays_for_one_jackpot_until_that_is_retired(room: Room) -> None:
    setup = room.open()
    other = replace(setup, id="other")
    with pytest.raises(NotApproved, match="plays for royal already"):
        room.jackpots.open(other, members(setup, "3", "4"), EXECUTIVE, room.key())
    with pytest.raises(BadInput, match="no name for a table"):
        room.jackpots.open(other, members(setup, "4\x00"), EXECUTIVE, room.key())
    room.play("3", "1")
    room.jackpots.manage("royal", "retire", **by_hand(room))
    room.jackpots.manage("royal", "distribute", **by_hand(room))
    room.jackpots.open(other, members(setup, "3", "4"), EXECUTIVE, room.key())
    room.play("3", "1")
    assert pools(room, "other") == (SEED + CONTRIBUTION, RESERVE)
    assert room.jackpots.tables_of("royal") == ["1", "2"]


def test_auditor_and_accountant_cannot_press_keys(room: Room) -> None:
    room.open()
    for person in (AUDITOR, ACCOUNTANT, ADMINISTRATOR):
        for key in ("sense", "lock", "spot", "hand", "verify", "record", "reject", "run", "end"):
            with pytest.raises(NotAllowed):
                room.press("1", key, person, seat=1, outcome=TOP)
    assert room.jackpots.controller("1").lit == ()


def test_every_press_is_recorded(room: Room) -> None:
    room.open()
    room.play("1", "12", seat2=QUARTER)
    with room.database.reading_snapshot() as connection:
        rows = connection.execute(
            select(schema.presses).where(schema.presses.c.table == "1").order_by(schema.presses.c.number)
        ).all()
    assert [row.number for row in rows] == list(range(1, 10))
    words = "".join(row.data for row in rows)
    for word in ("set up", "START GAME", "the supervisor's confirmation", "END GAME"):
        assert word in words
    assert [row.by for row in rows] == ["eve", "dana", "dana", "dana", "dana", "dana", "sam", "eve", "dana"]


def test_the_prize_account_stops_the_play_when_it_is_short(room: Room) -> None:
    room.open()
    room.play("1", "1")
    short = room.days.balance(dollars(4_000), "online", "bank page", ACCOUNTANT, room.key())
    assert short["suspended"] == ["royal"]
    room.press("1", "sense", seat=1)
    with pytest.raises(NotApproved, match="suspended"):
        room.press("1", "lock")
    with pytest.raises(NotApproved, match="short"):
        room.jackpots.manage("royal", "resume", **by_hand(room))
    room.days.balance(dollars(6_000), "online", "bank page", ACCOUNTANT, room.key())
    room.jackpots.manage("royal", "resume", **by_hand(room))
    assert room.press("1", "lock")["phase"] == "playing"
    assert room.jackpots.verify("royal").holds
