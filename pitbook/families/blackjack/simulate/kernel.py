"""Rounds of a whole table, compiled: draws cards, plays hands and settles them with lookup tables of the rules."""

from typing import Any, NamedTuple

import numpy as np

from pitbook.families.blackjack.simulate.hands import (
    BUST,
    DEALER_NATURAL,
    DOUBLE,
    ENDINGS,
    FINALS,
    GIVEN_UP,
    OPEN,
    RANKS,
    SPLIT,
    STAND,
    SURRENDER,
    WIDTH,
)
from pitbook.families.blackjack.simulate.lines import STAKES
from pitbook.families.blackjack.simulate.sides import CARDS, DEALER_TWO, THIRD_CARD
from pitbook.simulate.random import State, below

_ACE_RANK = RANKS - 1
_LOW_BITS = 32
_LOW = (1 << _LOW_BITS) - 1


class HandRules(NamedTuple):
    """The rules of hands as integer arrays, in the formats of :mod:`.hands` and :mod:`.lines`."""

    two: Any
    """Rank x rank: the state of the first two cards."""
    after: Any
    action: Any
    unsplit: Any
    final: Any
    split: Any
    most: Any
    dealer_two: Any
    dealer_after: Any
    ending: Any
    line_of: Any
    added: Any
    result_net: Any
    """By result, in cents."""


class Sides(NamedTuple):
    """The bonus wagers; their data are concatenated."""

    looks: Any
    """By wager: the kind of its columns."""
    width: Any
    """By wager: the number of columns."""
    base: Any
    """By wager: where its part of ``table`` begins."""
    kind_of: Any
    """Wager x first card x second card -> kind."""
    table: Any
    """For each wager: kind x column -> answer."""
    line_of: Any
    """Wager x answer -> line; ``ANSWERS`` entries each, as below."""
    net: Any
    """Wager x line: in cents."""
    envy: Any
    """Wager x answer: the envy of each other seat, in cents; 0 if the bets do not qualify."""
    waits: Any
    """First card x second card -> 1 if a bet waits for the third card even if the dealer has a blackjack."""


class TableNumbers(NamedTuple):
    """The other parameters of the table, as integers."""

    seats: int
    cut: int
    """The number of cards before the cut card."""
    burn: int
    """The number of cards burnt after a shuffle."""
    peeks: int
    """1 if the dealer gets a hole card and peeks before the players act."""
    early: int
    """1 if hands are surrendered before the dealer peeks."""
    insured: int
    """The price of insurance for each seat, in cents; 0 without insurance."""
    insurance_lost: int
    insurance_won: int
    """The net result of insurance, lost and won."""


class Sums(NamedTuple):
    """The totals. Squares are kept in two parts, the second in units of 2**32."""

    results: Any
    """By result: the number of seats with it."""
    line_squares: Any
    """By line of the base wager: the sum over all rounds of the squared number of its occurrences in the round."""
    side_lines: Any
    """Wager x line: how often it was paid."""
    side_squares: Any
    side_sums: Any
    """Wager x (net, its square in two parts, envy, its square in two parts)."""
    rest: Any
    """In the order of the names below."""


BASE_SQUARES, TABLE_NET, TABLE_SQUARES, INSURED, INSURED_WON, INSURED_SQUARES, SHOES, RAN_OUT = 0, 2, 3, 5, 6, 7, 9, 10
REST = 11
"""The positions of the sums in ``Sums.rest``; squares take two places."""
NET, SQUARES, ENVY, ENVY_SQUARES = 0, 1, 3, 4
SIDE_SUMS = 6

MOST_HANDS = 4
ANSWERS = 256
"""The maximum number of different answers of a rule, and of its lines."""
NONE = 52
"""Marks a missing third card."""


class Scratch(NamedTuple):
    """Memory of one round."""

    firsts: Any
    seconds: Any
    thirds: Any
    """By seat: its first three cards."""
    hands: Any
    """By seat: the place after its last hand in ``finals``, ``stakes`` and ``lines``."""
    finals: Any
    stakes: Any
    lines: Any
    met: Any
    """By line: its number of occurrences in this round; all 0 between rounds."""


