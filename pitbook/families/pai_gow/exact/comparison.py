"""What the comparison of all pairs of hands comes to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """Pairs of a player's and a dealer's hand, by how they compare."""

    pairs: int = 0
    win: int = 0
    """Both of the player's hands are higher."""
    five_higher: int = 0
    two_higher: int = 0
    five_copies: int | None = None
    two_copies: int | None = None
    both_copies: int | None = None
    """None where copies were not counted: they are lost hands like others."""
    barred: int = 0
    """The dealer has a queen-high pai gow; the next three are of these."""
    barred_win: int = 0
    barred_five_higher: int = 0
    barred_two_higher: int = 0

    @property
    def lose(self) -> int:
        """Neither is higher: copies go to the dealer."""
        return self.pairs - self.five_higher - self.two_higher + self.win

    @property
    def push(self) -> int:
        return self.pairs - self.win - self.lose

    @property
    def barred_lose(self) -> int:
        return self.barred - self.barred_five_higher - self.barred_two_higher + self.barred_win
