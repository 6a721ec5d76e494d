"""The rules of charts in words: the lowest hand of a step, and starting hands as players write them."""

from collections.abc import Callable, Iterator, Sequence

from pitbook.cards import RANK_NAMES, RANKS, Cards, card_names, rank
from pitbook.families.poker.exact.deck import hand_name
from pitbook.families.poker.exact.policy import Grid, Steps
from pitbook.families.poker.exact.sweep import OneDecision
from pitbook.families.poker.rules.chart import ChartRule
from pitbook.games.model import listed
from pitbook.hands.poker import ACE_BIT, class_of, count_ones, highest, kickers_of, main_of, value_of

HIGH_CARD, PAIR = 0, 1
"""The lowest two classes of every ranking of hands."""


class StepWords:
    """The words for steps of a prepared game.

    The ranks in a value are read only where they are those of the cards. A game with other values, such as points,
    describes its hands itself.
    """

    def __init__(self, ready: OneDecision) -> None:
        self._ready, self._rules = ready, ready.problem.rules
        self._choices = [choice.word for choice in ready.money.choices]
        self._hands = ready.hands_by_value()
        self._has_ranks = all(names_ranks(value, hand) for value, hand in self._hands.items())

    def rules(self, steps: Steps) -> list[ChartRule]:
        """The steps as rules, the highest hands first."""
        rules = [ChartRule(choice, words) for choice, words in self._of(steps)]
        return [*rules, ChartRule(self._choices[steps.choices[0]], "everything else")]

    def line(self, steps: Steps) -> str:
        """The same in one line."""
        return "; ".join(f"{choice} with {words}" for choice, words in self._of(steps))

    def _of(self, steps: Steps) -> Iterator[tuple[str, str]]:
        for lowest, choice in zip(steps.lowest[:0:-1], steps.choices[:0:-1], strict=True):
            yield self._choices[choice], self.lowest(lowest)

    def lowest(self, value: int) -> str:
        """``Q-6-4 or better``, ``a pair of threes or better``: as short as says which hands are meant."""
        if not self._has_ranks:
            return f"{self._described(value)} or {'less' if self._rules.by_points else 'better'}"
        shortest = next(each for each in _prefixes(value) if not self._any_between(each, value))
        return f"{self._hand(shortest, value)} or better"

    def _described(self, value: int) -> str:
        """The game's own words, with a hand of the value where they fit lower hands as well."""
        words = self._rules.describe(value)
        if any(each < value and self._rules.describe(each) == words for each in self._hands):
            return f"{words} (such as {card_names(self._hands[value])})"
        return words

    def coarser(self, value: int) -> list[int]:
        """Limits near one that are easier to remember: with fewer kickers, the next rank, the next class. Where hands
        are points, one point more or less."""
        if self._rules.by_points:
            values = self._ready.ranked.values
            at = values.index(value)
            return [values[each] for each in (at - 1, at + 1) if 0 <= each < len(values)]
        if not self._has_ranks:
            return []
        prefixes = _prefixes(value)
        exact = next(at for at, each in enumerate(prefixes) if not self._any_between(each, value))
        found = [each for each in prefixes[:exact] if each > 0]
        main, kickers = main_of(value), kickers_of(value)
        if class_of(value) == HIGH_CARD:
            if highest(kickers) < ACE_BIT:
                found.append(value_of(HIGH_CARD, 0, highest(kickers) << 1))
            found.append(value_of(PAIR, 0, 0))
        elif class_of(value) == PAIR and main < ACE_BIT:
            found.append(value_of(PAIR, main << 1, 0))
        return [each for each in dict.fromkeys(found) if each <= self._ready.ranked.values[-1]]

    def _any_between(self, low: int, high: int) -> bool:
        """Whether a player's hand has a value from one limit to below another."""
        values = enumerate(self._ready.ranked.values)
        return any(low <= value < high and self._ready.occurs[rank] for rank, value in values)

    def _hand(self, value: int, full: int) -> str:
        hand, main, kickers = class_of(value), main_of(value), kickers_of(value)
        ranks = [RANKS[each] for each in range(12, -1, -1) if kickers >> each & 1]
        if hand == HIGH_CARD:
            if len(ranks) == 1:
                return f"{RANK_NAMES[RANKS.index(ranks[0])]} high"
            return "-".join(ranks)
        if hand == PAIR:
            if main == 0:
                return "a pair"
            pair = RANKS[main.bit_length() - 1]
            name = RANK_NAMES[RANKS.index(pair)]
            plain = f"a pair of {name}{'es' if name == 'six' else 's'}"
            return f"{plain} with {'-'.join(ranks)}" if ranks else plain
        if self._rules.suit_value is not None:
            return f"a {self._rules.describe(value)}"
        return self._rules.describe(full)


