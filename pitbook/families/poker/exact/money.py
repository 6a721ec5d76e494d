"""The net of a round in first stakes, as whole numbers, for each class of hand, choice and result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pitbook.errors import BadInput
from pitbook.families.poker.rules.compose import names_of, outcomes_of
from pitbook.families.poker.rules.model import RESULTS, PokerRules, Stake, StreetChoice, applies
from pitbook.pay import Loss, Odds, PayTable, Push

Tables = Mapping[str, PayTable]
"""Slug of a base wager -> the pay table in use."""


@dataclass(frozen=True, slots=True)
class HandClasses:
    """Values whose hands satisfy the same lines are one class: they have the same pays and the same choices."""

    of_value: Sequence[int]
    """For each value, in rising order, the number of its class."""
    lines: tuple[int, ...]
    """For each class, the lines that its hands satisfy."""


def hand_classes(rules: PokerRules, values: Sequence[int]) -> HandClasses:
    """The classes of these values."""
    numbers: dict[int, int] = {}
    of_value = [numbers.setdefault(rules.lines(value), len(numbers)) for value in values]
    return HandClasses(of_value, tuple(numbers))


def per_unit(stake: Stake, table: PayTable, result: int, lines: int, options: Mapping[str, str]) -> Fraction:
    """The net win of one unit on a base wager with this result and hand; -1 if it is lost."""
    line = table.best(names_of(stake, outcomes_of(stake, result, lines, options)))
    match line and line.pay:
        case None | Loss():
            return Fraction(-1)
        case Odds() as odds:
            return odds.net
        case Push():
            return Fraction(0)
        case other:
            raise BadInput(
                f"{stake.slug} pays {other}: a game is solved with pays that are odds on the stake, such as '3 to 2'"
            )


def amounts(rules: PokerRules, added: Mapping[str, int]) -> dict[str, int]:
    """The stake on each base wager, in first stakes; a bonus is paid on another wager's stake."""
    lie = {stake.slug: stake.first + added.get(stake.slug, 0) for stake in rules.stakes}
    return {stake.slug: lie[stake.paid_on or stake.slug] for stake in rules.stakes}


def put_up(rules: PokerRules, added: Mapping[str, int]) -> int:
    """The sum of all stakes of a round; a bonus that is paid on another stake has none."""
    lie = amounts(rules, added)
    return sum(lie[stake.slug] for stake in rules.stakes if not stake.paid_on)


def net_of(
    rules: PokerRules, tables: Tables, options: Mapping[str, str], added: Mapping[str, int], result: int, lines: int
) -> Fraction:
    """The net of a round that is played to the end."""
    lie = amounts(rules, added)
    return sum(
        (
            lie[stake.slug] * per_unit(stake, tables[stake.slug], result, lines, options)
            for stake in rules.stakes
            if lie[stake.slug]
        ),
        Fraction(0),
    )


@dataclass(frozen=True, slots=True)
class Money:
    """The nets of a game with one decision."""

    choices: tuple[StreetChoice, ...]
    """The choices that the options offer."""
    stakes: tuple[int, ...]
    """The total stake after each choice."""
    unit: int
    """Nets are integers in units of the first stake divided by this."""
    nets: Sequence[Sequence[Sequence[int]]]
    """[class of hand][choice][result]"""
    allowed: Sequence[Sequence[bool]]
    """[class of hand][choice]"""


def money_of(rules: PokerRules, tables: Tables, options: Mapping[str, str], classes: HandClasses) -> Money:
    """The nets of a game with one decision, for each class of hand."""
    (street,) = rules.streets
    choices = tuple(choice for choice in street.choices if applies(choice.only_if, options))

    def net(choice: StreetChoice, result: int, lines: int) -> Fraction:
        if choice.folds:
            return Fraction(-put_up(rules, {}))
        return net_of(rules, tables, options, {street.wager: choice.adds}, result, lines)

    nets = [
        [[net(choice, result, lines) for result in range(RESULTS)] for choice in choices] for lines in classes.lines
    ]
    unit = lcm(*(each.denominator for of_class in nets for of_choice in of_class for each in of_choice))
    return Money(
        choices=choices,
        stakes=tuple(put_up(rules, {street.wager: choice.adds}) for choice in choices),
        unit=unit,
        nets=[[[int(each * unit) for each in of_choice] for of_choice in of_class] for of_class in nets],
        allowed=[[choice.hands == 0 or bool(choice.hands & lines) for choice in choices] for lines in classes.lines],
    )
