"""The systemd unit and the Dockerfile fit the program: their options, variables and files exist."""

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from pitbook.cli import cli

ROOT = Path(__file__).resolve().parents[1]
UNIT = (ROOT / "deploy" / "pitbook.service").read_text("utf-8")
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")


def serve_options() -> set[str]:
    command = cli.get_command(click.Context(cli), "serve")
    assert command is not None
    return {name for each in command.params for name in each.opts}


def test_the_unit_starts_the_server_with_options_that_it_has() -> None:
    found = re.search(r"^ExecStart=\S+/pitbook serve (.*)$", UNIT, re.MULTILINE)
    assert found is not None
    assert {word for word in shlex.split(found[1]) if word.startswith("-")} <= serve_options()


def test_the_container_starts_the_server_with_options_that_it_has() -> None:
    found = re.search(r"^CMD \[(.*)\]$", DOCKERFILE, re.MULTILINE)
    assert found is not None
    words = re.findall(r'"([^"]+)"', found[1])
    assert words[0] == "serve"
    assert {word for word in words if word.startswith("-")} <= serve_options()


@pytest.mark.parametrize("text", [UNIT, DOCKERFILE], ids=["unit", "Dockerfile"])
def test_every_variable_is_one_that_pitbook_reads(text: str) -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "pitbook").rglob("*.py"))
    names = set(re.findall(r"\bPITBOOK_[A-Z_]+", text))
    assert len(names) == 3
    assert [name for name in sorted(names) if name not in source] == []


def test_the_container_copies_existing_files() -> None:
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE):
        assert [name for name in line.split()[:-1] if not (ROOT / name).exists()] == []


def test_the_container_copies_the_files_that_the_wheel_includes() -> None:
    """Without docs/ the build of the wheel fails, so the image could not be built."""
    copied = {
        name for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE) for name in line.split()[:-1]
    }
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel["packages"], *wheel["force-include"]} <= copied
