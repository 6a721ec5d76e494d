"""Letter 003, keyed sheet, rule 9f: at J-POT a prize is reserved, and the display falls when the key is back at RUN."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput, PitbookError
from pitbook.jackpot.book import POOLS, RESERVED, Action, Book, do, to_reverse
from pitbook.jackpot.ledger import hash_of, verify
from pitbook.money import MICROS_PER_CENT, Micros
from tests.jackpot.test_book import PAPERS, SETUP, TERMS, Ledger, wagers
from tests.jackpot.test_controller import ALL, EXECUTIVE, QUARTER, SUPERVISOR, Machine, keyed

KEYED = replace(SETUP, controller="keyed")


def award(outcome: str = QUARTER, seat: int = 1, table: str = "1", reserved: bool = True) -> Action:
    data: dict[str, Any] = {"table": table, "round": 1, "seat": seat, "outcome": outcome}
    return Action("award", data | ({"reserved": True} if reserved else {}))


def run(table: str = "1") -> Action:
    return Action("run", {"table": table, "round": 1})


def back_out(ledger: Ledger, number: int) -> Action:
    item = ledger.items[number - 1]
    entries = to_reverse(ledger.book, item.data, item.entries)
    place = {name: item.data[name] for name in ("table", "round", "seat")} if "reserved" in entries else {}
    return Action("back-out", {"award": number, "entries": entries, **place, **PAPERS})


def prizes_of(ledger: Ledger) -> list[int]:
    return [item.result["prize_cents"] for item in ledger.items if item.kind == "award"]


def test_a_reserved_prize_stays_on_the_display_until_run() -> None:
    ledger = Ledger(KEYED)
    ledger.do(wagers(4))
    before = ledger.book
    item = ledger.do(award())
    prize = before.shown // 4
    assert (item.result["prize_cents"], item.result["shown_cents"]) == (prize, before.shown)
    assert (ledger.book.shown, ledger.book.available) == (before.shown, before.shown - prize)
    assert item.entries == {"displayed": prize * MICROS_PER_CENT, "reserved": -prize * MICROS_PER_CENT}
    assert ledger.book.held == before.held  # still owed to players: to this winner now
    fell = ledger.do(run())
    assert fell.entries == {"tray": -prize * MICROS_PER_CENT, "reserved": prize * MICROS_PER_CENT}
    assert (fell.result["before_cents"], fell.result["shown_cents"]) == (before.shown, before.shown - prize)
    assert ledger.book.shown == ledger.book.available == before.shown - prize
    proof = verify("royal", ledger.items)
    assert proof.holds
    assert -sum(proof.balances[account] for account in (*POOLS, RESERVED)) == ledger.book.held


def test_after_run_the_meter_equals_that_of_a_card_swipe_controller() -> None:
    """The same round with the same wins leaves the same meter on either controller, to the millionth."""
    for outcomes in ((QUARTER,), (QUARTER, QUARTER), (QUARTER, ALL), (ALL, QUARTER), (ALL, ALL)):
        reserved, at_once = Ledger(KEYED), Ledger(KEYED)
        for ledger, later in ((reserved, True), (at_once, False)):
            ledger.do(wagers(6))
            for seat, outcome in enumerate(outcomes, 1):
                ledger.do(award(outcome, seat, reserved=later))
            ledger.do(wagers(3))  # another table of the same meter plays on
        prizes = [
            [item.result["prize_cents"] for item in each.items if item.kind == "award"] for each in (reserved, at_once)
        ]
        assert prizes[0] == prizes[1], outcomes
        reserved.do(run())
        assert reserved.book == at_once.book, outcomes
        assert verify("royal", reserved.items).balances == verify("royal", at_once.items).balances


def test_several_wins_of_one_key_turn_share_the_meter_and_reset_it_together() -> None:
    """Letter 003, Appendix A, on the keyed sheet: each win is a share of what the one before has left."""
    machine = keyed()
    for seat in (1, 3, 6):
        machine.press("sense", seat=seat)
    machine.press("lock")
    for seat in (3, 6, 1):
        machine.press("hand", seat=seat, outcome=QUARTER)
    machine.press("verify", SUPERVISOR)
    shown, left = int(machine.book.shown), int(machine.book.shown)
    for _ in range(3):
        machine.press("record", SUPERVISOR)
        assert machine.book.shown == shown  # the display has not moved yet
        assert machine.told["prize_cents"] == left // 4
        left -= left // 4
    machine.press("run", SUPERVISOR)
    assert machine.book.shown == left
    machine.press("end")


def test_another_table_wins_from_the_remaining_meter_and_keeps_its_part_on_display() -> None:
    """A linked table's J-POT between J-POT and RUN pays nothing twice; each RUN takes off its own table's prize."""
    ledger = Ledger(KEYED)
    shown = ledger.book.shown
    first = ledger.do(award(table="1")).result["prize_cents"]
    second = ledger.do(award(table="2")).result["prize_cents"]
    assert (first, second) == (shown // 4, (shown - shown // 4) // 4)
    assert ledger.book.shown == shown
    ledger.do(run("1"))
    assert ledger.book.shown == shown - first
    ledger.do(run("2"))
    assert ledger.book.shown == shown - first - second
    assert verify("royal", ledger.items).holds


def test_display_restarts_only_at_run() -> None:
    """After a 100% award the display shows the old amount until RUN, and then seed and reserve."""
    ledger = Ledger(KEYED)
    ledger.do(wagers(5))
    shown = ledger.book.shown
    ledger.do(award(ALL))
    assert ledger.book.shown == shown
    ledger.do(run())
    assert ledger.book.meter.displayed == TERMS.seed + 5 * 20_000 + 5 * 109_100 % MICROS_PER_CENT


def test_the_display_never_shows_more_than_its_maximum() -> None:
    limit = Micros(TERMS.seed + 500_000)
    ledger = Ledger(replace(KEYED, terms=replace(TERMS, limit=limit)))
    ledger.do(wagers(5))
    ledger.do(award())
    ledger.do(wagers(7))
    assert ledger.book.on_display == limit
    assert ledger.book.meter.displayed < limit
    ledger.do(run())
    assert ledger.book.on_display == ledger.book.meter.displayed
    assert verify("royal", ledger.items).holds


@pytest.mark.parametrize("outcome", [QUARTER, ALL])
@pytest.mark.parametrize("after_run", [False, True])
def test_a_back_out_restores_everything_before_run_and_after_it(outcome: str, after_run: bool) -> None:
    ledger = Ledger(KEYED)
    ledger.do(wagers(5))
    before = verify("royal", ledger.items)
    number = ledger.do(award(outcome)).number
    if after_run:
        ledger.do(run())
    ledger.do(back_out(ledger, number))
    after = verify("royal", ledger.items)
    assert after.holds
    assert (after.balances, after.state) == (before.balances, before.state)
    if not after_run:
        with pytest.raises(BadInput, match="no prize of round 1 at table 1 is reserved"):
            ledger.do(run())


def test_a_prize_is_not_taken_off_twice() -> None:
    ledger = Ledger(KEYED)
    ledger.do(award())
    with pytest.raises(BadInput, match="is reserved already"):
        ledger.do(award())
    stale = back_out(ledger, 2)
    ledger.do(run())
    with pytest.raises(BadInput, match="not reserved"):
        do(ledger.book, stale)
    with pytest.raises(BadInput, match="no prize of round 1"):
        ledger.do(run())


@pytest.mark.parametrize(
    "action",
    [
        Action("retire", PAPERS),
        Action("change-terms", {"terms": KEYED.to_dict()["terms"], "when": "now", **PAPERS}),
    ],
    ids=lambda action: action.kind,
)
def test_terms_and_retirement_wait_for_run(action: Action) -> None:
    ledger = Ledger(KEYED)
    ledger.do(award())
    with pytest.raises(BadInput, match="turn the key back to RUN there first"):
        ledger.do(action)
    ledger.do(run())
    ledger.do(action)


def test_a_suspended_jackpot_still_falls_at_run() -> None:
    ledger = Ledger(KEYED)
    ledger.do(award())
    ledger.do(Action("suspend", PAPERS))
    shown = ledger.book.shown
    ledger.do(run())
    assert ledger.book.shown < shown
    assert verify("royal", ledger.items).holds


def test_forged_reservation_in_a_back_out_is_detected() -> None:
    """The proof finds a back-out that reverses the entries of before RUN, though the display has fallen."""
    ledger = Ledger(KEYED)
    ledger.do(award())
    early = back_out(ledger, 2)
    ledger.do(run())
    ledger.do(back_out(ledger, 2))
    forged = replace(ledger.items[-1], data=dict(early.data))
    forged = replace(forged, hash=hash_of(forged))
    fault = verify("royal", [*ledger.items[:-1], forged]).fault
    assert fault is not None
    assert fault.number == 4


def test_proof_from_a_closed_day_includes_the_reservation() -> None:
    """A day may end between J-POT and RUN: the proof of the next day starts from the book that it left."""
    ledger = Ledger(KEYED)
    ledger.do(wagers(3))
    number = ledger.do(award()).number
    evening = verify("royal", ledger.items)
    kept = replace(evening, state=Book.from_dict(ledger.book.to_dict()))
    ledger.do(run())
    ledger.do(back_out(ledger, number))
    morning = verify("royal", ledger.items[evening.transactions :], kept, lambda wanted: ledger.items[wanted - 1])
    assert morning.holds, morning.fault
    assert morning == verify("royal", ledger.items)


def test_a_book_of_version_0_1_has_nothing_reserved() -> None:
    record = Ledger(KEYED).book.to_dict()
    del record["reserved"]
    assert Book.from_dict(record) == Ledger(KEYED).book


STEPS = st.sampled_from(["coin", "share", "top", "run", "undo", "undo-late", "raise", "lower", "other"])


@given(st.lists(STEPS, max_size=30), st.booleans())
def test_ledger_of_random_play_with_reservations_verifies(steps: list[str], limited: bool) -> None:
    """All prizes have left the display at the end."""
    terms = replace(TERMS, limit=Micros(TERMS.seed + 777_777)) if limited else TERMS
    ledger = Ledger(replace(KEYED, terms=terms))
    done: list[int] = []
    for step in steps:
        try:
            if step in ("share", "top"):
                done.append(ledger.do(award(QUARTER if step == "share" else ALL)).number)
            elif step == "other":
                ledger.do(award(table="2"))
            elif step == "coin":
                ledger.do(wagers(7))
            elif step == "run":
                ledger.do(run())
            elif step in ("undo", "undo-late") and done:
                if step == "undo-late":
                    ledger.do(run())
                ledger.do(back_out(ledger, done.pop()))
            elif step in ("raise", "lower"):
                amount = {"pool": "displayed", "micros": 1_234_567 if step == "raise" else -345_678}
                ledger.do(Action("adjust", {**amount, "reason": "malfunction", **PAPERS}))
        except PitbookError:
            continue
        assert ledger.book.held == sum(ledger.book.pools().values()) + ledger.book.owed_to_winners
        assert Book.from_dict(ledger.book.to_dict()) == ledger.book
        assert ledger.book.on_display >= 0
        if limited and terms.limit is not None:
            assert ledger.book.on_display <= terms.limit
    for table in {each.table for each in ledger.book.reserved}:
        ledger.do(run(table))
    assert ledger.book.shown == ledger.book.available
    proof = verify("royal", ledger.items)
    assert proof.holds, proof.fault
    assert sum(proof.balances.values()) == 0
    assert proof.balances["reserved"] == 0


# -- the controller ----------------------------------------------------------------------------------------------------


def won(machine: Machine, outcome: str = QUARTER) -> Machine:
    machine.press("sense", seat=2).press("lock").press("hand", seat=2, outcome=outcome).press("verify", SUPERVISOR)
    return machine.press("record", SUPERVISOR if outcome == QUARTER else EXECUTIVE)


def test_a_key_turned_back_without_a_prize_books_nothing() -> None:
    machine = keyed()
    machine.press("sense", seat=2).press("lock").press("hand", seat=2, outcome=QUARTER).press("verify", SUPERVISOR)
    before = machine.book
    machine.press("reject", SUPERVISOR).press("run", SUPERVISOR)
    assert machine.book == before


def test_a_second_win_of_the_round_has_a_run_of_its_own() -> None:
    machine = keyed()
    machine.press("sense", seat=5)
    won(machine).press("run", SUPERVISOR)
    shown = machine.book.shown
    machine.press("hand", seat=5, outcome=QUARTER).press("verify", SUPERVISOR).press("record", SUPERVISOR)
    machine.press("run", SUPERVISOR)
    assert machine.book.shown == shown - shown // 4
    assert not machine.book.reserved


def test_a_controller_of_version_0_1_whose_key_is_still_turned_goes_on() -> None:
    """Version 0.1 took the prize off at J-POT: RUN then takes nothing off again."""
    machine = keyed()
    won(machine).press("run", SUPERVISOR)
    machine.controller = replace(machine.controller, phase="recorded")
    book = machine.book
    machine.press("run", SUPERVISOR).press("end")
    assert machine.book == book
