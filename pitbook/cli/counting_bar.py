"""A bar that shows how far a long count is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from pitbook.exact.progress import Report, no_report


@contextmanager
def counting_bar() -> Iterator[Report]:
    """How far a count is, and that an interrupted one is kept; the bar is there only where something is counted."""
    begun = False
    try:
        with _bar() as show:

            def report(done: int, of: int) -> None:
                nonlocal begun
                begun = True
                show(done, of)

            yield report
    except KeyboardInterrupt:
        if begun:
            click.echo("pitbook: interrupted; what is counted is kept: the same command goes on from there", err=True)
        raise


@contextmanager
def _bar() -> Iterator[Report]:
    """A bar on the error stream, where that is a terminal and there is something to report."""
    if not sys.stderr.isatty():
        yield no_report
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("counting hands"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
        TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("counting", total=None)

    def show(done: int, of: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=of)

    try:
        yield show
    finally:
        bar.stop()