def names_ranks(value: int, cards: Cards) -> bool:
    """Whether a value names ranks as those of :mod:`pitbook.hands.poker` do: a hand without a pair, of the lowest
    class, by its highest cards, and a pair by its rank."""
    hand, main, kickers = class_of(value), main_of(value), kickers_of(value)
    held = [rank(card) for card in cards]
    if hand == HIGH_CARD:
        highest_first = sorted({1 << each for each in held}, reverse=True)
        return main == 0 and kickers == sum(highest_first[: count_ones(kickers)]) > 0
    return hand > PAIR or any(main == 1 << each and held.count(each) > 1 for each in held)


def _prefixes(value: int) -> list[int]:
    """The value with its class alone, then with its ranks, then with one kicker more each time."""
    hand, main, kickers = class_of(value), main_of(value), kickers_of(value)
    found = [value_of(hand, 0, 0), value_of(hand, main, 0)]
    kept, left = 0, kickers
    while left:
        kept |= highest(left)
        left ^= highest(left)
        found.append(value_of(hand, main, kept))
    return list(dict.fromkeys(found))


# -- starting hands ----------------------------------------------------------------------------------------------------


def grid_rules(grid: Grid, choices: Sequence[str]) -> list[ChartRule]:
    """The grid of starting hands as rules: for each choice the hands; the choice of most hands is for the rest."""
    by_name: dict[str, int] = {}
    place = 0
    for high in range(1, 52):
        for low in range(high):
            by_name[hand_name((low, high))] = grid.choices[place]
            place += 1
    taken = [number for number in range(len(choices)) if number in grid.choices]
    rest = max(taken, key=lambda number: list(by_name.values()).count(number))
    rules = [
        ChartRule(choices[number], listed(_named(by_name, number))) for number in reversed(taken) if number != rest
    ]
    return [*rules, ChartRule(choices[rest], "everything else")]


def _named(by_name: dict[str, int], number: int) -> Iterator[str]:
    """The hands of a choice: for each high card the lowest partner from which on all are of it, else each by itself."""
    pairs = [rank for rank in range(13) if by_name[RANKS[rank] * 2] == number]
    yield from _runs(pairs, 12, lambda rank: RANKS[rank] * 2)
    for high in range(12, 0, -1):
        for suited in "so":
            lows = [low for low in range(high) if by_name[RANKS[high] + RANKS[low] + suited] == number]
            # mypy cannot infer a lambda that binds the loops' variables as defaults.
            yield from _runs(lows, high - 1, lambda low, h=high, s=suited: RANKS[h] + RANKS[low] + s)  # type: ignore[misc]


def _runs(ranks: list[int], top: int, name: Callable[[int], str]) -> Iterator[str]:
    """``22+`` where all ranks from one up to the top are there; single ones otherwise."""
    if not ranks:
        return
    lowest = top
    while lowest - 1 in ranks and lowest in ranks:
        lowest -= 1
    if top in ranks and lowest < top:
        yield f"{name(lowest)}+"
        ranks = [rank for rank in ranks if rank < lowest]
    yield from (name(rank) for rank in reversed(ranks))
