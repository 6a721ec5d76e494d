"""EZ Pai Gow: the pay tables and figures as letter 004 prints them, and what each hand is paid."""

from collections import Counter
from fractions import Fraction

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.games import game
from pitbook.games.model import Deal
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import Cents, dollars
from pitbook.pay import PayTable

GAME = game("ez-pai-gow")

# Table 1 as printed: hand, pays (to 1), envy ("" where a dash is printed).
DYNASTY_1 = """
Natural Luhn Tao Wheel with AQ Suited (AQs) | 2,000 | 500
Seven Card Natural Straight Flush (S/F)     | 2,000 | 400
Natural Royal Flush With AQ Suited (AQs)    | 1,000 | 300
Seven Card Wild Straight Flush              | 1,000 | 200
Five Aces                                   | 500   | 100
Luhn Tao Wheel                              | 120   | 75
Royal Flush                                 | 120   | 50
Straight Flush                              | 50    | 20
Four of a Kind                              | 25    | 5
Full House                                  | 5     |
Flush                                       | 4     |
Three of a Kind                             | 3     |
Straight                                    | 2     |
"""
# Tables 2 to 7 as printed: hand, then pays (to 1).
DYNASTY_PAYS = """
Natural 7 Card S/F | 5,000 | 8,000 | 5,000 | 2,500 | 5,000 | 5,000
Royal Flush + A/Qs | 1,000 | 2,000 | 2,000 | 1,000 | 2,000 | 1,000
Wild 7 Card S/F    | 750   | 1,000 | 1,000 | 750   | 1,000 | 500
5 Aces             | 250   | 400   | 400   | 250   | 400   | 300
Royal Flush        | 100   | 150   | 150   | 125   | 150   | 110
Straight Flush     | 50    | 50    | 50    | 50    | 50    | 45
4 of a Kind        | 20    | 25    | 25    | 25    | 25    | 25
Full House         | 5     | 5     | 5     | 5     | 5     | 5
Flush              | 4     | 4     | 4     | 4     | 4     | 4
3 of a Kind        | 3     | 3     | 3     | 3     | 3     | 3
Straight           | 2     | 2     | 2     | 2     | 2     | 2
Three Pair         | push  | loss  | loss  | loss  | loss  | loss
"""
DYNASTY_ENVY = """
Natural 7 Card S/F | 1000 | 5000 | 3000 | 1000 | 2500 | 2500
Royal Flush + A/Qs | 250  | 1000 | 1000 | 750  | 500  | 500
Wild 7 Card S/F    | 100  | 500  | 500  | 250  | 250  | 250
5 Aces             | 50   | 250  | 250  | 100  | 150  | 150
Royal Flush        | 25   | 50   | 50   | 50   | 55   | 55
Straight Flush     | 10   | 20   | 20   | 20   | 25   | 25
4 of a Kind        | 5    | 5    | 5    | 5    | 6    | 6
"""
PROTECTION = """
A-5 Natural Straight Flush | 120
9 High Pai Gow             | 100
Ten-High Pai Gow           | 25
Jack-High Pai Gow          | 15
Queen-High Pai Gow         | 7
King-High Pai Gow          | 5
Ace-High Pai Gow           | 3
"""
RED_BLACK = """
7 cards of the chosen color | 5
6 cards of the chosen color | 1
5 cards of the chosen color | 1
4 cards of the chosen color | 1
"""


def column(grid: str, number: int) -> list[tuple[str, str]]:
    """The printed lines of one table: label and figure, in printed order."""
    rows = [[cell.strip() for cell in row.split("|")] for row in grid.strip().splitlines()]
    return [(row[0], row[number]) for row in rows if row[number]]


