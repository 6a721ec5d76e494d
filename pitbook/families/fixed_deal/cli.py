"""Games without decisions have no commands of their own."""

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {}