def take(stream: State, shoe: Any, place: int, end: int, start: int) -> tuple[State, int, int, int]:
    """The next card: each of the cards not yet dealt is equally likely. The shoe before ``place`` has been dealt.

    If the shoe runs out, the cards of earlier rounds are shuffled and dealt, as at a table; those of this round, which
    begins at ``start``, are still on the table. If no card is left at all, deuces are dealt so that the round ends;
    :func:`ran_out` reports it.
    """
    if place == end:
        if ran_out(place, end, start):
            return stream, place, end, 0
        place, end = 0, start
    stream, pick = below(stream, end - place)
    # Unsigned, so that the compiler does not handle negative indexes.
    here = np.uint64(place)
    other = here + np.uint64(pick)
    card = int(shoe[other])
    shoe[other] = shoe[here]
    shoe[here] = card
    return stream, place + 1, end, card


def ran_out(place: int, end: int, start: int) -> bool:
    """Whether all cards of the shoe lie on the table."""
    return place == end and (end == start or start == 0)


def play_seat(
    stream: State,
    shoe: Any,
    place: int,
    end: int,
    start: int,
    play: HandRules,
    state: int,
    up: int,
    finals: Any,
    stakes: Any,
    at: int,
) -> tuple[State, int, int, int, int]:
    """Plays the hands of one seat from the state of the first two cards against an up card of a rank.

    Their endings are stored from place ``at`` on. Of split hands each is finished before the next gets its second card
    (regulation 2.1). Also gives the first card that was drawn; 52 if none was.
    """
    third = NONE
    one_card = 0
    to_come = 0
    hands = 1
    doubled = False
    while True:
        action = STAND if doubled else int(play.action[state * WIDTH + up])
        if action == SPLIT:
            if hands < play.most[state]:
                hands += 1
                to_come += 1
                one_card = state = int(play.split[state])
            else:
                action = int(play.unsplit[state * WIDTH + up])
        if action in (STAND, SURRENDER):
            finals[at] = GIVEN_UP if action == SURRENDER else play.final[state]
            stakes[at] = doubled
            at += 1
            if to_come == 0:
                return stream, place, end, at, third
            to_come -= 1
            state = one_card
        doubled = action == DOUBLE
        stream, place, end, card = take(stream, shoe, place, end, start)
        third = card if third == NONE else third
        state = int(play.after[state * WIDTH + (card >> 2)])


def result_of(
    line_of: Any, added: Any, finals: Any, stakes: Any, lines: Any, first: int, last: int, ending: int, width: int
) -> int:
    """The joint result of the hands of one seat, from ``first`` to before ``last``; stores their lines."""
    result = 0
    for hand in range(first, last):
        part = STAKES if hand > first else 0
        row = (part + stakes[hand]) * FINALS + finals[hand]
        line = int(line_of[row * ENDINGS + ending])
        lines[hand] = line
        result = int(added[result * width + line])
    return result


def add_square(sums: Any, at: int, value: int) -> None:
    """Adds the square of a number to a sum kept in two parts."""
    square = value * value
    sums[at] += square & _LOW
    sums[at + 1] += square >> _LOW_BITS


