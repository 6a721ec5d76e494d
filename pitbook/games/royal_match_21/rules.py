"""Royal Match 21 (letter 003): Royal Match and two progressives; a table may add one of the two.

Royal Match and Royal Match Progressive look at first cards only; Blazing 7's at the player's first three.
"""

from dataclasses import replace

from pitbook.cards import ACE, DIAMONDS, KING, NO_CARD, QUEEN, SEVEN, TWO, Cards, is_red, rank, suit
from pitbook.families.blackjack.rules.base import BLACKJACK_OPTIONS, base_rules, base_wager, check_player
from pitbook.games.build import read_folder
from pitbook.games.meter_wins import meter_order
from pitbook.games.model import ALL_USES, Game, Group, LabOnly, Option, Outcome, ProcedureStep, Wager
from pitbook.hands.blackjack import card_points, is_blackjack
from pitbook.money import dollars, parse_cents

ACE_DEUCE_STRAIGHT = Option(
    "ace-deuce-straight",
    ("no", "yes"),
    "yes",
    "whether A-2 of one suit is a two-card straight flush, as A-K is",
    "letter 003 names no order of ranks; the printed figures of RM-09 and the progressive hold with A-2",
    outcomes=("two_card_straight_flush",),
    title="A-2 suited is a straight flush",
    lab_only=(
        LabOnly(
            "no",
            "the printed house advantage of RM-09 and hit frequency of the progressive hold only where A-2 suited is a "
            "straight flush",
            "letter 003, Royal Match paytables, Paytable 9; Royal Match Progressive rule 3",
        ),
    ),
)
CROWN_TREASURE_OFFERED = Option(
    "crown-treasure",
    ("no", "yes"),
    "no",
    "whether the house offers the $1,000 Crown Treasure of tables RM-01 to RM-05, RM-08 and RM-09",
    "letter 003, Royal Match paytables 1-5, 8 and 9: optional",
    wagers=("royal-match",),
    uses=ALL_USES,
    title="Crown Treasure offered",
)
CAR_VALUE = Option(
    "car-value",
    (),
    "$38,000",
    "the value of the car of table RM-10",
    "letter 003, Royal Match paytable 10 prints no value",
    parse_cents,
    wagers=("royal-match",),
    uses=ALL_USES,
    title="Value of the car",
)
THIRD_SEVEN = Option(
    "third-seven",
    ("always dealt", "dealer blackjack ends the hand"),
    "always dealt",
    "whether 7-7 gets its third card even when the dealer has a blackjack",
    "letter 003, Blazing 7's Progressive rule 8 does not say; the order of the shoe stays the same",
    # A live table deals the third card by its blackjack rules; for a player the option changes only the expectation.
    uses=("count", "rounds", "settle", "simulate", "play"),
    title="Third card to 7-7",
)
BLAZING_FIXED_PAYS = Option(
    "blazing-fixed-pays",
    ("tray", "meter"),
    "tray",
    "the source of Blazing 7's fixed pays, which are not a percentage of the meter",
    "letter 003, Blazing 7's Progressive rule 13b",
    wagers=("blazing-7s",),
    uses=("run", "play"),
    title="Blazing 7's fixed pays come from",
    choice_words={"tray": "the chip tray", "meter": "the meter"},
)
METER_ORDER = meter_order(
    "letter 003, Appendix A and Blazing 7's Progressive rule 13c", "royal-match-progressive", "blazing-7s"
)
OPTIONS = (CROWN_TREASURE_OFFERED, CAR_VALUE, BLAZING_FIXED_PAYS, METER_ORDER)

ROYAL_MATCH_OUTCOMES = (
    Outcome("crown_treasure", "Crown Treasure", "player and dealer both have a Royal Match, in any suits"),
    Outcome("matching_royal_matches", "Matching Royal Matches", "player and dealer both have the K-Q of the same suit"),
    Outcome("royal_match", "Royal Match", "king and queen of one suit"),
    Outcome("suited_blackjack", "Suited Blackjack", "an ace with a ten, jack, queen or king of its suit"),
    Outcome("suited_pair", "Suited Pair", "two cards of one rank and one suit"),
    Outcome(
        "two_card_straight_flush", "Two Card Straight Flush", "consecutive ranks of one suit; an ace is high or low"
    ),
    Outcome("two_suited_cards", "Two Suited Cards", "two cards of one suit"),
)
CROWN_TREASURE, MATCHING, ROYAL_MATCH, SUITED_BLACKJACK, SUITED_PAIR, STRAIGHT_FLUSH, SUITED = (
    1 << bit for bit in range(7)
)

