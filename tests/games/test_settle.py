"""Settlement by hand: for every wager, what a round is paid to the cent, with the line that pays it.

One line is one round, as in :mod:`tests.games.round_lines`.
"""

import pytest

from pitbook.errors import NotApproved
from tests.games.round_lines import paid, round_of

MATCH, POKER = "million-dollar-match-the-dealer", "match-n-poker"
RICHES, ROYAL, EZ = "royal-riches-pai-gow", "royal-match-21", "ez-pai-gow"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # 6 decks: 4 to 1 unsuited, 9 to 1 suited.
        ("bet match-1=10; player 8s Kd; dealer 8h 2c 3c 4c 5c", "unsuited_match, 4 to 1, $40"),
        ("bet match-1=10; player 8s Kd; dealer 8s 2c 3c 4c 5c", "suited_match, 9 to 1, $90"),
        ("bet match-1=10; player Kd 8s; dealer 8s 2c 3c 4c 5c", "suited_match, 9 to 1, $90"),
        ("bet match-1=10; player 8s Kd; dealer 9s 8s 8h 8d 8c", "loss, loss, -$10"),
        ("bet match-5=0.01; player 8s Kd; dealer 2c 3c 4c 5c Kd", "suited_match, 9 to 1, $0.09"),
        ("bet match-3=2.50; player 8s Kd; dealer 2c 3c Kh 5c 6c", "unsuited_match, 4 to 1, $10"),
        # Both cards match one dealer card: each is paid.
        ("bet match-2=10; player 8s 8s; dealer 2c 8s 3c 4c 5c", "two_suited_matches, 18 to 1, $180"),
        ("bet match-2=10; player 8s 8h; dealer 2c 8s 3c 4c 5c", "suited_and_unsuited_match, 13 to 1, $130"),
        ("bet match-2=10; player 8h 8s; dealer 2c 8s 3c 4c 5c", "suited_and_unsuited_match, 13 to 1, $130"),
        ("bet match-2=10; player 8d 8h; dealer 2c 8s 3c 4c 5c", "two_unsuited_matches, 8 to 1, $80"),
        ("bet match-2=10; player 8h 8h; dealer 2c 8s 3c 4c 5c", "two_unsuited_matches, 8 to 1, $80"),
        # 5 decks: 3 and 13 to 1; 8 decks: 3 and 12 to 1.
        ("decks 5; bet match-1=10; player 8s Kd; dealer 8h", "unsuited_match, 3 to 1, $30"),
        ("decks 5; bet match-1=10; player 8s Kd; dealer 8s", "suited_match, 13 to 1, $130"),
        ("decks 5; bet match-1=10; player 8s 8s; dealer 8s", "two_suited_matches, 26 to 1, $260"),
        ("decks 5; bet match-1=10; player 8s 8c; dealer 8s", "suited_and_unsuited_match, 16 to 1, $160"),
        ("decks 8; bet match-1=10; player 8s Kd; dealer 8h", "unsuited_match, 3 to 1, $30"),
        ("decks 8; bet match-1=10; player 8s Kd; dealer 8s", "suited_match, 12 to 1, $120"),
        ("decks 8; bet match-1=10; player 8s 8c; dealer 8s", "suited_and_unsuited_match, 15 to 1, $150"),
    ],
)
def test_a_match_spot_is_paid_for_each_card_that_matches(line: str, expected: str) -> None:
    """A spot looks at its own dealer card, and both player cards can be paid on one bet."""
    assert paid(MATCH, line) == expected


def test_every_spot_is_settled_by_its_own_bet() -> None:
    """Three spots with three bets: none, one and two matches; without all five there is no Super Bonus."""
    line = "bet match-1=5; bet match-3=7.50; bet match-5=1; player 8s Kd; dealer 8s 2c Kd 4c Kh"

    assert round_of(MATCH, line) == [
        "1 match-1: suited_match, 9 to 1, $45",
        "1 match-3: suited_match, 9 to 1, $67.50",
        "1 match-5: unsuited_match, 4 to 1, $4",
    ]


SPOTS = "bet match-1={}; bet match-2={}; bet match-3={}; bet match-4={}; bet match-5={}"
FIVE_OF_A_RANK = "player 8s 8s; dealer 8h 8d 8c Kd 2c"


