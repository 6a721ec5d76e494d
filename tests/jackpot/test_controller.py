"""The keypad procedures of letters 002 and 003, key by key; every other key is refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput, NotApproved, PitbookError
from pitbook.games.progressive import all_progressives
from pitbook.jackpot.book import Book, do, open_book
from pitbook.jackpot.controller import KEYS, ControllerState, fixed_pay, press
from pitbook.jackpot.people import ROLES, NotAllowed, Person, Role, check_roles
from pitbook.jackpot.setup import Setup
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Micros, dollars
from tests.jackpot.test_book import SETUP

DEALER = Person("dan", "Dan", frozenset[Role]({"dealer"}))
SUPERVISOR = Person("sue", "Sue", frozenset[Role]({"supervisor"}))
EXECUTIVE = Person("eve", "Eve", frozenset[Role]({"executive"}))
QUARTER, ALL = "double_royal_match", "double_royal_match_suited"


class Machine:
    """A controller with the book it books in."""

    def __init__(self, setup: Setup = SETUP) -> None:
        self.book: Book = open_book(setup).book
        self.controller = ControllerState("t1", setup.id, setup.controller, 7)
        self.told: dict[str, object] = {}

    def press(
        self, key: str, person: Person = DEALER, seat: int = 0, outcome: str = "", *, without_wagers: bool = False
    ) -> "Machine":
        pressed = press(self.controller, self.book, key, person, seat, outcome, without_wagers=without_wagers)
        if pressed.action is not None:
            done = do(self.book, pressed.action)
            self.book, self.told = done.book, dict(done.result)
        self.controller = pressed.controller
        return self

    def refuses(self, key: str, person: Person = DEALER, seat: int = 0, outcome: str = "", words: str = "") -> None:
        before = (self.controller, self.book)
        with pytest.raises(PitbookError, match=words or None):
            self.press(key, person, seat, outcome)
        assert (self.controller, self.book) == before


def keyed() -> Machine:
    return Machine(replace(SETUP, controller="keyed"))


def card() -> Machine:
    return Machine()


def refuse_all_but(machine: Machine, *allowed: str) -> None:
    """Asserts that every other key is refused, for every person and seat."""
    for key in KEYS:
        if key not in allowed:
            for person in (DEALER, SUPERVISOR, EXECUTIVE):
                machine.refuses(key, person, 2, QUARTER)


def test_keyed_procedure_of_letter_003() -> None:
    """Letter 003, Royal Match Progressive rules 5 to 9, keyed sheet."""
    machine = keyed()
    refuse_all_but(machine, "sense", "lock")
    machine.press("sense", seat=2).press("sense", seat=5).press("sense", seat=6)
    machine.press("sense", seat=6)  # taken off the sensor again
    assert machine.controller.lit == (2, 5)
    machine.press("lock")
    assert machine.book.meter.displayed == SETUP.terms.seed + 2 * 109_100
    refuse_all_but(machine, "hand", "end")
    machine.refuses("hand", outcome=QUARTER, words="whose hand")
    machine.refuses("hand", seat=3, outcome=QUARTER, words="no progressive wager")
    machine.refuses("hand", seat=2, outcome="royal_match", words="no hand button")
    machine.press("hand", seat=2, outcome=ALL)
    machine.press("hand", seat=2, outcome=ALL)  # by accident: pressing it again turns it off
    assert machine.controller.wins == ()
    machine.press("hand", seat=2, outcome=QUARTER)
    refuse_all_but(machine, "hand", "verify")
    machine.refuses("verify", DEALER, words="may not verify")
    machine.press("verify", SUPERVISOR)
    refuse_all_but(machine, "record", "reject")
    before = machine.book
    machine.press("record", SUPERVISOR)
    assert machine.told["prize_cents"] == before.shown // 4
    # Rule 9f: the prize is reserved, and the display falls when the key is back at RUN.
    assert machine.book.shown == before.shown
    assert machine.book.available == before.shown - before.shown // 4
    refuse_all_but(machine, "run")
    machine.press("run", SUPERVISOR)
    assert machine.book.shown == machine.book.available == before.shown - before.shown // 4
    machine.press("end")
    assert machine.controller == ControllerState("t1", "royal", "keyed", 7, round=2)


def test_card_swipe_procedure_of_letter_003() -> None:
    """Letter 003, Royal Match Progressive rules 5 to 9, card-swipe sheet."""
    machine = card()
    machine.press("sense", seat=1).press("sense", seat=7).press("lock")
    machine.refuses("hand", outcome=ALL, words="spot before the hand button")
    machine.press("spot", seat=7).press("hand", outcome=ALL)
    machine.refuses("end", words="keyed in and not recorded")
    machine.refuses("record", SUPERVISOR, words="out of turn")
    machine.press("verify", SUPERVISOR)
    machine.refuses("record", SUPERVISOR, words="executive's card")  # $5,000.21 and more
    machine.refuses("run", SUPERVISOR, words="no key")
    machine.press("record", EXECUTIVE)
    assert machine.told["prize_cents"] == dollars(5_000) + 21
    # Seed, two wagers' reserve, and what was below a cent.
    assert machine.book.meter.displayed == SETUP.terms.seed + 2 * 20_000 + 8_200
    machine.refuses("spot", seat=3)
    machine.press("end")
    assert machine.controller.phase == "betting"


def test_blazing_sevens_asks_for_no_spot_and_cites_its_own_rules() -> None:
    """Letter 003, Blazing 7's Progressive rule 13d: the dealer presses the hand button; spots are Royal Match's."""
    machine = Machine(replace(SETUP, wager="blazing-7s", table="1"))
    machine.press("sense", seat=2).press("sense", seat=5)
    machine.refuses("end", words=r"Blazing 7's Progressive rules 5 and 13\)")
    machine.press("lock")
    assert machine.controller.expected(machine.book.setup) == ["a hand button", "END GAME"]
    machine.refuses("spot", seat=5, words=r"no player spots .* \(letter 003, Blazing 7's Progressive rule 13d\)")
    machine.refuses("hand", outcome="three_sevens_suited", words="say whose hand it is: seats 2 and 5")
    machine.press("hand", seat=5, outcome="three_sevens_suited")
    machine.press("verify", SUPERVISOR).press("record", EXECUTIVE).press("end")
    assert machine.told["prize_cents"] == dollars(5_000) + 21


def test_each_sheet_cites_its_own_game() -> None:
    """A refusal cites the rules of the jackpot's game, not those of the kind of its controller."""
    assert {(game, rules.wager): rules.controllers for game, rules in all_progressives()} == {
        ("royal-riches-pai-gow", "jackpot"): ("sensing",),
        ("royal-match-21", "royal-match-progressive"): ("keyed", "card"),
        ("royal-match-21", "blazing-7s"): ("card",),
    }
    machine = card()
    machine.press("sense", seat=1).press("lock")
    machine.refuses("hand", outcome=ALL, words=r"\(letter 003, Royal Match Progressive rule 9d, card-swipe sheet\)")
    machine.refuses("verify", SUPERVISOR, words="nothing to verify")
    machine.refuses("record", SUPERVISOR, words=r"Royal Match Progressive rules 6 and 9, card-swipe sheet\)")


