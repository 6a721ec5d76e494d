"""A custom wager as one Python function: the cards that it looks at, and its answers.

A user's function may return the name of one outcome, a list of the satisfied names, None, or the bit mask that the
rulebook's rules use. This module converts it into such a rule, once, and tries it on random deals before anything is
counted with it.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, Final, Literal, TypeVar, cast, get_args

from pitbook.cards import Cards, Shoe, card_names
from pitbook.errors import BadInput, quoted
from pitbook.exact.kernels import TO_COMPILE
from pitbook.exact.rule_check import check_answers, random_deals
from pitbook.games.model import Group, Outcome, Rule, Source, Wager, listed
from pitbook.games.settle import LOSS

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., object])
SuitsSeen = Literal["named", "interchangeable"]

MOST_CARDS: Final = 7
MOST_OUTCOMES: Final = 60
"""One bit for each, in an integer that compiled code can hold."""
TRIALS: Final = 1_000
ALL_DECKS: Final = tuple(range(1, 9))

GROUPS: Final[Mapping[str, tuple[str, Source]]] = {
    "player": ("the player's cards", "player"),
    "third_card": ("the player's next card", "player"),
    "up_card": ("the dealer's up card", "dealer"),
    "dealer": ("the dealer's cards", "dealer"),
    "community": ("the community cards", "dealer"),
}
SINGLE: Final = ("third_card", "up_card")


@dataclass(frozen=True, slots=True)
class Declaration:
    """The arguments of ``@wager``."""

    sizes: Mapping[str, int]
    """Group name -> number of cards, in the order of the function's parameters."""
    outcomes: tuple[Outcome, ...]
    name: str
    about: str
    suits: SuitsSeen
    decks: tuple[int, ...]
    joker: bool


def wager(
    *,
    outcomes: Sequence[str] | Mapping[str, str],
    player: int = 0,
    third_card: int = 0,
    up_card: int = 0,
    dealer: int = 0,
    community: int = 0,
    name: str = "",
    suits: SuitsSeen = "named",
    decks: int | Iterable[int] = ALL_DECKS,
    joker: bool = False,
) -> Callable[[AnyFunction], AnyFunction]:
    """Declares a function as the rule of a wager; the function itself is unchanged.

    ``player=2, up_card=1`` give the number of cards it looks at, one group for each parameter of the function.
    ``outcomes`` are the names it may return, best first, or name -> label. ``suits="interchangeable"`` promises that
    only which cards share a suit matters, which makes counting many times faster.
    """
    sizes = {"player": player, "third_card": third_card, "up_card": up_card, "dealer": dealer, "community": community}

    def declare(function: AnyFunction) -> AnyFunction:
        place = where(function)
        if not isinstance(function, FunctionType):
            raise BadInput(f"{place}: @wager must decorate one plain function (def ...)")
        words = (inspect.getdoc(function) or "").strip().partition("\n")[0]
        declaration = Declaration(
            sizes=_checked_sizes(function, {group: size for group, size in sizes.items() if size != 0}, place),
            outcomes=tuple(_checked_outcomes(outcomes, place)),
            name=name or _label(function.__name__),
            about=words or "A wager of your own.",
            suits=_checked_suits(suits, place),
            decks=_checked_decks(decks, place),
            joker=bool(joker),
        )
        function.__dict__["__wager__"] = declaration
        return function

    return declare


def declaration_of(function: object) -> Declaration | None:
    """The arguments of its ``@wager``, or None if it has none."""
    found = getattr(function, "__wager__", None)
    return found if isinstance(found, Declaration) else None


def declared(function: object) -> Declaration:
    """The same; refused if it has none."""
    declaration = declaration_of(function)
    if declaration is None:
        raise BadInput(f"{where(function)}: put @wager(...) from pitbook above the function")
    return declaration


# A user's file has no types, so every value is checked here.


