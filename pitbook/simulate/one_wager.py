"""Simulated deals of one wager compared with its par sheet."""

from typing import TYPE_CHECKING

from pitbook.cards import card_names
from pitbook.exact.record import inputs_hash
from pitbook.simulate.result import SimulationResult, wager_found

if TYPE_CHECKING:
    from pitbook.exact.select import CountingJob
    from pitbook.simulate.run import SimulationRun
    from pitbook.simulate.wagers import WagerDeals


def wager_result(job: "CountingJob", deals: "WagerDeals", ran: "SimulationRun") -> SimulationResult:
    """The simulated figures beside the exact ones."""
    sheet = job.sheet()
    decks = f"{job.decks} decks" if job.decks > 1 else "one deck" + (" and the joker" if job.game.joker else "")
    return SimulationResult(
        title=f"{job.game.name}: {job.wager.name}",
        subtitle=f"pay table {job.table.id}, {decks}, every deal from a fresh shoe, seed {deals.seed}",
        inputs={
            "game": job.game.slug,
            "wager": job.wager.slug,
            "rounds": deals.rounds,
            "decks": job.decks,
            "removed": card_names(job.removed),
            "pay_table": job.table.id,
            "bet_cents": sheet.basis.bet,
            "options": sheet.options_read("simulate"),
            "meter_cents": sheet.basis.meter,
            "seed": deals.seed,
            "par_sheet": inputs_hash(sheet),
        },
        rounds=ran.rounds,
        of=ran.progress.of,
        wagers=(wager_found(sheet, ran.totals),),
        totals=ran.totals,
    )
