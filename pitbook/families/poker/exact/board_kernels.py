"""Compiled loops of the board sweep, generic over arrays: only ``value`` differs from game to game.

Pairs of hole cards are numbered by their places among all pairs of the deck. Sets of board cards that differ only by a
renaming of suits are one class; ``renaming`` says which of the 24 turns a set into the one that stands for its class.
"""

from typing import Any

import numpy as np

from pitbook.families.poker.exact.kernels import results_of, slot_of

PAIRS = 1326
"""Pairs of hole cards from a whole deck."""
DEALER_PAIRS = 990
"""Pairs that the dealer may hold beside a board and a player's pair."""


def value(cards: Any) -> int:
    """Stands for the game's own function, which takes its place when a kernel is compiled."""
    raise NotImplementedError


def canonical_sets(sets: Any, renamings: Any, binomials: Any, lowest: Any, renaming: Any) -> None:
    """For every set of cards, the lowest place that a renaming of suits can give it, and which one does."""
    size = sets.shape[1]
    cards = np.zeros(size, np.int64)
    for each in range(len(sets)):
        best = -1
        for which in range(len(renamings)):
            for at in range(size):
                card = sets[each, at]
                new = card - card % 4 + renamings[which, card % 4]
                low = at
                while low > 0 and cards[low - 1] > new:
                    cards[low] = cards[low - 1]
                    low -= 1
                cards[low] = new
            place = 0
            for at in range(size):
                place += binomials[cards[at], at + 1]
            if best < 0 or place < best:
                best = place
                renaming[each] = which
        lowest[each] = best


def find_subsets(
    board: Any, subsets: Any, binomials: Any, class_of: Any, renaming_of: Any, classes: Any, renamings: Any
) -> None:
    """The class and the renaming of each of the subsets of a board; ``subsets`` lists positions in it."""
    for each in range(len(subsets)):
        place = 0
        for at in range(subsets.shape[1]):
            place += binomials[board[subsets[each, at]], at + 1]
        classes[each] = class_of[place]
        renamings[each] = renaming_of[place]


def rank_pairs(board: Any, slots: Any, rank_at: Any, pairs: Any, firsts: Any, seconds: Any, ranks: Any) -> int:
    """All pairs of hole cards beside a board: their numbers, cards and ranks of value; returns how many."""
    cards = np.zeros(7, np.int64)
    rest = np.zeros(52, np.int64)
    left = 0
    for card in range(52):
        if not is_on(board, card):
            rest[left] = card
            left += 1
    for at in range(5):
        cards[at] = board[at]
    found = 0
    for high in range(1, left):
        cards[5] = rest[high]
        for low in range(high):
            cards[6] = rest[low]
            pairs[found] = rest[high] * (rest[high] - 1) // 2 + rest[low]
            firsts[found] = low
            seconds[found] = high
            ranks[found] = rank_at[slot_of(slots, value(cards))]
            found += 1
    return found


def is_on(board: Any, card: int) -> bool:
    """Whether a card lies on the board."""
    found = False
    for at in range(len(board)):
        found = found or board[at] == card
    return found


def by_rank(ranks: Any, count: int, starts: Any, order: Any) -> None:
    """The order of numbers by rank, found by counting; ``starts`` is room for one number a rank, all 0."""
    low, high = ranks[0], ranks[0]
    for each in range(count):
        starts[ranks[each] + 1] += 1
        low = min(low, ranks[each])
        high = max(high, ranks[each])
    for rank in range(low + 1, high + 2):
        starts[rank] += starts[rank - 1]
    for each in range(count):
        order[starts[ranks[each]]] = each
        starts[ranks[each]] += 1
    for rank in range(low, high + 2):
        starts[rank] = 0


def sweep_pairs(
    count: int, firsts: Any, seconds: Any, ranks: Any, order: Any, qualifies: int, less: Any, equal: Any, out: Any
) -> None:
    """For each pair of hole cards, the dealer's pairs without its cards: lower, equal, and those that do not qualify.

    One sweep in order of value with running totals, in all and for each card: no two pairs are compared.
    """
    below = np.zeros(52, np.int64)
    same = np.zeros(52, np.int64)
    unfit = np.zeros(52, np.int64)
    all_unfit = 0
    for each in range(count):
        if ranks[each] < qualifies:
            all_unfit += 1
            unfit[firsts[each]] += 1
            unfit[seconds[each]] += 1
    start = 0
    while start < count:
        rank = ranks[order[start]]
        stop = start
        while stop < count and ranks[order[stop]] == rank:
            each = order[stop]
            same[firsts[each]] += 1
            same[seconds[each]] += 1
            stop += 1
        for at in range(start, stop):
            each = order[at]
            low, high = firsts[each], seconds[each]
            less[each] = start - below[low] - below[high]
            # The pair itself is among those of its value: it was taken away twice, and is no dealer's.
            equal[each] = stop - start - same[low] - same[high] + 1
            out[each] = all_unfit - unfit[low] - unfit[high] + (1 if rank < qualifies else 0)
        for at in range(start, stop):
            each = order[at]
            low, high = firsts[each], seconds[each]
            below[low] += 1
            below[high] += 1
            same[low] = 0
            same[high] = 0
        start = stop


