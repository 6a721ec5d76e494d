"""The simulation of a blackjack table: its validated inputs, and the totals of its rounds."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

from pitbook.cards import Shoe, parse_cards
from pitbook.errors import BadInput
from pitbook.families.blackjack.rules.hands import CARDS_A_HAND
from pitbook.families.blackjack.rules.posted import RULES, BlackjackRules, rules_of_game
from pitbook.families.blackjack.simulate.fast import Walk, walk_of
from pitbook.families.blackjack.simulate.hands import DealerStates, PlayerStates, dealer_states, player_states
from pitbook.families.blackjack.simulate.kernel import RAN_OUT
from pitbook.families.blackjack.simulate.lines import BasePays, base_pays
from pitbook.families.blackjack.simulate.sides import Side, side_of
from pitbook.families.blackjack.simulate.strategy import CodedStrategy, strategy_for
from pitbook.games.package import package_hash
from pitbook.games.settle import Bet, Layout, Seat, settle
from pitbook.hands.blackjack import card_points
from pitbook.money import Cents
from pitbook.simulate.blocks import RoundsInBlocks, Totals, key_of
from pitbook.simulate.compile import Kernel, kernel_with
from pitbook.simulate.inputs import cards_before_cut, check_bets
from pitbook.simulate.pricing import Priced
from pitbook.simulate.random import stream_of

if TYPE_CHECKING:
    from pitbook.simulate.known import Known
    from pitbook.simulate.table import TableRequest

BLOCK: Final = 1 << 18
"""Rounds in a block, for any number of workers."""
POINTS_OF_A_HAND: Final = 30
"""The most points of a hand, an ace as 1: a hit on 20 with a ten."""
MOST_OF_A_ROUND: Final = 3_000_000_000
"""The most cents that one round may pay or cost: the square fits into 64 bits."""


@dataclass(frozen=True, eq=False)
class BlackjackTable(RoundsInBlocks):
    """Rounds at one table, as plain data."""

    game: str
    decks: int
    rules: BlackjackRules
    rounds: int
    seats: int
    seed: int
    cut: int
    """The number of cards before the cut card: the round in which it comes out is the last before a shuffle."""
    strategy: CodedStrategy
    player: PlayerStates
    dealer: DealerStates
    base: BasePays
    sides: tuple[Side, ...]
    third_always: bool
    """Whether a third card that a bonus wager waits for is dealt even if the dealer has a blackjack."""
    block_rounds: int = BLOCK

    @property
    def burn(self) -> int:
        """Cards burnt after a shuffle: one. If every round is dealt from a fresh shoe, none is burnt, because unseen
        cards are exchangeable."""
        return 1 if self.cut else 0

    @property
    def fresh(self) -> bool:
        """Whether every round is dealt from a full shoe, because no round can end before the cut card."""
        return self.burn + 2 * self.seats + 2 > self.cut

    @property
    def insured(self) -> bool:
        """Whether every seat takes insurance against an ace."""
        return self.strategy.insures and self.rules.insurance and self.base.insurance > 0

    @cached_property
    def priced(self) -> Mapping[str, Priced]:
        """By wager, the pays of its lines. The lines of the base wager are the final results of its hands."""
        return {"base": self.base.priced} | {side.slug: side.priced for side in self.sides}

    def known(self, ask: "TableRequest", priced: Priced) -> "Known":
        from pitbook.families.blackjack.simulate.exact import known_at

        return known_at(self, ask, priced)

    def whole(self) -> None:
        return None

    @cached_property
    def key(self) -> str:
        digest = hashlib.sha256()
        for part in (
            self.game, self.decks, self.rules, self.rounds, self.seats, self.seed, self.cut, self.insured, self.player,
            self.dealer, self.base.lines, self.base.line_of, self.base.insurance_net, self.third_always,
            *((side.slug, side.priced.lines, side.priced.line_of, side.priced.net, side.priced.envy, side.envied)
              for side in self.sides),
        ):  # fmt: skip
            digest.update(f"{part!r};".encode())
        for side in self.sides:
            digest.update(side.answers.kind_of + side.answers.table)
        return key_of(__name__, package_hash(self.game), digest.hexdigest())

    @cached_property
    def walk(self) -> Walk | None:
        """The faster simulation of these rounds, with the same totals; None if there is none."""
        alone = self.seats == 1 and not self.sides and not self.insured and self.rules.hole_card == "peek"
        if not alone or not self._never_runs_out:
            return None
        lines = len(self.base.lines)
        return walk_of(self.player, self.dealer, lines, self.base.line_of, self.rules.surrender == "early")

    @property
    def _never_runs_out(self) -> bool:
        """Whether the cards behind the cut card always suffice for one seat and the dealer, even if all are low."""
        points = sorted(card_points(card) for card in range(52) for _ in range(self.decks))
        return sum(points[: len(points) - self.cut]) >= POINTS_OF_A_HAND * (self.rules.split_hands + 1)

    @cached_property
    def _arrays(self) -> Any:
        from pitbook.families.blackjack.simulate.arrays import arrays_of

        return arrays_of(self)

    def _play(self, block: int, rounds: int) -> Totals:
        from pitbook.families.blackjack.simulate.arrays import new_scratch, new_shoe, new_sums
        from pitbook.families.blackjack.simulate.totals import totals_of

        arrays = self._arrays
        sums, scratch = new_sums(self), new_scratch(self)
        stream, shoe = stream_of(self.seed, block), new_shoe(self.decks)
        if arrays.walk is not None:
            two, start, after, split = arrays.walk
            _kernels("fast")(rounds, stream, shoe, arrays.table, two, start, after, split, arrays.play, scratch, sums)
        else:
            _kernels("table")(rounds, stream, shoe, arrays.table, arrays.play, arrays.sides, scratch, sums)
        if sums.rest[RAN_OUT]:
            raise BadInput(
                f"a round of {self.seats} seats took all {52 * self.decks} cards of the shoe: play with fewer seats or "
                "more decks"
            )
        return totals_of(self, rounds, sums)

    @cached_property
    def result_nets(self) -> tuple[Cents, ...]:
        """The possible net results of a seat's hands in a round, rising: the columns of ``base results``."""
        return tuple(sorted({self.base.net(result) for result in range(1, len(self.base.results))}))


