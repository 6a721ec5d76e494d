r"""Pitbook installed from its wheel with only the libraries of some extras, to test what it does without the others.

:func:`link` makes an environment with the unpacked wheel and links to what ``pip install 'pitbook[...]'`` would install
beside it, as the metadata of the wheel and of each library says; nothing is downloaded. :func:`install` has pip do it.
"""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final, NamedTuple
from venv import EnvBuilder

from packaging.requirements import Requirement

from tests.cli.command_runner import Ran

ROOT: Final = Path(__file__).resolve().parent.parent
EXTRAS: Final = ("fast", "cluster", "room", "print")
EXAMPLE: Final = str(ROOT / "examples" / "property.toml")
WINNERS: Final = str(ROOT / "examples" / "winners.toml")
STORE: Final = "--store room.db"


class Line(NamedTuple):
    """A command line, and the extras that it needs."""

    words: str
    needs: tuple[str, ...] = ()
    code: int | None = 0
    """Its exit code with the extras installed; None if it runs until it is stopped."""


LINES: Final = (
    Line(f"people add eve Eve --role administrator {STORE}", ("room",)),
    Line("tour"),
    Line("games"),
    Line("rules royal-match-21"),
    Line("paytables match-n-poker"),
    Line("letter ez-pai-gow"),
    Line("catalogue"),
    Line("settle royal-match-21 --bet royal-match=10 --player 'Ks Qs' --dealer '9h 5c'"),
    Line("table run million-dollar-match-the-dealer --rounds 2 --seed 1 --log table.log"),
    Line("table run royal-match-21 --rounds 2 --seed 1", ("fast",)),
    Line("replay table.log"),
    Line("par royal-match-21 royal-match"),
    Line("par royal-match-21 royal-match --pdf par.pdf", ("print",)),
    Line("par royal-match-21 royal-match --xlsx par.xlsx", ("print",)),
    Line("par ez-pai-gow base"),  # shipped, as is the solution below
    Line("audit royal-match-21", code=1),  # the letter prints figures that do not hold
    Line("design royal-match --edge 4..6%"),
    Line("solve three-card-poker"),
    Line("solve three-card-poker --option dealer-qualifies=no", ("fast",)),
    Line("strategy", ("fast",)),
    Line("set 'As Kd Jk 7h 7c 3d 2s'", ("fast",)),
    Line("cost royal-match-21 --bet royal-match=5"),
    Line("session royal-match-21 royal-match --rounds 10"),
    Line("ruin royal-match-21 royal-match --bankroll 200 --rounds 10"),
    Line("hold royal-match-21 royal-match"),
    Line("removal royal-match-21 royal-match"),
    Line("counting royal-match-21 royal-match --samples 100"),
    Line("simulate match-n-poker --rounds 10", ("fast",)),
    Line("simulate match-n-poker --rounds 10 --cluster 127.0.0.1:0", ("fast", "cluster"), 2),
    Line(
        "jackpot simulate royal-riches-pai-gow jackpot --lives 1 --years 1 --seed-amount 5000 --contribution 20%",
        ("fast",),
    ),
    Line(f"jackpot balance 5 --document x {STORE} --badge x", ("room",), 2),
    Line(f"jackpot close {STORE} --badge x", ("room",), 2),
    Line(f"jackpot deposit 5 --slip x {STORE} --badge x", ("room",), 2),
    Line(f"jackpot house {STORE}", ("room",)),
    Line(f"jackpot report close {STORE}", ("room",)),
    Line(f"jackpot tax-form royal 1 --people {WINNERS} --json {STORE}", ("room",), 2),
    Line(f"jackpot win-page royal 1 --pdf win.pdf {STORE}", ("room",), 2),
    Line(f"ledger show royal {STORE}", ("room",), 2),
    Line(f"ledger verify {STORE}", ("room",)),
    Line(f"store back-up copy.db --force {STORE}", ("room",)),
    Line(f"store drill {STORE}", ("room",)),
    Line(f"store grant pitbook {STORE}", ("room",), 2),
    Line("store restore copy.db --store other.db", ("room",)),
    Line(f"people approve 1 {STORE} --badge x", ("room",), 2),
    Line(f"people end eve {STORE} --badge x", ("room",), 2),
    Line(f"people list {STORE}", ("room",)),
    Line(f"people proposals {STORE}", ("room",)),
    Line(f"people withdraw 1 {STORE} --badge x", ("room",), 2),
    Line(f"comply {EXAMPLE}"),
    Line(f"property keep {EXAMPLE} --by Eve --why opening --store kept.db", ("room",)),
    Line("property diff 1 --store kept.db", ("room",)),
    Line(f"property history {STORE}", ("room",)),
    Line("property show --store kept.db", ("room",)),
    Line(f"postings {EXAMPLE}"),
    Line(f"postings {EXAMPLE} --pdf postings.pdf", ("print",)),
    Line("layout royal-match-21 --svg felt.svg", ("print",)),
    Line(f"signage {EXAMPLE} --table royal-1 --html signs.html"),
    Line("pack verify none.zip", ("room",), 2),
    Line(f"pack --property {EXAMPLE} --from 2026-03-01 --to 2026-03-31 --no-par --out pack.zip {STORE}", ("room",)),
    Line("serve --port 8791", ("room",), None),
    Line("release"),
)

