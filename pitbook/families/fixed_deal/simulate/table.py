"""A whole table without decisions: every seat bets the same on all five spots, from a shoe with a cut card.

Each spot compares the seat's two cards with one of the dealer's five. A bonus that rides on the spots comes with bets
that reach a tier of it. All rounds take the same number of cards, so that a cut card, wherever it lies, changes nothing
about what comes in a round.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from pitbook.cards import Cards, parse_cards
from pitbook.cards import Shoe as Composition
from pitbook.errors import BadInput, quoted
from pitbook.games import game
from pitbook.games.model import Game, Wager
from pitbook.games.package import package_hash
from pitbook.games.settle import Bet, Layout, Seat, settle
from pitbook.money import Cents
from pitbook.pay import PayTable
from pitbook.simulate.blocks import Totals, key_of
from pitbook.simulate.known import Known, known
from pitbook.simulate.pricing import Priced, price
from pitbook.simulate.tally import check_bets, check_most, empty_tally, totals_of

if TYPE_CHECKING:
    from pitbook.simulate.table import TableAsk

SPOTS: Final = 5
CARDS_A_SEAT: Final = 2
NO_STRATEGY: Final = "basic"
BLOCK: Final = 1 << 16
"""Rounds in a block: a few hundredths of a second."""
_HAND: Final[Cards] = parse_cards("Kc 9d")
_DEALER: Final[Cards] = parse_cards("2c 3d 4h 5s 6c")


def table_simulation(ask: "TableAsk") -> "SpotsTable":
    """A table where every seat bets the same on all five spots."""
    layout = ask.layout
    chosen = layout.game
    spot_wager(chosen)
    for name in ask.rules:
        raise BadInput(f"{chosen.slug} has no rule {quoted(name)} to choose")
    if ask.strategy != NO_STRATEGY:
        raise BadInput(f"players of {chosen.slug} decide nothing: {quoted(ask.strategy)} changes nothing")
    if ask.meter is not None:
        raise BadInput(f"{chosen.slug} pays nothing from a meter, so a meter changes nothing")
    table = SpotsTable(
        game=chosen.slug,
        decks=layout.decks,
        tables=tuple((slug, tuple(layout.tables[slug])) for slug in layout.tables),
        options=tuple(sorted(layout.options.items())),
        rounds=ask.rounds,
        seats=ask.seats,
        seed=ask.seed,
        bet=_bet(layout, ask.bets),
        cut=_cut(ask.depth, layout.decks, ask.seats),
    )
    check_most(ask.seats * sum(SPOTS * max(map(abs, each.net)) for each in table.priced.values()))
    return table


def spot_wager(of: Game) -> Wager:
    """The wager that has a spot for each of the dealer's cards; refused where a game has none."""
    for wager in of.wagers:
        groups = [(group.source, group.size) for group in wager.groups]
        if wager.spots == SPOTS and groups == [("player", CARDS_A_SEAT), ("dealer", 1)]:
            return wager
    raise BadInput(f"{of.slug} cannot be simulated as a table: it has no wager with {SPOTS} spots")


def bonus_wager(of: Game) -> Wager | None:
    """The wager that comes with a bet on every spot, where there is one."""
    return next((wager for wager in of.wagers if wager.rides_on == spot_wager(of).slug), None)


def _bet(layout: Layout, bets: Mapping[str, Cents]) -> Cents:
    """What is bet on each spot; refused where settlement would refuse it."""
    check_bets(bets)
    on_spots = spot_wager(layout.game).slug
    for slug in bets:
        if slug != on_spots:
            settle(layout, [Seat(_HAND, (Bet(slug, bets[slug]),))], _DEALER)  # says what is wrong with it
            raise BadInput(f"{slug} cannot be simulated at a table: only {on_spots}, on all five spots")
    if on_spots not in bets:
        raise BadInput(f"nothing is bet on {on_spots}: every betting player bets on at least one spot")
    every = tuple(Bet(on_spots, bets[on_spots], spot) for spot in range(1, SPOTS + 1))
    settle(layout, [Seat(_HAND, every)], _DEALER)
    return bets[on_spots]


