r"""Every command with every argument and option, from the command tree: hostile texts and files are refused.

A refusal is one sentence and exit code 2; a failed check is exit code 1. No command ends in a traceback or prints
terminal control characters.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest

from pitbook.cli import cli
from tests.cli.command_runner import run
from tests.hostile import NASTY

LEFT_OUT: Final = {
    "play": "asks at a terminal: tests/cli/test_play.py",
    "serve": "runs until it is stopped: tests/cli/test_serve.py",
}
ASKS_ELSEWHERE: Final = frozenset({"cluster"})
"""Options with the address of another machine, which the test must not contact."""
EXAMPLES: Final = Path(__file__).resolve().parents[2] / "examples"
RIGHT: Final = {
    "game": "royal-match-21", "wager": "royal-match", "file": str(EXAMPLES / "property.toml"), "kind": "close",
    "cards": "As Kd Jk 7h 7c 3d 2s", "amount": "5", "number": "1", "before": "1", "edge": "4..6%", "bankroll": "200",
    "html_file": "page.html",
}  # fmt: skip
"""Valid values of required arguments; any word for others."""
LITTLE: Final = {"rounds": "10", "samples": "10", "lives": "2", "years": "1"}
"""Small values for options that determine the amount of work."""
WRONG: Final = ("[/x]", "\x1b[31m", "-1", "💰", "nowhere/file.toml", "", "nan", "9" * 100_000, "..", "A" * 300)
FILES: Final = ("nowhere.toml", ".", "/dev/zero", "/dev/null", "bytes", "empty", "long")


def leaves(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command that is not a group, with its full name."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            assert inner is not None
            yield from leaves(inner, f"{name} {each}".strip())
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield name, command


COMMANDS: Final = {name: command for name, command in leaves(cli) if name not in LEFT_OUT}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with invalid files and no store."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOOK_STORE", str(tmp_path / "none.db"))
    Path("bytes").write_bytes(bytes(range(256)) * 20)
    Path("empty").touch()
    Path("long").write_text("x" * 300_000, "utf-8")


def given(command: click.Command) -> list[click.Parameter]:
    """The parameters that take a value."""
    flags = {each for each in command.params if isinstance(each, click.Option) and (each.is_flag or each.count)}
    return [each for each in command.params if each not in flags and each.name not in ASKS_ELSEWHERE]


def words(name: str, command: click.Command, values: dict[str, str]) -> list[str]:
    """A command line with these values, by parameter name."""
    options, arguments = name.split(), []
    for each in command.params:
        if each.name in values:
            if isinstance(each, click.Argument):
                arguments.append(values[each.name])
            else:
                options += [each.opts[0], values[each.name]]
    return [*options, "--", *arguments]


def check(line: list[str]) -> None:
    ran = run(*line)
    assert ran.code in (0, 1, 2)
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.out + ran.err
    assert all(len(each) < 1_000 for each in ran.err.splitlines())
    if ran.code == 2:
        assert ran.out == ""
        assert ran.err.startswith("pitbook: ")


def is_file(parameter: click.Parameter) -> bool:
    return isinstance(parameter.type, click.Path)


@pytest.mark.parametrize("name", COMMANDS)
def test_hostile_arguments_of_every_command_are_refused(name: str) -> None:
    """Every argument is invalid, so that no long computation starts."""
    command = COMMANDS[name]
    arguments = {each.name: "[/x]" for each in command.params if isinstance(each, click.Argument) and each.name}
    for place, parameter in enumerate(given(command)):
        assert parameter.name is not None
        needed = {each.name: "x" for each in command.params if each.required and each.name}
        value = FILES[place % len(FILES)] if is_file(parameter) else WRONG[place % len(WRONG)]
        check(words(name, command, needed | arguments | {parameter.name: value}))


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_many_hostile_values_one_argument_at_a_time(name: str) -> None:
    """The other arguments are valid."""
    command = COMMANDS[name]
    needed = {each.name: RIGHT.get(each.name, "x") for each in command.params if each.required and each.name}
    needed |= {each.name: LITTLE[each.name] for each in command.params if each.name in LITTLE}
    texts = [text for text in (*WRONG, *NASTY) if "\x00" not in text and "\ud800" not in text]
    for parameter in given(command):
        assert parameter.name is not None
        for value in FILES + WRONG if is_file(parameter) else texts:
            check(words(name, command, needed | {parameter.name: value}))


def test_excluded_commands_exist() -> None:
    assert LEFT_OUT.keys() <= {name for name, _ in leaves(cli)}
    assert len(COMMANDS) >= 45
