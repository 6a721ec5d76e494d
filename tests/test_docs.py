"""The pages of ``docs/`` stay correct: their commands and Python are run, their files are compared."""

import doctest
import re
import shlex
import subprocess
from pathlib import Path
from runpy import run_path

import pytest

from pitbook.games import all_games
from pitbook.table.notation import parse_rounds
from tests.cli.command_runner import run

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TIME = re.compile(r"\d+\.\d\d s\b")
ANY_LINES = "..."


def blocks(page: Path, kind: str) -> list[str]:
    """The text of every fenced block of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def commands(page: Path) -> list[tuple[str, list[str]]]:
    """Every ``$`` line of a page, with the lines printed under it; several commands without output are left out."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks(page, "console"):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return [(command, output) for command, output in found if output]


def same(expected: list[str], printed: list[str]) -> bool:
    """Whether the lines agree; a line of dots matches any lines, and a measured time may differ."""
    if not expected:
        return not printed
    first, rest = expected[0], expected[1:]
    if first == ANY_LINES:
        return any(same(rest, printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and TIME.sub("0 s", first) == TIME.sub("0 s", printed[0]) and same(rest, printed[1:])


@pytest.mark.parametrize(
    "page", [DOCS / "custom-wager.md", DOCS / "pai-gow.md", DOCS / "table.md"], ids=lambda page: page.name
)
def test_every_command_of_a_page_prints_what_the_page_shows(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = commands(page)
    for command, output in shown:
        program, *words = shlex.split(command)
        assert program == "pitbook"
        ran = run(*words)
        printed = [line.rstrip() for line in ran.out.splitlines()]
        assert (ran.code, ran.err) == (0, "")
        assert same(output, printed), f"{command} prints\n{ran.out}"
    assert shown


def test_a_line_of_dots_matches_any_lines() -> None:
    assert same(["a", ANY_LINES, "d"], ["a", "b", "c", "d"])
    assert same(["a", ANY_LINES], ["a"])
    assert not same(["a", ANY_LINES, "d"], ["a", "b", "c"])
    assert not same(["a"], ["a", "b"])


def test_the_page_on_custom_wagers_shows_the_files_that_ship() -> None:
    (rule,), (pays,) = blocks(DOCS / "custom-wager.md", "python"), blocks(DOCS / "custom-wager.md", "toml")

    assert rule == (ROOT / "examples" / "total_21.py").read_text("utf-8")
    assert pays == (ROOT / "examples" / "total_21.toml").read_text("utf-8")


def test_the_page_on_the_table_shows_the_rounds_that_ship() -> None:
    shown = blocks(DOCS / "table.md", "text")
    rounds = sorted((ROOT / "examples" / "rounds").glob("*.txt"))

    assert len(rounds) == 5
    for path in rounds:
        assert path.read_text("utf-8") in shown, path.name
    for text in shown:
        assert parse_rounds(text)


def test_the_proof_of_the_shuffle_works_as_the_page_shows_it(tmp_path: Path) -> None:
    """With a shell and sha256sum alone, and it fails for a shoe in which two cards changed places."""
    (proof,) = blocks(DOCS / "table.md", "sh")
    log = tmp_path / "rounds.jsonl"
    assert run("table", "run", "ez-pai-gow", "--rounds", "2", "--log", str(log)).code == 0

    def hashes() -> list[str]:
        done = subprocess.run(["sh", "-c", proof], cwd=tmp_path, check=True, capture_output=True, text=True)
        return [line.split()[0] for line in done.stdout.splitlines()]

    computed, promised = hashes()
    assert computed == promised
    order = re.findall(r'"shoe-shown",{"order":"([^"]+)', log.read_text("utf-8"))[0]
    first, second, *rest = order.split()
    log.write_text(
        log.read_text("utf-8").replace(
            f'"shoe-shown",{{"order":"{order}', f'"shoe-shown",{{"order":"{" ".join([second, first, *rest])}'
        )
    )
    computed, promised = hashes()
    assert computed != promised


def test_notebook_documentation_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(DOCS / "notebook.md"), module_relative=False, encoding="utf-8")

    assert tried > 10
    assert failed == 0


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_links_between_pages_are_valid(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_readme_lists_every_game_with_its_wagers() -> None:
    """Its table is the rulebook, and its numbers are those of the rulebook and of the guarantees."""
    readme = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| ([^|]+) \| ([^|]+) \|$", readme, re.MULTILINE)
    listed = {slug: (basis, re.findall(r"`([^`]+)`", wagers)) for slug, basis, wagers in rows}
    assert {slug: wagers for slug, (_, wagers) in listed.items()} == {
        game.slug: list(game.wager_slugs()) for game in all_games()
    }
    assert [basis for basis, _ in listed.values()].count("public rules") == 15
    assert readme.count("fifteen poker games") == 2
    guarantees = re.findall(r"^### \d+\.", (DOCS / "guarantees.md").read_text("utf-8"), re.MULTILINE)
    assert f"lists {len(guarantees)} numbered promises" in readme


def test_every_word_of_the_glossary_is_used() -> None:
    """In another page, a template or a module; and no word is explained twice."""
    rows = re.findall(r"^\| ([^|]+) \| ", (DOCS / "glossary.md").read_text("utf-8"), re.MULTILINE)
    words = [word for row in rows if row != "word" and "---" not in row for word in row.split(", ")]
    pages = [page for page in DOCS.glob("*.md") if page.name != "glossary.md"]
    product = [file for kind in ("*.py", "*.html") for file in (ROOT / "pitbook").rglob(kind)]
    text = "\n".join(file.read_text("utf-8") for file in (*pages, *product)).lower()
    assert [word for word in words if not re.search(rf"\b{re.escape(word.lower())}", text)] == []
    assert len(words) == len(set(words)) > 100


def test_the_diagram_of_the_packages_is_drawn_from_the_imports() -> None:
    draw = run_path(str(ROOT / "scripts" / "draw_packages.py"))["draw"]
    drawn = (DOCS / "images" / "packages.svg").read_text("utf-8")
    assert drawn == draw(), "draw it again: .venv/bin/python scripts/draw_packages.py"
