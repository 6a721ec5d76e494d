"""The number of dealer hands that are lower than a player's hand, for every hand of the player.

Players' hands are processed by the set of ranks they contain. The queries of all hands with the same ranks share one
grid: the dealer's five-card values are the rows, the two-card values the columns, and values are distinguished only
if a query needs it. After the dealer's hands are entered and summed up, a cell has the number that is lower in both.

- Rank patterns are counted for each multiplicity of the ranks: the number of hands left does not depend on suits.
- The correction for flushes of one suit depends on the ranks that the player holds in that suit, and on how often the
  ranks outside the flush are held in the other suits. It is computed once for all these hands, by the player's ranks
  that are not in the flush and those outside it; sums over the former give it for every set of ranks in one suit.

All sums are integers. Everything here is plain loops that run compiled.
"""

from typing import Any, Final

from pitbook.families.pai_gow.exact.kinds import CHOOSE
from pitbook.families.pai_gow.exact.parts import weigh_half

ANY, LOWER, UP_TO = -1, 0, 1
"""The queries on the dealer's five-card and two-card value."""

ASK_LOWER: Final = ((LOWER, LOWER), (LOWER, ANY), (ANY, LOWER))
"""Lower in both, in the five cards, in the two."""
ASK_COPIES: Final = (*ASK_LOWER, (UP_TO, ANY), (ANY, UP_TO), (UP_TO, UP_TO), (UP_TO, LOWER), (LOWER, UP_TO))
"""The same, and the queries that distinguish copies from lower hands."""


def lay_out(
    queries: int, five_places: Any, two_places: Any, asks: Any, row_of: Any, column_of: Any, cell_of: Any
) -> tuple[int, int]:
    """Builds the grid: the row or column of each of the dealer's values, and the cell with the answer of each query.

    For each kind of query on the five cards, ``five_places`` is the number of the dealer's values below the threshold
    of a query; ``two_places`` is the same for the two cards.
    """
    row_of[:] = 0
    column_of[:] = 0
    for ask in range(len(asks)):
        of_five, of_two = asks[ask]
        for query in range(queries):
            if of_five != ANY:
                row_of[five_places[query, of_five]] = 1
            if of_two != ANY:
                column_of[two_places[query, of_two]] = 1
    columns = 1 + run(column_of, 1)
    rows = 1 + run(row_of, columns)
    for query in range(queries):
        for ask in range(len(asks)):
            of_five, of_two = asks[ask]
            row, column = rows - 1, columns - 1
            if of_five != ANY:
                row = row_of[five_places[query, of_five]] // columns - 1
            if of_two != ANY:
                column = column_of[two_places[query, of_two]] - 1
            cell_of[query * len(asks) + ask] = row * columns + column
    return rows, columns


def run(marks: Any, step: int) -> int:
    """Replaces each mark by ``step`` times the number of marks up to and including it; returns their number."""
    total = 0
    for place in range(len(marks)):
        total += marks[place]
        marks[place] = total * step
    return total


def sum_up(cells: Any, rows: int, columns: int) -> None:
    """Two-dimensional cumulative sums: each cell becomes the sum of the cells above and to the left, itself
    included."""
    for cell in range(rows * columns):
        if cell % columns:
            add_row(cells[cell], cells[cell - 1])
    for cell in range(columns, rows * columns):
        add_row(cells[cell], cells[cell - columns])


def add_row(target: Any, source: Any) -> None:
    """Separate row arrays let the compiler add many numbers at a time; indexes into one array do not."""
    for each in range(len(target)):
        target[each] += source[each]


def face_patterns(
    ranks: Any, joker: int, counts: Any, starts: Any, asks: int, cell_of: Any, row_of: Any, column_of: Any,
    rows: int, columns: int, halves: Any, patterns: Any, low: Any, high: Any, cells: Any, answers: Any,
) -> None:  # fmt: skip
    """The ``answers`` by the dealer's rank patterns for each multiplicity of these ranks, without regard to suits."""
    held = [0] * 13
    for way in range(len(counts)):
        for place in range(len(ranks)):
            held[ranks[place]] = counts[way, place]
        weigh_half(halves[0][0], halves[0][1], halves[0][2], held, low)
        weigh_half(halves[1][0], halves[1][1], halves[1][2], held, high)
        cells[:] = 0
        for with_joker in range(2 - joker):
            lows, highs, fives, twos = patterns[with_joker]
            for each in range(len(fives)):
                cells[row_of[fives[each]] + column_of[twos[each]], 0] += low[lows[each]] * high[highs[each]]
        sum_up(cells, rows, columns)
        for query in range(starts[way] * asks, starts[way + 1] * asks):
            answers[query] = cells[cell_of[query], 0]


