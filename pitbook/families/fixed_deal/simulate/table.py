"""A whole table without decisions: every seat makes the same bets, from a shoe with a cut card.

A wager with numbered spots is bet on each of them, together with the wager that requires all spots. All rounds use the
same number of cards, so the position of the cut card does not change the distribution of a round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pitbook.cards import JOKER, NO_CARD
from pitbook.errors import BadInput, quoted
from pitbook.families.fixed_deal.rules import cards_of
from pitbook.games import cached_by_game, game
from pitbook.games.model import Deal, Game, Wager, listed
from pitbook.games.package import package_hash
from pitbook.games.settle import Bet, Layout, Seat, dependent_wagers, settle
from pitbook.money import Cents
from pitbook.pay import PayTable
from pitbook.simulate.blocks import RoundsInBlocks, Totals, key_of
from pitbook.simulate.inputs import cards_before_cut, check_bets, check_most, choices_of
from pitbook.simulate.known import Known, known
from pitbook.simulate.pricing import Priced, price
from pitbook.simulate.tally import empty_tally, totals_of

if TYPE_CHECKING:
    from pitbook.simulate.table import TableRequest

NO_STRATEGY: Final = "basic"
BLOCK: Final = 1 << 16
"""Rounds in a block: a few hundredths of a second."""


def table_simulation(ask: "TableRequest") -> "FixedDealTable":
    """A table where every seat makes the same bets. ``rules`` has the players' choices with their bets."""
    layout = ask.layout
    chosen = layout.game
    if ask.strategy != NO_STRATEGY:
        raise BadInput(f"players of {chosen.slug} decide nothing: {quoted(ask.strategy)} changes nothing")
    if not ask.bets:
        bettable = [wager.slug for wager in chosen.wagers if not wager.requires_all_of and not wager.components]
        raise BadInput(f"nothing is bet on {listed(bettable)}: a simulation needs a bet")
    check_bets(ask.bets)
    for slug in ask.bets:
        chosen.wager(slug)
    if ask.meter is not None and not any(layout.pays_from_meter(slug) for slug in ask.bets):
        raise BadInput(f"{chosen.slug} pays nothing from a meter, so a meter changes nothing")
    needed = cards_of(chosen, "player") * ask.seats + cards_of(chosen, "dealer")
    words = f"{ask.seats} seats takes {needed}"
    table = FixedDealTable(
        game=chosen.slug,
        decks=layout.decks,
        tables=tuple((slug, tuple(layout.tables[slug])) for slug in layout.tables),
        options=tuple(sorted(layout.options.items())),
        rounds=ask.rounds,
        seats=ask.seats,
        seed=ask.seed,
        bets=tuple(ask.bets.items()),
        choices=choices_of(chosen, ask.bets, ask.rules),
        cut=cards_before_cut(ask.penetration, len(_shoe_of(chosen, layout.decks)), words, needed),
        meter=ask.meter,
    )
    table.check()
    return table


def _shoe_of(chosen: Game, decks: int) -> list[int]:
    """One deck after the other, then the joker where the game has one."""
    return [*range(JOKER)] * decks + [JOKER] * chosen.joker