@pytest.mark.parametrize(
    ("bets", "bonus"),
    [
        ("4.99 4.99 4.99 4.99 4.99", None),
        ("5 5 5 5 4.99", None),
        ("4.99 100 100 100 100", None),
        ("5 5 5 5 5", "any_5_card_match, $3,000, $3,000"),
        ("25 25 24.99 25 25", "any_5_card_match, $3,000, $3,000"),
        ("24.99 24.99 24.99 24.99 24.99", "any_5_card_match, $3,000, $3,000"),
        ("100 100 100 100 5", "any_5_card_match, $3,000, $3,000"),
        ("25 25 25 25 25", "any_5_card_match, $15,000, $15,000"),
        ("25 400 400 400 400", "any_5_card_match, $15,000, $15,000"),
    ],
)
def test_the_lowest_of_the_five_bets_chooses_the_column(bets: str, bonus: str | None) -> None:
    """Below $5 there is no Super Bonus, from $5 the first column, from $25 the second; no bet of its own is taken."""
    settled = round_of(MATCH, f"table super-bonus=6-A; {SPOTS.format(*bets.split())}; {FIVE_OF_A_RANK}")

    assert len(settled) == (5 if bonus is None else 6)
    assert settled[5:] == ([] if bonus is None else [f"1 super-bonus: {bonus}"])


@pytest.mark.parametrize(
    ("table", "cards", "expected"),
    [
        ("6-A", "player 8s 8s; dealer 8s 8s 8s 8s Kd", "6_card_suited_match, $200,000, $200,000"),
        ("6-A", "player 8s 8s; dealer 8s 8s 8s 8h Kd", "5_card_suited_match, $100,000, $100,000"),
        ("6-A", "player 8s 8s; dealer 8s 8s 8h 8h 8d", "any_6_card_match, $20,000, $20,000"),
        ("6-A", "player 8s 8h; dealer 8s 8s 8h 8h Kd", "any_6_card_match, $20,000, $20,000"),
        ("6-A", "player 8s 8h; dealer 8s 8s 8h 2c Kd", "any_5_card_match, $3,000, $3,000"),
        # 4-card suited inside a 5-card match: 6-A pays any 5-card more, 6-C the suited four.
        ("6-A", "player 8s 8s; dealer 8s 8s 8h 2c Kd", "any_5_card_match, $3,000, $3,000"),
        ("6-C", "player 8s 8s; dealer 8s 8s 8h 2c Kd", "4_card_suited_match, $8,000, $8,000"),
        ("6-A", "player 8s 8s; dealer 8s 8s 3h 2c Kd", "4_card_suited_match, $1,000, $1,000"),
        ("6-A", "player 8s 8s; dealer 8s 8h 3h 2c Kd", "any_4_card_match, $200, $200"),
        ("6-A", "player 8s 8h; dealer 8s 8s 3h 2c Kd", "any_4_card_match, $200, $200"),
        ("6-A", "player 8s 8s; dealer 8s Kd 3h 2c Kd", "loss, loss, $0"),
        ("6-A", "player 8s 9s; dealer 8s 8s 8s 9s 9s", "loss, loss, $0"),
        ("6-A", "player 8s 9s; dealer Kd Kd Kd Kd Kd", "loss, loss, $0"),
        ("6-E", "player 8s 8s; dealer 8s 8s 8s 8h Kd", "5_card_suited_match, $20,000, $20,000"),
        ("6-F", "player 8s 8h; dealer 8s 8s 8h 8h 8d", "any_6_card_match, $8,000, $8,000"),
    ],
)
def test_only_the_highest_super_bonus_line_is_paid(table: str, cards: str, expected: str) -> None:
    """Both player cards must be used, seven count as six, and the line that pays most wins, whatever its name."""
    assert round_of(MATCH, f"table super-bonus={table}; bet five-spots=5; {cards}")[-1] == f"1 super-bonus: {expected}"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("bet match-n-poker=10; player 7h 7h; dealer 7h 2c", "suited_three_of_a_kind, 50 to 1, $500"),
        ("bet match-n-poker=10; player 7h 8h; dealer 9h 2c", "straight_flush, 35 to 1, $350"),
        ("bet match-n-poker=10; player 9h 7h; dealer 8h 2c", "straight_flush, 35 to 1, $350"),
        ("bet match-n-poker=10; player 7h 7s; dealer 7h 2c", "three_of_a_kind, 20 to 1, $200"),
        ("bet match-n-poker=10; player 7h 8s; dealer 9h 2c", "straight, 6 to 1, $60"),
        ("bet match-n-poker=10; player As 2s; dealer 3h 2c", "straight, 6 to 1, $60"),
        ("bet match-n-poker=10; player As Qs; dealer Kh 2c", "straight, 6 to 1, $60"),
        ("bet match-n-poker=10; player As 2s; dealer Kh 2c", "loss, loss, -$10"),
        ("bet match-n-poker=10; player As 2s; dealer Ks 2c", "flush, 4 to 1, $40"),
        # A flush that is also a match is paid as a flush.
        ("bet match-n-poker=10; player 7h 2h; dealer 7h 2c", "flush, 4 to 1, $40"),
        ("bet match-n-poker=10; player 7h 2c; dealer 7s 2c", "match, 1 to 1, $10"),
        ("bet match-n-poker=10; player 2c 7h; dealer 7h 2c", "match, 1 to 1, $10"),
        # A pair of the player's own that misses the up card is no match, and the hole card is not looked at.
        ("bet match-n-poker=10; player 7h 7s; dealer 8h 7c", "loss, loss, -$10"),
        ("bet match-n-poker=10; player 7h 8s; dealer 2h 7c", "loss, loss, -$10"),
        ("bet match-n-poker=10; player 7h 8s 9c; dealer 7d", "match, 1 to 1, $10"),
        ("option king-ace-deuce=yes; bet match-n-poker=10; player As 2s; dealer Kh", "straight, 6 to 1, $60"),
        ("table match-n-poker=6; bet match-n-poker=10; player 7h 7s; dealer 7h", "three_of_a_kind, 21 to 1, $210"),
        (
            "decks 8; table match-n-poker=6; bet match-n-poker=10; player 7h 8h; dealer 9h",
            "straight_flush, 33 to 1, $330",
        ),
        (
            "decks 2; table match-n-poker=4; bet match-n-poker=10; player 7h 7s; dealer 7h",
            "three_of_a_kind, 15 to 1, $150",
        ),
        ("decks 2; bet match-n-poker=0.01; player 7h 8h; dealer 9h", "straight_flush, 50 to 1, $0.50"),
    ],
)
def test_match_n_poker_pays_the_highest_hand(line: str, expected: str) -> None:
    """The player's first two cards with the up card; a hand is paid once."""
    assert paid(POKER, line) == expected


