"""``python -m benchmarks``: runs all benchmarks and prints the table, with a verdict for each promise."""

import json
import os
import sys
from collections.abc import Sequence

import click

from benchmarks.line import HEADINGS, Line
from benchmarks.measure import ENTRIES, SHORT


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--short", is_flag=True, help="Only what takes a second or less.")
@click.option(
    "--only",
    multiple=True,
    type=click.Choice([entry.__name__ for entry in ENTRIES]),
    help="Only this entry; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(short: bool, only: tuple[str, ...], as_json: bool) -> None:
    """Measure every promised time; exit code 1 if one is exceeded."""
    chosen = SHORT if short else [entry for entry in ENTRIES if not only or entry.__name__ in only]
    lines = [line for entry in chosen for line in entry()]
    if as_json:
        click.echo(json.dumps([line.to_dict() for line in lines], indent=2, ensure_ascii=False))
    else:
        show_table(lines)
    sys.exit(0 if all(line.ok for line in lines) else 1)


def show_table(lines: Sequence[Line]) -> None:
    """Prints the lines as one table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    for heading in HEADINGS:
        table.add_column(
            heading, justify="right" if heading in ("measured", "of it CPU", "promised", "ratio") else "left"
        )
    for line in lines:
        *cells, verdict = line.cells()
        table.add_row(*cells, f"[{'green' if line.ok else 'bold red'}]{verdict}[/]" if verdict else "")
    console = Console()
    screen = console if console.is_terminal else Console(width=150)
    screen.print(table)
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load > cores + 0.5:
        screen.print(f"The machine is busy (load {load:.1f} on {cores} cores): times are longer than on an idle one.")


if __name__ == "__main__":
    main()
