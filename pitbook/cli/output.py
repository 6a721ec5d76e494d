"""Output of the command line: JSON for programs; tables, cards and colour for people."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitbook.cards import JOKER, RANKS, SUIT_SYMBOLS, is_red, rank, suit
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    from pitbook.exact.par import ParSheet
    from pitbook.exact.session import Bin

GOLD = "bold #d9a441"
QUIET = "grey62"
WIN = "bold green3"
LOSE = "#ff6b5e"
RED = "bold #ff6b5e"
BAR = 40
"""Characters of the longest bar."""


def print_json(value: Any) -> None:
    # Escape characters that the output's encoding lacks; a question mark would lose them.
    plain = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") != "utf8"
    click.echo(json.dumps(value, indent=2, ensure_ascii=plain))


def write_file(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise cannot_write(path, error) from None


def cannot_write(path: Path, error: OSError) -> BadInput:
    return BadInput(f"{path} cannot be written: {(error.strerror or str(error)).lower()}")


def console() -> "Console":
    """A console for the terminal; for a file or a pipe, plain text of a fixed width."""
    from rich.console import Console

    class OutputConsole(Console):
        def on_broken_pipe(self) -> None:
            """Raises, so that main() exits with 0; Rich would exit with 1."""
            raise BrokenPipeError

    probe = OutputConsole(highlight=False)
    return probe if probe.is_terminal else OutputConsole(highlight=False, width=116)


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Shows a spinner with this text on the error stream, if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


def new_table(*columns: str, title: str = "", right: Sequence[str] = (), feet: Sequence[str] = ()) -> "Table":
    """A table in the house style; ``right`` names the columns that hold figures, ``feet`` are the last line."""
    from rich import box
    from rich.table import Table

    class Fitted(Table):
        def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
            """In a narrow terminal, padding is removed before any column wraps."""
            if self.__rich_measure__(console, options.update(max_width=10_000)).maximum > options.max_width:
                self.padding, self.pad_edge = (0, 1, 0, 0), False
            yield from super().__rich_console__(console, options)

    table = Fitted(
        title=title or None, title_justify="left", title_style=GOLD, box=box.SIMPLE_HEAD, header_style="bold",
        show_footer=bool(feet), footer_style="bold",
    )  # fmt: skip
    for place, column in enumerate(columns):
        # In a narrow terminal words wrap instead of being cut; figures never wrap.
        figures = column in right
        foot = feet[place] if feet else ""
        table.add_column(column, foot, justify="right" if figures else "left", overflow="fold", no_wrap=figures)
    return table


class Slug:
    """A name that wraps only after its hyphens."""

    def __init__(self, name: str, style: str = "") -> None:
        self.name, self.style = name, style

    def __rich_measure__(self, console: "Console", options: "ConsoleOptions") -> "Measurement":
        from rich.measure import Measurement

        longest = max(map(len, self._parts()))
        return Measurement(longest, len(self.name)).with_maximum(options.max_width)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from rich.text import Text

        lines = [""]
        for part in self._parts():
            if lines[-1] and len(lines[-1]) + len(part) > options.max_width:
                lines.append("")
            lines[-1] += part
        yield Text("\n".join(lines), self.style, overflow="fold")

    def _parts(self) -> list[str]:
        return re.findall(r"[^-]*-|[^-]+$", self.name) or [""]


def results_table(bars: "Sequence[Bin]", money: Callable[[Fraction | float], str], first: str = "from") -> "Table":
    """A histogram of wins and losses, with a bar for each chance."""
    from rich.text import Text

    longest = max(bar.chance for bar in bars) or 1
    table = new_table(first, "to below", "chance", "", right=(first, "to below", "chance"))
    for bar in bars:
        style = LOSE if bar.high is not None and bar.high <= 0 else WIN
        table.add_row(
            "" if bar.low is None else money(bar.low),
            "" if bar.high is None else money(bar.high),
            f"{bar.chance:.2%}",
            Text("█" * round(BAR * bar.chance / longest) or "▏", style),
        )
    return table


def sheet_title(sheet: "ParSheet") -> str:
    """The heading above the figures of one par sheet."""
    decks = "one deck" if sheet.decks == 1 else f"{sheet.decks} decks"
    joker = " and the joker" if sheet.game.joker else ""
    return f"[{GOLD}]{sheet.wager.name}[/]  [{QUIET}]{sheet.game.slug}, pay table {sheet.table.id}, {decks}{joker}[/]"


def print_options(screen: "Console", values: Mapping[str, str]) -> None:
    """Prints the options that a result depends on."""
    from rich.text import Text

    from pitbook.games.options_read import options_line

    screen.print(Text(options_line(values), QUIET), soft_wrap=True)


def print_item(screen: "Console", mark: str, text: "str | Text") -> None:
    """Prints an item of a list with a hanging indent."""
    from rich.table import Table

    item = Table.grid(padding=0)
    item.add_column(no_wrap=True)
    item.add_column()
    item.add_row(mark, text)
    screen.print(item)


def card_text(cards: Iterable[int]) -> "Text":
    """Cards with their suits in colour, as they look on the felt."""
    from rich.text import Text

    text = Text()
    for place, card in enumerate(cards):
        face = "Joker" if card == JOKER else RANKS[rank(card)].replace("T", "10") + SUIT_SYMBOLS[suit(card)]
        style = "bold magenta" if card == JOKER else RED if is_red(card) else "bold"
        text.append(" " if place else "").append(face, style=style)
    return text
