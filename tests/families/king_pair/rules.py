"""King Pair 21: a side bet on blackjack that pays from a meter, which only the tests have."""

from pitbook.cards import KING, Cards, rank
from pitbook.families.blackjack.rules.base import BLACKJACK_OPTIONS, base_rules, base_wager
from pitbook.games.build import read_folder
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Wager

CITE = "rules of the tests"
KINGS, PAIR = 1, 2


def king_pair(player: Cards) -> int:
    """A pair, and a pair of kings among them."""
    if rank(player[0]) != rank(player[1]):
        return 0
    return KINGS | PAIR if rank(player[0]) == KING else PAIR


WAGER = Wager(
    slug="king-pair",
    name="King Pair",
    about="Wins when your first two cards are a pair.",
    groups=(Group("the player's first two cards", "player", 2),),
    outcomes=(
        Outcome("kings", "Pair of Kings", "two kings"),
        Outcome("pair", "Pair", "two cards of one rank"),
    ),
    rule=king_pair,
    suits="interchangeable",
    same_for_all=True,
    cite=CITE,
)


def build() -> Game:
    letter, wagers = read_folder(__file__, (WAGER,))
    return Game(
        slug="king-pair",
        name="King Pair 21",
        base="blackjack",
        family="blackjack",
        about="Blackjack with a progressive on pairs.",
        decks=(2, 6),
        default_decks=6,
        seats=7,
        wagers=(base_wager(CITE), *wagers),
        letter=letter,
        procedure=(ProcedureStep("Two cards face up to each player.", CITE),),
        options=BLACKJACK_OPTIONS,
        base_rules=base_rules,
    )
