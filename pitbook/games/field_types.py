"""Whether the fields of a data object hold values of the types that its class states."""

import re
from collections.abc import Iterator
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from pitbook.errors import quoted

_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def wrong_fields(value: Any) -> Iterator[tuple[str, str]]:
    """Every field of one data object that holds a value of the wrong type, with the fault in words."""
    hints = get_type_hints(type(value))
    for field in fields(value):
        given, kinds = getattr(value, field.name), _kinds(hints[field.name])
        fault = ""
        if kinds and type(given) not in kinds:
            fault = f"is not {' or '.join(WORDS_FOR[kind] for kind in kinds)}"
        elif isinstance(given, str) and _CONTROL.search(given):
            fault = "holds a control character"
        if fault:
            yield field.name, f"{type(value).__name__}.{field.name} = {quoted(given)} {fault}"


def _kinds(annotation: Any) -> list[type]:
    """The built-in types that a field may hold; none if it may hold another type."""
    parts = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    kinds = [int if getattr(part, "__supertype__", None) is int else get_origin(part) or part for part in parts]
    return kinds if all(kind in WORDS_FOR for kind in kinds) else []


WORDS_FOR: Final[dict[Any, str]] = {
    str: "a text", int: "a whole number", bool: "True or False", tuple: "a tuple", NoneType: "None"
}  # fmt: skip
