"""The final results of a hand of the base wager and their pays, computed once by the settlement code."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from pitbook.families.blackjack.rules.hands import Hand, settle_hand, settle_insurance
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.blackjack.simulate.hands import (
    BUST,
    DEALER_NATURAL,
    ENDINGS,
    FINALS,
    GIVEN_UP,
    NATURAL,
    OPEN,
    DealerStates,
    PlayerStates,
)
from pitbook.games.model import Wager
from pitbook.games.settle import LOSS, Layout, Paid
from pitbook.money import Cents
from pitbook.simulate.pricing import Priced

STAKES: Final = 2
"""A hand is played for one wager, or doubled."""
HOUSE: Final = "house"
"""The pay table of the base wager: the house rules."""
PARTS: Final = 2
"""A hand has the wager made before the deal, or was split off."""


@dataclass(frozen=True, slots=True)
class BaseLine:
    """One way a hand of the base wager ends."""

    outcome: str
    """As settlement names it."""
    stake: int
    """1, or 2 for a doubled hand."""
    wagered: Cents
    net: Cents

    @property
    def paid(self) -> Paid:
        """The same as any wager's line."""
        return Paid(self.name.replace(" ", "_"), self.name.capitalize(), "", self.net)

    @property
    def name(self) -> str:
        """``win``, ``doubled win`` ...; a stake that a dealer's blackjack does not take is ``returned``."""
        outcome = self.outcome
        if outcome == LOSS and -self.net < self.wagered:
            outcome = "loss of the original" if self.net else "returned"
        return f"doubled {outcome}" if self.stake > 1 else outcome


@dataclass(frozen=True, slots=True)
class BasePays:
    """All endings of hands, and of a seat's hands together.

    The joint result of a seat's hands is one number too, a **result**: the number of hands on each line. 0 is no hand.
    """

    wager: Wager
    bet: Cents
    lines: tuple[BaseLine, ...]
    line_of: tuple[int, ...]
    """Part x stake x final x ending -> line, end to end."""
    results: tuple[tuple[int, ...], ...]
    """By result: its lines, in rising order."""
    added: tuple[int, ...]
    """Result x line -> the result with one more hand."""
    insurance: Cents
    """The price of insurance: half the wager, rounded down to the cent."""
    insurance_net: tuple[Cents, Cents]
    """Its net result if the dealer has no blackjack, and if the dealer has one."""

    @property
    def priced(self) -> Priced:
        """The lines in the format of all wagers; no single answer determines them."""
        lines = tuple(line.paid for line in self.lines)
        return Priced(self.wager, HOUSE, self.bet, lines, (), tuple(line.net for line in self.lines), ())

    def net(self, result: int) -> Cents:
        return Cents(sum(self.lines[line].net for line in self.results[result]))

    def wagered(self, result: int) -> Cents:
        return Cents(sum(self.lines[line].wagered for line in self.results[result]))


def base_pays(
    layout: Layout, rules: BlackjackRules, bet: Cents, player: PlayerStates, dealer: DealerStates
) -> BasePays:
    """Settles one example of every final result of a hand."""
    wager = layout.game.wager("base")
    hands = {final: hand for final, hand in zip(player.final, player.examples, strict=True) if len(hand.cards) > 1}
    if rules.surrender != "none":
        hands[GIVEN_UP] = next(hand for hand in player.examples if len(hand.cards) == 2)
    dealers = {ending: cards for ending, cards in zip(dealer.ending, dealer.examples, strict=True) if len(cards) > 1}
    lines: list[BaseLine] = []
    line_of: list[int] = []
    for part in range(PARTS):
        for stake in range(1, STAKES + 1):
            for final in range(FINALS):
                for ending in range(ENDINGS):
                    example = hands.get(final)
                    if example is None or not _happens(part, stake, final, ending):
                        line_of.append(0)
                        continue
                    wagered = Cents(bet * stake)
                    hand = Hand(
                        example.cards,
                        wagered,
                        bet if not part else Cents(0),
                        bool(part) or example.after_split,
                        final == GIVEN_UP,
                    )
                    line = _line(settle_hand(layout, wager, hand, dealers[ending], rules), stake, wagered)
                    if line not in lines:
                        lines.append(line)
                    line_of.append(lines.index(line))
    results = [
        each for hand_count in range(rules.split_hands + 1)
        for each in combinations_with_replacement(range(len(lines)), hand_count)
    ]  # fmt: skip
    place = {result: index for index, result in enumerate(results)}
    added = tuple(place.get(tuple(sorted((*result, line))), 0) for result in results for line in range(len(lines)))
    insurance = Cents(bet // 2)
    nets = [settle_insurance(insurance, dealers[ending]).net or Cents(0) for ending in (0, DEALER_NATURAL)]
    return BasePays(wager, bet, tuple(lines), tuple(line_of), tuple(results), added, insurance, (nets[0], nets[1]))


def _happens(part: int, stake: int, final: int, ending: int) -> bool:
    """Whether this combination can occur: against an open dealer's hand only results that do not depend on it; some
    final hands are never doubled or split off."""
    if ending == OPEN and final < BUST:
        return False
    return not (stake > 1 and final > BUST) and not (part and final in (NATURAL, GIVEN_UP))


def _line(paid: Paid, stake: int, wagered: Cents) -> BaseLine:
    if paid.net is None:
        raise ValueError("the base wager is never paid from a meter")
    return BaseLine(paid.outcome, stake, wagered, paid.net)
