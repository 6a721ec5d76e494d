"""The running tally of a session: what was won, what it was expected to cost, and how much of it was luck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from pitbook.games.settle import Bet, Settlement
from pitbook.money import Cents, format_cents
from pitbook.table.odds import TableOdds


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A finished round, for the tally."""

    bets: Mapping[str, Bet]
    settled: Sequence[Settlement]
    added: Mapping[str, Cents] = field(default_factory=dict)
    """Stakes added during the round, such as insurance, by name."""
    meter: Cents | None = None
    """The amount on the meter after the wagers were counted."""
    seats: int = 1
    """Players in the round, whose hands may bring each other envy."""

    @property
    def net(self) -> int:
        return sum(item.net or 0 for item in self.settled)


@dataclass(slots=True)
class SessionTally:
    """The tally of one player's session."""

    odds: TableOdds
    rounds: int = 0
    net: int = 0
    """Cents won, on all wagers."""
    cost: float = 0.0
    """Cents that the wagers with known odds were expected to lose."""
    variance: float = 0.0
    left_out: dict[str, str] = field(default_factory=dict)
    """Wagers without known odds, each with a sentence that says why."""
    biggest: Settlement | None = None
    _known: int = 0
    """Cents won on the wagers with known odds."""
    _waiting: list[FinishedRound] = field(default_factory=list)

    def add(self, played: FinishedRound) -> None:
        """Counts a round; its expected cost follows when the odds are known."""
        self.rounds += 1
        self.net += played.net
        best = max(played.settled, key=lambda item: item.net or 0, default=None)
        if best is not None and (best.net or 0) > (self.biggest.net or 0 if self.biggest else 0):
            self.biggest = best
        self._waiting.append(played)

    def catch_up(self, wait: float) -> bool:
        """Works out what the rounds so far were expected to cost; False while the odds are still being counted."""
        if not self.odds.wait(wait):
            return False
        for played in self._waiting:
            found, left_out = self.odds.expect(played.bets, played.added, played.meter, played.seats)
            self.left_out |= left_out
            self.cost += sum(each.cost for each in found)
            # Wagers of one round look at the same cards; their variances are added as if they did not.
            self.variance += sum(each.variance for each in found)
            covered = {wager for each in found for wager in each.wagers}
            self._known += sum(item.net or 0 for item in played.settled if item.wager in covered)
        self._waiting.clear()
        return True

    @property
    def luck(self) -> float | None:
        """By how many standard deviations the result is better than expected; None before anything was at stake."""
        return (self._known + self.cost) / sqrt(self.variance) if self.variance else None

    def words(self, wait: float) -> str:
        """The result and the expected loss, in a sentence."""
        if not self.rounds:
            return "No rounds played yet."
        result = f"{'up' if self.net > 0 else 'down'} {format_cents(abs(self.net))}" if self.net else "even"
        so_far = f"After {self.rounds} round{'' if self.rounds == 1 else 's'} you are {result}"
        if not self.catch_up(wait):
            return f"{so_far}. Expected loss: calculating…"
        without = ", ".join(self.left_out)
        if self.luck is None:
            return f"{so_far}. The expected loss of {without} is not known." if without else f"{so_far}."
        expected = f"the expected {'loss' if self.cost >= 0 else 'win'} was {format_cents(abs(round(self.cost)))}"
        return f"{so_far}; {expected}{f', without {without}' if without else ''} (luck {self.luck:+.1f} sd)."
