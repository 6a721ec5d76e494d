"""The commands that only pai gow poker has."""

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {"set": f"{__name__}.setting:set_hand"}
