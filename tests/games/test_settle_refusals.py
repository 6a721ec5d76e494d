"""Rounds that are refused, each with a sentence that names the fault and what is allowed."""

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import BadInput, NotApproved
from pitbook.games import game
from pitbook.games.settle import Bet, Layout, Seat, lay_out, settle
from pitbook.money import Cents
from tests.games.round_lines import settlements

MATCH, POKER = "million-dollar-match-the-dealer", "match-n-poker"
RICHES, ROYAL, EZ = "royal-riches-pai-gow", "royal-match-21", "ez-pai-gow"
SEVEN, OTHER = "As Kd 7h 7c 5d 3d 2s", "Ah Ks Qd 9c 8d 4s 3h"


@pytest.mark.parametrize(
    ("slug", "line", "sentence"),
    [
        # Cards beyond the shoe, at one seat, across seats and at the dealer's.
        (ROYAL, "decks 1; bet royal-match=5; player Ks Ks", "Ks occurs twice, but the shoe holds it once"),
        (
            ROYAL,
            "decks 2; bet royal-match=5; player Ks Ks; dealer Ks",
            "Ks occurs 3 times, but the shoe holds it twice",
        ),
        (ROYAL, "decks 1; bet royal-match=5; player Ks 2s; player Ks 3s", "Ks occurs twice"),
        (
            MATCH,
            "bet match-1=5; player 8s 8s; dealer 8s 8s 8s 8s 8s",
            "8s occurs 7 times, but the shoe holds it 6 times",
        ),
        (ROYAL, "bet royal-match=5; player Ks Jk", "Jk occurs once, but the shoe holds it not at all"),
        (EZ, "bet dynasty=5; player Jk Jk 7h 7c 5d 3d 2s", "Jk occurs twice, but the shoe holds it once"),
        # A line that the pay table does not have cannot be offered.
        (
            ROYAL,
            "table royal-match=RM-11; option crown-treasure=yes; bet royal-match=5; player Ks Qs",
            "option crown-treasure=yes: pay table RM-11 has no Crown Treasure",
        ),
        # Too few and too many cards.
        (ROYAL, "bet royal-match=5; player Ks", "looks at the player's first two cards (2), but 1 given"),
        (POKER, "bet match-n-poker=5; player Ks Qs", "looks at the dealer's up card (1), but 0 given"),
        (MATCH, "bet match-1=5; player 8s; dealer 8s", "looks at the player's two cards (2), but 1 given"),
        (
            MATCH,
            "bet match-4=5; player 8s 8h; dealer 2c 3c 4c",
            "looks at the dealer's card of that spot (1), but 0 given",
        ),
        (MATCH, "bet match-1=5; player 8s 8h 8d; dealer 8s", "deals 2 cards to seat 1, not 3"),
        (MATCH, "bet 2:match-1=5; player; player 8s 8h 8d; dealer 8s", "deals 2 cards to seat 2, not 3"),
        (MATCH, "bet match-1=5; player 8s 8h; dealer 2c 3c 4c 5c 6c 7c", "deals 5 cards to the dealer, not 6"),
        (EZ, "bet dynasty=5; player As Kd", "pai gow hand has seven cards, not 2"),
        (EZ, f"bet dynasty=5; player {SEVEN} Jk", "pai gow hand has seven cards, not 8"),
        (EZ, f"bet dynasty=5; player {SEVEN}; dealer Ah", "the dealer's pai gow hand has seven cards, not 1"),
        (EZ, f"bet base=5; player {SEVEN}", "give the dealer's seven cards"),
        (RICHES, f"bet dealer-pai-gow=5; player {SEVEN}", "give the dealer's seven cards"),
        # Wagers, spots and choices.
        (ROYAL, "bet royal=5; player Ks Qs", "royal-match-21 has no wager 'royal': it has base, royal-match,"),
        (MATCH, "bet base=5; player 8s 8h; dealer 8s", "has no wager 'base': it has match, super-bonus and five-spots"),
        (MATCH, "bet match=5; player 8s 8h; dealer 8s", "match has no spot 0: it has 5"),
        (MATCH, "bet match-6=5; player 8s 8h; dealer 8s", "match has no spot 6: it has 5"),
        (MATCH, "bet super-bonus=5; player 8s 8h; dealer 8s", "comes with a bet on every match spot"),
        (
            MATCH,
            "bet match-1=5; bet match-1=5; player 8s 8h; dealer 8s",
            "seat 1 bets twice on match-1: give one amount",
        ),
        (ROYAL, "bet royal-match=5; bet royal-match=6; player Ks Qs", "seat 1 bets twice on royal-match"),
        (EZ, f"bet red-black=5; player {SEVEN}", "red-black needs a color: red or black"),
        (EZ, f"bet red-black=5:green; player {SEVEN}", "option color='green' is not known: allowed are red, black"),
        (EZ, f"bet dynasty=5:red; player {SEVEN}", "dynasty has nothing to choose, but 'red' was given"),
        # Amounts.
        (ROYAL, "bet royal-match=0; player Ks Qs", "seat 1 bets nothing on royal-match: a bet is at least one cent"),
        (ROYAL, "bet royal-match-progressive=0.99; player Ks Qs", "royal-match-progressive is exactly $1, not $0.99"),
        (ROYAL, "bet blazing-7s=2; player Ks Qs", "blazing-7s is exactly $1, not $2"),
        (RICHES, f"bet jackpot=0.50; player {SEVEN}", "jackpot is $1 to $20, not $0.50 (letter 002"),
        (RICHES, f"bet jackpot=20.01; player {SEVEN}", "jackpot is $1 to $20, not $20.01"),
        (RICHES, f"bet jackpot=1; bet 2:jackpot=5; player {SEVEN}; player {OTHER}", "one fixed amount for all players"),
        # Seats.
        (ROYAL, "decks 8; bet royal-match=5" + "; player Ks Qs" * 8, "is played by 1 to 7 seats, not 8"),
        # Blackjack hands that could not end like this under the rules.
        (ROYAL, "bet base=5; player Ks Qs 2h 2d; dealer Th 9h", "continues after a bust"),
        (ROYAL, "bet blazing-7s=1; player 7h 7d 8c 7s", "continues after a bust"),
        (ROYAL, "bet base=5; player Ks Ah 2d; dealer Th 9h", "continues after a blackjack"),
        (ROYAL, "bet royal-match-progressive=1; player Kh Qh; dealer Ks", "waits for the dealer's first two cards"),
        (ROYAL, "table royal-match=RM-07; bet royal-match=1; player Kh Qh", "waits for the dealer's first two cards"),
        (
            ROYAL,
            "bet royal-match-progressive=1; bet blazing-7s=1; player 7h 7d; dealer 9h 5c",
            "never offered together",
        ),
        (ROYAL, "bet base=5; player Ks Qs; dealer Th 6h", "is not finished: the dealer must draw"),
        (
            ROYAL,
            "bet base=5; player Ks Qs; dealer Ah 6h",
            "is not finished: the dealer must draw (draws to 17, hits soft 17)",
        ),
        (
            ROYAL,
            "option soft17=stand; bet base=5; player Ks Qs; dealer Ah 6h 2c",
            "continues after the dealer must stand",
        ),
        (ROYAL, "bet base=5; player Ks Qs; dealer Th 7h 2c", "continues after the dealer must stand"),
        (ROYAL, "bet base=5; player Ks; dealer Th 7h", "at least two cards each"),
        (ROYAL, "bet base=5; player Ks Qs", "at least two cards each"),
        # A fully wild joker.
    ],
)
def test_invalid_round_is_refused(slug: str, line: str, sentence: str) -> None:
    """Nothing is settled, not even the valid bets."""
    with pytest.raises(BadInput) as refusal:
        settlements(slug, line)

    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("slug", "line", "sentence"),
    [
        (ROYAL, "decks 3", "royal-match-21 is approved for 1, 2, 4, 5, 6 and 8 decks, not 3 (letter 003)"),
        (MATCH, "decks 1", "is approved for 5, 6 and 8 decks, not 1 (letter 000)"),
        (POKER, "decks 1", "is approved for 2, 4, 5, 6 and 8 decks, not 1 (letter 001)"),
        (EZ, "decks 2", "ez-pai-gow is approved for 1 deck, not 2 (letter 004)"),
        (ROYAL, "table royal-match=RM-06", "royal-match has no pay table 'RM-06': it has RM-01, RM-02, "),
        (ROYAL, "table royal-match=rm-04", "has no pay table 'rm-04'"),
        (
            ROYAL,
            "table royal-match=RM-01",
            "pay table RM-01 of royal-match is for 1 deck, not 6: for 6 it has RM-03",
        ),
        (ROYAL, "decks 8; table royal-match=RM-09", "pay table RM-09 of royal-match is for 6 decks, not 8"),
        (ROYAL, "decks 1; table blazing-7s=1", "is for 2, 4, 5, 6 and 8 decks, not 1: for 1 it has none"),
        (
            ROYAL,
            "decks 1; bet blazing-7s=1",
            "no pay table of blazing-7s is for 1 deck: they are for 2, 4, 5, 6 and 8",
        ),
        (ROYAL, "decks 1; bet royal-match-progressive=1", "no pay table of royal-match-progressive is for 1 deck:"),
        (MATCH, "table match=5", "pay table 5 of match is for 5 decks, not 6: for 6 it has 6"),
        (MATCH, "decks 5; table super-bonus=6-A", "pay table 6-A of super-bonus is for 6 decks, not 5"),
        (MATCH, "table five-spots=8-A", "pay table 8-A of super-bonus is for 8 decks, not 6"),
        (POKER, "decks 5; table match-n-poker=5", "pay table 5 of match-n-poker is for 6 and 8 decks, not 5"),
        (ROYAL, "table base=1", "base has no pay tables to choose from"),
        (ROYAL, "table royal=1", "royal-match-21 has no wager 'royal'"),
        (ROYAL, "option crown=yes", "royal-match-21 has no option 'crown': it has soft17,"),
        (ROYAL, "option crown-treasure=1", "option crown-treasure='1' is not known: allowed are no, yes"),
        (ROYAL, "option car-value=-1", "option car-value: amount '-1' is negative"),
        (ROYAL, "option car-value=free", "option car-value: amount 'free' is not an amount of money"),
        (ROYAL, "option rounding=somehow", "option rounding: rounding 'somehow' is not known: write 'down to $0.50'"),
        (ROYAL, "option rounding=down to 0", "the unit is at least one cent"),
        (EZ, "option commission=5%", "ez-pai-gow has no option 'commission'"),
        *(
            (RICHES, f"option commission={text}", "is not a percentage below 100: write it as '5%'")
            for text in ("100", "-1", "5.", ".5", "five", "٥", "²", "5.00001", "5%%", "1e1", "nan")
        ),
        (EZ, "option house-way=mine", "option house-way='mine' is not known: allowed are foxwoods, flamingo"),
        (EZ, "option joker=wild", "option joker='wild' is not known: allowed are semi-wild, fully-wild"),
    ],
)
def test_unapproved_layout_is_refused(slug: str, line: str, sentence: str) -> None:
    """A deck count, pay table or option that the letter does not have is refused before any cards are looked at."""
    with pytest.raises(BadInput) as refusal:
        settlements(slug, f"{line}; player")

    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def layout() -> Layout:
    """Royal Match 21 with its defaults."""
    return lay_out(game(ROYAL))


