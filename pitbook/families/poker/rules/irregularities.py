"""The rules for a misdeal and an exposed card, each with its source.

The reference of these games has no rule for either. Two texts on Three Card Poker were read: Indiana's, in full
(68 IAC 10-11-8), and section 31 of Queensland's, on the page that has it. They do not agree about exposed cards. Every
citation says which text it is, or that none was found, and that the house's own rules sheet decides.
"""

from typing import Final

from pitbook.games.model import Irregularity, listed

VOID: Final = "the round is void and every wager goes back to its player"
_SHEET: Final = "the house's own rules sheet prevails"
_MISDEAL: Final = "Indiana, 68 IAC 10-11-8(a)"
_EXPOSED: Final = (
    "Queensland, Casino Gaming Rule 2010, Three Card Poker, section 31, of a card exposed during the deal; "
    "Indiana, 68 IAC 10-11-8(b), discards the card and goes on"
)
NO_SOURCE: Final = f"no published rule was found; {_SHEET}"


def of_three_card_poker() -> tuple[Irregularity, ...]:
    """A misdeal and an exposed dealer card, by the rules of two states for this game."""
    return _both("A card of the dealer's", "{}")


def as_in_three_card_poker(face_up: int = 0) -> tuple[Irregularity, ...]:
    """The same for a game with the same deal, whose own rule sheet has no such rule; ``face_up`` dealer cards are
    turned up by its rules."""
    card = "A card of the dealer's" if not face_up else "A card of the dealer's that the rules keep face down"
    return _both(card, "no published rule for this game was found; for Three Card Poker: {}")


def _both(card: str, citation: str) -> tuple[Irregularity, ...]:
    return (
        Irregularity(
            "misdeal",
            "A player or the dealer has an incorrect number of cards.",
            VOID,
            f"{citation.format(_MISDEAL)}; {_SHEET}",
        ),
        Irregularity(
            "exposed-card",
            f"{card} was exposed during the deal or before all players have decided.",
            VOID,
            f"{citation.format(_EXPOSED)}; {_SHEET}",
        ),
    )


def misdeal(*whose: str) -> tuple[Irregularity, ...]:
    """A wrong number of cards where there are community cards. Whether an exposed card voids the round is left to the
    house."""
    hands = listed(("A player", *whose)).replace(" and ", " or ")
    return (Irregularity("misdeal", f"{hands} has an incorrect number of cards.", VOID, NO_SOURCE),)