@pytest.mark.parametrize(
    ("slug", "table", "grid", "number"),
    [
        ("dynasty", "1", DYNASTY_1, 1),
        *(("dynasty", str(number + 1), DYNASTY_PAYS, number) for number in range(1, 7)),
        ("protection", "1", PROTECTION, 1),
        ("red-black", "1", RED_BLACK, 1),
    ],
)
def test_pay_tables_are_as_printed(slug: str, table: str, grid: str, number: int) -> None:
    printed = table_of(slug, table)
    expected = [(label, pay if pay in ("push", "loss") else f"{pay} to 1") for label, pay in column(grid, number)]

    assert [(line.label, str(line.pay)) for line in printed.lines] == expected
    assert printed.decks == (1,)


@pytest.mark.parametrize(
    ("table", "grid", "number"),
    [("1", DYNASTY_1, 2), *((str(number + 1), DYNASTY_ENVY, number) for number in range(1, 7))],
)
def test_envy_is_as_printed(table: str, grid: str, number: int) -> None:
    lines = table_of("dynasty", table).lines

    assert [(line.label, line.envy) for line in lines if line.envy is not None] == [
        (label, dollars(int(amount))) for label, amount in column(grid, number)
    ]


def test_every_table_is_there_and_every_outcome_is_on_one() -> None:
    tables = {wager.slug: wager.table_ids() for wager in GAME.wagers if wager.tables}
    unpaid = {
        f"{wager.slug} {outcome.name}"
        for wager in GAME.wagers
        for outcome in wager.outcomes
        if wager.tables and not any(table.line(outcome.name) for table in wager.tables)
    }

    assert tables == {"dynasty": list("1234567"), "protection": ["1"], "red-black": ["1"]}
    assert unpaid == set()


def table_of(slug: str, table: str) -> PayTable:
    return next(one for one in GAME.wager(slug).tables if one.id == table)


def paid(slug: str, table: str, hand: str, **options: str) -> str:
    """The outcome and pay of seven cards; ``loss`` where no line is paid."""
    wager = GAME.wager(slug)
    line = wager.paid_line(table_of(slug, table), wager.satisfied(Deal(parse_cards(hand), ()), options))
    return f"{line.outcome} {line.pay}" if line else "loss"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("As 2s 3s 4s 5s Ad Qd", "natural_wheel_ace_queen_suited 2,000 to 1"),
        ("As 2s 3s 4s 5s Ad Qc", "natural_wheel_straight_flush 120 to 1"),  # ace and queen of two suits
        ("As 2s 3s 4s 5s 9d 9c", "natural_wheel_straight_flush 120 to 1"),
        ("As 2s 3s 4s 5s 6s 9c", "natural_wheel_straight_flush 120 to 1"),
        ("As 2s 3s 4s 5s Jk 9c", "straight_flush 50 to 1"),  # no joker anywhere in the hand
        ("As 2s 3s 4s Jk Ad Qd", "straight_flush 50 to 1"),
        ("As 2s 3s 4s 5s 6s 7s", "seven_card_straight_flush 2,000 to 1"),
        ("Ts Js Qs Ks As Ad Qd", "royal_flush_ace_queen_suited 1,000 to 1"),
        ("Ts Js Jk Ks As Ad Qd", "royal_flush_ace_queen_suited 1,000 to 1"),  # the royal may hold the joker
        ("4h 5h 6h Jk 8h 9h Th", "seven_card_straight_flush_with_joker 1,000 to 1"),
        ("As Ah Ad Ac Jk Ks Kd", "five_aces 500 to 1"),
        ("Ts Js Qs Ks As Jk Qd", "royal_flush 120 to 1"),  # the joker is no natural ace
        ("Ts Js Qs Ks As Ad Kd", "royal_flush 120 to 1"),  # ace-king is letter 002's line
        ("5h 6h 7h 8h 9h 2c 3d", "straight_flush 50 to 1"),
        ("9c 9d 9h 9s Kh Qd 2c", "four_of_a_kind 25 to 1"),
        ("9c 9d 9h Kh Kd Qd 2c", "full_house 5 to 1"),
        ("2h 5h 9h Jh Kh Ks 3c", "flush 4 to 1"),
        ("9c 9d 9h Th Jd Qc Ks", "three_of_a_kind 3 to 1"),  # also a straight, which pays less
        ("Ac 2d 3h 4h 5d Kc Ks", "straight 2 to 1"),
        ("9c 9d Kh Kd 4c 4s 2h", "loss"),
    ],
)
def test_dynasty_table_1_pays_the_best_line(hand: str, expected: str) -> None:
    assert paid("dynasty", "1", hand) == expected


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        ("2", "9c 9d Kh Kd 4c 4s 2h", "three_pair push"),
        ("3", "9c 9d Kh Kd 4c 4s 2h", "three_pair loss"),
        ("3", "As 2s 3s 4s 5s Ad Qd", "straight_flush 50 to 1"),  # only table 1 has the Luhn Tao lines
        ("3", "8s 9s Ts Js Qs Ks As", "seven_card_straight_flush 8,000 to 1"),
        ("7", "4h 5h 6h Jk 8h 9h Th", "seven_card_straight_flush_with_joker 500 to 1"),
    ],
)
def test_dynasty_tables_2_to_7_pay_the_best_line(table: str, hand: str, expected: str) -> None:
    assert paid("dynasty", table, hand) == expected