def face_flushes(
    ranks: Any, joker: int, lowest: int, counts: Any, starts: Any, asks: int, cell_of: Any, row_of: Any,
    column_of: Any, rows: int, columns: int, flushes: Any, set_of: Any, cells: Any, found: Any, changes: Any,
) -> None:  # fmt: skip
    """The corrections of the answers for flushes of one suit, by the ranks that the player holds in that suit."""
    size = len(ranks)
    sets = 1 << size
    local = [-1] * 13
    for place in range(size):
        local[ranks[place]] = place
    # For each mask of a flush's ranks, the player's ranks that are not among them.
    set_of[0] = sets - 1
    for mask in range(1, 1 << (13 - lowest)):
        bit = 0
        while mask >> bit & 1 == 0:
            bit += 1
        place = local[bit + lowest]
        set_of[mask] = set_of[mask & (mask - 1)] - (1 << place if place >= 0 else 0)
    changes[:] = 0
    # Ranks outside the flush that the player holds: none, one, two, or one of them twice.
    for first in range(-1, size):
        for second in range(-1, size if first >= 0 else 0):
            if second >= 0 and second < first:
                continue
            cells[:] = 0
            added = 0
            for with_joker in range(2 - joker):
                added += add_group(flushes[with_joker], local, first, second, set_of, row_of, column_of, cells)
            if added == 0:
                continue
            sum_up(cells, rows, columns)
            for query in range(len(cell_of)):
                here = cells[cell_of[query]]
                for mask in range(sets):
                    found[mask, query] = here[mask]
            # From flushes that avoid exactly these ranks of the player to flushes that avoid at least these.
            for place in range(size):
                for mask in range(sets):
                    if mask >> place & 1 == 0:
                        add_row(found[mask], found[mask | 1 << place])
            for mask in range(sets):
                for way in range(len(counts)):
                    left = beside_left(counts[way], mask, first, second)
                    change, here = changes[mask], found[mask]
                    for query in range(starts[way] * asks, starts[way + 1] * asks):
                        change[query] += left * here[query]


def add_group(
    flushes: Any, local: Any, first: int, second: int, set_of: Any, row_of: Any, column_of: Any, cells: Any
) -> int:
    """Adds the flushes outside of which the player holds these ranks; returns their number.

    Of every other rank outside a flush three cards are left.
    """
    starts, firsts, seconds, masks, fives, twos, signs = flushes
    added = 0
    for group in range(len(firsts)):
        one = local[firsts[group]] if firsts[group] >= 0 else -1
        other = local[seconds[group]] if seconds[group] >= 0 else -1
        if max(one, other) != max(first, second) or min(one, other) != min(first, second):
            continue
        left = 1
        if firsts[group] >= 0 and one < 0:
            left *= 3
        if seconds[group] >= 0 and other < 0 and seconds[group] != firsts[group]:
            left *= 3  # of three cards of one rank, as many pairs can be made as there are cards
        added += starts[group + 1] - starts[group]
        for each in range(starts[group], starts[group + 1]):
            cell = row_of[fives[each]] + column_of[twos[each]]
            cells[cell, set_of[masks[each]]] += left * signs[each]
    return int(added)


def beside_left(counts: Any, mask: int, first: int, second: int) -> int:
    """The number of ways to deal the ranks outside a flush that the player holds, from the three other suits.

    The player holds ``counts`` cards of a rank, one of them in the suit of the flush if it is in the mask.
    """
    if first < 0:
        return 1
    of_first = 3 - counts[first] + (mask >> first & 1)
    if second < 0:
        return int(max(of_first, 0))
    if first == second:
        return CHOOSE[of_first][2] if of_first > 0 else 0
    of_second = 3 - counts[second] + (mask >> second & 1)
    return int(of_first * of_second) if of_first > 0 and of_second > 0 else 0


def flush_of(masks: Any, fall: int, joker: int) -> int:
    """The ranks of the suit that makes a flush; 0 if none does."""
    for suit in range(4):
        mask = masks[fall, suit]
        ones = joker
        while mask:
            mask &= mask - 1
            ones += 1
        if ones >= 5:
            return int(masks[fall, suit])
    return 0


def add_up(
    joker: int, queries: Any, fall_starts: Any, masks: Any, times: Any, asks: int, answers: Any, changes: Any,
    totals: Any,
) -> None:  # fmt: skip
    """Adds the answers of all hands with these ranks; ``queries`` has the query of a hand with each flush."""
    for way in range(len(queries)):
        for fall in range(fall_starts[way], fall_starts[way + 1]):
            start = queries[way, flush_of(masks, fall, joker)] * asks
            for ask in range(asks):
                answer = answers[start + ask]
                for suit in range(4):
                    answer += changes[masks[fall, suit], start + ask]
                totals[ask] += times[fall] * answer
