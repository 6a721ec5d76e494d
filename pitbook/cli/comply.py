"""``pitbook comply``: a property's configuration against the letters and the regulation."""

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, console, new_table, print_item, print_json
from pitbook.cli.params import DAY, as_json, property_of
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from pitbook.compliance.findings import Finding
    from pitbook.compliance.property import Property


@click.command()
@click.argument("file", required=False, metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--on", "on_day", type=DAY, metavar="DAY", help="Check for this day, such as 2026-11-16; today if left out."
)
@click.option("--rules", "list_rules", is_flag=True, help="List every rule with its citation and stop.")
@as_json
def comply(file: Path | None, on_day: date | None, list_rules: bool, as_json: bool) -> None:
    """Check a property's configuration against the letters and the regulation, and list all findings at once.

    FILE is one TOML file with the property's tables, jackpots and recorded approvals (docs/compliance.md). A finding
    says which rule, where, what is wrong and what is allowed. Some only warn; the others keep tables closed.

    \b
    Exit code: 0 if nothing stops operation, 1 if something does, 2 if the file cannot be read.

    \b
    Examples:
      pitbook comply examples/property.toml
      pitbook comply examples/property.toml --on 2015-06-01 --json
      pitbook comply --rules
    """
    if list_rules:
        _rules(as_json)
        return
    if file is None:
        raise BadInput("name the property's file: pitbook comply FILE (or --rules for the list of rules)")
    from pitbook.compliance.rules import findings

    of = property_of(file)
    on = on_day or today()
    found = findings(of, on)
    stopped = any(finding.stops for finding in found)
    if as_json:
        print_json(_record(of, on, found))
    else:
        _print(console(), of, on, found)
    if stopped:
        raise click.exceptions.Exit(1)


def today() -> date:
    """The date on this machine's clock."""
    return datetime.now().astimezone().date()


def _record(of: "Property", on: date, found: "Sequence[Finding]") -> dict[str, object]:
    from pitbook.compliance.rules import RULES
    from pitbook.games import exists
    from pitbook.games.package import package_hash

    games = [game for game in of.games if exists(game)]
    return {
        "property": of.name,
        "kind": of.kind,
        "on": on.isoformat(),
        "hash": of.hash,
        "may_operate": not any(finding.stops for finding in found),
        "findings": [finding.to_dict() for finding in found],
        "rules_checked": [rule.id for rule in RULES if rule.since <= on],
        "packages": {game: package_hash(game) for game in games},
    }


def _print(screen: "Console", of: "Property", on: date, found: "Sequence[Finding]") -> None:
    from rich.padding import Padding
    from rich.text import Text

    screen.print(Text.assemble((of.name, GOLD), (f"  {of.kind}, on {on}, configuration {of.hash[:12]}", QUIET)))
    for finding in found:
        head = Text.assemble(
            (f"{finding.rule}  ", f"bold {LOSE}" if finding.stops else GOLD),
            (f"{finding.place}: ", "bold"),
            finding.wrong,
        )
        screen.print()
        print_item(screen, "✗ " if finding.stops else "! ", head)
        screen.print(Padding(Text.assemble(finding.allowed, (f"  ({finding.cite})", QUIET)), (0, 0, 0, 4)))
    stopping = sum(finding.stops for finding in found)
    screen.print()
    if stopping:
        warned = f", {len(found) - stopping} only warn" if len(found) > stopping else ""
        screen.print(f"[{LOSE}]{_count(stopping, 'finding')} would stop operation[/]{warned}.")
        return
    words = f"Nothing stops operation[/]; {_count(len(found), 'warning')}." if found else "Nothing is found.[/]"
    screen.print(f"[{WIN}]{words}")
    _print_checked(screen, of, on)


def _print_checked(screen: "Console", of: "Property", on: date) -> None:
    from pitbook.compliance.limits import ceiling_on
    from pitbook.compliance.rules import RULES
    from pitbook.games.model import listed
    from pitbook.money import format_cents

    in_force = [rule for rule in RULES if rule.since <= on and (of.kind == "card room" or not rule.card_rooms_only)]
    recorded = sum(len(approval.conditions) for approval in of.approvals.values())
    ceiling = ceiling_on(on).most if of.kind == "card room" or of.wager_ceiling is None else of.wager_ceiling
    for name, value in (
        ("tables", listed(table.id for table in of.tables) or "none"),
        ("jackpots", listed(jackpot.id for jackpot in of.jackpots) or "none"),
        ("conditions", f"{recorded} recorded as met for {listed(of.approvals) or 'no game'}"),
        ("ceiling", f"{format_cents(ceiling)} a wager"),
        ("rules", f"{len(in_force)} checked: {', '.join(rule.id for rule in in_force)}"),
    ):
        print_item(screen, f"  {name:<12}", value)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _rules(as_json: bool) -> None:
    from pitbook.compliance.rules import KEPT_ELSEWHERE, RULES

    if as_json:
        kept = [each.to_dict() for each in KEPT_ELSEWHERE]
        print_json({"rules": [rule.to_dict() for rule in RULES], "kept_elsewhere": kept})
        return
    screen = console()
    table = new_table("rule", "what it asks", "citation", "text", "since", "for", title="Checked in a property's file")
    for rule in RULES:
        title = rule.title if rule.stops else f"{rule.title} [{QUIET}](warns)[/]"
        whom = "card rooms" if rule.card_rooms_only else "all"
        table.add_row(rule.id, title, rule.cite, rule.confidence, rule.since.isoformat(), whom)
    screen.print(table)
    table = new_table("rule", "what it asks", "citation", "kept by", title="Enforced by the running system")
    for each in KEPT_ELSEWHERE:
        table.add_row(each.id, each.title, each.cite, each.by)
    screen.print(table)
