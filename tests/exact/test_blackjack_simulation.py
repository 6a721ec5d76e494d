"""The exact figures of blackjack tied to simulated rounds, by z-score."""

from fractions import Fraction
from math import sqrt

import pytest

from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.rules.posted import BlackjackRules
from tests.exact.blackjack_simulator import HALVES, simulate


def check(rules: BlackjackRules, rounds: int, seed: int, most: float) -> None:
    """Checks expectation, variance and every result that is not rare."""
    analysis = Analysis(rules)
    law = analysis.outcomes
    counts = simulate(analysis, rounds, seed)
    nets = [Fraction(place - HALVES, 2) for place in range(len(counts))]
    mean = sum(float(net) * int(count) for net, count in zip(nets, counts, strict=True)) / rounds
    square = (
        sum((float(net) - law.expectation) ** 2 * int(count) for net, count in zip(nets, counts, strict=True)) / rounds
    )
    scores = {
        "expectation": (mean - analysis.total.expectation) / sqrt(law.variance / rounds),
        "variance": (square - law.variance) / sqrt((law.moment(4) - law.variance**2) / rounds),
    }
    for net, count in zip(nets, counts, strict=True):
        chance = law.results.get(net, 0.0)
        if chance * rounds >= 20:
            scores[str(net)] = (int(count) - rounds * chance) / sqrt(rounds * chance * (1 - chance))
        assert count == 0 or chance > 0

    for name, score in scores.items():  # shown by pytest -s
        print(f"{rules!s:40} {name:12} {score:+.2f}")
    assert counts.sum() == rounds
    assert max(abs(score) for score in scores.values()) < most, scores


@pytest.mark.slow
def test_a_short_simulation_agrees() -> None:
    """Some hundred thousand rounds with two decks, standing on soft 17: a wrong rule would show."""
    check(BlackjackRules(decks=2, soft17="stand", split_hands=2), 200_000, 1, 4.5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "seed"),
    [
        (BlackjackRules(), 11),
        (BlackjackRules(decks=1, das=False), 12),
        (BlackjackRules(decks=8, soft17="stand", split_hands=3), 13),
    ],
    ids=str,
)
def test_two_hundred_million_rounds_agree(rules: BlackjackRules, seed: int) -> None:
    """The chart played out card by card: every figure within four and a half standard errors."""
    check(rules, 200_000_000, seed, 4.5)
