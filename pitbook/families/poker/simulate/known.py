"""Exact figures of the wagers at a poker table, for the way its seats play."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitbook.cards import Shoe
from pitbook.exact.distribution import Distribution, distribution
from pitbook.exact.shipped import NotStored, only_stored
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.evaluate import Evaluated
from pitbook.families.poker.exact.evaluated import evaluated, is_quick
from pitbook.families.poker.exact.folds import answers_after_folds, is_counted, lowest_settled, pays_only_from
from pitbook.families.poker.exact.methods import method_of
from pitbook.families.poker.exact.policy import BEST, NOVICE, Steps, street_chooser
from pitbook.families.poker.exact.problem import choices_of
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.simulate.pricing import Base, results_in
from pitbook.families.poker.simulate.ready import Bonus, Ready, make_ready
from pitbook.games import cached_by_game
from pitbook.simulate.known import Known, Whole
from pitbook.simulate.pricing import Priced

if TYPE_CHECKING:
    from pitbook.families.poker.simulate.table import PokerTable

LOST_WITH_FOLDS: Final = "The exact figure of {wager} is for hands that stay in: a folded hand loses it."


@cached_by_game(8)
def _evaluated(table: "PokerTable") -> Evaluated | None:
    """All deals as the seats play them; None where that takes too long to do beside a simulation."""
    problem = make_ready(table).problem
    return evaluated(problem, table.policy) if is_quick(problem) else None


def known_at(table: "PokerTable", priced: Priced) -> Known:
    """The exact figures of a wager."""
    ready = make_ready(table)
    slugs = [stake.slug for stake in ready.problem.rules.stakes]
    if ready.base is not None and priced.wager.slug in slugs:
        found = _evaluated(table.one_seat)
        return Known() if found is None else _of_base(ready, ready.base, found, slugs.index(priced.wager.slug))
    bonus = next(each for each in ready.bonuses if each.wager.slug == priced.wager.slug)
    if ready.plays and not bonus.stays and any(path.folded for path in ready.paths.paths):
        return _lost_with_folds(ready, bonus)
    return _of_deals(ready, bonus)


def _of_deals(ready: Ready, bonus: Bonus) -> Known:
    """A bonus that the cards alone decide."""
    return _of_answers(bonus, distribution(bonus.wager, Shoe.of_decks(1, joker=ready.problem.rules.joker)))


def _of_answers(bonus: Bonus, counted: Distribution) -> Known:
    times = [0] * len(bonus.priced.lines)
    most = len(bonus.line_of) - 1
    for answer, count in counted.answers.items():
        times[int(bonus.line_of[answer & most])] += count
    return _known(bonus.priced, times, counted.total)


def _lost_with_folds(ready: Ready, bonus: Bonus) -> Known:
    """A bonus that a folded hand loses."""
    rules = ready.problem.rules
    if method_of(rules) == "ranks" and _folds_no_winner(ready, bonus):
        return _of_deals(ready, bonus)  # a folded hand would have lost anyway
    if rules.dealer == 0 or not is_counted(rules, bonus.wager):
        return Known(note=LOST_WITH_FOLDS.format(wager=bonus.wager.slug))
    choose = street_chooser(ready.policy.streets[0], ready.problem) if ready.policy.streets else None
    return _of_answers(bonus, answers_after_folds(ready.problem, bonus.wager, choose))


def _folds_no_winner(ready: Ready, bonus: Bonus) -> bool:
    """Whether a bonus pays no hand that is folded, in a game that is solved by ranks."""
    lowest = lowest_settled(ready.problem)
    if ready.policy.streets:
        (street,) = ready.policy.streets
        folds = [choice.folds for choice in choices_of(ready.problem.rules.streets[0], ready.problem)]
        lowest = street.lowest[-1] if isinstance(street, Steps) and not folds[street.choices[-1]] else None
    return lowest is not None and pays_only_from(ready.problem, bonus.wager, lowest)


def _known(priced: Priced, times: Sequence[int], total: int) -> Known:
    chances = tuple(Fraction(each, total) for each in times)
    return Known(chances, sum((chance * net for chance, net in zip(chances, priced.net, strict=True)), Fraction(0)))


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
    return _known(priced, times, found.deals)


def whole_game(table: "PokerTable") -> Whole | None:
    """The win of all base wagers of a seat together."""
    ready = make_ready(table)
    if ready.base is None:
        return None
    found = _evaluated(table.one_seat)
    if found is None:
        return Whole(table.unit, _kept_mean(ready, table))
    means = [_of_base(ready, ready.base, found, row).mean for row in range(len(ready.base.priced))]
    return Whole(table.unit, sum((mean for mean in means if isinstance(mean, Fraction)), Fraction(0)))


def _kept_mean(ready: Ready, table: "PokerTable") -> Fraction | None:
    """From the solved game, if it is cached: for the best choices and for the chart."""
    if table.policy == NOVICE:
        return None
    try:
        with only_stored():
            chart = None if table.policy == BEST else charted(ready.problem)
            edge = solved(ready.problem).house_edge if chart is None else chart.house_edge
    except NotStored:
        return None
    return -edge * table.unit
