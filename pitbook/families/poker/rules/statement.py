"""Where a family module finds the statement of a game."""

from importlib import import_module

from pitbook.families.poker.rules.model import PokerRules


def rules_of(slug: str) -> PokerRules:
    """The statement of a poker game, from its folder."""
    rules: PokerRules = import_module(rules_module(slug)).rules()
    return rules


def rules_module(slug: str) -> str:
    """The module that states a poker game."""
    return f"pitbook.games.{slug.replace('-', '_')}.rules"
