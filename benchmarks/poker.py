"""Poker games solved without stored results, compilation apart; situations, advice and commands with stored results.

``python -m benchmarks.poker KIND NAME`` measures in a process of its own and prints JSON: solving holds much memory.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter, process_time
from typing import Any, Final, TypeVar

from benchmarks.line import Line, say
from pitbook.cards import JOKER, parse_cards
from pitbook.families.poker.exact import board, methods
from pitbook.families.poker.exact.advise import adviser
from pitbook.families.poker.exact.problem import Problem, pose
from pitbook.families.poker.rules.statement import rules_of

T = TypeVar("T")

DEAD: Final = "2c 7d Kh"
NAMES: Final = {
    "three-card-poker": "Three Card Poker",
    "triple-shot-rummy": "Triple Shot Rummy",
    "crazy-4-poker": "Crazy 4 Poker",
    "caribbean-stud": "Caribbean Stud",
    "four-card-poker": "Four Card Poker",
    "dj-wild": "DJ Wild",
    "let-it-ride": "Let It Ride",
    "mississippi-stud": "Mississippi Stud",
    "ultimate-texas-holdem": "Ultimate Texas Hold'em",
    "texas-holdem-bonus": "Texas Hold'em Bonus",
    "big-raise-stud": "Big Raise Stud Poker",
    "i-luv-suits": "I Luv Suits Poker",
    "high-five-poker": "High Five Poker",
    "six-card-poker": "Six Card Poker",
    "flush-rush": "Flush Rush",
}
AS_THE_RULES_SHOW: Final = {
    "three-card-poker": 2.0, "triple-shot-rummy": 2.0, "crazy-4-poker": 5.0, "caribbean-stud": 10.0,
    "four-card-poker": 25.0, "dj-wild": 60.0, "let-it-ride": 5.0, "mississippi-stud": 5.0,
    "ultimate-texas-holdem": 100.0, "texas-holdem-bonus": 75.0,
    "big-raise-stud": 2.0, "i-luv-suits": 15.0, "high-five-poker": 30.0, "six-card-poker": 75.0, "flush-rush": 15.0,
}  # fmt: skip
"""Seconds that the whole game with its distribution may take on two idle cores."""
KNOWN: Final = {
    "three-card-poker": (5.0, ("dealer:1", "dealer:2", "dealer:all", "dealer:1~QKA", "dealer:all~QKA", "none")),
    "triple-shot-rummy": (120.0, ("dealer:2",)),
    "crazy-4-poker": (120.0, ("dealer:2",)),
    "caribbean-stud": (120.0, ("dealer:2",)),
    "four-card-poker": (120.0, ("dealer:2",)),
    "dj-wild": (120.0, ("dealer:2",)),
    "let-it-ride": (10.0, ("board:1", "board:2", "board:all")),
    "mississippi-stud": (10.0, ("board:1", "board:2", "board:3", "board:all")),
    "big-raise-stud": (10.0, ("board:1", "board:all")),
    "i-luv-suits": (120.0, ("dealer:1",)),
}
"""The same with other knowledge."""
WITH_DEAD: Final = dict.fromkeys(("three-card-poker", "triple-shot-rummy", "crazy-4-poker", "caribbean-stud",
                                  "four-card-poker", "dj-wild", "let-it-ride", "mississippi-stud",
                                  "big-raise-stud", "i-luv-suits", "flush-rush"), 60.0)  # fmt: skip
"""The same with dead cards, which leave fewer equivalent suits."""
MOST_MEMORY: Final = {"ultimate-texas-holdem": 4_000.0, "texas-holdem-bonus": 4_000.0}
USUAL_MEMORY: Final = 2_000.0
VALUES_ALONE: Final = 60.0
"""Seconds for the values of Ultimate Texas Hold'em without the distribution."""
WARM: Final = 0.4
"""Seconds for the whole command where the result is stored."""
SITUATIONS: Final = (
    ("ultimate-texas-holdem", "Ks Qd", "Kd 7c 2h"),
    ("ultimate-texas-holdem", "Ks 4d", ""),
    ("texas-holdem-bonus", "Ks Qd", "Kd 7c 2h"),
    ("texas-holdem-bonus", "Ks 4d", ""),
)
"""Situations of hold'em games, which are timed with dead cards."""
SITUATION_SECONDS: Final = 10.0
ADVISED: Final = (
    ("three-card-poker", "Qs 6d 4h", "", ""),
    ("triple-shot-rummy", "As Kd Qh", "", ""),
    ("crazy-4-poker", "As Kd Qh 7c 3s", "", ""),
    ("caribbean-stud", "As Kd Qh 7c 3s", "", "Qc"),
    ("four-card-poker", "As Kd Qh 7c 3s", "", "Qc"),
    ("dj-wild", "As Kd Qh 7c 3s", "", ""),
    ("let-it-ride", "As Kd Qh", "Jc", ""),
    ("mississippi-stud", "As Kd", "9c", ""),
    ("big-raise-stud", "As Kd 4h", "", ""),
    ("i-luv-suits", "Ts 8s 6s Kd 5d Ah 2c", "", ""),
    ("high-five-poker", "7s 7d Qc Th 8s 3d 2h", "", ""),
    ("six-card-poker", "As Kd Qh 7c 3s 2d", "", "Qc 9d 4h"),
    ("flush-rush", "Ts 8s 6d Kc 4d 3d", "", ""),
    ("ultimate-texas-holdem", "Ks Qd", "", ""),
    ("ultimate-texas-holdem", "Ks Qd", "Kd 7c 2h", ""),
    ("ultimate-texas-holdem", "Ks Qd", "Kd 7d 2d", ""),
    ("ultimate-texas-holdem", "Ks Qd", "Kd 7c 2h 3c 4s", ""),
    ("texas-holdem-bonus", "Ks Qd", "Kd 7c 2h", ""),
    ("texas-holdem-bonus", "Ks Qd", "Kd 7c 2h 3c", ""),
)
ADVICE_SECONDS: Final = 0.05


