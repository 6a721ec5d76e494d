"""Whole poker tables simulated, in processor time of one core.

``python -m benchmarks.simulate_poker NAME`` measures in a process of its own and prints JSON.
"""

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from time import process_time
from typing import Final

from benchmarks.line import Line, say
from pitbook import games
from pitbook.games.settle import lay_out
from pitbook.simulate.table import TableRequest, usual_bets

PLAYED: Final[dict[str, tuple[str, int, str, float]]] = {
    "Three Card Poker, all wagers, one seat": ("three-card-poker", 1, "best", 12e6),
    "Three Card Poker, all wagers, seven seats": ("three-card-poker", 7, "best", 2e6),
    "Three Card Poker by the chart": ("three-card-poker", 1, "chart", 8e6),
    "Triple Shot Rummy by the chart": ("triple-shot-rummy", 1, "chart", 8e6),
    "Caribbean Stud by the chart": ("caribbean-stud", 1, "chart", 3e6),
    "Crazy 4 Poker by the chart": ("crazy-4-poker", 1, "chart", 3e6),
    "DJ Wild by the chart": ("dj-wild", 1, "chart", 3e6),
    "Four Card Poker by the chart": ("four-card-poker", 1, "chart", 3e6),
    "Let It Ride by the chart": ("let-it-ride", 1, "chart", 1e6),
    "Let It Ride, best choices": ("let-it-ride", 1, "best", 0.2e6),
    "Mississippi Stud by the chart": ("mississippi-stud", 1, "chart", 1e6),
    "Mississippi Stud, best choices": ("mississippi-stud", 1, "best", 0.2e6),
    "Big Raise Stud Poker by the chart": ("big-raise-stud", 1, "chart", 3e6),
    "I Luv Suits Poker by the chart": ("i-luv-suits", 1, "chart", 1e6),
    "High Five Poker by the chart": ("high-five-poker", 1, "chart", 1e6),
    "High Five Poker, best choices": ("high-five-poker", 1, "best", 0.5e6),
    "Six Card Poker by the chart": ("six-card-poker", 1, "chart", 1e6),
    "Six Card Poker, best choices": ("six-card-poker", 1, "best", 0.02e6),
    "Flush Rush by the chart": ("flush-rush", 1, "chart", 1e6),
    "Ultimate Texas Hold'em by the chart": ("ultimate-texas-holdem", 1, "chart", 1e6),
    "Ultimate Texas Hold'em, best choices": ("ultimate-texas-holdem", 1, "best", 0.2e6),
    "Texas Hold'em Bonus by the chart": ("texas-holdem-bonus", 1, "chart", 1e6),
    "Texas Hold'em Bonus, best choices": ("texas-holdem-bonus", 1, "best", 0.2e6),
}
"""What is simulated: game, seats, way to play, and the least rounds a second and core."""
BLOCKS: Final = 8


def simulated_poker() -> Iterator[Line]:
    """Whole tables, in processor time of one core."""
    from benchmarks.measure import run

    for name, (_, _, _, promised) in PLAYED.items():
        say(f"{name}, simulated ...")
        took = json.loads(run("benchmarks.simulate_poker", name).output)
        yield Line(f"{name}, rounds a second and core", took["rate"], "/s", promised, True)


def main(name: str) -> None:
    """Measures one table and prints it."""
    slug, seats, strategy, _ = PLAYED[name]
    layout = lay_out(games.game(slug))
    ask = TableRequest(layout, BLOCKS << 16, seats, 1, usual_bets(layout, None), Fraction(0), None, {}, strategy)
    simulation = ask.simulation()
    simulation.prepare()
    best = 0.0
    for block in range(simulation.blocks):
        start = process_time()
        simulation.run(block)
        best = max(best, simulation.rounds_in(block) / (process_time() - start))
    print(json.dumps({"rate": best}))


if __name__ == "__main__":
    main(*sys.argv[1:])
