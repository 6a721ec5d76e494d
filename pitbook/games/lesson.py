"""How a game is played, in a few sentences for somebody who never played it."""

from dataclasses import dataclass

Choices = tuple[tuple[str, str], ...]
"""What a player may do, each with what it means."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The text about one base game; a game that settles something otherwise has it with its own words."""

    name: str
    aim: str
    values: str
    """What cards are worth."""
    deal: str
    choices: Choices
    results: str
    """What wins, loses and is returned."""
    special: str
    """What pays more or is settled otherwise."""
    cards: str
    """Two or three cards that stand for the game."""
    drill: tuple[str, str] | None = None
    """The drill for it: its address and what a link to it says."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Six lines for a page."""
        choices = " ".join(f"{name}: {words}." for name, words in self.choices)
        aim = self.aim[:1].lower() + self.aim[1:]
        return tuple(filter(None, (f"Aim: {aim}", self.values, self.deal, choices, self.results, self.special)))