@cache
def _kernels(name: str) -> Kernel:
    if name == "fast":
        from pitbook.families.blackjack.simulate.fast import walk_rounds

        return kernel_with(walk_rounds)
    from pitbook.families.blackjack.simulate.kernel import play_rounds

    return kernel_with(play_rounds)


def table_simulation(ask: "TableRequest") -> BlackjackTable:
    """A table at which every seat makes the same bets and plays the same strategy."""
    layout, rules, bets = ask.layout, ask.rules, ask.bets
    game = layout.game
    posted = {option.name for option in RULES}.intersection(layout.options)
    options = game.check_options({**layout.options, **{name: rules[name] for name in posted.intersection(rules)}})
    layout = replace(layout, options=options)
    found = rules_of_game(game, layout.decks, {name: rules[name] for name in rules if name not in posted}, options)
    _check_bets(layout, bets)
    cut = _cut(ask.penetration, layout.decks, ask.seats)
    plays = strategy_for(found, ask.strategy)
    player, dealer = player_states(found, plays), dealer_states(found)
    simulation = BlackjackTable(
        game=game.slug,
        decks=layout.decks,
        rules=found,
        rounds=ask.rounds,
        seats=ask.seats,
        seed=ask.seed,
        cut=cut,
        strategy=plays,
        player=player,
        dealer=dealer,
        base=base_pays(layout, found, bets["base"], player, dealer),
        sides=tuple(
            side_of(layout, wager, bets[wager.slug], ask.meter)
            for wager in game.wagers
            if wager.slug in bets and wager.slug != "base"
        ),
        third_always=options.get("third-seven", "") == "always dealt",
    )
    _check_amounts(simulation)
    return simulation


def _check_bets(layout: Layout, bets: Mapping[str, Cents]) -> None:
    """Refuses bets that settlement would refuse, by asking it to settle them."""
    if "base" not in bets:
        raise BadInput("no bet on base is given: every seat makes the regular wager before any other")
    for slug in bets:
        layout.game.wager(slug)
    check_bets(bets)
    seat = Seat(parse_cards("Tc 9d"), tuple(Bet(slug, cents) for slug, cents in bets.items()))
    settle(layout, [seat], parse_cards("Th 8s"))


def _cut(penetration: Fraction, decks: int, seats: int) -> int:
    """The number of cards before the cut card."""
    size = len(Shoe.of_decks(decks))
    needed = CARDS_A_HAND * (seats + 1)
    if size < needed:
        most = size // CARDS_A_HAND - 1
        raise BadInput(
            f"{seats} seats may need {needed} cards a round, {decks} decks hold {size}: at most {most} seats"
        )
    return cards_before_cut(penetration, size, f"{seats} seats may need {needed}", needed)


def _check_amounts(simulation: BlackjackTable) -> None:
    """Refuses bets that would overflow the sums of squares."""
    base = simulation.base
    most = max(abs(base.net(result)) for result in range(len(base.results))) + max(map(abs, base.insurance_net))
    for side in simulation.sides:
        most += max(map(abs, side.priced.net)) + max(side.priced.envy) * (simulation.seats - 1)
    if most * simulation.seats > MOST_OF_A_ROUND:
        raise BadInput("the bets are too high to be simulated: no more than $30,000,000 may change hands in one round")
