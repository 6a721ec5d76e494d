"""How a game is played, in a few sentences for somebody who never played it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lesson:
    """The text about a game; what is empty has nothing to be said about."""

    name: str = ""
    aim: str = ""
    values: str = ""
    """What cards are worth."""
    deal: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """What a player may do, each with what it means."""
    results: str = ""
    """What wins, loses and is returned."""
    special: str = ""
    """What pays more or is settled otherwise."""
    cards: str = ""
    """Two or three cards that stand for the game."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Six lines for a page."""
        aim = f"Aim: {self.aim[:1].lower()}{self.aim[1:]}" if self.aim else ""
        choices = " ".join(f"{name}: {words}." for name, words in self.choices)
        return tuple(filter(None, (aim, self.values, self.deal, choices, self.results, self.special)))
