"""Compiles a rule with numba exactly as it is written, and with it every Pitbook function that it calls."""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

import numba

Rule = TypeVar("Rule", bound=Callable[..., Any])


def compiled(rule: Rule) -> Rule:
    """A compiled copy of a plain function, made once; the function itself stays as it is."""
    assert isinstance(rule, FunctionType)
    return cast(Rule, _compiled(rule))


@cache
def _compiled(rule: FunctionType) -> object:
    """The copy shares the code but sees its own globals, in which each Pitbook function is a compiled copy too."""
    seen = dict(rule.__globals__)
    for name in rule.__code__.co_names:
        value = seen.get(name)
        if isinstance(value, FunctionType) and value.__module__.partition(".")[0] == "pitbook":
            seen[name] = _compiled(value)
    return numba.njit(FunctionType(rule.__code__, seen, rule.__name__, rule.__defaults__, rule.__closure__))
