"""What is exactly known of the wagers at a poker table, for the way in which its seats play."""

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pitbook.families.poker.exact.evaluate import Evaluated, evaluate
from pitbook.families.poker.simulate.pricing import Base, results_in
from pitbook.families.poker.simulate.ready import Ready, make_ready
from pitbook.simulate.known import Known, Whole, known
from pitbook.simulate.pricing import Priced

if TYPE_CHECKING:
    from pitbook.families.poker.simulate.table import PokerTable
    from pitbook.simulate.table import TableAsk

LOST_WITH_FOLDS: Final = "The exact figure of {wager} is for hands that stay in: a folded hand loses it."


@lru_cache(maxsize=8)
def _evaluated(table: "PokerTable") -> Evaluated:
    ready = make_ready(table)
    return evaluate(ready.problem, ready.policy)


def known_at(table: "PokerTable", ask: "TableAsk", priced: Priced) -> Known:
    """What is known of a wager."""
    ready = make_ready(table)
    slugs = [stake.slug for stake in ready.problem.rules.stakes]
    if ready.base is not None and priced.wager.slug in slugs:
        return _of_base(ready, ready.base, _evaluated(table), slugs.index(priced.wager.slug))
    if ready.plays and not priced.wager.after_fold and any(path.folded for path in ready.paths.paths):
        return Known(note=LOST_WITH_FOLDS.format(wager=priced.wager.slug))
    return known(ask, priced)


def _of_base(ready: Ready, base: Base, found: Evaluated, row: int) -> Known:
    """The chance of every line of a base wager, from the deals of every cell."""
    priced = base.priced[row]
    line_of = base.line_of[row].tolist()
    times = [0] * len(priced.lines)
    cell = 0
    for lines in ready.hands.classes.lines:
        for path in range(len(ready.paths.paths)):
            for result in results_in(ready.problem):
                times[line_of[cell]] += found.cells.get((lines, path, result), 0)
                cell += 1
    chances = tuple(Fraction(each, found.deals) for each in times)
    mean = sum((chance * net for chance, net in zip(chances, priced.net, strict=True)), Fraction(0))
    return Known(chances, mean)


def whole_game(table: "PokerTable") -> Whole | None:
    """What all base wagers of a seat win together."""
    ready = make_ready(table)
    if ready.base is None:
        return None
    means = [_of_base(ready, ready.base, _evaluated(table), row).mean for row in range(len(ready.base.priced))]
    return Whole(table.unit, sum((mean for mean in means if isinstance(mean, Fraction)), Fraction(0)))
