"""Settlement by hand: shares of a meter, pays for 1, and envy.

One line is one round, as in :mod:`tests.games.round_lines`.
"""

from fractions import Fraction

import pytest

from pitbook.cards import parse_cards
from pitbook.games import game
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import Cents
from tests.games.round_lines import paid, round_of

RICHES, ROYAL, EZ = "royal-riches-pai-gow", "royal-match-21", "ez-pai-gow"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("player Ks Qs; dealer Ks Qs", "double_royal_match_suited, 100% of meter, share"),
        ("player Ks Qs; dealer Qd Kd", "double_royal_match, 25% of meter, share"),
        ("player Ks Qs; dealer Kd Qh", "royal_match, 40 for 1, $39"),
        ("player Ks Qs; dealer 9d", "royal_match, 40 for 1, $39"),
        ("player As Ks; dealer Ks Qs", "suited_blackjack, 14 for 1, $13"),
        ("player As Ts", "suited_blackjack, 14 for 1, $13"),
        ("player As 2s", "two_card_straight_flush, 7 for 1, $6"),
        ("player Js Qs", "two_card_straight_flush, 7 for 1, $6"),
        ("player 2s 3s 4s", "two_card_straight_flush, 7 for 1, $6"),
        ("player As 3s", "loss, loss, -$1"),
        ("player Ks Qh; dealer Ks Qs", "loss, loss, -$1"),
        ("option ace-deuce-straight=no; player As 2s", "loss, loss, -$1"),
        ("meter 10,000; player Ks Qs; dealer Ks Qs", "double_royal_match_suited, 100% of meter, $9,999"),
        ("meter 10,000.03; player Ks Qs; dealer Qd Kd", "double_royal_match, 25% of meter, $2,499"),
        ("meter 10,000.04; player Ks Qs; dealer Qd Kd", "double_royal_match, 25% of meter, $2,499.01"),
        ("meter 0; player Ks Qs; dealer Qd Kd", "double_royal_match, 25% of meter, -$1"),
        ("meter 10,000; player Ks Qs; dealer 2c 3c", "royal_match, 40 for 1, $39"),
    ],
)
def test_royal_match_progressive(line: str, expected: str) -> None:
    """Pays for 1 keep the dollar that the meter took; a share without a meter is named and has no amount."""
    assert paid(ROYAL, f"bet royal-match-progressive=1; {line}") == expected


@pytest.mark.parametrize(
    ("player", "first", "second"),
    [
        ("7d 7d 7d", "three_sevens_suited, 100% of meter, $19,999", "three_sevens_diamonds, 100% of meter, $19,999"),
        ("7s 7s 7s", "three_sevens_suited, 100% of meter, $19,999", "three_sevens_suited, 10% of meter, $1,999"),
        ("7d 7h 7d", "three_sevens_same_color, 10% of meter, $1,999", "three_sevens_same_color, 500 for 1, $499"),
        ("7s 7c 7c", "three_sevens_same_color, 10% of meter, $1,999", "three_sevens_same_color, 500 for 1, $499"),
        ("7s 7h 7c", "three_sevens, 200 for 1, $199", "three_sevens, 200 for 1, $199"),
        ("7s 7h", "two_sevens, 25 for 1, $24", "two_sevens, 25 for 1, $24"),
        ("7s 7h Td", "two_sevens, 25 for 1, $24", "two_sevens, 25 for 1, $24"),
        ("7s 7h 2d 7c", "two_sevens, 25 for 1, $24", "two_sevens, 25 for 1, $24"),
        ("7s Kh", "one_seven, 2 for 1, $1", "one_seven, 2 for 1, $1"),
        ("2c 7s 7h", "one_seven, 2 for 1, $1", "one_seven, 2 for 1, $1"),
        ("2c 5s 7h", "loss, loss, -$1", "loss, loss, -$1"),
    ],
)
def test_blazing_sevens(player: str, first: str, second: str) -> None:
    """The third card counts only after 7-7; tables 1 and 2 differ in what three of a suit or colour take."""
    for table, expected in (("1", first), ("2", second)):
        line = f"table blazing-7s={table}; bet blazing-7s=1; meter 20,000; player {player}"
        assert paid(ROYAL, line) == expected


