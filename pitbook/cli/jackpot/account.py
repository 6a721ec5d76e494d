"""``pitbook jackpot deposit`` and ``balance``: the prize account."""

from typing import Any

import click

from pitbook.cli.open_room import badge_option, opened, request_key, store_option
from pitbook.cli.output import print_json
from pitbook.cli.params import as_json
from pitbook.money import parse_cents


@click.command()
@click.argument("amount")
@click.option("--slip", required=True, metavar="WORDS", help="The deposit slip.")
@store_option
@badge_option
@as_json
def deposit(amount: str, slip: str, store: str | None, badge: str | None, as_json: bool) -> None:
    """Record a deposit of accrued funds to the prize account, which is due every week (WAC 230-15-455).

    \b
    Example:
      pitbook jackpot deposit 1240.50 --slip "slip 771"
    """
    cents = parse_cents(amount)
    with opened(store) as room:
        funds = room.days.deposit(cents, slip, room.person(badge), request_key())
    _print_funds(funds, as_json)


@click.command()
@click.argument("amount")
@click.option("--seen", type=click.Choice(["online", "statement"]), default="online", show_default=True)
@click.option("--document", required=True, metavar="WORDS", help="The bank statement or other document that shows it.")
@store_option
@badge_option
@as_json
def balance(amount: str, seen: str, document: str, store: str | None, badge: str | None, as_json: bool) -> None:
    """Record the balance of the prize account. If it is short, every jackpot is suspended at once (WAC 230-15-455).

    \b
    Example:
      pitbook jackpot balance 61200 --document "page of 16 November"

    \b
    Exit code: 0 if the account holds what it must; 1 if it is short.
    """
    cents = parse_cents(amount)
    with opened(store) as room:
        funds = room.days.balance(cents, seen, document, room.person(badge), request_key())
    _print_funds(funds, as_json)
    if funds["must_stop"]:
        raise click.exceptions.Exit(1)


def _print_funds(funds: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(funds)
        return
    from pitbook.jackpot.funds import dollars_up

    for words in funds["alerts"]:
        click.echo(words)
    click.echo(f"owed {dollars_up(funds['owed_micros'])}, required {dollars_up(funds['required_micros'])}")
    if funds["deposit_due_cents"]:
        click.echo(f"next deposit {dollars_up(funds['undeposited_micros'])}, due {funds['due_at']}")
    for name in funds.get("suspended", ()):
        click.echo(f"{name} is suspended")
