"""What the command asks of a family of games."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, cast

from pitbook.families import facet, names

if TYPE_CHECKING:
    from pitbook.games.model import Game


class CliFamily(Protocol):
    """A module ``pitbook.families.<family>.cli``. It is loaded whenever commands are listed, so it imports little."""

    COMMANDS: Mapping[str, str]
    """Commands that only this family has, each with its place, ``module:command``; a name is not taken twice."""


def family_of(game: "Game") -> CliFamily:
    return cast("CliFamily", facet(game.family, "cli"))


def family_commands() -> dict[str, str]:
    """The commands of all families, each with its place."""
    families = (cast("CliFamily", facet(name, "cli")) for name in names())
    return {name: where for family in families for name, where in family.COMMANDS.items()}
