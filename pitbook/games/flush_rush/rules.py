"""Flush Rush: four cards, two more and a last one; the longest flush or straight flush is paid by a table.

The rules are public; no letter encloses them. Catalogue entry 25.
"""

from functools import cache

from pitbook.cards import Cards
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.flush_length import CARDS, longest_run, ranks_in_suit
from pitbook.families.poker.rules.irregularities import misdeal
from pitbook.families.poker.rules.model import FOLD, OutcomeCondition, PokerRules, Stake, Street, StreetChoice
from pitbook.families.poker.rules.wagers import paid_by_hand
from pitbook.games.flush_rush.chart import CHART, NOVICE, NOVICE_WORDS, SIMPLER
from pitbook.games.flush_rush.published import PUBLISHED
from pitbook.games.model import Game, Outcome, ProcedureStep
from pitbook.hands.poker import class_of, count_ones, main_of, value_of

_RULES = "public rules"
SHORTEST = 4
"""The fewest cards of one suit that win."""

_COUNTS = ("seven", "six", "five", "four")
OUTCOMES = (
    *(
        Outcome(
            f"{count}_card_straight_flush",
            f"{count.title()}-Card Straight Flush",
            f"{count} consecutive ranks of one suit; an ace is high or low",
        )
        for count in _COUNTS
    ),
    *(Outcome(f"{count}_card_flush", f"{count.title()}-Card Flush", f"{count} cards of one suit") for count in _COUNTS),
)
"""A hand may satisfy several; the pay table pays the best."""
ANY_FLUSH = 1 << len(OUTCOMES) - 1
FLUSH = Outcome("flush", "Four Cards of One Suit", "four or more cards of one suit")


def suit_value(ranks: int) -> int:
    """The number of cards, then the longest run of those that count."""
    length, run = count_ones(ranks), longest_run(ranks)
    return value_of(length, run if run >= SHORTEST else 0, 0)


def value(cards: Cards) -> int:
    """The value of the longest suit; among seven cards only one suit can have four."""
    best = 0
    for suit in range(4):
        best = max(best, suit_value(ranks_in_suit(cards, suit)))
    return best


def lines(value: int) -> int:
    """Every straight flush and every flush that a value holds."""
    found = 0
    for bit in range(4):
        found |= (main_of(value) >= 7 - bit) << bit | (class_of(value) >= 7 - bit) << 4 + bit
    return found


def describe(value: int) -> str:
    """``five-card flush with a four-card straight flush``; less than what wins is ``three of one suit``."""
    length, run = class_of(value), main_of(value)
    if length < SHORTEST:
        return f"{('none', 'one', 'two', 'three')[length]} of {'each' if length == 1 else 'one'} suit"
    if run == length:
        return f"{CARDS[run]} straight flush"
    return f"{CARDS[length]} flush with a {CARDS[run]} straight flush" if run else f"{CARDS[length]} flush"


ANTE = Stake(
    "ante",
    "Ante",
    "Paid by the table on the longest flush or straight flush in your seven cards, whichever pays more.",
    paid_by_hand(OUTCOMES),
    1,
    cite=_RULES,
)


def _play(number: int, when: str) -> Stake:
    about = f"Equal to the Ante, bet {when}; wins even money with four or more cards of one suit."
    return Stake(
        f"play-{number}",
        f"Play {number}",
        about,
        (OutcomeCondition(FLUSH, hands=ANY_FLUSH, pay="1 to 1"),),
        cite=_RULES,
    )


PLAYS = (_play(1, "with four cards to see two more"), _play(2, "with six cards to see the last one"))
CHOICES = (FOLD, StreetChoice("1x", 1))

PROCEDURE = (
    ProcedureStep("Every player bets the Ante.", _RULES),
    ProcedureStep("Four cards face down to each player, from one deck of 52. The dealer takes no hand.", _RULES),
    ProcedureStep("Each player folds, which gives up the Ante, or bets Play 1, equal to it.", _RULES),
    ProcedureStep("Two more cards face down to each player who is in.", _RULES),
    ProcedureStep("Each of them folds, which gives up the Ante and Play 1, or bets Play 2, equal to the Ante.", _RULES),
    ProcedureStep("A last card to each player who is in, and the hands are turned over.", _RULES),
    ProcedureStep(
        "With four or more cards of one suit the Ante is paid by the table, on the flush or the straight flush, "
        "whichever pays more, and each Play wins even money. All three lose otherwise.",
        _RULES,
    ),
)


@cache
def rules() -> PokerRules:
    """The game with its pay tables."""
    return read_tables(
        __file__,
        PokerRules(
            slug="flush-rush",
            name="Flush Rush",
            about="Four cards, then two, then one: pay to stay, and win with four or more cards of one suit.",
            own=7,
            value=value,
            suit_value=suit_value,
            lines=lines,
            describe=describe,
            stakes=(ANTE, *PLAYS),
            streets=(
                Street("play-1", "play-1", CHOICES, own=4),
                Street("play-2", "play-2", CHOICES, own=6),
            ),
            irregularities=misdeal(),
            procedure=PROCEDURE,
            chart=CHART,
            simpler=SIMPLER,
            novice=NOVICE,
            novice_words=NOVICE_WORDS,
            entries=(25,),
            published=PUBLISHED,
            sources=("https://wizardofodds.com/games/flush-rush/",),
            missing=("All or Nothing, the optional wager on the first four cards: no pay table is published",),
        ),
    )


def build() -> Game:
    return game_of(rules())
