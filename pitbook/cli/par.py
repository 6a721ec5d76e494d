"""``pitbook par``: the exact mathematics of a wager, to the terminal or to a file."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cards import Cards, parse_cards
from pitbook.cli.output import QUIET, WHOLE, as_json, console, print_json, rule_option
from pitbook.cli.settle import options_of, pair
from pitbook.errors import BadInput, quoted
from pitbook.families.blackjack.cli.strategy import is_base, par_base
from pitbook.families.pai_gow.cli.setting import counting, way_options
from pitbook.money import Cents, parse_bet, parse_cents

if TYPE_CHECKING:
    from pitbook.exact.select import Job, Tables
    from pitbook.games.model import Game
    from pitbook.reports.par_view import Sheet

BASE = "base"
SHOW_PROGRESS_AFTER = 1.0
"""Seconds of computing before a bar says how far it is."""

Writer = Callable[[Sequence["Sheet"]], bytes]


def _file(name: str, words: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(
        f"--{name}", f"{name}_file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help=words
    )


@click.command()
@click.argument("game", required=False)
@click.argument("wager", required=False)
@click.option("--all", "every", is_flag=True, help="Every sheet of every game of the rulebook, but for --base.")
@click.option(
    "--base",
    is_flag=True,
    help="With --all or a game: the base games and dealer-pai-gow too. Counting all pairs of pai gow hands takes a "
    "minute or two the first time; then it is kept.",
)
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="[WAGER=]ID",
    help="Only this pay table: its id, or a TOML file of your own.",
)
@click.option("--decks", type=WHOLE, help="Only this number of decks.")
@click.option(
    "--bet",
    "bets",
    multiple=True,
    metavar="[WAGER=]AMOUNT",
    help="What is wagered, where pays are fixed amounts; match-1=5, match-2=10 ... for spots that differ.",
)
@click.option("--seats", type=WHOLE, help="Players at the table: the house edge with the others' envy.")
@click.option("--meter", metavar="AMOUNT", help="What the progressive meter shows.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A choice of the house, such as crown-treasure=yes.",
)
@click.option("--remove", default="", metavar="CARDS", help='Cards that have left the shoe, such as "7d 7d Ks".')
@rule_option
@way_options
@as_json
@_file("csv", "Write the outcomes as comma-separated values.")
@_file("xlsx", "Write a spreadsheet with live formulas.")
@_file("pdf", "Write the sheets as a test lab receives them.")
@_file("html", "Write one page that shows itself in any browser.")
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
    rules: tuple[str, ...],
    house_way: str | None,
    player_way: str | None,
    as_json: bool,
    csv_file: Path | None,
    xlsx_file: Path | None,
    pdf_file: Path | None,
    html_file: Path | None,
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
    from pitbook.exact.own import find_game, is_own, with_tables
    from pitbook.exact.select import Ask, plan

    removed = parse_cards(remove)
    count: Callable[[], Sequence[Sheet]]
    chosen_otherwise = tables or bets or options or removed or meter or seats or rules or house_way or player_way
    if every:
        if game or chosen_otherwise:
            raise BadInput(
                "--all is every sheet as the letters have it: of the other options only --decks and --base go with it"
            )
        count = _all(decks, base)
    elif base:
        if not game or wager or chosen_otherwise:
            raise BadInput("--base adds to all sheets as the letters have them: give --all, or a game alone")
        count = _with_base(find_game(game), decks)
    elif game and is_base(game, wager):
        if tables or bets or meter or seats or house_way or player_way:
            raise BadInput("the base game of blackjack takes only --decks, --rule, --option and --remove")
        wager = wager or BASE
        count = partial(_base, game, wager, decks, rules, options_of(options), removed)
    else:
        if rules:
            raise BadInput(
                "--rule is for the base game of blackjack: pitbook par blackjack, or a blackjack game's base"
            )
        if not game:
            raise BadInput("name a game ('pitbook games' lists them), or ask for --all")
        chosen = find_game(game)
        given = _tables(chosen, wager or "", tables)
        chosen = with_tables(chosen, given)
        if is_own(chosen):  # a file holds one wager, which need not be named
            wager = wager or chosen.wagers[0].slug
        ask = Ask(
            wager=wager or "",
            tables=given,
            decks=decks,
            bets=_bets(bets),
            meter=parse_cents(meter, "--meter") if meter is not None else None,
            seats=1 if seats is None else seats,
            options=options_of(options),
            removed=removed,
        )
        count = counting(chosen, ask, house_way, player_way) or partial(_computed, plan(chosen, ask))
    files = {"csv": csv_file, "xlsx": xlsx_file, "pdf": pdf_file, "html": html_file}
    writers = [(path, _writer(kind), kind) for kind, path in files.items() if path is not None]
    sheets = count()
    for path, write, kind in writers:
        _write(path, write(sheets))
        click.echo(f"{path}: {len(sheets)} par sheet{'s' if len(sheets) > 1 else ''} as {kind.upper()}", err=as_json)
    if as_json:
        one = len(sheets) == 1 and wager is not None
        print_json(sheets[0].to_dict() if one else [sheet.to_dict() for sheet in sheets])
    elif not writers:
        _print(sheets, game, wager, base)


def _base(
    game: str, wager: str, decks: int | None, rules: Iterable[str], options: Mapping[str, str], removed: Cards
) -> "list[Sheet]":
    """The sheet of a base game that is solved, not counted."""
    return [par_base(game, wager, decks, rules, options, removed)]


def _all(decks: int | None, base: bool) -> "Callable[[], list[Sheet]]":
    """Every sheet there is, of every game that is played with so many decks."""
    from pitbook.exact.select import Ask, plan
    from pitbook.games import all_games

    played = [game for game in all_games() if decks is None or decks in game.decks]
    if not played:
        raise BadInput(f"no game is approved for {decks} decks")
    jobs = [job for game in played for job in plan(game, Ask(decks=decks))]
    solved = played if base else []
    return lambda: [*_computed(jobs), *(sheet for game in solved for sheet in _base_sheets(game, decks))]


def _with_base(game: "Game", decks: int | None) -> "Callable[[], list[Sheet]]":
    """Every sheet of one game."""
    from pitbook.exact.select import Ask, plan

    jobs = plan(game, Ask(decks=decks))
    return lambda: [*_computed(jobs), *_base_sheets(game, decks)]


def _base_sheets(game: "Game", decks: int | None) -> "Iterator[Sheet]":
    """Those that take longer: of blackjack one for each deck count, of pai gow one for each pay table."""
    from pitbook.exact.select import Ask

    for wager in game.wagers:
        if is_base(game.slug, wager.slug):
            for number in game.decks if decks is None else (decks,):
                yield par_base(game.slug, wager.slug, number)
        elif count := counting(game, Ask(wager.slug, decks=decks), None, None):
            yield from count()


def _tables(game: "Game", wager: str, texts: Iterable[str]) -> "dict[str, Tables]":
    """``RM-08``, ``royal-match=RM-08``, or a path of a TOML file for either."""
    from pitbook.exact.own import is_file, own_tables
    from pitbook.exact.par import has_par_sheet
    from pitbook.exact.select import holder

    chosen: dict[str, Tables] = {}
    for text in texts:
        slug, value = pair(text, "--table") if "=" in text else (wager, text.strip())
        own = is_file(value)
        if own and not slug:
            only = [each.slug for each in game.wagers if has_par_sheet(each)]
            if len(only) > 1:
                raise BadInput(f"--table {quoted(text)} is for one wager: name it, as in --table {only[0]}={value}")
            slug = only[0] if only else game.wagers[0].slug
        slug = holder(game, slug)
        if slug in chosen:
            raise BadInput(f"--table names a pay table of {slug or 'the game'} twice")
        chosen[slug] = own_tables(game, Path(value), slug) if own else value
    return chosen


def _bets(texts: Iterable[str]) -> dict[str, Cents]:
    """``5``, ``five-spots=25`` or ``match-3=10``."""
    chosen: dict[str, Cents] = {}
    for text in texts:
        name, value = pair(text, "--bet") if "=" in text else ("", text)
        if name in chosen:
            raise BadInput(f"--bet gives {quoted(name) if name else 'an amount'} twice: give one")
        chosen[name] = parse_bet(value, "--bet")
    return chosen


def _computed(jobs: "Sequence[Job]") -> "list[Sheet]":
    sheets: list[Sheet] = []
    with _progress(len(jobs)) as step:
        for job in jobs:
            sheets.append(job.sheet())
            step()
    return sheets


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on the error stream, where that is a terminal and the work takes long enough to ask how far it is."""
    import sys

    if not sys.stderr.isatty():
        yield lambda: None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("counting"), BarColumn(), MofNCompleteColumn(), TextColumn("sheets"), TimeElapsedColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("counting", total=total)
    later = Timer(SHOW_PROGRESS_AFTER, bar.start)
    later.start()
    try:
        yield lambda: bar.advance(task)
    finally:
        later.cancel()
        later.join()
        bar.stop()


