"""The solutions of the subset sweep played out at random: the mean of a million rounds is the exact one."""

from math import sqrt
from typing import Any

import pytest

from pitbook.cards import JOKER
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.sweep import Sweep, make_ready, solve
from pitbook.families.poker.exact.values import binomials
from tests.families.poker.test_sweep import SLUGS, rules_of

np = pytest.importorskip("numpy")
ROUNDS = 1_000_000


def kinds(hands: Any, seen: Any) -> Any:
    """A number for each hand with the dealer cards seen, the same for all that differ by a renaming of suits."""
    suits = []
    for suit in range(4):
        ranks = np.zeros(len(hands), np.uint64)
        for shift, cards in ((0, hands), (13, seen)):
            for at in range(cards.shape[1]):
                held = (cards[:, at] < JOKER) & (cards[:, at] % 4 == suit)
                ranks |= np.where(held, np.uint64(1) << (cards[:, at] // 4 + shift).astype(np.uint64), np.uint64(0))
        suits.append(ranks)
    key = (hands == JOKER).any(axis=1).astype(np.uint64) + np.uint64(2) * (seen == JOKER).any(axis=1).astype(np.uint64)
    for ranks in np.sort(np.stack(suits), axis=0):
        key = key * np.uint64(0x9E3779B97F4A7C15) + ranks
    return key


def policy(ready: Sweep) -> tuple[Any, Any]:
    """Every kind of hand and seen cards, in order, and the best choice for it."""
    deck = ready.deck.array()
    keys, choices = [], []
    for number, piece in enumerate(ready.pieces):
        done = ready.run(number)
        seen = np.tile(deck[list(piece.seen)].astype(np.int64), (len(done.player), 1))
        keys.append(kinds(deck[done.player], seen))
        choices.append(done.chosen[0])
    key, choice = np.concatenate(keys), np.concatenate(choices)
    order = np.argsort(key)
    assert len(np.unique(key)) == len(key)
    return key[order], choice[order]


def ranks(ready: Sweep, hands: Any) -> Any:
    cards = np.sort(hands, axis=1)
    places = sum(binomials()[cards[:, at], at + 1] for at in range(cards.shape[1]))
    return ready.ranked.ranks[cards.shape[1]][places].astype(np.int64)


LONGER = ("caribbean-stud", "four-card-poker")
"""Many kinds of hands: `make proof` plays them."""


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=pytest.mark.slow) if slug in LONGER else slug for slug in SLUGS]
)
def test_a_million_rounds_by_the_best_choices_have_the_exact_mean(slug: str) -> None:
    problem = pose(rules_of(slug))
    rules = problem.rules
    ready, exact = make_ready(problem), solve(problem)
    keys, best = policy(ready)
    chance = np.random.default_rng(2718)
    deck = len(ready.deck.cards)
    total = 0.0
    for _ in range(10):
        shuffled = np.argsort(chance.random((ROUNDS // 10, deck)), axis=1)[:, : rules.own + rules.dealer]
        own, dealer = shuffled[:, : rules.own], shuffled[:, rules.own :]
        place = np.searchsorted(keys, kinds(own, dealer[:, : rules.dealer_up]))
        mine, theirs = ranks(ready, own), ranks(ready, dealer)
        result = np.where(mine > theirs, 2, np.where(mine == theirs, 1, 0)) + np.where(theirs < ready.qualifies, 3, 0)
        total += np.array(ready.money.nets)[ready.hands[mine], best[place], result].sum() / ready.money.unit
    z = (total / ROUNDS + float(exact.house_edge)) / (exact.standard_deviation / sqrt(ROUNDS))
    assert abs(z) < 4
