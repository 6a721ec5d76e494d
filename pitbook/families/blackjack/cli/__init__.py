"""The commands that only blackjack has."""

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {"strategy": f"{__name__}.strategy:strategy"}
