"""``pitbook removal``: what each card that leaves the shoe does to the house edge."""

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import BAR, LOSE, QUIET, WIN, console, new_table, print_json, print_options, sheet_title
from pitbook.cli.params import SheetChoice, as_json, sheet_options

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.exact.removal import Removal


@click.command()
@click.argument("game")
@click.argument("wager", default="")
@sheet_options()
@as_json
def removal(
    game: str,
    wager: str,
    choice: SheetChoice,
    as_json: bool,
) -> None:
    """Show the exact change of the house edge for each card that leaves the shoe.

    Suits of a rank with the same effect share a row. A change below zero helps the player.

    \b
    Examples:
      pitbook removal match-n-poker match-n-poker --decks 6
      pitbook removal royal-match-21 blazing-7s --meter 25000
      pitbook removal ez-pai-gow red-black --json
    """
    from pitbook.exact.exposure_record import removal_record
    from pitbook.exact.removal import removal as removal_of

    found = removal_of(choice.sheet(game, wager))
    if as_json:
        print_json(removal_record(found))
        return
    print_removal(console(), found)


def print_removal(screen: "Console", found: "Removal") -> None:
    from pitbook.exact.counting import is_shoe_game
    from pitbook.exact.figures import fixed, percent

    screen.print(sheet_title(found.sheet))
    screen.print(f"House edge of the whole shoe: [bold]{percent(found.house_edge)}[/]")
    longest = max((abs(effect.change) for effect in found.effects), default=Fraction(0)) or Fraction(1)
    table = new_table(
        "card gone", "copies", "house edge", "change", "", "", right=("copies", "house edge", "change", "player gains")
    )
    table.columns[4].justify = "right"
    for effect in found.effects:
        length = round(BAR // 2 * abs(effect.change) / longest)
        helps, hurts = ("█" * length, "") if effect.change < 0 else ("", "█" * length)
        table.add_row(
            effect.label,
            str(effect.copies),
            percent(effect.house_edge),
            f"{'+' * (effect.change > 0)}{fixed(effect.change * 100, 4)}",
            f"[{WIN}]{helps}[/]",
            f"[{LOSE}]{hurts}[/]",
        )
    screen.print(table)
    screen.print(
        f"[{QUIET}]Change in points of a percent of the wager; green helps the player, red the house. Exact: over all "
        f"{len(found.sheet.shoe)} cards the changes add up to nothing.[/]",
        soft_wrap=True,
    )
    if not any(effect.change for effect in found.effects):
        screen.print("No single card makes a difference here; only several cards of a kind together do.")
    if not is_shoe_game(found.sheet.game):
        screen.print(
            f"[{QUIET}]The pack is shuffled for every round, so there is nothing to count: the table shows what a card "
            "seen by mistake is worth.[/]",
            soft_wrap=True,
        )
    print_options(screen, found.sheet.options_read())
