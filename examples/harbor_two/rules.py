"""Harbor Two: two cards against the dealer's two, with one decision: fold, or play. An invented game.

A pair beats two cards of one suit, and these beat everything else. The dealer plays with ten high or better.
"""

from functools import cache

from pitbook.cards import RANK_NAMES, RANKS, TEN, Cards, rank, suit
from pitbook.families.poker.rules.compose import game_of, read_tables
from pitbook.families.poker.rules.model import FOLD, PokerRules, Street, StreetChoice
from pitbook.families.poker.rules.wagers import ante, dealer_out, play, ties, wins
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Wager
from pitbook.hands.poker import class_of, kickers_of, main_of, value_of

CITE = "house rules of Harbor Two"
HIGH_CARD, SUITED, PAIR = range(3)
"""The classes of hands, the lowest first."""
PAIR_LINE, SUITED_LINE = 1, 2
"""The lines that pay tables name, one bit each."""


def two_card_value(cards: Cards) -> int:
    """What two cards are worth: one number, the higher the better."""
    ranks = (1 << rank(cards[0])) | (1 << rank(cards[1]))
    if rank(cards[0]) == rank(cards[1]):
        return value_of(PAIR, ranks, 0)
    if suit(cards[0]) == suit(cards[1]):
        return value_of(SUITED, 0, ranks)
    return value_of(HIGH_CARD, 0, ranks)


def two_card_lines(value: int) -> int:
    """Every line that a value satisfies."""
    if class_of(value) == PAIR:
        return PAIR_LINE
    return SUITED_LINE if class_of(value) == SUITED else 0


def describe_two(value: int) -> str:
    """A value in words, without an article; charts and hints use them, so they name the ranks."""
    if class_of(value) == PAIR:
        name = RANK_NAMES[main_of(value).bit_length() - 1]
        return f"pair of {name}{'es' if name == 'six' else 's'}"
    ranks = [RANKS[each] for each in range(12, -1, -1) if kickers_of(value) >> each & 1]
    return f"{'-'.join(ranks)}{' suited' if class_of(value) == SUITED else ''}"


def harbor_bonus(player: Cards) -> int:
    """The lines of the bonus, which looks at the player's cards alone."""
    return two_card_lines(two_card_value(player))


TEN_HIGH = value_of(HIGH_CARD, 0, 1 << TEN)
"""Below every ten-high hand and above every nine-high one."""
ANTE = ante(CITE, "Wins even money against a lower hand, or when the dealer has less than ten high.",
            dealer_out("1 to 1"), wins(), ties())  # fmt: skip
PLAY = play(CITE, "Equal to the Ante, made after you have seen your cards.", dealer_out("push"), wins(), ties())
BONUS = Wager(
    slug="harbor-bonus",
    name="Harbor Bonus",
    about="Wins when your two cards are a pair or of one suit.",
    groups=(Group("the player's two cards", "player", 2),),
    outcomes=(
        Outcome("pair", "Pair", "two cards of one rank"),
        Outcome("suited", "Suited", "two cards of one suit"),
    ),
    rule=harbor_bonus,
    suits="interchangeable",
    after_fold=True,
    cite=CITE,
)
PROCEDURE = (
    ProcedureStep("Before the deal a player bets the Ante, and may add the Harbor Bonus.", CITE),
    ProcedureStep("Two cards face down to each player and to the dealer, from one deck of 52.", CITE),
    ProcedureStep("Each player looks and folds, which gives up the Ante, or bets a Play equal to it.", CITE),
    ProcedureStep("The dealer turns the cards over. With less than ten high the Ante wins and the Play pushes.", CITE),
    ProcedureStep("Otherwise the higher hand wins Ante and Play at even money; equal hands push.", CITE),
)


@cache
def rules() -> PokerRules:
    """The statement of the game, with the pay tables of the file beside this one."""
    return read_tables(
        __file__,
        PokerRules(
            slug="harbor-two",
            name="Harbor Two",
            about="Two cards each: fold, or play against a dealer who needs ten high.",
            own=2,
            dealer=2,
            value=two_card_value,
            lines=two_card_lines,
            describe=describe_two,
            qualifies=TEN_HIGH,
            qualifies_words="ten high or better",
            stakes=(ANTE, PLAY),
            streets=(Street("play", "play", (FOLD, StreetChoice("1x", 1))),),
            bonuses=(BONUS,),
            procedure=PROCEDURE,
        ),
    )


def build() -> Game:
    return game_of(rules())
