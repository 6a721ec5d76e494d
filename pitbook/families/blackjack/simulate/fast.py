"""One seat with the base wager alone, many times faster: a round is a walk through numbered states.

The first four cards determine a state; every further card, the player's or the dealer's, leads to the next state until
the round is over. So the number of cards of a round is almost the only branch that a processor cannot predict. The
states are built from the same tables as those of a whole table, and the totals are identical to the last integer.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitbook.families.blackjack.simulate.hands import (
    BUST,
    DEALER_NATURAL,
    DOUBLE,
    ENDINGS,
    FINALS,
    GIVEN_UP,
    HIT,
    OPEN,
    RANKS,
    SPLIT,
    SURRENDER,
    WIDTH,
    DealerStates,
    PlayerStates,
)
from pitbook.families.blackjack.simulate.kernel import (
    SHOES,
    HandRules,
    Scratch,
    Sums,
    TableNumbers,
    play_seat,
    result_of,
)
from pitbook.simulate.random import State, below


@dataclass(frozen=True, slots=True)
class Walk:
    """The states of a round, final states first: one for each line of the base wager, then one for a split."""

    two: tuple[int, ...]
    """Rank x rank -> the player's first two cards."""
    start: tuple[int, ...]
    """The player's first two cards x rank x rank of the dealer's -> state."""
    after: tuple[int, ...]
    """State x rank -> state."""
    split: int
    """The state of a split hand; every state above it draws a card."""


