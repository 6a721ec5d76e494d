"""``pitbook people``: who works in the room."""

import click

from pitbook.cli.output import QUIET, as_json, console, new_table, print_json
from pitbook.cli.store import address_of, asked, badge_option, is_there, opened, store_option
from pitbook.errors import BadInput

NEW_PIN = "PITBOOK_NEW_PIN"
FIRST = "the first person of a store is its administrator: add one with --role administrator first"


@click.group()
def people() -> None:
    """Add, list and end the people of a card room; the first administrator is made here."""


@people.command()
@click.argument("person")
@click.argument("name")
@click.option("--role", "roles", multiple=True, required=True, metavar="ROLE", help="A role; may be given again.")
@store_option
@badge_option
@as_json
def add(person: str, name: str, roles: tuple[str, ...], store: str | None, badge: str | None, as_json: bool) -> None:
    """Add a person: PERSON is a short name for the records, NAME the whole one. The badge is shown once, here.

    The first person of a store is its administrator, and nobody is asked for a badge. Everybody after that is added by
    an administrator. The new PIN is $PITBOOK_NEW_PIN, or asked for.

    \b
    Roles: dealer, supervisor, executive, accounting, surveillance, auditor, administrator. Some are kept apart: nobody
    deals and supervises, and an auditor only reads.

    \b
    Examples:
      pitbook people add ada "Ada Moore" --role administrator
      pitbook people add sam "Sam Reyes" --role supervisor --badge ada:...
    """
    import os

    from pitbook.jackpot.people import check_roles
    from pitbook.room.people import TERMINAL, check_pin, new_badge

    held = check_roles(roles)
    if "administrator" not in held and not is_there(address_of(store)):
        raise BadInput(FIRST)
    check_pin(pin := os.environ.get(NEW_PIN) or asked("New PIN", NEW_PIN, confirm=True))
    with opened(store, new=True) as room:
        first, by = room.people.count() == 0, TERMINAL
        if not first:
            administrator = room.person(badge)
            administrator.check("manage people")
            by = administrator.id
        elif "administrator" not in held:
            raise BadInput(FIRST)
        token = new_badge()
        added = room.people.add(person, name, sorted(held), token, pin, by, first=first)
    if as_json:
        print_json(
            {"person": added.id, "name": added.name, "roles": sorted(added.roles), "badge": f"{added.id}:{token}"}
        )
        return
    click.echo(f"{added.name} is {' and '.join(sorted(added.roles))}.")
    click.echo(f"Badge, shown only now: {added.id}:{token}")


@people.command("list")
@store_option
@as_json
def list_people(store: str | None, as_json: bool) -> None:
    """List everybody who works here, or did.

    \b
    Example:
      pitbook people list
    """
    with opened(store) as room:
        everyone = room.people.everyone()
    if as_json:
        print_json(
            [
                {"person": each.id, "name": each.name, "roles": sorted(each.roles), "active": active}
                for each, active in everyone
            ]
        )
        return
    table = new_table("person", "name", "roles", "")
    for each, active in everyone:
        table.add_row(each.id, each.name, ", ".join(sorted(each.roles)), "" if active else f"[{QUIET}]left[/]")
    console().print(table)


@people.command()
@click.argument("person")
@store_option
@badge_option
def end(person: str, store: str | None, badge: str | None) -> None:
    """Somebody leaves: no more sign-in, and every session ends. What they did stays on record.

    \b
    Example:
      pitbook people end sam --badge ada:...
    """
    with opened(store) as room:
        administrator = room.person(badge)
        administrator.check("manage people")
        room.people.end(person, administrator.id)
        room.sessions.end_all(person)
    click.echo(f"{person} has left.")
