"""``python -m benchmarks.compare OLD``: compares the speed of this tree with another one, measured alternately.

OLD is a folder with another version of Pitbook, such as ``git worktree add --detach ../old COMMIT``. Both run with this
tree's libraries. Each line is the median of several runs, in CPU time where possible, because other load on the machine
affects it least. The exit code is 1 if a line takes more than a tenth longer than before.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import click

NEW: Final = Path(__file__).resolve().parents[1]
SLOWER: Final = 1.1
COMMANDS: Final = {
    "start-up": "--version",
    "par, warm": "par royal-match-21 royal-match",
    "par of every wager, warm": "par --all --json",
    "simulate Match The Dealer": "simulate million-dollar-match-the-dealer --rounds 4000000 --workers 1",
    "simulate Royal Match 21": "simulate royal-match-21 --rounds 4000000 --workers 1",
    "simulate EZ Pai Gow": "simulate ez-pai-gow --rounds 1000000 --workers 1",
}
PLAYED: Final = ("royal-match-21", "ez-pai-gow", "million-dollar-match-the-dealer")
STEPS: Final = """
import itertools, resource, sys, tempfile, types
from pitbook.games.settle import Bet
from pitbook.web.app import create_app

slug, rounds = sys.argv[1], int(sys.argv[2])
play = create_app(tempfile.mkdtemp() + "/room.db").state.services.play
play.pace = play.rate = types.SimpleNamespace(spend=lambda owner: None, acquire=lambda owner: None)  # old, new
keys = (f"key-{number:08}" for number in itertools.count())
table = play.open_private(slug, "visitor", next(keys))
play.sit(table, "visitor", "Ann", 0, next(keys))
bets = {
    "royal-match-21": [Bet("base", 1000), Bet("royal-match", 500)],
    "ez-pai-gow": [Bet("base", 1000), Bet("dynasty", 500)],
}.get(slug) or [Bet("match", 500, spot) for spot in range(1, 6)]

def play_round():
    view = play.view(table, "visitor")
    if next(iter(view["players"].values()))["stack"] < 20000:
        play.buy(table, "visitor", next(keys))
    play.bet(table, "visitor", bets, next(keys))
    play.view(table, "visitor")
    play.ready(table, "visitor", next(keys))
    view, steps = play.view(table, "visitor"), 2
    while view["step"]:
        answer = next(each for each in ("no", "stand", "house way") if each in view["step"]["options"])
        play.decide(table, "visitor", answer, view["step"]["hand"], next(keys))
        view, steps = play.view(table, "visitor"), steps + 1
    return steps

for _ in range(rounds // 4):
    play_round()
# Only user time of this thread: disk writes are system time, and other threads compute odds.
user = lambda: resource.getrusage(resource.RUSAGE_THREAD).ru_utime
begun, steps = user(), sum(play_round() for _ in range(rounds))
print((user() - begun) / steps)
"""
"""A program that plays rounds at a table for play money, and prints the time of a step with its view."""

ENTRY: Final = """
import json, sys
from benchmarks.measure import ENTRIES

entry = next(entry for entry in ENTRIES if entry.__name__ == sys.argv[1])
print(json.dumps([line.to_dict() for line in entry()]))
"""
"""One entry of ``make bench``."""


def run(tree: Path, *words: str) -> tuple[str, float]:
    """Runs a program; returns its output and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    environment = os.environ | {"PYTHONPATH": str(tree)}
    done = subprocess.run(
        [sys.executable, *words], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode and "benchmarks" not in words:  # benchmarks exit with 1 if a promise is broken
        raise click.ClickException(f"{' '.join(words)[:200]} in {tree}: {done.stderr[-500:]}")
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def measures(old: Path, bench: bool) -> Iterator[tuple[str, Callable[[Path], dict[str, float]]]]:
    """The measurements: each takes a tree and returns seconds by name."""
    for name, words in COMMANDS.items():
        yield name, partial(_command, name, words)
    for slug in PLAYED:
        yield f"a step with its view, {slug}", partial(_steps, slug)
    if bench:
        for name in sorted(set(entries_of(old)) & set(entries_of(NEW))):
            yield f"make bench: {name}", partial(_entry, name)


def _command(name: str, words: str, tree: Path) -> dict[str, float]:
    return {name: run(tree, "-m", "pitbook", *words.split())[1]}


def entries_of(tree: Path) -> list[str]:
    """The names of the measurements of ``make bench`` in a tree."""
    found, _ = run(tree, "-c", "from benchmarks.measure import ENTRIES; print(*(e.__name__ for e in ENTRIES))")
    return found.split()


def _entry(name: str, tree: Path) -> dict[str, float]:
    return dict(lines_of(run(tree, "-c", ENTRY, name)[0]))


def _steps(slug: str, tree: Path) -> dict[str, float]:
    return {f"a step with its view, {slug}": float(run(tree, "-c", STEPS, slug, "300")[0])}


def lines_of(text: str) -> Iterator[tuple[str, float]]:
    """The lines of ``python -m benchmarks --json``, as seconds for one unit."""
    for line in json.loads(text):
        if line["unit"] in ("s", "/s") and line["measured"]:
            seconds = line["cpu"] or line["measured"]
            yield line["what"], seconds if line["unit"] == "s" else 1 / seconds


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("old", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--times", default=5, show_default=True, help="Runs of each.")
@click.option("--bench", is_flag=True, help="Also measure everything of `make bench`, which takes long.")
@click.option("--only", default="", help="Only lines with this in their name.")
def main(old: Path, times: int, bench: bool, only: str) -> None:
    """Measure both versions alternately."""
    slower = False
    for title, measure in measures(old, bench):
        if only not in title:
            continue
        for tree in (old, NEW):
            measure(tree)  # fills the caches
        found: dict[Path, list[dict[str, float]]] = {old: [], NEW: []}
        for _ in range(times):
            for tree in (old, NEW):
                found[tree].append(measure(tree))
        for name in sorted(found[old][0].keys() & found[NEW][0].keys()):
            before, after = (median(each[name] for each in found[tree]) for tree in (old, NEW))
            slower |= after > before * SLOWER
            click.echo(f"{name:60} {before:12.6f} s {after:12.6f} s {after / before - 1:+7.1%}")
    sys.exit(1 if slower else 0)


if __name__ == "__main__":
    main()
