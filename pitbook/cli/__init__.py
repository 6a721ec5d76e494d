"""The ``pitbook`` command.

Command modules import only Click and the standard library at the top, so that start-up stays quick;
each command imports what it needs when it runs. Exit codes: 0 done, 1 a check failed, 2 wrong use.
"""

import errno
import io
import os
import re
import sys
from importlib import import_module
from typing import Final, NoReturn

import click

from pitbook import __version__
from pitbook.cli.family import family_commands
from pitbook.errors import PitbookError

LONGEST: Final = 700
"""The most characters of an error message that are shown; a longer one is cut in the middle."""


class ReaderLeftError(Exception):
    """The reader of our output (head, less) has closed the pipe; this is no error."""


COMMANDS: Final = {
    "tour": "tour:tour",
    "games": "games:games",
    "rules": "rules:rules",
    "paytables": "paytables:paytables",
    "letter": "letter:letter",
    "catalogue": "catalogue:catalogue",
    "settle": "settle:settle",
    "play": "play.command:play",
    "table": "table:table",
    "replay": "replay:replay",
    "par": "par:par",
    "solve": "solve:solve",
    "audit": "audit:audit",
    "design": "design:design",
    "cost": "cost:cost",
    "session": "session:session",
    "ruin": "ruin:ruin",
    "hold": "hold:hold",
    "removal": "removal:removal",
    "counting": "counting:counting",
    "simulate": "simulate:simulate",
    "jackpot": "jackpot:jackpot",
    "ledger": "ledger:ledger",
    "store": "store:store_group",
    "people": "people:people",
    "comply": "comply:comply",
    "property": "property:versions",
    "postings": "postings:postings",
    "layout": "layout:layout",
    "signage": "signage:signage",
    "pack": "pack:pack",
    "serve": "serve:serve",
    "release": "release:release",
}
"""The module and function of each command; only the command that runs is imported."""
FAMILIES_AFTER: Final = "design"
"""The families' own commands are listed after this one."""


def loaded(where: str) -> click.Command:
    """A command from its module, named ``module:command``."""
    module, _, name = where.partition(":")
    command: click.Command = getattr(import_module(module), name)
    return command


class Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        found = list(COMMANDS)
        place = found.index(FAMILIES_AFTER) + 1
        found[place:place] = family_commands()
        return found

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            return loaded(f"pitbook.cli.{COMMANDS[cmd_name]}")
        where = family_commands().get(cmd_name)
        return loaded(where) if where else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists each command with its whole first sentence."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(400)) for name, command in commands if command])

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command; Click would end a broken pipe with exit code 1, which means a failed check here."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderLeftError from None


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 a check failed, 2 wrong use. Every command that prints facts takes --json.",
)
@click.version_option(__version__, prog_name="pitbook")
@click.option("--games", "places", multiple=True, metavar="DIR",
              help="Load a game from outside: its folder, a folder of such folders, or the Python file of a wager. "
              "This runs the code in it; no regulator has approved the game.")  # fmt: skip
def cli(places: tuple[str, ...]) -> None:
    """Regulator-approved casino card games: the letter, the mathematics, the table, the jackpot.

    \b
    Begin here:
      pitbook tour                                  a walk through the rulebook
      pitbook games                                 the games and their letters
      pitbook rules royal-match-21                  how a game is played
      pitbook paytables match-n-poker               every pay table of a game
      pitbook letter ez-pai-gow                     the approval and its conditions
      pitbook settle royal-match-21 --bet royal-match=10 --player "Ks Qs" --dealer "9h 5c"
      pitbook par match-n-poker                     the exact mathematics of every wager
      pitbook audit                                 every figure the letters print, checked
      pitbook strategy --decks 6                    blackjack's strategy chart for any rules
      pitbook simulate match-n-poker --rounds 1e7   whole rounds, dealt and played
      pitbook set "As Kd Jk 7h 7c 3d 2s"            how to set a pai gow hand
      pitbook --games FOLDER rules SLUG             a game of your own (docs/add-a-game.md)
    """
    if places:
        from pitbook.reports.outside import open_games

        open_games(places)


def main() -> None:
    """Runs the command; every refusal is one sentence on the error stream, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # Print a question mark where the encoding has no suit symbols, instead of failing.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = cli(standalone_mode=False, prog_name="pitbook")
        if sys.stdout is not None:  # the parent process may have closed it
            sys.stdout.flush()
        if isinstance(code, int):  # a command ended with Exit because a check failed
            sys.exit(code)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        _refuse(
            error.format_message(), error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
        )
    except PitbookError as error:
        _refuse(str(error))
    except (BrokenPipeError, ReaderLeftError):
        _abandon_output()
        sys.exit(0)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            _refuse(f"{error.filename or 'an argument'} cannot be the name of a file: it is too long")
        _abandon_output()
        what = error.filename or "the output cannot be written"
        click.echo(f"pitbook: {what}: {(error.strerror or str(error)).lower()}", err=True)
        sys.exit(1)


def _refuse(sentence: str, command: str = "") -> NoReturn:
    hint = f" (see {command} --help)" if command else ""
    # Click quotes file names and arguments whole, however long they are.
    short = "\n".join(line if len(line) <= LONGEST else f"{line[:200]}…{line[-100:]}" for line in sentence.split("\n"))
    # A terminal would obey a control character in a name instead of showing it.
    shown = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", lambda found: f"\\x{ord(found[0]):02x}", f"{short}{hint}")
    click.echo(f"pitbook: {shown}", err=True)
    sys.exit(2)


def _abandon_output() -> None:
    """Discards buffered output, so that the interpreter does not fail on it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
