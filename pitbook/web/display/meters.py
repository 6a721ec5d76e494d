"""The current amount of each jackpot: one amount for one progressive, on every public page.

Pages that show an amount for a progressive use the card room's meter, as its displays do. A play-money table has its
own jackpot under another name, which only that table shows.
"""

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request

from pitbook.games.model import Game
from pitbook.money import Cents
from pitbook.web.games.comparison import MeterAmount, usual_meter
from pitbook.web.games.sheet_key import SheetKey
from pitbook.web.office.jackpots_api import services

IN_THE_ROOM = "live in the card room"


@dataclass(frozen=True, slots=True)
class LiveMeter:
    """A jackpot as its display in the card room shows it."""

    jackpot: str
    game: Game
    wager: str
    cents: Cents
    shares_name: bool
    """Whether another jackpot of the room has the same wager, so that its name needs the jackpot's too."""

    @property
    def name(self) -> str:
        return self.game.wager(self.wager).name


def live_meters(request: Request) -> list[LiveMeter]:
    """The card room's jackpots."""
    jackpots = services(request).jackpots
    found = [(shown, jackpots.book(shown.jackpot).setup) for shown in jackpots.shown()]
    wagers = [(setup.game, setup.wager) for _, setup in found]
    return [
        LiveMeter(shown.jackpot, setup.rules, setup.wager, shown.cents, wagers.count((setup.game, setup.wager)) > 1)
        for shown, setup in found
    ]


def meter_of(request: Request) -> Callable[[SheetKey], MeterAmount]:
    """The jackpot amount that a wager's figures assume: the live amount, else the letter's seed, else an assumption.

    With several live jackpots on one wager, the highest counts.
    """
    live: dict[tuple[str, str], MeterAmount] = {}
    for meter in sorted(live_meters(request), key=lambda each: each.cents):
        source = f"the highest {IN_THE_ROOM}" if meter.shares_name else IN_THE_ROOM
        live[meter.game.slug, meter.wager] = MeterAmount(meter.cents, source)
    return lambda of: live.get((of.game, of.wager)) or usual_meter(of)
