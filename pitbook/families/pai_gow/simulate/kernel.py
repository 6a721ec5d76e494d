"""Rounds of a pai gow table, compiled: hands are dealt, then set and settled with lookup tables of the rules.

A looked-up hand is one integer: the index of its five-card value among all values, that of its two-card value, and the
number of the answers of the wagers on seven cards. The rules that compare set hands are compiled unchanged; the
functions that compute a hand's values are replaced by functions that extract them from this integer.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from pitbook.cards import Cards
from pitbook.simulate.random import State, below
from pitbook.simulate.seven_kernel import HandFinder, slot_of
from pitbook.simulate.tally import ENVY, Tally, count_lines, count_money

HAND: Final = 7
PACK: Final = 53
DEALER: Final = 1
"""The position of the dealer's hand in the deal: after the first seat (letter 004, rule 7)."""

NUMBER_BITS: Final = 6
PLACE_BITS: Final = 13
NUMBERS: Final = 1 << NUMBER_BITS
PLACES: Final = 1 << PLACE_BITS

_NUMBERS = np.uint32(NUMBERS - 1)
_HIGHEST = np.uint64(64 - NUMBER_BITS)

NO_WAGER: Final = -1


class WagerRows(NamedTuple):
    """The wagers, one row each: first those that are looked up by a hand's number, then the others."""

    looked_up: int
    """The number of wagers that are looked up."""
    base: int
    bonus: int
    on_cards: int
    """The rows of the wagers whose rules are called: two that compare set hands, and one on the cards themselves."""
    factors: Any
    """For called rules: a multiplier for answers; the highest bits of the product are unique."""
    answers: Any
    """For called rules: every answer, by those bits."""
    line_of: Any
    """By the hand's number, or by those bits of the answer."""
    net: Any
    """By line."""
    envy: Any
    """By the hand's number, the envy of every other seat."""


class Reads(NamedTuple):
    """The options that called rules read."""

    joker: int
    wheel: int
    choice: int


def five_place(hand: Any, joker_wild: bool, wheel_second: bool) -> int:
    """Extracts the five-card value from a hand's number, which already accounts for the joker and the wheel."""
    return int(hand) >> (NUMBER_BITS + PLACE_BITS)


def two_place(hand: Any, joker_wild: bool) -> int:
    """Extracts the two-card value."""
    return int(hand) >> NUMBER_BITS & (PLACES - 1)


LINES: tuple[int, ...] = ()
"""The lines of seven cards, by number."""


def lines_of(hand: Any, joker_wild: bool) -> int:
    """Extracts the lines of the seven cards."""
    return LINES[int(hand) & (NUMBERS - 1)]


PLAYERS, DEALERS = 0, 1
FIRST = SECOND = THIRD = FOURTH = FIFTH = PLAYERS
"""For each group of cards of a rule on set hands, its owner; the compiled kernel replaces it."""


def set_rule(*given: Any) -> int:
    """A placeholder that the compiled kernel replaces by a wager's rule on set hands."""
    return 0


def on_three(player: Any, dealer: Any, reads: Reads) -> int:
    """A rule on three groups of set hands."""
    hands = player, dealer
    return set_rule(hands[FIRST], hands[SECOND], hands[THIRD], reads.joker, reads.wheel)


def on_four(player: Any, dealer: Any, reads: Reads) -> int:
    """A rule on four."""
    hands = player, dealer
    return set_rule(hands[FIRST], hands[SECOND], hands[THIRD], hands[FOURTH], reads.joker, reads.wheel)


def on_five(player: Any, dealer: Any, reads: Reads) -> int:
    """A rule on five."""
    hands = player, dealer
    return set_rule(hands[FIRST], hands[SECOND], hands[THIRD], hands[FOURTH], hands[FIFTH], reads.joker, reads.wheel)


def base_rule(player: Any, dealer: Any, reads: Reads) -> int:
    """A placeholder that the compiled kernel replaces by the base wager's rule."""
    return 0


def bonus_rule(player: Any, dealer: Any, reads: Reads) -> int:
    """A placeholder for another rule on set hands, if the game has one."""
    return 0