@pytest.mark.parametrize(
    ("table", "cards", "expected"),
    [
        ("RM-03", "player Ks Qs; dealer 9h 5c", "royal_match, 30 to 1, $300"),
        ("RM-04", "player Qd Kd", "royal_match, 25 to 1, $250"),
        ("RM-04", "player Qd Kh", "loss, loss, -$10"),
        ("RM-04", "player 2d 9d; dealer Ks Qs", "two_suited_cards, 2.5 to 1, $25"),
        ("RM-05", "player Ah Kh", "two_suited_cards, 2 to 1, $20"),
        ("RM-07", "player Ah Th", "suited_blackjack, 9 to 1, $90"),
        ("RM-07", "player Ah 9h", "two_suited_cards, 1.5 to 1, $15"),
        ("RM-08", "player Ah Jh", "suited_blackjack, 5 to 1, $50"),
        ("RM-09", "player 7c 7c", "suited_pair, 9 to 1, $90"),
        ("RM-09", "player 7c 8c", "two_card_straight_flush, 5 to 1, $50"),
        ("RM-09", "player Ac 2c", "two_card_straight_flush, 5 to 1, $50"),
        ("RM-09", "player Ac Kc", "two_card_straight_flush, 5 to 1, $50"),
        ("RM-09", "player Kc Qc", "royal_match, 30 to 1, $300"),
        ("RM-10", "player 2c 4c", "two_suited_cards, 1 to 1, $10"),
        ("RM-11", "player Kc Qc; dealer Kc Qc", "royal_match, 75 to 1, $750"),
    ],
)
def test_royal_match_pays_the_highest_line(table: str, cards: str, expected: str) -> None:
    """Once, on the best line of the table in use."""
    assert paid(ROYAL, f"table royal-match={table}; bet royal-match=10; {cards}") == expected


DOUBLE = "player Ks Qs; dealer {}"


