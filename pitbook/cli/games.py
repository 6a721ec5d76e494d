"""``pitbook games``: the games, their letters and their wagers."""

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import click

from pitbook.cli.output import QUIET, Slug, console, new_table, print_json
from pitbook.cli.params import as_json

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pitbook.games.letter import Letter
    from pitbook.games.model import Wager

LONG_ID: Final = 8
"""Ids longer than this (lists of pays) are counted instead of listed."""


@click.command()
@as_json
def games(as_json: bool) -> None:
    """List the games, their letters and their wagers.

    \b
    Examples:
      pitbook games
      pitbook games --json
    """
    from pitbook.games import all_games, loaded
    from pitbook.games.record import game_record

    found = list(all_games())
    outside = [each for game in found if (each := loaded(game.slug)) is not None]
    if as_json:
        places = {each.game.slug: {"outside": {"place": str(each.place), "hash": each.digest}} for each in outside}
        print_json([game_record(game) | places.get(game.slug, {}) for game in found])
        return
    screen = console()
    table = new_table("game", "letter", "wager", "tables", "figures", right=("figures",))
    for game in found:
        letter, decks = game.letter, " ".join(map(str, game.decks)) + (" + joker" if game.joker else "")
        about: list[tuple[RenderableType, str, str]] = [
            (Slug(game.slug, "bold"), _letter_and_month(letter), str(len(letter.claims) or "-")),
            (f"[{QUIET}]{game.name}[/]", f"[{QUIET}]decks {decks}[/]", ""),
            (f"[{QUIET}]{letter.maker}[/]", "", ""),
        ]
        wagers: list[tuple[RenderableType, str, str]] = [
            (Slug(wager.slug), _table_range(wager), "") for wager in game.wagers
        ]
        for (name, where, figures), (slug, tables, _) in zip_longest(about, wagers, fillvalue=("", "", "")):
            table.add_row(name, where, slug, tables, figures)
        table.add_section()
    screen.print(table)
    for each in outside:
        screen.print(
            f"{each.game.slug} is not approved. It was loaded from {each.place}, hash {each.digest}.", soft_wrap=True
        )
    screen.print(
        f"[{QUIET}]pitbook rules GAME, pitbook paytables GAME and pitbook letter GAME show one of them whole.[/]"
    )


def _letter_and_month(letter: "Letter") -> str:
    if not letter.number and letter.public_rules:
        return "none: public rules"
    return f"{letter.label}, {letter.dated:%b %Y}" if letter.day else letter.label


def _table_range(wager: "Wager") -> str:
    """The number of pay tables, and the first and last id."""
    ids = wager.table_ids()
    if len(ids) < 2:
        return "".join(ids) or f"[{QUIET}]house rules[/]"
    lowest = [table for table in wager.tables if table.tier == min(other.tier for other in wager.tables)]
    if len(ids[0]) > LONG_ID:
        return f"{len(lowest)} by their pays"
    return f"{len(lowest)}: {ids[0]} to {ids[-1]}"