def cards_rule(hand: Cards, choice: int) -> int:
    """A placeholder for a rule on seven cards that sees more of suits than flushes, if the game has one."""
    return 0


def deal(state: State, pack: Any, cards: int) -> State:
    """Moves random cards to the front of the pack; all are equally likely for any initial order."""
    for place in range(cards):
        state, more = below(state, PACK - place)
        card = pack[place + more]
        pack[place + more] = pack[place]
        pack[place] = card
    return state


def play_rounds(
    state: State, rounds: int, seats: int, finder: HandFinder, player_table: Any, dealer_table: Any,
    bets: WagerRows, reads: Reads, tally: Tally,
) -> int:  # fmt: skip
    """Plays a number of rounds; returns the number of unexpected answers, which must be 0."""
    pack = np.arange(PACK).astype(np.uint8)
    hands = np.zeros(seats, np.uint32)
    strange = 0
    for _ in range(rounds):
        state = deal(state, pack, HAND * (seats + 1))
        dealer = look_up(finder, dealer_table, pack, DEALER)
        for seat in range(seats):
            hands[seat] = look_up(finder, player_table, pack, place_of(seat))
        strange += settle_round(pack, hands, dealer, bets, reads, tally)
    return strange


def place_of(seat: int) -> int:
    """The position of a seat in the deal, counting the dealer."""
    return seat + 1 if seat >= DEALER else seat


def look_up(finder: HandFinder, table: Any, pack: Any, turn: int) -> Any:
    """The table entry of the seven cards at this position of the deal."""
    at = HAND * turn
    return table[
        slot_of(finder, pack[at], pack[at + 1], pack[at + 2], pack[at + 3], pack[at + 4], pack[at + 5], pack[at + 6])
    ]


def settle_round(pack: Any, hands: Any, dealer: Any, bets: WagerRows, reads: Reads, tally: Tally) -> int:
    """Settles every bet of every seat; returns the number of unexpected answers."""
    seats = len(hands)
    table_net = 0
    strange = 0
    for wager in range(bets.looked_up):
        net = 0
        envy = 0
        for seat in range(seats):
            number = hands[seat] & _NUMBERS
            line = bets.line_of[wager, number]
            tally.here[wager, line] += 1
            net += bets.net[wager, line]
            envy += bets.envy[wager, number]
        # Every seat that bets gets envy for every other seat's hand.
        envy *= seats - 1
        count_money(tally.money, wager, net)
        if envy:
            count_money(tally.money, wager, envy, ENVY)
        table_net += net + envy
    if bets.base != NO_WAGER:
        net = 0
        for seat in range(seats):
            net, wrong = note(bets, tally, bets.base, base_rule(hands[seat], dealer, reads), net)
            strange += wrong
        count_money(tally.money, bets.base, net)
        table_net += net
    if bets.bonus != NO_WAGER:
        net = 0
        for seat in range(seats):
            net, wrong = note(bets, tally, bets.bonus, bonus_rule(hands[seat], dealer, reads), net)
            strange += wrong
        count_money(tally.money, bets.bonus, net)
        table_net += net
    if bets.on_cards != NO_WAGER:
        net = 0
        for seat in range(seats):
            at = HAND * place_of(seat)
            hand = pack[at], pack[at + 1], pack[at + 2], pack[at + 3], pack[at + 4], pack[at + 5], pack[at + 6]
            net, wrong = note(bets, tally, bets.on_cards, cards_rule(hand, reads.choice), net)
            strange += wrong
        count_money(tally.money, bets.on_cards, net)
        table_net += net
    count_lines(tally)
    count_money(tally.money, len(tally.money) - 1, table_net)
    return strange


def note(bets: WagerRows, tally: Tally, wager: int, answer: int, net: int) -> tuple[int, int]:
    """Pays an answer of a rule; also returns 1 if the answer is unknown, else 0."""
    number = np.uint64(answer) * bets.factors[wager] >> _HIGHEST
    line = bets.line_of[wager, number]
    tally.here[wager, line] += 1
    return net + bets.net[wager, line], int(bets.answers[wager, number] != answer)
