"""The covariance of two seats that make the same wager in a round, per unit wagered.

Seats share the dealer's cards, so their results are correlated. The monthly hold (:mod:`pitbook.simulate.hold`) and the
live hold of a room's tables (:mod:`pitbook.room.tables.hold`) both widen their bands by it. It is counted if one deal
decides the wager (:mod:`pitbook.exact.seats`) and simulated if the player makes decisions.
"""

from collections.abc import Callable
from fractions import Fraction

from pitbook.exact.par import OutcomeRow, ParSheet
from pitbook.exact.seats import seat_covariance
from pitbook.games.settle import Layout
from pitbook.money import Cents
from pitbook.simulate.covariance import SEED, Covariance, seats_played
from pitbook.simulate.family import family_of
from pitbook.simulate.table import TableRequest


def counted_between_seats(
    sheet: ParSheet, net: Callable[[OutcomeRow], Fraction | None] = lambda row: row.net
) -> Covariance | None:
    """The covariance for a wager that one deal decides; None if it cannot be counted."""
    found = seat_covariance(sheet, net)
    return None if found is None else Covariance(found)


def simulated_between_seats(layout: Layout, wager: str, stake: Cents, mean: Fraction, variance: Fraction) -> Covariance:
    """The covariance for a wager with decisions; ``mean`` and ``variance`` are the exact ones of one seat, per unit."""
    game = layout.game
    table = TableRequest(layout, 1, 1, SEED, {wager: stake}, Fraction(0), None, {}, family_of(game).POLICIES[0])
    # If wagers of the round belong to one game with this one, only the whole table's totals include all of it.
    rows = wager if game.part_of(wager) == (wager,) else "table"
    return seats_played(table, rows, mean * stake, variance * stake**2).times(Fraction(1, stake**2))
