"""The simulation of a whole table: its request, the simulation of its family, and the result."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitbook.errors import NotApproved
from pitbook.exact.figures import deck_words
from pitbook.games.model import Game, Wager
from pitbook.games.options_read import values_read_at
from pitbook.games.settle import Layout
from pitbook.money import Cents, dollars
from pitbook.simulate.blocks import TableSimulation, check_rounds
from pitbook.simulate.family import family_of
from pitbook.simulate.result import CUT_CARD, SimulationResult, WagerFound, table_found, table_wager_found
from pitbook.simulate.run import SimulationRun

USUAL_BET: Final = dollars(5)


@dataclass(frozen=True)
class TableRequest:
    """All inputs of a table's results: every seat makes the same bets and plays the same way."""

    layout: Layout
    rounds: int
    seats: int
    seed: int
    bets: Mapping[str, Cents]
    penetration: Fraction
    """The share of the shoe before the cut card; with 0 every round is dealt from a full shoe."""
    meter: Cents | None
    """The displayed amount of a progressive, which stays constant."""
    rules: Mapping[str, str]
    """Posted rules beside the layout's options, which they override, and the players' choices with a bet."""
    strategy: str

    def __post_init__(self) -> None:
        game = self.layout.game
        check_rounds(self.rounds)
        if not 1 <= self.seats <= game.seats:
            raise NotApproved(f"{game.slug} is played by 1 to {game.seats} seats, not {self.seats}")

    def simulation(self) -> TableSimulation:
        """The simulation of this table; refused if such a table could not open."""
        return family_of(self.layout.game).table_simulation(self)

    def record(self) -> dict[str, Any]:
        """The request as a JSON record."""
        layout = self.layout
        return {
            "game": layout.game.slug,
            "rounds": self.rounds,
            "seats": self.seats,
            "decks": layout.decks,
            "penetration": float(self.penetration),
            "pay_tables": {slug: layout.tables[slug][0].id for slug in self.bets if slug in layout.tables},
            "bets_cents": dict(self.bets),
            "options": values_read_at(layout, self.bets, "simulate", self.rules),
            "rules": dict(self.rules),
            "strategy": self.strategy,
            "meter_cents": self.meter,
            "seed": self.seed,
        }


def choices_apart(game: Game, options: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Separates options of the house from the players' choices with their bets, such as a colour."""
    names = {wager.choice.name for wager in game.wagers if wager.choice}
    house = {name: value for name, value in options.items() if name not in names}
    return house, {name: value for name, value in options.items() if name in names}


def usual_penetration(game: Game) -> Fraction:
    """The default position of the cut card; 0 if every round is dealt from a fresh pack."""
    return family_of(game).PENETRATION or Fraction(0)


def usual_bets(layout: Layout, meter: Cents | None) -> dict[str, Cents]:
    """A bet on every wager that the table can offer: the first of those that exclude each other, and wagers on a meter
    only if a meter is given."""
    bets: dict[str, Cents] = {}
    offered: set[str] = set()
    for wager in layout.game.wagers:
        if wager.components or wager.requires_all_of or wager.in_round:
            continue
        if not (wager.house_table or wager.slug in layout.tables):
            continue
        if (layout.pays_from_meter(wager.slug) and meter is None) or wager.exclusive_group in offered - {""}:
            continue
        offered.add(wager.exclusive_group)
        bets[wager.slug] = _usual_bet(wager)
    return bets


def _usual_bet(wager: Wager) -> Cents:
    least, most = wager.lowest or USUAL_BET, wager.highest or USUAL_BET
    return max(least, min(most, USUAL_BET))


def table_result(ask: TableRequest, simulation: TableSimulation, ran: SimulationRun) -> SimulationResult:
    """The results of every wager and of the table, from the rounds played."""
    layout = ask.layout
    family = family_of(layout.game)
    found = tuple(_wagers(ask, simulation, ran, family.COUNTS)) if ran.rounds else ()
    fresh = family.PENETRATION is None
    shoe = "fresh pack every round" if fresh else f"{deck_words(layout.decks)}, {_cut(ask.penetration)}"
    subtitle = f"{ask.seats} seat{'s' if ask.seats > 1 else ''}, {shoe}, {ask.strategy} play, seed {ask.seed}"
    return SimulationResult(
        title=layout.game.name,
        subtitle=subtitle,
        inputs=ask.record(),
        rounds=ran.rounds,
        of=ran.progress.of,
        wagers=found,
        totals=ran.totals,
        table=table_found(ran.totals, ran.rounds, ask.seats, simulation.whole()) if ran.rounds else None,
        notes=(*((CUT_CARD,) if ask.penetration else ()), *family.notes(ask)),
    )


def _cut(penetration: Fraction) -> str:
    return f"cut card at {float(penetration * 100):g}%" if penetration else "shuffled every round"


def _wagers(
    ask: TableRequest, simulation: TableSimulation, ran: SimulationRun, counts: tuple[str, ...]
) -> Iterator[WagerFound]:
    """In the order of the rulebook."""
    for wager in ask.layout.game.wagers:
        priced = simulation.priced.get(wager.slug)
        if priced is not None:
            exact = simulation.known(ask, priced)
            yield table_wager_found(priced, ran.totals, ran.rounds, exact, ask.seats, counts)
