"""Million Dollar Match The Dealer (letter 000): five spots, one for each dealer card, and the Super Bonus."""

from collections.abc import Iterable
from dataclasses import replace

from pitbook.cards import Cards, rank
from pitbook.games.build import read_folder
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Together, Wager
from pitbook.pay import PayTable

# The printed lines of the individual wagers.
SUITED = Outcome("suited_match", "Suited Match", "a player card of the dealer card's rank and suit")
UNSUITED = Outcome("unsuited_match", "Unsuited Match", "a player card of the dealer card's rank in another suit")

MATCH_OUTCOMES = (
    Outcome(
        "two_suited_matches",
        "Two Suited Matches",
        "both player cards have the dealer card's rank and suit; each is paid",
        (SUITED.name, SUITED.name),
    ),
    Outcome(
        "suited_and_unsuited_match",
        "Suited and Unsuited Match",
        "both player cards have the dealer card's rank, one of them its suit too; each is paid",
        (SUITED.name, UNSUITED.name),
    ),
    Outcome(
        "two_unsuited_matches",
        "Two Unsuited Matches",
        "both player cards have the dealer card's rank in other suits; each is paid",
        (UNSUITED.name, UNSUITED.name),
    ),
    SUITED,
    UNSUITED,
)
TWO_SUITED, SUITED_AND_UNSUITED, TWO_UNSUITED, ONE_SUITED, ONE_UNSUITED = (1 << bit for bit in range(5))

BONUS_OUTCOMES = (
    Outcome("6_card_suited_match", "6-Card Suited Match", "your pair of one suit and four dealer cards just like it"),
    Outcome("5_card_suited_match", "5-Card Suited Match", "your pair of one suit and three dealer cards just like it"),
    Outcome("4_card_suited_match", "4-Card Suited Match", "your pair of one suit and two dealer cards just like it"),
    Outcome("any_6_card_match", "Any 6-Card Match", "your pair and four or all five dealer cards of its rank"),
    Outcome("any_5_card_match", "Any 5-Card Match", "your pair and three dealer cards of its rank"),
    Outcome("any_4_card_match", "Any 4-Card Match", "your pair and two dealer cards of its rank"),
)
SUITED_6, SUITED_5, SUITED_4, ANY_6, ANY_5, ANY_4 = (1 << bit for bit in range(6))


def rank_matches(player: Cards, dealer_card: int) -> int:
    """The number of the player's two cards that have the dealer card's rank."""
    return int(rank(player[0]) == rank(dealer_card)) + int(rank(player[1]) == rank(dealer_card))


def suited_matches(player: Cards, dealer_card: int) -> int:
    """The number of the player's two cards that have the dealer card's rank and suit: the same card of another deck."""
    return int(player[0] == dealer_card) + int(player[1] == dealer_card)


def matches_of(player: Cards, dealer_card: int) -> int:
    """The class of a dealer card for these wagers: how many of the player's cards it matches, and how many in suit."""
    return 3 * rank_matches(player, dealer_card) + suited_matches(player, dealer_card)


def match_spot(player: Cards, dealer_card: Cards) -> int:
    """Each matching player card is paid separately, suited or unsuited (letter 000, rule 3)."""
    suited = suited_matches(player, dealer_card[0])
    unsuited = rank_matches(player, dealer_card[0]) - suited
    if suited == 2:
        return TWO_SUITED
    if unsuited == 2:
        return TWO_UNSUITED
    if suited == 1:
        return SUITED_AND_UNSUITED if unsuited == 1 else ONE_SUITED
    return ONE_UNSUITED if unsuited == 1 else 0


def super_bonus(player: Cards, dealer: Cards) -> int:
    """Every line that both player cards make with any of the dealer's (letter 000, rule 4)."""
    # Both player cards must be used, so a dealer card counts only if both match it.
    of_rank = 2
    of_suit = 2
    for card in dealer:
        if rank_matches(player, card) == 2:
            of_rank += 1
        if suited_matches(player, card) == 2:
            of_suit += 1
    lines = 0
    if of_suit >= 6:
        lines |= SUITED_6
    if of_suit >= 5:
        lines |= SUITED_5
    if of_suit >= 4:
        lines |= SUITED_4
    if of_rank >= 6:
        lines |= ANY_6
    if of_rank >= 5:
        lines |= ANY_5
    if of_rank >= 4:
        lines |= ANY_4
    return lines


def five_spots(player: Cards, dealer: Cards) -> int:
    """All five spots and the Super Bonus in one code, which :func:`unpack` decodes.

    The wagers share their cards, so their joint result cannot be derived from each alone.
    """
    suited = 0
    matched = 0
    losing = 0
    mixed = 0
    for card in dealer:
        suited += suited_matches(player, card)
        matched += rank_matches(player, card)
        if rank_matches(player, card) == 0:
            losing += 1
        if rank_matches(player, card) == 2 and suited_matches(player, card) == 1:
            mixed += 1
    return pack(suited, matched - suited, losing, super_bonus(player, dealer), mixed)


def pack(suited: int, unsuited: int, losing: int, bonus: int, mixed: int = 0) -> int:
    """Bits 0 to 7 are the satisfied lines, as in any rule; the counts follow."""
    code = bonus << 2 | suited << 8 | unsuited << 12 | losing << 16 | mixed << 20
    if suited > 0:
        code |= 1
    if unsuited > 0:
        code |= 2
    return code


