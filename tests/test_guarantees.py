"""Every guarantee of docs/guarantees.md names the code that enforces it and the tests that prove it; all exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "guarantees.md").read_text("utf-8")
HEADING = re.compile(r"^### (\d+)\. (.+)$", re.MULTILINE)
PARTS = ("Promise", "Enforced", "Prevents", "Proved")
QUOTED = re.compile(r"`([^`]+)`")
COMMAND = re.compile(r"^(make|pytest|python -m|\.venv/bin/)")


def guarantees() -> dict[str, dict[str, str]]:
    """The parts of each, by its number and name."""
    pieces = HEADING.split(PAGE)[1:]
    found = {}
    for number, name, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        text = text.split("\n## ")[0]
        parts = dict(re.findall(r"^\*\*(\w+)\.\*\* (.+?)(?=\n\*\*|\Z)", text.strip(), re.MULTILINE | re.DOTALL))
        found[f"{number}. {name}"] = parts
    return found


@cache
def tree_of(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_text("utf-8"))


@cache
def names_in(file: str) -> frozenset[str]:
    """Everything that a module defines, methods with their class."""
    found = set()
    for node in tree_of(file).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(found)


def missing(reference: str) -> str:
    """Why a reference is wrong; empty if it is right."""
    file, _, name = reference.partition("::")
    if not (ROOT / file).is_file():
        return f"there is no file {file}"
    if name and name not in names_in(file):
        return f"{file} has no {name}"
    return ""


def is_slow(reference: str) -> bool:
    """Whether a test is left out of the test command."""
    file, _, name = reference.partition("::")
    (test,) = (each for each in tree_of(file).body if isinstance(each, ast.FunctionDef) and each.name == name)
    marks = [ast.unparse(mark) for mark in test.decorator_list]
    assert not any("skip" in mark for mark in marks), f"{reference} is skipped"
    return "pytest.mark.slow" in marks


def test_guarantees_are_numbered_without_gaps() -> None:
    numbers = [int(number) for number, _ in HEADING.findall(PAGE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 20


@pytest.mark.parametrize("name", guarantees())
def test_every_guarantee_has_its_proof(name: str) -> None:
    parts = guarantees()[name]
    assert all(parts.get(part) for part in PARTS), f"a guarantee has {', '.join(PARTS)}"
    enforced, proved = QUOTED.findall(parts["Enforced"]), QUOTED.findall(parts["Proved"])
    tests = [each for each in proved if not COMMAND.match(each)]
    assert any(each.startswith(("pitbook/", "scripts/", "requirements/")) for each in enforced), "code enforces it"
    assert tests, "a test proves it"
    for each in tests:
        assert each.startswith("tests/"), f"{each} is no test"
        assert "::test_" in each, f"{each} names no test"
    for each in (*enforced, *tests):
        assert not missing(each), missing(each)
    quick, _, slow = parts["Proved"].partition("slow:")
    assert not any(is_slow(each) for each in QUOTED.findall(quick) if each in tests), "a slow test is listed as quick"
    assert all(is_slow(each) for each in QUOTED.findall(slow) if each in tests), "a quick test is listed as slow"
    assert any(each in quick for each in tests), "the test command proves it, at least in short"


def test_missing_proof_is_detected() -> None:
    assert missing("tests/test_guarantees.py::test_nothing") == "tests/test_guarantees.py has no test_nothing"
    assert missing("tests/nowhere.py::test_nothing") == "there is no file tests/nowhere.py"
    assert missing("pitbook/store/schema.py::APPEND_ONLY") == ""
    assert missing("pitbook/store/worker.py::Worker.run_all") == ""
