"""Exact figures for a simulated table, which exist only if every round is dealt from a full shoe.

Every seat then has the figures of a single one, because unseen cards are exchangeable. With a cut card there is no such
figure: rounds of few, high cards use up less of the shoe, so that more of them are played (the cut-card effect).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitbook.families.blackjack.rules.hands import Choice, Hand
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.blackjack.simulate.hands import NO_BET, SPLIT, STAND, SURRENDER, WIDTH, state_key
from pitbook.families.blackjack.simulate.sides import THIRD_CARD, WIDTHS
from pitbook.families.blackjack.simulate.strategy import CodedStrategy, allowed_choices
from pitbook.families.blackjack.simulate.table import BlackjackTable
from pitbook.simulate.known import Known, known
from pitbook.simulate.pricing import Priced

if TYPE_CHECKING:
    from pitbook.families.blackjack.exact.solve import Prospects
    from pitbook.families.blackjack.exact.solve import Strategy as ByHand
    from pitbook.simulate.table import TableRequest


BASE: Final = "base"
WAITS: Final = "For {wager} there is no exact figure here: it waits for a third card that is not always dealt."


def known_at(simulation: BlackjackTable, ask: "TableRequest", priced: Priced) -> Known:
    """The exact figures of a wager at this table, which was made from ``ask``."""
    slug = priced.wager.slug
    if slug == BASE:
        mean = base_expectation(simulation)
        return Known() if mean is None else Known(mean=mean * priced.bet)
    if not third_dealt_as_counted(simulation, slug):
        return Known(note=WAITS.format(wager=slug))
    return known(ask, priced)


def base_expectation(simulation: BlackjackTable) -> float | None:
    """The expectation of a seat's first wager, per unit; None if there is no exact figure.

    There is none if the shoe is not full in every round, or if a pay is rounded.
    """
    if not simulation.fresh or not _even(simulation) or _splits_tens_by_rank(simulation):
        return None
    from pitbook.families.blackjack.exact.solve import prospects
    from pitbook.families.blackjack.exact.strategies import evaluate
    from pitbook.families.blackjack.exact.values import full_shoe

    given = prospects(full_shoe(simulation.decks), simulation.rules)
    return evaluate(given, by_hand(simulation.strategy, given)).expectation


def third_dealt_as_counted(simulation: BlackjackTable, slug: str) -> bool:
    """Whether a wager gets the third cards that its par sheet assumes.

    With option third-seven a dealer's blackjack ends the hand first, which requires a dealer who peeks. A strategy may
    also stand on the two cards or surrender them.
    """
    side = next(side for side in simulation.sides if side.slug == slug)
    if side.answers.looks != THIRD_CARD:
        return True
    if not simulation.third_always and simulation.rules.hole_card != "peek":
        return False
    width, player = WIDTHS[THIRD_CARD], simulation.player
    for one in range(52):
        for two in range(52):
            kind = int.from_bytes(side.answers.kind_of[2 * (52 * one + two) :][:2], "little")
            if len(set(side.answers.table[kind * width : (kind + 1) * width])) > 1:
                state = player.after[player.single[one >> 2] * WIDTH + (two >> 2)]
                actions = player.action[state * WIDTH : state * WIDTH + 13]
                if STAND in actions or SURRENDER in actions:
                    return False
    return True


def by_hand(strategy: CodedStrategy, given: "Prospects") -> "ByHand":
    """A chart in the format of the exact engine: hand by hand."""
    from pitbook.families.blackjack.exact.arrays import np
    from pitbook.families.blackjack.exact.solve import Strategy as ByHand
    from pitbook.families.blackjack.exact.values import VALUES

    hands, rules = given.hands, given.rules
    shape = (len(hands), VALUES)
    hit, double, surrender = (np.zeros(shape, np.bool_) for _ in range(3))
    split = np.zeros((VALUES, VALUES), np.bool_)
    alike: dict[tuple[object, ...], int] = {}
    for index, composition in enumerate(hands.cards.tolist()):
        if hands.size[index] < 2:
            continue
        cards = tuple(_card(place) for place in range(VALUES) for _ in range(composition[place]))
        like = alike.setdefault(state_key(cards, False, rules), index)
        if like != index:
            for each in (hit, double, surrender):
                each[index] = each[like]
            continue
        hand = Hand(cards, NO_BET, NO_BET)
        allowed = allowed_choices(hand, 1, rules)
        for up in range(VALUES):
            hit[index, up] = _chosen(strategy, hand, up, allowed, ("hit", "stand")) == "hit"
            double[index, up] = _chosen(strategy, hand, up, allowed, ("hit", "stand", "double")) == "double"
            chosen = strategy.choice(hand, _card(up), allowed)
            surrender[index, up] = chosen == "surrender"
            if chosen == "split":
                split[composition.index(2), up] = True
    return ByHand(hit, double, split, surrender)


def _chosen(strategy: CodedStrategy, hand: Hand, up: int, allowed: Sequence[Choice], among: Sequence[Choice]) -> Choice:
    """The choice among some of the allowed choices."""
    return strategy.choice(hand, _card(up), [choice for choice in allowed if choice in among])


def _card(place: int) -> int:
    """A card of a value: aces first, tens last."""
    return (place - 1) % 13 * 4


def _even(simulation: BlackjackTable) -> bool:
    """Whether every line pays its ratio to the cent."""
    rules, bet = simulation.rules, simulation.base.bet
    return all(
        Fraction(line.net, bet) == ratio
        for line in simulation.base.lines
        if (ratio := _ratio(line.outcome, line.stake, rules)) is not None
    )


def _ratio(outcome: str, stake: int, rules: BlackjackRules) -> Fraction | None:
    """The pay of a line in units of the first wager; None if it does not depend on rounding."""
    if outcome == "five_card":
        return rules.five_card_21_pays or Fraction(1)
    ratios = {"blackjack": rules.blackjack_pays, "win": Fraction(stake), "surrender": Fraction(-1, 2)}
    return ratios.get(outcome)


def _splits_tens_by_rank(simulation: BlackjackTable) -> bool:
    """Whether tens are split by rank, which the exact engine does not model."""
    if simulation.rules.pairs == "value":
        return False
    player = simulation.player
    state = player.after[player.single[8] * WIDTH + 8]
    return SPLIT in player.action[state * WIDTH : state * WIDTH + 13]
