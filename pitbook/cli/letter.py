"""``pitbook letter``: the approval letter of a game."""

from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, QUIET, Slug, console, new_table, print_item, print_json
from pitbook.cli.params import as_json, game_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from pitbook.games.letter import Claim, Letter
    from pitbook.games.model import Game


@click.command()
@click.argument("game")
@click.option("--claims", is_flag=True, help="Also list every printed figure.")
@as_json
def letter(game: str, claims: bool, as_json: bool) -> None:
    """Show a game's approval letter: what it approves, the conditions, the systems, the figures it prints.

    \b
    Examples:
      pitbook letter royal-match-21
      pitbook letter match-n-poker --claims
    """
    from pitbook.games.record import letter_record

    chosen = game_named(game)
    if as_json:
        print_json(letter_record(chosen))
        return
    _print_letter(console(), chosen, chosen.letter, claims)


def _print_letter(screen: "Console", game: "Game", letter: "Letter", claims: bool) -> None:
    from pitbook.games.letter import long_date

    submission = f", submission {letter.submission}" if letter.submission else ""
    about = ", ".join(filter(None, (letter.citation, letter.day)))
    screen.print(f"[{GOLD}]{letter.subject}[/]  [{QUIET}]{about}{submission}[/]")
    if not letter.is_approval:
        screen.print("No letter and no regulation approves it.")
    if letter.encloses:
        screen.print(f"{letter.maker}. Encloses: {letter.encloses}.")
    if letter.rules_dated:
        screen.print(f"Rules provided on {' and '.join(map(long_date, letter.rules_dated))}.")
    screen.print(f"Decks: {', '.join(map(str, game.decks))}{' and the joker' if game.joker else ''}.")
    for text in letter.approves:
        print_item(screen, "  approves  ", text)
    if letter.conditions:
        table = new_table("applies to", "condition", "what must be true", title="Conditions")
        for condition in letter.conditions:
            table.add_row(condition.applies_to, condition.kind, f"{condition.text} [{QUIET}]({condition.cite})[/]")
        screen.print(table)
    for title, notices in (
        ("Notices", letter.notices),
        ("Linking", letter.linking),
        ("The maker's advice", letter.advice),
        ("Where the letter contradicts itself or leaves something open", letter.remarks),
    ):
        if notices:
            screen.print(f"[{GOLD}]{title}[/]")
            for notice in notices:
                print_item(screen, "  - ", f"{notice.text} [{QUIET}]({notice.cite})[/]")
    for system in letter.systems:
        screen.print(
            f"[{GOLD}]{system.name}[/]  "
            f"[{QUIET}]{system.controller} controller, for {', '.join(system.wagers)} ({system.cite})[/]"
        )
        for part in system.components:
            higher = " or higher" if part.or_higher else ""
            instead = f", or instead of {part.alternative_to}" if part.alternative_to else ""
            print_item(screen, "  - ", f"{part.name} {part.version}{higher}{instead}")
    if claims:
        _print_claims(screen, letter.claims)
    elif letter.number:
        screen.print(f"[{QUIET}]The letter prints {len(letter.claims)} figures: add --claims to list them.[/]")


def _print_claims(screen: "Console", claims: "Sequence[Claim]") -> None:
    table = new_table(
        "wager", "table", "decks", "figure", "about", "printed", title="Printed figures", right=("printed",)
    )
    for claim in claims:
        about = claim.outcome or (f"{claim.players} players" if claim.players else "")
        decks = str(claim.decks or "")
        table.add_row(Slug(claim.wager), claim.table, decks, claim.figure, about, claim.printed)
    screen.print(table)
