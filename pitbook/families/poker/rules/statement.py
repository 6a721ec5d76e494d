"""Finds the statement of a poker game."""

from pitbook.families.poker.rules.model import PokerRules
from pitbook.games import rules_module


def rules_of(slug: str) -> PokerRules:
    """The statement of a poker game, from its folder."""
    rules: PokerRules = rules_module(slug).rules()
    return rules
