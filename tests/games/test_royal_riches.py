"""Royal Riches Pai Gow: the pay tables as letter 002 prints them, and what each hand is paid."""

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import NotApproved
from pitbook.games import game
from pitbook.games.model import Deal, Wager
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.hands.pai_gow import Setting
from pitbook.money import Cents, dollars

GAME = game("royal-riches-pai-gow")

# Appendix A as printed: hand, then pays of tables 1 to 6 (to 1; "" where a table does not print the line).
BONUS_PAYS = """
7 Card Straight Flush            | 5,000 | 8,000 | 5,000 | 2,500 | 5,000 | 40
Royal Flush + Ace-King Suited    | 1,000 | 2,000 | 2,000 | 1,000 | 1,000 | 250
7 Card Straight Flush with Joker | 750   | 1,000 | 1,000 | 750   | 500   | 40
5 Aces                           | 250   | 400   | 400   | 250   | 300   | 1,000
Royal Flush                      | 100   | 150   | 150   | 125   | 110   | 250
Straight Flush                   | 50    | 50    | 50    | 50    | 45    | 40
4 of a Kind                      | 20    | 25    | 25    | 25    | 25    | 20
Full House                       | 5     | 5     | 5     | 5     | 5     | 5
Flush                            | 4     | 4     | 4     | 4     | 4     | 4
3 of a Kind                      | 3     | 3     | 3     | 3     | 3     | 3
Straight                         | 2     | 2     | 2     | 2     | 2     | 2
Three Pair                       | push  |       |       |       |       |
"""
BONUS_ENVY = """
7 Card Straight Flush            | 1000 | 5000 | 3000 | 1000 | 2500 | 10
Royal Flush + Ace-King Suited    | 250  | 1000 | 1000 | 750  | 500  | 25
7 Card Straight Flush with Joker | 100  | 500  | 500  | 250  | 250  | 10
5 Aces                           | 50   | 250  | 250  | 100  | 150  | 100
Royal Flush                      | 25   | 50   | 50   | 50   | 55   | 25
Straight Flush                   | 10   | 20   | 20   | 20   | 25   | 10
4 of a Kind                      | 5    | 5    | 5    | 5    | 6    | 5
"""
DEALER_PAI_GOW_PAYS = """
Nine-High Pai Gow  | 100 | 100 | 100
Ten-High Pai Gow   | 40  | 50  | 40
Jack-High Pai Gow  | 10  | 10  | 10
Queen-High Pai Gow | 7   | 7   | 7
King-High Pai Gow  | 6   | 5   | 5
Ace-High Pai Gow   | 3   | 3   | 3
"""
INSURANCE_PAYS = """
Nine-High Pai Gow  | 400 | 250 | 100 | 100 | 100
Ten-High Pai Gow   | 40  | 75  | 50  | 25  | 25
Jack-High Pai Gow  | 20  | 25  | 25  | 15  | 15
Queen-High Pai Gow | 5   | 5   | 10  | 6   | 7
King-High Pai Gow  | 3   | 3   | 5   | 5   | 5
Ace-High Pai Gow   | 2   | 2   | 1   | 3   | 3
"""
# The letter says "of Jackpot"; the other pays are for 1.
JACKPOT_PAYS = """
7-Card Natural Straight Flush | 100%  |      |
7-Card Straight Flush         |       | 100% |
Royal Flush w/ K-Q Suited     | 50%   |      |
7-Card Wild Straight Flush    | 25%   |      |
5 Aces                        | 2,500 | 10%  | 100%
Royal Flush                   | 200   | 500  | 500
Straight Flush                | 100   | 100  | 100
Four of a Kind                | 75    | 75   | 75
Full House                    | 6     | 4    | 5
"""


def column(grid: str, number: int) -> list[tuple[str, str]]:
    """The printed lines of one table: label and figure, in printed order."""
    rows = [[cell.strip() for cell in row.split("|")] for row in grid.strip().splitlines()]
    return [(row[0], row[number]) for row in rows if row[number]]


