"""Blackjack rounds a second on one core: the base wager alone, and a whole table with its bonus wagers.

``python -m benchmarks.simulate_blackjack`` measures in a process of its own and prints JSON: compiled code would count
as memory of whatever else is measured.
"""

import json
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from time import perf_counter

from benchmarks.line import Line, best_time, say
from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.blackjack.simulate import BlackjackTable, table_simulation
from pitbook.families.blackjack.simulate.table import BLOCK
from pitbook.games import game
from pitbook.games.settle import lay_out
from pitbook.money import Cents
from pitbook.simulate.table import TableRequest

RUNS = 40
"""The number of short blocks (some hundredths of a second each): on a busy machine at least one is undisturbed."""
PLAIN_ROUNDS = 200_000
BASE = {"base": Cents(1000)}
BONUS = {"royal-match": Cents(500), "blazing-7s": Cents(100)}


def table(seats: int, bets: dict[str, Cents], penetration: Fraction) -> BlackjackTable:
    """Six decks, dealer hits soft 17, double after split, split to four hands; basic play."""
    layout = lay_out(game("royal-match-21"), 6)
    return table_simulation(TableRequest(layout, BLOCK, seats, 1, bets, penetration, Cents(2_000_000), {}, "basic"))


def rate(simulation: BlackjackTable) -> float:
    return BLOCK / best_time(lambda: simulation.run(0), RUNS)


def plain_rate() -> float:
    """The same rounds by a straightforward compiled loop: each card added to a total, each choice looked up."""
    from tests.exact.blackjack_simulator import simulate

    analysis = Analysis(BlackjackRules())
    simulate(analysis, 1, 1)
    return PLAIN_ROUNDS / best_time(lambda: simulate(analysis, PLAIN_ROUNDS, 1), RUNS)


def main() -> None:
    start = perf_counter()
    fresh, cut = table(1, BASE, Fraction(0)), table(1, BASE, Fraction(3, 4))
    seven = table(7, {**BASE, **BONUS}, Fraction(3, 4))
    seven_base = table(7, BASE, Fraction(3, 4))
    for simulation in (fresh, cut, seven, seven_base):
        simulation.prepare()
    found = {"start": perf_counter() - start}
    for name, simulation in (("fresh", fresh), ("cut", cut), ("seven", seven), ("seven base", seven_base)):
        found[name] = rate(simulation)
    print(json.dumps(found | {"plain": plain_rate()}))


def simulated_blackjack() -> Iterator[Line]:
    """Rounds a second on one core."""
    from benchmarks.measure import run

    say("simulated blackjack, from an empty cache and again ...")
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (json.loads(run("benchmarks.simulate_blackjack", PITBOOK_CACHE=folder).output) for _ in range(2))
    best = {name: max(cold[name], warm[name]) for name in warm}
    plain = ("a straightforward compiled loop", best["plain"])
    yield Line("blackjack base rounds, one core, full shoes", best["fresh"], "/s", 20e6, True, *plain)
    yield Line("blackjack base rounds, one core, cut card at 75%", best["cut"], "/s", 20e6, True, *plain)
    yield Line("rounds of a table of seven, base wagers", best["seven base"], "/s", 2e6, True)
    yield Line("rounds of a table of seven, two bonus wagers each", best["seven"], "/s", 1e6, True)
    yield Line("blackjack tables ready to play", warm["start"], "s", 5.0, False, "empty cache", cold["start"])


if __name__ == "__main__":
    main()
