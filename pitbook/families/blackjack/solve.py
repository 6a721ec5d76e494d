"""Blackjack for ``pitbook solve``: computed in double precision, so the edge is a decimal with an error bound."""

from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.exact.solving import KnownCards, SolveRequest
from pitbook.games import game as game_of

UP_CARD: Final = 1


def known_cards(game: str, question: str, number: int) -> KnownCards:
    """The hand and the up card, for every question."""
    return KnownCards(own=None, dealer=UP_CARD)


def seconds(request: SolveRequest) -> float:
    """A few seconds at most."""
    return 0.0


def solve(request: SolveRequest, progress: Progress | None, run: Runner) -> dict[str, Any]:
    from pitbook.families.blackjack.exact.base import BASE, ERROR, is_by_itself, solve_base, solved_record
    from pitbook.families.blackjack.rules.posted import parse_rules, rules_of_game

    if request.tables or request.pays:
        raise BadInput("the base game of blackjack has no pay tables: use --option")
    if request.sees is not None:
        raise BadInput(
            f"--sees cannot change what a blackjack player knows: {request.game} is solved for a player "
            "who knows their own cards and the dealer's up card"
        )
    if request.exposures:
        raise BadInput(
            "the value of an exposed card is not computed for blackjack, which is solved for a player "
            "who knows their own cards and the dealer's up card"
        )
    if request.hand is not None or request.board or request.dealer:
        raise BadInput("one blackjack hand is shown by 'pitbook strategy --hand CARDS --up CARD'")
    if run is not run_here:
        raise BadInput("blackjack is solved on this machine within seconds: leave out --cluster and --checkpoint")
    game = game_of(request.game)
    if is_by_itself(game):  # its rules are its options
        sheet = solve_base(parse_rules(request.options), removed=request.dead)
    else:
        game.check_options(request.options)
        game.check_bearing(request.options, [game.wager(BASE)], "count")
        sheet = solve_base(rules_of_game(game, None, {}, request.options), game, request.dead)
    found = solved_record(sheet)
    return {
        "game": game.slug,
        "wager": BASE,
        "tables": {},
        "options": found.get("options", found["rules"]),
        "sees": f"dealer:{UP_CARD}",
        "deals": None,
        "house_edge": None,
        "house_edge_decimal": found["house_edge"]["composition_dependent"],
        "house_edge_error": ERROR,
        "element_of_risk_decimal": None,
        "average_stake_decimal": None,
        "hit_frequency_decimal": found["win"],
        "standard_deviation_decimal": found["standard_deviation"],
        "choices": {},
    }
