"""The hash of a rule, printed on a par sheet to distinguish two versions of a rule."""

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
    """The hash of a wager's rule and declarations: by meaning in the rulebook, by its text if it is a user's.

    A rule made from an expression is identified by its name, which contains the hash of its text.
    """
    # A rule composed by a family is an object: its fields are part of the declarations.
    if not covers(wager.rule) or "." in getattr(wager.rule, "__qualname__", ""):
        return hashlib.sha256(rule_text(wager.rule).encode()).hexdigest()
    inputs, modules = inputs_of_rule(wager)
    return kept("rules", cache_key(modules, inputs), lambda: hash_of_rule(wager), from_json=str)[0]


def rule_text(rule: Callable[..., int]) -> str:
    """Identifies a rule among the inputs: by name in Pitbook, whose version fixes it; a user's rule by its source."""
    own = unwrap(rule)
    if covers(own):
        return f"{own.__module__}.{getattr(own, '__qualname__', '') or type(own).__qualname__}"
    for source in (sys.modules.get(own.__module__), own):
        try:
            if source is not None:
                return getsource(source)
        except (OSError, TypeError):
            continue  # typed at a prompt, not read from a file
    return str(own.__code__.co_code)
