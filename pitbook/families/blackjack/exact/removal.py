"""The effect of removal of each value, and insurance."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitbook.families.blackjack.exact.arrays import np
from pitbook.families.blackjack.exact.ground import Ground, lay_ground
from pitbook.families.blackjack.exact.pays import BUSTED, final_of, payoffs
from pitbook.families.blackjack.exact.solve import Strategy, surrendering
from pitbook.families.blackjack.exact.split import Orders, all_orders, split_values
from pitbook.families.blackjack.exact.strategies import unsplit
from pitbook.families.blackjack.exact.values import ACES, TENS, VALUES, Composition, one, without


def expectation(given: Ground, strategy: Strategy, orders: Mapping[int, Mapping[int, Orders]]) -> float:
    """The value of a strategy; the dealer's final hand is computed only against hands that the strategy finishes.

    ``orders`` are those of the pairs that the strategy splits.
    """
    hands, rules, pays = given.hands, given.rules, payoffs(given.rules)
    begins = given.dealt()
    gone = unsplit(given, strategy)
    final = final_of(hands.total, hands.size, rules)
    natural = hands.natural
    total = float(rules.blackjack_pays) * float((begins[natural] * (1 - given.natural[natural])).sum())
    given_up = surrendering(given)
    if given_up is not None:
        total += float((begins * strategy.surrender * given_up).sum())
    # Count every hand as a bust first; finished hands correct this.
    back = given.natural if rules.only_original_lost else 0 * given.natural
    total += float((gone.begun[1] * (back - 2)).sum() - gone.begun[0].sum())
    for up in range(VALUES):
        some = np.flatnonzero(gone.finished[0][:, up] + gone.finished[1][:, up])
        if len(some):
            ended = given.ended(hands.key[some], up)
            for stake, finished in enumerate(gone.finished):
                won = pays[stake, final[some]] - pays[stake, BUSTED]
                total += float((finished[some, up, None] * ended * won).sum())
    split = split_values(given, orders)
    splits = strategy.split & ~strategy.surrender[given.pairs()] & np.isfinite(split)
    return total + float((begins[given.pairs()] * np.where(splits, split, 0)).sum())


def effects_of_removal(given: Ground, strategy: Strategy) -> list[float | None]:
    """By card value: the gain in expectation of a strategy if one such card is missing from the shoe.

    Weighted by the number of cards of each value the effects sum to zero: a missing unseen card is like a burnt one.
    """
    pairs = {up: np.flatnonzero(strategy.split[:, up]).tolist() for up in range(VALUES) if given.shoe[up]}
    orders = all_orders(given, strategy, pairs)
    whole = expectation(given, strategy, orders)
    effects: list[float | None] = []
    for value in range(VALUES):
        if given.shoe[value]:
            fewer = lay_ground(without(given.shoe, one(value)), given.rules, within=given)
            effects.append(expectation(fewer, strategy, orders) - whole)
        else:
            effects.append(None)
    return effects


@dataclass(frozen=True, slots=True)
class Insurance:
    """A wager at 2 to 1 that the dealer's ace hides a ten; values for each unit insured, exact."""

    expectation: Fraction
    """Before the player's cards are known."""
    by_tens: tuple[Fraction, ...]
    """By the player's number of tens: 0, 1 or 2."""
    break_even: Fraction
    """The share of tens among the unseen cards at which it is fair."""


def insurance(shoe: Composition) -> Insurance | None:
    """None if the shoe has no ace to insure against, or too few cards for a round."""
    size, tens = sum(shoe), shoe[TENS]
    if not shoe[ACES] or size < 4:
        return None
    fair = Fraction(1, 3)
    held = tuple(3 * Fraction(max(tens - each, 0), size - 3) - 1 for each in range(3))
    return Insurance(3 * Fraction(tens, size - 1) - 1, held, fair)