@pytest.mark.parametrize(
    ("slug", "grid", "tables", "unit"),
    [
        ("royal-riches", BONUS_PAYS, 6, "to"),
        ("dealer-pai-gow", DEALER_PAI_GOW_PAYS, 3, "to"),
        ("pai-gow-insurance", INSURANCE_PAYS, 5, "to"),
        ("jackpot", JACKPOT_PAYS, 3, "for"),
    ],
)
def test_pay_tables_are_as_printed(slug: str, grid: str, tables: int, unit: str) -> None:
    printed = GAME.wager(slug).tables

    assert [table.id for table in printed] == [str(number) for number in range(1, tables + 1)]
    for number, table in enumerate(printed, 1):
        lines = column(grid, number)
        expected = [
            (label, pay if pay == "push" else f"{pay} of meter" if pay.endswith("%") else f"{pay} {unit} 1")
            for label, pay in lines
        ]
        assert [(line.label, str(line.pay)) for line in table.lines] == expected
        assert table.decks == (1,)


@pytest.mark.parametrize("number", range(1, 7))
def test_envy_is_as_printed(number: int) -> None:
    lines = GAME.wager("royal-riches").tables[number - 1].lines

    assert [(line.label, line.envy) for line in lines if line.envy is not None] == [
        (label, dollars(int(amount))) for label, amount in column(BONUS_ENVY, number)
    ]


def test_every_outcome_is_on_a_pay_table() -> None:
    unpaid = {
        f"{wager.slug} {outcome.name}"
        for wager in GAME.wagers
        for outcome in wager.outcomes
        if wager.tables and not any(table.line(outcome.name) for table in wager.tables)
    }

    assert unpaid == set()


def paid(slug: str, table: str, hand: str, **options: str) -> str:
    """The outcome and pay of seven cards; ``loss`` where no line is paid."""
    return paid_for(GAME.wager(slug), table, Deal(parse_cards(hand), ()), options)


def paid_for(wager: Wager, table: str, deal: Deal, options: dict[str, str]) -> str:
    (printed,) = (one for one in wager.tables if one.id == table)
    line = wager.paid_line(printed, wager.satisfied(deal, options))
    return f"{line.outcome} {line.pay}" if line else "loss"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("4h 5h 6h 7h 8h 9h Th", "seven_card_straight_flush 5,000 to 1"),
        ("Ah 2h 3h 4h 5h 6h 7h", "seven_card_straight_flush 5,000 to 1"),
        ("Ts Js Qs Ks As Ad Kd", "royal_flush_ace_king_suited 1,000 to 1"),
        ("Ts Js Jk Ks As Ad Kd", "royal_flush_ace_king_suited 1,000 to 1"),  # the royal may hold the joker
        ("4h 5h 6h Jk 8h 9h Th", "seven_card_straight_flush_with_joker 750 to 1"),
        ("As Ah Ad Ac Jk Ks Kd", "five_aces 250 to 1"),
        ("Ts Js Qs Ks As Ad Kc", "royal_flush 100 to 1"),  # ace and king of two suits
        ("Ts Js Qs Ks As Jk Kd", "royal_flush 100 to 1"),  # the joker is no natural ace
        ("Ts Js Qs Ks As Ad Qd", "royal_flush 100 to 1"),  # ace-queen is letter 004's line
        ("Kh Ah 2h 3h 4h 5h 9c", "straight_flush 50 to 1"),
        ("Jh Qh Kh Ah 2h 3h 4h", "flush 4 to 1"),  # a run does not wrap around the ace
        ("9c 9d 9h 9s Kh Qd 2c", "four_of_a_kind 20 to 1"),
        ("As Ad Ac Jk Kh Qd 2c", "four_of_a_kind 20 to 1"),
        ("9c 9d 9h Kh Kd Qd 2c", "full_house 5 to 1"),
        ("Kc Kd Ah Jk 7h Qd 2c", "loss"),  # two pair: the joker is an ace
        ("2h 5h 9h Jh Kh Ks 3c", "flush 4 to 1"),
        ("9c 9d 9h Kh Qd 2c 4s", "three_of_a_kind 3 to 1"),
        ("9c 9d 9h Th Jd Qc Ks", "three_of_a_kind 3 to 1"),  # also a straight, which pays less
        ("5c 6d 7h 8h 9d Kc Ks", "straight 2 to 1"),
        ("5c 6d Jk 8h 9d Kc Ks", "straight 2 to 1"),
        ("Ac 2d 3h 4h 5d Kc Ks", "straight 2 to 1"),
        ("9c 9d Kh Kd 4c 4s 2h", "three_pair push"),
        ("9c 9d Kh Kd 4c 5s 2h", "loss"),
    ],
)
def test_royal_riches_pays_the_best_line(hand: str, expected: str) -> None:
    assert paid("royal-riches", "1", hand) == expected