def _cut(depth: Fraction, decks: int, seats: int) -> int:
    """How many cards lie before the cut card."""
    size, needed = len(Composition.of_decks(decks)), CARDS_A_SEAT * seats + SPOTS
    if not 0 <= depth < 1:
        raise BadInput(f"a depth of {_percent(depth)} is not possible: the cut card is placed at 0% to below 100%")
    cut = int(depth * size)
    if size - cut < needed:
        most = Fraction((size - needed) * 100 // size, 100)
        raise BadInput(
            f"a depth of {_percent(depth)} leaves {size - cut} cards behind the cut card, but a round of {seats} seats "
            f"takes {needed}: give at most {_percent(most)}"
        )
    return cut


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):g}%"


@dataclass(frozen=True, slots=True)
class SpotsTable:
    """Rounds of one table, as plain data."""

    game: str
    decks: int
    tables: tuple[tuple[str, tuple[PayTable, ...]], ...]
    options: tuple[tuple[str, str], ...]
    rounds: int
    seats: int
    seed: int
    bet: Cents
    """On each of the five spots."""
    cut: int
    """How many cards lie before the cut card; 0 where every round is dealt from a full shoe."""
    block_rounds: int = BLOCK

    @property
    def layout(self) -> Layout:
        return Layout(game(self.game), self.decks, dict(self.tables), dict(self.options))

    @property
    def priced(self) -> Mapping[str, Priced]:
        """What a spot is paid, and the bonus where the bets bring it."""
        layout = self.layout
        spot, bonus = spot_wager(layout.game), bonus_wager(layout.game)
        found = {spot.slug: price(layout, spot, self.bet, range(1 << len(spot.outcomes)))}
        # The lowest of the five bets decides the column.
        if bonus is not None and bonus.slug in layout.tables and layout.table_for(bonus, self.bet) is not None:
            answers = range(1 << len(bonus.outcomes))
            found[bonus.slug] = price(layout, bonus, Cents(0), answers, qualifying=self.bet)
        return found

    def known(self, ask: "TableAsk", priced: Priced) -> Known:
        return known(ask, priced)

    def whole(self) -> None:
        return None

    @property
    def key(self) -> str:
        inputs = repr((self.tables, self.options, self.bet, self.cut))
        played = (self.rounds, self.seats, self.seed, self.block_rounds)
        return key_of(__name__, package_hash(self.game), self.decks, inputs, *played)

    @property
    def blocks(self) -> int:
        return -(-self.rounds // self.block_rounds)

    def rounds_in(self, block: int) -> int:
        return min(self.block_rounds, self.rounds - block * self.block_rounds)

    def prepare(self) -> None:
        self._play(0, 0)

    def run(self, block: int) -> Totals:
        return self._play(block, self.rounds_in(block))

    def _play(self, block: int, rounds: int) -> Totals:
        from pitbook.simulate.random import stream_of

        ready = _make_ready(self)
        tally = empty_tally(ready.priced)
        shoes = ready.kernel(stream_of(self.seed, block), rounds, self.seats, self._shoe(), ready.bets, tally)
        wagered = {each.wager.slug: Cents(SPOTS * self.seats * each.bet) for each in ready.priced}
        return totals_of(tally, ready.priced, wagered, rounds, shoes)

    def _shoe(self) -> Any:
        """A whole one. Where every round is from a full shoe, nothing is burnt: one unseen card is like another."""
        import numpy as np

        from pitbook.families.fixed_deal.simulate.kernel import Shoe

        return Shoe(np.tile(np.arange(52, dtype=np.int64), self.decks), self.cut, 1 if self.cut else 0)


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """What a block is played with."""

    kernel: Any
    bets: Any
    priced: tuple[Priced, ...]
    """In the order of the tally's rows."""


@lru_cache(maxsize=8)
def _make_ready(table: SpotsTable) -> Ready:
    import numpy as np

    from pitbook.families.fixed_deal.simulate.kernel import Bets, play_rounds
    from pitbook.simulate.compile import kernel_with

    priced = tuple(table.priced.values())
    line_of = np.zeros((len(priced), max(len(each.line_of) for each in priced)), np.uint8)
    net = np.zeros((len(priced), max(len(each.lines) for each in priced)), np.int64)
    for row, each in enumerate(priced):
        line_of[row, : len(each.line_of)] = each.line_of
        net[row, : len(each.net)] = each.net
    chosen = game(table.game)
    bonus = bonus_wager(chosen)
    rules = {"spot_rule": spot_wager(chosen).rule} | ({} if bonus is None else {"bonus_rule": bonus.rule})
    return Ready(kernel_with(play_rounds, **rules), Bets(line_of, net), priced)
