"""The house rules of tables for play money, all in one place."""

from dataclasses import dataclass

from pitbook.money import Cents, dollars


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Chips, time limits and other limits."""

    chips: Cents = dollars(1_000)
    """A player's chips at the start."""
    most_chips: Cents = dollars(100_000)
    """A player with this much gets no more chips."""
    deal_seconds: float = 15.0
    """How long the others may bet after the first is ready."""
    decision_seconds: float = 30.0
    away_seconds: float = 90.0
    """A player who is inactive this long is away."""
    away_decision_seconds: float = 4.0
    """The time to answer of a player who is away."""
    gone_seconds: float = 20.0
    """How long a seat is kept after the browser was closed: the page may be reloaded, or the connection lost."""
    leave_seconds: float = 600.0
    """A player who is inactive this long leaves the table."""
    empty_seconds: float = 900.0
    """A table that is empty this long is closed."""
    public_tables: int = 8
    """The most public tables of one game."""
    most_tables: int = 200
    """The most tables in one process."""
    most_events: int = 8_000
    """A longer record takes too long to replay: the table is closed and opened again between rounds."""
    longest_name: int = 20
    most_bets: int = 16
    """The most bets of one player; no table has more spots."""
    acts_a_second: float = 5.0
    """The sustained rate of one visitor."""
    acts_at_once: int = 30
    newcomers_a_second: float = 1.0
    """The sustained rate of new visitors, those without a cookie, from one address."""
    newcomers_at_once: int = 60
