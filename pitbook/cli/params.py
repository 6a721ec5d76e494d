"""The options that several commands share, and the parsers of what they are given."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pitbook.cli.output import WHOLE

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet

Command = Callable[..., Any]

FILE: Final = click.Path(path_type=Path, dir_okay=False)
"""A file that a command writes."""


def file_option(kind: str, words: str) -> Callable[[Command], Command]:
    """``--pdf FILE`` and the like."""
    return click.option(f"--{kind}", f"{kind}_file", metavar="FILE", type=FILE, help=words)


def sheet_options(command: Command) -> Command:
    """The options that choose one par sheet: --table, --decks, --bet, --meter and --option."""
    for option in (
        click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A choice of the house."),
        click.option("--meter", metavar="AMOUNT", help="What the progressive meter shows."),
        click.option("--bet", metavar="AMOUNT", help="What is wagered each round; on each spot, where there are five."),
        click.option("--decks", type=WHOLE, help="Number of decks; the game's usual one if left out."),
        click.option("--table", default="", metavar="ID", help="Pay table; the game's usual one if left out."),
    ):
        command = option(command)
    return command


def par_sheet(
    game: str,
    wager: str,
    table: str,
    decks: int | None,
    bet: str | None,
    meter: str | None,
    options: Sequence[str],
) -> "ParSheet":
    """The par sheet that the options of ``sheet_options`` choose."""
    from pitbook.cli.settle import options_of
    from pitbook.exact.notebook import par

    return par(game, wager, table=table, decks=decks, bet=bet, meter=meter, options=options_of(options))
