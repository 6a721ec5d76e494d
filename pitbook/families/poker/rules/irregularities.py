"""What a table does after a misdeal or an exposed dealer card, for games whose rule sheets do not say.

Three Card Poker has published rules for both. The other games against a dealer are dealt in the same way, and the usual
practice is the same: the round is void. The house's own rules sheet may say otherwise.
"""

from typing import Final

from pitbook.games.model import Irregularity

MISDEAL_SOURCE: Final = "68 IAC 10-11-8(a)"
EXPOSED_SOURCE: Final = "Queensland Casino Gaming Rule 2010, Three Card Poker, section 31"
_VOID: Final = "the round is void and every wager goes back to its player"


def as_in_three_card_poker(face_up: int = 0) -> tuple[Irregularity, ...]:
    """A misdeal and an exposed dealer card, beside the cards that the rules turn face up."""
    usual = "usual practice, stated for Three Card Poker by"
    card = "A card of the dealer's" if not face_up else "A card of the dealer's that the rules keep face down"
    return (
        Irregularity(
            "misdeal",
            "A player or the dealer has an incorrect number of cards.",
            _VOID,
            f"{usual} {MISDEAL_SOURCE}",
        ),
        Irregularity(
            "exposed-card",
            f"{card} was exposed during the deal or before all players have decided.",
            _VOID,
            f"{usual} {EXPOSED_SOURCE}",
        ),
    )
