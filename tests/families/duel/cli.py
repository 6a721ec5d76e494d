"""A duel has no commands of its own."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitbook.cli.family import PlayOption

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet

COMMANDS: Mapping[str, str] = {}
PLAY_OPTIONS: tuple[PlayOption, ...] = ()


def par_text(sheet: "ParSheet", width: int) -> None:
    """None: its sheets are printed like those of any wager."""
