"""Simulated deals: how many a second on a core, how they scale with workers, and how long a command takes to start.

The peer deals the same cards with NumPy alone, a million deals at a time, and classifies them by the same rules.
``python -m benchmarks.simulate`` measures in a process of its own and prints JSON.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from time import thread_time
from typing import Any

from benchmarks.line import Line, best_time, say
from pitbook.exact.custom_wager import find_game
from pitbook.exact.select import SheetRequest, plan
from pitbook.simulate.run import run
from pitbook.simulate.wagers import BLOCK, WagerDeals, wager_deals

RUNS = 12
PEER_DEALS = 1 << 20
SCALED = 32 * BLOCK
WAGERS = {
    "royal-match": ("royal-match-21", 2),
    "match-n-poker": ("match-n-poker", 3),
    "match": ("million-dollar-match-the-dealer", 3),
    "super-bonus": ("million-dollar-match-the-dealer", 7),
    "dynasty": ("ez-pai-gow", 7),
}
LEAST = 50e6
COMMAND = ("pitbook", "simulate", "match-n-poker", "match-n-poker", "--rounds", "1e6", "--json")


def simulated_deals() -> Iterator[Line]:
    """Simulates one wager."""
    from benchmarks.measure import run as run_process

    say("deals of one wager ...")
    found = json.loads(run_process("benchmarks.simulate").output)
    for wager, (_, cards) in WAGERS.items():
        peer = ("NumPy, a million at a time", found["NumPy"]) if wager == "match-n-poker" else ("", None)
        least = LEAST if cards < 4 else None
        yield Line(f"{wager}, deals of {cards} cards on one core", found[wager], "/s", least, True, *peer)
    yield Line("deals on two workers against one", found["one worker"] / found["two workers"], "x", 1.8, True)
    with tempfile.TemporaryDirectory() as folder:
        say("starting a simulation, and again ...")
        cold = run_process(*COMMAND, PITBOOK_CACHE=folder)
        warm = min((run_process(*COMMAND, PITBOOK_CACHE=folder) for _ in range(3)), key=lambda ran: ran.seconds)
    name = "a million deals, from starting the command"
    yield Line(name, warm.seconds, "s", 2.0, False, "empty cache", cold.seconds, warm.cpu)


def main() -> None:
    found = {wager: BLOCK / _least_time(_blocks(_simulation(game, wager))) for wager, (game, _) in WAGERS.items()}
    found["NumPy"] = PEER_DEALS / _least_time(numpy_deals)
    simulation = _simulation("match-n-poker", "match-n-poker", SCALED)
    # Both need idle cores, so the best of several runs counts.
    for name, workers in (("one worker", 1), ("two workers", 2)):
        found[name] = best_time(partial(run, simulation, workers), 5)
    print(json.dumps(found))


def _simulation(game: str, wager: str, rounds: int = BLOCK) -> WagerDeals:
    chosen = find_game(game)
    simulation = wager_deals(plan(chosen, SheetRequest(wager=wager, decks=chosen.default_decks))[0], game, rounds, 1)
    simulation.prepare()
    return simulation


def _blocks(simulation: WagerDeals) -> Callable[[], object]:
    return lambda: simulation.run(0)


def _least_time(work: Callable[[], object]) -> float:
    """Seconds of processor time, which other load on the machine does not change."""
    best = float("inf")
    for _ in range(RUNS):
        start = thread_time()
        work()
        best = min(best, thread_time() - start)
    return best


def numpy_deals() -> Any:
    """A million deals of three cards from six decks, and how many of them win on each line of Match-n-Poker."""
    import numpy as np

    random = np.random.default_rng(1)
    # Three different positions of the shoe: the second and third skip those before them.
    places = [random.integers(0, size, PEER_DEALS, dtype=np.int32) for size in (312, 311, 310)]
    places[1] += places[1] >= places[0]
    low, high = np.minimum(places[0], places[1]), np.maximum(places[0], places[1])
    places[2] += places[2] >= low
    places[2] += places[2] >= high
    ranks = [place % 52 >> 2 for place in places]
    suits = [place & 3 for place in places]
    flush = (suits[0] == suits[1]) & (suits[1] == suits[2])
    trips = (ranks[0] == ranks[1]) & (ranks[1] == ranks[2])
    least, most = np.minimum.reduce(ranks), np.maximum.reduce(ranks)
    middle = ranks[0] + ranks[1] + ranks[2] - least - most
    straight = ((middle == least + 1) & (most == middle + 1)) | ((least == 0) & (middle == 1) & (most == 12))
    match = (ranks[0] == ranks[2]) | (ranks[1] == ranks[2])
    lines = flush & trips | (flush & straight) << 1 | trips << 2 | straight << 3 | flush << 4 | match << 5
    return np.bincount(lines, minlength=64)


if __name__ == "__main__":
    main()
