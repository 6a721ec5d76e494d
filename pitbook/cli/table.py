"""``pitbook table``: whole rounds through the real table, with automatic players."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, QUIET, Slug, console, new_table, print_json, print_options
from pitbook.cli.params import (
    WHOLE,
    TableSetup,
    as_json,
    file_option,
    game_named,
    pairs,
    table_options,
)
from pitbook.cli.progress import report_bar
from pitbook.errors import BadInput
from pitbook.money import format_cents

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from pitbook.games.model import Game
    from pitbook.table.config import TableConfig
    from pitbook.table.events import Journal
    from pitbook.table.run import TableRun, WagerTotals

SHOWN_OUTCOMES = 12
"""The most outcomes listed per wager; --json has all of them."""


@click.group()
def table() -> None:
    """Play whole rounds through the real table."""


@table.command()
@click.argument("game")
@click.option("--rounds", default=1_000, show_default=True, type=WHOLE, help="How many rounds are played.")
@click.option("--seats", default=1, show_default=True, type=WHOLE, help="How many automatic players sit down.")
@click.option("--seed", default=1, show_default=True, type=WHOLE, help="Seed of the shuffles.")
@table_options("Offer only these wagers, once for each; else all.")
@click.option("--penetration", default="75%", show_default=True, help="Share of the shoe dealt before the shuffle.")
@file_option("log", "Write every event as a line of JSON, for pitbook replay.")
@click.option("--force", is_flag=True, help="Let --log overwrite an existing file.")
@as_json
def run(
    game: str,
    rounds: int,
    seats: int,
    seed: int,
    setup: TableSetup,
    penetration: str,
    log_file: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Play rounds of a game with automatic players, and print the result of each wager.

    Every round goes through the table that people play at: shuffled, bet, dealt, decided, settled and recorded.
    Wagers of several games on one base game are named with a plus between the games.

    Players bet $10 on the base game and $5 on every other wager, as far as limits allow, and play by the strategy
    chart or the house way; they never insure. The same seed gives the same rounds and the same event_log_hash.

    \b
    Examples:
      pitbook table run royal-match-21 --rounds 5000 --seats 3 --seed 7
      pitbook table run match-n-poker --decks 2 --table match-n-poker=3 --rule soft17=stand --json
      pitbook table run ez-pai-gow --wager base --wager dynasty --rounds 100 --log rounds.jsonl
      pitbook table run royal-match-21+match-n-poker --rounds 100
    """
    from pitbook.table.config import parse_penetration
    from pitbook.table.run import check_run, run_table

    chosen = game_named(game)
    _check_tables(chosen, setup.tables)
    config = setup.config(chosen, "run", seats, penetration=parse_penetration(penetration))
    check_run(config, rounds, seats, seed)
    with _journal(log_file, force) as journal, report_bar(_columns) as report:
        ran = run_table(config, rounds, seats, seed, report, journal)
    if as_json:
        print_json(ran.to_dict())
    else:
        _print(ran)


def _check_tables(game: "Game", texts: Iterable[str]) -> None:
    """Refuses a wager that the game does not have, and a file in place of a pay table's id."""
    for slug, value in pairs(texts, "--table").items():
        game.wager(slug)
        if value.endswith(".toml"):
            raise BadInput(f"--table {slug}={value} is a file: a live table is played with a pay table of its letter")


@contextmanager
def _journal(path: Path | None, force: bool) -> "Iterator[Journal]":
    """Writes events to a new file, or nowhere."""
    if path is None:
        yield lambda event: None
        return
    try:
        file = path.open("w" if force else "x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise BadInput(f"{path} exists already: --force overwrites it") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{path} cannot be written: {why.lower()}") from None
    with file:
        yield lambda event: print(event.line(), file=file)


def _columns() -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    return TextColumn("rounds"), BarColumn(), MofNCompleteColumn(), TextColumn("left"), TimeRemainingColumn()


def _print(ran: "TableRun") -> None:
    from rich.text import Text

    from pitbook.games.model import listed

    screen = console()
    players = f"{ran.seats} player{'s' if ran.seats > 1 else ''}"
    facts = f"  {_decks(ran.config)}, {players}, {ran.rounds:,} rounds, seed {ran.seed}"
    screen.print(Text.assemble((ran.config.name, GOLD), (facts, QUIET)))
    figures = ("bet", "wagered", "returned", "house edge", "± error", "exact edge")
    table = new_table("wager", "pay table", *figures, right=figures)
    if ran.base:
        main = ran.base_wagers[0]
        table.add_row("base game", "", "", *_money(ran.base), *_edges(ran, ran.base), _exact(ran, main))
    for slug, totals in ran.totals.items():
        part = ran.base is not None and slug in ran.base_wagers
        table.add_row(
            Slug(slug),
            ran.config.layout.tables[slug][0].id if slug in ran.config.layout.tables else "house",
            format_cents(ran.bets[slug]) if slug in ran.bets else "-",
            *_money(totals),
            *(("-", "-", "-") if part else (*_edges(ran, totals), _exact(ran, slug))),
        )
    screen.print(table)
    for slug, totals in ran.totals.items():
        some = ", ".join(f"{name} {count:,}" for name, count in totals.outcomes.most_common(SHOWN_OUTCOMES))
        more = len(totals.outcomes) - SHOWN_OUTCOMES
        screen.print(Text.assemble((f"  {slug}  ", "bold"), some + (f", and {more} more" if more > 0 else "")))
    screen.print(
        f"\n[{QUIET}]Edges are shares of the first bet{_unit_words(ran)}. ± is one standard error. Exact edges are for "
        "a full shoe; those that depend on a meter, or on pairs of pai gow hands not yet counted (pitbook par), are "
        "left out.[/]"
    )
    if ran.base:
        screen.print(f"[{QUIET}]The base game is {listed(ran.base_wagers)} together.[/]")
    print_options(screen, ran.options)
    screen.print(Text.assemble(("  events          ", QUIET), f"{ran.events:,}"))
    screen.print(Text.assemble(("  event log hash  ", QUIET), ran.event_log_hash))
    screen.print(Text.assemble(("  speed           ", QUIET), f"{ran.rounds_per_second or 0:,.0f} rounds a second"))


def _decks(config: "TableConfig") -> str:
    if config.layout.decks > 1:
        return f"{config.layout.decks} decks"
    return "one deck and the joker" if config.game.joker else "one deck"


def _unit_words(ran: "TableRun") -> str:
    units = {slug: wager.units for slug in ran.bets if (wager := ran.config.game.wager(slug)).units}
    return "".join(f", of one of the {count} equal bets of {slug}" for slug, count in units.items())


def _money(totals: "WagerTotals") -> tuple[str, str]:
    return format_cents(totals.wagered), format_cents(totals.returned)


def _edges(ran: "TableRun", totals: "WagerTotals") -> tuple[str, str]:
    error = totals.error(ran.rounds)
    return ("-" if totals.edge is None else f"{totals.edge:.2%}"), ("-" if error is None else f"{error:.2%}")


def _exact(ran: "TableRun", slug: str) -> str:
    from pitbook.table.expected import exact_edge

    edge = exact_edge(ran.config, slug, ran.bets[slug], ran.seats) if slug in ran.bets else None
    units = ran.config.game.wager(slug).units or 1
    return "-" if edge is None else f"{float(edge * units):.2%}"
