"""The pays that a search may choose from: given by the user, else round numbers around the printed ones."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pitbook.errors import BadInput, quoted
from pitbook.exact.reprice import Counts, by_line
from pitbook.games.model import listed
from pitbook.pay import Odds, PayTable

Ranges = Mapping[str, Sequence[Fraction]]
"""Outcome -> the candidate pays as printed, the 25 of ``25 to 1``, rising; 0 leaves the line unpaid."""

MOST_VARIED: Final = 6
"""The number of lines that vary by default: those that affect the edge most."""
MOST_VALUES: Final = 10_000
LARGEST: Final = 1_000_000

# Numbers that pay tables print: every integer up to 12, then round ones.
MENU: Final = (
    *range(1, 13), 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 80,
    *(number * 10**power for power in range(1, 6) for number in (10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80)),
)  # fmt: skip


def choose_ranges(
    counts: Counts, start: PayTable, given: Ranges, printed: Sequence[PayTable], *, hold: bool = False
) -> dict[str, list[Fraction]]:
    """The given ranges, and round numbers around the printed ones for other lines that matter, unless they are held."""
    odds = {line.outcome: line.pay for line in start.lines if isinstance(line.pay, Odds)}
    for name, values in given.items():
        if name not in odds:
            raise BadInput(
                f"{quoted(name)} is not a line of pay table {start.id} paid at odds: those are {listed(odds)}"
            )
        _check(name, values, odds[name])
    paid, _ = by_line(counts, start)
    deals = {line.outcome: times for line, times in paid}
    for outcome in counts.wager.outcomes:  # a deal paid on several lines affects each of them
        for part in outcome.sum_of:
            deals[part] = deals.get(part, 0) + deals.get(outcome.name, 0)
    free = [name for name in odds if name not in given and deals.get(name)]
    free.sort(key=lambda name: -deals[name] * odds[name].ratio)
    chosen = {name: sorted(set(values)) for name, values in given.items()}
    for name in free[: 0 if hold else max(0, MOST_VARIED - len(given))]:
        chosen[name] = sorted(_around(name, odds[name], printed))
    return {name: chosen[name] for name in odds if name in chosen}


def _check(name: str, values: Sequence[Fraction], pay: Odds) -> None:
    if not values or len(values) > MOST_VALUES:
        raise BadInput(f"the pays of {name} are {len(values):,} numbers: give 1 to {MOST_VALUES:,}")
    for value in values:
        if not 0 <= value <= LARGEST:
            raise BadInput(f"{name} cannot pay {float(value):g}: a pay is 0 to {LARGEST:,}")
        if not pay.stake_returned and 0 < value < 2:
            raise BadInput(f"{name} cannot pay {float(value):g} for 1: that wins nothing, 2 is the least")


def _around(name: str, pay: Odds, printed: Sequence[PayTable]) -> Iterator[Fraction]:
    """Round numbers from half the lowest printed pay to twice the highest, and the printed integers."""
    ratios = {pay.ratio}
    for table in printed:
        line = table.line(name)
        if line and isinstance(line.pay, Odds) and line.pay.stake_returned == pay.stake_returned:
            ratios.add(line.pay.ratio)
    least = 1 if pay.stake_returned else 2
    whole = {int(ratio) for ratio in ratios if ratio.denominator == 1}
    for number in {*MENU, *whole}:
        if max(least, min(ratios) / 2) <= number <= max(ratios) * 2:
            yield Fraction(number)
