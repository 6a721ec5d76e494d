"""Commands that only one family has are found through the registry."""

import sys
from types import ModuleType

import click
import pytest
from click.testing import CliRunner

from pitbook import families
from pitbook.cli import COMMANDS, cli
from pitbook.cli.family import family_commands


@click.command("shuffle")
def shuffle() -> None:
    """Shuffle the cards."""
    click.echo("shuffled")


def test_family_commands_are_listed_and_removed_with_the_family(monkeypatch: pytest.MonkeyPatch) -> None:
    """Listed after those of the other families."""
    package, facet = ModuleType("made_up_family"), ModuleType("made_up_family.cli")
    facet.COMMANDS = {"shuffle": f"{__name__}:shuffle"}  # type: ignore[attr-defined]
    for module in (package, facet):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    with families.added("made_up", "made_up_family"):
        listed = cli.list_commands(click.Context(cli))
        assert listed[listed.index("set") :][:3] == ["set", "shuffle", "cost"]
        assert "Shuffle the cards." in CliRunner().invoke(cli, ["--help"]).output
        assert CliRunner().invoke(cli, ["shuffle"]).output == "shuffled\n"
    assert CliRunner().invoke(cli, ["shuffle"]).exit_code == 2


def test_family_command_must_not_reuse_a_name() -> None:
    every = [name for family in families.names() for name in families.facet(family, "cli").COMMANDS]
    assert len(every) == len(family_commands())
    assert not COMMANDS.keys() & family_commands().keys()
