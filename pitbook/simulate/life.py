"""A jackpot's life: the wagers, the meter's terms, and the simulation in blocks of lives.

A life is one meter from its seed through years of play in one room. Wagers arrive evenly, one after the other, each
with the exact probabilities of the par sheet on a fresh shoe.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import log1p
from typing import Any, Final

from pitbook.errors import BadInput, NotApproved
from pitbook.exact.par import ParSheet
from pitbook.exact.progressive import Progressive, progressive
from pitbook.games import slugs
from pitbook.games.progressive import progressives_of
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, Rounding
from pitbook.pay import MeterShare, net_of
from pitbook.simulate import life_kernel as kernel
from pitbook.simulate.blocks import Totals, key_of
from pitbook.simulate.life_bins import edges
from pitbook.simulate.life_meter import ROW, terms_for

DAYS_PER_YEAR: Final = 365
MOST_LIVES: Final = 1_000_000
MOST_YEARS: Final = 1_000
MOST_WAGERS: Final = 10**10
"""The most wagers of one life; more would overflow the 64-bit counters of a kernel."""
FINEST_RATE: Final = 10**8
"""The resolution of a rate, as a share of the wager."""
LIVES_PER_BLOCK: Final = 16
MOST_BLOCKS: Final = 1_024
PATHS: Final = 5
"""The lives whose meter is drawn on the chart, all from the first block."""
PATH_POINTS: Final = 400
HOLD_STEP: Final = Fraction(1, 2000)
HOLD_BINS: Final = 4_001
"""Holds of single lives are counted in bins of a twentieth of a percent from -100% to 100%; the outer bins are open."""

ASSUMPTIONS: Final = (
    "Wagers come evenly, one after the other, each with the par sheet's chances on a fresh shoe.",
    "Seats of a round are independent: that they share the dealer's hand, and two may win at once, is not modelled.",
    "After a 100% award the house puts up the seed at once.",
    "Accrued money is deposited in the prize account once a week (WAC 230-15-455); until then the account lacks it.",
)

DRY_METER: Final = (
    "If the meter holds less than a fixed pay, it pays what it has, the house pays the rest, and the meter continues "
    "from zero."
)


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A line that pays a share of the meter."""

    outcome: str
    label: str
    share: Fraction
    chance: Fraction


@dataclass(frozen=True, slots=True)
class FixedLine:
    """A line that pays a fixed amount."""

    outcome: str
    label: str
    cents: Cents
    """The total paid to the player: a wager on a meter is taken when it is made."""
    chance: Fraction


@dataclass(frozen=True, slots=True)
class TableVolume:
    """The tables and the volume of play."""

    tables: int = 3
    hours: Fraction = Fraction(16)
    """Hours per day."""
    rounds: Fraction = Fraction(60)
    """Rounds per hour, at each table."""
    seats: Fraction = Fraction(5)
    """Players at a table, on average."""
    take_up: Fraction = Fraction(60, 100)
    """The share of them that makes the wager."""

    def __post_init__(self) -> None:
        if not 1 <= self.tables <= 1_000:
            raise BadInput(f"{self.tables:,} tables cannot be linked to a meter: give 1 to 1,000")
        if not 0 < self.hours <= 24:
            raise BadInput(f"a day of {_plain(self.hours)} hours is impossible: give more than 0 and at most 24")
        if not 0 < self.rounds <= 1_000:
            raise BadInput(
                f"{_plain(self.rounds)} rounds per hour are out of range: give more than 0 and at most 1,000"
            )
        if not 0 < self.seats <= 9:
            raise BadInput(f"{_plain(self.seats)} seats per table are out of range: give more than 0 and at most 9")
        if not 0 < self.take_up <= 1:
            raise BadInput(
                f"a take-up of {_plain(self.take_up * 100)}% is out of range: give more than 0% and at most 100%"
            )

    @property
    def rounds_a_day(self) -> Fraction:
        """Rounds per day at all tables together."""
        return self.tables * self.hours * self.rounds

    @property
    def wagers_a_day(self) -> Fraction:
        return self.rounds_a_day * self.seats * self.take_up

    @property
    def pairs_a_round(self) -> Fraction:
        """The average number of ordered pairs of wagers in a round.

        If the number of seats is not an integer, rounds have the next lower or higher one; each seat makes the wager
        independently.
        """
        whole, part = divmod(self.seats, 1)
        return (whole * (whole - 1) + 2 * part * whole) * self.take_up**2


