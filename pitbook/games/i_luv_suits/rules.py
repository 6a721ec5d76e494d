"""I Luv Suits Poker: the longest flush in seven cards against the dealer's; longer flushes may raise more.

The rules are public; no letter encloses them. Catalogue entry 36.
"""

from dataclasses import replace
from functools import cache

from pitbook.cards import NINE, Cards
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.flush_length import (
    describe_flush,
    flush_length,
    flush_value,
    longest_flush,
    longest_straight_flush,
    suit_value,
)
from pitbook.families.poker.rules.irregularities import as_in_three_card_poker
from pitbook.families.poker.rules.model import DEALER_QUALIFIES, FOLD, PokerRules, Street, StreetChoice
from pitbook.families.poker.rules.wagers import ante, dealer_out, play, ties, wins
from pitbook.games.i_luv_suits.published import PUBLISHED
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Wager
from pitbook.hands.poker import value_of

_RULES = "public rules"

NINE_HIGH = value_of(3, 0, 1 << NINE)
"""Below every three-card flush with a nine or a higher card, and above all others."""
FIVE_CARDS, SIX_CARDS = 1, 2


def lines(value: int) -> int:
    """The lengths from which on larger raises are allowed."""
    length = flush_length(value)
    return (FIVE_CARDS if length >= 5 else 0) | (SIX_CARDS if length >= 6 else 0)


ANTE = ante(
    _RULES,
    "Wins even money when your flush beats a dealer with a three-card flush, nine high, or better, or the dealer has "
    "less.",
    dealer_out("1 to 1"),
    wins(),
    ties(),
)
PLAY = play(
    _RULES,
    "As much as the Ante; up to twice with a flush of five cards and three times with six or seven. Returned when the "
    "dealer does not qualify.",
    dealer_out("push"),
    wins(),
    ties(),
)


def flush_rush(cards: Cards) -> int:
    """The lengths that the longest flush reaches, from seven cards down to four."""
    length = longest_flush(cards)
    return (length >= 7) | (length >= 6) << 1 | (length >= 5) << 2 | (length >= 4) << 3


def super_flush_rush(cards: Cards) -> int:
    """The lengths that the longest straight flush reaches, from seven cards down to three."""
    length = longest_straight_flush(cards)
    return (length >= 7) | (length >= 6) << 1 | (length >= 5) << 2 | (length >= 4) << 3 | (length >= 3) << 4


_COUNTS = ("seven", "six", "five", "four", "three")
FLUSH_RUSH = Wager(
    slug="flush-rush",
    name="Flush Rush",
    about="Wins when your seven cards hold four or more of one suit, also when you have folded.",
    groups=(Group("the player's seven cards", "player", 7),),
    outcomes=tuple(
        Outcome(f"{count}_card_flush", f"{count.title()}-Card Flush", f"{count} cards of one suit")
        for count in _COUNTS[:4]
    ),
    rule=flush_rush,
    suits="interchangeable",
    after_fold=True,
    cite=_RULES,
)
SUPER_FLUSH_RUSH = replace(
    FLUSH_RUSH,
    slug="super-flush-rush",
    name="Super Flush Rush",
    about="Wins when your seven cards hold three or more consecutive ranks of one suit, also when you have folded.",
    outcomes=tuple(
        Outcome(
            f"{count}_card_straight_flush",
            f"{count.title()}-Card Straight Flush",
            f"{count} consecutive ranks of one suit; an ace is high or low",
        )
        for count in _COUNTS
    ),
    rule=super_flush_rush,
)

PROCEDURE = (
    ProcedureStep("Every player bets the Ante and may add Flush Rush and Super Flush Rush.", _RULES),
    ProcedureStep("Seven cards face down to each player and to the dealer, from one deck of 52.", _RULES),
    ProcedureStep(
        "Each player finds the longest flush and folds, which gives up the Ante, or bets a Play: as much as the Ante "
        "with any hand, up to twice with a flush of five cards, up to three times with six or seven.",
        _RULES,
    ),
    ProcedureStep(
        "The dealer turns the dealer's hand over. Without a three-card flush, nine high, it does not qualify: the Ante "
        "is paid even money and the Play is returned.",
        _RULES,
    ),
    ProcedureStep(
        "Otherwise the longer flush wins Ante and Play at even money; of equal length the higher ranks decide, from "
        "the top. Equal hands push.",
        _RULES,
    ),
    ProcedureStep(
        "Flush Rush and Super Flush Rush are settled by their pay tables, also after a fold.",
        _RULES,
        wagers=("flush-rush", "super-flush-rush"),
    ),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="i-luv-suits",
            name="I Luv Suits Poker",
            about="The longest flush in seven cards against the dealer's: fold, or bet up to three times the Ante.",
            own=7,
            dealer=7,
            value=flush_value,
            suit_value=suit_value,
            lines=lines,
            describe=describe_flush,
            qualifies=NINE_HIGH,
            qualifies_words="a three-card flush, nine high, or better",
            hand_words={FIVE_CARDS: "a flush of five cards or more", SIX_CARDS: "a flush of six cards or more"},
            stakes=(ANTE, PLAY),
            streets=(
                Street(
                    "play",
                    "play",
                    (
                        FOLD,
                        StreetChoice("1x", 1),
                        StreetChoice("2x", 2, hands=FIVE_CARDS),
                        StreetChoice("3x", 3, hands=SIX_CARDS),
                    ),
                ),
            ),
            bonuses=(FLUSH_RUSH, SUPER_FLUSH_RUSH),
            options=(DEALER_QUALIFIES,),
            seats=6,
            irregularities=as_in_three_card_poker(),
            procedure=PROCEDURE,
            entries=(36,),
            published=PUBLISHED,
            sources=(
                "https://wizardofodds.com/games/i-luv-suits-poker/",
                "https://wizardofodds.com/games/high-card-flush/",
                "58 Pa. Code ch. 678a (High Card Flush, the same base game)",
                "https://fortunerenton.com/gaming/high-card-flush",
            ),
            missing=(
                "the dual progressives: neither rules nor pay tables are published",
                "Cover All: its pay scale depends on the number of hands, and no pay table is published",
            ),
        ),
    )


def build() -> Game:
    return game_of(rules())
