"""Poker games solved for ``pitbook solve``: exact fractions."""

from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.cache import covers
from pitbook.exact.pieces import Progress, Runner
from pitbook.exact.solving import KnownCards, SolveRequest
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.exposures import exposures
from pitbook.families.poker.exact.knowledge import by_rules
from pitbook.families.poker.exact.methods import can_solve, solve_situation
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.record import exposures_record, situation_record, solution_record, unsolved_record
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.exact.stored import is_known, seconds_to_solve, solved
from pitbook.families.poker.rules.statement import rules_of


def known_cards(game: str, question: str, number: int) -> KnownCards:
    """What the rules show at a street: the own cards, the dealer's up cards, and the community cards turned over."""
    rules = rules_of(game)
    return KnownCards(rules.own, by_rules(rules).dealer, rules.streets[number].board)


def seconds(request: SolveRequest) -> float:
    """By the method and by how many dealer cards the player knows beyond those that the rules show."""
    rules = rules_of(request.game)
    problem = pose(rules, request.tables, request.pays, request.options, request.dead, request.sees)
    if not can_solve(problem) or (covers(rules.value, rules.lines) and is_known(problem)):
        return 0.0
    more = problem.knowledge.dealer + problem.knowledge.hinted - by_rules(rules).dealer
    return seconds_to_solve(rules) * 3.0 ** max(0, more)


def solve(request: SolveRequest, progress: Progress | None, run: Runner) -> dict[str, Any]:
    problem = pose(rules_of(request.game), request.tables, request.pays, request.options, request.dead, request.sees)

    def whole() -> Solution:
        return solved(problem, progress, run)

    if request.hand is None:
        if request.board or request.dealer:
            raise BadInput("--board and --dealer describe a situation: give the player's cards with --hand too")
        record = solution_record(problem, whole(), charted(problem, progress))
        if request.exposures:
            record["exposures"] = exposures_record(exposures(problem, progress))
        return record
    shown = solve_situation(problem, request.hand, request.board, request.dealer, whole)
    whole_record = solution_record(problem, whole(), charted(problem, progress)) if can_solve(problem) else None
    record = whole_record or unsolved_record(problem)
    return record | {"situation": situation_record(shown)}
