"""The optimal player: for every hand, the setting with the best result against the dealer's house way.

Of the N dealer hands that are possible without these seven cards, let A be lower than a setting in the five cards, B in
the two, and W in both. The setting beats W and loses to N - A - B + W, so at even money it wins A + B - N, and with a
lower pay (1 - pay) W less. Barred hands push and are excluded from all four.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitbook.cards import JOKER, Cards
from pitbook.exact.kernels import compiled
from pitbook.exact.progress import Report, no_report
from pitbook.families.pai_gow.exact.batches import forget_work, kept, key_of
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.count import (
    ANY_HAND,
    BARRED,
    Batch,
    Grid,
    Match,
    add_lists,
    lower_hands,
    pairs_with,
    run_batches,
)
from pitbook.families.pai_gow.exact.dealer import Dealer, dealer_hands
from pitbook.families.pai_gow.exact.facing import ASK_LOWER, flush_of
from pitbook.families.pai_gow.exact.player import ask_settings, kind_of
from pitbook.families.pai_gow.exact.set_kinds import ROW_BITS, TWO_BITS, SetKinds
from pitbook.hands.house_ways import house_way
from pitbook.hands.pai_gow import Setting, legal_settings
from pitbook.hands.poker import PAIR, class_of

ROWS: Final = 32
"""The most rows of a house way."""
SHAPES: Final = 22
"""A setting's shape: the class of its five cards, and whether its two cards are a pair."""
QUERIES: Final = 64
"""The most settings of hands that hold the same ranks equally often: 21 low hands, each with a flush or not."""
ASKS: Final = len(ASK_LOWER)


def shape_of(five: int, two: int) -> int:
    return 2 * class_of(five) + (1 if class_of(two) == PAIR else 0)


def worth(answers: Any, changes: Any, masks: Any, fall: int, start: int, scale: int, less: int, found: Any) -> int:
    """The value of a setting on its scale, up to a constant of the hand; stores the answers to its queries."""
    for ask in range(ASKS):
        answer = answers[start + ask]
        for suit in range(4):
            answer += changes[masks[fall, suit], start + ask]
        found[ask] = answer
    return int(scale * (found[1] + found[2]) - less * found[0])


def choose(
    ranks: Any, joker: int, counts: Any, notes: Any, choices: Any, chosen: Any, asked: Any,
    fall_starts: Any, masks: Any, times: Any, answers: Any, changes: Any, barred_answers: Any, barred_changes: Any,
    scale: int, less: int, barred: int, totals: Any, groups: Any, picks: Any,
) -> None:  # fmt: skip
    """Adds the best setting of all hands with these ranks, the house way's, and the differences between the two.

    A win pays ``scale - less`` for each ``scale`` of the wager. ``totals`` holds the answers to the best setting, from
    all hands and from barred ones, then those to the house way's. A group is identified by the deciding row and the
    shapes of both settings; it has the number of hands, their total loss, the largest loss of one hand, that hand, and
    its best setting. ``picks`` are the values of the best settings, five cards above two.
    """
    here, there, best, best_barred = [0] * ASKS, [0] * ASKS, [0] * ASKS, [0] * ASKS
    for way in range(len(counts)):
        for fall in range(fall_starts[way], fall_starts[way + 1]):
            flush = flush_of(masks, fall, joker)
            most, of_way, picked = 0, 0, -1
            for each in range(choices[way, flush, 0], choices[way, flush, 1]):
                start = chosen[each] * ASKS
                value = worth(answers, changes, masks, fall, start, scale, less, here)
                value -= barred * worth(barred_answers, barred_changes, masks, fall, start, scale, less, there)
                if each == choices[way, flush, 0]:
                    of_way = value
                    for ask in range(ASKS):
                        totals[2, ask] += times[fall] * here[ask]
                        totals[3, ask] += times[fall] * there[ask]
                if picked < 0 or value > most:
                    most, picked = value, each
                    for ask in range(ASKS):
                        best[ask], best_barred[ask] = here[ask], there[ask]
            other = chosen[picked]
            picks[fall] = asked[other, 0] << TWO_BITS | asked[other, 1]
            for ask in range(ASKS):
                totals[0, ask] += times[fall] * best[ask]
                totals[1, ask] += times[fall] * best_barred[ask]
            if most > of_way:
                mine = chosen[choices[way, flush, 0]]
                row = notes[kind_of(ranks, joker, counts[way], flush)] & ((1 << ROW_BITS) - 1)
                group = row * SHAPES + shape_of(asked[mine, 0], asked[mine, 1])
                group = group * SHAPES + shape_of(asked[other, 0], asked[other, 1])
                groups[group, 0] += times[fall]
                groups[group, 1] += times[fall] * (most - of_way)
                if most - of_way > groups[group, 2]:
                    groups[group, 2] = most - of_way
                    groups[group, 3] = code_of(ranks, joker, masks, fall)
                    groups[group, 4], groups[group, 5] = asked[other, 0], asked[other, 1]


def code_of(ranks: Any, joker: int, masks: Any, fall: int) -> int:
    """Seven cards as one number: 13 bits a suit, and the joker above."""
    code = joker << JOKER
    for suit in range(4):
        for place in range(len(ranks)):
            if masks[fall, suit] >> place & 1:
                code |= 1 << (13 * suit + ranks[place])
    return code


