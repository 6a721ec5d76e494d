"""A whole poker table: every seat makes the same bets and plays the same way, each round from a fresh pack."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pitbook.errors import BadInput, quoted
from pitbook.families.poker.exact.knowledge import by_rules
from pitbook.families.poker.exact.policy import POLICIES
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.rules.compose import HOUSE
from pitbook.families.poker.rules.model import PokerRules
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games import game
from pitbook.games.model import listed
from pitbook.games.package import package_hash
from pitbook.games.settle import Layout
from pitbook.money import Cents, format_cents
from pitbook.pay import PayTable
from pitbook.simulate.blocks import RoundsInBlocks, Totals, key_of
from pitbook.simulate.inputs import check_bets, check_most
from pitbook.simulate.known import Known, Whole
from pitbook.simulate.pricing import Priced

if TYPE_CHECKING:
    from pitbook.simulate.table import TableRequest

BLOCK: Final = 1 << 16
"""Rounds in a block: a few milliseconds."""


def table_simulation(ask: "TableRequest") -> "PokerTable":
    """The requested table; refuses bets, rules and policies that it does not support."""
    layout = ask.layout
    chosen = layout.game
    rules = rules_of(chosen.slug)
    for name in ask.rules:
        raise BadInput(f"{chosen.slug} has no rule {quoted(name)} to choose: its options are given with --option")
    if ask.strategy not in POLICIES:
        raise BadInput(f"players of {chosen.slug} cannot play {quoted(ask.strategy)}: they play {listed(POLICIES)}")
    if ask.penetration:
        raise BadInput(f"{chosen.slug} is dealt from a fresh pack every round: there is no cut card to place")
    if ask.meter is not None and not any(layout.pays_from_meter(slug) for slug in ask.bets):
        raise BadInput(f"{chosen.slug} pays nothing from a meter, so a meter changes nothing")
    table = PokerTable(
        game=chosen.slug,
        tables=tuple((slug, tuple(layout.tables[slug])) for slug in layout.tables),
        options=tuple(sorted(layout.options.items())),
        bets=_bets(rules, ask.bets),
        policy=ask.strategy,
        rounds=ask.rounds,
        seats=ask.seats,
        seed=ask.seed,
        meter=ask.meter,
    )
    check_most(ask.seats * sum(max(map(abs, each.net)) for each in table.priced.values()))
    return table


def _bets(rules: PokerRules, bets: Mapping[str, Cents]) -> tuple[tuple[str, Cents], ...]:
    """The bets before the deal: the first stake and the bonuses; refused if the rules do not allow them."""
    check_bets(bets)
    first = rules.first
    made: dict[str, Cents] = {}
    for stake in rules.stakes:
        if stake.slug in bets and first.slug not in bets:
            raise BadInput(f"{stake.slug} is bet together with {first.slug}: bet on {first.slug} too")
        if stake.first and stake is not first and stake.slug in bets:
            equal = Cents(stake.first * bets[first.slug])
            if bets[stake.slug] != equal:
                raise BadInput(f"{stake.slug} equals {first.slug}: it must be {format_cents(equal)} with that bet")
    if first.slug in bets:
        made[first.slug] = bets[first.slug]
    bonuses = {wager.slug: wager for wager in rules.bonuses}
    for slug, wager in bonuses.items():
        if slug in bets:
            wager.check_bet(bets[slug])
            made[slug] = bets[slug]
    if not made:
        raise BadInput(f"nothing is bet: bet on {first.slug}, such as --bet {first.slug}=5")
    if first.slug not in made:
        for slug in made:
            if not bonuses[slug].alone:
                raise BadInput(f"{slug} is not bet alone: bet on {first.slug} too")
    return tuple(made.items())


@dataclass(frozen=True, slots=True)
class PokerTable(RoundsInBlocks):
    """Rounds of one table, as plain data."""

    game: str
    tables: tuple[tuple[str, tuple[PayTable, ...]], ...]
    options: tuple[tuple[str, str], ...]
    bets: tuple[tuple[str, Cents], ...]
    policy: str
    rounds: int
    seats: int
    seed: int
    meter: Cents | None = None
    block_rounds: int = BLOCK

    @property
    def layout(self) -> Layout:
        return Layout(game(self.game), 1, dict(self.tables), dict(self.options))

    @property
    def problem(self) -> Problem:
        """The game as the solver takes it, with the pay tables of the layout."""
        rules, layout = rules_of(self.game), self.layout
        options = {option.name: layout.options[option.name] for option in rules.options}
        chosen = {}
        for stake in rules.stakes:
            table = layout.table_for(layout.game.wager(stake.paid_as or stake.slug), Cents(0))
            if table is None:
                raise BadInput(f"{stake.slug} has no pay table at this table")
            # A fixed table leaves out lines that the options rule out; solutions are stored with all of them.
            chosen[stake.slug] = stake.tables[0] if table.id == HOUSE else table
        return Problem(rules, chosen, options, (), by_rules(rules))

    @property
    def one_seat(self) -> "PokerTable":
        """The table with one seat: the exact figures and decisions of a seat do not depend on the others."""
        return replace(self, rounds=1, seats=1, seed=0)

    @property
    def unit(self) -> Cents:
        """The first stake; 0 if only bonuses are bet."""
        return dict(self.bets).get(rules_of(self.game).first.slug, Cents(0))

    @property
    def priced(self) -> Mapping[str, Priced]:
        from pitbook.families.poker.simulate.ready import make_ready

        return {each.wager.slug: each for each in make_ready(self).priced}

    def known(self, ask: "TableRequest", priced: Priced) -> Known:
        from pitbook.families.poker.simulate.known import known_at

        return known_at(self, priced)

    def whole(self) -> Whole | None:
        from pitbook.families.poker.simulate.known import whole_game

        return whole_game(self)

    @property
    def key(self) -> str:
        inputs = repr((self.tables, self.options, self.bets, self.policy, self.meter))
        return key_of(__name__, package_hash(self.game), inputs, self.rounds, self.seats, self.seed, self.block_rounds)

    def prepare(self) -> None:
        self._play(0, 64)

    def _play(self, block: int, rounds: int) -> Totals:
        from pitbook.families.poker.simulate.ready import make_ready

        return make_ready(self).play(self.seed, block, rounds)


def notes(ask: "TableRequest") -> tuple[str, ...]:
    """The decisions of the seats, in words."""
    from pitbook.families.poker.simulate.ready import make_ready

    return (f"Every seat {make_ready(table_simulation(ask)).policy.words}.",)