@dataclass(frozen=True, slots=True)
class Life:
    """All inputs of a simulation of meters: plain data, so that it can be sent to another machine."""

    game: str
    wager: str
    table: str
    decks: int
    bet: Cents
    awards: tuple[AwardLine, ...]
    pays: tuple[FixedLine, ...]
    terms: MeterTerms
    room: TableVolume
    years: Fraction = Fraction(5)
    lives: int = 1_000
    fixed_from_meter: bool = False
    warm_up: Fraction = Fraction(0)
    """Years played before counting starts, so that the meter no longer depends on its first seed."""
    seed: int = 21
    """The seed of the random numbers."""

    def __post_init__(self) -> None:
        if not 1 <= self.lives <= MOST_LIVES:
            raise BadInput(f"{self.lives:,} lives: a simulation has 1 to {MOST_LIVES:,}")
        for what, years in (("years", self.years), ("years of warm-up", self.warm_up)):
            if not 0 <= years <= MOST_YEARS:
                raise BadInput(f"{_plain(years)} {what}: a life has at most {MOST_YEARS:,}, none negative")
        if not 1 <= self.wagers + self.wagers_before <= MOST_WAGERS or not self.wagers:
            raise BadInput(
                f"a life of {self.wagers + self.wagers_before:,} wagers cannot be played: 1 to {MOST_WAGERS:,} can"
            )
        if not any(line.share == 1 and line.chance for line in self.awards):
            raise BadInput(
                f"no hand can win 100% of the meter with pay table {self.table} and {self.decks} decks, so it has no "
                "life to simulate"
            )
        for rate in (self.terms.contribution, self.terms.reserve):
            if rate.denominator > FINEST_RATE:
                raise BadInput(f"a rate of {float(rate):.10%} is too fine: give whole millionths of a percent")
        if self.fixed_from_meter and (cite := self.tray_only):
            raise NotApproved(f"the fixed pays of {self.wager} come from the tray, not off the meter ({cite})")

    @property
    def tray_only(self) -> str:
        """The paragraph of the letter that forbids fixed pays from the meter; empty if there is none."""
        rules = progressives_of(self.game).rules.get(self.wager) if self.game in slugs() else None
        return "" if rules is None else rules.tray_only

    @property
    def wagers(self) -> int:
        """The counted wagers of one life."""
        return int(self.room.wagers_a_day * DAYS_PER_YEAR * self.years)

    @property
    def wagers_before(self) -> int:
        """The wagers of the warm-up."""
        return int(self.room.wagers_a_day * DAYS_PER_YEAR * self.warm_up)

    @property
    def deposits(self) -> list[int]:
        """The number of wagers before each weekly deposit."""
        week = 7 * self.room.wagers_a_day
        return [int(number * week) for number in range(1, int(self.wagers / week) + 1)]

    @property
    def weeks_apart(self) -> int:
        """Weeks between two points of a drawn path."""
        return max(-(-len(self.deposits) // PATH_POINTS), 1)

    @property
    def progressive(self) -> Progressive:
        """The same wager in the exact engine's model."""
        fixed = sum((line.cents * line.chance for line in self.pays), Fraction(0)) / self.bet
        return Progressive(
            self.bet, fixed, tuple((line.outcome, line.share, line.chance) for line in self.awards if line.chance)
        )

    @property
    def recovered_after(self) -> int | None:
        """The number of wagers until contribution and reserve have recovered the seed; None if never."""
        feeding = (self.terms.contribution + self.terms.reserve) * self.bet * MICROS_PER_CENT
        return None if not feeding else -(-self.terms.seed * feeding.denominator // feeding.numerator)

    @property
    def near(self) -> tuple[int, ...]:
        """The examined gaps: a day, a week and 30 days, if shorter than the recovery of a seed."""
        day = self.room.wagers_a_day
        return (int(day), int(7 * day), int(30 * day), max((self.recovered_after or 0) - 1, 0))

    # The simulation

    @property
    def key(self) -> str:
        return key_of(__name__, json.dumps(asdict(self), sort_keys=True, default=str))

    @property
    def lives_per_block(self) -> int:
        return max(LIVES_PER_BLOCK, -(-self.lives // MOST_BLOCKS))

    @property
    def blocks(self) -> int:
        return -(-self.lives // self.lives_per_block)

    def lives_in(self, block: int) -> int:
        return min(self.lives_per_block, self.lives - block * self.lives_per_block)

    def rounds_in(self, block: int) -> int:
        """The wagers of a block."""
        return self.lives_in(block) * (self.wagers + self.wagers_before)

    def prepare(self) -> None:
        """Compiles the kernel by playing zero lives."""
        _play(self, 0, 0)

    def run(self, block: int) -> Totals:
        """Plays the lives of one block."""
        return _totals(self, _play(self, block, self.lives_in(block)))


def life_of(sheet: ParSheet, terms: MeterTerms, room: TableVolume, **rest: Any) -> Life:
    """The life of a wager's meter, with the probabilities of the par sheet."""
    progressive(sheet)  # refuses a wager without a meter
    awards, pays = [], []
    for row in sheet.rows:
        line = sheet.table.line(row.outcome)
        if line is None:
            continue
        if isinstance(line.pay, MeterShare):
            awards.append(AwardLine(row.outcome, row.label, line.pay.share, row.probability))
        elif won := net_of(sheet.basis.priced(line.pay), sheet.basis.bet, sheet.basis.rounding or Rounding()):
            gross = Cents(won + sheet.basis.bet)
            if gross > 0 and row.count:
                pays.append(FixedLine(row.outcome, row.label, gross, row.probability))
    return Life(
        sheet.game.slug,
        sheet.wager.slug,
        sheet.table.id,
        sheet.decks,
        sheet.basis.bet,
        tuple(awards),
        tuple(pays),
        terms,
        room,
        **rest,
    )


def _play(life: Life, block: int, lives: int) -> kernel.Notes:
    """The kernel's counters for this many lives."""
    import numpy as np

    from pitbook.exact.kernels import kernel_with

    def whole(values: Iterable[int]) -> Any:
        return np.array(list(values), np.int64)

    def part(values: Iterable[Fraction]) -> Any:
        return np.array([float(value) for value in values])

    awards = [line for line in life.awards if line.chance]
    any_award = sum((line.chance for line in awards), Fraction(0))
    others = [line.chance / (1 - any_award) for line in life.pays]
    owed = sum((chance * line.cents for chance, line in zip(others, life.pays, strict=True)), Fraction(0))
    deposits = life.deposits
    notes = kernel.Notes(
        lives=np.zeros((lives, kernel.COLUMNS), np.int64),
        awards=np.zeros((len(awards), 2), np.int64),
        pays=np.zeros(len(life.pays), np.int64),
        histograms=np.zeros((kernel.HISTOGRAMS, len(edges())), np.int64),
        edges=whole(edges()),
        near=whole(life.near),
        near_counts=np.zeros(len(life.near), np.int64),
        paths=np.zeros((min(PATHS, lives) if block == 0 else 0, len(deposits) // life.weeks_apart + 1), np.int64),
        weeks_apart=life.weeks_apart,
    )
    end = life.wagers_before + life.wagers
    kernel_with(kernel.play_lives)(
        np.random.Generator(np.random.Philox(key=_stream(life.seed, block))),
        lives,
        np.zeros(ROW, np.int64),
        kernel.Clock(life.wagers_before, end, whole([*(life.wagers_before + each for each in deposits), end + 1])),
        terms_for(life.terms, life.bet),
        kernel.Awards(
            whole(line.share.numerator for line in awards),
            whole(line.share.denominator for line in awards),
            part(line.chance / any_award for line in awards),
            log1p(-any_award),
            log1p(-life.progressive.top_chance),
        ),
        kernel.Pays(
            whole(line.cents for line in life.pays),
            part(others),
            np.zeros(len(life.pays), np.int64),
            log1p(-sum(others, Fraction(0))),
            float(sum(others, Fraction(0))),
            float(owed * MICROS_PER_CENT),
            life.fixed_from_meter,
        ),
        notes,
    )
    return notes


def _stream(seed: int, block: int) -> int:
    """The initial 128 bits of a block's random numbers."""
    return int.from_bytes(hashlib.sha256(f"pitbook life {seed} {block}".encode()).digest()[:16], "little")


def _totals(life: Life, notes: kernel.Notes) -> Totals:
    rows: list[list[int]] = notes.lives.tolist()
    wagered = life.wagers * life.bet * MICROS_PER_CENT
    houses = [wagered - house_pays(life, row) for row in rows]
    hold = [0] * HOLD_BINS
    for house in houses:
        hold[min(max(HOLD_BINS // 2 + house * HOLD_STEP.denominator // wagered, 0), HOLD_BINS - 1)] += 1
    totals: dict[str, tuple[int, ...]] = {
        "lives": (len(rows),),
        "sums": tuple(sum(row[column] for row in rows) for column in range(kernel.COLUMNS)),
        "squares": tuple(sum(row[column] ** 2 for row in rows) for column in range(kernel.COLUMNS)),
        "with_hits": tuple(sum(row[column] * row[kernel.HITS] for row in rows) for column in range(kernel.COLUMNS)),
        "house": (sum(houses), sum(house**2 for house in houses)),
        "lives_with": tuple(sum(row[column] > 0 for row in rows) for column in range(kernel.COLUMNS)),
        "award_times": tuple(notes.awards[:, 0].tolist()),
        "award_cents": tuple(notes.awards[:, 1].tolist()),
        "pay_times": tuple(notes.pays.tolist()),
        "near": tuple(notes.near_counts.tolist()),
        "hold": tuple(hold),
    }
    for number, name in enumerate(HISTOGRAM_NAMES):
        totals[name] = tuple(notes.histograms[number].tolist())
    for number in range(len(notes.paths)):
        totals[f"path {number + 1}"] = tuple(notes.paths[number].tolist())
    return totals


HISTOGRAM_NAMES: Final = ("top_award", "gap", "restart", "held", "most_held", "life_hits", "first_dry")


def house_pays(life: Life, row: list[int]) -> int:
    """The part of the wagers of a life that the house does not keep, in millionths, without the first seed.

    Contributions are the players' money at once, won or not; a seed is the house's until a 100% award requires it.
    """
    fixed = row[kernel.LACKED_CENTS] if life.fixed_from_meter else row[kernel.FIXED_CENTS]
    return row[kernel.FED] + row[kernel.KEPT] + row[kernel.HITS] * life.terms.seed + fixed * MICROS_PER_CENT


def _plain(value: Fraction) -> str:
    return f"{float(value):,.6g}"