def test_touch_pad_procedure_of_letter_002() -> None:
    """Letter 002, Jackpot rules 1 to 6: only percentage wins go into the touch pad."""
    terms = MeterTerms(Micros(dollars(10_000) * MICROS_PER_CENT), SETUP.terms.contribution)
    setup = Setup(
        "riches", "royal-riches-pai-gow", "jackpot", "1", 1, "progressive", terms, dollars(5), controller="sensing"
    )
    machine = Machine(setup)
    machine.press("sense", seat=4).press("lock")
    machine.refuses("hand", seat=4, outcome="full_house", words="no hand button")
    machine.press("hand", outcome="royal_flush_king_queen_suited").press("verify", SUPERVISOR)
    machine.press("record", EXECUTIVE).press("end")
    assert machine.told["prize_cents"] == (dollars(10_000) + 54) // 2


def test_several_wins_are_paid_from_the_right_each_from_the_remaining_meter() -> None:
    """Letter 003, Appendix A."""
    machine = card()
    for seat in (1, 3, 6):
        machine.press("sense", seat=seat)
    machine.press("lock")
    for seat in (3, 6, 1):
        machine.press("spot", seat=seat).press("hand", outcome=QUARTER)
    assert [win.seat for win in machine.controller.wins] == [6, 3, 1]
    machine.press("verify", SUPERVISOR)
    shown = [machine.book.shown]
    for _ in range(3):
        machine.press("record", SUPERVISOR)
        assert machine.told["prize_cents"] == shown[-1] // 4
        shown.append(machine.book.shown)
    assert [prize["seat"] for prize in machine.controller.recorded] == [6, 3, 1]
    machine.refuses("hand", seat=3, outcome=QUARTER)
    assert machine.controller.phase == "playing"


def test_internal_controls_may_set_another_order() -> None:
    machine = card()
    machine.controller = replace(machine.controller, order="3, 1")
    for seat in (1, 3, 6):
        machine.press("sense", seat=seat)
    machine.press("lock")
    for seat in (3, 6, 1):
        machine.press("spot", seat=seat).press("hand", outcome=QUARTER)
    assert [win.seat for win in machine.controller.wins] == [3, 1, 6]


def test_a_rejected_win_leaves_the_meter() -> None:
    machine = card()
    machine.press("sense", seat=1).press("lock").press("spot", seat=1).press("hand", outcome=QUARTER)
    before = machine.book
    machine.press("verify", SUPERVISOR).press("reject", SUPERVISOR).press("end")
    assert machine.book == before