def _writer(kind: str) -> Writer:
    """What turns sheets into a file of this kind; refused at once where a library for it is missing."""
    from importlib import import_module

    write: Writer = import_module(f"pitbook.reports.par_{kind}").write
    return write


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None


def _print(sheets: "Sequence[Sheet]", game: str | None, wager: str | None, base: bool) -> None:
    from pitbook.cli.par_text import sheet_text, summary_table
    from pitbook.families.blackjack.cli.text import base_text
    from pitbook.families.blackjack.exact.base import BlackjackSheet
    from pitbook.games.options_read import options_line

    screen = console()
    if len(sheets) == 1 and wager:
        sheet = sheets[0]
        parts = base_text(sheet.to_dict()) if isinstance(sheet, BlackjackSheet) else sheet_text(sheet, screen.width)
        for part in parts:
            screen.print(part)
        return
    screen.print(summary_table(sheets, games=game is None))
    how = f"pitbook par {game or 'GAME'} {wager or 'WAGER'} --table ID --decks N"
    notes = [f"One whole sheet: {how}. For each unit wagered, one player, without envy."]
    if game is None:
        notes.append("Every option has its usual value; --json lists the options that each sheet reads.")
    else:
        notes.append(options_line({name: value for each in sheets for name, value in _read(each).items()}))
    if left := [] if base or wager else _left_out(game):
        notes.append(f"Not listed here: {', '.join(left)}. Name the wager, or add --base.")
    for note in notes:
        screen.print(f"[{QUIET}]{note}[/]", soft_wrap=True)


def _read(sheet: "Sheet") -> "Mapping[str, str]":
    """The options that a sheet read."""
    from pitbook.exact.par import ParSheet

    return sheet.options_read() if isinstance(sheet, ParSheet) else sheet.record.get("options", {})


def _left_out(game: str | None) -> list[str]:
    """The wagers whose sheets take longer: of one game, or of all."""
    from pitbook import games
    from pitbook.families.pai_gow.exact.sheet import is_on_set_hands

    chosen = [games.game(game)] if game in games.slugs() else list(games.all_games()) if game is None else []
    slugs = {
        wager.slug: None
        for each in chosen
        for wager in each.wagers
        if is_base(each.slug, wager.slug) or is_on_set_hands(each, wager.slug)
    }
    return list(slugs)
