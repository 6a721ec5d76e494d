"""``pitbook par``: the exact mathematics of a wager, to the terminal or to a file."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitbook.cards import parse_cards
from pitbook.cli.family import family_of, play_of, play_options
from pitbook.cli.output import QUIET, console, print_json, write_file
from pitbook.cli.params import (
    WHOLE,
    amount,
    as_json,
    bets_option,
    file_option,
    house_option,
    meter_option,
    options_of,
    sheet_bets,
    sheet_tables,
    tables_option,
)
from pitbook.cli.progress import counting_bar, terminal_bar
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from pitbook.exact.par import ParSheet
    from pitbook.exact.sheets import SheetJob
    from pitbook.games.model import Game

SHOW_PROGRESS_AFTER = 1.0
"""Seconds of computing before a progress bar appears."""

Writer = Callable[[Sequence["ParSheet"]], bytes]


@click.command()
@click.argument("game", required=False)
@click.argument("wager", required=False)
@click.option("--all", "every", is_flag=True, help="Every sheet of every game, without those that --base adds.")
@click.option(
    "--base",
    is_flag=True,
    help="With --all or a game: the base games and dealer-pai-gow too. Counting all pairs of pai gow hands takes a "
    "minute or two the first time; the result is cached.",
)
@tables_option("Only this pay table: its id, or a TOML file of your own.", "[WAGER=]ID")
@click.option("--decks", type=WHOLE, help="Only this number of decks.")
@bets_option(
    "The bet, which matters if a pay is a fixed sum; match-1=5, match-2=10 ... for spots that differ.",
    "[WAGER=]AMOUNT",
)
@click.option("--seats", type=WHOLE, help="Players at the table, whose envy bonuses change the house edge.")
@meter_option
@house_option("A choice of the house, such as crown-treasure=yes.")
@click.option("--remove", default="", metavar="CARDS", help='Cards that have left the shoe, such as "7d 7d Ks".')
@play_options
@as_json
@file_option("csv", "Write the outcomes as comma-separated values.")
@file_option("xlsx", "Write a spreadsheet with live formulas.")
@file_option("pdf", "Write the sheets as a PDF in a test lab's format.")
@file_option("html", "Write one self-contained web page.")
def par(
    game: str | None,
    wager: str | None,
    every: bool,
    base: bool,
    tables: tuple[str, ...],
    decks: int | None,
    bets: tuple[str, ...],
    seats: int | None,
    meter: str | None,
    options: tuple[str, ...],
    remove: str,
    as_json: bool,
    csv_file: Path | None,
    xlsx_file: Path | None,
    pdf_file: Path | None,
    html_file: Path | None,
    **play: Any,
) -> None:
    """Print par sheets: outcome counts, probabilities, returns, house edge and deviation, all exact.

    GAME is a game of the rulebook, or a Python file with a wager of your own. Without a wager: one line for each
    sheet of the game. With one pay table and deck count: the whole sheet. The base game of blackjack is solved for the
    rules given: see pitbook strategy --help for their names. Sheets of the base games and of dealer-pai-gow are made
    when they are named, or with --base.

    \b
    Examples:
      pitbook par match-n-poker
      pitbook par match-n-poker match-n-poker --table 1 --decks 6
      pitbook par royal-match-21 royal-match --table RM-07 --decks 6 --seats 7
      pitbook par royal-match-21 royal-match --table RM-08 --decks 6 --option crown-treasure=yes --bet 25
      pitbook par royal-match-21 royal-match-progressive --decks 6 --meter 50000
      pitbook par million-dollar-match-the-dealer five-spots --table 6-C \\
          --bet match-1=5 --bet match-2=5 --bet match-3=10 --bet match-4=25 --bet match-5=5
      pitbook par ez-pai-gow dynasty --table 3 --pdf dynasty.pdf --xlsx dynasty.xlsx
      pitbook par ez-pai-gow base --house-way foxwoods --player-way optimal
      pitbook par blackjack --decks 6 --rule soft17=hit --rule das=yes --rule split-hands=4
      pitbook par match-n-poker base --decks 2
      pitbook par --all --json
      pitbook par --all --base --xlsx rulebook.xlsx
    """
    from pitbook.exact.custom_wager import find_game, is_custom, with_tables
    from pitbook.exact.select import SheetRequest
    from pitbook.exact.sheets import jobs
    from pitbook.games.on_base import wager_of_game

    removed = parse_cards(remove)
    chosen_otherwise = tables or bets or options or removed or meter or seats or any(play.values())
    if every:
        if game or chosen_otherwise:
            raise BadInput(
                "--all prints every sheet as the letters have it: of the other options it takes only --decks and --base"
            )
        asked = _all(decks, base)
    elif base:
        if not game or wager or chosen_otherwise:
            raise BadInput("--base adds the slow sheets to a list: give it with --all, or with a game and nothing else")
        chosen = find_game(game)
        asked = [*jobs(chosen, SheetRequest(decks=decks)), *_base_jobs(chosen, decks)]
    else:
        if not game:
            raise BadInput("name a game ('pitbook games' lists them), or ask for --all")
        chosen = find_game(game)
        given = sheet_tables(chosen, wager or "", tables)
        chosen = with_tables(chosen, given)
        if len(chosen.wagers) == 1 or is_custom(chosen):  # the only wager need not be named
            wager = wager or wager_of_game(chosen).slug
        ask = SheetRequest(
            wager=wager or "",
            tables=given,
            decks=decks,
            bets=sheet_bets(bets),
            meter=amount(meter, "--meter"),
            seats=1 if seats is None else seats,
            options=options_of(options),
            removed=removed,
            play=play_of(play, chosen, [chosen.wager(wager)] if wager else []),
        )
        asked = jobs(chosen, ask)
    files = {"csv": csv_file, "xlsx": xlsx_file, "pdf": pdf_file, "html": html_file}
    writers = [(path, _writer(kind), kind) for kind, path in files.items() if path is not None]
    sheets = _computed(asked)
    for path, write, kind in writers:
        write_file(path, write(sheets))
        click.echo(f"{path}: {len(sheets)} par sheet{'s' if len(sheets) > 1 else ''} as {kind.upper()}", err=as_json)
    if as_json:
        one = len(sheets) == 1 and wager is not None
        print_json(sheets[0].to_dict() if one else [sheet.to_dict() for sheet in sheets])
    elif not writers:
        _print(sheets, game, wager, base)


def _all(decks: int | None, base: bool) -> "list[SheetJob]":
    """All sheets of every game that can be played with this number of decks."""
    from pitbook.exact.select import SheetRequest
    from pitbook.exact.sheets import jobs
    from pitbook.games import all_games

    played = [game for game in all_games() if decks is None or decks in game.decks]
    if not played:
        raise BadInput(f"no game is approved for {decks} decks")
    asked = [job for game in played for job in jobs(game, SheetRequest(decks=decks))]
    return [*asked, *(job for game in played if base for job in _base_jobs(game, decks))]


def _base_jobs(game: "Game", decks: int | None) -> "Iterator[SheetJob]":
    """The sheets of wagers that are decided by play, for each deck count."""
    from pitbook.exact.select import SheetRequest
    from pitbook.exact.sheets import jobs

    for wager in game.wagers:
        if wager.by_play and not wager.counts_with:
            for number in game.decks if decks is None else (decks,):
                yield from jobs(game, SheetRequest(wager.slug, decks=number))


def _computed(asked: "Sequence[SheetJob]") -> "list[ParSheet]":
    """Computes the sheets, with one progress bar for the counted ones and one for each slow one."""
    of_deals = [job for job in asked if not job.wager.by_play]
    sheets: list[ParSheet] = []
    with _progress(len(of_deals)) as step:
        for job in of_deals:
            sheets.append(job.sheet())
            step()
    for job in (job for job in asked if job.wager.by_play):
        with counting_bar() as report:
            sheets.append(job.sheet(report))
    return sheets


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A progress bar that appears only for slow work."""
    with terminal_bar(_columns) as bar:
        if bar is None:
            yield lambda: None
            return
        from threading import Timer

        task = bar.add_task("counting", total=total)
        later = Timer(SHOW_PROGRESS_AFTER, bar.start)
        later.start()
        try:
            yield lambda: bar.advance(task)
        finally:
            later.cancel()
            later.join()


