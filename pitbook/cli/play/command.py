"""``pitbook play``: a table in the terminal."""

from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from pitbook.cli.output import cannot_write, console
from pitbook.cli.params import (
    WHOLE,
    TableSetup,
    file_option,
    game_named,
    table_options,
)
from pitbook.errors import BadInput
from pitbook.money import parse_bet

if TYPE_CHECKING:
    from pitbook.cli.play.screen import Screen
    from pitbook.cli.play.session import PlaySetup
    from pitbook.table.events import Event


@click.command()
@click.argument("game")
@table_options("Offer this side bet and place it; side bets that are not named are not offered.")
@click.option("--chips", default="500", show_default=True, metavar="AMOUNT", help="Play money to begin with.")
@click.option("--others", type=WHOLE, default=0, show_default=True, help="Seats with automatic players.")
@click.option("--seed", type=WHOLE, help="Deal the same cards every time: a session to practise with.")
@file_option("log", "Keep every event in a new file, for pitbook replay.")
@click.option("--plain", is_flag=True, help="Lines instead of a screen, for screen readers and slow links.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
def play(
    game: str,
    setup: TableSetup,
    chips: str,
    others: int,
    seed: int | None,
    log_file: Path | None,
    plain: bool,
    ascii_only: bool,
) -> None:
    """Play a game at a table in the terminal, with advice, what paid and why, and a tally against expectation.

    The base wager lies on the table at first; side bets are placed if you ask for them. Enter deals with the bets of
    the last round. The keys that work are shown below the felt: ? advises, q leaves.
    Without a terminal, every question takes a line: a word or its letter.

    \b
    Examples:
      pitbook play match-n-poker
      pitbook play royal-match-21 --decks 2 --rule surrender=late --others 3
      pitbook play royal-match-21 --wager blazing-7s --chips 1000
      pitbook play ez-pai-gow --table dynasty=3 --log session.jsonl
      printf '\\ns\\nquit\\n' | pitbook play match-n-poker --seed 7
    """
    from pitbook.cli.play.session import PlaySetup
    from pitbook.table.family import family_of

    chosen = game_named(game)
    if not 0 <= others < chosen.seats:
        raise BadInput(f"--others {others} is not possible: {game} has seats for 0 to {chosen.seats - 1} others")
    offered = [*chosen.required, *setup.wagers] if setup.wagers else None
    config = setup.config(chosen, "play", others + 1, offered=offered)
    if others:
        family_of(chosen).prepare_players(config)
    practice = "" if seed is None else f"practice, seed {seed}"
    _open(
        PlaySetup(config, parse_bet(chips, "--chips"), others, practice, setup.wagers),
        seed,
        log_file,
        plain,
        ascii_only,
    )


def _open(setup: "PlaySetup", seed: int | None, log_file: Path | None, plain: bool, ascii_only: bool) -> None:
    """Opens the table, plays until the player leaves, and prints the summary."""
    from datetime import UTC, datetime

    from pitbook.cli.play.look import look_for
    from pitbook.cli.play.pages import pays_panel
    from pitbook.cli.play.screen import Screen, open_screen
    from pitbook.cli.play.session import Leave, PlaySession
    from pitbook.table.odds import TableOdds
    from pitbook.table.run import counting_clock
    from pitbook.table.seeded import SeededChance
    from pitbook.table.shoe import OsChance
    from pitbook.table.table import Table

    terminal = console()
    finished: list[Mapping[str, Any]] = []
    with ExitStack() as stack:
        log = stack.enter_context(_new_file(log_file)) if log_file is not None else None

        def journal(event: "Event") -> None:
            if log is not None:
                log.write(event.line() + "\n")
                log.flush()
            if event.kind == "shoe-shown":
                finished.append(event.data)

        clock = counting_clock() if seed is not None else lambda: datetime.now(UTC).isoformat(timespec="milliseconds")
        chance = OsChance() if seed is None else SeededChance(seed)
        table = Table(setup.config, chance, clock, journal)
        odds = TableOdds(setup.config)
        odds.begin()
        screen = stack.enter_context(open_screen(terminal, plain, ascii_only, pays_panel(setup.config)))
        _welcome(screen, setup)
        session = PlaySession(setup, table, screen, odds, finished)
        with suppress(Leave, EOFError, KeyboardInterrupt):
            session.play()
    Screen(terminal, look_for(terminal, ascii_only)).page(session.summary(str(log_file or "")))


def _new_file(path: Path) -> TextIO:
    try:
        return path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise BadInput(f"{path} exists already: name a new file for the log of this session") from None
    except OSError as error:
        raise cannot_write(path, error) from None


def _welcome(screen: "Screen", setup: "PlaySetup") -> None:
    """The first lines for a player who reads lines; on a whole screen the felt shows them."""
    from pitbook.cli.play.scene import table_facts
    from pitbook.games.options_read import options_line
    from pitbook.money import format_cents
    from pitbook.table.family import family_of

    felt_words = family_of(setup.config.game).felt_words(setup.config)
    screen.say(
        f"{setup.config.name}: {table_facts(setup.config, setup.practice)}.",
        *([f"{', '.join(felt_words).capitalize()}."] if felt_words else []),
        options_line(setup.config.options_read("play")),
        f"You have {format_cents(setup.chips)} in chips.",
    )