@pytest.mark.parametrize(
    ("table", "bet", "player", "expected"),
    [
        ("1", "5", "2s 3s 4s 5s 6s 7s 8s", "seven_card_straight_flush, 100% of meter, $49,995"),
        ("1", "5", "2s 3s 4s Jk 6s 7s 8s", "seven_card_straight_flush_with_joker, 25% of meter, $12,495"),
        ("1", "5", "As Ks Qs Js Ts Kh Qh", "royal_flush_king_queen_suited, 50% of meter, $24,995"),
        ("1", "5", "As Ks Qs Js Jk Kh Qh", "royal_flush_king_queen_suited, 50% of meter, $24,995"),
        ("1", "5", "As Ks Qs Js Ts Kh Qd", "royal_flush, 200 for 1, $995"),
        ("1", "1", "As Ah Ad Ac Jk Kh Qd", "five_aces, 2,500 for 1, $2,499"),
        ("2", "20", "2s 3s 4s Jk 6s 7s 8s", "any_seven_card_straight_flush, 100% of meter, $49,980"),
        ("2", "20", "2s 3s 4s 5s 6s 7s 8s", "any_seven_card_straight_flush, 100% of meter, $49,980"),
        ("2", "1", "As Ah Ad Ac Jk Kh Qd", "five_aces, 10% of meter, $4,999"),
        ("2", "1.50", "As Ks Qs Js Ts Kh Qh", "royal_flush, 500 for 1, $748.50"),
        ("3", "1", "As Ah Ad Ac Jk Kh Qd", "five_aces, 100% of meter, $49,999"),
        ("3", "1", "2s 3s 4s 5s 6s 7s 8s", "straight_flush, 100 for 1, $99"),
        ("3", "20", "9s 9h 9d 9c 2s 3h 4d", "four_of_a_kind, 75 for 1, $1,480"),
        ("3", "20", "9s 9h 9d 4c 2s 3h 4d", "full_house, 5 for 1, $80"),
        ("3", "20", "9s 8s 7s 4s 2s 3h 4d", "loss, loss, -$20"),
    ],
)
def test_the_royal_riches_jackpot(table: str, bet: str, player: str, expected: str) -> None:
    """Meter lines rank as printed, fixed pays grow with the bet, and none of them returns it."""
    line = f"table jackpot={table}; bet jackpot={bet}; meter 50,000; player {player}"

    assert paid(RICHES, line) == expected


SEVERAL = "bet {}:royal-match-progressive=1; "


def test_several_meter_wins_are_paid_from_the_dealers_right() -> None:
    """The highest seat number is first, and each takes its share of what the one before has left."""
    bets = "".join(SEVERAL.format(seat) for seat in (1, 2, 4))
    line = f"{bets}player Kh Qh; player Kd Qd; player 2c 9h; player Kc Qc; dealer Ks Qs"

    assert round_of(ROYAL, f"meter 10,000; {line}") == [
        "1 royal-match-progressive: double_royal_match, 25% of meter, $1,405.25",
        "2 royal-match-progressive: double_royal_match, 25% of meter, $1,874",
        "4 royal-match-progressive: double_royal_match, 25% of meter, $2,499",
    ]
    assert round_of(ROYAL, line) == [
        f"{seat} royal-match-progressive: double_royal_match, 25% of meter, share" for seat in (1, 2, 4)
    ]


def test_the_whole_meter_goes_to_the_last_paid_after_the_others() -> None:
    """A quarter to seat 2, then all that is left to seat 1; a cent that does not divide stays on the meter."""
    line = "bet 1:royal-match-progressive=1; bet 2:royal-match-progressive=1; player Ks Qs; player Kd Qd; dealer Ks Qs"

    assert round_of(ROYAL, f"meter 10,000.03; {line}") == [
        "1 royal-match-progressive: double_royal_match_suited, 100% of meter, $7,499.03",
        "2 royal-match-progressive: double_royal_match, 25% of meter, $2,499",
    ]


def test_fixed_pays_leave_the_meter_alone() -> None:
    """Only a share is taken from the meter, so a Royal Match beside it changes nothing."""
    bets = "".join(SEVERAL.format(seat) for seat in (1, 2))
    line = f"meter 10,000; {bets}player Kh Qh; player As 2s; dealer Ks Qs"

    assert round_of(ROYAL, line) == [
        "1 royal-match-progressive: double_royal_match, 25% of meter, $2,499",
        "2 royal-match-progressive: two_card_straight_flush, 7 for 1, $6",
    ]


