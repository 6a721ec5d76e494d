"""How many of the dealer's hands are lower than a player's, for every hand that the player can hold.

Player's hands are taken by the ranks they hold. For all hands that hold the same ranks, however often, what they ask is
laid out on one grid: the dealer's five-card values run down, the two-card values across, and both are only told apart
where some hand asks for it. Filled with the dealer's hands and summed up, a cell says how many are lower in both.

- Rank patterns are counted for each way to hold the ranks: suits play no part in how many are left.
- What a flush of one suit changes hangs on which ranks the player holds in that suit, and on how often the ranks beside
  the flush are held in the others. It is counted once for all these hands, by the player's ranks that the flush leaves
  free and those beside it; sums over the former then give it for every set of ranks held in one suit.

All sums are whole numbers. Everything here is plain loops that run compiled.
"""

from typing import Any, Final

from pitbook.families.pai_gow.exact.kinds import CHOOSE
from pitbook.families.pai_gow.exact.parts import weigh_half

ANY, LOWER, UP_TO = -1, 0, 1
"""The queries on the dealer's five-card and two-card value."""

ASK_LOWER: Final = ((LOWER, LOWER), (LOWER, ANY), (ANY, LOWER))
"""Lower in both, in the five cards, in the two."""
ASK_COPIES: Final = (*ASK_LOWER, (UP_TO, ANY), (ANY, UP_TO), (UP_TO, UP_TO), (UP_TO, LOWER), (LOWER, UP_TO))
"""The same, and what is needed to tell copies from lower hands."""


def lay_out(
    queries: int, five_places: Any, two_places: Any, asks: Any, row_of: Any, column_of: Any, cell_of: Any
) -> tuple[int, int]:
    """The grid: where each of the dealer's values stands on it, and in which cell each query is answered.

    For each thing that may be asked of the five cards, ``five_places`` says above how many of the dealer's values a
    query draws the line; ``two_places`` the same for the two cards.
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
    """Replaces each mark by ``step`` times the marks so far, itself included; returns how many there are."""
    total = 0
    for place in range(len(marks)):
        total += marks[place]
        marks[place] = total * step
    return total


def sum_up(cells: Any, rows: int, columns: int) -> None:
    """Makes each cell the sum of those that are neither below it nor to its right."""
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
    """The dealer's rank patterns for each way to hold these ranks: ``answers`` of its queries, suits left aside."""
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
    """What flushes of one suit change in the answers, by which of these ranks the player holds in that suit."""
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
    # Ranks beside the flush that the player holds: none, one, two, or one of them twice.
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
            # From the flushes that leave exactly these of the player's ranks free to those that leave at least these.
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
    """Adds the flushes beside which the player's ranks are these, and says how many there are.

    Of every other rank beside a flush three cards are left.
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
    """In how many ways the player's ranks beside a flush can still be dealt, in the three other suits.

    Of a rank, the player holds ``counts`` cards; one of them in the suit of the flush if the mask says so.
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
    """Adds the answers of all hands that hold these ranks; ``queries`` says what a hand with each flush asks."""
    for way in range(len(queries)):
        for fall in range(fall_starts[way], fall_starts[way + 1]):
            start = queries[way, flush_of(masks, fall, joker)] * asks
            for ask in range(asks):
                answer = answers[start + ask]
                for suit in range(4):
                    answer += changes[masks[fall, suit], start + ask]
                totals[ask] += times[fall] * answer
