"""Whole rounds by automatic players against exact figures: the result of every wager, and how often each line was paid.

Every round is dealt from a fresh shoe to one seat, so that rounds are independent and the exact figures are theirs to
the last digit: there is no effect of the cut card. At Blazing 7's the live table ends a hand as blackjack does, so only
what the first two cards decide is compared.
"""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import repeat
from math import exp, lgamma, log, sqrt
from multiprocessing import get_context
from typing import Any

import pytest

from pitbook.exact.par import par_sheet
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.blackjack.table.players import analysis_of
from pitbook.games import game
from pitbook.games.settle import pay_for
from pitbook.table.config import TableConfig, configure, default_bet
from pitbook.table.run import TableRun, run_table
from tests.exact.pai_gow_known import BEATEN, FOXWOODS
from tests.table.rig import EVERY_ROUND, EZ, MATCH, POKER, RICHES, ROYAL

FAR = 4.5
"""The limit in standard deviations for a total."""
TINY = 7e-6
"""The same as a probability, for lines so rare that their number is not normally distributed."""

SETUPS: dict[str, tuple[str, dict[str, Any]]] = {
    "match the dealer": (MATCH, {}),
    "match-n-poker": (POKER, {}),
    "royal match": (ROYAL, {"options": {"crown-treasure": "yes"}}),
    "blazing 7s": (ROYAL, {"offered": ("base", "blazing-7s"), "decks": 2}),
    "royal riches": (RICHES, {}),
    "ez pai gow": (EZ, {}),
}


def setup(name: str) -> TableConfig:
    slug, config = SETUPS[name]
    return configure(game(slug), penetration=EVERY_ROUND, **config)


class Totals:
    """The combined totals of the runs of one table."""

    def __init__(self, runs: list[TableRun]) -> None:
        self.rounds = sum(run.rounds for run in runs)
        self.net: Counter[str] = Counter()
        self.squares: Counter[str] = Counter()
        self.outcomes: dict[str, Counter[str]] = {}
        for run in runs:
            for slug, totals in run.totals.items():
                self.net[slug] += totals.returned - totals.wagered
                self.squares[slug] += totals.squares
                self.outcomes.setdefault(slug, Counter()).update(totals.outcomes)

    def spread(self, slug: str) -> float:
        """The standard error of the net of a round, from the variance between rounds."""
        mean = self.net[slug] / self.rounds
        return sqrt((self.squares[slug] / self.rounds - mean * mean) / self.rounds)


def totals_of(name: str, rounds: int, chunks: int = 1) -> Totals:
    """Runs of one table, several at a time where there are several."""
    each = rounds // chunks
    if chunks == 1:
        return Totals([run_table(setup(name), each, 1, 1)])
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        return Totals(list(pool.map(one_chunk, repeat(name), repeat(each), range(1, chunks + 1))))


def one_chunk(name: str, rounds: int, seed: int) -> TableRun:
    run = run_table(setup(name), rounds, 1, seed)
    # A game holds functions, which cannot be sent between processes.
    run.config = None  # type: ignore[assignment]
    return run


@cache
def chances(name: str, slug: str) -> dict[str, Fraction]:
    """The exact chance of each outcome of an optional wager, a loss among them."""
    config = setup(name)
    wager, tables = config.game.wager(slug), config.layout.tables[slug]
    sheet = par_sheet(config.game, wager, tables[0], config.layout.decks, config.layout.options)
    found = {row.outcome: row.probability for row in sheet.rows if row.wins or row.outcome == "three_pair"}
    return found | {"loss": 1 - sum(found.values(), Fraction(0))}


def check_count(seen: int, tries: int, chance: Fraction, what: str) -> None:
    """Checks the count of an event against its exact probability."""
    expected = float(tries * chance)
    if expected >= 25:
        spread = sqrt(expected * float(1 - chance))
        assert abs(seen - expected) < FAR * spread, f"{what} came {seen} times, not {expected:.1f} +- {spread:.1f}"
    else:
        assert poisson_tail(seen, expected) > TINY, f"{what} came {seen} times, not {expected:.4f}"


def poisson_tail(seen: int, expected: float) -> float:
    """The probability of at least, or at most, this count, whichever is lower."""
    if expected == 0:
        return float(seen == 0)
    terms = [exp(k * log(expected) - expected - lgamma(k + 1)) for k in range(seen + 1)]
    return min(1.0, sum(terms), 1 - sum(terms[:-1]))


def check(name: str, totals: Totals) -> None:
    """Every wager of the table: lines one by one, and money."""
    config, rounds = setup(name), totals.rounds
    for slug in config.offered:
        if slug == "base":
            check_base(config, totals)
        elif slug == "dealer-pai-gow":
            check_dealer_pai_gow(totals)
        elif slug == "blazing-7s":
            check_blazing(totals)
        else:
            spots = config.game.wager(slug).spots or 1
            check_lines(name, slug, totals, rounds * spots, independent=spots == 1)
    if config.game.slug == MATCH:
        check_lines(name, "super-bonus", totals, rounds, independent=True, with_losses=False)


