"""What a wager at a table exactly costs a player, where that is known or quickly counted."""

from dataclasses import replace
from fractions import Fraction

from pitbook.exact.par import default_basis, has_par_sheet, par_sheet
from pitbook.exact.select import Ask
from pitbook.games.model import Wager
from pitbook.money import Cents
from pitbook.table.config import BASE, TableConfig
from pitbook.table.players import analysis_of


def exact_edge(config: TableConfig, slug: str, bet: Cents, seats: int) -> Fraction | float | None:
    """The house edge of the first wager from a full shoe, played by the chart or the house way.

    None for what hangs on a meter, what takes no bet of its own, and pairs of pai gow hands nobody has counted yet.
    """
    wager, layout = config.game.wager(slug), config.layout
    if slug == BASE and config.rules is not None:
        return -analysis_of(config.rules).expectation
    if wager.rides_on or layout.pays_from_meter(slug):
        return None
    if not has_par_sheet(wager):
        return _of_set_hands(config, wager, bet)
    table, options = layout.tables[slug][0], layout.options
    basis = replace(default_basis(wager, table, options), bet=bet, seats=seats)
    return par_sheet(layout.game, wager, table, layout.decks, options, basis).house_edge


def _of_set_hands(config: TableConfig, wager: Wager, bet: Cents) -> Fraction | None:
    """Of a wager on hands as they were set, if all pairs of hands were counted before."""
    from pitbook.families.pai_gow.exact.sheet import is_counted, pai_gow_sheets

    game, options = config.game, dict(config.layout.options)
    if config.game.base != "pai gow poker" or not is_counted(game, wager.slug, options):
        return None
    given = {} if wager.house_table else {wager.slug: tuple(config.layout.tables[wager.slug])}
    (sheet,) = pai_gow_sheets(game, Ask(wager=wager.slug, tables=given, bets={wager.slug: bet}, options=options))
    return sheet.house_edge
