"""A whole pai gow table: up to six seats and the dealer, seven cards each, with every wager that the seats bet.

The pack is shuffled for every round, so the order of the deal, and whether spots without a wager get a hand, do not
change the distribution: hands are dealt to the seats that play, and to the dealer after the first of them (letter 004,
rule 7). A spot without a wager wins no envy for others: its hand goes to the discards unseen (rule 8). No hand is
folded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pitbook.errors import BadInput, quoted
from pitbook.families.pai_gow.simulate.bets import priced_bets
from pitbook.games import game
from pitbook.games.model import listed
from pitbook.games.package import package_hash
from pitbook.games.settle import Bet, Layout, Seat, settle
from pitbook.hands.house_ways import HOUSE_WAYS
from pitbook.money import Cents
from pitbook.pay import PayTable
from pitbook.simulate.blocks import RoundsInBlocks, Totals, key_of
from pitbook.simulate.inputs import check_bets, check_most, choices_of
from pitbook.simulate.pricing import Priced
from pitbook.simulate.tally import empty_tally, totals_of

if TYPE_CHECKING:
    from pitbook.simulate.known import Known
    from pitbook.simulate.table import TableRequest

BASIC, MIMIC, NOVICE = "basic", "mimic", "novice"
STRATEGIES: Final = (BASIC, MIMIC, NOVICE, *HOUSE_WAYS)
"""How players set: like the dealer (the first two), as a novice, or by a house way."""
BLOCK: Final = 1 << 16
"""Rounds in a block: a few hundredths of a second."""
_HANDS: Final = tuple(tuple(range(7 * turn, 7 * turn + 7)) for turn in range(7))


def table_simulation(ask: "TableRequest") -> "PaiGowTable":
    """A table where every seat makes the same bets.

    The strategy says how players set: ``basic`` and ``mimic`` by the dealer's house way, ``novice`` without ever
    breaking up the best class of five-card hand, or by the house way of that name. ``rules`` has the players' choices
    with their bets, such as ``color``.
    """
    layout, bets, meter = ask.layout, ask.bets, ask.meter
    chosen = layout.game
    if ask.penetration:
        raise BadInput(f"{chosen.slug} is dealt from a fresh pack every round, so a penetration changes nothing")
    if ask.strategy not in STRATEGIES:
        raise BadInput(f"players cannot set by {quoted(ask.strategy)}: the ways known are {listed(STRATEGIES)}")
    if not bets:
        raise BadInput(f"nothing is bet: {chosen.slug} has {listed(chosen.wager_slugs())}")
    check_bets(bets)
    if meter is not None and not any(layout.pays_from_meter(slug) for slug in bets):
        raise BadInput("no wager that is bet pays from a meter, so a meter changes nothing")
    table = PaiGowTable(
        game=chosen.slug,
        tables=tuple((slug, tuple(layout.tables[slug])) for slug in layout.tables),
        options=tuple(sorted(layout.options.items())),
        rounds=ask.rounds,
        seats=ask.seats,
        seed=ask.seed,
        bets=tuple((slug, Cents(cents)) for slug, cents in bets.items()),
        choices=choices_of(chosen, bets, ask.rules),
        meter=meter,
        strategy=ask.strategy,
    )
    _refuse(table)
    return table


def _refuse(table: "PaiGowTable") -> None:
    """Refuses bets that settlement refuses, by settling one round, then bets that cannot be simulated."""
    layout, bets = table.layout, tuple(table.bets_of_a_seat)
    settle(layout, [Seat(_HANDS[1 + seat], bets) for seat in range(table.seats)], _HANDS[0])
    priced = table.priced.values()
    most = sum(table.seats * (max(map(abs, each.net)) + table.seats * max(each.envy)) for each in priced)
    check_most(most)


@dataclass(frozen=True, slots=True)
class PaiGowTable(RoundsInBlocks):
    """Rounds of one table, as plain data."""

    game: str
    tables: tuple[tuple[str, tuple[PayTable, ...]], ...]
    options: tuple[tuple[str, str], ...]
    rounds: int
    seats: int
    seed: int
    bets: tuple[tuple[str, Cents], ...]
    choices: tuple[tuple[str, str], ...] = ()
    meter: Cents | None = None
    strategy: str = BASIC
    block_rounds: int = BLOCK

    @property
    def layout(self) -> Layout:
        return Layout(game(self.game), 1, dict(self.tables), dict(self.options))

    @property
    def bets_of_a_seat(self) -> Sequence[Bet]:
        """The same at every seat."""
        chosen, choices = game(self.game), dict(self.choices)
        wagers = [(chosen.wager(slug), cents) for slug, cents in self.bets]
        return [
            Bet(wager.slug, cents, choice=choices[wager.choice.name] if wager.choice else "") for wager, cents in wagers
        ]

    @property
    def ways(self) -> tuple[str, str]:
        """The player's way of setting, and the dealer's."""
        dealer = dict(self.options)["house-way"]
        return dealer if self.strategy in (BASIC, MIMIC) else self.strategy, dealer

    @property
    def priced(self) -> Mapping[str, Priced]:
        """The pays of each wager, for every single line."""
        bets = priced_bets(self.layout, self.bets, self.meter)
        return {each.wager.slug: each for each in bets}

    def known(self, ask: "TableRequest", priced: Priced) -> "Known":
        from pitbook.families.pai_gow.simulate.exact import known_at

        return known_at(ask, priced, self.ways[0])

    def whole(self) -> None:
        return None

    @property
    def key(self) -> str:
        inputs = (self.tables, self.options, self.bets, self.choices, self.meter, self.strategy)
        played = (self.rounds, self.seats, self.seed, self.block_rounds)
        return key_of(__name__, package_hash(self.game), repr(inputs), *played)

    def _play(self, block: int, rounds: int) -> Totals:
        from pitbook.families.pai_gow.simulate.ready import make_ready
        from pitbook.simulate.random import stream_of

        ready = make_ready(self)
        tally = empty_tally(ready.priced)
        strange = ready.kernel(
            stream_of(self.seed, block), rounds, self.seats, ready.hands.slots.finder, ready.hands.player,
            ready.hands.dealer, ready.bets, ready.reads, tally,
        )  # fmt: skip
        if strange:
            raise ArithmeticError(f"{strange:,} answers match no outcome of the wagers")
        wagered = {each.wager.slug: Cents(each.bet * self.seats) for each in ready.priced}
        return totals_of(tally, ready.priced, wagered, rounds, rounds)
