"""Poker tables to be simulated, also of games that no list shows yet."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from fractions import Fraction

from pitbook import games
from pitbook.games.settle import lay_out
from pitbook.simulate.result import SimulationResult
from pitbook.simulate.run import run
from pitbook.simulate.table import TableRequest, table_result, usual_bets


@contextmanager
def listed(*slugs: str) -> Iterator[None]:
    """The rulebook with these games in it."""
    with ExitStack() as stack:
        for slug in slugs:
            if not games.exists(slug):
                stack.enter_context(games.added(slug, f"pitbook.games.{slug.replace('-', '_')}.rules"))
        yield


def ask_of(
    slug: str,
    rounds: int,
    seats: int = 1,
    strategy: str = "best",
    seed: int = 1,
    tables: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    bets: Mapping[str, int] | None = None,
) -> TableRequest:
    """A table with the usual bets, or with those given."""
    layout = lay_out(games.game(slug), tables=tables, options=options)
    made = bets or usual_bets(layout, None)
    return TableRequest(layout, rounds, seats, seed, made, Fraction(0), None, {}, strategy)  # type: ignore[arg-type]


def played(ask: TableRequest, workers: int = 1) -> SimulationResult:
    """The totals of the rounds."""
    simulation = ask.simulation()
    return table_result(ask, simulation, run(simulation, workers))