def _checked_sizes(function: FunctionType, sizes: Mapping[str, Any], place: str) -> dict[str, int]:
    parameters = inspect.signature(function).parameters.values()
    names = [each.name for each in parameters]
    for group, size in sizes.items():
        if type(size) is not int or size < 1:
            raise BadInput(f"{place}: {group}={quoted(size)} is not a number of cards of 1 or more")
        if group in SINGLE and size > 1:
            raise BadInput(f"{place}: {group}={size}, but there is only one such card")
    if sorted(names) != sorted(sizes) or any(each.kind is not each.POSITIONAL_OR_KEYWORD for each in parameters):
        said = listed(f"{group}={size}" for group, size in sizes.items()) or "no cards"
        raise BadInput(
            f"{place}: {function.__name__} takes ({', '.join(names)}), but @wager declares {said}: the "
            f"parameters are named as the groups, which can be {listed(GROUPS)}"
        )
    if sum(sizes.values()) > MOST_CARDS:
        raise BadInput(f"{place}: {sum(sizes.values())} cards in all: a wager looks at {MOST_CARDS} at most")
    return {group: sizes[group] for group in names}


def _checked_outcomes(outcomes: Any, place: str) -> Iterator[Outcome]:
    names = list(outcomes) if isinstance(outcomes, list | tuple | Mapping) else []
    if not names or len(names) > MOST_OUTCOMES:
        raise BadInput(f"{place}: outcomes is a list of 1 to {MOST_OUTCOMES} names, such as ['suited_21', 'total_21']")
    for number, each in enumerate(names):
        if not isinstance(each, str) or not re.fullmatch(r"[a-z0-9_]{1,60}", each, re.ASCII):
            raise BadInput(
                f"{place}: outcome {quoted(each)} is not a name of small letters, digits and _, such as 'total_21'"
            )
        if each in names[:number]:
            raise BadInput(f"{place}: outcome {each!r} is declared twice")
        if each == LOSS:
            raise BadInput(f"{place}: outcome {each!r} is reserved for a loss: return None instead")
        label = outcomes[each] if isinstance(outcomes, Mapping) else _label(each)
        if not isinstance(label, str) or not label.strip() or not label.isprintable():
            raise BadInput(f"{place}: the label of {each!r} is not a one-line string")
        yield Outcome(each, label, label.lower())


def _checked_suits(suits: Any, place: str) -> SuitsSeen:
    for known in get_args(SuitsSeen):
        if suits == known:
            return cast(SuitsSeen, known)
    raise BadInput(f"{place}: suits={quoted(suits)} is not known: allowed are {listed(get_args(SuitsSeen))}")


def _checked_decks(decks: Any, place: str) -> tuple[int, ...]:
    counts = (decks,) if isinstance(decks, int) else tuple(decks) if isinstance(decks, Iterable) else ()
    if not counts or any(type(count) is not int or count not in ALL_DECKS for count in counts):
        raise BadInput(f"{place}: decks={quoted(decks)} is not a list of deck counts from 1 to 8, such as [6, 8]")
    return tuple(sorted(set(counts)))


def _label(name: str) -> str:
    return name.replace("_", " ").strip().title()


def where(function: object) -> str:
    """The file and line of a function, or its name if it was defined at a prompt."""
    code = getattr(function, "__code__", None)
    if code is not None and code.co_filename.endswith(".py") and Path(code.co_filename).is_file():
        return f"{code.co_filename}, line {code.co_firstlineno}"
    return str(getattr(function, "__name__", "this"))


def custom_wager(function: Callable[..., object]) -> Wager:
    """The wager whose rule is a declared function, tried on random deals; without pay tables."""
    declaration = declared(function)
    names = [outcome.name for outcome in declaration.outcomes]
    kinds: set[type] = set()
    rule = _as_rule(function, names, kinds)
    made = Wager(
        slug=re.sub(r"[^a-z0-9]+", "-", function.__name__.lower()).strip("-") or "own",
        name=declaration.name,
        about=declaration.about,
        groups=tuple(groups_of(declaration.sizes)),
        outcomes=declaration.outcomes,
        rule=rule,
        suits=declaration.suits,
        cite=f"the function {function.__name__}; no letter approves it",
    )
    chance, named = Random(21), f"{where(function)}: {function.__name__}"
    for groups in random_deals(made, Shoe.of_decks(max(declaration.decks), joker=declaration.joker), TRIALS, chance):
        check_answers(made, groups, (), chance, named, partial(_shown, function))
    if source := _compilable(list(declaration.sizes), names, kinds):
        seen: dict[str, Any] = {"function": function, "__name__": function.__module__}
        exec(source, seen)  # noqa: S102 (the text is made below, from checked names only)
        rule.__dict__[TO_COMPILE] = seen["rule"]
    return made


