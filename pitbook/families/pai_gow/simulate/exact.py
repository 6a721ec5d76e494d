"""Exact figures of the wagers at a pai gow table, if all pairs of set hands are in the cache."""

from typing import TYPE_CHECKING, Final

from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import jobs
from pitbook.games.settle import Layout
from pitbook.hands.house_ways import HOUSE_WAYS
from pitbook.simulate.known import Known, known, of_outcomes
from pitbook.simulate.pricing import Priced

if TYPE_CHECKING:
    from pitbook.simulate.table import TableRequest

HOW_TO_COUNT: Final = "Exact figures of {wager} are shown once they have been worked out by: pitbook par {game} {wager}"


def known_at(ask: "TableRequest", priced: Priced, player_way: str) -> Known:
    """The exact figures of a wager if players set by this house way."""
    if priced.wager.by_play:
        return known_set_hands(ask.layout, priced, player_way)
    return known(ask, priced)


def known_set_hands(layout: Layout, priced: Priced, player_way: str) -> Known:
    """The exact figures of a wager on set hands, if all pairs of hands have been counted."""
    wager, game = priced.wager, layout.game
    if player_way not in HOUSE_WAYS:
        return Known()
    asked = SheetRequest(
        wager=wager.slug,
        tables={} if wager.house_table else {wager.slug: tuple(layout.tables[wager.slug])},
        bets={wager.slug: priced.bet},
        options=game.bearing(layout.options, [wager], "count"),
        play={"player-way": player_way},
    )
    (job,) = jobs(game, asked)
    if job.takes_long:
        return Known(note=HOW_TO_COUNT.format(game=game.slug, wager=wager.slug))
    return of_outcomes(priced, ((row.outcome, row.probability) for row in job.sheet().rows))
