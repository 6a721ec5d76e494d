"""Progressive wagers: the exact long-run behaviour of a meter.

The model of letter 003: each wager adds a contribution ``c`` to the meter and ``r`` to a reserve; an award of a share
takes that part of the meter; a 100% award takes all, and the meter restarts at the seed plus the reserve collected
since the last one. Everything added to a meter is eventually paid to players, so in the long run a wager returns its
fixed pays, ``c + r``, and its share of the seeds.

With ``p`` the probability of the 100% award and ``s`` the sum of probability times share over the smaller awards, the
expected meter at a 100% award is ``(c + r + p * seed) / (p + s)``: the long-run drain of the meter, ``(p + s)`` times
its mean at an award, equals its inflow.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.par import ParSheet
from pitbook.money import Cents
from pitbook.pay import MeterShare, Odds


@dataclass(frozen=True, slots=True)
class Progressive:
    """The components of a wager with meter lines. Money is for a wager of ``bet``; fractions are of the wager."""

    bet: Cents
    fixed_return: Fraction
    """The return per unit of the lines that pay odds, the stake not returned (`for 1`)."""
    shares: tuple[tuple[str, Fraction, Fraction], ...]
    """Each meter line: outcome, share, probability."""

    @property
    def top_chance(self) -> Fraction:
        """The probability of the 100% award."""
        return sum((chance for _, share, chance in self.shares if share == 1), Fraction(0))

    @property
    def drain(self) -> Fraction:
        """The share of the meter that an average wager takes: probability times share over all meter lines."""
        return sum((share * chance for _, share, chance in self.shares), Fraction(0))

    def edge_at(self, meter: Cents) -> Fraction:
        """The house edge of a wager placed at this displayed meter."""
        return 1 - self.fixed_return - self.drain * Fraction(meter, self.bet)

    @property
    def break_even_meter(self) -> Fraction | None:
        """The meter, in cents, at which the edge is zero; None if no meter line can occur."""
        return (1 - self.fixed_return) * self.bet / self.drain if self.drain else None

    @property
    def wagers_between_hits(self) -> Fraction | None:
        """The average number of wagers per 100% award."""
        return 1 / self.top_chance if self.top_chance else None

    @property
    def hits_per_million(self) -> Fraction:
        """100% awards per million wagers."""
        return self.top_chance * 1_000_000

    def hold(self, contribution: Fraction, reserve: Fraction, seed: Cents) -> Fraction:
        """The long-run house edge: one less the fixed pays, the contributions and the seeds."""
        return 1 - self.fixed_return - contribution - reserve - self._seed_part(seed)

    def feeding_for(self, hold: Fraction, seed: Cents) -> Fraction:
        """The total of contribution and reserve, as a share of the wager, that leaves the house this hold."""
        return 1 - self.fixed_return - hold - self._seed_part(seed)

    def average_top(self, feeding: Fraction, seed: Cents) -> Fraction | None:
        """The long-run average of the 100% award, in cents, for contribution and reserve together of ``feeding``."""
        if not self.top_chance:
            return None
        return (feeding * self.bet + self.top_chance * seed) / self.drain

    def average_restart(self, reserve: Fraction, seed: Cents) -> Fraction | None:
        """The average restart value: the seed and the reserve collected between two hits."""
        return seed + reserve * self.bet / self.top_chance if self.top_chance else None

    def growth_between_hits(self, contribution: Fraction) -> Fraction | None:
        """The average growth of the display between two 100% awards, in cents, without deducting smaller awards."""
        return contribution * self.bet / self.top_chance if self.top_chance else None

    def _seed_part(self, seed: Cents) -> Fraction:
        return self.top_chance * Fraction(seed, self.bet)


def progressive(sheet: ParSheet) -> Progressive:
    """The meter side of a par sheet; refused for a wager without meter lines."""
    fixed, shares = Fraction(0), []
    for row in sheet.rows:
        line = sheet.table.line(row.outcome)
        if line is None:
            continue
        if isinstance(line.pay, MeterShare):
            shares.append((row.outcome, line.pay.share, row.probability))
        elif isinstance(line.pay, Odds):
            fixed += row.probability * (line.pay.net + 1)
    if not shares:
        raise BadInput(f"{sheet.wager.slug} has no meter line in pay table {sheet.table.id}")
    return Progressive(sheet.basis.bet, fixed, tuple(shares))


@dataclass(frozen=True, slots=True)
class Preset:
    """A meter's configuration that goes with a pay table."""

    seed: Cents
    contribution: Fraction
    reserve: Fraction
    source: str
    """The source of the numbers: printed, derived from printed figures, or inferred."""

    @property
    def feeding(self) -> Fraction:
        return self.contribution + self.reserve


def record(found: Progressive, preset: Preset | None = None) -> dict[str, Any]:
    """The figures for a sheet; money in dollars, fractions as ``n/d`` with a decimal beside them."""
    entries: dict[str, Any] = dict(_pairs("fixed_return", found.fixed_return))
    entries |= _pairs("drain", found.drain)
    entries |= _pairs("break_even_meter", _in_dollars(found.break_even_meter))
    entries |= _pairs("wagers_between_hits", found.wagers_between_hits)
    entries |= _pairs("hits_per_million", found.hits_per_million)
    if preset is not None:
        entries["preset"] = {"seed_cents": preset.seed, "source": preset.source} | dict(
            [*_pairs("contribution", preset.contribution), *_pairs("reserve", preset.reserve)]
        )
        entries |= _pairs("hold", found.hold(preset.contribution, preset.reserve, preset.seed))
        entries |= _pairs("average_top_payout", _in_dollars(found.average_top(preset.feeding, preset.seed)))
        entries |= _pairs("average_restart", _in_dollars(found.average_restart(preset.reserve, preset.seed)))
        entries |= _pairs("growth_between_hits", _in_dollars(found.growth_between_hits(preset.contribution)))
        entries |= _pairs("edge_at_seed", found.edge_at(preset.seed))
    return entries


def _in_dollars(cents: Fraction | None) -> Fraction | None:
    return None if cents is None else cents / 100


def _pairs(name: str, value: Fraction | None) -> Iterator[tuple[str, Any]]:
    yield name, None if value is None else f"{value.numerator}/{value.denominator}"
    yield f"{name}_decimal", None if value is None else float(value)
