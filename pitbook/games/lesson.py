"""The lesson of a game: a few sentences for a beginner."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lesson:
    """The text about a game; a field is empty if there is nothing to explain."""

    name: str = ""
    aim: str = ""
    values: str = ""
    """The values of the cards."""
    deal: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """The player's choices, each with its meaning."""
    results: str = ""
    """Wins, losses and pushes."""
    special: str = ""
    """Hands that pay more or are settled differently."""
    cards: str = ""
    """Two or three cards that illustrate the game."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Six lines for a page."""
        aim = f"Aim: {self.aim[:1].lower()}{self.aim[1:]}" if self.aim else ""
        choices = " ".join(f"{name}: {words}." for name, words in self.choices)
        return tuple(filter(None, (aim, self.values, self.deal, choices, self.results, self.special)))
