"""An independent second count, which shares only the rule with the first; and example hands for each answer.

If the deals are few enough, a plain loop goes through all of them, without symmetry and without grouping cards.
Otherwise a random sample is dealt, and the frequency of each answer is compared with its probability.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod, sqrt
from random import Random
from typing import Final

from pitbook.cards import JOKER, TEN, Cards, Shoe
from pitbook.exact.deals import all_deals
from pitbook.exact.distribution import Distribution

MOST_DEALS: Final = 2_500_000
"""The most deals that the loop goes through: some seconds."""
SAMPLE: Final = 100_000
FAR: Final = 4.0
"""Standard deviations from the expectation that chance alone hardly ever exceeds."""
SEED: Final = 21
TRIES: Final = 40_000
RUN: Final = 5
HANDS: Final = 3
"""The number of examples kept of each answer."""

Rule = Callable[..., int]


@dataclass(frozen=True, slots=True)
class SecondCount:
    """The result of the second count."""

    answers: dict[int, int]
    """Answer -> deals."""
    total: int
    exact: bool
    """Whether all deals were enumerated; else they are a random sample."""

    def agrees(self, first: Distribution) -> bool:
        """Whether it confirms the first count."""
        if self.exact:
            return self.total == first.total and self.answers == dict(first.answers)
        known = set(self.answers) <= set(first.answers)
        return known and all(abs(self.off(first, answer)) < FAR for answer in first.answers)

    def off(self, first: Distribution, answer: int) -> float:
        """The deviation of an answer from the first count's expectation, in standard deviations of the sample."""
        expected = self.total * first.answers.get(answer, 0) / first.total
        spread = sqrt(expected * (1 - expected / self.total))
        # A very rare event may occur once or twice: the normal approximation does not hold there.
        return (self.answers.get(answer, 0) - expected) / max(spread, 1.0)


def second_count(rule: Rule, sizes: Sequence[int], shoe: Shoe, reads: Sequence[object] = ()) -> SecondCount:
    """Enumerates every deal in a plain loop, or a sample if there are too many."""
    kinds = sum(1 for held in shoe.counts if held)
    if prod(comb(kinds - 1 + size, size) for size in sizes) <= MOST_DEALS:
        return SecondCount(dict(_every_deal(rule, sizes, list(shoe.counts), reads)), all_deals(sizes, shoe), True)
    answers = Counter(rule(*groups, *reads) for groups in _random_deals(sizes, shoe, SAMPLE))
    return SecondCount(dict(answers), SAMPLE, False)


def _every_deal(rule: Rule, sizes: Sequence[int], counts: list[int], reads: Sequence[object]) -> Counter[int]:
    tally: Counter[int] = Counter()

    def pick(dealt: tuple[Cards, ...], hand: Cards, weight: int) -> None:
        """Adds one card: each further copy has one less to choose from, and the order of copies in a hand does not
        count."""
        if len(hand) == sizes[len(dealt)]:
            dealt, hand = (*dealt, hand), ()
            if len(dealt) == len(sizes):
                tally[rule(*dealt, *reads)] += weight
                return
        for card in range(hand[-1] if hand else 0, JOKER + 1):
            if held := counts[card]:
                counts[card] = held - 1
                pick(dealt, (*hand, card), weight * held // (hand.count(card) + 1))
                counts[card] = held

    pick((), (), 1)
    return tally


def _random_deals(sizes: Sequence[int], shoe: Shoe, number: int) -> Iterator[tuple[Cards, ...]]:
    choose = Random(SEED)
    cards = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card])]
    for _ in range(number):
        yield _grouped(choose.sample(cards, sum(sizes)), sizes)


def _grouped(dealt: Sequence[int], sizes: Sequence[int]) -> tuple[Cards, ...]:
    groups, start = [], 0
    for size in sizes:
        groups.append(tuple(sorted(dealt[start : start + size])))
        start += size
    return tuple(groups)


def examples(
    rule: Rule, sizes: Sequence[int], shoe: Shoe, wanted: Sequence[int], reads: Sequence[object] = ()
) -> dict[int, list[tuple[Cards, ...]]]:
    """Some deals for each requested answer; none for an answer that was not found."""
    found: dict[int, list[tuple[Cards, ...]]] = {answer: [] for answer in wanted}
    left = set(wanted)
    for groups in _chosen_deals(sizes, shoe):
        answer = rule(*groups, *reads)
        if answer in left and groups not in found[answer]:
            found[answer].append(groups)
            if len(found[answer]) == HANDS:
                left.remove(answer)
                if not left:
                    break
    return found


def _chosen_deals(sizes: Sequence[int], shoe: Shoe) -> Iterator[tuple[Cards, ...]]:
    """Random deals of the shoe, biased so that rare hands are likely."""
    choose = Random(SEED)
    need = sum(sizes)
    whole = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card])]
    for number in range(TRIES):
        held, rest = _likely(choose, number % 5, need, whole)
        if len(held) + len(rest) >= need:
            dealt = held + choose.sample(rest, need - len(held))
            choose.shuffle(dealt)
            if all(dealt.count(card) <= shoe.counts[card] for card in dealt):
                yield _grouped(dealt, sizes)


def _likely(choose: Random, kind: int, need: int, whole: list[int]) -> tuple[list[int], list[int]]:
    """Cards that are in the hand, and those from which the others are drawn."""
    first, suits = choose.randrange(13), choose.sample(range(4), 4)
    if kind == 1:  # a run of ranks in a suit or two
        run = {(first + step) % 13 for step in range(choose.randint(4, 7))}
        of_suits = suits[: choose.randint(1, 2)]
        return [], [card for card in whole if card == JOKER or (card >> 2 in run and card & 3 in of_suits)]
    if kind in (2, 3):  # few ranks, alone or among some others
        ranks = choose.sample(range(13), choose.randint(1, 4))
        of_suits = suits[: choose.randint(1, 4)]
        few = [card for card in whole if card == JOKER or (card >> 2 in ranks and card & 3 in of_suits)]
        return [], few if kind == 2 else few + choose.sample(whole, min(3, len(whole)))
    if kind == 4 and need > RUN:  # five in a row of one suit, beside high cards
        run_of_suit = [(first + step) % 13 * 4 + suits[0] for step in range(RUN)]
        return run_of_suit, [card for card in whole if card >> 2 >= TEN]
    return [], whole
