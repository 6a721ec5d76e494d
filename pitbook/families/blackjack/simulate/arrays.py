"""The tables of a simulation as the arrays that its kernel reads, and the arrays that it writes."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitbook.families.blackjack.simulate.hands import RANKS, WIDTH
from pitbook.families.blackjack.simulate.kernel import (
    ANSWERS,
    MOST_HANDS,
    REST,
    SIDE_SUMS,
    HandRules,
    Scratch,
    Sides,
    Sums,
    TableNumbers,
)
from pitbook.families.blackjack.simulate.sides import CARDS, THIRD_CARD, WIDTHS, Side

if TYPE_CHECKING:
    from pitbook.families.blackjack.simulate.table import BlackjackTable


class Arrays(NamedTuple):
    """The input of a kernel."""

    table: TableNumbers
    play: HandRules
    sides: Sides
    walk: tuple[Any, Any, Any, int] | None


def arrays_of(simulation: "BlackjackTable") -> Arrays:
    player, dealer, base = simulation.player, simulation.dealer, simulation.base
    results = range(len(base.results))
    play = HandRules(
        two=_states(_two(player.single, player.after)),
        after=_states(player.after),
        action=_states(player.action),
        unsplit=_states(player.unsplit),
        final=_states(player.final),
        split=_states(player.split),
        most=_states(player.most),
        dealer_two=_states(_two(dealer.single, dealer.after)),
        dealer_after=_states(dealer.after),
        ending=_states(dealer.ending),
        line_of=_states(base.line_of),
        added=_states(base.added),
        result_net=np.array([base.net(result) for result in results], np.int64),
    )
    insured = simulation.insured
    table = TableNumbers(
        seats=simulation.seats,
        cut=simulation.cut,
        burn=simulation.burn,
        peeks=int(simulation.rules.hole_card == "peek"),
        early=int(simulation.rules.surrender == "early"),
        insured=int(base.insurance) if insured else 0,
        insurance_lost=int(base.insurance_net[0]),
        insurance_won=int(base.insurance_net[1]),
    )
    walk = simulation.walk
    states = None if walk is None else (_states(walk.two), _states(walk.start), _states(walk.after), walk.split)
    return Arrays(table, play, _sides(simulation), states)


def _states(values: tuple[int, ...]) -> Any:
    return np.array(values, np.uint16)


def _two(single: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """Rank x rank -> the state of two cards."""
    found = [0] * (WIDTH * WIDTH)
    for one in range(RANKS):
        for two in range(RANKS):
            found[one * WIDTH + two] = after[single[one] * WIDTH + two]
    return tuple(found)


def _sides(simulation: "BlackjackTable") -> Sides:
    sides = simulation.sides
    waits = np.zeros(CARDS * CARDS, np.uint8)
    kinds = [np.frombuffer(side.answers.kind_of, "<u2").astype(np.uint16) for side in sides]
    for side, kind_of in zip(sides, kinds, strict=True):
        if simulation.third_always and side.answers.looks == THIRD_CARD:
            waits |= _waits(side)[kind_of]
    return Sides(
        looks=np.array([side.answers.looks for side in sides], np.int64),
        width=np.array([WIDTHS[side.answers.looks] for side in sides], np.int64),
        base=np.cumsum([0, *(len(side.answers.table) for side in sides)], dtype=np.int64)[: len(sides)],
        kind_of=np.array(kinds, np.uint16).ravel(),
        table=np.frombuffer(b"".join(side.answers.table for side in sides), np.uint8).copy(),
        line_of=_rows([side.priced.line_of for side in sides]),
        net=_rows([side.priced.net for side in sides]),
        envy=_rows([side.priced.envy if side.envied else () for side in sides]),
        waits=waits,
    )


def _waits(side: Side) -> Any:
    """By kind of hand: whether the third card makes a difference."""
    rows = np.frombuffer(side.answers.table, np.uint8).reshape(-1, WIDTHS[THIRD_CARD])
    return (rows != rows[:, :1]).any(axis=1).astype(np.uint8)


def _rows(rows: list[tuple[int, ...]]) -> Any:
    """Rows of different lengths one after the other, with room for ``ANSWERS`` each."""
    found = np.zeros((len(rows), ANSWERS), np.int64)
    for index, row in enumerate(rows):
        found[index, : len(row)] = row
    return found.ravel()


def new_shoe(decks: int) -> Any:
    """Full decks, in any order."""
    return np.repeat(np.arange(CARDS, dtype=np.uint8), decks)


def new_sums(simulation: "BlackjackTable") -> Sums:
    wagers = len(simulation.sides)
    return Sums(
        results=np.zeros(len(simulation.base.results), np.int64),
        line_squares=np.zeros(len(simulation.base.lines), np.int64),
        side_lines=np.zeros(wagers * ANSWERS, np.int64),
        side_squares=np.zeros(wagers * ANSWERS, np.int64),
        side_sums=np.zeros(wagers * SIDE_SUMS, np.int64),
        rest=np.zeros(REST, np.int64),
    )


def new_scratch(simulation: "BlackjackTable") -> Scratch:
    seats = simulation.seats
    lines = max([len(simulation.base.lines), *(len(side.priced.lines) for side in simulation.sides)])
    most = seats * MOST_HANDS
    sizes = {"finals": most, "stakes": most, "lines": most, "met": lines}
    return Scratch(**{name: np.zeros(sizes.get(name, seats), np.int64) for name in Scratch._fields})
