"""Poker games solved for ``pitbook solve``: exact fractions."""

from dataclasses import replace
from functools import cache
from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.cache import covers
from pitbook.exact.pieces import Progress, Runner, phase
from pitbook.exact.solving import KnownCards, SolveRequest
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.deck import Deck, deck_left
from pitbook.families.poker.exact.exposures import check_compared, exposures, sees_of
from pitbook.families.poker.exact.knowledge import by_rules, parse_sees
from pitbook.families.poker.exact.methods import can_solve, solve_situation
from pitbook.families.poker.exact.problem import Problem, pose
from pitbook.families.poker.exact.record import exposures_record, situation_record, solution_record, unsolved_record
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.exact.stored import is_known, seconds_to_solve, solved
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games import game
from pitbook.games.house_rules import ROUNDING
from pitbook.games.model import listed


def known_cards(game: str, question: str, number: int) -> KnownCards:
    """The cards that a player sees at a street: their own, the dealer's up cards and the face-up community cards."""
    rules = rules_of(game)
    street = rules.streets[number]
    return KnownCards(rules.own_at(street), by_rules(rules).dealer, street.board)


def seconds(request: SolveRequest) -> float:
    """By the method and the player's known cards; 0 if a solution is stored or the request is refused."""
    problem = _posed(request)
    rules = problem.rules
    if not can_solve(problem):
        return 0.0
    kept = covers(rules.value, rules.lines)
    needed = 0.0 if kept and is_known(problem) else seconds_to_solve(problem)
    if request.exposures and (rules.dealer == 0 or not rules.board):
        every = (replace(problem, knowledge=parse_sees(sees, rules)) for sees in sees_of(rules))
        needed += sum(seconds_to_solve(each) for each in every if not (kept and is_known(each)))
    return needed


def solve(request: SolveRequest, progress: Progress | None, run: Runner) -> dict[str, Any]:
    problem = _posed(request)
    if request.exposures:
        check_compared(problem)
    phases = 3 if request.exposures else 2

    @cache
    def whole() -> Solution:
        return solved(problem, phase(progress, 0, phases), run)

    def record() -> dict[str, Any]:
        return solution_record(problem, whole(), charted(problem, phase(progress, 1, phases), run))

    if request.hand is None:
        found = record()
        if request.exposures:
            found["exposures"] = exposures_record(exposures(problem, phase(progress, 2, phases), run))
        return found
    shown = solve_situation(problem, request.hand, request.board, request.dealer, whole)
    found = record() if can_solve(problem) else unsolved_record(problem)
    return found | {"situation": situation_record(shown)}


def _posed(request: SolveRequest) -> Problem:
    """The request as a problem; refuses, before any work, an option of the game that changes nothing here and cards
    that cannot be dealt."""
    rules, known = rules_of(request.game), game(request.game).all_options()
    read = [option.name for option in rules.options]
    for name in request.options:
        if name in known and name not in read:
            why = "pays are solved before they are rounded" if name == ROUNDING.name else "it changes side bets only"
            others = f"the options that change it are {listed(read)}" if read else "no option changes it"
            raise BadInput(f"option {name} has no bearing on the solution of {request.game}: {why}; {others}")
    problem = pose(rules, request.tables, request.pays, request.options, request.dead, request.sees)
    if request.hand is not None:
        if request.exposures:
            raise BadInput("--exposures compares whole games: leave out --hand")
        deck_left(rules, request.dead, request.hand, request.board, request.dealer)
    elif request.board or request.dealer:
        raise BadInput("--board and --dealer describe a situation: give the player's cards with --hand too")
    else:
        Deck.of(rules, request.dead)
    return problem
