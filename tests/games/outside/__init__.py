"""A side bet from outside Pitbook, once with published rules and once with none: no letter, colours or examples."""

from pitbook.cards import Cards, suit
from pitbook.families.blackjack.rules.base import BLACKJACK_OPTIONS, base_rules, base_wager
from pitbook.games.letter import Letter
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Wager
from pitbook.pay import PayLine, PayTable, parse_pay

CITE = "rules of the house that made it"


def one_suit(player: Cards) -> int:
    """Two cards of one suit."""
    return int(suit(player[0]) == suit(player[1]))


ONE_SUIT = Wager(
    slug="one-suit",
    name="One Suit",
    about="Wins when your first two cards are of one suit.",
    groups=(Group("the player's first two cards", "player", 2),),
    outcomes=(Outcome("one_suit", "One Suit", "two cards of one suit"),),
    rule=one_suit,
    tables=(PayTable("A", "one-suit", (1, 6), (PayLine("one_suit", "One Suit", parse_pay("3 to 1")),)),),
    suits="interchangeable",
    cite=CITE,
)


def made(slug: str, letter: Letter) -> Game:
    return Game(
        slug=slug,
        name="One Suit Blackjack",
        base="blackjack",
        family="blackjack",
        about="Blackjack with a wager on two suited cards.",
        decks=(1, 6),
        default_decks=6,
        seats=5,
        wagers=(base_wager(CITE), ONE_SUIT),
        letter=letter,
        procedure=(ProcedureStep("One Suit is settled before the hands are played.", CITE, wagers=("one-suit",)),),
        options=BLACKJACK_OPTIONS,
        base_rules=base_rules,
    )
