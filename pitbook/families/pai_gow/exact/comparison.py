"""The result of comparing all pairs of hands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """Pairs of a player's and a dealer's hand, by the result of their comparison."""

    pairs: int = 0
    win: int = 0
    """Both of the player's hands are higher."""
    five_higher: int = 0
    two_higher: int = 0
    five_copies: int | None = None
    two_copies: int | None = None
    both_copies: int | None = None
    """None if copies were not counted separately from other losses."""
    barred: int = 0
    """The dealer has a queen-high pai gow; the next three counts are parts of this one."""
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