@pytest.mark.parametrize(
    ("decks", "table", "odds"),
    [(1, 1, 10), (1, 2, 5), (6, 3, 30), (6, 4, 25), (2, 5, 50), (8, 8, 25), (6, 9, 30)],
)
def test_crown_treasure_comes_on_top_where_it_is_offered(decks: int, table: int, odds: int) -> None:
    """$1,000 for a Royal Match on both sides, in any suits, whatever the bet; not unless the house offers it."""
    line = f"decks {decks}; table royal-match=RM-{table:02}; bet royal-match=5; "
    both = line + DOUBLE.format("Qh Kh")

    assert paid(ROYAL, both) == f"royal_match, {odds} to 1, ${5 * odds}"
    assert paid(ROYAL, f"option crown-treasure=no; {both}") == f"royal_match, {odds} to 1, ${5 * odds}"
    offered = paid(ROYAL, f"option crown-treasure=yes; {both}")
    assert offered == f"crown_treasure, {odds} to 1 + $1,000, ${1000 + 5 * odds:,}"
    small = paid(ROYAL, f"option crown-treasure=yes; {both}".replace("=5", "=0.01"))
    assert small == f"crown_treasure, {odds} to 1 + $1,000, $1,000.{odds:02}"
    for dealer in ("Qh Kd", "9h", "9h Kh Qh"):
        alone = paid(ROYAL, f"option crown-treasure=yes; {line}{DOUBLE.format(dealer)}")
        assert alone == f"royal_match, {odds} to 1, ${5 * odds}"


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("RM-07", "crown_treasure, $5,000, $5,000"),
        ("RM-10", "matching_royal_matches, car ($38,000), $38,000"),
        ("RM-11", "royal_match, 75 to 1, $375"),
    ],
)
def test_tables_7_10_and_11_have_no_added_crown_treasure(table: str, expected: str) -> None:
    """RM-07's $5,000 replaces the 30 to 1, RM-10's car the 40 to 1, and RM-11 has neither; none takes one on top."""
    line = f"table royal-match={table}; bet royal-match=5; {DOUBLE.format('Ks Qs')}"

    assert paid(ROYAL, line) == expected
    with pytest.raises(NotApproved, match="no Crown Treasure to add on top"):
        paid(ROYAL, f"option crown-treasure=yes; {line}")


@pytest.mark.parametrize(
    ("options", "dealer", "expected"),
    [
        ("", "Ks Qs", "matching_royal_matches, car ($38,000), $38,000"),
        ("option car-value=$41,250.50; ", "Ks Qs", "matching_royal_matches, car ($41,250.50), $41,250.50"),
        ("option car-value=0; ", "Ks Qs", "matching_royal_matches, car ($0), $0"),
        ("", "Kh Qh", "royal_match, 40 to 1, $200"),
        ("", "Ks Qh", "royal_match, 40 to 1, $200"),
    ],
)
def test_the_car_has_the_value_that_the_house_states(options: str, dealer: str, expected: str) -> None:
    """It is for the same suit on both sides, and comes with the stake returned."""
    line = f"{options}table royal-match=RM-10; bet royal-match=5; {DOUBLE.format(dealer)}"

    assert paid(ROYAL, line) == expected


@pytest.mark.parametrize(
    ("bet", "rounding", "net"),
    [
        ("5.01", "table", "$12.52"),
        ("0.01", "table", "$0.02"),
        ("0.03", "table", "$0.07"),
        ("5.02", "table", "$12.55"),
        ("5.01", "down to $0.01", "$12.52"),
        ("5.01", "nearest to $0.01", "$12.53"),
        ("5.01", "up to $0.01", "$12.53"),
        ("5.01", "down to $0.50", "$12.50"),
        ("5.01", "up to $0.50", "$13"),
        ("5.09", "nearest to $0.50", "$12.50"),
        ("5.11", "nearest to $0.50", "$13"),
        ("1", "down to $1", "$2"),
        ("1", "up to $1", "$3"),
        ("1", "nearest to $1", "$3"),
    ],
)
def test_2_5_to_1_on_odd_amounts(bet: str, rounding: str, net: str) -> None:
    """Down to the cent by default, or as the house states it."""
    line = f"option rounding={rounding}; bet royal-match={bet}; player 2s 9s"

    assert paid(ROYAL, line) == f"two_suited_cards, 2.5 to 1, {net}"