def _columns() -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

    return TextColumn("counting"), BarColumn(), MofNCompleteColumn(), TextColumn("sheets"), TimeElapsedColumn()


def _writer(kind: str) -> Writer:
    """The writer of this kind of file; raises at once if its library is missing."""
    from importlib import import_module

    write: Writer = import_module(f"pitbook.reports.par.to_{kind}").write
    return write


def _print(sheets: "Sequence[ParSheet]", game: str | None, wager: str | None, base: bool) -> None:
    from pitbook.cli.par_text import sheet_text, summary_table
    from pitbook.games.options_read import options_line

    screen = console()
    if len(sheets) == 1 and wager:
        sheet = sheets[0]
        own = None if sheet.detail is None else family_of(sheet.game).par_text(sheet, screen.width)
        for part in sheet_text(sheet, screen.width) if own is None else own:
            screen.print(part)
        return
    screen.print(summary_table(sheets, games=game is None))
    how = f"pitbook par {game or 'GAME'} {wager or 'WAGER'} --table ID --decks N"
    notes = [f"One whole sheet: {how}. For each unit wagered, one player, without envy."]
    if game is None:
        notes.append("Every option has its usual value; --json lists the options that each sheet reads.")
    else:
        notes.append(options_line({name: value for each in sheets for name, value in each.options_read().items()}))
    if left := [] if base or wager else _left_out(game):
        notes.append(f"Not listed here: {', '.join(left)}. Name the wager, or add --base.")
    for note in notes:
        screen.print(f"[{QUIET}]{note}[/]", soft_wrap=True)


def _left_out(game: str | None) -> list[str]:
    """The wagers whose sheets take longer: of one game, or of all."""
    from pitbook import games

    chosen = [games.game(game)] if game in games.slugs() else list(games.all_games()) if game is None else []
    return list(
        dict.fromkeys(wager.slug for each in chosen for wager in each.wagers if wager.by_play and not wager.counts_with)
    )
