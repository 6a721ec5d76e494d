"""A whole table to be simulated: what is asked for, which simulation plays it, and what that came to."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, Final, cast

from pitbook.errors import NotApproved
from pitbook.games.model import Game, Wager
from pitbook.games.options_read import values_read_at
from pitbook.games.settle import Layout
from pitbook.money import Cents, dollars
from pitbook.simulate.blocks import TableSimulation, check_rounds
from pitbook.simulate.known import Known, is_on_set_hands, known, known_set_hands
from pitbook.simulate.pricing import Priced
from pitbook.simulate.result import (
    CUT_CARD,
    CUT_CARD_BASE,
    Result,
    WagerFound,
    base_found,
    table_found,
    table_wager_found,
)
from pitbook.simulate.run import Ran

MODULES: Final[Mapping[str, str]] = {
    "blackjack": "pitbook.families.blackjack.simulate",
    "pai gow poker": "pitbook.families.pai_gow.simulate.table",
    "match the dealer": "pitbook.families.fixed_deal.simulate.table",
}
"""What plays each base game, by a function ``table_simulation``."""
BASE: Final = "base"
WAITS: Final = "For {wager} there is no exact figure here: it waits for a third card that is not always dealt."
USUAL_BET: Final = dollars(5)
USUAL_DEPTH: Final = Fraction(3, 4)


@dataclass(frozen=True)
class TableAsk:
    """Everything that the results of a table follow from."""

    layout: Layout
    rounds: int
    seats: int
    seed: int
    bets: Mapping[str, Cents]
    depth: Fraction
    meter: Cents | None
    rules: Mapping[str, str]
    strategy: str

    def simulation(self) -> TableSimulation:
        """The simulation of this table; refused where the table would not open like this."""
        game = self.layout.game
        check_rounds(self.rounds)
        if not 1 <= self.seats <= game.seats:
            raise NotApproved(f"{game.slug} is played by 1 to {game.seats} seats, not {self.seats}")
        make: Callable[..., TableSimulation] = import_module(MODULES[game.base]).table_simulation
        return make(
            layout=self.layout,
            rounds=self.rounds,
            seats=self.seats,
            seed=self.seed,
            bets=self.bets,
            depth=self.depth,
            meter=self.meter,
            rules=self.rules,
            strategy=self.strategy,
        )

    def record(self) -> dict[str, Any]:
        """What was asked for, as other programs rely on it."""
        layout = self.layout
        return {
            "game": layout.game.slug,
            "rounds": self.rounds,
            "seats": self.seats,
            "decks": layout.decks,
            "depth": float(self.depth),
            "pay_tables": {slug: layout.tables[slug][0].id for slug in self.bets if slug in layout.tables},
            "bets_cents": dict(self.bets),
            "options": values_read_at(layout, self.bets, "simulate", self.rules),
            "rules": dict(self.rules),
            "strategy": self.strategy,
            "meter_cents": self.meter,
            "seed": self.seed,
        }


def usual_depth(game: Game) -> Fraction:
    """Where the cut card lies if nothing is said; pai gow is dealt from a fresh pack every round."""
    return Fraction(0) if game.base == "pai gow poker" else USUAL_DEPTH


def usual_bets(layout: Layout, meter: Cents | None) -> dict[str, Cents]:
    """A bet on every wager that the table can offer: of those that exclude each other the first, and wagers on a meter
    only where a meter is given."""
    bets: dict[str, Cents] = {}
    offered: set[str] = set()
    for wager in layout.game.wagers:
        if wager.parts or wager.rides_on or not (wager.house_table or wager.slug in layout.tables):
            continue
        if (layout.pays_from_meter(wager.slug) and meter is None) or wager.one_of in offered - {""}:
            continue
        offered.add(wager.one_of)
        bets[wager.slug] = _usual_bet(wager)
    return bets


def _usual_bet(wager: Wager) -> Cents:
    least, most = wager.lowest or USUAL_BET, wager.highest or USUAL_BET
    return max(least, min(most, USUAL_BET))


def table_result(ask: TableAsk, simulation: TableSimulation, ran: Ran) -> Result:
    """What the rounds that were played say of every wager, and of the table."""
    layout = ask.layout
    found = tuple(_wagers(ask, simulation, ran)) if ran.rounds else ()
    shoe = "fresh pack every round" if layout.game.joker else f"{_decks(layout.decks)}, {_cut(ask.depth)}"
    subtitle = f"{ask.seats} seat{'s' if ask.seats > 1 else ''}, {shoe}, {ask.strategy} play, seed {ask.seed}"
    return Result(
        title=layout.game.name,
        subtitle=subtitle,
        inputs=ask.record(),
        rounds=ran.rounds,
        of=ran.progress.of,
        wagers=found,
        totals=ran.totals,
        table=table_found(ran.totals, ran.rounds) if ran.rounds else None,
        notes=_notes(ask),
    )


def _notes(ask: TableAsk) -> tuple[str, ...]:
    if not ask.depth:
        return ()
    return (CUT_CARD, CUT_CARD_BASE) if ask.layout.game.base == "blackjack" else (CUT_CARD,)


def _cut(depth: Fraction) -> str:
    return f"cut card at {float(depth * 100):g}%" if depth else "shuffled every round"


def _decks(decks: int) -> str:
    return "one deck" if decks == 1 else f"{decks} decks"


def _wagers(ask: TableAsk, simulation: TableSimulation, ran: Ran) -> Iterator[WagerFound]:
    """In the order of the rulebook."""
    for wager in ask.layout.game.wagers:
        priced = simulation.priced.get(wager.slug)
        if priced is None:
            continue
        exact = _known(ask, simulation, priced)
        if ask.layout.game.base == "blackjack" and wager.slug == BASE:
            yield base_found(priced, ran.totals, ran.rounds, exact, ask.seats)
        else:
            yield table_wager_found(priced, ran.totals, ran.rounds, exact, ask.seats)


def _known(ask: TableAsk, simulation: TableSimulation, priced: Priced) -> Known:
    """What is exactly known of a wager, as it is played here."""
    wager, played = priced.wager, cast(Any, simulation)
    if is_on_set_hands(wager):
        return known_set_hands(ask.layout, priced, played.ways[0])
    if ask.layout.game.base == "blackjack":
        from pitbook.families.blackjack.simulate.exact import base_expectation, third_dealt_as_counted

        if wager.slug == BASE:
            mean = base_expectation(played)
            return Known() if mean is None else Known(mean=mean * priced.bet)
        if not third_dealt_as_counted(played, wager.slug):
            return Known(note=WAITS.format(wager=wager.slug))
    return known(ask.layout, priced, ask.bets, ask.meter, ask.rules)
