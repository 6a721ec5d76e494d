"""A meter's life, event by event, in a compiled kernel.

Between two awards only wagers and, if the house pays them from the meter, fixed pays change a meter. So the kernel
draws the number of wagers to the next award and processes everything between in one step; the distribution is the same
as that of drawing every wager. The numbers of fixed pays from the meter are drawn for many wagers at once if the meter
covers them in any order; only if it might run dry are they put in order.
"""

from math import log
from typing import Any, Final, NamedTuple

from pitbook.money import MICROS_PER_CENT
from pitbook.simulate.life_meter import HOLDS, RESERVE, WagerTerms, accrue, accrue_reserve, award, begin, pay, shown

# The counters of each life: money in cents, but contributions and the meter in millionths of a dollar.
HITS: Final = 0
"""100% awards."""
TOP_CENTS: Final = 1
AWARD_CENTS: Final = 2
"""All awards of a share, including those of 100%."""
FIXED_CENTS: Final = 3
FED: Final = 4
KEPT: Final = 5
"""Contributions of wagers to the display, and to the reserve."""
DRY: Final = 6
LACKED_CENTS: Final = 7
"""Fixed pays that the meter could not cover, and the missing amount."""
UNFUNDED: Final = 8
ADVANCED: Final = 9
"""Awards above the prize account's balance since the last deposit, and the amount advanced for them."""
STARTED: Final = 10
ENDED: Final = 11
"""Display, overflow and reserve at the start and the end of counting."""
HELD_CENTS: Final = 12
"""The sum over all deposits of the amount held for players."""
HELD_MOST: Final = 13
RESTART_CENTS: Final = 14
COLUMNS: Final = 15

# The values that have a histogram.
TOP_AWARD: Final = 0
GAP: Final = 1
"""Wagers between two 100% awards, or from the start to the first; the last interval is played beyond the end."""
RESTART: Final = 2
HELD: Final = 3
MOST_HELD: Final = 4
LIFE_HITS: Final = 5
FIRST_DRY: Final = 6
HISTOGRAMS: Final = 7

MANY: Final = 256
"""Fewer wagers than this are played pay by pay."""


class Clock(NamedTuple):
    """The times of events, in wagers."""

    warm_up: int
    end: int
    deposits: Any
    """The times of deposits to the prize account; the last entry is beyond the end."""


class Awards(NamedTuple):
    """The lines that pay a share of the meter."""

    numerators: Any
    denominators: Any
    chances: Any
    """Each as a share of the probability of any award."""
    log_no_award: float
    log_no_top: float
    """The logarithms of the probabilities that a wager wins no award, and none of 100%."""


class Pays(NamedTuple):
    """The lines that pay odds, on a wager that wins no award."""

    cents: Any
    chances: Any
    drawn: Any
    """A buffer for the numbers of pays of one step."""
    log_no_pay: float
    any_pay: float
    mean: float
    """The average pay of one wager, in millionths."""
    from_meter: bool


class Notes(NamedTuple):
    """The counters and histograms."""

    lives: Any
    """A row of :data:`COLUMNS` for each life."""
    awards: Any
    """For each award line: the number of awards, and cents."""
    pays: Any
    """For each fixed line: the number of pays."""
    histograms: Any
    edges: Any
    near: Any
    near_counts: Any
    """Numbers of wagers, and the number of gaps that are not longer than each."""
    paths: Any
    """For the first lives, the display at fixed intervals of weeks, in cents."""
    weeks_apart: int


def play_lives(
    rng: Any, lives: int, meter: Any, clock: Clock, terms: WagerTerms, awards: Awards, pays: Pays, notes: Notes
) -> None:
    """Plays this many lives, one after the other; ``meter`` is a buffer for one."""
    for life in range(lives):
        row = notes.lives[life]
        begin(meter, terms)
        for counting in range(2):
            # The counters of the warm-up are cleared: only the meter's state remains.
            row[:] = 0
            row[STARTED] = meter[HOLDS] + meter[RESERVE]
            play_on(rng, life, counting, meter, clock, terms, awards, pays, notes)
        row[ENDED] = meter[HOLDS] + meter[RESERVE]
        note(notes.edges, notes.histograms[MOST_HELD], row[HELD_MOST])
        note(notes.edges, notes.histograms[LIFE_HITS], row[HITS])


