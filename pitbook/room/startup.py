"""The start of a server: the property's file becomes the configuration, its jackpots open, example people are added."""

import secrets
from dataclasses import dataclass
from typing import Final

from pitbook.compliance.property import parse_property
from pitbook.errors import BadInput, PitbookError, quoted
from pitbook.jackpot.house import House
from pitbook.jackpot.people import Person, Role
from pitbook.room.configurations import Configurations
from pitbook.room.days.records import read_records
from pitbook.room.days.service import Days
from pitbook.room.people.service import AT_THE_MACHINE, EXAMPLE, TERMINAL, People, check_pin, new_badge

AT_THE_TERMINAL: Final = Person(TERMINAL, "The terminal", frozenset({"administrator"}))
"""The person who starts the server, as records name them."""
EXAMPLES: Final[tuple[tuple[str, str, Role], ...]] = (
    ("dana", "Dana Example", "dealer"),
    ("sue", "Sue Example", "supervisor"),
    ("eve", "Eve Example", "executive"),
    ("ann", "Ann Example", "accounting"),
    ("walt", "Walt Example", "surveillance"),
    ("otto", "Otto Example", "auditor"),
    ("ada", "Ada Example", "administrator"),
)
"""One person for each role."""


def set_up_property(days: Days, text: str, name: str) -> list[str]:
    """Stores a property's file as the first configuration and opens its jackpots; returns what was done, in sentences.

    A store that has a configuration keeps it: ``pitbook property keep`` adds another version.
    """
    of = parse_property(text.replace("\r\n", "\n"), name)
    configurations = Configurations(days.jackpots)
    versions = configurations.versions()
    if versions and versions[-1].hash != of.hash:
        kept = versions[-1].number
        how = "pitbook property keep stores it as the next version"
        return [f"The store runs version {kept} of its configuration, which differs from {name}: {how}."]
    said = []
    if not versions:
        version = configurations.keep(text, TERMINAL, f"first start with {name}")
        said.append(f"{of.name}: {name} is version 1 of the configuration, {version.hash[:12]}.")
        if days.house() == House():
            days.set_house(House(of.name), AT_THE_TERMINAL, "first start/house")
    opened = set(days.jackpots.names())
    for entry in of.jackpots:
        if entry.id in opened:
            continue
        try:
            configurations.open_jackpot(
                entry.id, configurations.today(), AT_THE_TERMINAL, f"first start/{of.hash[:12]}/{entry.id}"
            )
            said.append(f"Jackpot {entry.id} is open.")
        except PitbookError as error:
            said.append(f"Jackpot {entry.id} is not open: {error}")
    return said


@dataclass(frozen=True, slots=True)
class ExampleBadge:
    """A person's badge and PIN, shown once."""

    person: Person
    badge: str
    pin: str


def set_up_examples(people: People) -> list[ExampleBadge]:
    """One person for each role, with random badges and PINs; they are not stored, so every start makes new ones.

    Refused for a store with other people.
    """
    examples = {(person, name) for person, name, _ in EXAMPLES}
    known = {person.id for person, active in people.everyone() if active}
    with people.database.reading_latest() as connection:
        by_us = {
            record.data["person"]
            for record in read_records(connection, "person-added")
            if record.by in AT_THE_MACHINE and (record.data["person"], record.data["name"]) in examples
        }
    others = sorted(known - by_us)
    if others:
        raise BadInput(
            f"{quoted(others[0])} works here: example people are for a store that has no others. Start without "
            "--example-people, or name another store"
        )

    def made(person: str, name: str, role: Role) -> ExampleBadge:
        pin = random_pin()
        if person in known:
            people.set_pin(person, pin, EXAMPLE)
            held = people.set_roles(person, [role], EXAMPLE)
            return ExampleBadge(held, f"{person}:{people.new_badge(person, EXAMPLE)}", pin)
        token = new_badge()
        return ExampleBadge(people.add(person, name, [role], token, pin, EXAMPLE), f"{person}:{token}", pin)

    return [made(*example) for example in EXAMPLES]


def has_examples(people: People) -> bool:
    """Whether one of the example people is active."""
    examples = {(person, name) for person, name, _ in EXAMPLES}
    return any(active and (person.id, person.name) in examples for person, active in people.everyone())


def random_pin() -> str:
    """Six random digits that pass the check of PINs."""
    while True:
        pin = f"{secrets.randbelow(10**6):06}"
        try:
            check_pin(pin)
        except BadInput:
            continue
        return pin
