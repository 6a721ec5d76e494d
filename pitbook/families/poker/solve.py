"""Poker games solved for ``pitbook solve``: exact fractions."""

from typing import Any

from pitbook.cards import card_names
from pitbook.errors import BadInput
from pitbook.exact.cache import cache_key, kept
from pitbook.exact.solving import KnownCards, Progress, SolveRequest
from pitbook.families.poker.exact.knowledge import by_rules
from pitbook.families.poker.exact.methods import can_solve, solve_situation
from pitbook.families.poker.exact.methods import solve as solve_problem
from pitbook.families.poker.exact.problem import Problem, pose
from pitbook.families.poker.exact.record import situation_record, solution_record, unsolved_record
from pitbook.families.poker.rules.statement import rules_module, rules_of


def known_cards(game: str, question: str, number: int) -> KnownCards:
    """What the rules show at a street: the own cards, the dealer's up cards, and the community cards turned over."""
    rules = rules_of(game)
    return KnownCards(rules.own, by_rules(rules).dealer, rules.streets[number].board)


def solve(request: SolveRequest, progress: Progress | None) -> dict[str, Any]:
    problem = pose(rules_of(request.game), request.tables, request.pays, request.options, request.dead, request.sees)
    if request.hand is None:
        if request.board or request.dealer:
            raise BadInput("--board and --dealer describe a situation: give the player's cards with --hand too")
        return _whole(problem, progress)

    def solved() -> dict[str, Any]:
        return _whole(problem, progress)

    shown = solve_situation(problem, request.hand, request.board, request.dealer, solved)
    record = solved() if can_solve(problem) else unsolved_record(problem)
    return record | {"situation": situation_record(shown)}


def _whole(problem: Problem, progress: Progress | None) -> dict[str, Any]:
    """The solved game, from the cache if it was solved before."""
    record, _ = kept("solved", _key(problem), lambda: solution_record(problem, solve_problem(problem, progress)))
    return record


def _key(problem: Problem) -> str:
    """The key of a solution in the cache: everything that it follows from."""
    tables = {slug: [(line.outcome, str(line.pay)) for line in table.lines] for slug, table in problem.tables.items()}
    return cache_key(
        (__name__, rules_module(problem.rules.slug)),
        problem.rules.slug,
        tables,
        problem.table_ids(),
        dict(problem.options),
        card_names(sorted(problem.dead)),
        problem.knowledge.text(),
    )