def unpack(code: int) -> tuple[int, int, int, int]:
    """Suited matches, unsuited matches and losing spots over all five, and the Super Bonus lines."""
    return code >> 8 & 15, code >> 12 & 15, code >> 16 & 15, code >> 2 & 63


def spots_by_outcome(code: int) -> tuple[int, int, int, int, int, int]:
    """The number of the five spots that end in each outcome of one spot, in their order, and the number that lose.

    If the player's cards are a pair, every dealer card of its rank matches twice. A pair of one suit never has one
    match in suit and one out of it.
    """
    suited, unsuited, losing, _ = unpack(code)
    mixed = code >> 20
    if suited + unsuited == 5 - losing:
        return 0, 0, 0, suited, unsuited, losing
    return (suited - mixed) // 2, mixed, (unsuited - mixed) // 2, 0, 0, losing


def bonus_lines(code: int) -> int:
    """The Super Bonus lines."""
    return unpack(code)[-1]


def joined(match: Iterable[PayTable], bonus: Iterable[PayTable]) -> Iterable[PayTable]:
    """Each Super Bonus table with the individual pays of its deck count before it."""
    by_decks = {decks: table for table in match for decks in table.decks}
    for table in bonus:
        for decks in table.decks:
            if spot := by_decks.get(decks):
                cite = "; ".join(part for part in (spot.cite, table.cite) if part)
                yield replace(table, wager=TOGETHER, decks=(decks,), lines=(*spot.lines, *table.lines), cite=cite)


TOGETHER = "five-spots"
PLAYER = Group("the player's two cards", "player", 2)
DEALER = Group("the dealer's five cards", "dealer", 5)

MATCH = Wager(
    slug="match",
    name="Match The Dealer",
    about="Wins when a card of yours has the rank of the dealer card that the spot names; each matching card is paid.",
    loss_words="{own} do not match the dealer's {dealer}",
    groups=(PLAYER, Group("the dealer's card of that spot", "dealer", 1)),
    outcomes=MATCH_OUTCOMES,
    rule=match_spot,
    suits="interchangeable",
    card_class=matches_of,
    spots=5,
    cite="letter 000, rules 1 and 3",
)
SUPER_BONUS = Wager(
    slug="super-bonus",
    footnotes=("Only the highest hand gets paid.", "Must use BOTH player cards + any of the dealer's cards."),
    name="Super Bonus",
    about="Comes with $5 or more on each of the five spots: your pair and two or more dealer cards of its rank win.",
    groups=(PLAYER, DEALER),
    outcomes=BONUS_OUTCOMES,
    rule=super_bonus,
    suits="interchangeable",
    card_class=matches_of,
    requires_all_of="match",
    cite="letter 000, rule 4",
)
FIVE_SPOTS = Wager(
    slug=TOGETHER,
    name="All Five Spots with Super Bonus",
    about="The same bet on each of the five spots, and the Super Bonus that comes with it.",
    groups=(PLAYER, DEALER),
    outcomes=(SUITED, UNSUITED, *BONUS_OUTCOMES),
    rule=five_spots,
    suits="interchangeable",
    card_class=matches_of,
    components=("match", "super-bonus"),
    together=Together(spots_by_outcome, bonus_lines, joined, ("suited", "unsuited"), "No match"),
    cite="letter 000, rules 1, 3 and 4",
)

PROCEDURE = (
    ProcedureStep(
        "Every betting player bets on at least one of the five spots, on several or on all; "
        "each spot names the dealer card of its number.",
        "letter 000, rule 1",
    ),
    ProcedureStep(
        "Two cards face up to each betting player, five face up to the dealer, "
        "placed in the areas of the 1st to the 5th card in the order drawn.",
        "letter 000, rule 2",
    ),
    ProcedureStep(
        "The dealer settles each spot against its own dealer card: every player card of that rank is paid, "
        "suited or unsuited; where neither matches, the wager loses.",
        "letter 000, rule 3",
    ),
    ProcedureStep(
        "A player with at least $5 on each of the five spots is paid the Super Bonus for a match that uses both player "
        "cards, on its highest line only and by the column that the lowest of the five bets reaches.",
        "letter 000, rule 4",
    ),
)


def build() -> Game:
    letter, (match, bonus, five) = read_folder(__file__, (MATCH, SUPER_BONUS, FIVE_SPOTS))
    five = replace(five, tables=tuple(joined(match.tables, bonus.tables)))
    return Game(
        slug="million-dollar-match-the-dealer",
        name="Million Dollar Match The Dealer",
        base="match the dealer",
        family="fixed_deal",
        about="Two player cards against five dealer cards: match any of them by rank, or several for the Super Bonus.",
        felt_words=("match a dealer card by rank", "$5 on all five brings the Super Bonus"),
        decks=(5, 6, 8),
        default_decks=6,
        seats=7,
        wagers=(match, bonus, five),
        letter=letter,
        procedure=PROCEDURE,
        cites={"deal": "letter 000, rule 2", "wagers": "letter 000, rule 3", "bonus": "letter 000, rule 4"},
    )
