"""The canonical form of source code changes with its behaviour and with nothing else."""

import ast
from collections.abc import Mapping

import pytest

from pitbook.source.modules import Sources, hash_of_modules, modules_reached, summarise
from pitbook.source.reach import Border, hash_of_functions

CODE = '''
"""What the module is for."""
from math import comb
from pitbook.one import LIMIT as MOST

def helper(number: int) -> int:
    """Doubles it."""
    return number * 2  # twice

def rule(cards: tuple[int, ...], wild: int) -> int:
    """The rule."""
    total: int = 0
    for card in cards:
        if card > MOST:
            raise ValueError(f"{card} is too high")
        total += helper(card) + comb(card, 2)
    best = max((each - wild for each in cards if each), default=0)
    return total if wild else best
'''


def rule() -> int:
    """The counterpart of the function of the same name in :data:`CODE`."""
    return 0


rule.__module__ = "pitbook.rules"

ONE = {"pitbook.one": "LIMIT = 51\n"}


def of_rule(text: str, **others: str) -> str:
    texts: Mapping[str, str] = {"pitbook.rules": text, **ONE, **others}
    return hash_of_functions([rule], Border(), Sources(texts.get))


def of_module(text: str) -> str:
    return summarise("pitbook.rules", text).digest


SAME = {
    "a comment": ("# twice", "# two times"),
    "a docstring": ('"""Doubles it."""', '"""Twice the number."""'),
    "no docstring": ('    """The rule."""\n', ""),
    "an annotation": ("number: int) -> int", "number: float) -> float"),
    "no annotation": ("total: int = 0", "total = 0"),
    "a local name": ("total", "points"),
    "the variable of a comprehension": ("each", "card_left"),
    "a comprehension that hides a local": ("each", "card"),
    "the words of a refusal": ("{card} is too high", "no card is {card}"),
    "another layout": ("total if wild else best", "(\n        total if wild\n        else best)"),
}
OTHER = {
    "a constant": ("* 2", "* 3"),
    "a comparison": ("card > MOST", "card >= MOST"),
    "a call": ("comb(card, 2)", "comb(2, card)"),
    "another variable": ("total if wild else best", "best if wild else best"),
    "a default": ("default=0", "default=1"),
    "another error": ("raise ValueError", "raise KeyError"),
    "a local that becomes a global": ("each - wild", "helper - wild"),
}


def edited(change: tuple[str, str]) -> str:
    assert change[0] in CODE
    return CODE.replace(*change)


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_edit_without_effect_keeps_the_form(change: tuple[str, str]) -> None:
    assert of_rule(edited(change)) == of_rule(CODE)
    assert of_module(edited(change)) == of_module(CODE)


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_edit_with_effect_changes_the_form(change: tuple[str, str]) -> None:
    assert of_rule(edited(change)) != of_rule(CODE)
    assert of_module(edited(change)) != of_module(CODE)


def test_a_renamed_or_moved_definition_does_not_count_for_a_function() -> None:
    assert of_rule(CODE.replace("helper", "twice")) == of_rule(CODE)
    moved = CODE.replace("pitbook.one import LIMIT as MOST", "pitbook.two import HIGHEST as MOST")
    assert of_rule(moved, **{"pitbook.two": "HIGHEST = 51\n"}) == of_rule(CODE)
    assert of_rule(moved, **{"pitbook.two": "HIGHEST = 52\n"}) != of_rule(CODE)


def test_a_definition_that_the_function_does_not_reach_does_not_count() -> None:
    assert of_rule(f"{CODE}\n\nCOLOUR = 'green'\n\ndef lesson():\n    return helper(1)\n") == of_rule(CODE)


def test_the_name_of_a_parameter_counts_where_a_call_uses_it() -> None:
    called = CODE.replace("helper(card)", "helper(number=card)")
    swapped = "def helper({0}, {1}):\n    return {0} - {1}\n\ndef rule():\n    return helper(one=1, other=2)\n"

    assert of_rule(CODE.replace("number", "value")) == of_rule(CODE)
    assert of_rule(called.replace("number: int", "value: int").replace("number *", "value *")) != of_rule(called)
    assert of_rule(swapped.format("one", "other")) != of_rule(swapped.format("other", "one"))