def best_at_end(
    base: int, added: int, stakes: int, first: int, unit: int, against: int, adds: Any, folds: Any
) -> tuple[int, int]:
    """The best choice with the whole board known, the first of equal ones, and the sum of nets that it makes.

    ``base`` and ``added`` are the sums of nets of the first stakes and of one stake more over all dealer hands,
    ``against`` the number of these; ``stakes`` have been added before.
    """
    best = 0
    most = 0
    for choice in range(len(adds)):
        worth = base + (stakes + adds[choice]) * added
        if folds[choice]:
            worth = -(first + stakes) * unit * against
        if choice == 0 or worth > most:
            best, most = choice, worth
    return best, most


def sums_of_nets(hand: int, results: Any, nets: Any) -> int:
    """The sum of nets over the results of all dealer hands."""
    total = 0
    for result in range(6):
        total += results[result] * nets[hand, result]
    return total


def sum_boards(
    boards: Any, weights: Any, slots: Any, rank_at: Any, hands: Any, qualifies: int, base: Any, added: Any,
    first: int, unit: int, before: Any, adds: Any, folds: Any, subsets: Any, class_of: Any, renaming_of: Any,
    renamed_pairs: Any, binomials: Any, sums: Any,
) -> None:  # fmt: skip
    """Adds what every pair of hole cards comes to on each board to the classes of the cards known a street before.

    ``base[hand, result]`` is the net of the first stakes and ``added`` that of one stake more. ``before`` lists what
    may have been added when the whole board is known, where there is a decision then, and ``adds`` and ``folds`` its
    choices. ``sums`` has, by class and pair: base, added, and for each of ``before`` the best of the last decision.
    """
    room = len(renamed_pairs[0])
    pairs, firsts, seconds, ranks, order, less, equal, out = np.zeros((8, room), np.int64)
    starts = np.zeros(len(hands) + 2, np.int64)
    results = np.zeros(6, np.int64)
    kinds = 2 + len(before)
    found = np.zeros((room, kinds), np.int64)
    classes = np.zeros(len(subsets), np.int64)
    renamings = np.zeros(len(subsets), np.int64)
    for number in range(len(boards)):
        count = rank_pairs(boards[number], slots, rank_at, pairs, firsts, seconds, ranks)
        by_rank(ranks, count, starts, order)
        sweep_pairs(count, firsts, seconds, ranks, order, qualifies, less, equal, out)
        weight = weights[number]
        for each in range(count):
            results_of(ranks[each], qualifies, less[each], equal[each], out[each], DEALER_PAIRS, results)
            hand = hands[ranks[each]]
            at_base, at_added = sums_of_nets(hand, results, base), sums_of_nets(hand, results, added)
            found[each, 0], found[each, 1] = at_base * weight, at_added * weight
            for state in range(len(before)):
                _, most = best_at_end(at_base, at_added, before[state], first, unit, DEALER_PAIRS, adds, folds)
                found[each, 2 + state] = most * weight
        find_subsets(boards[number], subsets, binomials, class_of, renaming_of, classes, renamings)
        for subset in range(len(subsets)):
            target = sums[classes[subset]]
            renamed = renamed_pairs[renamings[subset]]
            for each in range(count):
                pair = renamed[pairs[each]]
                for kind in range(kinds):
                    target[pair, kind] += found[each, kind]


def push_down(
    reps: Any, values: Any, subsets: Any, class_of: Any, renaming_of: Any, renamed_pairs: Any, binomials: Any, sums: Any
) -> None:
    """Adds the numbers of each class of board cards to the classes of those of its subsets that are known before."""
    classes = np.zeros(len(subsets), np.int64)
    renamings = np.zeros(len(subsets), np.int64)
    for each in range(len(reps)):
        find_subsets(reps[each], subsets, binomials, class_of, renaming_of, classes, renamings)
        for subset in range(len(subsets)):
            renamed = renamed_pairs[renamings[subset]]
            target = sums[classes[subset]]
            for pair in range(values.shape[1]):
                for kind in range(values.shape[2]):
                    if values[each, pair, kind]:
                        target[renamed[pair], kind] += values[each, pair, kind]