def play_rounds(
    rounds: int,
    stream: State,
    shoe: Any,
    table: TableNumbers,
    play: HandRules,
    sides: Sides,
    scratch: Scratch,
    sums: Sums,
) -> None:
    """Plays rounds one after the other, beginning with a shuffle; ``shoe`` holds its cards in any order."""
    seats, size = table.seats, len(shoe)
    firsts, seconds, thirds = scratch.firsts, scratch.seconds, scratch.thirds
    finals, stakes, lines, met, last_hands = scratch.finals, scratch.stakes, scratch.lines, scratch.met, scratch.hands
    looks, kind_of, answer_of, base_of, width_of = sides.looks, sides.kind_of, sides.table, sides.base, sides.width
    line_of_answer, nets, envies, wagers = sides.line_of, sides.net, sides.envy, len(sides.looks)
    rest, side_lines, side_squares, side_sums = sums.rest, sums.side_lines, sums.side_squares, sums.side_sums
    base_lines = len(sums.line_squares)
    place = table.cut + 1
    end = size
    for _ in range(rounds):
        if place > table.cut or end < size:
            # The cut card is out. A shuffle may start from any order of the cards, so nothing is put back.
            rest[SHOES] += 1
            place, end = 0, size
            for _burn in range(table.burn):
                stream, place, end, card = take(stream, shoe, place, end, 0)
        start = place
        for seat in range(seats):
            stream, place, end, card = take(stream, shoe, place, end, start)
            firsts[seat] = card
        stream, place, end, up_card = take(stream, shoe, place, end, start)
        up = up_card >> 2
        for seat in range(seats):
            stream, place, end, card = take(stream, shoe, place, end, start)
            seconds[seat] = card
        hole, dealer, natural = 0, 0, False
        if table.peeks:
            stream, place, end, hole = take(stream, shoe, place, end, start)
            dealer = int(play.dealer_two[up * WIDTH + (hole >> 2)])
            natural = play.ending[dealer] == DEALER_NATURAL
        hands = 0
        for seat in range(seats):
            state = int(play.two[(firsts[seat] >> 2) * WIDTH + (seconds[seat] >> 2)])
            if natural:
                gives_up = table.early and play.action[state * WIDTH + up] == SURRENDER
                finals[hands] = GIVEN_UP if gives_up else play.final[state]
                stakes[hands] = 0
                hands += 1
                thirds[seat] = NONE
                if not gives_up and sides.waits[firsts[seat] * CARDS + seconds[seat]]:
                    stream, place, end, card = take(stream, shoe, place, end, start)
                    thirds[seat] = card
            else:
                stream, place, end, hands, third = play_seat(
                    stream, shoe, place, end, start, play, state, up, finals, stakes, hands
                )
                thirds[seat] = third
            last_hands[seat] = hands
        if not table.peeks:
            stream, place, end, hole = take(stream, shoe, place, end, start)
            dealer = int(play.dealer_two[up * WIDTH + (hole >> 2)])
            natural = play.ending[dealer] == DEALER_NATURAL
        undecided = False
        for hand in range(hands):
            undecided |= finals[hand] < BUST
        if undecided:
            while play.ending[dealer] == OPEN:
                stream, place, end, card = take(stream, shoe, place, end, start)
                dealer = int(play.dealer_after[dealer * WIDTH + (card >> 2)])
        ending = int(play.ending[dealer])

        net = 0
        first = 0
        for seat in range(seats):
            last = last_hands[seat]
            result = result_of(play.line_of, play.added, finals, stakes, lines, first, last, ending, base_lines)
            first = last
            sums.results[result] += 1
            net += play.result_net[result]
        for hand in range(hands):
            line = lines[hand]
            sums.line_squares[line] += 2 * met[line] + 1
            met[line] += 1
        for hand in range(hands):
            met[lines[hand]] = 0
        add_square(rest, BASE_SQUARES, net)
        if table.insured and up == _ACE_RANK:
            insurance = seats * (table.insurance_won if natural else table.insurance_lost)
            rest[INSURED] += seats
            rest[INSURED_WON] += seats if natural else 0
            add_square(rest, INSURED_SQUARES, insurance)
            net += insurance
        for wager in range(wagers):
            look = looks[wager]
            column = hole + up_card * CARDS if look == DEALER_TWO else up_card
            won, envied = 0, 0
            for seat in range(seats):
                if look == THIRD_CARD:
                    column = 0 if thirds[seat] == NONE else thirds[seat] + 1
                kind = kind_of[wager * CARDS * CARDS + firsts[seat] * CARDS + seconds[seat]]
                answer = answer_of[base_of[wager] + kind * width_of[wager] + column]
                line = line_of_answer[wager * ANSWERS + answer]
                lines[seat] = line
                side_lines[wager * ANSWERS + line] += 1
                side_squares[wager * ANSWERS + line] += 2 * met[line] + 1
                met[line] += 1
                won += nets[wager * ANSWERS + line]
                envied += envies[wager * ANSWERS + answer]
            for seat in range(seats):
                met[lines[seat]] = 0
            envied *= seats - 1
            side_sums[wager * SIDE_SUMS + NET] += won
            if envied:
                side_sums[wager * SIDE_SUMS + ENVY] += envied
                add_square(side_sums, wager * SIDE_SUMS + ENVY_SQUARES, envied)
            add_square(side_sums, wager * SIDE_SUMS + SQUARES, won)
            net += won + envied
        rest[TABLE_NET] += net
        add_square(rest, TABLE_SQUARES, net)
        rest[RAN_OUT] += ran_out(place, end, start)