PROGRESSIVE_OUTCOMES = (
    Outcome(
        "double_royal_match_suited",
        "Double Royal Match Suited",
        "player and dealer both have the K-Q of the same suit",
    ),
    Outcome("double_royal_match", "Double Royal Match", "player and dealer both have a Royal Match"),
    Outcome("royal_match", "Royal Match", "king and queen of one suit"),
    Outcome("suited_blackjack", "Suited BJ", "an ace with a ten, jack, queen or king of its suit"),
    Outcome("two_card_straight_flush", "2-Card Straight Flush", "consecutive ranks of one suit; an ace is high or low"),
)
P_DOUBLE_SUITED, P_DOUBLE, P_ROYAL_MATCH, P_SUITED_BLACKJACK, P_STRAIGHT_FLUSH = (1 << bit for bit in range(5))

BLAZING_OUTCOMES = (
    Outcome("three_sevens_diamonds", "Three 7's - Diamonds", "three 7s of diamonds"),
    Outcome("three_sevens_suited", "Three 7's - Same Suit", "three 7s of one suit"),
    Outcome("three_sevens_same_color", "Three 7's - Same Color", "three red or three black 7s"),
    Outcome("three_sevens", "Three 7's", "7-7 in the first two cards and a 7 as the third"),
    Outcome("two_sevens", "First Two Cards - 7", "both of the first two cards are 7s"),
    Outcome("one_seven", "Either of the First Two Cards - 7", "a 7 among the first two cards"),
)
B_DIAMONDS, B_SUITED, B_SAME_COLOR, B_THREE, B_TWO, B_ONE = (1 << bit for bit in range(6))


def is_royal_match(a: int, b: int) -> bool:
    """King and queen of one suit (letter 003, Royal Match rule 2)."""
    return suit(a) == suit(b) and min(rank(a), rank(b)) == QUEEN and max(rank(a), rank(b)) == KING


def is_suited_blackjack(a: int, b: int) -> bool:
    """An ace and a ten-value card of one suit."""
    return suit(a) == suit(b) and is_blackjack(a, b)


def is_two_card_straight_flush(a: int, b: int, ace_deuce_straight: int) -> bool:
    """Consecutive ranks of one suit, A-K among them; A-2 too, unless the option says no."""
    low, high = min(rank(a), rank(b)), max(rank(a), rank(b))
    consecutive = high == low + 1 or (ace_deuce_straight == 1 and low == TWO and high == ACE)
    return suit(a) == suit(b) and consecutive


def royal_match(player: Cards, dealer: Cards, ace_deuce_straight: int) -> int:
    """Evaluates the first two cards (letter 003, Royal Match rules 2 and 5); the dealer's may be missing."""
    a, b = player[0], player[1]
    lines = 0
    if is_royal_match(a, b):
        lines |= ROYAL_MATCH
        if is_royal_match(dealer[0], dealer[1]):
            lines |= CROWN_TREASURE
            if suit(a) == suit(dealer[0]):
                lines |= MATCHING
    if is_suited_blackjack(a, b):
        lines |= SUITED_BLACKJACK
    if a == b:
        lines |= SUITED_PAIR
    if is_two_card_straight_flush(a, b, ace_deuce_straight):
        lines |= STRAIGHT_FLUSH
    if suit(a) == suit(b):
        lines |= SUITED
    return lines


def royal_match_progressive(player: Cards, dealer: Cards, ace_deuce_straight: int) -> int:
    """The percentage lines look at both hands, the others at the player's (Royal Match Progressive rule 2).

    It uses Royal Match's rule and renames its lines, so that the cards are evaluated in one place.
    """
    made = royal_match(player, dealer, ace_deuce_straight)
    lines = 0
    if made & MATCHING:
        lines |= P_DOUBLE_SUITED
    if made & CROWN_TREASURE:
        lines |= P_DOUBLE
    if made & ROYAL_MATCH:
        lines |= P_ROYAL_MATCH
    if made & SUITED_BLACKJACK:
        lines |= P_SUITED_BLACKJACK
    if made & STRAIGHT_FLUSH:
        lines |= P_STRAIGHT_FLUSH
    return lines


def crown_card(player: Cards, card: int) -> int:
    """The class of a dealer's card for these wagers: a king or queen of its suit, or neither."""
    return card if rank(card) == KING or rank(card) == QUEEN else NO_CARD


