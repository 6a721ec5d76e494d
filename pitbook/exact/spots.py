"""Wagers on numbered spots, bet together at any amounts: their joint distribution, and the win of each result.

The rule counts the spots that end in each outcome; the wager declares how to decode its answers
(:class:`pitbook.games.model.Together`). All orders of the dealer's cards are equally likely, so any spot may get any of
them: a result counts once for each way to assign its cards to the spots, and spots with the same bet are
interchangeable.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, prod
from operator import mul
from typing import NamedTuple

from pitbook.errors import BadInput
from pitbook.games.model import Game, Outcome, Together, Wager
from pitbook.games.settle import LOSS
from pitbook.money import Cents, format_cents
from pitbook.pay import Amount, Odds, PayLine, PayTable


class JointResult(NamedTuple):
    """A possible joint result of all spots."""

    name: str
    label: str
    pays: str
    deals: int
    won: Fraction
    """The net win over all bets, in cents."""
    wins: bool


class SpotResult(NamedTuple):
    """The result of the spots with one bet."""

    bet: Cents
    lines: tuple[int, ...]
    """The number of times that each printed line of a spot is paid, in the order of the outcomes."""
    lost: int


class _Spots(NamedTuple):
    """The wagers that are bet together."""

    together: Together
    printed: tuple[Outcome, ...]
    """The outcomes of one spot that have a separate line in its pay tables."""
    paid: tuple[tuple[int, ...], ...]
    """The number of times that each outcome of one spot pays each printed line; a losing spot, the last, pays none."""
    bonus: Wager
    """The wager that requires all spots."""


def _spots(game: Game, wager: Wager) -> _Spots:
    if wager.together is None or len(wager.components) != 2:
        raise BadInput(f"{wager.slug} combines several bets and does not declare how to decode its answers")
    spot, bonus = (game.wager(slug) for slug in wager.components)
    printed = tuple(outcome for outcome in spot.outcomes if not outcome.sum_of)
    if len(wager.together.words) != len(printed):
        raise BadInput(f"{wager.slug} needs a word for each printed line of {spot.slug}")
    lines = (*(outcome.sum_of or (outcome.name,) for outcome in spot.outcomes), ())
    paid = tuple(tuple(names.count(outcome.name) for outcome in printed) for names in lines)
    return _Spots(wager.together, printed, paid, bonus)


def splittings(bets: Sequence[Cents]) -> int:
    """The number of ways to assign the dealer's cards to the spots, with spots of equal bets interchangeable."""
    return factorial(len(bets)) // prod(factorial(times) for times in Counter(bets).values())


def bonus_line(bonus: Wager, table: PayTable, lines: int, bets: Sequence[Cents]) -> PayLine | None:
    """The paid line of the wager that requires all spots: every spot needs a bet, and the lowest must reach the
    tier."""
    return table.best(bonus.named(lines)) if min(bets) >= max(table.tier, 1) else None


def results(
    answers: Mapping[int, int], game: Game, wager: Wager, table: PayTable, bets: Sequence[Cents]
) -> list[JointResult]:
    """All possible results, from the highest win down; the counts add up to all deals times the splittings."""
    spots = _spots(game, wager)
    sizes = sorted(Counter(bets).items(), reverse=True)
    counts: Counter[tuple[tuple[SpotResult, ...], str]] = Counter()
    for answer, times in answers.items():
        line = bonus_line(spots.bonus, table, spots.together.bonus(answer), bets)
        for parts, ways in _dealt_out(spots.together.spots(answer), sizes, spots.paid):
            counts[parts, line.outcome if line else ""] += times * ways
    odds = tuple(_odds(table, outcome.name) for outcome in spots.printed)
    found = sorted(counts.items())[::-1]
    return [_result(spots, parts, table.line(name), odds, times) for (parts, name), times in found]


def _dealt_out(
    spots: Sequence[int], sizes: Sequence[tuple[Cents, int]], paid: Sequence[Sequence[int]]
) -> Iterator[tuple[tuple[SpotResult, ...], int]]:
    """The results of the spots of each bet, and the number of ways; spots without a bet are ignored."""
    if not sizes:
        yield (), 1
        return
    (bet, size), *others = sizes
    for taken in _picks(spots, size):
        ways = prod(comb(held, some) for held, some in zip(spots, taken, strict=True))
        left = [held - some for held, some in zip(spots, taken, strict=True)]
        lines = tuple(sum(map(mul, taken, of_line)) for of_line in zip(*paid, strict=True))
        part = (SpotResult(bet, lines, taken[-1]),) if bet else ()
        for rest, more in _dealt_out(left, others, paid):
            yield (*part, *rest), ways * more


def _picks(held: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """All ways to take ``size`` of the held items, as the number of each."""
    if not held:
        if size == 0:
            yield ()
        return
    for some in range(min(held[0], size) + 1):
        for rest in _picks(held[1:], size - some):
            yield some, *rest


def _result(
    spots: _Spots, parts: Sequence[SpotResult], line: PayLine | None, odds: Sequence[Odds], count: int
) -> JointResult:
    won = Fraction(0)
    for part in parts:
        won += part.bet * (sum((times * pay.ratio for times, pay in zip(part.lines, odds, strict=True))) - part.lost)
    if line is not None:
        won += _amount(spots.bonus, line)
    several = len(parts) > 1
    names, labels, pays = [], [], []
    for part in parts:
        matched = list(zip(part.lines, spots.together.words, strict=True))
        words = [(number, kind) for number, kind in matched if number]
        if part.lost and (words or several):
            words.append((part.lost, "lost"))
        if not words:
            continue
        at = format_cents(part.bet)
        slug = "_".join(f"{number}_{kind}" for number, kind in words)
        names.append(f"at_{at.strip('$').replace(',', '').replace('.', '_')}_{slug}" if several else slug)
        text = ", ".join(f"{number} {kind}" for number, kind in words)
        labels.append(f"{at}: {text}" if several else text)
        paid = " + ".join(f"{number} x {pay}" for (number, _), pay in zip(matched, odds, strict=True) if number)
        if paid:
            pays.append(f"{at}: {paid}" if several else paid)
    wins = any(any(part.lines) for part in parts)
    if not wins:
        names, labels = [LOSS], [spots.together.nothing]
    if line is not None:
        names, labels, pays = [*names, line.outcome], [*labels, line.label], [*pays, str(line.pay)]
    return JointResult(
        "_".join(names),
        _joined(labels, several),
        _joined(pays, several, " + ") or LOSS,
        count,
        won,
        wins or line is not None,
    )


def _joined(texts: Iterable[str], several: bool, sign: str = ", ") -> str:
    return ("; " if several else sign).join(texts)


def _amount(bonus: Wager, line: PayLine) -> Cents:
    if not isinstance(line.pay, Amount):
        raise BadInput(f"the {bonus.name} pays fixed amounts such as '$200', not {line.pay} for {line.outcome}")
    return line.pay.cents


def _odds(table: PayTable, outcome: str) -> Odds:
    line = table.line(outcome)
    if line is None or not isinstance(line.pay, Odds) or not line.pay.stake_returned:
        raise BadInput(f"pay table {table.id} must pay {outcome} at odds such as '4 to 1'")
    return line.pay
