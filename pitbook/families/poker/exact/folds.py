"""A bonus that is lost with a folded hand: all deals by the answer of its rule, as the base game is played."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from pitbook.cards import JOKER, Shoe
from pitbook.exact.cache import CacheKey, cache_key, covers, kept
from pitbook.exact.distribution import Distribution, distribution
from pitbook.exact.family import AfterFolds
from pitbook.exact.kernels import NotCompiled
from pitbook.families.poker.exact import ranks, sweep, tree
from pitbook.families.poker.exact.charted import charted, is_charted
from pitbook.families.poker.exact.deck import hand_name
from pitbook.families.poker.exact.methods import method_of
from pitbook.families.poker.exact.problem import Problem, choices_of, pose
from pitbook.families.poker.exact.stored import READ, WORDS, is_known, solved
from pitbook.families.poker.exact.sweep import Chooser
from pitbook.families.poker.exact.values import binomials, in_parallel, values_of
from pitbook.families.poker.rules.model import FOLD, PokerRules
from pitbook.games.model import Wager, listed
from pitbook.games.package import plain

FOLDER: Final = "folds"
STAYS: Final = "A folded hand keeps it in play: it is settled by its cards."
IF_IN: Final = "A folded hand loses it: the figures are for hands that stay in."
METHOD: Final = "every deal counted as the base game is played"


def after_folds(rules: PokerRules, wager: Wager, options: Mapping[str, str], shoe: Shoe) -> AfterFolds | None:
    """What folding does to a bonus; None where no player folds."""
    if not any(choice.folds for street in rules.streets for choice in street.choices):
        return None
    if wager.stays_after_fold(options):
        return AfterFolds(STAYS)
    known = {option.name for option in rules.options}
    return _played(rules, wager, tuple((name, value) for name, value in options.items() if name in known), shoe)


@lru_cache(maxsize=32)
def _played(rules: PokerRules, wager: Wager, options: tuple[tuple[str, str], ...], shoe: Shoe) -> AfterFolds:
    """A bonus that is lost with a fold, as the base game is best played."""
    dead = tuple(card for card in range(JOKER + rules.joker) if not shoe.counts[card])
    problem = pose(rules, {}, (), dict(options), dead)
    tables = listed(dict.fromkeys(problem.table_ids().values()))
    played = f"{listed(stake.name for stake in rules.stakes)}{f' (pay table {tables})' if tables else ''}"
    none_lost = AfterFolds(f"A folded hand loses it, but the best choices of {played} fold no hand that wins it.")
    if not is_counted(rules, wager):
        return none_lost if _folds_no_winner(problem, wager) else AfterFolds(IF_IN)
    try:
        found = _kept(problem, wager)
    except NotCompiled:
        return AfterFolds(IF_IN)
    every = distribution(wager, shoe)
    won = {answer: times for answer, times in every.answers.items() if wager.named(answer)}
    if all(found.answers.get(answer, 0) * every.total == times * found.total for answer, times in won.items()):
        return none_lost
    return AfterFolds(f"A folded hand loses it. Hands are folded by the best choices of {played}.", found)


def _folds_no_winner(problem: Problem, wager: Wager) -> bool:
    """Whether the game is solved already, and its best choices are known to fold no hand that a bonus pays."""
    if method_of(problem.rules) == "ranks":
        lowest = lowest_settled(problem)
        return lowest is not None and pays_only_from(problem, wager, lowest)
    return _folds_no_winning_start(problem, wager)


def lowest_settled(problem: Problem) -> int | None:
    """The value from which on the best choice with every hand is to stay in; None where the game's chart, which records
    it, is not known."""
    chart = charted(problem) if is_charted(problem) else None
    lowest = None
    choices = choices_of(problem.rules.streets[0], problem)
    for value, choice in reversed(chart.settled if chart else ()):
        if choice < 0 or choices[choice].folds:
            break
        lowest = value
    return lowest


def pays_only_from(problem: Problem, wager: Wager, lowest: int) -> bool:
    """Whether a bonus pays no hand below a value, in a game that is solved by ranks; False where that is not known."""
    own_cards = [(group.source, group.size) for group in wager.groups] == [("player", problem.rules.own)]
    if not own_cards or wager.suits != "only flushes" or wager.reads:
        return False

    def compute() -> bool:
        return pays_nothing_below(problem, wager, lowest)

    key = _key_of(problem, wager, "pays_nothing_below", lowest)
    try:
        return compute() if key is None else kept(FOLDER, key, compute)[0]
    except NotCompiled:
        return False


def pays_nothing_below(problem: Problem, wager: Wager, lowest: int) -> bool:
    """One hand of each pattern of ranks answers for all of them, because no hand below the value has a flush."""
    import numpy as np

    ready = ranks.make_ready(problem)
    below = int(np.searchsorted(ready.ranked.values, lowest))
    if any((suited[suited >= 0] < below).any() for suited in ready.suited):
        return False
    for joker, own in enumerate(ready.own):
        places = np.flatnonzero((own.values >= 0) & (own.values < below))
        hands = ranks.hands_of(own.counts[places], joker, flush=False).tolist() if len(places) else []
        if any(wager.named(wager.rule(tuple(hand))) for hand in hands):
            return False
    return True


def _folds_no_winning_start(problem: Problem, wager: Wager) -> bool:
    """Whether a hold'em game is folded only before the board is dealt, and with no hand that the bonus pays."""
    rules = problem.rules
    sources = [(group.source, group.size) for group in wager.groups]
    folding = [street for street in rules.streets if any(choice.folds for choice in street.choices)]
    by_hole_cards = sources in ([("player", 2)], [("player", 2), ("dealer", 2)])
    if folding != [rules.streets[0]] or not by_hole_cards or wager.reads or not is_known(problem):
        return False
    hands = solved(problem).hands
    folded = {name for name, values in hands.items() if max(values, key=lambda word: values[word]) == FOLD.word}
    for hand in combinations(range(JOKER), 2):
        if hand_name(hand) in folded:
            rest = [card for card in range(JOKER) if card not in hand]
            others = combinations(rest, 2) if len(sources) == 2 else [()]
            if any(wager.named(wager.rule(hand, *((other,) if other else ()))) for other in others):
                return False
    return bool(hands)