def blazing_sevens(player: Cards, third: Cards, dealer: Cards, third_seven: int) -> int:
    """The 7s among the first two cards, and the third card dealt to 7-7 (Blazing 7's Progressive rules 7 to 9).

    Where a dealer's blackjack ends the hand first (``third_seven`` is 1), 7-7 gets no third card.

    After a split the third card is the next one dealt to that player. Rule 10, that a bust card does not count, needs
    no code here: a third 7 makes 21, and no other third card changes a line.
    """
    a, b, c = player[0], player[1], third[0]
    lines = 0
    if rank(a) == SEVEN or rank(b) == SEVEN:
        lines |= B_ONE
    if rank(a) == SEVEN and rank(b) == SEVEN:
        lines |= B_TWO
        ended = third_seven == 1 and is_blackjack(dealer[0], dealer[1])
        if rank(c) == SEVEN and not ended:
            lines |= B_THREE
            if is_red(a) == is_red(b) and is_red(b) == is_red(c):
                lines |= B_SAME_COLOR
            if a == b and b == c:
                lines |= B_SUITED
                if suit(a) == DIAMONDS:
                    lines |= B_DIAMONDS
    return lines


def blackjack_card(player: Cards, third: Cards, card: int) -> int:
    """The class of a dealer's card for Blazing 7's: an ace, a ten-value card or neither."""
    if rank(card) == ACE:
        return 1
    return 2 if card_points(card) == 10 else 0


def blazing_card(card: int) -> int:
    """The class of any card for Blazing 7's: a 7 of its suit, an ace, a ten-value card or another."""
    return 3 + suit(card) if rank(card) == SEVEN else blackjack_card((), (), card)


FIRST_TWO = Group("the player's first two cards", "player", 2)
DEALER_FIRST_TWO = Group("the dealer's first two cards", "dealer", 2, optional=True)
DEALER_FOR_METER = replace(DEALER_FIRST_TWO, only_for=("double_royal_match_suited", "double_royal_match"))
DEALER_FOR_CROWN = replace(DEALER_FIRST_TWO, only_for=("crown_treasure", "matching_royal_matches"))

WAGERS = (
    Wager(
        slug="royal-match",
        name="Royal Match",
        about="Wins when your first two cards are of one suit, most for king and queen.",
        loss_words="{own} are not of one suit",
        groups=(FIRST_TWO, DEALER_FOR_CROWN),
        outcomes=ROYAL_MATCH_OUTCOMES,
        rule=royal_match,
        reads=(ACE_DEUCE_STRAIGHT,),
        suits="interchangeable",
        card_class=crown_card,
        envy_minimum=dollars(5),
        cite="letter 003, Royal Match rules 1 to 5",
    ),
    Wager(
        slug="royal-match-progressive",
        name="Royal Match Progressive",
        about="Wins on a suited run or blackjack or a Royal Match; from the meter if the dealer has a Royal Match too.",
        groups=(FIRST_TWO, DEALER_FOR_METER),
        outcomes=PROGRESSIVE_OUTCOMES,
        rule=royal_match_progressive,
        reads=(ACE_DEUCE_STRAIGHT,),
        suits="interchangeable",
        card_class=crown_card,
        lowest=dollars(1),
        highest=dollars(1),
        exclusive_group="progressive wager",
        cite="letter 003, Royal Match Progressive rule 1",
    ),
    Wager(
        slug="blazing-7s",
        name="Blazing 7's Progressive",
        about="Wins when a 7 is among your first two cards, more for two, and up to the whole meter for three.",
        loss_words="No 7 among {own}",
        groups=(
            FIRST_TWO,
            Group("the third card dealt to the player", "player", 1, start=2, optional=True),
            replace(DEALER_FIRST_TWO, only_if=(THIRD_SEVEN.name, THIRD_SEVEN.choices[1])),
        ),
        outcomes=BLAZING_OUTCOMES,
        rule=blazing_sevens,
        reads=(THIRD_SEVEN,),
        card_class=blackjack_card,
        card_kind=blazing_card,
        fixed_pays=BLAZING_FIXED_PAYS,
        lowest=dollars(1),
        highest=dollars(1),
        exclusive_group="progressive wager",
        check_deal=check_player,
        cite="letter 003, Blazing 7's Progressive rule 1",
    ),
)

_RM = "letter 003, Royal Match"
_RMP = "letter 003, Royal Match Progressive"
_BLAZING = "letter 003, Blazing 7's Progressive"