def groups_of(sizes: Mapping[str, int]) -> Iterator[Group]:
    """Groups of these sizes, and the cards on the table that each one means."""
    for name, size in sizes.items():
        meaning, source = GROUPS[name]
        before = {"third_card": ("player",), "dealer": ("up_card",), "community": ("up_card", "dealer")}.get(name, ())
        yield Group(
            f"{meaning} ({size})" if size > 1 else meaning, source, size, sum(sizes.get(each, 0) for each in before)
        )


def _as_rule(function: Callable[..., object], names: Sequence[str], kinds: set[type]) -> Rule:
    """The function as a rule that returns a bit mask; every error names the file, the line and the cards. ``kinds``
    collects the types of its answers."""
    bit_of = {name: 1 << bit for bit, name in enumerate(names)}
    limit = 1 << len(names)

    def ask(*groups: Cards) -> int:
        try:
            answer = function(*groups)
        except (Exception, SystemExit) as error:  # noqa: BLE001 (a user's code may raise anything)
            raise BadInput(f"{_raised(function, error)} on {_shown(function, groups)}") from None
        kinds.add(type(answer))
        if isinstance(answer, str):
            bit = bit_of.get(answer)
            if bit is not None:
                return bit
        elif answer is None:
            return 0
        elif isinstance(answer, int) and (len(names) == 1 or not isinstance(answer, bool)):
            if 0 <= answer < limit:
                return answer
        elif isinstance(answer, list | tuple | set | frozenset) and all(
            isinstance(each, str) and each in bit_of for each in answer
        ):
            return sum(bit_of[each] for each in set(answer))
        raise BadInput(
            f"{where(function)}: {getattr(function, '__name__', 'the rule')} answers {quoted(answer)} to "
            f"{_shown(function, groups)}: allowed are {listed(names)}, a list of them, or None"
        )

    ask.__module__, ask.__name__, ask.__qualname__ = function.__module__, function.__name__, function.__qualname__
    return ask


def _raised(function: Callable[..., object], error: BaseException) -> str:
    """``total_21.py, line 7: ZeroDivisionError (division by zero)``, at the line of the user's file."""
    path = getattr(getattr(function, "__code__", None), "co_filename", "")
    return f"{line_of_error(path, error) or where(function)}: {type(error).__name__} ({_one_line(error)})"


def line_of_error(path: str, error: BaseException) -> str:
    """The innermost line of a file that an exception passed through."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{path}, line {line}" if line else ""


def _one_line(error: BaseException) -> str:
    words = " ".join(str(error).split())
    return words[:160] if words else "no message"


def _shown(function: object, groups: Sequence[Cards]) -> str:
    declaration = declaration_of(function)
    names = list(declaration.sizes) if declaration else []
    return ", ".join(f"{name} {card_names(cards)}" for name, cards in zip(names, groups, strict=False))


def _compilable(parameters: Sequence[str], names: Sequence[str], kinds: set[type]) -> str:
    """The source of the same rule in a form that can be compiled; empty for answers that compiled code cannot hold."""
    asked = f"    answer = function({', '.join(parameters)})"
    if kinds <= {int, bool}:
        body = [f"    if 0 <= answer < {1 << len(names)}:", "        return int(answer)"]
    elif kinds <= {str, type(None)}:
        body = ["    if answer is None:", "        return 0"]
        for bit, name in enumerate(names):
            body += [f"    if answer == {name!r}:", f"        return {1 << bit}"]
    else:
        return ""
    refused = "    raise LookupError('it answers with something that is not among its outcomes')"
    return "\n".join([f"def rule({', '.join(parameters)}):", asked, *body, refused])
