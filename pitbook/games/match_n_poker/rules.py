"""Match-n-Poker Blackjack (letter 001): the bonus wager on the player's two cards and the dealer's up card."""

from pitbook.cards import ACE, KING, THREE, TWO, Cards, rank, suit
from pitbook.families.blackjack.rules.base import BLACKJACK_OPTIONS, base_rules, base_wager
from pitbook.games.build import read_folder
from pitbook.games.model import Game, Group, LabOnly, Option, Outcome, ProcedureStep, Wager

KING_ACE_DEUCE = Option(
    "king-ace-deuce",
    ("no", "yes"),
    "no",
    "whether K-A-2 counts as a straight, as well as A-2-3 and Q-K-A",
    "letter 001 names no order of straights; the printed frequencies hold without K-A-2",
    title="K-A-2 is a straight",
    lab_only=(
        LabOnly(
            "yes",
            "the printed hit frequencies of straights and house advantages hold only where K-A-2 is no straight",
            "letter 001, payout tables, Hit Freq and House Advantage",
        ),
    ),
)

OUTCOMES = (
    Outcome("suited_three_of_a_kind", "Suited 3 of a Kind", "three cards of one rank and one suit"),
    Outcome("straight_flush", "Straight Flush", "three consecutive ranks of one suit"),
    Outcome("three_of_a_kind", "3 of a Kind", "three cards of one rank"),
    Outcome("straight", "Straight", "three consecutive ranks; an ace is high or low"),
    Outcome("flush", "Flush", "three cards of one suit"),
    Outcome("match", "Match", "a player card of the rank of the dealer's up card"),
)
SUITED_TRIPS, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, MATCH = (1 << bit for bit in range(6))


def is_straight(low: int, middle: int, high: int, king_ace_deuce: int) -> bool:
    """Three ranks in rising order: consecutive, or A-2-3, or (only as an option) K-A-2."""
    if middle == low + 1 and high == middle + 1:
        return True
    if low == TWO and middle == THREE and high == ACE:
        return True
    return king_ace_deuce == 1 and low == TWO and middle == KING and high == ACE


def match_n_poker(player: Cards, up_card: Cards, king_ace_deuce: int) -> int:
    """Evaluates the player's first two cards and the dealer's up card (letter 001, rules of play)."""
    a, b, c = player[0], player[1], up_card[0]
    flush = suit(a) == suit(b) and suit(b) == suit(c)
    trips = rank(a) == rank(b) and rank(b) == rank(c)
    low = min(rank(a), rank(b), rank(c))
    high = max(rank(a), rank(b), rank(c))
    straight = is_straight(low, rank(a) + rank(b) + rank(c) - low - high, high, king_ace_deuce)
    lines = 0
    if flush:
        lines |= FLUSH
    if trips:
        lines |= TRIPS
    if straight:
        lines |= STRAIGHT
    if flush and trips:
        lines |= SUITED_TRIPS
    if flush and straight:
        lines |= STRAIGHT_FLUSH
    # A pair in the player's own hand that misses the up card is not a match.
    if rank(a) == rank(c) or rank(b) == rank(c):
        lines |= MATCH
    return lines


WAGER = Wager(
    slug="match-n-poker",
    name="Match-n-Poker",
    about="Wins when a card of yours has the rank of the dealer's up card, or when the three make a poker hand.",
    loss_words="{own} with the dealer's {dealer} make no match and no poker hand",
    groups=(
        Group("the player's first two cards", "player", 2),
        Group("the dealer's up card", "dealer", 1),
    ),
    outcomes=OUTCOMES,
    rule=match_n_poker,
    reads=(KING_ACE_DEUCE,),
    suits="interchangeable",
    cite="letter 001, rules and dealing procedures",
)

PROCEDURE = (
    ProcedureStep(
        "Every player makes the regular 21 wager and may add a Match-n-Poker wager.", "letter 001, paragraph 4"
    ),
    ProcedureStep(
        "Two cards face up to each player, two to the dealer, one of which is the up card.", "letter 001, paragraph 4"
    ),
    ProcedureStep(
        "The dealer settles all Match-n-Poker wagers first, from the dealer's right to left: losing wagers are taken, "
        "winners paid on their highest line only.",
        "letter 001, paragraph 4",
    ),
    ProcedureStep(
        "A winning wager is pushed to the player with its winnings, out of the way.", "letter 001, paragraph 4"
    ),
    ProcedureStep("Then the regular 21 game is played, its posted rules unchanged.", "letter 001, paragraphs 1 and 4"),
)


def build() -> Game:
    letter, wagers = read_folder(__file__, (WAGER,))
    return Game(
        slug="match-n-poker",
        name="Match-n-Poker Blackjack",
        base="blackjack",
        family="blackjack",
        about="Standard blackjack with one optional wager on the first three cards.",
        decks=(2, 4, 5, 6, 8),
        default_decks=6,
        seats=7,
        wagers=(base_wager("letter 001, paragraph 1"), *wagers),
        letter=letter,
        procedure=PROCEDURE,
        options=BLACKJACK_OPTIONS,
        base_rules=base_rules,
    )