def test_a_name_is_local_only_in_the_scope_that_binds_it() -> None:
    """A comprehension's variable hides a function of the module inside the comprehension and nowhere else."""
    text = "def helper(x):\n    return {}\n\ndef rule(cards):\n    return [helper for helper in cards], helper(1)\n"

    assert of_rule(text.format("x")) != of_rule(text.format("x + 1"))


def test_a_statement_that_changes_a_constant_counts() -> None:
    text = "PAYS = {}\n\ndef rule():\n    return PAYS[1]\n\nPAYS[1] = 2\n"

    assert of_rule(text) != of_rule(text.replace("= 2", "= 3"))


def test_a_function_that_has_no_place_in_a_module_is_refused() -> None:
    def inner() -> int:
        return 0

    inner.__module__ = "pitbook.rules"
    with pytest.raises(TypeError, match="is not a function of a module"):
        hash_of_functions([inner], Border(), Sources(lambda name: CODE))


def test_modules_are_reached_through_every_import_but_those_for_the_type_checker() -> None:
    texts = {
        "pitbook.a": "from typing import TYPE_CHECKING\nfrom pitbook.b import x\n"
        "if TYPE_CHECKING:\n    from pitbook.d import y\n\ndef f():\n    from pitbook.package import c\n",
        "pitbook.b": "import pitbook.e\nx = 1\n",
        "pitbook.package.c": "",
        "pitbook.package": "",
        "pitbook.d": "y = 1\n",
        "pitbook.e": "",
    }

    assert set(modules_reached(["pitbook.a"], Sources(texts.get))) == {
        "pitbook.a", "pitbook.b", "pitbook.package.c", "pitbook.e",
    }  # fmt: skip
    before = hash_of_modules(["pitbook.a"], Sources(texts.get))
    assert hash_of_modules(["pitbook.a"], Sources((texts | {"pitbook.d": "y = 2\n"}).get)) == before
    assert hash_of_modules(["pitbook.a"], Sources((texts | {"pitbook.e": "z = 2\n"}).get)) != before


def test_every_kind_of_node_is_written() -> None:
    """Constructs that current rules do not use are distinguished too."""
    texts = (
        "def rule(a):\n    match a:\n        case [b, *c]: return b\n        case a.{}: return {}",
        "async def rule(a):\n    async with a as b:\n        return await b.{}({})\n",
        "def rule(a):\n    try:\n        return a\n    except {} as error:\n        return error.{}\n",
        "def rule(a):\n    n = 0\n    def add():\n        nonlocal n\n        n += {}\n    add()\n    return n, {}\n",
        "class Row:\n    size: int = {}\n    def f(self):\n        return self.size + {}\n\nrule = Row()",
        "def rule(a, *b, c={}, **d):\n    return (y := a) + {}\n",
    )
    for text in texts:
        ast.parse(text.format("one", "two"))
        assert len({of_rule(text.format(*names)) for names in (("x1", "y1"), ("x2", "y1"), ("x1", "y2"))}) == 3


METHODS = """
class Hand:
    size = 5
    def best(self):
        return helper(self.size)
    def words(self):
        return "five cards"

def helper(number):
    return number * 2
"""


@pytest.mark.parametrize(
    ("root", "old", "new", "same"),
    [
        ("rule", "number * 2", "number * 3", False),
        ("helper", "total += helper(card)", "total -= helper(card)", True),
    ],
)
def test_the_hash_of_a_definition_covers_everything_that_it_reaches(root: str, old: str, new: str, same: bool) -> None:
    def meaning(text: str) -> str:
        texts: Mapping[str, str] = {"pitbook.rules": text, **ONE}
        return hash_of_functions([f"pitbook.rules.{root}"], Border(), Sources(texts.get))

    assert (meaning(CODE) == meaning(CODE.replace(old, new))) is same


def test_a_method_may_count_without_the_rest_of_its_class() -> None:
    def meaning(root: str, old: str = "", new: str = "") -> str:
        texts = {"pitbook.rules": METHODS.replace(old, new)}
        return hash_of_functions([f"pitbook.rules.{root}"], Border(), Sources(texts.get))

    assert meaning("Hand.best", "five cards", "5 cards") == meaning("Hand.best")
    assert meaning("Hand.best", "number * 2", "number * 3") != meaning("Hand.best")
    assert meaning("Hand", "five cards", "5 cards") != meaning("Hand")
    with pytest.raises(LookupError, match="there is no definition"):
        meaning("Hand.worst")
