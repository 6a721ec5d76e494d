"""Board Showdown: a game that only the tests have, with every kind of stake and card that no listed game uses yet."""

from pitbook.cards import ACE, Cards, rank
from pitbook.games.build import read_folder
from pitbook.games.house_rules import ROUNDING
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Wager
from tests.families.showdown.rules import base_wagers

CITE = "rules of the tests"
ACES, PAIR = 1, 2


def pocket_pair(cards: Cards) -> int:
    """Two cards of one rank, and two aces among them."""
    if rank(cards[0]) != rank(cards[1]):
        return 0
    return PAIR | ACES if rank(cards[0]) == ACE else PAIR


SIDE = Wager(
    slug="pocket-pair",
    name="Pocket Pair",
    about="Wins when your two cards are a pair.",
    groups=(Group("the player's cards", "player", 2),),
    outcomes=(
        Outcome("aces", "Aces", "both cards are aces"),
        Outcome("pair", "Pair", "both cards have the same rank"),
    ),
    rule=pocket_pair,
    alone=True,
    after_fold=True,
    cite=CITE,
)
PROCEDURE = (
    ProcedureStep("Two cards face down to each player and to the dealer.", CITE),
    ProcedureStep("Each player raises, checks or folds.", CITE),
    ProcedureStep("One card face up on the board.", CITE),
    ProcedureStep("Each player lets the Ride stand, takes it back, or moves it onto the Raise.", CITE),
    ProcedureStep("All hands are turned over; the higher hand of three cards wins.", CITE),
)


def build() -> Game:
    letter, wagers = read_folder(__file__, (SIDE,))
    return Game(
        slug="board-showdown",
        name="Board Showdown",
        base="showdown",
        family="showdown",
        about="Two cards and a board card against the dealer's, over two decisions.",
        decks=(1,),
        default_decks=1,
        seats=5,
        wagers=(*base_wagers(CITE), *wagers),
        letter=letter,
        procedure=PROCEDURE,
        options=(ROUNDING,),
    )
