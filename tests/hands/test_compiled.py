"""The rules compile with numba unchanged, and give the same answers to the last integer."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pitbook.cards import JOKER
from pitbook.exact.kernels import compiled
from pitbook.hands import blackjack, pai_gow, poker
from pitbook.hands.flamingo import flamingo
from pitbook.hands.foxwoods import foxwoods
from pitbook.hands.seven import seven_card_lines
from tests.hands.reference import telling_hands

HANDS = 3000


def agree(rule: Callable[..., Any], cases: list[tuple[Any, ...]]) -> None:
    """Check that a rule gives the same answers compiled."""
    fast = compiled(rule)
    assert [fast(*case) for case in cases] == [rule(*case) for case in cases]


@pytest.mark.parametrize(
    ("rule", "size", "options"),
    [
        (poker.five_card_value, 5, 2),
        (poker.two_card_value, 2, 1),
        (seven_card_lines, 7, 1),
        (pai_gow.is_queen_high_pai_gow, 7, 1),
        pytest.param(foxwoods, 7, 0, marks=pytest.mark.slow, id="foxwoods-7-0"),
        pytest.param(flamingo, 7, 0, marks=pytest.mark.slow, id="flamingo-7-0"),
        (blackjack.total, 4, 0),
        (blackjack.is_bust, 4, 0),
        (blackjack.dealer_draws, 4, 1),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_rule_answers_the_same_compiled(rule: Callable[..., Any], size: int, options: int) -> None:
    """One function serves the live table and the simulator."""
    random = Random(5)
    hands = [tuple(random.sample(hand, size)) for hand in telling_hands(seed=4, size=size, count=HANDS)]
    if rule.__module__ == blackjack.__name__:
        hands = [tuple(card % JOKER for card in hand) for hand in hands]

    agree(rule, [(hand, *(random.random() < 0.5 for _ in range(options))) for hand in hands])


def test_small_rules_answer_the_same_compiled() -> None:
    """The same for the rules that take no whole hand."""
    values = [(low, high) for low in range(4) for high in range(4)]

    agree(pai_gow.is_foul, values)
    agree(pai_gow.outcome, [player + dealer for player in values for dealer in values])
    agree(pai_gow.low_cards, [(tuple(range(7)), *split) for split in pai_gow.SPLITS])
    agree(pai_gow.high_cards, [(tuple(range(7)), *split) for split in pai_gow.SPLITS])
    agree(blackjack.is_blackjack, [(first, second) for first in range(52) for second in range(52)])
    agree(blackjack.draws_at, [(total, soft, hit) for total in range(23) for soft in (0, 1) for hit in (0, 1)])
