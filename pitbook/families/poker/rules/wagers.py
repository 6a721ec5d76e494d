"""Base wagers that many poker games have in the same words."""

from collections.abc import Sequence

from pitbook.families.poker.rules.model import ALWAYS, EQUAL, HIGHER, OUT, TIE, WIN, OutcomeCondition, Stake
from pitbook.games.model import Option, Outcome

WIN_OUTCOME = Outcome("win", "Win", "your hand is higher than the dealer's")
TIE_OUTCOME = Outcome("tie", "Tie", "your hand and the dealer's are equal")
OUT_OUTCOME = Outcome("not_qualified", "Dealer Does Not Qualify", "the dealer's hand is too low to play")


def wins(pay: str = "1 to 1", *, also_out: bool = False) -> OutcomeCondition:
    """The player's hand is higher; with ``also_out``, whether the dealer qualifies or not."""
    return OutcomeCondition(WIN_OUTCOME, HIGHER if also_out else frozenset({WIN}), pay=pay)


def ties(pay: str = "push", *, also_out: bool = False) -> OutcomeCondition:
    """Equal hands; with ``also_out``, whether the dealer qualifies or not."""
    return OutcomeCondition(TIE_OUTCOME, EQUAL if also_out else frozenset({TIE}), pay=pay)


def dealer_out(pay: str) -> OutcomeCondition:
    """The dealer does not qualify."""
    return OutcomeCondition(OUT_OUTCOME, OUT, pay=pay)


def paid_by_hand(outcomes: Sequence[Outcome], results: frozenset[int] = ALWAYS) -> tuple[OutcomeCondition, ...]:
    """Hands that a pay table prints: the outcomes of the first bits of ``lines(value)``."""
    return tuple(OutcomeCondition(outcome, results, 1 << bit) for bit, outcome in enumerate(outcomes))


def ante(cite: str, about: str, *lines: OutcomeCondition) -> Stake:
    """The first stake, which figures are stated in."""
    return Stake("ante", "Ante", about, lines, first=1, cite=cite)


def play(cite: str, about: str, *lines: OutcomeCondition) -> Stake:
    """The stake that a player who does not fold adds."""
    return Stake("play", "Play", about, lines, cite=cite)


def ante_bonus(cite: str, name: str, about: str, none: str, *lines: OutcomeCondition) -> Stake:
    """A bonus on the Ante that every player gets who plays a hand of these lines; ``none`` is any other hand."""
    no_bonus = OutcomeCondition(Outcome("no_bonus", "No Bonus", none), pay="push")
    return Stake("ante-bonus", name, about, (*lines, no_bonus), paid_on="ante", cite=cite)


def folded_option(wager: str, name: str, default: str, meaning: str, cite: str) -> Option:
    """The house's choice whether a bonus ``loses`` with a folded hand or ``stays`` in play."""
    return Option(
        f"folded-{wager}",
        (default, "stays" if default == "loses" else "loses"),
        default,
        meaning,
        cite,
        wagers=(wager,),
        title=f"{name} of a folded hand",
        choice_words={"stays": "stays in play"},
    )
