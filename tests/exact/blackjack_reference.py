"""Blackjack by brute force, in exact fractions, from first principles: for shoes of a few cards.

A hand is a sorted tuple of values (1 for an ace, 10 for tens), a shoe a tuple of ten counts. Every card is drawn one by
one in the order of play; nothing is taken from the code under test.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

Hand = tuple[int, ...]
Shoe = tuple[int, ...]
STAND, HIT, DOUBLE = "stand", "hit", "double"


def total(hand: Hand) -> tuple[int, bool]:
    points = sum(hand)
    soft = 1 in hand and points + 10 <= 21
    return (points + 10, True) if soft else (points, False)


def take(shoe: Shoe, value: int) -> Shoe:
    assert shoe[value - 1] > 0
    return (*shoe[: value - 1], shoe[value - 1] - 1, *shoe[value:])


def draws(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    size = sum(shoe)
    assert size, "the shoe ran out"
    for value in range(1, 11):
        if shoe[value - 1]:
            yield value, Fraction(shoe[value - 1], size), take(shoe, value)


@dataclass(frozen=True)
class Game:
    """The rules that matter here."""

    hits_soft_17: bool = True
    das: bool = True
    most_hands: int = 2
    only_original_lost: bool = True

    def dealer(self, hand: Hand, shoe: Shoe) -> dict[str, Fraction]:
        """The distribution of the dealer's final hand; the hole card is the first one drawn."""
        return _dealer(hand, shoe, self.hits_soft_17)

    def stand(self, hand: Hand, up: int, shoe: Shoe) -> Fraction:
        """The average win of standing, per unit, before the dealer peeks; the shoe lacks the hand and the up card."""
        if total(hand)[0] > 21:
            return Fraction(-1)
        return sum(
            (chance * _sign(total(hand)[0], ending) for ending, chance in self.dealer((up,), shoe).items()), Fraction(0)
        )

    def natural(self, up: int, shoe: Shoe) -> Fraction:
        return self.dealer((up,), shoe)["blackjack"]

    def values(self, hand: Hand, up: int, shoe: Shoe) -> dict[str, Fraction]:
        """The value of each action except splits."""
        return _values(self, hand, up, shoe)

    def action(self, hand: Hand, up: int, whole: Shoe, may_double: bool) -> str:
        """The best of hit, stand and double for a hand that was never split."""
        shoe = take(whole, up)
        for value in hand:
            shoe = take(shoe, value)
        values = dict(self.values(hand, up, shoe))
        if hand == (1, 10):
            return STAND
        if not may_double:
            values.pop(DOUBLE, None)
        best = max(values.values())
        return next(action for action in (STAND, HIT, DOUBLE) if values.get(action) == best)

    def split(self, pair: int, up: int, whole: Shoe) -> dict[int, Fraction]:
        """The distribution of the result of a split: every hand played out in turn, then the dealer's."""
        shoe = take(take(take(whole, up), pair), pair)
        # Shoe, finished hands as (total, stake), hands of one card, hands in all -> chance.
        states: dict[tuple[Shoe, tuple[tuple[int, int], ...], int, int], Fraction] = {(shoe, (), 2, 2): Fraction(1)}
        law: dict[int, Fraction] = defaultdict(Fraction)
        while states:
            grown: dict[tuple[Shoe, tuple[tuple[int, int], ...], int, int], Fraction] = defaultdict(Fraction)
            for (left, done, waiting, hands), chance in states.items():
                if waiting == 0:
                    for net, part in self._settled(done, up, left).items():
                        law[net] += chance * part
                    continue
                for value, part, rest in draws(left):
                    if value == pair and hands < self.most_hands:
                        grown[rest, done, waiting + 1, hands + 1] += chance * part
                        continue
                    first = tuple(sorted((pair, value)))
                    for (final, stake, after), often in self._played(first, up, whole, rest, pair == 1).items():
                        both = tuple(sorted((*done, (final, stake))))
                        grown[after, both, waiting - 1, hands] += chance * part * often
            states = grown
        return dict(law)

    def _played(self, hand: Hand, up: int, whole: Shoe, shoe: Shoe, ace: bool) -> dict[tuple[int, int, Shoe], Fraction]:
        """Final total, stake and shoe of a hand played by the strategy for hands that were never split."""
        found: dict[tuple[int, int, Shoe], Fraction] = defaultdict(Fraction)
        if total(hand)[0] > 21:
            return {(99, 1, shoe): Fraction(1)}
        action = STAND if ace else self.action(hand, up, whole, self.das and len(hand) == 2)
        if action == STAND:
            return {(total(hand)[0], 1, shoe): Fraction(1)}
        for value, part, rest in draws(shoe):
            more = tuple(sorted((*hand, value)))
            if action == DOUBLE:
                points = total(more)[0]
                found[points if points <= 21 else 99, 2, rest] += part
                continue
            for key, often in self._played(more, up, whole, rest, ace).items():
                found[key] += part * often
        return found

    def _settled(self, hands: tuple[tuple[int, int], ...], up: int, shoe: Shoe) -> dict[int, Fraction]:
        law: dict[int, Fraction] = defaultdict(Fraction)
        for ending, chance in self.dealer((up,), shoe).items():
            if ending == "blackjack" and self.only_original_lost:
                law[-1] += chance
            else:
                law[sum(stake * (-1 if final > 21 else _sign(final, ending)) for final, stake in hands)] += chance
        return law


def _sign(points: int, ending: str) -> int:
    if ending == "blackjack":
        return -1
    if ending == "bust":
        return 1
    return (points > int(ending)) - (points < int(ending))


@cache
def _dealer(hand: Hand, shoe: Shoe, hits_soft_17: bool) -> dict[str, Fraction]:
    points, soft = total(hand)
    if len(hand) == 2 and points == 21:
        return {"blackjack": Fraction(1)}
    if points > 21:
        return {"bust": Fraction(1)}
    if points > 17 or (points == 17 and not (soft and hits_soft_17)):
        return {str(points): Fraction(1)}
    law: dict[str, Fraction] = defaultdict(Fraction)
    for value, part, rest in draws(shoe):
        for ending, chance in _dealer(tuple(sorted((*hand, value))), rest, hits_soft_17).items():
            law[ending] += part * chance
    return law


@cache
def _values(game: Game, hand: Hand, up: int, shoe: Shoe) -> dict[str, Fraction]:
    if total(hand)[0] > 21:
        return {STAND: Fraction(-1)}
    values = {STAND: game.stand(hand, up, shoe), HIT: Fraction(0)}
    doubled = game.natural(up, shoe) if game.only_original_lost else Fraction(0)
    for value, part, rest in draws(shoe):
        more = tuple(sorted((*hand, value)))
        values[HIT] += part * max(_values(game, more, up, rest).values())
        doubled += 2 * part * game.stand(more, up, rest)
    if len(hand) == 2:
        values[DOUBLE] = doubled
    return values