def test_three_pair_loses_without_a_line() -> None:
    assert paid("royal-riches", "2", "9c 9d Kh Kd 4c 4s 2h") == "loss"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("8s 9s Ts Js Qs Ks As", "royal_flush 250 to 1"),
        ("8s 9s Ts Js Jk Ks As", "royal_flush 250 to 1"),
        ("4h 5h 6h 7h 8h 9h Th", "seven_card_straight_flush 40 to 1"),
        ("Ts Js Qs Ks As Ad Kd", "royal_flush_ace_king_suited 250 to 1"),
        ("As Ah Ad Ac Jk Ks Kd", "five_aces 1,000 to 1"),
    ],
)
def test_table_6_pays_a_royal_inside_a_seven_card_straight_flush(hand: str, expected: str) -> None:
    assert paid("royal-riches", "6", hand) == expected


PAI_GOWS = [
    ("2c 3d 4h 5s 7c 8d 9h", "nine_high_pai_gow 400 to 1"),
    ("2c 3d 4h 6s 7c 8d Th", "ten_high_pai_gow 40 to 1"),
    ("2c 3d 4h 6s 7c 8d Jh", "jack_high_pai_gow 20 to 1"),
    ("2c 3d 4h 6s 7c 8d Qh", "queen_high_pai_gow 5 to 1"),
    ("2c 3d 4h 6s 7c 8d Kh", "king_high_pai_gow 3 to 1"),
    ("Ac 3d 4h 6s 7c 8d Kh", "ace_high_pai_gow 2 to 1"),
]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        *PAI_GOWS,
        ("Jk 3d 4h 6s 8c 9d Kh", "ace_high_pai_gow 2 to 1"),  # the joker is an ace
        ("Jk 3d 4h 6s 7c 9d Kh", "loss"),  # the joker completes 3-4-5-6-7
        ("Jk 3h 4h 6h 8h 9d Ks", "loss"),  # the joker completes a flush
        ("Jk Ad 4h 6s 8c 9d Kh", "loss"),  # the joker pairs the ace
        ("2c 3d 4h 5s 6c 8d 9h", "loss"),
        ("2c 3c 4c 7c 9c Jd Kh", "loss"),
        ("2c 2d 4h 6s 7c 8d Kh", "loss"),
    ],
)
def test_insurance_pays_a_pai_gow_by_its_highest_card(hand: str, expected: str) -> None:
    assert paid("pai-gow-insurance", "1", hand) == expected


def test_a_fully_wild_joker_leaves_no_pai_gow() -> None:
    hand = "Jk 3d 4h 6s 8c 9d Kh"

    assert paid("pai-gow-insurance", "1", hand, joker="semi-wild") == "ace_high_pai_gow 2 to 1"
    assert paid("pai-gow-insurance", "1", hand, joker="fully-wild") == "loss"


def dealer_pai_gow(player: str, dealer: str, **options: str) -> str:
    """Both hands are given set: two low cards, a slash, five high cards."""
    hands = [Setting(*map(parse_cards, text.split("/"))) for text in (player, dealer)]
    deal = Deal(hands[0].low + hands[0].high, hands[1].low + hands[1].high, *hands)
    return paid_for(GAME.wager("dealer-pai-gow"), "1", deal, options)