def test_a_fully_wild_joker_changes_the_counts_of_a_kind() -> None:
    assert paid("dynasty", "1", "Kc Kd 4h 4s Jk 9d 2c", joker="semi-wild") == "loss"
    assert paid("dynasty", "1", "Kc Kd 4h 4s Jk 9d 2c", joker="fully-wild") == "full_house 5 to 1"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("As 2s 3s 4s 5s 9d 9c", "natural_wheel_straight_flush 120 to 1"),
        ("As 2s 3s 4s 5s Ad Qd", "natural_wheel_straight_flush 120 to 1"),
        ("As 2s 3s 4s 5s 6s 7s", "loss"),  # a seven-card straight flush is no A-5
        ("As 2s 3s 4s 5s Jk 9c", "loss"),
        ("As 2s 3s Jk 5s 8d 9c", "loss"),
        ("2c 3d 4h 5s 7c 8d 9h", "nine_high_pai_gow 100 to 1"),
        ("2c 3d 4h 6s 7c 8d Th", "ten_high_pai_gow 25 to 1"),
        ("2c 3d 4h 6s 7c 8d Jh", "jack_high_pai_gow 15 to 1"),
        ("2c 3d 4h 6s 7c 8d Qh", "queen_high_pai_gow 7 to 1"),
        ("2c 3d 4h 6s 7c 8d Kh", "king_high_pai_gow 5 to 1"),
        ("Ac 3d 4h 6s 7c 8d Kh", "ace_high_pai_gow 3 to 1"),
        ("Jk 3d 4h 6s 8c 9d Kh", "ace_high_pai_gow 3 to 1"),  # the joker is an ace
        ("Jk 3d 4h 6s 7c 9d Kh", "loss"),  # the joker completes 3-4-5-6-7
        ("2c 2d 4h 6s 7c 8d Kh", "loss"),
    ],
)
def test_protection_pays_low_hands(hand: str, expected: str) -> None:
    assert paid("protection", "1", hand) == expected


