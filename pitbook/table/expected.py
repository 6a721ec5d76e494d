"""The exact house edge of a wager at a table, if it is known or quickly counted."""

from dataclasses import replace
from fractions import Fraction

from pitbook.exact.par import default_basis, has_par_sheet, par_sheet
from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.table.config import TableConfig
from pitbook.table.family import family_of
from pitbook.table.odds import NotCounted


def exact_edge(config: TableConfig, slug: str, bet: Cents, seats: int) -> Fraction | float | None:
    """The house edge of a wager, dealt from a full shoe and played by the chart or the house way.

    None for a wager that depends on a meter, takes no bet of its own, or would take minutes to count.
    """
    wager, layout = config.game.wager(slug), config.layout
    if wager.requires_all_of or layout.pays_from_meter(slug):
        return None
    try:
        known = family_of(config.game).figures(config, Bet(slug, bet), variances=False)
    except NotCounted:
        return None
    if known is not None or not has_par_sheet(wager):
        return known.edge if known is not None else None
    table, options = layout.tables[slug][0], layout.options
    basis = replace(default_basis(wager, table, options), bet=bet, seats=seats)
    return par_sheet(layout.game, wager, table, layout.decks, options, basis).house_edge