def test_jackpot_shares_are_paid_from_the_dealers_right_too() -> None:
    """Royal Riches leaves the order to internal controls; by default it is that of letter 003."""
    line = "meter 1,000; bet 1:jackpot=1; bet 2:jackpot=1; player 2s 3s 4s Jk 6s 7s 8s; player As Ks Qs Js Ts Kh Qh"

    assert round_of(RICHES, line) == [
        "1 jackpot: seven_card_straight_flush_with_joker, 25% of meter, $124",
        "2 jackpot: royal_flush_king_queen_suited, 50% of meter, $499",
    ]


@pytest.mark.parametrize(
    ("bets", "players", "dealer", "expected"),
    [
        # The winner bets and two others qualify: each gets $10, the winner none for the own hand.
        (
            "5 5 5",
            "Ks Qs; 2h 9c; 3h 8c",
            "9h 5c",
            ["2: royal_match of seat 1, envy $10", "3: royal_match of seat 1, envy $10"],
        ),
        # $4.99 does not qualify, $5 does.
        ("5 4.99 5", "Ks Qs; 2h 9c; 3h 8c", "9h 5c", ["3: royal_match of seat 1, envy $10"]),
        # The winner's own bet does not matter, nor whether there is one.
        ("0.01 5 -", "Ks Qs; 2h 9c; 3h 8c", "9h 5c", ["2: royal_match of seat 1, envy $10"]),
        ("- 5 -", "Ks Qs; 2h 9c; 3h 8c", "9h 5c", ["2: royal_match of seat 1, envy $10"]),
        # Seats without a bet get none.
        ("5 - -", "Ks Qs; 2h 9c; 3h 8c", "9h 5c", []),
        ("- - 1", "Ks Qs; 2h 9c; 3h 8c", "9h 5c", []),
        # Two winners envy each other, and the third gets both.
        (
            "5 5 5",
            "Ks Qs; Kh Qh; 3h 8c",
            "9h 5c",
            [
                "2: royal_match of seat 1, envy $10",
                "3: royal_match of seat 1, envy $10",
                "1: royal_match of seat 2, envy $10",
                "3: royal_match of seat 2, envy $10",
            ],
        ),
        # Crown Treasure pays envy of $250 instead of $10; the dealer's own hand pays none.
        ("5 5 -", "Ks Qs; 2h 9c; 3h 8c", "Kd Qd", ["2: crown_treasure of seat 1, envy $250"]),
        ("5 5 5", "Ks 2s; 2h 9c; 3h 8c", "Kd Qd", []),
        # A suited blackjack has no envy.
        ("5 5 5", "As Ks; 2h 9c; 3h 8c", "9h 5c", []),
        # A large bet gets the same envy.
        ("- 400 -", "Ks Qs; 2h 9c; 3h 8c", "9h 5c", ["2: royal_match of seat 1, envy $10"]),
        # An empty seat has no hand to envy.
        ("5 5 -", "Ks Qs; 2h 9c; ", "9h 5c", ["2: royal_match of seat 1, envy $10"]),
    ],
)
def test_royal_match_envy(bets: str, players: str, dealer: str, expected: list[str]) -> None:
    """To every other seat with $5 on the wager, for the highest line of each hand, in RM-07 only."""
    line = "".join(f"bet {seat}:royal-match={bet}; " for seat, bet in enumerate(bets.split(), 1) if bet != "-")
    line += "".join(f"player {player.strip()}; " for player in players.split(";")) + f"dealer {dealer}"
    envy = [each for each in round_of(ROYAL, f"table royal-match=RM-07; {line}") if "envy" in each]

    assert [each.rsplit(",", 1)[0].replace(" royal-match:", ":") for each in envy] == expected
    assert [each for each in round_of(ROYAL, f"table royal-match=RM-03; {line}") if "envy" in each] == []


QUADS, NOTHING, FLUSH = "9s 9h 9d 9c 2s 3h 4d", "Kc Jd 8h 7s 5c 3d 2h", "As Qs Ts 8s 6s 4h 3c"


@pytest.mark.parametrize(
    ("slug", "wager", "table", "envy"),
    [
        (RICHES, "royal-riches", "1", 5),
        (RICHES, "royal-riches", "5", 6),
        (EZ, "dynasty", "1", 5),
        (EZ, "dynasty", "7", 6),
    ],
)
@pytest.mark.parametrize(("bet", "qualifies"), [("4.99", False), ("5", True), ("5.01", True)])
@pytest.mark.parametrize("own", ["", "bet 1:{}=1; ", "bet 1:{}=25; "])
def test_pai_gow_envy(slug: str, wager: str, table: str, envy: int, bet: str, qualifies: bool, own: str) -> None:
    """Four of a kind at another seat, whatever that seat bet, pays a wager of $5 or more; one's own does not."""
    line = f"table {wager}={table}; {own.format(wager)}bet 2:{wager}={bet}; player {QUADS}; player {NOTHING}"
    expected = [f"2 {wager}: four_of_a_kind of seat 1, envy ${envy}, ${envy}"] if qualifies else []

    assert [each for each in round_of(slug, line) if "envy" in each] == expected


