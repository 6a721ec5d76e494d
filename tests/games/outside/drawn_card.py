"""A game without decisions and without anything shown: one card each, and the higher one wins."""

from pitbook.cards import Cards, rank
from pitbook.games.letter import Letter
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Wager
from pitbook.pay import PayLine, PayTable, parse_pay
from tests.games.outside import CITE


def higher(player: Cards, dealer: Cards) -> int:
    """The player's card ranks above the dealer's."""
    return int(rank(player[0]) > rank(dealer[0]))


HIGHER = Wager(
    slug="higher",
    name="Higher Card",
    about="Wins when your card ranks above the dealer's.",
    groups=(Group("the player's card", "player", 1), Group("the dealer's card", "dealer", 1)),
    outcomes=(Outcome("higher", "Higher Card", "your card ranks above the dealer's"),),
    rule=higher,
    tables=(PayTable("A", "higher", (6,), (PayLine("higher", "Higher Card", parse_pay("1 to 1")),)),),
    suits="interchangeable",
    cite=CITE,
)


def build() -> Game:
    return Game(
        slug="drawn-card",
        name="Drawn Card",
        base="drawn card",
        family="fixed_deal",
        about="One card to you and one to the dealer: the higher one wins.",
        decks=(6,),
        default_decks=6,
        seats=7,
        wagers=(HIGHER,),
        letter=Letter(subject="Drawn Card"),
        procedure=(ProcedureStep("One card to each player and one to the dealer.", CITE),),
    )
