"""Counting pairs of disjoint hands by how they compare, by inclusion and exclusion over the cards they would share.

The pairs of hands that share no card are all pairs, less those that share a given card, plus those that share two, and so
on: a sum over sets T of (-1)^|T| times the pairs in which *both* hands contain T. Given T the two hands are independent,
so the pairs compare by a dominance count over the hands with T: five-card value against two-card value.

A hand is given as ``value << 1 | barred``, its value being the place of its (five-card, two-card) pair of values among
all that occur, in rising order.
"""

from dataclasses import dataclass, fields
from typing import Any

from pitbook.exact.pai_gow.subsets import hands_with

TWOS = 128
"""Room for the two-card values, of which there are 91."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Pairs of a player's and a dealer's hand, by how they compare. The order of the fields is that of ``totals``."""

    pairs: int = 0
    win: int = 0
    """Both of the player's hands are higher."""
    five_higher: int = 0
    two_higher: int = 0
    five_copies: int = 0
    two_copies: int = 0
    both_copies: int = 0
    barred: int = 0
    """The dealer has a queen-high pai gow; the next three are of these."""
    barred_win: int = 0
    barred_five_higher: int = 0
    barred_two_higher: int = 0

    def plus(self, other: "Comparison", times: int = 1) -> "Comparison":
        """This and ``times`` the other."""
        names = [field.name for field in fields(self)]
        return Comparison(*(getattr(self, name) + times * getattr(other, name) for name in names))

    @property
    def lose(self) -> int:
        """Neither is higher: copies go to the dealer."""
        return self.pairs - self.five_higher - self.two_higher + self.win

    @property
    def push(self) -> int:
        return self.pairs - self.win - self.lose

    @property
    def barred_lose(self) -> int:
        return self.barred - self.barred_five_higher - self.barred_two_higher + self.barred_win


def compare_sets(
    sets: Any, times: Any, size: int, cards: int, player_hands: Any, dealer_hands: Any, same: bool,
    fives: Any, twos: Any, work: Any, totals: Any,
) -> None:  # fmt: skip
    """Adds ``times`` the pairs of hands that both contain a set, for each of these sets of one size."""
    mine, theirs, spare, places, counts = work[0], work[1], work[2], work[3], work[4]
    player, dealer, barred = work[5], work[6], work[7]
    one = [0] * len(totals)
    for number in range(len(sets)):
        held = hands_with(sets[number], size, cards, player_hands, mine)
        sort_values(mine, held, spare, counts)
        if not same:
            hands_with(sets[number], size, cards, dealer_hands, theirs)
            sort_values(theirs, held, spare, counts)
        different = gather(mine, mine if same else theirs, held, places, player, dealer, barred)
        for each in range(len(one)):
            one[each] = 0
        compare(places, different, player, dealer, barred, fives, twos, one)
        for each in range(len(one)):
            totals[each] += times[number] * one[each]


def sort_values(hands: Any, held: int, spare: Any, counts: Any) -> None:
    """Sorts the first ``held`` numbers: a few by insertion, more by two passes over nine (or ten) bits each."""
    if held <= 64:
        for place in range(1, held):
            value = hands[place]
            while place > 0 and hands[place - 1] > value:
                hands[place] = hands[place - 1]
                place -= 1
            hands[place] = value
        return
    sort_by_bits(hands, spare, held, 0, counts)
    sort_by_bits(spare, hands, held, 10, counts)


def sort_by_bits(source: Any, target: Any, held: int, shift: int, counts: Any) -> None:
    """One stable pass of a radix sort over ten bits."""
    for each in range(1025):
        counts[each] = 0
    for place in range(held):
        counts[(source[place] >> shift & 1023) + 1] += 1
    for each in range(1024):
        counts[each + 1] += counts[each]
    for place in range(held):
        digit = source[place] >> shift & 1023
        target[counts[digit]] = source[place]
        counts[digit] += 1


def gather(mine: Any, theirs: Any, held: int, places: Any, player: Any, dealer: Any, barred: Any) -> int:
    """The different values of two sorted lists, with how many hands of each side have them; returns how many."""
    different = 0
    at = 0
    facing = 0
    while at < held or facing < held:
        value = mine[at] >> 1 if at < held else theirs[facing] >> 1
        if facing < held and theirs[facing] >> 1 < value:
            value = theirs[facing] >> 1
        places[different] = value
        player[different] = 0
        dealer[different] = 0
        barred[different] = 0
        while at < held and mine[at] >> 1 == value:
            player[different] += 1
            at += 1
        while facing < held and theirs[facing] >> 1 == value:
            dealer[different] += 1
            barred[different] += theirs[facing] & 1
            facing += 1
        different += 1
    return different


def compare(
    places: Any, different: int, player: Any, dealer: Any, barred: Any, fives: Any, twos: Any, totals: Any
) -> None:
    """Adds all pairs of hands to the totals, in the order of :class:`Comparison`; values rise by the five cards."""
    tree, barred_tree = [0] * TWOS, [0] * TWOS
    player_twos, dealer_twos, barred_twos = [0] * TWOS, [0] * TWOS, [0] * TWOS
    players, held, barred_held = 0, 0, 0
    start = 0
    while start < different:
        five = fives[places[start]]
        end = start
        players_here, dealers_here = 0, 0
        while end < different and fives[places[end]] == five:
            count = player[end]
            if count:
                two = twos[places[end]]
                players_here += count
                player_twos[two] += count
                totals[1] += count * before(tree, two)
                totals[6] += count * dealer[end]
                if barred_held:
                    totals[8] += count * before(barred_tree, two)
            dealers_here += dealer[end]
            end += 1
        players += players_here
        totals[2] += players_here * held
        totals[4] += players_here * dealers_here
        totals[9] += players_here * barred_held
        # Only now, so that hands with equal five cards are not lower than one another.
        for each in range(start, end):
            if dealer[each]:
                two = twos[places[each]]
                held += dealer[each]
                dealer_twos[two] += dealer[each]
                add_at(tree, two, dealer[each])
                if barred[each]:
                    barred_held += barred[each]
                    barred_twos[two] += barred[each]
                    add_at(barred_tree, two, barred[each])
        start = end
    totals[0] += players * held
    totals[7] += players * barred_held
    lower, barred_lower = 0, 0
    for two in range(TWOS):
        totals[3] += player_twos[two] * lower
        totals[5] += player_twos[two] * dealer_twos[two]
        totals[10] += player_twos[two] * barred_lower
        lower += dealer_twos[two]
        barred_lower += barred_twos[two]


def add_at(tree: Any, place: int, times: int) -> None:
    """Adds to one entry of a Fenwick tree."""
    place += 1
    while place < TWOS:
        tree[place] += times
        place += place & -place


def before(tree: Any, place: int) -> int:
    """The sum of the entries before ``place``."""
    total = 0
    while place:
        total += tree[place]
        place &= place - 1
    return total


def count_values(hands: Any, player: Any, barred: Any) -> None:
    """How many hands of the whole pack have each value, and how many of these are barred."""
    for each in range(len(hands)):
        value = hands[each] >> 1
        player[value] += 1
        barred[value] += hands[each] & 1
