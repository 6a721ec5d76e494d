"""The cross-check of a count: it confirms a correct one, detects a wrong one, and its example deals are valid."""

from collections import Counter
from dataclasses import replace

import pytest

from pitbook import games
from pitbook.cards import JOKER, Shoe
from pitbook.exact.cross_check import SAMPLE, SecondCount, examples, second_count
from pitbook.exact.distribution import distribution

MATCH = games.game("match-n-poker").wager("match-n-poker")
DYNASTY = games.game("ez-pai-gow").wager("dynasty")


@pytest.mark.parametrize("decks", [1, 6])
def test_every_deal_in_a_plain_loop_gives_the_same_counts(decks: int) -> None:
    shoe = Shoe.of_decks(decks).without([0, 0] if decks > 1 else [0])
    first = distribution(MATCH, shoe, {})
    second = second_count(MATCH.rule, [2, 1], shoe, (0,))

    assert second.exact
    assert second.answers == dict(first.answers)
    assert second.agrees(first)


def test_count_off_by_one_deal_is_detected() -> None:
    first = distribution(MATCH, Shoe.of_decks(6), {})
    counts = dict(first.answers)
    counts[0], counts[32] = counts[0] - 1, counts[32] + 1

    assert not SecondCount(counts, first.total, True).agrees(first)
    assert not SecondCount(dict(first.answers), first.total, True).agrees(replace(first, answers=counts))


def test_large_counts_are_sampled_and_a_wrong_one_is_detected() -> None:
    shoe = Shoe.of_decks(1, joker=True)
    first = distribution(DYNASTY, shoe, {})
    second = second_count(DYNASTY.rule, [7], shoe, (0,))

    assert (second.exact, second.total, sum(second.answers.values())) == (False, SAMPLE, SAMPLE)
    assert second.agrees(first)
    straight = max((answer for answer in first.answers if answer), key=lambda answer: first.answers[answer])
    counts = dict(first.answers)
    moved = counts[straight] // 10
    counts[straight], counts[0] = counts[straight] - moved, counts[0] + moved
    assert not second.agrees(replace(first, answers=counts))


@pytest.mark.parametrize(("wager", "joker", "sizes"), [(MATCH, False, [2, 1]), (DYNASTY, True, [7])])
def test_example_deals_give_the_answer_they_illustrate(wager: object, joker: bool, sizes: list[int]) -> None:
    chosen = MATCH if wager is MATCH else DYNASTY
    shoe = Shoe.of_decks(1, joker=joker) if joker else Shoe.of_decks(6)
    found = examples(chosen.rule, sizes, shoe, list(distribution(chosen, shoe, {}).answers), (0,))

    for answer, deals in found.items():
        for groups in deals:
            assert chosen.rule(*groups, 0) == answer
            assert [len(group) for group in groups] == sizes
            held = Counter(card for group in groups for card in group)
            assert all(times <= shoe.counts[card] for card, times in held.items())
            assert max(held) <= JOKER
    shown = {name for answer, deals in found.items() if deals for name in chosen.named(answer)}
    assert shown == {outcome.name for outcome in chosen.outcomes}
