"""Duels dealt at random, each from a fresh pack."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitbook.errors import BadInput, quoted
from pitbook.games import game
from pitbook.games.settle import Layout
from pitbook.money import Cents
from pitbook.simulate.blocks import Totals, key_of
from pitbook.simulate.family import HandPlay
from pitbook.simulate.inputs import check_bets
from pitbook.simulate.known import Known, known, of_outcomes
from pitbook.simulate.pricing import Priced, price
from pitbook.simulate.tally import count_lines, count_money, empty_tally, totals_of
from tests.families.duel.rules import BASE, chances, higher_card, should_swap

if TYPE_CHECKING:
    from pitbook.simulate.table import TableRequest

POLICIES: tuple[str, ...] = ("best",)
PENETRATION: Fraction | None = None
COUNTS: tuple[str, ...] = ()
BLOCK = 256


def played(play: Mapping[str, str]) -> HandPlay:
    return HandPlay(rules=play)


def notes(ask: "TableRequest") -> tuple[str, ...]:
    return ()


def table_simulation(ask: "TableRequest") -> "DuelTable":
    if ask.rules or ask.strategy not in POLICIES:
        raise BadInput(f"a duel has no rules to choose and one way to play, not {quoted(ask.strategy)}")
    check_bets(ask.bets)
    options = tuple(ask.layout.options.items())
    return DuelTable(ask.layout.game.slug, tuple(ask.bets.items()), ask.rounds, ask.seats, ask.seed, options)


@dataclass(frozen=True, slots=True)
class DuelTable:
    """Rounds of one table, as plain data."""

    game: str
    bets: tuple[tuple[str, Cents], ...]
    rounds: int
    seats: int
    seed: int
    options: tuple[tuple[str, str], ...]

    @property
    def priced(self) -> Mapping[str, Priced]:
        found = game(self.game)
        tables = {
            wager.slug: wager.tables_of(found.default_table(wager, 1), 1) for wager in found.wagers if wager.tables
        }
        layout = Layout(found, 1, tables, dict(self.options))
        return {slug: price(layout, found.wager(slug), bet, range(4)) for slug, bet in self.bets}

    def known(self, ask: "TableRequest", priced: Priced) -> Known:
        if priced.wager.slug != BASE:
            return known(ask, priced)
        win, push, _ = chances()
        return of_outcomes(priced, {"win": win, "push": push, "loss": 1 - win - push}.items())

    def whole(self) -> None:
        return None

    @property
    def key(self) -> str:
        return key_of(__name__, self.game, repr(self.bets), self.rounds, self.seats, self.seed)

    @property
    def blocks(self) -> int:
        return -(-self.rounds // BLOCK)

    def rounds_in(self, block: int) -> int:
        return min(BLOCK, self.rounds - block * BLOCK)

    def prepare(self) -> None:
        """Nothing is compiled."""

    def run(self, block: int) -> Totals:
        import numpy as np

        dice: Any = np.random.default_rng([self.seed, block])
        priced = tuple(self.priced.values())
        tally = empty_tally(priced)
        for _ in range(self.rounds_in(block)):
            pack = iter(dice.permutation(52).tolist())
            total = 0
            first = [next(pack) for _ in range(self.seats)]
            held = [next(pack) if should_swap(card) else card for card in first]
            dealer = next(pack)
            for row, each in enumerate(priced):
                net = 0
                for seat in range(self.seats):
                    if each.wager.slug == BASE:
                        answer = higher_card((held[seat],), (dealer,))
                    else:
                        answer = each.wager.rule((first[seat],))
                    line = each.line_of[answer]
                    tally.here[row, line] += 1
                    net += each.net[line]
                count_money(tally.money, row, net)
                total += net
            count_lines(tally)
            count_money(tally.money, len(priced), total)
        wagered = {slug: Cents(bet * self.seats) for slug, bet in self.bets}
        return totals_of(tally, priced, wagered, self.rounds_in(block), self.rounds_in(block))