@dataclass(frozen=True, slots=True)
class FixedDealTable(RoundsInBlocks):
    """Rounds of one table, as plain data."""

    game: str
    decks: int
    tables: tuple[tuple[str, tuple[PayTable, ...]], ...]
    options: tuple[tuple[str, str], ...]
    rounds: int
    seats: int
    seed: int
    bets: tuple[tuple[str, Cents], ...]
    """By wager; on each spot if it has numbered spots."""
    choices: tuple[tuple[str, str], ...]
    cut: int
    """The number of cards before the cut card; 0 if every round is dealt from a full shoe."""
    meter: Cents | None = None
    block_rounds: int = BLOCK

    @property
    def layout(self) -> Layout:
        return Layout(game(self.game), self.decks, dict(self.tables), dict(self.options))

    @property
    def bets_of_a_seat(self) -> tuple[Bet, ...]:
        """The same at every seat, one for each numbered spot."""
        chosen, choices = game(self.game), dict(self.choices)
        return tuple(
            Bet(slug, cents, spot, choices.get(wager.choice.name, "") if wager.choice else "")
            for slug, cents in self.bets
            for wager in (chosen.wager(slug),)
            for spot in (range(1, wager.spots + 1) if wager.spots else (0,))
        )

    @property
    def cards_dealt(self) -> tuple[int, int]:
        """The numbers of cards dealt to each seat and to the dealer."""
        chosen = game(self.game)
        return cards_of(chosen, "player"), cards_of(chosen, "dealer")

    def check(self) -> None:
        """Refuses bets that settlement refuses, by settling one round, then amounts that cannot be added up."""
        hand, dealer = self.cards_dealt
        cards = tuple(range(self.seats * hand + dealer))
        seats = [Seat(cards[hand * seat : hand * (seat + 1)], self.bets_of_a_seat) for seat in range(self.seats)]
        settle(self.layout, seats, cards[hand * self.seats :])
        times = {slug: max(game(self.game).wager(slug).spots, 1) for slug, _ in self.bets}
        most = (
            times.get(slug, 1) * max(map(abs, each.net)) + self.seats * max(each.envy)
            for slug, each in self.priced.items()
        )
        check_most(self.seats * sum(most))

    @property
    def priced(self) -> Mapping[str, Priced]:
        """The pays of each wager, including wagers that come free with the bets."""
        layout = self.layout
        found = {}
        for slug, cents in self.bets:
            wager = layout.game.wager(slug)
            found[slug] = price(layout, wager, cents, _answers(wager), self.meter)
        for wager, lowest in dependent_wagers(layout, self.bets_of_a_seat):
            found[wager.slug] = price(layout, wager, Cents(0), _answers(wager), self.meter, qualifying=lowest)
        return found

    def known(self, ask: "TableRequest", priced: Priced) -> Known:
        return known(ask, priced)

    def whole(self) -> None:
        return None

    @property
    def key(self) -> str:
        inputs = repr((self.tables, self.options, self.bets, self.choices, self.cut, self.meter))
        played = (self.rounds, self.seats, self.seed, self.block_rounds)
        return key_of(__name__, package_hash(self.game), self.decks, inputs, *played)

    def _play(self, block: int, rounds: int) -> Totals:
        from pitbook.simulate.random import stream_of

        ready = _make_ready(self)
        tally = empty_tally(ready.priced)
        shoes = ready.kernel(stream_of(self.seed, block), rounds, self.seats, self._shoe(), ready.bets, tally)
        wagered = {each.wager.slug: Cents(max(each.wager.spots, 1) * self.seats * each.bet) for each in ready.priced}
        return totals_of(tally, ready.priced, wagered, rounds, shoes)

    def _shoe(self) -> Any:
        """A full shoe. If every round is dealt from a full shoe, no card is burnt: unseen cards are exchangeable."""
        import numpy as np

        from pitbook.families.fixed_deal.simulate.kernel import ShoeArrays

        cards = np.array(_shoe_of(game(self.game), self.decks), np.int64)
        return ShoeArrays(cards, self.cut, 1 if self.cut else 0)


def _answers(wager: Wager) -> range:
    return range(1 << len(wager.outcomes))


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """The compiled kernel and arrays for a block."""

    kernel: Any
    bets: Any
    priced: tuple[Priced, ...]
    """In the order of the tally's rows."""


@cached_by_game(8)
def _make_ready(table: FixedDealTable) -> Ready:
    import numpy as np

    from pitbook.families.fixed_deal.simulate.kernel import WagerPays, play_rounds, settlement_from
    from pitbook.simulate.compile import kernel_with

    priced = tuple(table.priced.values())
    answers = max(len(each.line_of) for each in priced)
    line_of = np.zeros((len(priced), answers), np.uint8)
    envy = np.zeros((len(priced), answers), np.int64)
    net = np.zeros((len(priced), max(len(each.lines) for each in priced)), np.int64)
    for row, each in enumerate(priced):
        line_of[row, : len(each.line_of)] = each.line_of
        net[row, : len(each.net)] = each.net
        if each.wager.envy_minimum is not None and each.bet >= each.wager.envy_minimum:
            envy[row, : len(each.envy)] = each.envy
    rules = {f"rule_{row}": each.wager.rule for row, each in enumerate(priced)}
    cards, of_dealer = table.cards_dealt
    settlement = settlement_from(_settlement_source(table, priced))
    kernel = kernel_with(play_rounds, settle_round=settlement, CARDS=cards, DEALER_CARDS=of_dealer, **rules)
    return Ready(kernel, WagerPays(line_of, net, envy), priced)


def _settlement_source(table: FixedDealTable, priced: Sequence[Priced]) -> str:
    """Finds the arguments of each bet's rule from a deal whose cards are replaced by their positions."""
    from pitbook.families.fixed_deal.simulate.kernel import SeatBet, settlement_source

    hand, dealer = table.cards_dealt
    places = Deal(tuple(range(hand)), tuple(range(hand, hand + dealer)))

    def name(card: int) -> str:
        return str(card) if card == NO_CARD else f"p{card}" if card < hand else f"d{card - hand}"

    rows = {each.wager.slug: row for row, each in enumerate(priced)}
    looks = []
    for bet in (
        *table.bets_of_a_seat,
        *(Bet(each.wager.slug, each.bet) for each in priced if each.wager.requires_all_of),
    ):
        wager = priced[rows[bet.wager]].wager
        options = dict(table.options) | ({wager.choice.name: bet.choice} if wager.choice else {})
        reads = (*wager.reads, wager.choice) if wager.choice else wager.reads
        groups = [f"({''.join(f'{name(card)}, ' for card in cards)})" for cards in wager.look(places, bet.spot)]
        looks.append(SeatBet(rows[bet.wager], (*groups, *(str(option.index(options)) for option in reads))))
    return settlement_source(looks, len(priced))
