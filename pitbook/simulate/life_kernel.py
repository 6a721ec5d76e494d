"""A meter's life, event by event, as a compiled kernel plays it.

Between two awards nothing happens to a meter but wagers and, where the house has it so, fixed pays. So the number of
wagers to the next award is drawn, and what lies between is taken in one step; the law is that of drawing every wager.
Fixed pays that come off the meter are drawn in numbers for many wagers at once wherever the meter covers them in
whatever order they come; only where it might run dry are they put in order.
"""

from math import log
from typing import Any, Final, NamedTuple

from pitbook.money import MICROS_PER_CENT
from pitbook.simulate.life_meter import HOLDS, RESERVE, Terms, accrue, accrue_reserve, award, begin, pay, shown

# What is noted of each life: money in cents, but what feeds and fills the meter in millionths of a dollar.
HITS: Final = 0
"""100% awards."""
TOP_CENTS: Final = 1
AWARD_CENTS: Final = 2
"""All awards of a share, those of 100% among them."""
FIXED_CENTS: Final = 3
FED: Final = 4
KEPT: Final = 5
"""What wagers put on the display, and in the reserve."""
DRY: Final = 6
LACKED_CENTS: Final = 7
"""Fixed pays that the meter could not cover, and what it lacked."""
UNFUNDED: Final = 8
ADVANCED: Final = 9
"""Awards above what the prize account held since the last deposit, and what was advanced for them."""
STARTED: Final = 10
ENDED: Final = 11
"""Display, overflow and reserve when the counting begins and ends."""
HELD_CENTS: Final = 12
"""The sum over all deposits of what is held for players."""
HELD_MOST: Final = 13
RESTART_CENTS: Final = 14
COLUMNS: Final = 15

# What has a histogram.
TOP_AWARD: Final = 0
GAP: Final = 1
"""Wagers from one 100% award to the next, or from the start to the first; the one under way at the end is played on."""
RESTART: Final = 2
HELD: Final = 3
MOST_HELD: Final = 4
LIFE_HITS: Final = 5
FIRST_DRY: Final = 6
HISTOGRAMS: Final = 7

MANY: Final = 256
"""Fewer wagers than this are played pay by pay."""


class Clock(NamedTuple):
    """When things happen, in wagers."""

    warm_up: int
    end: int
    deposits: Any
    """When the prize account is brought up to date; the last entry lies beyond the end."""


class Awards(NamedTuple):
    """The lines that pay a share of the meter."""

    numerators: Any
    denominators: Any
    chances: Any
    """Each as a part of the chance of any award."""
    log_no_award: float
    log_no_top: float
    """The logarithms of the chances that a wager wins no award, and none of 100%."""


class Pays(NamedTuple):
    """The lines that pay odds, on a wager that wins no award."""

    cents: Any
    chances: Any
    drawn: Any
    """Room for the numbers of pays of one step."""
    log_no_pay: float
    any_pay: float
    mean: float
    """What one wager is paid on average, in millionths."""
    from_meter: bool


class Notes(NamedTuple):
    """Where everything is noted."""

    lives: Any
    """A row of :data:`COLUMNS` for each life."""
    awards: Any
    """For each award line: how often, and cents."""
    pays: Any
    """For each fixed line: how often."""
    histograms: Any
    edges: Any
    near: Any
    near_counts: Any
    """Numbers of wagers, and how many gaps are no longer than each."""
    paths: Any
    """For the first lives, what the display shows after every so many weeks, in cents."""
    weeks_apart: int


def play_lives(
    rng: Any, lives: int, meter: Any, clock: Clock, terms: Terms, awards: Awards, pays: Pays, notes: Notes
) -> None:
    """Plays so many lives, one after the other; ``meter`` is room for one."""
    for life in range(lives):
        row = notes.lives[life]
        begin(meter, terms)
        for counting in range(2):
            # What the warm-up noted is cleared again: all that it leaves behind is the meter.
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
    terms: Terms,
    awards: Awards,
    pays: Pays,
    notes: Notes,
) -> None:
    """One meter through its warm-up, or through the years that count."""
    row = notes.lives[life]
    now, end = (clock.warm_up, clock.end) if counting else (0, clock.warm_up)
    last_top, week, plain_wagers, since_deposit = now, 0, 0, 0
    # The next award is as far off from any wager as from any other, so it is drawn anew at the start.
    next_award = now + wait(rng, awards.log_no_award)
    if counting and life < len(notes.paths):
        notes.paths[life, 0] = shown(meter, terms)
    while now < end:
        deposit = clock.deposits[week] if counting else end + 1
        stop = min(end, deposit, next_award)
        # The wager that wins an award wins nothing else.
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
            # What is advanced, and the new seed, reach the account at once.
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
    rng: Any, wagers: int, now: int, counting: int, meter: Any, terms: Terms, pays: Pays, row: Any, notes: Notes
) -> int:
    """So many wagers without an award, fixed pays taken off the meter; what the wagers put on the display."""
    left, added = wagers, 0
    while left > 0:
        # Twice as much is there as so many wagers are paid on average: that seldom fails to cover them.
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
            # In some order the meter could run dry: every order of these wagers is as likely as another.
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
    """One fixed pay off the meter, as far as it goes."""
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
    """How many of so many wagers without an award win each fixed pay, and what all of them come to in cents."""
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
    """How many wagers it takes until something happens that one wager misses with a chance of this logarithm."""
    return int(log(1.0 - rng.random()) / log_not) + 1


def pick(chances: Any, chance: float) -> int:
    """The place at which the running sum of the chances passes this one."""
    place = 0
    while place < len(chances) - 1 and chance >= chances[place]:
        chance -= chances[place]
        place += 1
    return place


def note_top(row: Any, notes: Notes, cents: int, restart: int, gap: int) -> None:
    """A 100% award."""
    row[HITS] += 1
    row[TOP_CENTS] += cents
    row[RESTART_CENTS] += restart
    note(notes.edges, notes.histograms[TOP_AWARD], cents)
    note(notes.edges, notes.histograms[RESTART], restart)
    note_gap(notes, gap)


def note_gap(notes: Notes, wagers: int) -> None:
    """The wagers between two 100% awards."""
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
