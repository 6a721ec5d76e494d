"""The ``pitbook`` command.

Command modules import only Click and the standard library at the top, so that start-up stays quick;
each command imports what it needs when it runs. Exit codes: 0 done, 1 a check failed, 2 wrong use.
"""

import sys

import click

from pitbook import __version__
from pitbook.cli import rulebook, settle, tour
from pitbook.errors import BadInput


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 a check failed, 2 wrong use. Every command that prints facts takes --json.",
)
@click.version_option(__version__, prog_name="pitbook")
def cli() -> None:
    """Regulator-approved casino card games: the letter, the mathematics, the table, the jackpot.

    \b
    Begin here:
      pitbook tour                                  a walk through the rulebook
      pitbook games                                 the games and their letters
      pitbook rules royal-match-21                  how a game is played
      pitbook paytables match-n-poker               every pay table of a game
      pitbook letter ez-pai-gow                     the approval and its conditions
      pitbook settle royal-match-21 --bet royal-match=10 --player "Ks Qs" --dealer "9h 5c"
    """


for command in (tour.tour, *rulebook.COMMANDS, settle.settle):
    cli.add_command(command)


def main() -> None:
    """Runs the command; every refusal is one sentence on the error stream, never a traceback."""
    try:
        cli(standalone_mode=False, prog_name="pitbook")
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        _refuse(
            error.format_message(), error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
        )
    except BadInput as error:
        _refuse(str(error))
    except BrokenPipeError:
        # The reader of our output (head, less) has left; nothing is wrong.
        sys.stderr.close()
        sys.exit(0)


def _refuse(sentence: str, command: str = "") -> None:
    hint = f" (see {command} --help)" if command else ""
    click.echo(f"pitbook: {sentence}{hint}", err=True)
    sys.exit(2)