def check_lines(
    name: str, slug: str, totals: Totals, tries: int, *, independent: bool, with_losses: bool = True
) -> None:
    """Counts of a wager's lines; the five spots of a round are correlated, so only their money is compared."""
    exact, seen = chances(name, slug), totals.outcomes[slug]
    assert set(seen) <= {*exact, "loss"}
    if independent:
        for outcome, chance in exact.items():
            if with_losses or outcome != "loss":
                check_count(seen[outcome], tries, chance, f"{slug} {outcome}")
    config = setup(name)
    if slug in config.offered and not config.layout.pays_from_meter(slug):
        bet = default_bet(config, slug)
        sheet = par_sheet(
            config.game, config.game.wager(slug), config.layout.tables[slug][0], config.layout.decks,
            config.layout.options,
        )  # fmt: skip
        if independent:
            mean, spread = money(config, slug, exact)
        else:
            assert sheet.house_edge is not None
            mean, spread = (
                -float(sheet.house_edge) * bet * tries / totals.rounds,
                totals.spread(slug) * sqrt(totals.rounds),
            )
        found = totals.net[slug] / totals.rounds
        error = spread / sqrt(totals.rounds)
        assert abs(found - mean) < FAR * error, f"{slug} won {found:.4f} a round, not {mean:.4f} +- {error:.4f}"


def money(config: TableConfig, slug: str, exact: dict[str, Fraction]) -> tuple[float, float]:
    """The mean and deviation of one bet's win, from its exact probabilities and the table's pay of each line."""
    wager, bet = config.game.wager(slug), default_bet(config, slug)
    table = config.layout.table_for(wager, bet)
    assert table is not None
    nets = {}
    for outcome in exact:
        names = [outcome, "royal_match"] if outcome == "crown_treasure" else [outcome]
        net = pay_for(config.layout, wager, table, [] if outcome == "loss" else names, bet).net
        assert net is not None
        nets[outcome] = net
    mean = sum(chance * nets[outcome] for outcome, chance in exact.items())
    square = sum(chance * nets[outcome] ** 2 for outcome, chance in exact.items())
    return float(mean), sqrt(square - mean * mean)


def check_base(config: TableConfig, totals: Totals) -> None:
    """Blackjack against the expectation of its chart; pai gow against all pairs of hands, outcome by outcome."""
    bet, found = default_bet(config, "base"), totals.net["base"] / totals.rounds
    if isinstance(config.rules, BlackjackRules):
        mean = float(analysis_of(config.rules).total.expectation) * bet
        error = totals.spread("base")
        assert abs(found - mean) < FAR * error, f"base won {found:.4f} a round, not {mean:.4f} +- {error:.4f}"
        return
    pairs, seen = FOXWOODS.pairs, totals.outcomes["base"]
    barred = config.game.slug == EZ
    won = FOXWOODS.win - (FOXWOODS.barred_win if barred else 0)
    lost = FOXWOODS.lose - (FOXWOODS.barred_lose if barred else 0)
    held = FOXWOODS.barred if barred else 0
    exact = {"win": won, "loss": lost, "barred": held, "push": pairs - won - lost - held}
    for outcome, count in exact.items():
        check_count(seen[outcome], totals.rounds, Fraction(count, pairs), f"base {outcome}")
    assert set(seen) <= set(exact)


def check_blazing(totals: Totals) -> None:
    """A 7 among the first two cards, and two of them: exact from two decks, whatever is dealt after."""
    cards, sevens = 104, 8
    two = Fraction(sevens * (sevens - 1), cards * (cards - 1))
    none = Fraction((cards - sevens) * (cards - sevens - 1), cards * (cards - 1))
    seen = totals.outcomes["blazing-7s"]
    with_two = sum(count for outcome, count in seen.items() if "sevens" in outcome)
    check_count(seen["loss"], totals.rounds, none, "no seven")
    check_count(seen["one_seven"], totals.rounds, 1 - none - two, "one seven")
    check_count(with_two, totals.rounds, two, "two sevens or better")


def check_dealer_pai_gow(totals: Totals) -> None:
    """The dealer's pai gows that the player's five cards beat, over all pairs of hands."""
    for place, outcome in enumerate(("ace", "king", "queen", "jack", "ten", "nine"), 1):
        seen = totals.outcomes["dealer-pai-gow"][f"{outcome}_high_pai_gow"]
        check_count(seen, totals.rounds, Fraction(BEATEN[place], FOXWOODS.pairs), f"{outcome}-high pai gow beaten")


@pytest.mark.parametrize("name", SETUPS)
def test_some_hundred_rounds(name: str) -> None:
    check(name, totals_of(name, 400))


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_a_million_rounds(name: str) -> None:
    check(name, totals_of(name, 1_000_000, chunks=50))


def test_seats_of_one_shoe_see_the_same_game() -> None:
    """A full table with the cut card where a house puts it: chips add up and every seat is settled each round."""
    for name in SETUPS:
        slug, config = SETUPS[name]
        table = configure(game(slug), **config)
        run = run_table(table, 40, table.seats, 3)
        for wager in table.offered:
            spots = table.game.wager(wager).spots or 1
            own = Counter(
                {outcome: n for outcome, n in run.totals[wager].outcomes.items() if not outcome.startswith("envy")}
            )
            settled = own.total()
            if wager == "base" and table.rules is not None:
                assert settled >= 40 * table.seats  # and one more for each split
            else:
                assert settled == 40 * table.seats * spots


def test_a_run_is_repeated_to_the_byte() -> None:
    """The same seed, the same log; another seed, another."""
    config = configure(game(ROYAL), seats=2)
    runs = [run_table(config, 30, 2, seed) for seed in (7, 7, 8)]
    assert runs[0].event_log_hash == runs[1].event_log_hash != runs[2].event_log_hash
    assert runs[0].totals == runs[1].totals
