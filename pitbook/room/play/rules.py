"""The house rules of tables for play money, all in one place."""

from dataclasses import dataclass

from pitbook.money import Cents, dollars


@dataclass(frozen=True, slots=True)
class PlayRules:
    """How long players have, how much, and how many there may be of anything."""

    chips: Cents = dollars(1_000)
    """What a player sits down with."""
    most_chips: Cents = dollars(100_000)
    """Whoever has so much gets no more."""
    deal_seconds: float = 15.0
    """How long the others have to bet when the first is ready."""
    decision_seconds: float = 30.0
    away_seconds: float = 90.0
    """Whoever has done nothing for so long is away."""
    away_decision_seconds: float = 4.0
    """How long the others wait for somebody who is away."""
    gone_seconds: float = 20.0
    """How long after the browser was closed a seat is kept: a page may be loaded again, or a connection be lost."""
    leave_seconds: float = 600.0
    """Whoever has done nothing for so long leaves the table."""
    empty_seconds: float = 900.0
    """A table at which nobody sat for so long is closed."""
    public_tables: int = 8
    """At most, of one game."""
    most_tables: int = 200
    """At most, in one process."""
    most_events: int = 8_000
    """A longer record takes too long to read: the table is closed and opened again between two rounds."""
    longest_name: int = 20
    most_bets: int = 16
    """On one layout: no table has more spots."""
    acts_a_second: float = 5.0
    """In the long run, of one visitor."""
    acts_at_once: int = 30
    newcomers_a_second: float = 1.0
    """In the long run, from one address: whoever has no cookie is somebody new."""
    newcomers_at_once: int = 60
