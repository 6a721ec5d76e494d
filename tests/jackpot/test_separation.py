"""One person never takes two steps of a win that need two people, with any roles."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

import pytest

from pitbook.errors import BadInput, NotApproved
from pitbook.jackpot.controller import press
from pitbook.jackpot.people import ROLES, Person, check_roles
from pitbook.jackpot.separation import two_people
from pitbook.jackpot.setup import Setup
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Micros, dollars
from tests.jackpot.test_book import SETUP
from tests.jackpot.test_controller import ALL, QUARTER, Machine

RICHES: Final = Setup(
    "riches", "royal-riches-pai-gow", "jackpot", "1", 1, "progressive",
    MeterTerms(Micros(dollars(10_000) * MICROS_PER_CENT), SETUP.terms.contribution), dollars(5), controller="sensing",
)  # fmt: skip
BLAZING: Final = replace(SETUP, wager="blazing-7s", table="1")
SETUPS: Final = {
    "keyed": (replace(SETUP, controller="keyed"), QUARTER, ALL),
    "card": (SETUP, QUARTER, ALL),
    "card, Blazing 7's": (BLAZING, "three_sevens_same_color", "three_sevens_suited"),
    "sensing": (RICHES, "seven_card_straight_flush_with_joker", "seven_card_straight_flush"),
}
"""Each controller, a hand below the executive's amount and one at or above it."""


def every_permitted_combination() -> Iterator[frozenset[str]]:
    for count in range(1, len(ROLES) + 1):
        for roles in combinations(ROLES, count):
            try:
                yield frozenset(check_roles(roles))
            except BadInput:
                continue


ONE_HUMAN: Final = [
    Person("max", "Max", check_roles(roles))
    for roles in every_permitted_combination()
    if {"supervisor", "executive"} & roles
]
"""The same person, with each combination of roles that may verify a win."""
OTHER: Final = Person("ona", "Ona", check_roles(["executive"]))
DEALER: Final = Person("dan", "Dan", check_roles(["dealer"]))


def keyed_in(machine: Machine, outcome: str, dealer: Person, keyer: Person) -> Machine:
    machine.press("sense", seat=2).press("sense", seat=4).press("lock", dealer)
    if machine.book.setup.wager == "royal-match-progressive" and machine.controller.kind == "card":
        machine.press("spot", keyer, seat=2)
    return machine.press("hand", keyer, seat=2, outcome=outcome)


@pytest.mark.parametrize("kind", SETUPS)
@pytest.mark.parametrize("human", ONE_HUMAN, ids=lambda person: "+".join(sorted(person.roles)))
def test_the_person_who_keyed_a_hand_neither_verifies_nor_records_it(kind: str, human: Person) -> None:
    setup, outcome, _ = SETUPS[kind]
    for dealer in (DEALER, human):
        machine = keyed_in(Machine(setup), outcome, dealer, human)
        words = "Max dealt this round" if dealer is human else "Max keyed in this hand"
        machine.refuses("verify", human, words=words)
        machine.press("verify", OTHER)
        machine.refuses("record", human, words=words)
        machine.press("record", OTHER)


@pytest.mark.parametrize("kind", SETUPS)
@pytest.mark.parametrize("human", ONE_HUMAN, ids=lambda person: "+".join(sorted(person.roles)))
def test_the_person_who_verified_a_large_win_does_not_record_it(kind: str, human: Person) -> None:
    setup, small, large = SETUPS[kind]
    machine = keyed_in(Machine(setup), large, DEALER, DEALER)
    machine.press("verify", human)
    machine.refuses("record", human, words="verified this win|needs an executive's card")
    machine.press("record", OTHER)
    # Below the executive's amount one supervisor verifies and records, as the letter has it.
    machine = keyed_in(Machine(setup), small, DEALER, DEALER)
    machine.press("verify", human).press("record", human)


def test_another_hand_that_the_person_keyed_keeps_them_from_verifying_both() -> None:
    """All hands that are keyed in are verified together: the keyer of any of them does not verify."""
    human = ONE_HUMAN[0]
    machine = keyed_in(Machine(SETUPS["keyed"][0]), QUARTER, DEALER, DEALER)
    machine.press("hand", human, seat=4, outcome=QUARTER)
    machine.refuses("verify", human, words="keyed in this hand")
    machine.press("verify", OTHER)
    machine.refuses("record", human, words="keyed in this hand")  # seat 4, on the dealer's right, comes first
    machine.press("record", OTHER).press("record", human)


def test_hand_keyed_again_belongs_to_the_last_person() -> None:
    human = ONE_HUMAN[0]
    machine = keyed_in(Machine(SETUPS["keyed"][0]), QUARTER, DEALER, human)
    machine.press("hand", DEALER, seat=2, outcome=QUARTER).press("hand", DEALER, seat=2, outcome=QUARTER)
    assert [win.by for win in machine.controller.wins] == ["dan"]
    machine.press("verify", human)


def test_second_person_must_differ_from_the_first() -> None:
    assert not two_people([OTHER, replace(OTHER, name="Ona again", roles=check_roles(["supervisor"]))])
    assert two_people([OTHER, DEALER])


def test_the_award_says_who_keyed_and_who_verified_with_their_times() -> None:
    machine = keyed_in(Machine(SETUPS["keyed"][0]), QUARTER, DEALER, DEALER)
    machine.controller = replace(machine.controller, wins=(replace(machine.controller.wins[0], at="20:00"),))
    machine.controller = press(machine.controller, machine.book, "verify", ONE_HUMAN[0], at="20:01").controller
    pressed = press(machine.controller, machine.book, "record", OTHER, at="20:02")
    assert pressed.action is not None
    assert pressed.action.data["keyed"] == {"by": "dan", "at": "20:00"}
    assert pressed.action.data["verified"] == {"by": "max", "at": "20:01"}
    with pytest.raises(NotApproved):
        press(machine.controller, machine.book, "record", Person("dan", "Dan", OTHER.roles), at="20:02")