PROCEDURE = (
    ProcedureStep(
        "Every player makes the standard blackjack wager and may add a Royal Match wager and, where the table has "
        "one, a $1 progressive wager: on the sensor, which lights up.",
        f"{_RM} rule 3; {_RMP} rule 5; {_BLAZING} rules 2 and 4",
    ),
    ProcedureStep(
        "The dealer presses COIN IN on a keyed controller, START GAME on a card-swipe controller; the sensors light "
        "up under each progressive wager, and the dealer removes those wagers from the table.",
        f"{_RMP} rule 6 of both sheets; {_BLAZING} rule 5",
        for_dealer=True,
    ),
    ProcedureStep(
        "The dealer deals by the house's blackjack procedures, unchanged.",
        f"{_RM} rule 4; {_RMP} rule 7; {_BLAZING} rule 6",
    ),
    ProcedureStep(
        "Once players have two cards, the dealer settles Royal Match: two suited cards win by the pay table, all "
        "others lose.",
        f"{_RM} rule 5",
    ),
    ProcedureStep(
        "Royal Match Progressive: two-card straight flushes and suited blackjacks are paid when the standard wagers "
        "are settled, and so is a Royal Match when the dealer's up card is no king or queen.",
        f"{_RMP} rule 8 of both sheets",
        wagers=("royal-match-progressive",),
    ),
    ProcedureStep(
        "Royal Match Progressive: against a king or queen up, a player's Royal Match waits for the hole card. It is a "
        "meter win only if the dealer has a Royal Match too.",
        f"{_RMP} rule 8, card-swipe sheet",
        wagers=("royal-match-progressive",),
    ),
    ProcedureStep(
        "Blazing 7's: a third 7 counts when the first two cards are 7s and the player hits. After a split the wager "
        "stands on the two 7s and the third card dealt to that player.",
        f"{_BLAZING} rules 8 and 9",
        wagers=("blazing-7s",),
    ),
    ProcedureStep(
        "Blazing 7's: when a player busts, the bust card does not count; the dealer takes the main wager first, pays "
        "the progressive wager, picks up the cards and deals on.",
        f"{_BLAZING} rule 10",
        wagers=("blazing-7s",),
    ),
    ProcedureStep(
        "Blazing 7's: after the dealer's hand, from right to left, the main wager is paid or taken first, then the "
        "progressive wager is paid.",
        f"{_BLAZING} rule 11",
        wagers=("blazing-7s",),
    ),
    ProcedureStep(
        "Percentage pays come from the meter. Fixed pays come from the tray; for Blazing 7's from tray or meter, as "
        "the casino requires.",
        f"{_RMP} rules 9a and 9b, card-swipe sheet; {_BLAZING} rules 13a and 13b",
        for_dealer=True,
    ),
    ProcedureStep(
        "Several meter wins in one round: the player farthest on the dealer's right is paid first, then counter-"
        "clockwise, unless the casino's internal controls say otherwise.",
        f"letter 003, Appendix A; {_BLAZING} rule 13c",
        wagers=("royal-match-progressive", "blazing-7s"),
    ),
    ProcedureStep(
        "For a meter win the dealer presses the hand button, on the card-swipe Royal Match sheet after selecting the "
        "player's spot, and calls a supervisor. A button pressed by accident is turned off by pressing it again.",
        f"{_RMP} rules 9c and 9d, keyed sheet, and 9d and 9e, card-swipe sheet; {_BLAZING} rules 13d and 13e",
        for_dealer=True,
    ),
    ProcedureStep(
        "Keyed controller: once the win is verified, the supervisor turns the key to JPH and presses J-pot, which "
        "records the win; turning it back to Run adjusts the meter.",
        f"{_RMP} rules 9e and 9f, keyed sheet",
        for_dealer=True,
    ),
    ProcedureStep(
        "Card-swipe controller: once the win is verified, the supervisor presses confirm and a supervisor or executive "
        "card, by the level of the jackpot, is swiped, which records the win and adjusts the meter.",
        f"{_RMP} rule 9f, card-swipe sheet; {_BLAZING} rule 13e.a",
        for_dealer=True,
    ),
    ProcedureStep(
        "The prize is paid by house procedures; Game Manager shows the amount and prints a win page.",
        f"{_RMP} rule 9e, keyed sheet, and 9f, card-swipe sheet; {_BLAZING} rule 13e.a",
        for_dealer=True,
    ),
    ProcedureStep(
        "A win that has been recorded is backed out only by manual adjustment in Game Manager.",
        f"{_RMP} rule 9h of both sheets; {_BLAZING} rule 13e.c",
        for_dealer=True,
    ),
    ProcedureStep(
        "When all is settled the dealer presses Game Over on a keyed controller, END GAME on a card-swipe controller.",
        f"{_RMP} rule 9g of both sheets; {_BLAZING} rules 12 and 13e.b",
        for_dealer=True,
    ),
)


def build() -> Game:
    letter, wagers = read_folder(__file__, WAGERS)
    return Game(
        slug="royal-match-21",
        name="Royal Match 21",
        base="blackjack",
        family="blackjack",
        about="Standard blackjack with a wager on two suited cards and, as an option, one of two progressives.",
        decks=(1, 2, 4, 5, 6, 8),
        default_decks=6,
        seats=7,
        wagers=(base_wager("letter 003, Royal Match, first paragraph"), *wagers),
        letter=letter,
        procedure=PROCEDURE,
        options=(*BLACKJACK_OPTIONS, *OPTIONS),
        default_tables={"royal-match": "RM-04"},
        base_rules=base_rules,
    )