DRIVER: Final = """
import contextlib, io, json, os, shlex, sys, traceback
from pitbook.cli import main
for line in json.loads(sys.argv[1]):
    sys.argv = ["pitbook", *shlex.split(line)]
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    code = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
        except BaseException:
            traceback.print_exc()
            code = 1
    print(json.dumps([code, *(each.buffer.getvalue().decode() for each in (out, err))]), flush=True)
"""


def build_wheel(folder: Path) -> Path:
    """The wheel, built by hatchling's own back end as pip would."""
    folder.mkdir(exist_ok=True)
    code = "import hatchling.build as b, sys; print(b.build_wheel(sys.argv[1]))"
    date = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run([sys.executable, "-c", code, str(folder)], cwd=ROOT, check=True, env=date, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def link(unpacked: Path, extras: Iterable[str], folder: Path) -> Path:
    """The Python of an environment with Pitbook and the libraries of these extras."""
    EnvBuilder(symlinks=True).create(folder)
    (site,) = folder.glob("lib/python*/site-packages")
    for part in unpacked.iterdir():
        (site / part.name).symlink_to(part)
    (metadata,) = site.glob("pitbook-*.dist-info")
    for found in _needed(Distribution.at(metadata), frozenset(extras)).values():
        for top in {path.parts[0] for path in found.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(found.locate_file(top))))
    return folder / "bin" / "python"


def unpack(wheel: Path) -> Path:
    """The wheel's contents, in a folder beside it. Environments share it, so that its bytecode is written once."""
    folder = wheel.parent / "unpacked"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def install(wheel: Path, extras: Iterable[str], folder: Path) -> Path:
    """The same by pip; needs the network."""
    EnvBuilder(symlinks=True, with_pip=True).create(folder)
    python = folder / "bin" / "python"
    named = f"{wheel}[{','.join(extras)}]"
    subprocess.run([python, "-m", "pip", "install", "-qq", "--only-binary", ":all:", named], check=True)
    return python


def _needed(start: Distribution, extras: frozenset[str]) -> dict[str, Distribution]:
    """What a distribution requires with these extras, and what that requires, by name."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(start, extras)]
    while waiting:
        of, wanted = waiting.pop()
        for text in of.requires or ():
            need = Requirement(text)
            asked = frozenset(need.extras)
            if (need.name.lower(), asked) in seen:
                continue
            if need.marker is None or any(need.marker.evaluate({"extra": each}) for each in (wanted or {""})):
                seen.add((need.name.lower(), asked))
                found[need.name.lower()] = distribution(need.name)
                waiting.append((found[need.name.lower()], asked))
    return found


def environment(folder: Path) -> dict[str, str]:
    """The variables for a command: no settings and no cache but those in this folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PITBOOK", "PYTHON"))}
    return kept | {"HOME": str(folder), "XDG_CACHE_HOME": str(folder), "PITBOOK_NEW_PIN": "493817"}


def run_lines(python: Path, lines: Iterable[str], folder: Path) -> list[Ran]:
    """Runs the lines one after the other in one process, in this folder."""
    done = subprocess.run(
        [python, "-I", "-c", DRIVER, json.dumps([*lines])],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [Ran(*json.loads(line)) for line in done.stdout.splitlines()]
