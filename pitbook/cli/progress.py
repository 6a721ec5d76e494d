"""Progress bars on the error stream, if that is a terminal."""

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
    """A progress bar, stopped on exit; the caller calls ``start()``. None without a terminal."""
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
    """A bar for work that reports its progress; with ``late`` it appears at the first report."""
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
    """A bar for a count, shown only if something must be counted. If it is interrupted, the user reads that the same
    command resumes it."""
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
            click.echo("pitbook: interrupted; progress is saved: the same command resumes from there", err=True)
        raise


def _counting_columns() -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    return (
        TextColumn("counting hands"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
        TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
