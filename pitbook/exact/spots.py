"""Wagers on numbered spots, bet together at any amounts: their joint distribution, and what each result wins.

The rule says how many of the five spots end in each outcome. Which spots those are is nobody's choice: the dealer's
cards come in every order equally often. So a result counts once for each way to deal its cards out to the spots, and
spots with the same bet are not told apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, prod
from typing import NamedTuple

from pitbook.errors import BadInput
from pitbook.games.million_dollar_match_the_dealer.rules import (
    MATCH_OUTCOMES,
    SUITED,
    UNSUITED,
    spots_by_outcome,
    unpack,
)
from pitbook.games.model import Wager
from pitbook.games.settle import LOSS
from pitbook.money import Cents, format_cents
from pitbook.pay import Amount, Odds, PayLine, PayTable

# How many suited and unsuited matches each outcome of one spot pays; a losing spot, the last, pays none.
_MATCHES = (*((each.sum_of or (each.name,)) for each in MATCH_OUTCOMES), ())
PAID = tuple((names.count(SUITED.name), names.count(UNSUITED.name)) for names in _MATCHES)


class Result(NamedTuple):
    """Something that can happen on all spots together."""

    name: str
    label: str
    pays: str
    deals: int
    won: Fraction
    """Over all bets, in cents."""
    wins: bool


class Part(NamedTuple):
    """What the spots of one bet come to."""

    bet: Cents
    suited: int
    unsuited: int
    lost: int


def splittings(bets: Sequence[Cents]) -> int:
    """In how many ways the dealer's cards can be dealt out to the spots, those of one bet not told apart."""
    return factorial(len(bets)) // prod(factorial(times) for times in Counter(bets).values())


def bonus_line(bonus: Wager, table: PayTable, lines: int, bets: Sequence[Cents]) -> PayLine | None:
    """The Super Bonus line that is paid: every spot needs a bet, and the lowest must reach the tier."""
    return table.best(bonus.named(lines)) if min(bets) >= max(table.tier, 1) else None


def results(answers: Mapping[int, int], bonus: Wager, table: PayTable, bets: Sequence[Cents]) -> list[Result]:
    """Everything that can happen, in falling order of matches; the counts add up to all deals times the splittings."""
    sizes = sorted(Counter(bets).items(), reverse=True)
    counts: Counter[tuple[tuple[Part, ...], str]] = Counter()
    for answer, times in answers.items():
        line = bonus_line(bonus, table, unpack(answer)[-1], bets)
        for parts, ways in _dealt_out(spots_by_outcome(answer), sizes):
            counts[parts, line.outcome if line else ""] += times * ways
    odds = _odds(table, SUITED.name), _odds(table, UNSUITED.name)
    return [_result(parts, table.line(name), odds, times) for (parts, name), times in sorted(counts.items())[::-1]]


def _dealt_out(spots: Sequence[int], sizes: Sequence[tuple[Cents, int]]) -> Iterator[tuple[tuple[Part, ...], int]]:
    """What the spots of each bet come to, and in how many ways; spots without a bet come to nothing."""
    if not sizes:
        yield (), 1
        return
    (bet, size), *others = sizes
    for taken in _picks(spots, size):
        ways = prod(comb(held, some) for held, some in zip(spots, taken, strict=True))
        left = [held - some for held, some in zip(spots, taken, strict=True)]
        suited, unsuited = (sum(some * paid[kind] for some, paid in zip(taken, PAID, strict=True)) for kind in (0, 1))
        part = (Part(bet, suited, unsuited, taken[-1]),) if bet else ()
        for rest, more in _dealt_out(left, others):
            yield (*part, *rest), ways * more


def _picks(held: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """All ways to take ``size`` of what is held, by how many of each."""
    if not held:
        if size == 0:
            yield ()
        return
    for some in range(min(held[0], size) + 1):
        for rest in _picks(held[1:], size - some):
            yield some, *rest


def _result(parts: Sequence[Part], line: PayLine | None, odds: tuple[Odds, Odds], count: int) -> Result:
    won = sum(
        (part.bet * (part.suited * odds[0].ratio + part.unsuited * odds[1].ratio - part.lost) for part in parts),
        Fraction(0),
    )
    if line is not None:
        won += _amount(line)
    several = len(parts) > 1
    names, labels, pays = [], [], []
    for part in parts:
        matched = [(part.suited, "suited"), (part.unsuited, "unsuited")]
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
    wins = any(part.suited or part.unsuited for part in parts)
    if not wins:
        names, labels = [LOSS], ["No match"]
    if line is not None:
        names, labels, pays = [*names, line.outcome], [*labels, line.label], [*pays, str(line.pay)]
    return Result(
        "_".join(names),
        _joined(labels, several),
        _joined(pays, several, " + ") or LOSS,
        count,
        won,
        wins or line is not None,
    )


def _joined(texts: Iterable[str], several: bool, sign: str = ", ") -> str:
    return ("; " if several else sign).join(texts)


def _amount(line: PayLine) -> Cents:
    if not isinstance(line.pay, Amount):
        raise BadInput(f"the Super Bonus pays fixed amounts such as '$200', not {line.pay} for {line.outcome}")
    return line.pay.cents


def _odds(table: PayTable, outcome: str) -> Odds:
    line = table.line(outcome)
    if line is None or not isinstance(line.pay, Odds) or not line.pay.stake_returned:
        raise BadInput(f"pay table {table.id} must pay {outcome} at odds such as '4 to 1'")
    return line.pay