@pytest.mark.parametrize(
    ("dealer", "expected"),
    [
        ("8d 7c / 9h 5s 4h 3d 2c", "nine_high_pai_gow 100 to 1"),
        ("8d 7c / Th 6s 4h 3d 2c", "ten_high_pai_gow 40 to 1"),
        ("8d 7c / Jh 6s 4h 3d 2c", "jack_high_pai_gow 10 to 1"),
        ("8d 7c / Qh 6s 4h 3d 2c", "queen_high_pai_gow 7 to 1"),
        ("8d 7c / Kh 6s 4h 3d 2c", "king_high_pai_gow 6 to 1"),
        ("Kh 8d / Ac 7c 6s 4h 3d", "ace_high_pai_gow 3 to 1"),
        ("Kh 9d / Jk 8c 6s 4h 3d", "ace_high_pai_gow 3 to 1"),
    ],
)
def test_dealer_pai_gow_pays_when_the_five_card_hand_is_higher(dealer: str, expected: str) -> None:
    assert dealer_pai_gow("Ks Qs / As Ad 9c 5c 2h", dealer) == expected


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        ("Ts 9s / Ks 7d 5c 3h 2d", "king_high_pai_gow 6 to 1"),  # the second card decides
        ("Ts 9s / Ks 6d 4c 3h 2d", "loss"),  # equal: the dealer wins copies
        ("Ts 9s / Qs 7d 5c 3h 2d", "loss"),
        ("2s 2h / 7d 5c 5d Ts Jc", "king_high_pai_gow 6 to 1"),  # any pair beats a pai gow
        ("Ts 9s / As 5d 4c 3h 2d", "king_high_pai_gow 6 to 1"),  # so does a wheel, wherever it ranks
    ],
)
def test_dealer_pai_gow_needs_a_higher_five_card_hand(player: str, expected: str) -> None:
    for wheel in ("lowest", "second-highest"):
        assert dealer_pai_gow(player, "8d 7c / Kh 6s 4h 3s 2c", wheel=wheel) == expected


def test_dealer_pai_gow_loses_to_any_other_dealer_hand() -> None:
    assert dealer_pai_gow("Ks Qs / As Ad 9c 5c 2h", "8d 8c / 9h 9s 4h 3d 2c") == "loss"


@pytest.mark.parametrize(
    ("hand", "first", "second", "third"),
    [
        ("4h 5h 6h 7h 8h 9h Th", "100% of meter", "100% of meter", "100 for 1"),
        ("8s 9s Ts Js Qs Ks As", "100% of meter", "100% of meter", "500 for 1"),
        ("4h 5h 6h Jk 8h 9h Th", "25% of meter", "100% of meter", "100 for 1"),
        ("8s 9s Ts Js Jk Ks As", "25% of meter", "100% of meter", "500 for 1"),
        ("Ts Js Qs Ks As Kd Qd", "50% of meter", "500 for 1", "500 for 1"),
        ("Ts Jk Qs Ks As Kd Qd", "50% of meter", "500 for 1", "500 for 1"),
        ("Ts Js Qs Ks As Ad Kd", "200 for 1", "500 for 1", "500 for 1"),
        ("As Ah Ad Ac Jk Ks Kd", "2,500 for 1", "10% of meter", "100% of meter"),
        ("Kh Ah 2h 3h 4h 5h 9c", "100 for 1", "100 for 1", "100 for 1"),
        ("9c 9d 9h 9s Kh Qd 2c", "75 for 1", "75 for 1", "75 for 1"),
        ("9c 9d 9h Kh Kd Qd 2c", "6 for 1", "4 for 1", "5 for 1"),
        ("2h 5h 9h Jh Kh Ks 3c", "loss", "loss", "loss"),
    ],
)
def test_jackpot_pays_its_lines_as_printed(hand: str, first: str, second: str, third: str) -> None:
    pays = [paid("jackpot", table, hand).split(" ", 1)[-1] for table in "123"]

    assert pays == [first, second, third]


