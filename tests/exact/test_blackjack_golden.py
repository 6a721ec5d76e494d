"""Blackjack against the figures that other programs print, for many rules."""

from functools import cache

import pytest

from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.outcome import outcomes
from pitbook.families.blackjack.rules.posted import BlackjackRules, parse_rules
from tests.exact.blackjack_golden import EXPECTATIONS, OUTCOMES_OF_ONE_SPLIT, QUICK

CLOSE = 2e-15
"""The programs print fifteen decimals."""


def rules_of(text: str) -> BlackjackRules:
    return parse_rules([tuple(word.split("=")) for word in text.split()])  # type: ignore[misc]


@cache
def posted() -> Analysis:
    """The default rules."""
    return Analysis(BlackjackRules())


def check(text: str) -> None:
    analysis = Analysis(rules_of(text)) if text else posted()
    composition, total = next((row[1], row[2]) for row in EXPECTATIONS if row[0] == text)
    assert analysis.composition.expectation == pytest.approx(composition, abs=CLOSE)
    assert analysis.total.expectation == pytest.approx(total, abs=CLOSE)


@pytest.mark.parametrize("text", [row[0] for row in EXPECTATIONS if row[0] in QUICK])
def test_both_strategies_match_the_cpp_analyser(text: str) -> None:
    """The most different sets of rules, to fifteen decimals."""
    check(text)


@pytest.mark.slow
@pytest.mark.parametrize("text", [row[0] for row in EXPECTATIONS if row[0] not in QUICK])
def test_both_strategies_match_the_cpp_analyser_for_all_other_rules(text: str) -> None:
    """The rest of sixty sets of rules."""
    check(text)


def test_reference_rules_match_the_published_edge() -> None:
    """Six decks, H17, DAS, split to four, one card to split aces, peek, no surrender, 3:2."""
    analysis = posted()

    assert f"{analysis.composition.expectation:.6%}" == "-0.615389%"
    assert f"{analysis.total.expectation:.6%}" == "-0.618149%"


@pytest.mark.parametrize("decks", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_outcomes_with_one_split_match_the_cpp_program(decks: int) -> None:
    """Every net result to fifteen decimals."""
    analysis = Analysis(BlackjackRules(decks=decks, split_hands=2))
    found = outcomes(analysis.given, analysis.composition.strategy)

    assert {float(net): chance for net, chance in found.results.items()} == {
        net: pytest.approx(chance, abs=CLOSE) for net, chance in OUTCOMES_OF_ONE_SPLIT[decks].items()
    }