def walk_of(player: PlayerStates, dealer: DealerStates, lines: int, line_of: tuple[int, ...], early: bool) -> Walk:
    """The walk of a round in which the dealer peeks for a blackjack before the players act."""
    places: dict[tuple[Any, ...], int] = {}
    waiting: list[tuple[Any, ...]] = []

    def line(stake: int, final: int, ending: int) -> int:
        return line_of[(stake * FINALS + final) * ENDINGS + ending]

    def state_of(key: tuple[Any, ...]) -> int:
        if key not in places:
            places[key] = lines + 1 + len(places)
            waiting.append(key)
        return places[key]

    def finished(final: int, stake: int, held: int) -> int:
        """The state after the player is done; the dealer may have to draw."""
        ending = dealer.ending[held]
        if ending == OPEN and final < BUST:
            # Hands with the same result against every ending share a state.
            return state_of(("dealer", tuple(line(stake, final, each) for each in range(OPEN)), held))
        return line(stake, final, ending)

    def acts(hand: int, up: int, held: int) -> int:
        """The state in which the player acts, or has nothing to decide."""
        action = player.action[hand * WIDTH + up]
        if action == SPLIT:
            return lines
        if action in (HIT, DOUBLE):
            return state_of(("hit" if action == HIT else "double", hand, up, held))
        return finished(GIVEN_UP if action == SURRENDER else player.final[hand], 0, held)

    def begins(hand: int, up: int, hole: int) -> int:
        held = dealer.after[dealer.single[up] * WIDTH + hole]
        up = dealer.single.index(dealer.single[up])  # tens and faces are one
        if dealer.ending[held] == DEALER_NATURAL:
            gives_up = early and player.action[hand * WIDTH + up] == SURRENDER
            return line(0, GIVEN_UP if gives_up else player.final[hand], DEALER_NATURAL)
        return acts(hand, up, held)

    def drawn(key: tuple[Any, ...], rank: int) -> int:
        if key[0] == "dealer":
            _, fares, held = key
            held = dealer.after[held * WIDTH + rank]
            ending = dealer.ending[held]
            return state_of(("dealer", fares, held)) if ending == OPEN else fares[ending]
        does, hand, up, held = key
        hand = player.after[hand * WIDTH + rank]
        return finished(player.final[hand], 1, held) if does == "double" else acts(hand, up, held)

    pairs = [player.after[player.single[one] * WIDTH + two] for one in range(RANKS) for two in range(RANKS)]
    firsts = sorted(set(pairs))
    two = [0] * (WIDTH * WIDTH)
    for place, hand in enumerate(pairs):
        two[place // RANKS * WIDTH + place % RANKS] = firsts.index(hand)
    start = [0] * (len(firsts) * WIDTH * WIDTH)
    for index, hand in enumerate(firsts):
        for up in range(RANKS):
            for hole in range(RANKS):
                start[(index * WIDTH + up) * WIDTH + hole] = begins(hand, up, hole)
    after = [0] * ((lines + 1) * WIDTH)
    for key in waiting:  # it grows while it is read
        after += [drawn(key, rank) for rank in range(RANKS)] + [0] * (WIDTH - RANKS)
    return _merged(Walk(tuple(two), tuple(start), tuple(after), lines))


def _merged(walk: Walk) -> Walk:
    """The same walk with equivalent states merged, as in minimizing an automaton: a third remain, which fit a cache."""
    rows = [walk.after[place : place + WIDTH] for place in range(0, len(walk.after), WIDTH)]
    found = [min(state, walk.split + 1) for state in range(len(rows))]
    parted = 0
    while max(found) > parted:
        parted = max(found)
        # Final states stay apart and keep their numbers; others are split while their successors differ.
        kinds: dict[tuple[int, ...], int] = {}
        ends = (min(state, walk.split + 1) for state in range(len(rows)))
        found = [
            kinds.setdefault((end, *(found[next_state] for next_state in row)), len(kinds))
            for end, row in zip(ends, rows, strict=True)
        ]
    after = {found[state]: [found[next_state] for next_state in row] for state, row in enumerate(rows)}
    return Walk(
        walk.two,
        tuple(found[state] for state in walk.start),
        tuple(state for kind in range(len(after)) for state in after[kind]),
        walk.split,
    )


def walk_rounds(
    rounds: int,
    stream: State,
    shoe: Any,
    table: TableNumbers,
    two: Any,
    start_of: Any,
    after: Any,
    split: int,
    play: HandRules,
    scratch: Scratch,
    sums: Sums,
) -> None:
    """Plays rounds of one seat; the caller ensures that the shoe never runs out."""
    size = len(shoe)
    place = table.cut + 1
    results, finals, stakes = sums.results, scratch.finals, scratch.stakes
    for _ in range(rounds):
        if place > table.cut:
            sums.rest[SHOES] += 1
            place = 0
            for _burn in range(table.burn):
                stream, first = draw(stream, shoe, place, size)
                place += 1
        start = place
        stream, first = draw(stream, shoe, place, size)
        stream, up = draw(stream, shoe, place + 1, size)
        stream, second = draw(stream, shoe, place + 2, size)
        stream, hole = draw(stream, shoe, place + 3, size)
        place += 4
        state = start_of[(two[(first >> 2) * WIDTH + (second >> 2)] * WIDTH + (up >> 2)) * WIDTH + (hole >> 2)]
        while state > split:
            stream, card = draw(stream, shoe, place, size)
            place += 1
            state = after[state * WIDTH + (card >> 2)]
        if state == split:
            hand = int(play.two[(first >> 2) * WIDTH + (second >> 2)])
            stream, place, _end, hands, _third = play_seat(
                stream, shoe, place, size, start, play, hand, up >> 2, finals, stakes, 0
            )
            dealer = int(play.dealer_two[(up >> 2) * WIDTH + (hole >> 2)])
            undecided = False
            for hand in range(hands):
                undecided |= finals[hand] < BUST
            if undecided:
                while play.ending[dealer] == OPEN:
                    stream, card = draw(stream, shoe, place, size)
                    place += 1
                    dealer = int(play.dealer_after[dealer * WIDTH + (card >> 2)])
            ending = int(play.ending[dealer])
            results[result_of(play.line_of, play.added, finals, stakes, scratch.lines, 0, hands, ending, split)] += 1
        else:
            results[state + 1] += 1


def draw(stream: State, shoe: Any, place: int, size: int) -> tuple[State, int]:
    """Draws a card to a position: each of the cards from there on is equally likely."""
    stream, pick = below(stream, size - place)
    # Unsigned, so that the compiler does not handle negative indexes.
    here = np.uint64(place)
    other = here + np.uint64(pick)
    card = shoe[other]
    shoe[other] = shoe[here]
    shoe[here] = card
    return stream, card