def test_dealer_of_a_round_cannot_verify_it() -> None:
    machine = card()
    machine.press("sense", seat=1).press("lock", SUPERVISOR)
    machine.press("spot", SUPERVISOR, seat=1).press("hand", SUPERVISOR, outcome=QUARTER)
    with pytest.raises(NotApproved, match="another person"):
        machine.press("verify", SUPERVISOR)
    machine.press("verify", EXECUTIVE)


def test_verifier_cannot_approve_a_large_prize() -> None:
    """Regulation 4.1: verifier and approver are two people."""
    machine = card()
    machine.press("sense", seat=1).press("lock").press("spot", seat=1).press("hand", outcome=ALL)
    machine.press("verify", EXECUTIVE)
    machine.refuses("record", EXECUTIVE, words="Eve verified this win: another executive's card approves")
    machine.refuses("record", SUPERVISOR, words="needs an executive's card")
    machine.press("record", replace(EXECUTIVE, id="ed", name="Ed"))
    # A small prize is verified and recorded by one supervisor, as the letter has it.
    machine.press("end").press("sense", seat=1).press("lock").press("spot", seat=1).press("hand", outcome=QUARTER)
    machine.press("verify", SUPERVISOR).press("record", SUPERVISOR).press("end")


def test_hand_wins_either_a_fixed_pay_or_a_share() -> None:
    machine = card()

    def pay(seat: int, outcome: str = "royal_match") -> None:
        pressed = fixed_pay(machine.controller, machine.book, DEALER, seat, outcome)
        assert pressed.action is not None
        machine.book, machine.controller = do(machine.book, pressed.action).book, pressed.controller

    with pytest.raises(BadInput, match="no progressive wager in a round"):
        pay(1)
    machine.press("sense", seat=1).press("sense", seat=2).press("lock")
    for seat, outcome in ((3, "royal_match"), (1, QUARTER), (1, "")):
        with pytest.raises(BadInput, match=r"no progressive wager|no fixed pay"):
            pay(seat, outcome)
    pay(1)
    with pytest.raises(BadInput, match="wins once"):
        pay(1)
    machine.press("spot", seat=1).refuses("hand", outcome=QUARTER, words="wins once")
    machine.press("spot", seat=2).press("hand", outcome=QUARTER)
    with pytest.raises(BadInput, match="hand button lit"):
        pay(2)


def test_a_round_without_a_wager_books_nothing() -> None:
    machine = card()
    before = machine.book
    machine.press("lock", without_wagers=True).press("end")
    assert machine.book == before


def test_round_without_a_wager_needs_confirmation() -> None:
    machine = card()
    machine.refuses("lock", words="no sensor has a wager on it: START GAME would use up round 1 without one")
    assert machine.press("lock", without_wagers=True).press("end").controller.round == 2
    assert machine.press("sense", seat=1).press("lock").controller.lit == (1,)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(KEYS),
            st.sampled_from([DEALER, SUPERVISOR, EXECUTIVE]),
            st.integers(-1, 9),
            st.sampled_from([QUARTER, ALL, "royal_match", ""]),
        ),
        max_size=40,
    ),
    st.sampled_from([keyed, card]),
)
def test_random_keys_keep_the_controller_consistent(keys: list[tuple[str, Person, int, str]], make: object) -> None:
    machine: Machine = make()  # type: ignore[operator]
    for key, person, seat, outcome in keys:
        before = (machine.controller, machine.book)
        try:
            machine.press(key, person, seat, outcome)
        except PitbookError:
            assert (machine.controller, machine.book) == before
        assert ControllerState.from_dict(machine.controller.to_dict()) == machine.controller
        assert machine.controller.expected(machine.book.setup)


@pytest.mark.parametrize("roles", [["dealer", "supervisor"], ["accounting", "executive"], ["auditor", "dealer"], []])
def test_duties_are_kept_apart(roles: list[str]) -> None:
    with pytest.raises(BadInput):
        check_roles(roles)


def test_each_role_is_permitted_alone() -> None:
    for role in ROLES:
        assert check_roles([role]) == {role}


def test_auditor_is_read_only() -> None:
    auditor = Person("otto", "Otto", check_roles(["auditor"]))
    auditor.check("read the ledger")
    with pytest.raises(NotAllowed):
        auditor.check("adjust")


def test_version_0_1_controller_with_a_keyed_hand_continues() -> None:
    """Its record has no keyer and no time: the award says so, and the dealer of the round still cannot verify it."""
    machine = keyed()
    machine.press("sense", seat=2).press("lock").press("hand", seat=2, outcome=QUARTER)
    record = machine.controller.to_dict()
    del record["keyed"], record["verified_at"], record["order"]
    machine.controller = ControllerState.from_dict(record)
    machine.refuses("verify", replace(SUPERVISOR, id=DEALER.id), words="dealt this round")
    machine.press("verify", SUPERVISOR)
    pressed = press(machine.controller, machine.book, "record", SUPERVISOR)
    assert pressed.action is not None
    assert pressed.action.data["keyed"] == {"by": "", "at": ""}
