"""Which results come with the package, and ``make results``, which computes those that are stale.

A group holds results that visitors need first: the figures on the pages of a game, its solution, and what its family
adds. Its results are the cache entries that computing the group would write (:mod:`pitbook.exact.shipped`); they ship
in one file. Each group is computed in its own process, which starts with the shipped results only.

``python -m pitbook.web.games.results`` computes stale results, ``--check`` lists them, and ``--all`` computes all
again and compares it with the shipped results.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

from pitbook import games
from pitbook.errors import BadInput
from pitbook.exact import shipped
from pitbook.exact.cache import cache_folder, cache_key
from pitbook.exact.family import family_of
from pitbook.exact.progress import Report, no_report
from pitbook.exact.removal import removal
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import jobs
from pitbook.exact.solving import SolveRequest, seconds, solve
from pitbook.games.model import Game
from pitbook.web.games.counted import METER, AuditOf, EdgesOf, engine_sheet, has_counting
from pitbook.web.games.sheet_key import SheetKey, usual

MOST_BYTES: Final = 1_000_000
"""Most bytes of one file."""
QUICKLY_MADE: Final = frozenset({"sources", "reached", "rules", "code"})
"""Folders of the cache whose entries do not ship."""
MOST_SECONDS: Final = 900.0
"""The longest time to compute the exposures of a game whose comparison ships."""
TOLERANCE: Final = 1e-11
"""Tolerance between computations of a decimal on different machines."""
Answer = Callable[[Report], object]


@dataclass(frozen=True, slots=True)
class ShippedGroup:
    """Results that visitors need first; they ship in the file of this name."""

    name: str
    answers: tuple[Answer, ...]

    @property
    def path(self) -> Path:
        return shipped.RESULTS / f"{self.name}{shipped.SUFFIX}"

    def lines(self) -> list[str]:
        """The shipped entries, one per line."""
        return self.path.read_text("utf-8").splitlines() if self.path.exists() else []


def shipped_groups() -> dict[str, ShippedGroup]:
    """Every group by name, the quick ones first."""
    found = [_page(game) for game in games.all_games()]
    every = (*games.slugs(), *games.BASE_SLUGS)
    found += [ShippedGroup(f"solve-{slug}", (partial(_solved, slug),)) for slug in every if _is_solved(slug)]
    found += [ShippedGroup(f"exposures-{slug}", (partial(_exposed, slug),)) for slug in every if _has_exposures(slug)]
    found += [
        ShippedGroup(f"first-{slug}", tuple(family_of(games.game(slug)).first_asked(games.game(slug))))
        for slug in every
        if games.exists(slug)
    ]
    return {group.name: group for group in found if group.answers}


def _page(game: Game) -> ShippedGroup:
    """The figures on the pages of a game: sheets of the usual pay tables, all edges, the audit, effects of removal."""
    answers: list[Answer] = []
    for of in usual(game):
        answers += [partial(_sheet, of), _made(EdgesOf(of.game, of.wager))]
        if has_counting(of) and not game.wager(of.wager).by_play:
            answers.append(partial(_removal, of))
    return ShippedGroup(f"page-{game.slug}", (*answers, _made(AuditOf(game.slug))))


def _sheet(of: SheetKey, report: Report) -> object:
    return jobs(games.game(of.game), SheetRequest(of.wager, {of.wager: of.table} if of.table else {}, of.decks))[
        0
    ].sheet(report)


def _removal(of: SheetKey, report: Report) -> object:
    return removal(engine_sheet(of, METER))


def _made(wanted: EdgesOf | AuditOf) -> Answer:
    return lambda report: wanted.make()


def _solved(slug: str, report: Report) -> object:
    return solve(SolveRequest(slug), report)


def _is_solved(slug: str) -> bool:
    """Whether ``pitbook solve`` covers this game; some games have another command."""
    return _is_answered(lambda: _solved(slug, no_report))


def _exposed(slug: str, report: Report) -> object:
    return solve(SolveRequest(slug, exposures=True), report).get("exposures")


def _has_exposures(slug: str) -> bool:
    """Whether exposed cards of this game are compared, in a time that fits beside the other results."""
    with shipped.unused():  # the list of groups must not depend on stored results
        needed = seconds(SolveRequest(slug, exposures=True))
    return needed < MOST_SECONDS and _is_answered(lambda: _exposed(slug, no_report))


def _is_answered(ask: Callable[[], object]) -> bool:
    """Whether there is an answer, stored or not. A refusal or an empty answer does not count."""
    with shipped.only_stored():
        try:
            return ask() is not None
        except BadInput:
            return False
        except shipped.NotStored:
            return True


# -- in a process of its own -------------------------------------------------------------------------------------------


def _answer(names: Iterable[str], folder: Path) -> None:
    """Computes groups one by one; writes the keys found among the shipped results beside the cache."""
    for name in names:
        for number, answer in enumerate((group := shipped_groups()[name]).answers, 1):
            with suppress(BadInput):  # a refusal is an answer
                answer(partial(_shown, f"{name} {number}/{len(group.answers)}"))
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)
    (folder / "found.json").write_text(json.dumps(sorted(shipped.found)))


def _shown(what: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(end=f"\r\033[K{what}: {done / max(of, 1):.0%}", file=sys.stderr, flush=True)


def _unanswered() -> list[str]:
    """The groups whose shipped results are incomplete."""
    found = []
    with shipped.only_stored():
        for name, group in shipped_groups().items():
            try:
                for answer in group.answers:
                    with suppress(BadInput):
                        answer(no_report)
            except shipped.NotStored:
                found.append(name)
    return found


@contextmanager
def _process(*arguments: str, capture: bool = False) -> Iterator[tuple[Path, str]]:
    """Runs this module with a cache that holds only machine code and source files; returns the cache and its output."""
    known = cache_folder()
    with TemporaryDirectory(prefix="pitbook-results-") as name:
        folder = Path(name)
        for each in ("code", "sources", "reached"):
            (known / each).mkdir(parents=True, exist_ok=True)
            (folder / each).symlink_to(known / each)
        done = subprocess.run(
            [sys.executable, "-m", "pitbook.web.games.results", *arguments],
            env=os.environ | {"PITBOOK_CACHE": name},
            stdout=subprocess.PIPE if capture else None,
            check=True,
            text=True,
        )
        yield folder, done.stdout or ""


# -- what is stale, and computing it -----------------------------------------------------------------------------------


def stale() -> list[str]:
    """The groups whose results are missing or whose key has changed."""
    with _process("--unanswered", capture=True) as (_, printed):
        return printed.split()


def outdated() -> list[str]:
    """Shipped entries that cannot be found any more: their key no longer equals the hash of their inputs."""
    found = []
    for path in sorted(shipped.RESULTS.glob(f"*{shipped.SUFFIX}")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            entry = json.loads(line)
            try:
                key = cache_key(tuple(entry["computed_by"]), *entry["inputs"])
            except LookupError:
                key = None
            if key != entry["key"] or key != shipped.key_of_line(line):
                found.append(f"{path.name}:{number}")
    return found


def computed(name: str, *, anew: bool = False) -> tuple[dict[str, str], set[str]]:
    """The lines of the entries that a group computes, by key, and the keys that it found among the shipped ones.

    ``anew`` ignores the shipped results.
    """
    with _process("--anew" if anew else "--answer", name) as (folder, _):
        paths = (path for path in sorted(folder.glob("*/*.json")) if path.parent.name not in QUICKLY_MADE)
        lines = {path.stem: path.read_text("utf-8") for path in paths}
        return lines, set(json.loads((folder / "found.json").read_text()))


def recount(names: Iterable[str]) -> None:
    """Computes and ships the missing results of these groups; drops entries that are no longer used."""
    shipped.RESULTS.mkdir(exist_ok=True)
    for name in names:
        begun = monotonic()
        group = shipped_groups()[name]
        new, found = computed(name)
        kept = [line for line in group.lines() if shipped.key_of_line(line) in found]
        text = "".join(f"{line}\n" for line in (*kept, *(new[key] for key in sorted(new))))
        if len(text) > MOST_BYTES:
            raise BadInput(f"{group.path.name} would have {len(text):,} bytes: a file may have {MOST_BYTES:,}")
        if text:
            group.path.write_text(text, "utf-8")
        else:  # other groups ship all of its results
            group.path.unlink(missing_ok=True)
        print(f"{name}: {len(new)} results computed, {len(kept)} kept, {monotonic() - begun:.1f} s", flush=True)


def differences(name: str) -> list[str]:
    """The differences between the shipped results of a group and newly computed ones."""
    new, _ = computed(name, anew=True)
    all_shipped = shipped.lines()
    found = []
    for key, line in new.items():
        entry = json.loads(line)
        if key not in all_shipped:
            found.append(f"{entry['folder']}/{key} is not shipped")
        elif not _is_same(entry["value"], json.loads(all_shipped[key])["value"]):
            found.append(f"{entry['folder']}/{key} differs")
    return found


def _is_same(one: Any, other: Any) -> bool:
    """Equal except for the last digits of decimals and the duration of the computation."""
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= TOLERANCE
    if isinstance(one, dict) and isinstance(other, dict):
        names = one.keys() - {"seconds"}
        return names == other.keys() - {"seconds"} and all(_is_same(one[name], other[name]) for name in names)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return bool(one == other)


def drop_unasked() -> None:
    """Removes the files of groups that no longer exist."""
    for path in shipped.RESULTS.glob(f"*{shipped.SUFFIX}"):
        if path.stem not in shipped_groups():
            path.unlink()
            print(f"{path.stem}: removed, no longer needed")


def main(arguments: list[str]) -> int:
    """``make results``."""
    match arguments:
        case ["--unanswered"]:
            print("\n".join(_unanswered()))
        case ["--answer", *names]:
            _answer(names, cache_folder())
        case ["--anew", *names]:
            with shipped.unused():
                _answer(names, cache_folder())
        case ["--check"]:
            found = [*stale(), *outdated()]
            print("\n".join(found) or "Every result is current.")
            return 1 if found else 0
        case ["--all", *names]:
            wrong = [f"{name}: {each}" for name in names or shipped_groups() for each in differences(name)]
            print("\n".join(wrong) or "Every result is the same when it is computed again.")
            return 1 if wrong else 0
        case []:
            drop_unasked()
            while names := stale():
                print(
                    f"{len(names)} of {len(shipped_groups())} groups of results are to be computed again.", flush=True
                )
                recount(names)
            print("Every result is current.")
        case _:
            print("usage: python -m pitbook.web.games.results [--check | --all [GROUP...]]", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