def is_counted(rules: PokerRules, wager: Wager) -> bool:
    """Whether folds are counted: the bonus looks at the player's cards alone, and the only decision is made by them and
    by cards of the dealer that are face up."""
    own_cards = [(group.source, group.size) for group in wager.groups] == [("player", rules.own)]
    one_decision = len(rules.streets) == 1 and rules.streets[0].board == 0
    return own_cards and one_decision and not wager.reads and method_of(rules) in ("sweep", "tree")


def _key_of(problem: Problem, wager: Wager, found_by: str, *more: int) -> CacheKey | None:
    """The key of what a function of this module finds; None for a game or a wager from outside, which is not cached."""
    if not covers(problem.rules.value, problem.rules.lines, wager.rule):
        return None
    functions: list[Callable[..., Any]] = [wager.rule]
    data = plain(problem, functions, WORDS)
    names = [f"{each.__module__}.{each.__qualname__}" for each in functions]
    return cache_key((f"{__name__}.{found_by}", *READ, *names), data, names, *more)


def _kept(problem: Problem, wager: Wager) -> Distribution:
    def from_json(entry: Any) -> Distribution:
        answers = {int(answer): int(times) for answer, times in entry.items()}
        return Distribution(answers, sum(answers.values()), METHOD)

    def compute() -> Distribution:
        return answers_after_folds(problem, wager)

    key = _key_of(problem, wager, "answers_after_folds")
    return compute() if key is None else kept(FOLDER, key, compute, lambda found: dict(found.answers), from_json)[0]


def answers_after_folds(problem: Problem, wager: Wager, choose: Chooser | None = None) -> Distribution:
    """The answers of a bonus's rule over all deals, 0 with a folded hand: by the best choices, or by ``choose``."""
    by_tree = method_of(problem.rules) == "tree"
    found = _by_tree(problem, wager) if by_tree else _by_sweep(problem, wager, choose)
    return Distribution(found, sum(found.values()), METHOD)


def _by_tree(problem: Problem, wager: Wager) -> Counter[int]:
    ready = tree.make_ready(problem)
    (decision,) = ready.decisions
    (stakes,) = decision.before
    folds = [choice.folds for choice in decision.choices]
    answers = values_of(wager.rule, ready.deck, problem.rules.own)
    return _counted(answers, ready.best[0, stakes], folds, 1)


def _by_sweep(problem: Problem, wager: Wager, choose: Chooser | None) -> Counter[int]:
    ready = sweep.make_ready(problem)
    folds = [choice.folds for choice in ready.money.choices]
    by_place = values_of(wager.rule, ready.deck, problem.rules.own)

    def run(number: int) -> Counter[int]:
        done = ready.run(number, choose)
        return _counted(by_place[places_of(done.player)], done.chosen[0], folds, done.deals)

    total: Counter[int] = Counter()
    for part in in_parallel(run, range(len(ready.pieces))):
        total.update(part)
    return total


def places_of(sets: Any) -> Any:
    """The index of every set among all sets of its size."""
    import numpy as np

    cards = np.sort(sets, axis=1)
    return sum(binomials()[cards[:, at], at + 1] for at in range(cards.shape[1]))


def _counted(answers: Any, chosen: Any, folds: list[bool], weights: Any) -> Counter[int]:
    import numpy as np

    kept_in = np.where(np.array(folds)[chosen], 0, answers)
    found, at = np.unique(kept_in, return_inverse=True)
    times = np.zeros(len(found), np.int64)
    np.add.at(times, at, weights)
    return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))
