"""Blackjack totals and the dealer's drawing rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.cards import ACE, Cards, parse_cards, rank
from pitbook.hands.blackjack import add_card, card_points, dealer_draws, draws_at, is_blackjack, is_bust, total

some_cards = st.lists(st.integers(0, 51), min_size=1, max_size=10).map(tuple)


@pytest.mark.parametrize(
    ("text", "points", "soft"),
    [
        ("2s", 2, False),
        ("9s Th", 19, False),
        ("Ks Qh", 20, False),
        ("As", 11, True),
        ("As 6h", 17, True),
        ("As 6h Td", 17, False),
        ("As Ah", 12, True),
        ("As Ah 9d", 21, True),
        ("As Ah Td", 12, False),
        ("As Ah Ad Ac 7s", 21, True),
        ("5s Ts 6d As", 22, False),
        ("As 5s Td As", 17, False),
        ("Ts 6d 7h", 23, False),
    ],
)
def test_an_ace_counts_eleven_where_that_does_not_bust(text: str, points: int, soft: bool) -> None:
    """At most one ace counts 11, and the hand is soft while it does."""
    assert total(parse_cards(text)) == (points, soft)


@given(some_cards)
def test_the_total_is_the_best_way_to_count_the_aces(cards: Cards) -> None:
    """Of all ways to count aces as 1 or 11 the total is the highest up to 21, else the lowest."""
    aces = sum(rank(card) == ACE for card in cards)
    low = sum(map(card_points, cards))
    ways = [low + 10 * high for high in range(aces + 1)]
    best = max((way for way in ways if way <= 21), default=low)

    assert total(cards) == (best, best != low)
    assert is_bust(cards) == (low > 21)


@given(some_cards.flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards))))
def test_the_order_of_the_cards_does_not_matter(orders: tuple[Cards, list[int]]) -> None:
    """The value of a hand does not depend on the order of its cards."""
    cards, other = orders

    assert total(tuple(other)) == total(cards)


def test_a_hand_can_be_followed_card_by_card() -> None:
    """Adding a card to a running total gives what the whole hand gives."""
    hand_total, soft = 0, False
    for place, card in enumerate(cards := parse_cards("As 4d 5h Ah Tc")):
        hand_total, soft = add_card(hand_total, soft, card)
        assert (hand_total, soft) == total(cards[: place + 1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [("As Kd", True), ("Th Ac", True), ("As Ad", False), ("Ks Qd", False), ("9s 2d", False), ("As 9d", False)],
)
def test_a_blackjack_is_an_ace_with_a_ten_value_card(text: str, expected: bool) -> None:
    """Only the first two cards make one."""
    first, second = parse_cards(text)

    assert is_blackjack(first, second) is expected


@pytest.mark.parametrize(
    ("text", "hits_soft_17", "draws"),
    [
        ("Ts 6d", True, True),
        ("Ts 7d", True, False),
        ("As 6d", True, True),
        ("As 6d", False, False),
        ("As 6d Th", True, False),
        ("As 7d", True, False),
        ("As 5d", False, True),
        ("Ts 6d 9h", True, False),
    ],
)
def test_the_dealer_hits_soft_seventeen_where_the_rules_say_so(text: str, hits_soft_17: bool, draws: bool) -> None:
    """The dealer draws to 17 and stands, except on a soft 17 under H17 (regulation 2.1)."""
    cards = parse_cards(text)

    assert dealer_draws(cards, hits_soft_17) is draws
    assert draws_at(*total(cards), hits_soft_17) is draws
