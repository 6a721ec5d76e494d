"""Bars on the error stream that show how far long work is; only where that is a terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from pitbook.exact.progress import Report, no_report

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


@contextmanager
def terminal_bar(columns: "Callable[[], Sequence[ProgressColumn]]") -> "Iterator[Progress | None]":
    """A bar that begins with its ``start()`` and ends here; None where no terminal would show it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(*columns(), console=Console(stderr=True), transient=True)
    try:
        yield bar
    finally:
        bar.stop()


@contextmanager
def report_bar(
    columns: "Callable[[], Sequence[ProgressColumn]]", name: str = "", *, late: bool = False
) -> Iterator[Report]:
    """A bar for work that reports how much of it is done; ``late`` shows it with the first report only."""
    with terminal_bar(columns) as bar:
        if bar is None:
            yield no_report
            return
        task = bar.add_task(name, total=None)
        if not late:
            bar.start()

        def report(done: int, of: int) -> None:
            bar.start()
            bar.update(task, completed=done, total=of)

        yield report


@contextmanager
def counting_bar() -> Iterator[Report]:
    """How far a count is, and that an interrupted one is kept; the bar is there only where something is counted."""
    begun = False
    try:
        with report_bar(_counting_columns, late=True) as show:

            def report(done: int, of: int) -> None:
                nonlocal begun
                begun = True
                show(done, of)

            yield report
    except KeyboardInterrupt:
        if begun:
            click.echo("pitbook: interrupted; what is counted is kept: the same command goes on from there", err=True)
        raise


def _counting_columns() -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    return (
        TextColumn("counting hands"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
        TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