@pytest.mark.parametrize(("slug", "wager"), [(RICHES, "royal-riches"), (EZ, "dynasty")])
def test_no_envy_for_lesser_hands_or_the_dealers(slug: str, wager: str) -> None:
    """A flush at another seat and the dealer's four of a kind pay no envy."""
    bets = f"bet 1:{wager}=5; bet 2:{wager}=5"

    assert len(round_of(slug, f"{bets}; player {FLUSH}; player {NOTHING}; dealer {QUADS}")) == 2


@pytest.mark.parametrize(
    ("order", "nets"),
    [
        ("dealer's right first", {3: 9_999_00, 2: 29_999_00, 1: 1_249_00}),
        ("2, 1, 3", {2: 39_999_00, 1: 1_249_00, 3: 936_50}),
    ],
)
def test_a_win_after_the_whole_meter_is_paid_from_the_seed(order: str, nets: dict[int, int]) -> None:
    """The meter is reseeded when the 100% award hits (letter 003, rule 4), and the house may set another order."""
    layout = lay_out(game(ROYAL), 6, None, {"meter-order": order})
    bet = (Bet("royal-match-progressive", Cents(100)),)
    seats = [Seat(parse_cards(hand), bet) for hand in ("Kh Qh", "Ks Qs", "Kd Qd")]
    settled = settle(layout, seats, parse_cards("Ks Qs"), Cents(40_000_00))

    assert {each.seat: each.net for each in settled} == nets


def test_win_after_the_whole_jackpot_needs_the_seed() -> None:
    """Letter 002 prints no seed: the amount of a later share is known only if the restart is given."""
    layout = lay_out(game(RICHES), None, {"jackpot": "2"})
    bet = (Bet("jackpot", Cents(500)),)
    seats = [Seat(parse_cards("As Ah Ac Ad Jk 3h 5d"), bet), Seat(parse_cards("2s 3s 4s 5s 6s 7s 8s"), bet)]
    aces, flush = settle(layout, seats, (), Cents(1_000_00))
    again, _ = settle(layout, seats, (), Cents(1_000_00), Cents(500_00))

    assert (flush.net, aces.net, aces.share) == (995_00, None, Fraction(1, 10))
    assert again.net == 45_00


def test_envy_is_paid_at_every_seat_but_the_winners() -> None:
    """Seven seats with $5: six envies, each of the printed amount."""
    hands = ("Ks Qs", *(f"{rank}h 2c" for rank in "345689"))
    seats = [Seat(parse_cards(hand), (Bet("royal-match", Cents(500)),)) for hand in hands]
    settled = settle(lay_out(game(ROYAL), 6, {"royal-match": "RM-07"}), seats, parse_cards("9c 9d"))
    envy = [each for each in settled if each.envy_from]

    assert [each.seat for each in envy] == [2, 3, 4, 5, 6, 7]
    assert {each.net for each in envy} == {1000}
    assert {(each.bet, each.envy_from, each.table) for each in envy} == {(0, 1, "RM-07")}


def test_a_posted_prize_is_paid_in_full_to_every_winner() -> None:
    """Letter 002, Jackpot: with jackpot-kind=house the prize does not fall, so no winner waits for another."""
    riches = game("royal-riches-pai-gow")
    layout = lay_out(riches, tables={"jackpot": "2"}, options={"jackpot-kind": "house"})
    bet = (Bet("jackpot", Cents(100)),)
    hands = ("2s 3s 4s 5s 6s 7s 8s", "2h 3h 4h 5h 6h 7h 8h", "As Ah Ad Ac Jk 9c 9d")
    seats = [Seat(parse_cards(hand), bet) for hand in hands]

    settled = settle(layout, seats, parse_cards("Kd Qd 2d 3d 5c 6c 8c"), Cents(2_500_000))

    shares = {item.seat: item.share for item in settled}
    assert [item.net for item in settled] == [int(2_500_000 * (shares[item.seat] or 0)) - 100 for item in settled]
    assert [item.net for item in settled if item.share == 1] == [2_499_900, 2_499_900]
