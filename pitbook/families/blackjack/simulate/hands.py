"""Hands as small integers, with all possible continuations computed from the rules beforehand.

A **state** is everything that the rules and a chart see of a hand: its total, whether it is soft, the number of cards
if that matters, whether it is a pair, whether it comes from a split. States are found by dealing cards to example hands
and calling the rulebook for these, so the tables contain only its rules.
"""

from dataclasses import dataclass
from typing import Final

from pitbook.cards import ACE, TEN, Cards, rank
from pitbook.families.blackjack.rules.base import is_natural
from pitbook.families.blackjack.rules.hands import Choice, Hand, ends_at_once, is_pair, most_hands
from pitbook.families.blackjack.rules.posted import FIVE_CARDS, BlackjackRules
from pitbook.families.blackjack.simulate.strategy import CodedStrategy, allowed_choices
from pitbook.hands.blackjack import BLACKJACK, DEALER_STANDS, card_points, dealer_draws, is_bust, total
from pitbook.money import Cents

RANKS: Final = 13
WIDTH: Final = 16
"""The length of a table row, with one entry per rank: a power of two, so that an index is computed by a shift."""

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
ACTIONS: Final[tuple[Choice, ...]] = ("stand", "hit", "double", "split", "surrender")

BUST, NATURAL, AT_ONCE, GIVEN_UP = range(BLACKJACK + 1, BLACKJACK + 5)
FINALS: Final = BLACKJACK + 5
"""The final result of a player's hand: its total, or one of these."""

DEALER_BUST, DEALER_NATURAL, OPEN = range(BLACKJACK - DEALER_STANDS + 1, BLACKJACK - DEALER_STANDS + 4)
ENDINGS: Final = OPEN + 1
"""The final result of the dealer's hand: 17 to 21, or one of these; open while the dealer must draw."""

NO_BET: Final = Cents(0)


@dataclass(frozen=True, slots=True)
class PlayerStates:
    """Every state of a player's hand. Rows are ``WIDTH`` long, one after the other; impossible entries are 0."""

    examples: tuple[Hand, ...]
    single: tuple[int, ...]
    """By rank: the state of one card."""
    after: tuple[int, ...]
    """State x rank: the state after one more card."""
    action: tuple[int, ...]
    """State x rank of the up card: the action while more hands are allowed."""
    unsplit: tuple[int, ...]
    """The same once no more hands are allowed."""
    final: tuple[int, ...]
    """By state: the final result if the hand stands."""
    split: tuple[int, ...]
    """By state: for a pair, the state of one of its cards alone; else 0."""
    most: tuple[int, ...]
    """By state: for a pair, the most hands it may become; else 1."""


def player_states(rules: BlackjackRules, strategy: CodedStrategy) -> PlayerStates:
    """All states of a player's hand, and the action of the strategy in each."""
    found: dict[tuple[object, ...], int] = {}
    examples: list[Hand] = []

    def state_of(cards: Cards, after_split: bool) -> int:
        key = state_key(cards, after_split, rules)
        if key not in found:
            found[key] = len(examples)
            examples.append(Hand(cards, NO_BET, NO_BET, after_split))
        return found[key]

    state_of((), False)
    single = tuple(state_of((card,), False) for card in range(0, 4 * RANKS, 4))
    after: list[int] = []
    split: list[int] = []
    for state, hand in enumerate(examples):  # it grows while it is read
        over = is_bust(hand.cards)
        row = [0 if over else state_of((*hand.cards, card), hand.after_split) for card in range(0, 4 * RANKS, 4)]
        after += _row(row if state else list(single))
        split.append(state_of((hand.cards[0],), True) if is_pair(hand, rules) else 0)
    return PlayerStates(
        examples=tuple(examples),
        single=single,
        after=tuple(after),
        action=_actions(examples, 1, rules, strategy),
        unsplit=_actions(examples, rules.split_hands + 1, rules, strategy),
        final=tuple(_final(hand, rules) for hand in examples),
        split=tuple(split),
        most=tuple(most_hands(hand, rules) if is_pair(hand, rules) else 1 for hand in examples),
    )


def state_key(cards: Cards, after_split: bool, rules: BlackjackRules) -> tuple[object, ...]:
    """The key of a state."""
    points, soft = total(cards)
    if points > BLACKJACK:
        return ("bust",)
    # Once there are three cards it no longer matters where the hand came from.
    if len(cards) >= 3:
        matters = FIVE_CARDS if rules.five_card != "none" else 3
        return points, soft, min(len(cards), matters)
    ranks = [TEN if rules.pairs == "value" and card_points(card) == 10 else rank(card) for card in cards]
    if len(cards) < 2:
        return len(cards), *ranks, after_split
    pair = ranks[0] if is_pair(Hand(cards, NO_BET, NO_BET, after_split), rules) else None
    return points, soft, 2, after_split, after_split and ranks[0] == ACE, pair


def _row(values: list[int]) -> list[int]:
    return values + [0] * (WIDTH - len(values))


def _actions(examples: list[Hand], hands: int, rules: BlackjackRules, strategy: CodedStrategy) -> tuple[int, ...]:
    """State x rank of the up card, for this number of hands."""
    found: list[int] = []
    for hand in examples:
        if len(hand.cards) < 2 or is_bust(hand.cards):
            found += [STAND] * WIDTH
            continue
        allowed = allowed_choices(hand, hands, rules)
        ups = range(0, 4 * RANKS, 4)
        found += _row([ACTIONS.index(strategy.choice(hand, up, allowed)) for up in ups])
    return tuple(found)


def _final(hand: Hand, rules: BlackjackRules) -> int:
    if is_bust(hand.cards):
        return BUST
    if is_natural(hand.cards) and not hand.after_split:
        return NATURAL
    return AT_ONCE if ends_at_once(hand.cards, rules) else total(hand.cards)[0]


@dataclass(frozen=True, slots=True)
class DealerStates:
    """Every state of the dealer's hand, in the same form."""

    examples: tuple[Cards, ...]
    single: tuple[int, ...]
    after: tuple[int, ...]
    ending: tuple[int, ...]
    """By state: the final result, or open."""


def dealer_states(rules: BlackjackRules) -> DealerStates:
    """All states that the dealer's hand can be in."""
    found: dict[tuple[object, ...], int] = {}
    examples: list[Cards] = []

    def state_of(cards: Cards) -> int:
        # Two cards are distinguished from more because they may be a blackjack, one because it is never finished.
        key = ("bust",) if is_bust(cards) else (*total(cards), min(len(cards), 3))
        if key not in found:
            found[key] = len(examples)
            examples.append(cards)
        return found[key]

    state_of(())
    single = tuple(state_of((card,)) for card in range(0, 4 * RANKS, 4))
    after: list[int] = []
    for cards in examples:
        draws = len(cards) < 2 or dealer_draws(cards, rules.hits_soft_17)
        after += _row([state_of((*cards, card)) if draws else 0 for card in range(0, 4 * RANKS, 4)])
    return DealerStates(tuple(examples), single, tuple(after), tuple(_ending(cards, rules) for cards in examples))


def _ending(cards: Cards, rules: BlackjackRules) -> int:
    if is_bust(cards):
        return DEALER_BUST
    if is_natural(cards):
        return DEALER_NATURAL
    if len(cards) < 2 or dealer_draws(cards, rules.hits_soft_17):
        return OPEN
    return total(cards)[0] - DEALER_STANDS