JACKPOT_HAND = parse_cards("9c 9d 9h Kh Kd Qd 2c")
OTHER_HAND = parse_cards("As Ad 3c 4c 7s 8s Jc")
DEALER_HAND = parse_cards("2d 2h 5c 6d Ts Jh Qs")


@pytest.mark.parametrize("bet", ["0.50", "21"])
def test_jackpot_bet_is_1_to_20_dollars(bet: str) -> None:
    seat = Seat(JACKPOT_HAND, (Bet("jackpot", Cents(int(float(bet) * 100))),))

    with pytest.raises(NotApproved, match=r"\$1 to \$20"):
        settle(lay_out(GAME), [seat], DEALER_HAND)


def test_jackpot_bet_is_the_same_for_all_players() -> None:
    seats = [Seat(JACKPOT_HAND, (Bet("jackpot", dollars(1)),)), Seat(OTHER_HAND, (Bet("jackpot", dollars(5)),))]

    with pytest.raises(NotApproved, match="one fixed amount for all players"):
        settle(lay_out(GAME), seats, DEALER_HAND)


def test_fixed_jackpot_pays_grow_with_the_bet() -> None:
    nets = [
        settle(lay_out(GAME), [Seat(JACKPOT_HAND, (Bet("jackpot", dollars(bet)),))], DEALER_HAND)[0].net
        for bet in (1, 20)
    ]

    assert nets == [dollars(5), dollars(100)]


@pytest.mark.parametrize(("bet", "envy"), [(dollars(5), [dollars(5)]), (Cents(499), [])])
def test_envy_needs_a_bet_of_5_dollars(bet: Cents, envy: list[Cents]) -> None:
    quads = Seat(parse_cards("9c 9d 9h 9s Kh Qd 2c"), (Bet("royal-riches", dollars(5)),))
    settled = settle(lay_out(GAME), [quads, Seat(OTHER_HAND, (Bet("royal-riches", bet),))], DEALER_HAND)

    assert [(line.seat, line.net) for line in settled if line.envy_from] == [(2, amount) for amount in envy]


def test_letter_of_royal_riches() -> None:
    letter = GAME.letter

    assert (letter.number, letter.submission, str(letter.dated)) == ("002", 3041, "2021-05-25")
    assert letter.claims == ()
    assert {condition.kind for condition in letter.conditions} == {
        "rules of play",
        "internal controls",
        "licensed equipment",
        "tribal agency approval",
        "commission concurrence",
        "compact supplement",
        "certified equipment",
        "modification",
        "wager limits",
    }
    (system,) = letter.systems
    assert system.controller == "touch pad"
    assert [(part.version, part.or_higher) for part in system.components] == [("v005t", True)]


def test_game_data_of_royal_riches() -> None:
    assert GAME.wager_slugs() == ["base", "royal-riches", "dealer-pai-gow", "pai-gow-insurance", "jackpot"]
    assert (GAME.decks, GAME.joker, GAME.seats) == ((1,), True, 6)
    options = GAME.check_options({})
    assert (options["joker"], options["wheel"], options["folded-hand"]) == ("semi-wild", "lowest", "does not qualify")


def test_the_rules_name_no_push_that_only_ez_pai_gow_has() -> None:
    """Letter 002 leaves the base game as posted: a dealer's queen-high pai gow pushes in letter 004 only."""
    assert "barred" not in [outcome.name for outcome in GAME.wager("base").outcomes]
    assert "barred" in [outcome.name for outcome in game("ez-pai-gow").wager("base").outcomes]


def test_everything_that_cites_a_letter_cites_this_games_own() -> None:
    for slug, number in (("royal-riches-pai-gow", "002"), ("ez-pai-gow", "004")):
        each = game(slug)
        cites = [
            *each.cites.values(),
            *(step.cite for step in each.procedure),
            *(wager.cite for wager in each.wagers),
            *(option.cite for option in each.all_options().values()),
        ]
        assert all(f"letter {number}" in cite for cite in cites if "letter" in cite), slug