def solved_poker() -> Iterator[Line]:
    """Every game solved from nothing, each in a process of its own."""
    for slug, most in AS_THE_RULES_SHOW.items():
        yield from _solved(NAMES[slug], slug, "", "", most)
        if slug == "ultimate-texas-holdem":
            say("its values alone ...")
            took = _measured("values", slug)[0]
            name = f"{NAMES[slug]}, values of all choices without the distribution"
            yield Line(name, took["seconds"], "s", VALUES_ALONE, cpu=took["cpu"])
    for slug, (most, every) in KNOWN.items():
        for sees in every:
            yield from _solved(f"{NAMES[slug]}, --sees {sees}", slug, sees, "", most)
    for slug, most in WITH_DEAD.items():
        yield from _solved(f"{NAMES[slug]}, dead cards {DEAD}", slug, "", DEAD, most)


def _measured(*words: str) -> tuple[dict[str, Any], float]:
    from benchmarks.measure import run

    ran = run("benchmarks.poker", *words)
    found: dict[str, Any] = json.loads(ran.output)
    return found, ran.megabytes


def _solved(name: str, slug: str, sees: str, dead: str, most: float) -> Iterator[Line]:
    say(f"{name}, solved ...")
    took, megabytes = _measured("solve", slug, sees, dead)
    sets, deals = f"{took['information_sets']:,}", f"{took['deals']:,}"
    yield Line(
        f"{name}, solved: {sets} information sets, {deals} deals", took["seconds"], "s", most, False,
        "every deal of a sample one by one, for as many sets", took["one_by_one"], took["cpu"],
    )  # fmt: skip
    yield Line(f"{name}, compiling", took["compiling"], "s")
    yield Line(f"{name}, memory", megabytes, "MB", MOST_MEMORY.get(slug, USUAL_MEMORY))


def poker_situations() -> Iterator[Line]:
    """One situation with dead cards, advice in a running process, and whole commands with stored results."""
    from benchmarks.measure import run

    for slug, hand, shown in SITUATIONS:
        name = f"{NAMES[slug]}, {hand} {f'on {shown}' if shown else 'before the flop'}, dead {DEAD}"
        say(f"{name} ...")
        took, _ = _measured("situation", slug, hand, shown)
        yield Line(name, took["seconds"], "s", SITUATION_SECONDS, cpu=took["cpu"])
    for slug, hand, shown, dealer in ADVISED:
        took, _ = _measured("advise", slug, hand, shown, dealer)
        name = f"{NAMES[slug]}, advice for {' '.join(filter(None, (hand, shown, dealer)))}"
        yield Line(name, took["seconds"], "s", ADVICE_SECONDS, cpu=took["cpu"])
    for slug, name in NAMES.items():
        say(f"{name}, stored ...")
        ran = min((run("pitbook", "solve", slug, "--json") for _ in range(5)), key=lambda each: each.seconds)
        yield Line(f"{name}, the whole command with a stored result", ran.seconds, "s", WARM, cpu=ran.cpu)


