"""The compiled kernel and the arrays of a pai gow table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from pitbook.errors import BadInput
from pitbook.exact.kernels import names_in
from pitbook.families.pai_gow.simulate import kernel as rounds
from pitbook.families.pai_gow.simulate.bets import CALLED, answered, priced_bets, single_answers
from pitbook.families.pai_gow.simulate.kernel import NO_WAGER, NUMBER_BITS, NUMBERS, Reads, WagerRows
from pitbook.families.pai_gow.simulate.setting import HandTables, hand_tables
from pitbook.games import cached_by_game
from pitbook.games.model import Wager, listed
from pitbook.games.settle import Layout
from pitbook.hands.pai_gow import is_queen_high_pai_gow
from pitbook.hands.seven import seven_card_lines
from pitbook.simulate.compile import Kernel, kernel_with
from pitbook.simulate.pricing import Priced

if TYPE_CHECKING:
    from pitbook.families.pai_gow.simulate.table import PaiGowTable


PLACES_OF_GROUPS = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH")
"""The constants for the owner of each group of a rule's cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """The compiled kernel and its arrays."""

    kernel: Kernel
    hands: HandTables
    bets: WagerRows
    reads: Reads
    priced: Sequence[Priced]
    """In the order of the tally's rows."""


@cached_by_game(8)
def make_ready(table: "PaiGowTable") -> Ready:
    """Compiles the kernel and fills the arrays."""
    layout = table.layout
    wagers = [each.wager for each in priced_bets(layout, table.bets, table.meter)]
    looked_up = [wager for wager in wagers if answered(wager) == "looked up"]
    compared = any(answered(wager) in ("base", "bonus") for wager in wagers)
    joker, wheel = _index(layout, "joker"), _index(layout, "wheel")
    asked = [(wager.rule, _reads(layout, wager)) for wager in looked_up]
    # The lines of seven cards come first, because rules on set hands use them.
    rules = tuple(dict.fromkeys([(seven_card_lines, (joker,)), *asked]))
    hands = hand_tables(rules, table.ways if compared else None, wheel == 1, joker == 1)
    by_wager = [[answers[rules.index(rule)] for answers in hands.answers] for rule in asked]
    priced = priced_bets(layout, table.bets, table.meter, by_wager)
    return Ready(
        kernel=compile_rounds([wager for wager in layout.game.wagers if not wager.components], hands),
        hands=hands,
        bets=lay_out_bets(priced, len(looked_up)),
        reads=Reads(joker, wheel, _choice(wagers, dict(table.choices))),
        priced=priced,
    )


def _index(layout: Layout, option: str) -> int:
    return layout.game.all_options()[option].index(layout.options)


def _reads(layout: Layout, wager: Wager) -> tuple[int, ...]:
    return tuple(option.index(layout.options) for option in wager.reads)


def _choice(wagers: Sequence[Wager], choices: Mapping[str, str]) -> int:
    """The players' choice for the one wager that offers one."""
    return next((wager.choice.index(choices) for wager in wagers if wager.choice), 0)


def compile_rounds(wagers: Sequence[Wager], hands: HandTables) -> Kernel:
    """The kernel of a game with these wagers; the same code serves all combinations of bets."""
    replaced: dict[str, Any] = {}
    for wager in wagers:
        if answered(wager) == "base":
            replaced["base_rule"] = on_set_hands(wager, hands)
        elif answered(wager) == "bonus":
            replaced["bonus_rule"] = on_set_hands(wager, hands)
        elif answered(wager) == "on cards":
            replaced["cards_rule"] = wager.rule
    return kernel_with(rounds.play_rounds, **replaced)


def on_set_hands(wager: Wager, hands: HandTables) -> Kernel:
    """A rule on set hands, compiled so that it extracts values from looked-up hands."""
    lines = kernel_with(rounds.lines_of, LINES=tuple(answers[0] for answers in hands.answers))
    values: dict[str, Any] = {
        "two_card_value": rounds.two_place,
        "five_card_value": rounds.five_place,
        "seven_card_lines": lines,
        "is_queen_high_pai_gow": kernel_with(is_queen_high_pai_gow, seven_card_lines=lines),
    }
    names = looked_up(wager.rule)
    rule = kernel_with(wager.rule, **{name: value for name, value in values.items() if name in names})
    adapters = {3: rounds.on_three, 4: rounds.on_four, 5: rounds.on_five}
    if len(wager.groups) not in adapters or [option.name for option in wager.reads] != ["joker", "wheel"]:
        raise BadInput(f"{wager.slug} cannot be simulated: its rule looks at cards in a way that is not known here")
    of_dealer = [group.source.startswith("dealer") for group in wager.groups]
    whose = {place: int(dealer) for place, dealer in zip(PLACES_OF_GROUPS, of_dealer, strict=False)}
    return kernel_with(adapters[len(wager.groups)], set_rule=rule, **whose)


def looked_up(rule: Callable[..., int]) -> set[str]:
    """The names that a rule looks up, and the functions of its module that it calls."""
    found: set[str] = set()
    waiting: list[Any] = [rule]
    while waiting:
        function = waiting.pop()
        for name in set(names_in(function.__code__)) - found:
            found.add(name)
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType) and value.__module__ == rule.__module__:
                waiting.append(value)
    return found


def lay_out_bets(priced: Sequence[Priced], looked_up: int) -> WagerRows:
    """The pays as arrays, one row per wager."""
    rows, lines = len(priced), max(len(each.lines) for each in priced)
    answers, factors = np.full((rows, NUMBERS), -1, np.int64), np.ones(rows, np.uint64)
    line_of, envy = np.zeros((rows, NUMBERS), np.uint8), np.zeros((rows, NUMBERS), np.int64)
    net = np.zeros((rows, lines), np.int64)
    for row, each in enumerate(priced):
        singles = single_answers(each.wager)
        net[row, : len(each.net)] = each.net
        if row < looked_up:
            known = len(each.line_of) - len(singles)
            line_of[row, :known] = each.line_of[len(singles) :]
            if each.wager.envy_minimum is not None and each.bet >= each.wager.envy_minimum:
                envy[row, :known] = each.envy[len(singles) :]
        else:
            factors[row], numbers = told_apart(singles)
            answers[row, numbers], line_of[row, numbers] = singles, each.line_of
    called = {answered(each.wager): row for row, each in enumerate(priced)}
    for way in CALLED:
        if len(same := [each.wager.slug for each in priced if answered(each.wager) == way]) > 1:
            raise BadInput(f"{listed(same)} cannot be simulated at one table: bet on one of them")
    base, bonus, on_cards = (called.get(way, NO_WAGER) for way in CALLED)
    return WagerRows(looked_up, base, bonus, on_cards, factors, answers, line_of, net, envy)


def told_apart(answers: Sequence[int]) -> tuple[Any, Any]:
    """A multiplier that gives all answers different highest bits, and those bits of each answer."""
    random = np.random.default_rng(len(answers))
    while True:
        factor = random.integers(1, 1 << 63, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        numbers = np.array(answers, np.uint64) * factor >> np.uint64(64 - NUMBER_BITS)
        if len(np.unique(numbers)) == len(answers):
            return factor, numbers
