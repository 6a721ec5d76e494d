"""The commands and options that only blackjack has."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pitbook.cli.family import PlayOption

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pitbook.exact.par import ParSheet

COMMANDS: Mapping[str, str] = {"strategy": f"{__name__}.strategy:strategy"}
PLAY_OPTIONS: tuple[PlayOption, ...] = (
    PlayOption(
        "--rule",
        "rules",
        "NAME=VALUE",
        "A rule of the blackjack table, such as soft17=stand or surrender=late.",
        "the base game of blackjack",
        "pitbook par blackjack, or a blackjack game's base",
        pairs=True,
    ),
)


def par_text(sheet: "ParSheet", width: int) -> "Iterator[RenderableType] | None":
    """The solved base game."""
    from pitbook.families.blackjack.cli.text import base_text

    return base_text(sheet.to_dict())