def cards_of(code: int) -> Cards:
    """The seven cards of :func:`code_of`, highest first."""
    cards = [bit % 13 * 4 + bit // 13 for bit in range(JOKER) if code >> bit & 1]
    return tuple(sorted([*cards, *([JOKER] if code >> JOKER else [])], reverse=True))


@dataclass(frozen=True, slots=True)
class Outdone:
    """Hands that a house way does not set optimally, with the same deciding row and the same shapes of both
    settings."""

    row: int
    """The index of the row in the house way."""
    way: tuple[int, bool]
    """The class of its five cards, and whether its two cards are a pair."""
    best: tuple[int, bool]
    hands: int
    cost: Fraction
    """Their total loss, per unit wagered on any hand."""
    most: Fraction
    """The loss of the costliest of them, per unit wagered on it."""
    example: Setting
    """The costliest hand, as the house way sets it."""
    better: Setting
    """The same hand with its best setting."""


@dataclass(frozen=True, slots=True)
class Best:
    """The result of the optimal player, and of a player who follows the house way of the match."""

    best: Comparison
    way: Comparison
    outdone: tuple[Outdone, ...]
    """The costliest first."""


def best_player(match: Match, pay: Fraction, barred: bool, report: Report = no_report) -> Best:
    """The optimal player against the dealer of a match, compared with its player.

    A win pays ``pay`` for each unit of the wager; with ``barred``, a dealer's queen-high pai gow pushes.
    """
    key = key_of("best", *match.inputs, str(pay), barred)

    def compute() -> dict[str, Any]:
        kinds = match.player_kinds
        dealer = dealer_hands(match.pack, match.dealer_kinds, [ANY_HAND, BARRED])
        found = run_batches(key, match.pack, lambda batch: best_of(batch, kinds, dealer, match, pay, barred), report)
        groups: dict[int, list[int]] = {}
        for _, of_batch in found:
            for group, hands, cost, *top in of_batch:
                before = groups.get(group, [0, 0, 0])
                groups[group] = [before[0] + hands, before[1] + cost, *(top if top[0] > before[2] else before[2:])]
        return {
            "totals": add_lists([totals for totals, _ in found]),
            "groups": sorted(groups.items()),
            "barred": pairs_with(dealer, dealer.parts[1]),
        }

    found = kept(key, compute)
    forget_work(key)
    scale = pay.denominator
    each = match.pairs // match.pack.hands
    outdone = [
        Outdone(
            group // SHAPES**2,
            _shape(group // SHAPES % SHAPES),
            _shape(group % SHAPES),
            hands,
            Fraction(cost, scale * match.pairs),
            Fraction(most, scale * each),
            *_example(match, cards_of(example), five, two),
        )
        for group, (hands, cost, most, example, five, two) in found["groups"]
    ]
    best, best_barred, way, way_barred = found["totals"]
    return Best(
        lower_hands(match.pairs, best, found["barred"], best_barred),
        lower_hands(match.pairs, way, found["barred"], way_barred),
        tuple(sorted(outdone, key=lambda group: -group.cost)),
    )


def _example(match: Match, cards: Cards, five: int, two: int) -> tuple[Setting, Setting]:
    """A hand as the player's house way sets it, and as a setting with these values."""
    better = next(
        setting
        for setting in legal_settings(cards, match.wild, match.wheel)
        if (setting.high_value(match.wild, match.wheel), setting.low_value(match.wild)) == (five, two)
    )
    return house_way(match.player).set_hand(cards, match.wild, match.wheel), better


def _shape(shape: int) -> tuple[int, bool]:
    return shape // 2, shape % 2 == 1


def best_of(
    batch: Batch, kinds: SetKinds, dealer: Dealer, match: Match, pay: Fraction, barred: bool, picks: Any = None
) -> tuple[list[list[int]], list[list[int]]]:
    """The totals and the groups of one batch; ``picks``, a row for each set of ranks, is filled if it is given."""
    import numpy as np

    fall, ways = batch.fall, len(batch.fall.counts)
    most = QUERIES * ways
    starts, chosen = np.zeros(ways + 1, np.int64), np.zeros(22 * ways << batch.size, np.int64)
    choices = np.zeros((ways, 1 << batch.size, 2), np.int64)
    asked, five_places, two_places = (np.zeros((most, 2), np.int64) for _ in range(3))
    totals = np.zeros((4, ASKS), np.int64)
    groups = np.zeros((ROWS * SHAPES * SHAPES, 6), np.int64)
    for number, held in enumerate(batch.sets(dealer.pack)):
        ranks = np.array(held, np.int64)
        compiled(ask_settings)(
            ranks, batch.joker, fall.counts, kinds.values, match.wild, match.wheel, dealer.fives, dealer.twos,
            starts, choices, chosen, asked, five_places, two_places,
        )  # fmt: skip
        grid = Grid(dealer, ranks, batch.joker, fall, starts, (five_places, two_places), ASK_LOWER)
        compiled(choose)(
            ranks, batch.joker, fall.counts, kinds.notes, choices, chosen, asked,
            fall.starts, fall.masks, fall.times, *grid.answers(dealer.parts[0]), *grid.answers(dealer.parts[1]),
            pay.denominator, pay.denominator - pay.numerator, int(barred), totals, groups,
            np.zeros(len(fall.times), np.int64) if picks is None else picks[number],
        )  # fmt: skip
    return totals.tolist(), [[group, *groups[group].tolist()] for group in np.flatnonzero(groups[:, 0]).tolist()]
