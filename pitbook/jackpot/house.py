"""The house: its name, its time zone, and the hour at which its gambling day begins."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from zoneinfo import ZoneInfo

from pitbook.errors import BadInput, quoted
from pitbook.jackpot.days import DayOf, gambling_day, moment_of


@dataclass(frozen=True, slots=True)
class House:
    """The name that reports print, and how gambling days are counted."""

    name: str = "Card room"
    zone: str = "America/Los_Angeles"
    day_starts: int = 6
    """The hour at which a gambling day begins."""

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > 100 or not self.name.isprintable():
            raise BadInput("a house's name is one line of 1 to 100 characters")
        try:
            ZoneInfo(self.zone)
        except (OSError, ValueError, KeyError):  # unknown zone, or not the form of a zone's name
            raise BadInput(f"{quoted(self.zone)} is not a time zone: write one such as America/Los_Angeles") from None
        gambling_day(ZoneInfo(self.zone), self.day_starts)

    @property
    def day_of(self) -> DayOf:
        """A function that gives the gambling day of a time."""
        return gambling_day(ZoneInfo(self.zone), self.day_starts)

    def local(self, at: str) -> str:
        """A time in the house's zone: ``2026-11-15 14:03:22 PST``."""
        return f"{moment_of(at).astimezone(ZoneInfo(self.zone)):%Y-%m-%d %H:%M:%S %Z}"

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "House":
        return cls(record["name"], record["zone"], record["day_starts"])
