"""A game's package: everything of a game that a letter approves, identified by one hash (WAC 230-15-035).

The hash covers the meaning of the game and not its files: canonical JSON of its letter, pay tables, options and other
declarations, and the syntax trees of its rules and of the rules of its base game (:mod:`pitbook.source.reach`).
Explanatory text is left out: a lesson, a colour, a comment or a moved module does not change what was approved. The
settlement code that all games share is covered by the hash of the release instead.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from inspect import isfunction
from typing import Any, Final

from pitbook.games import cached_by_game, version_of
from pitbook.games import game as game_of
from pitbook.games.model import Game, Wager
from pitbook.money import Rounding
from pitbook.pay import Amount, Loss, MeterShare, Odds, PayTable, Prize, Push
from pitbook.source.modules import Sources
from pitbook.source.reach import Border, hash_of_functions

CITE: Final = frozenset({"cite"})
WORDS: Final[Mapping[str, frozenset[str]]] = {
    "Game": frozenset({"about", "procedure", "cites", "family", "felt_words", "irregularities"}),
    # How deals are counted is not part of a rule.
    "Wager": CITE | {"about", "by_play", "card_kind", "counted_by", "loss_words", "published", "together"},
    "Outcome": frozenset({"meaning"}),
    "PokerRules": frozenset(
        {
            "about",
            "describe",
            "entries",
            "hand_words",
            "irregularities",
            "missing",
            "procedure",
            "qualifies_words",
            "simpler",
            "sources",
        }
    ),
    "Stake": CITE | {"about"},
    # Where an option has an effect, and which choices are only for the lab, decides only what a command refuses.
    "Option": CITE | {"meaning", "title", "choice_words", "wagers", "outcomes", "uses", "not_counted_for", "lab_only"},
    "PayTable": CITE,
    "Letter": frozenset({"remarks", "text"}),
    "Condition": CITE,
    "Notice": CITE,
    "System": CITE,
    "Claim": CITE | {"note"},
    "HouseWay": frozenset({"citation"}),
    "Row": frozenset({"contains", "low"}),
    "_yes_no": frozenset({"meaning"}),
}
"""By class, the fields that explain and decide nothing; the same for a function that makes an option. A new field is
hashed unless it is listed here."""

HASHED_AS: Final[Mapping[str, Mapping[str, str]]] = {
    "Wager": {
        "card_class": "alike",
        "components": "parts",
        "exclusive_group": "one_of",
        "requires_all_of": "rides_on",
    },
    "Stake": {"paid_on": "rides_on"},
}
"""By class, the former names of fields, under which they are hashed. A renamed field must not void the approvals on
file."""

STRATEGIES: Final[Mapping[str, frozenset[str]]] = {
    "PokerRules": frozenset({"chart", "novice", "novice_words", "published"}),
}
"""By class, the fields that say how a game is played best and what others publish of it. They are no part of a package;
those who solve a game may need them."""

BORDER: Final = Border(
    machinery=frozenset(
        f"pitbook.{name}"
        for name in ("errors", "extras", "money", "pay", "games.model", "games.settle", "games.settlement")
    ),
    words=WORDS,
)


@cached_by_game()
def package_hash(slug: str) -> str:
    """The hash of a game's package; for a game from outside, which has no approval, the hash of its files."""
    return version_of(slug) or hash_of_game(game_of(slug))


def hash_of_game(game: Game, sources: Sources | None = None) -> str:
    """The hash of a game's package."""
    return _hash(game, sources)


def hash_of_rule(wager: Wager, sources: Sources | None = None) -> str:
    """The hash of a wager without its pay tables: its rule, the cards it looks at, its outcomes and what it reads."""
    return _hash(_without_tables(wager), sources)


def inputs_of_rule(wager: Wager) -> tuple[str, tuple[str, ...]]:
    """The inputs of a rule's hash: its declarations with the names of its functions, and their modules."""
    data, functions = _parts(_without_tables(wager))
    names = [f"{each.__module__}.{each.__qualname__}" for each in functions]
    return f"{json.dumps(data, sort_keys=True)} {names}", tuple(
        sorted({__name__, *(each.__module__ for each in functions)})
    )


def _without_tables(wager: Wager) -> dict[str, Any]:
    return {name: value for name, value in _declared(wager) if name != "tables"}


def hash_of_table(table: PayTable) -> str:
    """The hash of a pay table."""
    return _hash(table, None)


def _hash(value: object, sources: Sources | None) -> str:
    data, functions = _parts(value)
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    code = hash_of_functions(functions, BORDER, sources) if sources else _code_of(tuple(functions))
    return hashlib.sha256(f"{text}\n{code}\n".encode()).hexdigest()


def _parts(value: object) -> tuple[Any, list[Callable[..., Any]]]:
    """A value as JSON, and all functions that it is made of."""
    functions: list[Callable[..., Any]] = []
    left_out = {
        name: WORDS.get(name, frozenset()) | STRATEGIES.get(name, frozenset()) for name in (*WORDS, *STRATEGIES)
    }
    data = plain(value, functions, left_out)
    functions += [each for each in dict.fromkeys(_code_of_objects(value)) if each not in functions]
    return data, functions


def _code_of_objects(value: Any) -> Iterator[Callable[..., Any]]:
    """The code of objects that are called like functions: their own, and the methods of their fields that it names.

    Code reaches no method by name (:mod:`pitbook.source.reach`).
    """
    parts: Iterable[Any] = ()
    if isinstance(value, Mapping):
        parts = [value[name] for name in sorted(value)]
    elif isinstance(value, tuple | list):
        parts = value
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [each for _, each in _declared(value)]
        if callable(value):
            call: Any = type(value).__call__
            yield call
            held = (vars(type(getattr(value, each.name))) for each in fields(value))
            yield from (of[name] for of in held for name in call.__code__.co_names if isfunction(of.get(name)))
    for part in parts:
        yield from _code_of_objects(part)


@cache
def _code_of(functions: tuple[Callable[..., Any], ...]) -> str:
    return hash_of_functions(functions, BORDER)


def plain(value: Any, functions: list[Callable[..., Any]], words: Mapping[str, frozenset[str]] = WORDS) -> Any:
    """A value as JSON. A function is replaced by its index in ``functions``, in the order of names.

    ``words`` lists, by class, the fields that are left out.
    """
    match value:
        case None | bool() | int() | str():
            return value
        case Odds() | Amount() | MeterShare() | Push() | Loss() | Prize() | Rounding() | Fraction():
            return str(value)  # reads back the same
        case date():
            return value.isoformat()
        case Mapping():
            return {name: plain(value[name], functions, words) for name in sorted(value)}
        case frozenset():
            return sorted(plain(each, functions, words) for each in value)
        case tuple() | list():
            return [plain(each, functions, words) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(each, functions, words) for name, each in _declared(value, words)}
    if callable(value):
        if value not in functions:
            functions.append(value)
        return {"function": functions.index(value)}
    raise TypeError(f"{value!r} cannot be part of a package")


def _declared(value: Any, words: Mapping[str, frozenset[str]] = WORDS) -> list[tuple[str, Any]]:
    """The hashed fields of a data class, by name. Empty ones are left out, so that adding a field changes no hash."""
    left_out = words.get(type(value).__name__, ())
    names = [each.name for each in fields(value) if each.init and each.name not in left_out]
    first_names = HASHED_AS.get(type(value).__name__, {})
    found = sorted((first_names.get(name, name), name) for name in names)
    values = ((hashed_as, getattr(value, name)) for hashed_as, name in found)
    return [
        (name, each) for name, each in values if each is not None and each is not False and each not in ("", (), {})
    ]