# -- in a process of its own -------------------------------------------------------------------------------------------


def _compile(problem: Problem) -> None:
    """Solves something small with the same kernels."""
    if methods.method_of(problem.rules) != "board":
        left = problem.rules.own + problem.rules.dealer + problem.rules.board + 6
        kept = [card for card in range(JOKER) if card not in problem.dead]
        methods.solve(replace(problem, dead=(*problem.dead, *kept[: len(kept) - left])))
        return
    ready = board.Board(problem)
    ready.boards, ready.weights = ready.boards[:2], ready.weights[:2]
    solved = ready.values(lambda more: None)
    ready.play(solved.best)


def _timed(work: Callable[[], T]) -> tuple[T, dict[str, Any]]:
    start, cpu = perf_counter(), process_time()
    found = work()
    return found, {"seconds": perf_counter() - start, "cpu": process_time() - cpu}


def _one_by_one(problem: Problem, sets: int) -> float | None:
    """CPU seconds for as many information sets if each were summed by itself over everything that may come, compiled.

    Some situations of the last decision are the sample; None where a situation is not shown one by one.
    """
    rules, knowledge = problem.rules, problem.knowledge
    if knowledge.hinted or rules.dealer == 0:
        return None
    pack = [card for card in range(JOKER) if card not in problem.dead]
    took = []
    for step in (3, 5, 7, 11):
        cards = (pack[::step] + pack)[: rules.own + knowledge.dealer + rules.streets[-1].board]
        cards = list(dict.fromkeys(cards)) + [card for card in pack[::-1] if card not in cards]
        hand, rest = tuple(cards[: rules.own]), cards[rules.own :]
        shown = tuple(rest[: rules.streets[-1].board])
        seen = tuple(rest[len(shown) : len(shown) + knowledge.dealer])
        start = process_time()
        methods.solve_situation(problem, hand, shown, seen)
        took.append(process_time() - start)
    return min(took[1:]) * sets


def _solve(slug: str, sees: str, dead: str) -> dict[str, Any]:
    problem = pose(rules_of(slug), dead=parse_cards(dead), sees=sees or None)
    start = process_time()
    _compile(problem)
    compiling = process_time() - start
    found, took = _timed(lambda: methods.solve(problem))
    return took | {
        "compiling": compiling,
        "information_sets": found.information_sets,
        "deals": found.deals,
        "one_by_one": _one_by_one(problem, found.information_sets),
    }


def _values(slug: str) -> dict[str, Any]:
    problem = pose(rules_of(slug))
    _compile(problem)
    return _timed(lambda: board.Board(problem).values(lambda more: None))[1]


def _situation(slug: str, hand: str, shown: str) -> dict[str, Any]:
    problem = pose(rules_of(slug), dead=parse_cards(DEAD))
    rest = [card for card in range(JOKER) if card not in problem.dead]
    methods.solve_situation(problem, tuple(rest[:2]), tuple(rest[2:5]))  # compiles
    return _timed(lambda: methods.solve_situation(problem, parse_cards(hand), parse_cards(shown)))[1]


def _advise(slug: str, hand: str, shown: str, dealer: str) -> dict[str, Any]:
    asked = parse_cards(hand), parse_cards(shown), parse_cards(dealer)
    adviser(slug).advise(*asked)
    return min((_timed(lambda: adviser(slug).advise(*asked))[1] for _ in range(9)), key=lambda each: each["seconds"])


def main(kind: str, *words: str) -> None:
    """Measures one thing and prints it."""
    measures: dict[str, Callable[..., dict[str, Any]]] = {
        "solve": _solve, "values": _values, "situation": _situation, "advise": _advise,
    }  # fmt: skip
    print(json.dumps(measures[kind](*words)))


if __name__ == "__main__":
    main(*sys.argv[1:])
