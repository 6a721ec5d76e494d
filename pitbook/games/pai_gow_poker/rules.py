"""Pai gow poker with a commission, as in the Commission's sheet: the base game of Royal Riches Pai Gow.

EZ Pai Gow is played on it too; it pays even money and bars a dealer's hand instead of taking a commission.
"""

from typing import Final

from pitbook.families.pai_gow.rules.base import (
    CITED,
    COMMISSION,
    WHEEL_LOWEST,
    base_wager,
    joker,
    pai_gow_game,
    pai_gow_options,
)
from pitbook.games.letter import Letter
from pitbook.games.model import Game, ProcedureStep

_REGULATION: Final = "regulation 2.2"
PROCEDURE = (
    ProcedureStep(
        "The pack is 52 cards and a joker: an ace, or the card that completes a straight or a flush.", _REGULATION
    ),
    ProcedureStep("Every player makes a wager before the cards are dealt.", _REGULATION),
    ProcedureStep(
        "Positions are numbered 1 to 7, the dealer's is 1; a number chosen at random says where to begin.", _REGULATION
    ),
    ProcedureStep(
        "Seven hands of seven cards are dealt; hands without a wager and the four cards left are discarded.",
        _REGULATION,
    ),
    ProcedureStep(
        "Players set their hands: the high hand of five cards must not rank below the low hand of two.", _REGULATION
    ),
    ProcedureStep("The dealer then turns over the dealer's cards and sets them by the house way.", _REGULATION),
    ProcedureStep(
        "Both hands higher than the dealer's win even money less the commission, one higher pushes, none loses; equal "
        "hands go to the dealer.",
        _REGULATION,
    ),
)


def build() -> Game:
    reads = joker(_REGULATION)
    return pai_gow_game(
        slug="pai-gow-poker",
        name="Pai Gow Poker",
        about="Seven cards set as two hands against the dealer's two, with a commission on wins.",
        wagers=(base_wager(_REGULATION, reads, WHEEL_LOWEST, barred=False),),
        letter=Letter(subject="Pai Gow Poker", regulation=_REGULATION),
        procedure=PROCEDURE,
        options=(*pai_gow_options(_REGULATION), COMMISSION),
        cites=dict.fromkeys(CITED, _REGULATION),
    )
