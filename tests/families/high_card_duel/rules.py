"""High Card Duel: a game that only the tests have, of a family that only the tests have."""

from pitbook.cards import ACE, Cards, rank, suit
from pitbook.games.build import read_folder
from pitbook.games.house_rules import ROUNDING
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Wager
from tests.families.duel.rules import base_wager

CITE = "rules of the tests"
RED_ACE, RED = 1, 2


def red_ace(card: Cards) -> int:
    """A red first card, and a red ace among them; diamonds and hearts are the suits 1 and 2."""
    if suit(card[0]) not in (1, 2):
        return 0
    return RED | RED_ACE if rank(card[0]) == ACE else RED


WAGER = Wager(
    slug="red-ace",
    name="Red Ace",
    about="Wins when your first card is red, and more when it is a red ace.",
    groups=(Group("the player's first card", "player", 1),),
    outcomes=(
        Outcome("red_ace", "Red Ace", "the first card is the ace of hearts or diamonds"),
        Outcome("red", "Red", "the first card is a heart or a diamond"),
    ),
    rule=red_ace,
    cite=CITE,
)
PROCEDURE = (
    ProcedureStep("One card face up to each player.", CITE),
    ProcedureStep("Red Ace wagers are settled.", CITE),
    ProcedureStep("Each player may swap the card once.", CITE),
    ProcedureStep("One card to the dealer; the higher rank wins.", CITE),
)


def build() -> Game:
    letter, wagers = read_folder(__file__, (WAGER,))
    return Game(
        slug="high-card-duel",
        name="High Card Duel",
        base="duel",
        family="duel",
        about="One card against the dealer's, with one swap.",
        decks=(1,),
        default_decks=1,
        seats=5,
        wagers=(base_wager(CITE), *wagers),
        letter=letter,
        procedure=PROCEDURE,
        options=(ROUNDING,),
    )
