"""Pitbook installed from its wheel with few extras: every command works, or names the extra that it needs."""

import ast
import re
import socket
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from pitbook.cli import cli
from pitbook.extras import EXTRA_OF
from tests.cli.test_every_command import leaves
from tests.wheel_environment import (
    EXAMPLE,
    EXTRAS,
    LINES,
    ROOT,
    Line,
    build_wheel,
    environment,
    install,
    link,
    run_lines,
    unpack,
)

SENTENCE = re.compile(
    r"pitbook: this needs the extra (\w+) \((\w+) is not installed\): install it with pip install 'pitbook\[\1\]'\n"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel") / "dist")


@pytest.fixture(scope="module")
def unpacked(wheel: Path) -> Path:
    return unpack(wheel)


def test_the_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    """Templates, scripts and data too, also those in the folders of families and games."""
    package = ROOT / "pitbook"
    files = {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    with zipfile.ZipFile(wheel) as opened:
        packed = {name for name in opened.namelist() if name.startswith("pitbook/")}
    pages = {path for path in (ROOT / "docs").rglob("*") if path.is_file()}
    documentation = {f"pitbook/web/documentation/{path.relative_to(ROOT / 'docs').as_posix()}" for path in pages}
    assert {path.relative_to(ROOT).as_posix() for path in files} | documentation == packed


def check_lines(python: Path, extras: Iterable[str], folder: Path, lines: Iterable[Line] = LINES) -> None:
    """Runs the lines, and says which of them did not end as they should."""
    folder.mkdir()
    if "room" not in extras:  # a store that another machine has made
        for name in ("room.db", "kept.db", "copy.db"):
            (folder / name).touch()
    lines = [line for line in lines if line.code is not None or not {*line.needs} <= {*extras}]
    wrong = []
    for line, ran in zip(lines, run_lines(python, [line.words for line in lines], folder), strict=True):
        missing = {*line.needs} - {*extras}
        named = SENTENCE.fullmatch(ran.err)
        if missing:
            right = ran.code == 2 and ran.out == "" and named is not None and named[1] in missing
        else:
            right = ran.code == line.code and "Traceback" not in ran.err and "not installed" not in ran.err
        if not right:
            wrong.append((line.words, ran.code, ran.err[-500:]))
    assert wrong == []


def test_without_extras_a_command_works_or_names_the_extra_that_it_needs(unpacked: Path, tmp_path: Path) -> None:
    quick = [line for line in LINES if not line.words.startswith(("audit ", "hold "))]  # those count deals for seconds
    check_lines(link(unpacked, (), tmp_path / "bare"), (), tmp_path / "run", quick)


def test_with_one_extra_a_command_works_or_names_the_extra_that_it_needs(unpacked: Path, tmp_path: Path) -> None:
    python = link(unpacked, ["room"], tmp_path / "room")
    check_lines(python, ["room"], tmp_path / "run", [line for line in LINES if line.needs])


@contextmanager
def served(python: Path, folder: Path, log: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--store", "served.db", "--property", EXAMPLE, "--port", str(port), "--log"]
    with log.open("w") as errors:
        server = subprocess.Popen(
            [python, "-I", "-m", "pitbook", *words], cwd=folder, env=environment(folder), stderr=errors
        )
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(600):
            assert server.poll() is None, log.read_text()
            with suppress(URLError), urlopen(f"{address}/health"):
                break
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def get(address: str) -> tuple[int, str]:
    try:
        with urlopen(address) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def check_server(python: Path, folder: Path) -> None:
    """Without NumPy the pages answer, pages that need it name the extra, and no background work fails."""
    log = folder / "log"
    with served(python, folder, log) as address:
        for page in ("/", "/games/royal-match-21", "/learn/blackjack", "/display/royal", "/play/royal-match-21"):
            assert get(address + page)[0] == 200, page
        code, said = get(f"{address}/api/v1/learn/blackjack/chart")
        assert code == 400
        assert "needs the extra fast (numpy is not installed)" in said
        for _ in range(200):  # counted by a process of its own
            code, said = get(f"{address}/games/ez-pai-gow/base")
            if code != 200:
                break
            time.sleep(0.1)
        assert code == 400
        assert "needs the extra fast (numpy is not installed)" in said
    written = log.read_text()
    assert "Traceback" not in written
    assert '"level": "error"' not in written


@pytest.mark.slow
@pytest.mark.parametrize("extra", ["", *EXTRAS])
def test_installed_by_pip_every_command_works_or_names_the_extra(wheel: Path, tmp_path: Path, extra: str) -> None:
    extras = [extra] if extra else []
    python = install(wheel, extras, tmp_path / "environment")
    check_lines(python, extras, tmp_path / "run")
    if extra == "room":
        check_server(python, tmp_path / "run")


def test_every_command_is_tried() -> None:
    tried = {name for name, _ in leaves(cli) for line in LINES if f"{line.words} ".startswith(f"{name} ")}

    assert {name for name, _ in leaves(cli)} - tried == {"play"}  # asks at a terminal


def test_every_library_that_is_imported_belongs_to_an_extra() -> None:
    """Only what is installed with Pitbook itself, Click and Rich, needs none."""
    imported = set()
    for path in (ROOT / "pitbook").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {name.name.split(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.split(".")[0])

    assert (
        imported - sys.stdlib_module_names - {"pitbook", "click", "rich", "_typeshed"} == EXTRA_OF.keys()
    )  # the last is for the type checker alone
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {*EXTRA_OF.values()} == {*EXTRAS} == {*project["optional-dependencies"]} - {"test"}


def test_other_code_may_look_for_a_missing_library() -> None:
    """Only an import statement of Pitbook's own is answered with the extra."""
    code = (
        "import importlib.util, sys, pitbook\n"
        "sys.path[:] = [path for path in sys.path if 'site-packages' not in path]\n"
        "assert importlib.util.find_spec('numpy') is None\n"
        "try:\n    import numpy\nexcept ImportError as error:\n    print(type(error).__name__)\n"
        "try:\n    import pitbook.families.blackjack.exact.arrays\n"
        "except ImportError as error:\n    print(type(error).__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)

    assert done.stdout.split() == ["ModuleNotFoundError", "MissingExtra"]
