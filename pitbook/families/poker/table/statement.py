"""The trials of what a poker game from outside states: its functions and its drill."""

from collections.abc import Iterator
from functools import partial

from pitbook.families.poker.exact.statement import try_describe, try_lines, try_spot, try_value
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.model import Game
from pitbook.games.shown import shown
from pitbook.table.family import StatementTrial


def statement_trials(game: Game) -> Iterator[StatementTrial]:
    rules = rules_of(game.slug)
    yield StatementTrial("trying value()", rules.value, partial(try_value, rules))
    yield StatementTrial("trying lines()", rules.lines, partial(try_lines, rules))
    yield StatementTrial("trying describe()", rules.describe, partial(try_describe, rules))
    for number, spot in enumerate(shown(game).drill.spots):
        yield StatementTrial(f"drill.spot[{number}]", f"drill.spot[{number}]", partial(try_spot, rules, spot))
