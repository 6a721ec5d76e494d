"""The commands and options that only pai gow poker has."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pitbook.cli.family import PlayOption

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet

COMMANDS: Mapping[str, str] = {"set": f"{__name__}.setting:set_hand"}
_WAGERS: Final = "the wagers on set hands", "base and dealer-pai-gow of a pai gow game"
PLAY_OPTIONS: tuple[PlayOption, ...] = (
    PlayOption("--house-way", "house_way", "WAY", "How a pai gow dealer sets: foxwoods or flamingo.", *_WAGERS),
    PlayOption(
        "--player-way", "player_way", "WAY", "How the player sets: as the dealer; or a way, or optimal.", *_WAGERS
    ),
)


def par_text(sheet: "ParSheet", width: int) -> None:
    """None: its sheets are printed like those of any wager."""
