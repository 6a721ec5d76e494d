"""``pitbook people``: who works in the room."""

from typing import TYPE_CHECKING

import click

from pitbook.cli.open_room import address_of, asked, badge_option, is_there, opened, store_option
from pitbook.cli.output import QUIET, console, new_table, print_json
from pitbook.cli.params import WHOLE, as_json
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from pitbook.jackpot.people import Person

NEW_PIN = "PITBOOK_NEW_PIN"
FIRST = "the first person of a store is its administrator: add one with --role administrator first"


@click.group()
def people() -> None:
    """Add, list and remove the people of a card room, the first administrator and executive included.

    A role that moves money takes two people: add proposes it, approve gives it.
    """


@people.command()
@click.argument("person")
@click.argument("name")
@click.option("--role", "roles", multiple=True, required=True, metavar="ROLE", help="A role; may be given again.")
@store_option
@badge_option
@as_json
def add(person: str, name: str, roles: tuple[str, ...], store: str | None, badge: str | None, as_json: bool) -> None:
    """Add a person: PERSON is a short name for the records, NAME the whole one. The badge is shown once, here.

    The first administrator of a store, and after that its first executive, are added without a badge, on the machine
    itself. An administrator adds everyone after that. A role that moves money (all but auditor)
    is only proposed: a second person approves it, by pitbook people approve or in the card room, and sees the badge.

    The new PIN is $PITBOOK_NEW_PIN, or asked for.

    \b
    Roles: dealer, supervisor, executive, accounting, surveillance, auditor, administrator. Some exclude each other: a
    dealer cannot be a supervisor, and an auditor only reads.

    \b
    Examples:
      pitbook people add ada "Ada Moore" --role administrator
      pitbook people add eve "Eve Stone" --role executive
      pitbook people add sam "Sam Reyes" --role supervisor --badge ada:...
    """
    import os

    from pitbook.jackpot.people import MONEY_ROLES, check_roles
    from pitbook.room.people.proposals import Proposals
    from pitbook.room.people.service import AUTHORITIES, TERMINAL, check_pin, new_badge

    held = check_roles(roles)
    if "administrator" not in held and not is_there(address_of(store)):
        raise BadInput(FIRST)
    check_pin(pin := os.environ.get(NEW_PIN) or asked("New PIN", NEW_PIN, confirm=True))
    with opened(store, new=True) as room:
        missing = room.people.missing()
        if missing == list(AUTHORITIES) and "administrator" not in held:
            raise BadInput(FIRST)
        first, by = len(held) == 1 and held <= set(missing), TERMINAL
        if not first:
            administrator = room.person(badge)
            administrator.check("manage people")
            by = administrator.id
            if held.intersection(MONEY_ROLES):
                proposal = Proposals(room.people).propose(person, name, sorted(held), pin, administrator)
                if as_json:
                    print_json(proposal.to_dict())
                    return
                click.echo(f"Proposal {proposal.number}: {proposal.name} as {' and '.join(proposal.roles)}.")
                click.echo(f"A second person approves it: pitbook people approve {proposal.number}")
                return
        token = new_badge()
        added = room.people.add(person, name, sorted(held), token, pin, by, first=first)
    _show_badge(added, token, as_json)


def _show_badge(person: "Person", token: str, as_json: bool) -> None:
    if as_json:
        roles = sorted(person.roles)
        print_json({"person": person.id, "name": person.name, "roles": roles, "badge": f"{person.id}:{token}"})
        return
    click.echo(f"{person.name} is {' and '.join(sorted(person.roles))}.")
    click.echo(f"Badge, shown only now: {person.id}:{token}")


@people.command()
@store_option
@as_json
def proposals(store: str | None, as_json: bool) -> None:
    """List the roles that wait for a second person.

    \b
    Example:
      pitbook people proposals
    """
    with opened(store) as room:
        from pitbook.room.people.proposals import Proposals

        waiting = Proposals(room.people).waiting()
    if as_json:
        print_json([each.to_dict() for each in waiting])
        return
    if not waiting:
        click.echo("No role waits for a second person.")
        return
    table = new_table("no.", "person", "name", "roles", "proposed by", right=("no.",))
    for each in waiting:
        table.add_row(str(each.number), each.person, each.name, ", ".join(each.roles), each.by)
    console().print(table)


@people.command()
@click.argument("number", type=WHOLE)
@store_option
@badge_option
@as_json
def approve(number: int, store: str | None, badge: str | None, as_json: bool) -> None:
    """Approve a role that another person proposed; the new badge is shown once, here.

    Show the badge of an executive or an administrator who neither proposed the role nor gets it.

    \b
    Example:
      pitbook people approve 3 --badge eve:...
    """
    with opened(store) as room:
        from pitbook.room.people.proposals import Proposals

        person, token = Proposals(room.people).approve(number, room.person(badge))
    _show_badge(person, token, as_json)


@people.command()
@click.argument("number", type=WHOLE)
@store_option
@badge_option
def withdraw(number: int, store: str | None, badge: str | None) -> None:
    """Withdraw or reject a proposal; nothing changes.

    \b
    Example:
      pitbook people withdraw 3 --badge ada:...
    """
    with opened(store) as room:
        from pitbook.room.people.proposals import Proposals

        proposal = Proposals(room.people).withdraw(number, room.person(badge))
    click.echo(f"Proposal {proposal.number} for {proposal.name} is withdrawn.")


@people.command("list")
@store_option
@as_json
def list_people(store: str | None, as_json: bool) -> None:
    """List everyone who works or worked here.

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
    """Remove a person who leaves: they can no longer sign in, and their sessions end. Their records stay.

    \b
    Example:
      pitbook people end sam --badge ada:...
    """
    with opened(store) as room:
        administrator = room.person(badge)
        administrator.check("manage people")
        room.people.end(person, administrator.id)
    click.echo(f"{person} has left.")