def play_on(
    rng: Any,
    life: int,
    counting: int,
    meter: Any,
    clock: Clock,
    terms: WagerTerms,
    awards: Awards,
    pays: Pays,
    notes: Notes,
) -> None:
    """Plays one meter through its warm-up, or through the years that count."""
    row = notes.lives[life]
    now, end = (clock.warm_up, clock.end) if counting else (0, clock.warm_up)
    last_top, week, plain_wagers, since_deposit = now, 0, 0, 0
    # The waiting time to the next award is memoryless, so it is drawn again at the start.
    next_award = now + wait(rng, awards.log_no_award)
    if counting and life < len(notes.paths):
        notes.paths[life, 0] = shown(meter, terms)
    while now < end:
        deposit = clock.deposits[week] if counting else end + 1
        stop = min(end, deposit, next_award)
        # A wager that wins an award wins nothing else.
        plain = stop - now - 1 if stop == next_award else stop - now
        if pays.from_meter:
            added = play_fixed(rng, plain, now, counting, meter, terms, pays, row, notes)
        else:
            added = accrue(meter, terms, plain)
            plain_wagers += plain
        added += accrue(meter, terms, stop - now - plain)
        kept = accrue_reserve(meter, terms, stop - now)
        row[FED] += added
        row[KEPT] += kept
        since_deposit += added + kept
        now = stop
        if now == next_award:
            next_award = now + wait(rng, awards.log_no_award)
            line = pick(awards.chances, rng.random())
            account = meter[HOLDS] + meter[RESERVE] - since_deposit
            cents = award(meter, terms, awards.numerators[line], awards.denominators[line])
            lacking = max(cents * MICROS_PER_CENT - account, 0)
            # The advance, and the new seed, are credited to the account at once.
            since_deposit -= lacking
            if counting:
                row[AWARD_CENTS] += cents
                row[ADVANCED] += lacking
                row[UNFUNDED] += lacking > 0
                notes.awards[line, 0] += 1
                notes.awards[line, 1] += cents
                if awards.numerators[line] == awards.denominators[line]:
                    note_top(row, notes, cents, shown(meter, terms), now - last_top)
                    last_top = now
        if now == deposit:
            week += 1
            since_deposit = 0
            held = (meter[HOLDS] + meter[RESERVE]) // MICROS_PER_CENT
            row[HELD_CENTS] += held
            row[HELD_MOST] = max(row[HELD_MOST], held)
            note(notes.edges, notes.histograms[HELD], held)
            if life < len(notes.paths) and week % notes.weeks_apart == 0:
                notes.paths[life, week // notes.weeks_apart] = shown(meter, terms)
    if counting:
        note_gap(notes, now - last_top + wait(rng, awards.log_no_top))
        if not pays.from_meter:
            draw_pays(rng, plain_wagers, pays)
            note_pays(row, pays, notes)


def play_fixed(
    rng: Any, wagers: int, now: int, counting: int, meter: Any, terms: WagerTerms, pays: Pays, row: Any, notes: Notes
) -> int:
    """Plays wagers without an award, with fixed pays taken off the meter; returns their contribution to the display."""
    left, added = wagers, 0
    while left > 0:
        # The meter holds twice the average pays of this many wagers, which seldom fails to cover them.
        many = min(left, int(meter[HOLDS] / (2.0 * pays.mean))) if pays.mean > 0.0 else left
        if many < MANY and pays.mean > 0.0:
            step = wait(rng, pays.log_no_pay)
            many = min(step, left)
            added += accrue(meter, terms, many)
            left -= many
            if many == step:
                line = pick(pays.chances, rng.random() * pays.any_pay)
                pay_one(meter, line, now + wagers - left, counting, pays, row, notes)
            continue
        owed = draw_pays(rng, many, pays)
        if owed * MICROS_PER_CENT <= meter[HOLDS]:
            added += accrue(meter, terms, many)
            pay(meter, owed)
            if counting:
                note_pays(row, pays, notes)
        else:
            # In some order the meter could run dry: draw a random order, all being equally likely.
            for remaining in range(many, 0, -1):
                added += accrue(meter, terms, 1)
                place = int(rng.random() * remaining)
                for line in range(len(pays.drawn)):
                    if place < pays.drawn[line]:
                        pays.drawn[line] -= 1
                        at = now + wagers - left + many - remaining + 1
                        pay_one(meter, line, at, counting, pays, row, notes)
                        break
                    place -= pays.drawn[line]
        left -= many
    return added


def pay_one(meter: Any, line: int, at: int, counting: int, pays: Pays, row: Any, notes: Notes) -> None:
    """Pays one fixed pay from the meter, as far as it covers it."""
    cents = pays.cents[line]
    lacked = cents - pay(meter, cents)
    if counting:
        row[FIXED_CENTS] += cents
        notes.pays[line] += 1
        if lacked > 0:
            if row[DRY] == 0:
                note(notes.edges, notes.histograms[FIRST_DRY], at)
            row[DRY] += 1
            row[LACKED_CENTS] += lacked


def draw_pays(rng: Any, wagers: int, pays: Pays) -> int:
    """Draws the number of each fixed pay among wagers without an award; returns their total in cents."""
    rest, part, owed = wagers, 1.0, 0
    for line in range(len(pays.cents)):
        times = rng.binomial(rest, min(pays.chances[line] / part, 1.0))
        pays.drawn[line] = times
        owed += times * pays.cents[line]
        rest -= times
        part -= pays.chances[line]
    return owed


def note_pays(row: Any, pays: Pays, notes: Notes) -> None:
    for line in range(len(pays.cents)):
        notes.pays[line] += pays.drawn[line]
        row[FIXED_CENTS] += pays.drawn[line] * pays.cents[line]


def wait(rng: Any, log_not: float) -> int:
    """Draws the number of wagers until an event; ``log_not`` is the log probability that one wager misses it."""
    return int(log(1.0 - rng.random()) / log_not) + 1


def pick(chances: Any, chance: float) -> int:
    """The index at which the cumulative sum of the probabilities exceeds this one."""
    place = 0
    while place < len(chances) - 1 and chance >= chances[place]:
        chance -= chances[place]
        place += 1
    return place


def note_top(row: Any, notes: Notes, cents: int, restart: int, gap: int) -> None:
    """Counts a 100% award."""
    row[HITS] += 1
    row[TOP_CENTS] += cents
    row[RESTART_CENTS] += restart
    note(notes.edges, notes.histograms[TOP_AWARD], cents)
    note(notes.edges, notes.histograms[RESTART], restart)
    note_gap(notes, gap)


def note_gap(notes: Notes, wagers: int) -> None:
    """Counts the wagers between two 100% awards."""
    note(notes.edges, notes.histograms[GAP], wagers)
    for place in range(len(notes.near)):
        notes.near_counts[place] += wagers <= notes.near[place]


def note(edges: Any, histogram: Any, value: int) -> None:
    """Counts a value in its bin."""
    low, high = 0, len(edges) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if edges[middle] <= value:
            low = middle
        else:
            high = middle - 1
    histogram[low] += 1
