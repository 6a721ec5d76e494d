"""The hash of a rule that a par sheet prints, so that a reader can tell two versions of a rule apart."""

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from inspect import getsource, unwrap

from pitbook.exact.cache import cache_key, covers, kept
from pitbook.games.model import Wager
from pitbook.games.package import hash_of_rule, inputs_of_rule


@cache
def rule_hash(wager: Wager) -> str:
    """The hash of a wager's rule and declarations: by meaning in the rulebook, by its text where it is a user's own.

    A rule that was made from an expression is known by its name, which has the hash of its text.
    """
    # A rule that a family composes is an object: its fields are part of the declarations.
    if not covers(wager.rule) or "." in getattr(wager.rule, "__qualname__", ""):
        return hashlib.sha256(rule_text(wager.rule).encode()).hexdigest()
    inputs, modules = inputs_of_rule(wager)
    return kept("rules", cache_key(modules, inputs), lambda: hash_of_rule(wager), from_json=str)[0]


def rule_text(rule: Callable[..., int]) -> str:
    """What stands for a rule among the inputs: its name in Pitbook, whose version fixes it; a user's in full."""
    own = unwrap(rule)
    if covers(own):
        return f"{own.__module__}.{getattr(own, '__qualname__', '') or type(own).__qualname__}"
    for source in (sys.modules.get(own.__module__), own):
        try:
            if source is not None:
                return getsource(source)
        except (OSError, TypeError):
            continue  # typed in, not read from a file
    return str(own.__code__.co_code)
