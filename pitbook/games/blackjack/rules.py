"""Blackjack as Washington's card rooms play it: the base game of Match-n-Poker Blackjack and Royal Match 21."""

from typing import Final

from pitbook.families.blackjack.rules.base import BLACKJACK_OPTIONS, base_rules, base_wager
from pitbook.games.letter import Letter
from pitbook.games.model import Game, ProcedureStep

_REGULATION: Final = "regulation 2.1"
PROCEDURE = (
    ProcedureStep("Every player makes a wager before the cards are dealt.", _REGULATION),
    ProcedureStep("Two cards to each player and two to the dealer, one of which is the up card.", _REGULATION),
    ProcedureStep(
        "Against an ace, where the house offers it, players may insure for up to half their wager.", _REGULATION
    ),
    ProcedureStep(
        "With an ace or a ten-value card up, the dealer checks for a blackjack before any player acts.", _REGULATION
    ),
    ProcedureStep(
        "From the dealer's left, every player hits, stands, doubles, splits or, where the house offers it, surrenders. "
        "A hand over 21 loses at once.",
        _REGULATION,
    ),
    ProcedureStep("Then the dealer draws to 17; the house decides whether the dealer hits a soft 17.", _REGULATION),
    ProcedureStep("The hand closer to 21 wins even money, equal totals push; a blackjack is paid more.", _REGULATION),
)


def build() -> Game:
    return Game(
        slug="blackjack",
        name="Blackjack",
        base="blackjack",
        family="blackjack",
        about="Closer to 21 than the dealer without going over, with the rules that the house posts.",
        decks=(1, 2, 4, 5, 6, 8),
        default_decks=6,
        seats=7,
        wagers=(base_wager(_REGULATION),),
        letter=Letter(subject="Blackjack", regulation=_REGULATION),
        procedure=PROCEDURE,
        options=BLACKJACK_OPTIONS,
        base_rules=base_rules,
    )