def test_not_approved_is_distinguished_from_bad_input() -> None:
    with pytest.raises(NotApproved):
        lay_out(game(ROYAL), 3)
    with pytest.raises(NotApproved):
        lay_out(game(ROYAL), None, {"royal-match": "RM-06"})
    with pytest.raises(NotApproved):
        settle(layout(), [Seat(parse_cards("Ks Qs"), (Bet("blazing-7s", Cents(500)),))], ())
    with pytest.raises(NotApproved):
        settle(layout(), [], ())


@pytest.mark.parametrize("cents", [-1, -500, 0])
def test_bet_below_one_cent_is_refused(cents: int) -> None:
    """For every caller and every wager."""
    with pytest.raises(BadInput, match="a bet is at least one cent"):
        settle(layout(), [Seat(parse_cards("Ks Qs"), (Bet("royal-match", Cents(cents)),))], ())


def test_a_bet_on_a_name_that_combines_several_wagers_is_refused() -> None:
    """Five spots are bet as five spots."""
    bets = (Bet("five-spots", Cents(500)),)

    with pytest.raises(BadInput, match="bet on match and super-bonus one by one"):
        settle(lay_out(game(MATCH)), [Seat(parse_cards("8s 8h"), bets)], parse_cards("8s 2c 3c 4c 5c"))


def test_one_wrong_seat_refuses_the_whole_round() -> None:
    """Nothing half-done: the first seat is right, and is not settled."""
    seats = [
        Seat(parse_cards("Ks Qs"), (Bet("royal-match", Cents(500)),)),
        Seat(parse_cards("2s"), (Bet("royal-match", Cents(500)),)),
    ]

    with pytest.raises(BadInput):
        settle(layout(), seats, ())


def test_round_without_bets_settles_to_nothing() -> None:
    """Cards without bets are valid, and so is an empty seat."""
    assert settle(layout(), [Seat(parse_cards("Ks Qs")), Seat(())], parse_cards("Ks Qs")) == []
