"""The interface that commands require of a family of games."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast

import click

from pitbook import families
from pitbook.errors import BadInput, quoted

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pitbook.exact.par import ParSheet
    from pitbook.games.model import Game, Wager

Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class PlayOption:
    """An option of ``pitbook par`` and ``cost`` that says how hands of one family are played or set."""

    flag: str
    parameter: str
    """The name of the command's parameter."""
    metavar: str
    help: str
    wagers: str
    """Which wagers it applies to, for messages."""
    hint: str
    """How to ask for such a wager, for messages."""
    pairs: bool = False
    """Whether it takes NAME=VALUE and may be repeated; otherwise it takes one value, stored under the flag's name."""

    def on(self, command: Command) -> Command:
        """The command with this option."""
        add = click.option(self.flag, self.parameter, metavar=self.metavar, help=self.help, multiple=self.pairs)
        return add(command)

    def said(self, given: str | Iterable[str] | None) -> dict[str, str]:
        """The values given on the command line, by the names of ``SheetRequest.play``."""
        from pitbook.cli.params import pair

        if not self.pairs:
            return {} if given is None else {self.flag.removeprefix("--"): str(given)}
        said: dict[str, str] = {}
        for text in given or ():
            name, value = pair(text, self.flag)
            if name in said:
                raise BadInput(f"{self.flag.removeprefix('--')} {quoted(name)} is given twice: give it once")
            said[name] = value
        return said


class CliFamily(Protocol):
    """A module ``pitbook.families.<family>.cli``. It is loaded whenever commands are listed, so it imports little."""

    COMMANDS: Mapping[str, str]
    """This family's own commands, each as ``module:command``; names are unique among families."""
    PLAY_OPTIONS: tuple[PlayOption, ...]
    """Options of ``pitbook par`` and ``cost`` for wagers whose result depends on how hands are played."""

    def par_text(self, sheet: "ParSheet", width: int) -> "Iterator[RenderableType] | None":
        """A par sheet with a detail of this family's in the terminal; None where it is printed like every other."""


def family_of(game: "Game") -> CliFamily:
    return _family(game.family)


def _family(name: str) -> CliFamily:
    return cast("CliFamily", families.facet(name, "cli"))


def family_commands() -> dict[str, str]:
    """The commands of all families, each as ``module:command``."""
    return {name: where for family in families.names() for name, where in _family(family).COMMANDS.items()}


def play_options(command: Command) -> Command:
    """Adds the options of all built-in families; families may share an option."""
    for option in _play_options().values():  # click lists the last one first
        command = option.on(command)
    return command


def _play_options() -> dict[str, PlayOption]:
    """All options by flag; a shared option is the first family's."""
    every = [option for name in families.FAMILIES for option in _family(name).PLAY_OPTIONS]
    return {option.flag: option for option in reversed(every)}


def play_of(given: Mapping[str, Any], game: "Game", wagers: "Iterable[Wager]", refusal: str = "") -> dict[str, str]:
    """The given values for how hands of these wagers are played or set.

    Refused: an option of another family, or where none of the wagers is decided by play. ``refusal`` ends the
    sentence instead of the hint.
    """
    played = any(wager.by_play for wager in wagers)
    own = {option.flag: option for option in family_of(game).PLAY_OPTIONS} if played else {}
    said: dict[str, str] = {}
    for flag, option in _play_options().items():
        if given[option.parameter]:
            if flag not in own:
                raise BadInput(f"{flag} is for {option.wagers}{refusal or f': {option.hint}'}")
            said |= own[flag].said(given[option.parameter])
    return said
