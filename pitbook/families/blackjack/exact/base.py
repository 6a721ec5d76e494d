"""The base game as a par sheet: plain blackjack, or the base game of a game of the rulebook.

NumPy is loaded only when a sheet is computed.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, cast

from pitbook.cards import Cards, Shoe
from pitbook.errors import BadInput
from pitbook.exact.par import Basis, OutcomeRow, ParSheet, Solved
from pitbook.exact.rule_hash import rule_hash
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import SheetJob
from pitbook.families.blackjack.exact import SECONDS
from pitbook.families.blackjack.rules.base import OUTCOMES, house_table
from pitbook.families.blackjack.rules.posted import BlackjackRules, headline, parse_rules, rules_of_game
from pitbook.games import base_game
from pitbook.games import game as game_of
from pitbook.games.model import Game
from pitbook.games.options_read import values_read
from pitbook.games.package import hash_of_table
from pitbook.pay import Odds, PayTable

BASE: Final = "base"
SLUG: Final = "blackjack"
NAME: Final = "Blackjack"
METHOD: Final = "solved over the values of all cards without replacement; no deals are counted one by one"
ERROR: Final = 1e-13
"""The error of an expectation: double precision, summed over all hands."""
CHANCE_ERROR: Final = 3e-7
"""The error of the probability of a net result, because of splits into three or more hands."""


def is_by_itself(game: Game) -> bool:
    """Whether this is plain blackjack with rules of the user's choice, not a game with side bets."""
    return base_game(game) is None


def solve_base(rules: BlackjackRules, game: Game | None = None, removed: Cards = ()) -> ParSheet:
    """The sheet for these rules, from a full shoe or one without some cards.

    If a par sheet has one figure and blackjack has two, it is the one of the strategy chart.
    """
    from pitbook.families.blackjack.exact.sheet import blackjack_sheet
    from pitbook.families.blackjack.exact.values import composition_of

    of = game_of(SLUG) if game is None else game
    shoe = Shoe.of_decks(rules.decks).without(removed)
    record = blackjack_sheet(rules, composition_of(shoe))
    if game is not None and not is_by_itself(game):
        read = values_read(game, [game.wager(BASE)], [], "count", rules.items())
        record |= {"game": game.slug, "letter": game.letter.number, "options": read}
    return ParSheet(
        game=of,
        wager=of.wager(BASE),
        table=_table(rules),
        decks=rules.decks,
        shoe=shoe,
        options=rules.items(),
        basis=Basis(),
        rows=tuple(_row(outcome) for outcome in record["outcomes"]),
        deals=None,
        assumptions=(record["split_treatment"], *record["assumptions"]),
        method=METHOD,
        solved=Solved(record["house_edge"]["total_dependent"], record["win"], record["variance"], ERROR, CHANCE_ERROR),
        strategy=_strategy(rules),
        detail=record,
    )


def _table(rules: BlackjackRules) -> PayTable:
    """The house's pay table, with the pay for a blackjack from these rules."""
    table, natural = house_table({}), OUTCOMES[0].name
    paid = Odds(rules.blackjack_pays, True)
    return replace(
        table, lines=tuple(replace(line, pay=paid) if line.outcome == natural else line for line in table.lines)
    )


def _row(outcome: Mapping[str, Any]) -> OutcomeRow:
    net = Fraction(outcome["net"])
    pays = f"{outcome['net']} to 1" if net > 0 else "push" if net == 0 else "loss"
    label = net_words(outcome["net_decimal"])
    return OutcomeRow(f"net {outcome['net']}", label, None, Fraction(outcome["probability"]), pays, net, net > 0)


def net_words(net: float) -> str:
    """``Wins 1.5``, ``Push``, ``Loses 2``: per unit of the first wager."""
    return "Push" if net == 0 else f"{'Wins' if net > 0 else 'Loses'} {abs(net):g}"


def _strategy(rules: BlackjackRules) -> str:
    return f"the strategy chart; {headline(rules)}"


def solved_record(sheet: ParSheet) -> Mapping[str, Any]:
    """The solver's figures of the base game."""
    return cast("Mapping[str, Any]", sheet.detail)


def rules_of_sheet(sheet: ParSheet) -> BlackjackRules:
    return parse_rules(solved_record(sheet)["rules"])


def inputs_hash(sheet: ParSheet) -> str:
    """The SHA-256 of everything that the sheet was computed from, in hexadecimal."""
    found = solved_record(sheet)
    inputs = {key: found[key] for key in ("version", "game", "rules", "shoe")}
    return hashlib.sha256(json.dumps(inputs, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def base_record(sheet: ParSheet) -> dict[str, Any]:
    """Everything on the sheet."""
    hashes = {"rule_hash": rule_hash(sheet.wager), "table_hash": hash_of_table(sheet.table)}
    return {**solved_record(sheet), "method": METHOD, **hashes, "inputs_hash": inputs_hash(sheet)}


def effects_of_removal(sheet: ParSheet) -> dict[str, float]:
    """Card value -> change of the house edge if one such card is removed, by the chart; only for values in the shoe."""
    effects = solved_record(sheet)["effect_of_removal"]
    return {name: -float(change) for name, change in effects.items() if change is not None}


def base_jobs(game: Game, ask: SheetRequest) -> Sequence[SheetJob]:
    """One sheet, for the game's usual number of decks if none is given; its rules are the options and ``ask.play``."""
    if any(ask.tables.values()) or ask.bets or ask.meter is not None or ask.seats > 1:
        raise BadInput("the base game of blackjack takes only --decks, --rule, --option and --remove")
    wager = game.wager(ask.wager)
    if wager.slug != BASE:
        raise BadInput(f"{wager.slug} is decided by play, and no solution of blackjack says how")
    game.check_options(ask.options)
    game.check_bearing(ask.options, [wager], "count")
    if is_by_itself(game):  # with any number of decks that a shoe holds
        rules = parse_rules([*ask.options.items(), *ask.play.items()], ask.decks)
    else:
        rules = rules_of_game(game, ask.decks, ask.play, ask.options)
    Shoe.of_decks(rules.decks).without(ask.removed)
    return (
        SheetJob(
            game,
            wager,
            "house",
            rules.decks,
            "solved over the values of all cards",
            SECONDS,
            lambda report: solve_base(rules, game, ask.removed),
            lambda: False,
            _strategy(rules),
        ),
    )