@pytest.mark.parametrize(
    ("hand", "red", "black"),
    [
        ("2h 3d 4h 6d 9h Td Kh", "seven_of_the_color 5 to 1", "loss"),
        ("2h 3d 4h 6d 9h Td Jk", "six_of_the_color 1 to 1", "loss"),  # the joker is neither color
        ("2h 3d 4h 6d 9h Td Ks", "six_of_the_color 1 to 1", "loss"),
        ("2h 3d 4h 6d 9h Tc Ks", "five_of_the_color 1 to 1", "loss"),
        ("2h 3d 4h 6d 9s Tc Ks", "four_of_the_color 1 to 1", "loss"),
        ("2h 3d 4h 6s 9s Tc Jk", "loss", "loss"),  # three of each
        ("2h 3d 4h 6s 9s Tc Ks", "loss", "four_of_the_color 1 to 1"),
        ("2h 3d 4c 6s 9s Tc Ks", "loss", "five_of_the_color 1 to 1"),
        ("2c 3s 4c 6s 9s Tc Jk", "loss", "six_of_the_color 1 to 1"),
        ("2c 3s 4c 6s 9s Tc Ks", "loss", "seven_of_the_color 5 to 1"),
    ],
)
def test_red_black_counts_the_chosen_color(hand: str, red: str, black: str) -> None:
    assert paid("red-black", "1", hand, color="red") == red
    assert paid("red-black", "1", hand, color="black") == black


HAND = parse_cards("2h 3d 4h 6d 9s Tc Ks")
DEALER = parse_cards("2d 3c 5c 7d 8s Js Qs")


def test_red_black_needs_a_color() -> None:
    with pytest.raises(BadInput, match="needs a color: red or black"):
        settle(lay_out(GAME), [Seat(HAND, (Bet("red-black", dollars(1)),))], DEALER)


def test_a_dealers_queen_high_pai_gow_pushes_the_base_wager_only() -> None:
    bets = (Bet("base", dollars(10)), Bet("red-black", dollars(1), choice="red"))
    settled = settle(lay_out(GAME), [Seat(HAND, bets)], DEALER)

    assert [(line.wager, line.outcome, line.net) for line in settled] == [
        ("base", "barred", 0),
        ("red-black", "four_of_the_color", 100),
    ]


@pytest.mark.parametrize(("bet", "envy"), [(dollars(5), [dollars(5)]), (Cents(499), [])])
def test_envy_needs_a_bet_of_5_dollars(bet: Cents, envy: list[Cents]) -> None:
    quads = Seat(parse_cards("9c 9d 9h 9s Kh Qd 2c"), (Bet("dynasty", dollars(5)),))
    other = Seat(parse_cards("As Ad 3c 4c 7s 8s Jc"), (Bet("dynasty", bet),))
    settled = settle(lay_out(GAME), [quads, other], parse_cards("2d 2h 5c 6d Ts Jh Qs"))

    assert [(line.seat, line.net) for line in settled if line.envy_from] == [(2, amount) for amount in envy]


def test_letter_of_ez_pai_gow() -> None:
    letter = GAME.letter

    assert (letter.number, letter.submission, str(letter.dated)) == ("004", 3119, "2023-06-14")
    assert [str(day) for day in letter.rules_dated] == ["2023-05-05", "2023-06-05"]
    assert len(letter.approves) == 66
    assert letter.approves[20] == "EZ Pai Gow"
    assert (letter.approves[0], letter.approves[65]) == ("6-5-4 Poker", "Zappit Blackjack – Dual Progressives")
    assert letter.systems == ()
    assert {condition.kind for condition in letter.conditions} == {
        "rules of play",
        "internal controls",
        "licensed equipment",
        "tribal agency approval",
        "commission concurrence",
        "compact supplement",
        "certified equipment",
        "modification",
    }


def test_game_data_of_ez_pai_gow() -> None:
    assert GAME.wager_slugs() == ["base", "dynasty", "protection", "red-black"]
    assert (GAME.decks, GAME.joker, GAME.seats) == ((1,), True, 6)
    options = GAME.check_options({})
    assert (options["joker"], options["wheel"], options["dealing"]) == ("semi-wild", "second-highest", "every spot")


CLAIMS = {claim.id: claim for claim in GAME.letter.claims}


def test_claims_have_different_ids() -> None:
    assert len(CLAIMS) == len(GAME.letter.claims)