def join_alike(reps: Any, renamings: Any, renamed_pairs: Any, sums: Any, joined: Any) -> None:
    """Adds up pairs of hole cards that are alike beside a class of board cards, at the lowest of them.

    They are alike where a renaming of suits leaves the board cards as they are. ``joined`` says which that is.
    """
    size = reps.shape[1]
    for each in range(len(reps)):
        for pair in range(sums.shape[1]):
            joined[each, pair] = pair
        for which in range(len(renamings)):
            stays = True
            for at in range(size):
                card = reps[each, at]
                stays = stays and is_on(reps[each], card - card % 4 + renamings[which, card % 4])
            if stays:
                for pair in range(sums.shape[1]):
                    joined[each, pair] = min(joined[each, pair], renamed_pairs[which, pair])
        for pair in range(sums.shape[1]):
            lowest = joined[each, pair]
            if lowest != pair:
                for kind in range(sums.shape[2]):
                    sums[each, lowest, kind] += sums[each, pair, kind]
                    sums[each, pair, kind] = 0


def tally_boards(
    boards: Any, weights: Any, slots: Any, rank_at: Any, hands: Any, qualifies: int, base: Any, added: Any,
    first: int, unit: int, chains: Any, subsets: Any, sizes: Any, tables: Any, class_of: Any, renaming_of: Any,
    renamed_pairs: Any, binomials: Any, policy: Any, policy_at: Any, adds: Any, folds: Any, ends: Any, counts: Any,
    tally: Any, folded: Any, taken: Any,
) -> None:  # fmt: skip
    """Plays every deal by the best choices: ``tally[hand, stakes added, result]``, and how often each choice is taken.

    A chain is one order in which the cards of a board become known: for each street, the number of the subset that is.
    The subsets of all streets stand together: ``subsets`` has their positions in the board, ``sizes`` how many these
    are, ``tables`` where the classes of such sets begin in ``class_of``. The best choice is
    ``policy[policy_at[street, stakes added] + class * pairs + pair]``; where that place is -1, the whole board is known
    and the choice is found again. ``counts`` says how many choices each street has.
    """
    room = len(renamed_pairs[0])
    pairs, firsts, seconds, ranks, order, less, equal, out = np.zeros((8, room), np.int64)
    starts = np.zeros(len(hands) + 2, np.int64)
    results = np.zeros(6, np.int64)
    classes = np.zeros(len(subsets), np.int64)
    renamings = np.zeros(len(subsets), np.int64)
    times = np.zeros(tally.shape[1], np.int64)
    for number in range(len(boards)):
        board = boards[number]
        count = rank_pairs(board, slots, rank_at, pairs, firsts, seconds, ranks)
        by_rank(ranks, count, starts, order)
        sweep_pairs(count, firsts, seconds, ranks, order, qualifies, less, equal, out)
        deals = DEALER_PAIRS * weights[number]
        for subset in range(len(subsets)):
            place = tables[subset]
            for at in range(sizes[subset]):
                place += binomials[board[subsets[subset, at]], at + 1]
            classes[subset] = class_of[place]
            renamings[subset] = renaming_of[place]
        for each in range(count):
            results_of(ranks[each], qualifies, less[each], equal[each], out[each], DEALER_PAIRS, results)
            hand = hands[ranks[each]]
            at_base, at_added = sums_of_nets(hand, results, base), sums_of_nets(hand, results, added)
            times[:] = 0
            for chain in range(len(chains)):
                stakes = 0
                for street in range(len(counts)):
                    start = policy_at[street, stakes]
                    if start < 0:
                        own = adds[street, : counts[street]], folds[street, : counts[street]]
                        choice, _ = best_at_end(at_base, at_added, stakes, first, unit, DEALER_PAIRS, own[0], own[1])
                    else:
                        subset = chains[chain, street]
                        pair = renamed_pairs[renamings[subset], pairs[each]]
                        choice = policy[start + classes[subset] * room + pair]
                    taken[street, choice] += deals
                    if folds[street, choice]:
                        folded[stakes] += deals
                        stakes = -1
                        break
                    stakes += adds[street, choice]
                    if ends[street, choice]:
                        break
                if stakes >= 0:
                    times[stakes] += 1
            for stakes in range(len(times)):
                if times[stakes]:
                    for result in range(6):
                        tally[hand, stakes, result] += results[result] * times[stakes] * weights[number]


def results_on_boards(boards: Any, own: Any, rest: Any, lowest: int, mine: Any, found: Any) -> None:
    """For one pair of hole cards on each of some boards: its value, and the results against every dealer pair.

    The slow and plain way: all pairs of the ``rest`` of the deck that are not on the board, one by one.
    """
    cards = np.zeros(7, np.int64)
    for number in range(len(boards)):
        for at in range(5):
            cards[at] = boards[number, at]
        cards[5], cards[6] = own[0], own[1]
        worth = value(cards)
        mine[number] = worth
        for high in range(1, len(rest)):
            if is_on(boards[number], rest[high]):
                continue
            cards[5] = rest[high]
            for low in range(high):
                if is_on(boards[number], rest[low]):
                    continue
                cards[6] = rest[low]
                other = value(cards)
                result = 2 if worth > other else 1 if worth == other else 0
                found[number, result + (0 if other >= lowest else 3)] += 1
