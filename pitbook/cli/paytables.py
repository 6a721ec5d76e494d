"""``pitbook paytables``: the pay tables of a game, as its letter prints them."""

from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, QUIET, console, new_table, print_json
from pitbook.cli.params import as_json, game_named
from pitbook.money import format_cents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from pitbook.games.model import Game, Wager
    from pitbook.pay import PayTable


@click.command()
@click.argument("game")
@click.argument("wager", required=False)
@as_json
def paytables(game: str, wager: str | None, as_json: bool) -> None:
    """Print every pay table of a game, or of one of its wagers, as its letter prints them.

    \b
    Examples:
      pitbook paytables match-n-poker
      pitbook paytables royal-match-21 royal-match
      pitbook paytables ez-pai-gow dynasty --json
    """
    from pitbook.games.record import table_record

    chosen = game_named(game)
    wagers = [chosen.wager(wager)] if wager is not None else [one for one in chosen.wagers if one.tables]
    if as_json:
        print_json([table_record(chosen, table) for one in wagers for table in one.tables])
        return
    screen = console()
    for one in wagers:
        if not one.tables:
            screen.print(f"[{GOLD}]{one.name}[/]  [{QUIET}]pays by the house's rules: see pitbook rules {game}[/]")
        elif wager is not None or not one.components:
            _print_tables(screen, chosen, one)


def _print_tables(screen: "Console", game: "Game", wager: "Wager") -> None:
    """Prints tables that share deck counts side by side, as the letters do."""
    blocks: dict[tuple[int, ...], list[PayTable]] = {}
    for table in wager.tables:
        blocks.setdefault(table.decks, []).append(table)
    for decks, tables in blocks.items():
        where = (
            "one deck and the joker"
            if game.joker
            else f"{', '.join(map(str, decks))} deck{'s' if decks != (1,) else ''}"
        )
        wide = max(13, *(len(table.id) + 3 for table in tables))
        for some in _side_by_side(tables, max(1, (screen.width - 32) // wide)):
            _print_block(screen, f"{wager.name}, {where}", some)
    for words in wager.footnotes:
        screen.print(f"[{QUIET}]{words}[/]")
    names = dict.fromkeys((table.id, table.game_name) for table in wager.tables if table.game_name)
    for table_id, name in names:
        screen.print(f"[{QUIET}]With {table_id} the game is named {name}.[/]")


def _print_block(screen: "Console", title: str, tables: "Sequence[PayTable]") -> None:
    columns = [f"{table.id} ({format_cents(table.tier)})" if table.tier else table.id for table in tables]
    screen.print(f"[{GOLD}]{title}[/]")
    table = new_table("hand", *columns, right=columns)
    for outcome, _ in _names(tables[0]):
        lines = [one.line(outcome) for one in tables]
        label = next(line.label for line in lines if line)
        cells = []
        for one, line in zip(tables, lines, strict=True):
            if line is None:
                cells.append(f"[{QUIET}]-[/]")
                continue
            plus = "+ " if line in one.added else ""
            envy = f"\n[{QUIET}]envy {format_cents(line.envy)}[/]" if line.envy else ""
            cells.append(f"{plus}{line.pay}{envy}")
        table.add_row(label, *cells)
    screen.print(table)
    if any(one.added for one in tables):
        screen.print(f"[{QUIET}]A line with + is optional and is paid on top of the line that the hand wins.[/]")


def _side_by_side(tables: "Sequence[PayTable]", most: int) -> "Iterator[list[PayTable]]":
    """Tables that print the same lines under the same names, as many as fit beside each other."""
    some: list[PayTable] = []
    for table in tables:
        if some and (len(some) == most or _names(table) != _names(some[-1])):
            yield some
            some = []
        some.append(table)
    yield some


def _names(table: "PayTable") -> list[tuple[str, str]]:
    return [(line.outcome, line.label) for line in (*table.lines, *table.added)]
