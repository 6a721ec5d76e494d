"""Poker games: solved without stored results, compilation apart, and whole tables simulated on one core.

``python -m benchmarks.poker NAME...`` measures in a process of its own and prints JSON: solving holds much memory.
"""

import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from time import perf_counter, process_time
from typing import Any, Final

from benchmarks.line import Line, say
from pitbook import games
from pitbook.cards import JOKER, parse_cards
from pitbook.families.poker.exact import board, methods
from pitbook.families.poker.exact.problem import Problem, pose
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.settle import lay_out
from pitbook.simulate.table import TableAsk, usual_bets

SOLVED: Final[dict[str, tuple[str, dict[str, Any], float]]] = {
    "Three Card Poker": ("three-card-poker", {}, 2.0),
    "Three Card Poker, all dealer cards known": ("three-card-poker", {"sees": "dealer:all"}, 5.0),
    "Triple Shot Rummy": ("triple-shot-rummy", {}, 2.0),
    "Crazy 4 Poker": ("crazy-4-poker", {}, 5.0),
    "Caribbean Stud": ("caribbean-stud", {}, 10.0),
    "Caribbean Stud, two dealer cards known": ("caribbean-stud", {"sees": "dealer:2"}, 120.0),
    "Caribbean Stud, three dead cards": ("caribbean-stud", {"dead": parse_cards("2c 7d Kh")}, 60.0),
    "Four Card Poker": ("four-card-poker", {}, 25.0),
    "DJ Wild": ("dj-wild", {}, 60.0),
    "Let It Ride": ("let-it-ride", {}, 5.0),
    "Let It Ride, the board known": ("let-it-ride", {"sees": "board:all"}, 10.0),
    "Mississippi Stud": ("mississippi-stud", {}, 5.0),
    "Mississippi Stud, the last card known": ("mississippi-stud", {"sees": "board:3"}, 10.0),
    "Ultimate Texas Hold'em": ("ultimate-texas-holdem", {}, 100.0),
    "Texas Hold'em Bonus": ("texas-holdem-bonus", {}, 75.0),
}
"""What is solved: game, changes, and how many seconds it may take on two idle cores."""
MOST_MEMORY: Final = {"ultimate-texas-holdem": 4_000.0, "texas-holdem-bonus": 4_000.0}
USUAL_MEMORY: Final = 2_000.0

PLAYED: Final[dict[str, tuple[str, int, str, float]]] = {
    "Three Card Poker, all wagers, one seat": ("three-card-poker", 1, "best", 12e6),
    "Three Card Poker, all wagers, seven seats": ("three-card-poker", 7, "best", 2e6),
    "Triple Shot Rummy by the chart": ("triple-shot-rummy", 1, "chart", 8e6),
    "Caribbean Stud by the chart": ("caribbean-stud", 1, "chart", 3e6),
    "Crazy 4 Poker by the chart": ("crazy-4-poker", 1, "chart", 3e6),
    "DJ Wild by the chart": ("dj-wild", 1, "chart", 3e6),
    "Four Card Poker by the chart": ("four-card-poker", 1, "chart", 3e6),
    "Let It Ride by the chart": ("let-it-ride", 1, "chart", 3e6),
    "Mississippi Stud by the chart": ("mississippi-stud", 1, "chart", 3e6),
    "Ultimate Texas Hold'em by the chart": ("ultimate-texas-holdem", 1, "chart", 1e6),
    "Ultimate Texas Hold'em, best choices": ("ultimate-texas-holdem", 1, "best", 0.2e6),
}
"""What is simulated: game, seats, way to play, and the least rounds a second and core."""
BLOCKS: Final = 8


def solved_poker() -> Iterator[Line]:
    """Every game solved from nothing, each in a process of its own."""
    from benchmarks.measure import run

    for name, (slug, _, promised) in SOLVED.items():
        say(f"{name}, solved ...")
        ran = run("benchmarks.poker", "solve", name)
        took = json.loads(ran.output)
        sets, deals = f"{took['information_sets']:,}", f"{took['deals']:,}"
        yield Line(
            f"{name}, solved: {sets} information sets, {deals} deals", took["seconds"], "s", promised, cpu=took["cpu"]
        )
        yield Line(f"{name}, compiling", took["compiling"], "s")
        yield Line(f"{name}, memory", ran.megabytes, "MB", MOST_MEMORY.get(slug, USUAL_MEMORY))
    yield _against_enumeration()


def _against_enumeration() -> Line:
    """The sweep against comparing a sample of hands with every dealer hand, compiled, for one information set."""
    problem = pose(rules_of("caribbean-stud"))
    hands = [parse_cards(text) for text in ("As Kd Qh 7c 3s", "2s 2d 9h 7c 3s", "Jd Tc 8h 5s 4c")]
    up = parse_cards("Qc")
    methods.solve_situation(problem, hands[0], dealer=up)
    start = process_time()
    for hand in hands:
        methods.solve_situation(problem, hand, dealer=up)
    one_by_one = (process_time() - start) / len(hands)
    start = process_time()
    found = methods.solve(problem)
    swept = (process_time() - start) / found.information_sets
    what = "Caribbean Stud, one information set by the sweep"
    return Line(what, swept, "s", one_by_one, False, "every dealer hand, compiled", one_by_one)


def simulated_poker() -> Iterator[Line]:
    """Whole tables, in processor time of one core."""
    from benchmarks.measure import run

    for name, (slug, _, _, promised) in PLAYED.items():
        if not games.exists(slug):
            continue  # solved, and not dealt yet
        say(f"{name}, simulated ...")
        took = json.loads(run("benchmarks.poker", "simulate", name).output)
        yield Line(f"{name}, rounds a second and core", took["rate"], "/s", promised, True)


def _compile(problem: Problem) -> None:
    """Solves something small with the same kernels."""
    if methods.method_of(problem.rules) != "board":
        left = problem.rules.own + problem.rules.dealer + problem.rules.board + 6
        dead = tuple(range(JOKER - left)) if not problem.dead else (*problem.dead, *_others(problem, left))
        methods.solve(Problem(problem.rules, problem.tables, problem.options, dead, problem.knowledge))
        return
    ready = board.Board(problem)
    ready.boards, ready.weights = ready.boards[:2], ready.weights[:2]
    solved = ready.values(lambda more: None)
    ready.play(solved.best, lambda more: None)


def _others(problem: Problem, left: int) -> list[int]:
    return [card for card in range(JOKER) if card not in problem.dead][: JOKER - left - len(problem.dead)]


def _timed(work: Callable[[], Solution]) -> tuple[Solution, float, float]:
    start, cpu = perf_counter(), process_time()
    found = work()
    return found, perf_counter() - start, process_time() - cpu


def main(kind: str, name: str) -> None:
    """Measures one thing and prints it."""
    if kind == "solve":
        slug, changes, _ = SOLVED[name]
        problem = pose(rules_of(slug), dead=changes.get("dead", ()), sees=changes.get("sees"))
        start = process_time()
        _compile(problem)
        compiling = process_time() - start
        found, seconds, cpu = _timed(lambda: methods.solve(problem))
        print(
            json.dumps(
                {
                    "compiling": compiling,
                    "seconds": seconds,
                    "cpu": cpu,
                    "information_sets": found.information_sets,
                    "deals": found.deals,
                }
            )
        )
        return
    slug, seats, strategy, _ = PLAYED[name]
    layout = lay_out(games.game(slug))
    ask = TableAsk(layout, BLOCKS << 16, seats, 1, usual_bets(layout, None), Fraction(0), None, {}, strategy)
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
