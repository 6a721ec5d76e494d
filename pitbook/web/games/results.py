"""Which results come with the package, and ``make results``, which computes those that are stale.

A question is what a newcomer meets first: the figures on the pages of a game, its solution, and what its family adds.
Its results are the entries that the cache would keep while it is answered (:mod:`pitbook.exact.shipped`); they ship in
one file. Each question is answered in a process of its own, so that nothing is known to it but what is shipped.

``python -m pitbook.web.games.results`` computes what is stale, ``--check`` lists it, and ``--all`` computes everything
again and compares it with what is shipped.
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
from pitbook.exact.solving import SolveRequest, solve
from pitbook.games.model import Game
from pitbook.web.games.counted import METER, AuditOf, EdgesOf, engine_sheet, has_counting
from pitbook.web.games.sheet_key import SheetKey, usual

MOST_BYTES: Final = 1_000_000
"""Of one file."""
QUICKLY_MADE: Final = frozenset({"sources", "reached", "rules", "code"})
"""Folders of the cache whose entries do not ship."""
TOLERANCE: Final = 1e-11
"""Between two computations of a decimal on different machines."""
Answer = Callable[[Report], object]


@dataclass(frozen=True, slots=True)
class Question:
    """Something that is asked first; its results ship in the file of this name."""

    name: str
    answers: tuple[Answer, ...]

    @property
    def path(self) -> Path:
        return shipped.RESULTS / f"{self.name}{shipped.SUFFIX}"

    def lines(self) -> list[str]:
        """What is shipped for it."""
        return self.path.read_text("utf-8").splitlines() if self.path.exists() else []


def questions() -> dict[str, Question]:
    """Every question by its name, the quick ones first."""
    found = [_page(game) for game in games.all_games()]
    every = (*games.slugs(), *games.BASE_SLUGS)
    found += [Question(f"solve-{slug}", (partial(_solved, slug),)) for slug in every if _is_solved(slug)]
    found += [
        Question(f"first-{slug}", tuple(family_of(games.game(slug)).first_asked(games.game(slug))))
        for slug in every
        if games.exists(slug)
    ]
    return {question.name: question for question in found if question.answers}


def _page(game: Game) -> Question:
    """What the pages of a game show: sheets of the usual pay tables, all house edges, the audit, effects of removal."""
    answers: list[Answer] = []
    for of in usual(game):
        answers += [partial(_sheet, of), _made(EdgesOf(of.game, of.wager))]
        if has_counting(of) and not game.wager(of.wager).by_play:
            answers.append(partial(_removal, of))
    return Question(f"page-{game.slug}", (*answers, _made(AuditOf(game.slug))))


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
    """Whether there is a solution of this game: another command may be the one to ask."""
    with shipped.only_stored():
        try:
            _solved(slug, no_report)
        except BadInput:
            return False
        except shipped.NotStored:
            pass
    return True


# -- in a process of its own -------------------------------------------------------------------------------------------


def _answer(names: Iterable[str], folder: Path) -> None:
    """Answers questions one by one; what was found among the shipped results is written beside the cache."""
    for name in names:
        for number, answer in enumerate((question := questions()[name]).answers, 1):
            with suppress(BadInput):  # a refusal is an answer
                answer(partial(_shown, f"{name} {number}/{len(question.answers)}"))
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)
    (folder / "found.json").write_text(json.dumps(sorted(shipped.found)))


def _shown(what: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(end=f"\r\033[K{what}: {done / max(of, 1):.0%}", file=sys.stderr, flush=True)


def _unanswered() -> list[str]:
    """The questions that the shipped results do not answer."""
    found = []
    with shipped.only_stored():
        for name, question in questions().items():
            try:
                for answer in question.answers:
                    with suppress(BadInput):
                        answer(no_report)
            except shipped.NotStored:
                found.append(name)
    return found


@contextmanager
def _process(*arguments: str, capture: bool = False) -> Iterator[tuple[Path, str]]:
    """Runs this module with a cache that knows machine code and source files only; the cache and what it printed."""
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
    """The questions whose results are missing or whose key has changed."""
    with _process("--unanswered", capture=True) as (_, printed):
        return printed.split()


def outdated() -> list[str]:
    """Shipped entries that nothing finds any more: their key does not follow from what they say of themselves."""
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
    """The lines of the entries that a question's answer computes, by key, and the keys that it found shipped.

    ``anew`` computes as if nothing were shipped.
    """
    with _process("--anew" if anew else "--answer", name) as (folder, _):
        paths = (path for path in sorted(folder.glob("*/*.json")) if path.parent.name not in QUICKLY_MADE)
        lines = {path.stem: path.read_text("utf-8") for path in paths}
        return lines, set(json.loads((folder / "found.json").read_text()))


def recount(names: Iterable[str]) -> None:
    """Computes what these questions lack, and ships it; entries that are no longer used are dropped."""
    shipped.RESULTS.mkdir(exist_ok=True)
    for name in names:
        begun = monotonic()
        question = questions()[name]
        new, found = computed(name)
        kept = [line for line in question.lines() if shipped.key_of_line(line) in found]
        text = "".join(f"{line}\n" for line in (*kept, *(new[key] for key in sorted(new))))
        if len(text) > MOST_BYTES:
            raise BadInput(f"{question.path.name} would have {len(text):,} bytes: a file may have {MOST_BYTES:,}")
        if text:
            question.path.write_text(text, "utf-8")
        else:  # all of it is among the results of other questions
            question.path.unlink(missing_ok=True)
        print(f"{name}: {len(new)} results computed, {len(kept)} kept, {monotonic() - begun:.1f} s", flush=True)


def differences(name: str) -> list[str]:
    """How the shipped results of a question differ from those that are computed anew."""
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
    """Equal, but for the last digits of decimals and for how long the computation took."""
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= TOLERANCE
    if isinstance(one, dict) and isinstance(other, dict):
        names = one.keys() - {"seconds"}
        return names == other.keys() - {"seconds"} and all(_is_same(one[name], other[name]) for name in names)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return bool(one == other)


def drop_unasked() -> None:
    """Removes the files of questions that are no longer asked."""
    for path in shipped.RESULTS.glob(f"*{shipped.SUFFIX}"):
        if path.stem not in questions():
            path.unlink()
            print(f"{path.stem}: removed, no longer asked")


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
            wrong = [f"{name}: {each}" for name in names or questions() for each in differences(name)]
            print("\n".join(wrong) or "Every result is the same when it is computed anew.")
            return 1 if wrong else 0
        case []:
            drop_unasked()
            while names := stale():
                print(f"{len(names)} of {len(questions())} questions are to be answered again.", flush=True)
                recount(names)
            print("Every result is current.")
        case _:
            print("usage: python -m pitbook.web.games.results [--check | --all [QUESTION...]]", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
