"""The rules of play of a table in a player's words, from the game's procedure and what this house has chosen."""

from pitbook.games.model import Game, ProcedureStep, Wager
from pitbook.money import format_cents
from pitbook.pay import Odds, is_offered
from pitbook.table.config import TableConfig


def steps(config: TableConfig, game: Game) -> list[str]:
    """How a round goes: the steps of one game's procedure that concern a player at this table."""
    return [step.text for step in game.procedure if not step.for_dealer and _is_of(config, step)]


def _is_of(config: TableConfig, step: ProcedureStep) -> bool:
    """Whether a step happens at this table: it offers the wagers and has chosen the option that the step is about."""
    offers = not step.wagers or any(wager in config.offered for wager in step.wagers)
    return offers and (step.only_if is None or config.layout.options[step.only_if[0]] == step.only_if[1])


def wager_words(config: TableConfig, wager: Wager) -> list[str]:
    """What a wager pays for, and what qualifies for envy."""
    words = [wager.about]
    tables = config.layout.tables.get(wager.slug, ())
    if wager.envy_minimum is not None and any(line.envy for table in tables for line in table.lines):
        words.append(
            f"With a bet of {format_cents(wager.envy_minimum)} or more you also win the envy bonus when another player "
            "has such a hand; never for your own hand or the dealer's."
        )
    added = {line.label: line for table in tables for line in table.added if is_offered(line, config.layout.options)}
    words += [f"{line.label} pays {line.pay} on top." for line in added.values()]
    if wager.house_table or not tables:
        return words
    if any(isinstance(line.pay, Odds) and not line.pay.stake_returned for table in tables for line in table.lines):
        words.append("'For 1' means that the wager itself is not returned; 'to 1' that it is.")
    if any(outcome.sum_of for outcome in wager.outcomes):
        words.append("Each match is paid separately.")
    elif len(tables[0].lines) > 1:
        words.append("Only the highest line that your cards make is paid.")
    return words