def test_every_printed_figure_is_a_claim() -> None:
    counted = Counter((claim.wager, claim.table, claim.block, claim.figure) for claim in GAME.letter.claims)
    expected = {
        ("dynasty", "1", "", "return"): 13,
        ("dynasty", "1", "", "envy return"): 9,
        ("dynasty", "1", "", "house edge by players"): 2,
        ("dynasty", "3", "detailed return table", "combinations"): 12,
        ("dynasty", "3", "detailed return table", "probability"): 13,
        ("dynasty", "3", "detailed return table", "return"): 12,
        ("dynasty", "3", "detailed return table", "total return"): 1,
        ("dynasty", "2", "detailed envy table", "envy pays"): 8,
        ("dynasty", "2", "detailed envy table", "combinations"): 9,
        ("dynasty", "2", "detailed envy table", "probability"): 9,
        ("dynasty", "2", "detailed envy table", "envy return"): 8,
        ("dynasty", "2", "detailed envy table", "total envy return"): 1,
        ("protection", "1", "", "return"): 7,
        ("protection", "1", "", "house advantage"): 1,
        ("red-black", "1", "", "return"): 4,
        ("red-black", "1", "", "house advantage"): 1,
    }
    for table in "234567":
        expected |= {
            ("dynasty", table, "", "return"): 13,
            ("dynasty", table, "", "total return"): 1,
            ("dynasty", table, "", "envy return"): 7,
            ("dynasty", table, "", "total envy return"): 1,
            ("dynasty", table, "", "house edge by players"): 6,
        }

    assert counted == expected
    assert len(CLAIMS) == 278


def test_a_claim_is_about_a_line_or_a_total() -> None:
    strange = [
        claim.id
        for claim in CLAIMS.values()
        if claim.outcome not in ("", "loss", "total") and table_of(claim.wager, claim.table).line(claim.outcome) is None
    ]

    assert strange == []


@pytest.mark.parametrize(
    ("claim", "printed"),
    [
        ("dynasty/1/return/natural_wheel_ace_queen_suited", "0.01558%"),
        ("dynasty/1/envy return/straight_flush", "0.46794%"),
        ("dynasty/1/house edge by players/1", "8.16%"),
        ("dynasty/1/house edge by players/6", "3.64%"),
        ("dynasty/3/detailed return table/combinations/straight", "11,034,204"),
        ("dynasty/3/detailed return table/return/three_pair", "-0.01856717"),
        ("dynasty/3/detailed return table/total return", "-0.07765575"),
        ("dynasty/2/detailed envy table/envy pays/royal_flush_ace_queen_suited", "200 to 1"),
        ("dynasty/2/detailed envy table/combinations/loss", "153,623,516"),
        ("dynasty/2/detailed envy table/total envy return", "0.00926832"),
        ("dynasty/2/return/three_pair", "0.000000"),
        ("dynasty/7/return/loss", "-0.789489"),
        ("dynasty/7/total return", "-0.092855"),
        ("dynasty/7/total envy return", "0.010674"),
        ("dynasty/6/house edge by players/3", "5.69%"),
        ("protection/1/return/jack_high_pai_gow", "10.0009%"),
        ("protection/1/house advantage", "7.01%"),
        ("red-black/1/return/five_of_the_color", "29.9576%"),
        ("red-black/1/house advantage", "2.68%"),
    ],
)
def test_figures_are_as_printed(claim: str, printed: str) -> None:
    assert CLAIMS[claim].printed == printed


@pytest.mark.parametrize("figure", ["return", "envy return"])
@pytest.mark.parametrize("table", list("234567"))
def test_printed_returns_add_up_to_the_printed_total(table: str, figure: str) -> None:
    """A wrong figure would be detected: rounding each line to six places costs at most half a unit."""
    lines = [
        Fraction(claim.printed)
        for claim in CLAIMS.values()
        if (claim.table, claim.block, claim.figure) == (table, "", figure)
    ]
    total = Fraction(CLAIMS[f"dynasty/{table}/total {figure}"].printed)

    assert abs(sum(lines) - total) <= Fraction(len(lines) + 1, 2_000_000)
