"""A slow reference: every deal of a short deck, settled with the composed rule that tables use."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from pitbook.cards import JOKER, Cards, rank
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.rules.compose import wager_of
from pitbook.families.poker.rules.model import StreetChoice, applies
from pitbook.pay import Odds, Push

Deal = tuple[Cards, Cards, Any]
"""The player's cards, the dealer's, and what the player knows of them."""


def deals(problem: Problem, deck: Cards) -> Iterator[Deal]:
    """Every equally likely deal."""
    rules, knowledge = problem.rules, problem.knowledge
    for hand in combinations(deck, rules.own):
        left = [card for card in deck if card not in hand]
        for dealer in combinations(left, rules.dealer):
            for seen in combinations(dealer, knowledge.dealer):
                rest = [card for card in dealer if card not in seen]
                for hinted in combinations(rest, knowledge.hinted):
                    of_them = sum(card < JOKER and rank(card) in knowledge.hint for card in hinted)
                    yield hand, dealer, (seen, of_them)


def net(problem: Problem, choice: StreetChoice, hand: Cards, dealer: Cards) -> Fraction:
    """The result of one round, settled wager by wager with the composed rules."""
    rules, (street,) = problem.rules, problem.rules.streets
    if choice.folds:
        return Fraction(-sum(stake.first for stake in rules.stakes))
    total = Fraction(0)
    for stake in rules.stakes:
        on = rules.stake(stake.paid_on) if stake.paid_on else stake
        amount = on.first + (choice.adds if street.wager == on.slug else 0)
        wager = wager_of(rules, stake)
        given = [option.index(problem.options) for option in wager.reads]
        line = problem.tables[stake.slug].best(wager.named(wager.rule(hand, dealer, *given)))
        match line and line.pay:
            case Odds() as odds:
                total += amount * odds.net
            case Push():
                pass
            case _:
                total -= amount
    return total


def solve(problem: Problem, deck: Cards) -> tuple[int, Fraction, dict[str, int]]:
    """Deals, the player's expectation in first stakes, and how often each choice is taken."""
    rules, (street,) = problem.rules, problem.rules.streets
    choices = [choice for choice in street.choices if applies(choice.only_if, problem.options)]
    sums: dict[Any, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * len(choices))
    times: dict[Any, int] = defaultdict(int)
    cached: dict[tuple[Cards, Cards], list[Fraction]] = {}
    count = 0
    for hand, dealer, known in deals(problem, deck):
        key = hand, dealer
        if key not in cached:
            cached[key] = [net(problem, choice, hand, dealer) for choice in choices]
        so_far = sums[hand, known]
        sums[hand, known] = [a + b for a, b in zip(so_far, cached[key], strict=True)]
        times[hand, known] += 1
        count += 1
    total = Fraction(0)
    taken = {choice.word: 0 for choice in choices}
    for information, values in sums.items():
        lines = rules.lines(rules.value(information[0]))
        open_ = [at for at, choice in enumerate(choices) if not choice.hands or choice.hands & lines]
        best = max(open_, key=lambda at: values[at])  # the first of equal ones: the smaller stake
        total += values[best]
        taken[choices[best].word] += times[information]
    return count, total / count, taken
