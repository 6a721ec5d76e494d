"""Settlement by hand: the pai gow and blackjack base wagers, and the wagers on seven cards.

One line is one round, as in :mod:`tests.games.round_lines`.
"""

import pytest

from tests.games.round_lines import paid, round_of

POKER, RICHES, ROYAL, EZ = "match-n-poker", "royal-riches-pai-gow", "royal-match-21", "ez-pai-gow"

ACE_HIGH = "Ah Ks Qd 9c 8d 4s 3h"
"""A dealer's hand that every house way sets K-Q / A-9-8-4-3."""
QUEEN_HIGH = "Qs Jd 9h 8c 6s 4d 2h"
KING_STRAIGHT = "Ks Qd Jh Tc 9s 4d 2h"
"""Set 4-2 / K-Q-J-10-9."""


@pytest.mark.parametrize(
    ("setting", "outcome"),
    [
        ("As Kd / 7h 7c 5d 3d 2s", "win"),
        ("5d 3d / As Kd 7h 7c 2s", "push"),  # low lost, high won
        ("Ac 2c / Ad 9d 8c 4d 3c", "push"),  # low won, high a copy
        ("Kd Qs / 7h 7c 5d 3d 2s", "push"),  # low a copy, high won
        ("Kd Qs / Ac 9d 8c 4d 3c", "loss"),  # both copies
        ("Kd Qs / Jc 9d 8c 4d 3c", "foul"),
        ("Kd Js / Ac 8c 6d 4d 3c", "loss"),
        ("7h 7c / As Kd 5d 3d 2s", "foul"),
        ("Ac Jk / Kd Qs 7h 7c 2s", "foul"),
        ("Jk Kd / 7h 7c 5d 3d 2s", "win"),  # the joker is an ace in the low hand
        ("Kd Jc / Jk 9d 8c 4d 3c", "loss"),  # and in the high hand: a copy of the dealer's
        ("2h 2d / Jk 6h 5h 4h 2c", "win"),  # where it completes a straight, it is not an ace
    ],
)
def test_pai_gow_base_wager_outcomes(setting: str, outcome: str) -> None:
    """Both hands must be higher; one of two is a push, copies are the dealer's and a foul loses."""
    line = f"bet base=10; player {setting.replace(' /', '')}; set {setting}; dealer {ACE_HIGH}"
    ez = {"win": "win, 1 to 1, $10", "push": "push, push, $0", "loss": "loss, loss, -$10", "foul": "foul, loss, -$10"}

    assert paid(EZ, line) == ez[outcome]
    assert paid(RICHES, line) == ez[outcome].replace("1 to 1, $10", "0.95 to 1, $9.50")


@pytest.mark.parametrize(
    ("setting", "elsewhere"),
    [
        ("As Kd / 7h 7c 5d 3d 2s", "win, 0.95 to 1, $9.50"),
        ("7s 4h / 8h 5d 3h 3d 2s", "push, push, $0"),
        ("Jh 8d / Qd 7c 5d 3d 2s", "loss, loss, -$10"),
        ("7h 7c / As Kd 5d 3d 2s", "foul, loss, -$10"),
    ],
)
def test_a_dealers_queen_high_pai_gow_pushes_every_ez_base_wager(setting: str, elsewhere: str) -> None:
    """Won, pushed, lost or fouled, the wager comes back in EZ Pai Gow and nowhere else."""
    line = f"bet base=10; player {setting.replace(' /', '')}; set {setting}; dealer {QUEEN_HIGH}"

    assert paid(EZ, line) == "barred, push, $0"
    assert paid(RICHES, line) == elsewhere


@pytest.mark.parametrize(
    "dealer",
    [
        "Qs Qd 9h 8c 6s 4d 2h",  # a pair
        "Qs Jd Th 9c 8s 4d 2h",  # a straight
        "Qs Js 9s 8s 6s 4d 2h",  # a flush
        "Ks Jd 9h 8c 6s 4d 2h",  # king high
        "Jk Jd 9h 8c 6s 4d 2h",  # the joker is an ace
        "Js Td 9h 7c 6s 4d 2h",  # jack high
    ],
)
def test_no_other_dealer_hand_is_barred(dealer: str) -> None:
    """Only seven different ranks up to a queen, without straight or flush, push."""
    line = f"bet base=10; player Ac Ad As Ah Kc Kd 3c; set Kc Kd / Ac Ad As Ah 3c; dealer {dealer}"

    assert paid(EZ, line) == "win, 1 to 1, $10"


def test_bonus_wagers_are_settled_against_a_barred_hand() -> None:
    """Only the base wager pushes."""
    hand = "Ac Ad As Kc Kd 5h 3c"
    line = f"bet base=10; bet dynasty=5; bet protection=5; bet red-black=5:red; player {hand}; dealer {QUEEN_HIGH}"

    assert round_of(EZ, line) == [
        "1 base: barred, push, $0",
        "1 dynasty: full_house, 5 to 1, $25",
        "1 protection: loss, loss, -$5",
        "1 red-black: loss, loss, -$5",
    ]


@pytest.mark.parametrize(
    ("slug", "option", "expected"),
    [
        (EZ, "", "win, 1 to 1, $10"),
        (RICHES, "", "push, push, $0"),
        (RICHES, "option wheel=second-highest; ", "win, 0.95 to 1, $9.50"),
        (EZ, "option wheel=lowest; ", "push, push, $0"),
    ],
)
def test_rank_of_the_wheel(slug: str, option: str, expected: str) -> None:
    """A-2-3-4-5 beats a king-high straight in EZ Pai Gow and is the lowest straight elsewhere, by default."""
    hand = "Kc Qc / Ac 2d 3h 4c 5d"
    line = f"{option}bet base=10; player {hand.replace(' /', '')}; set {hand}; dealer {KING_STRAIGHT}"

    assert paid(slug, line) == expected


@pytest.mark.parametrize(
    ("bet", "options", "expected"),
    [
        ("10", "", "0.95 to 1, $9.50"),
        ("0.01", "", "0.95 to 1, $0"),
        ("0.20", "", "0.95 to 1, $0.19"),
        ("10.01", "", "0.95 to 1, $9.50"),
        ("10.01", "option rounding=up to $0.01; ", "0.95 to 1, $9.51"),
        ("10.01", "option rounding=up to $0.25; ", "0.95 to 1, $9.75"),
        ("10.01", "option rounding=nearest to $0.25; ", "0.95 to 1, $9.50"),
        ("7", "option rounding=down to $1; ", "0.95 to 1, $6"),
        ("10", "option commission=0; ", "1 to 1, $10"),
        ("10", "option commission=4.5%; ", "0.955 to 1, $9.55"),
        ("10", "option commission=10; ", "0.9 to 1, $9"),
        ("1", "option commission=33.3333%; ", "0.666667 to 1, $0.66"),
    ],
)
def test_the_commission_on_a_win(bet: str, options: str, expected: str) -> None:
    """5% of the win unless the house says otherwise, paid down to the cent or by the stated rounding."""
    line = f"{options}bet base={bet}; player As Kd 7h 7c 5d 3d 2s; set As Kd / 7h 7c 5d 3d 2s; dealer {ACE_HIGH}"

    assert paid(RICHES, line) == f"win, {expected}"


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("foxwoods", "push, push, $0"),  # 4-4 / J-J-A-9-7: the jacks lose to queens
        ("flamingo", "push, push, $0"),  # A-9 / J-J-4-4-7: the two pair win, A-9 loses to A-K
    ],
)
def test_a_hand_without_a_setting_is_set_by_the_house_way(way: str, expected: str) -> None:
    """The house way that the house names decides, for the player who asks and for the dealer."""
    line = f"option house-way={way}; bet base=10; player Js Jd 4h 4c As 9d 7c; dealer Qs Qd Ah Kc 8s 6d 3c"

    assert paid(EZ, line) == expected


@pytest.mark.parametrize(("way", "expected"), [("foxwoods", "loss, loss, -$10"), ("flamingo", "push, push, $0")])
def test_the_house_way_can_decide_a_round(way: str, expected: str) -> None:
    """Foxwoods sets the small pair as the low hand; Flamingo sets an ace there and keeps two pair in the high hand."""
    line = f"option house-way={way}; bet base=10; player Js Jd 4h 4c As 9d 7c; dealer Qs Qd 8h 8c 7s 5d 3c"

    assert paid(EZ, line) == expected


@pytest.mark.parametrize(
    ("table", "setting", "dealer", "expected"),
    [
        ("1", "As Kd / 7h 7c 5d 3d 2s", ACE_HIGH, "ace_high_pai_gow, 3 to 1, $15"),
        ("1", "Kd Qs / Ac 9d 8c 4d 3c", ACE_HIGH, "loss, loss, -$5"),  # an equal hand does not win
        ("1", "2c 3d / Ac Td 8c 4d 3c", ACE_HIGH, "ace_high_pai_gow, 3 to 1, $15"),
        ("1", "As Kd / 7h 7c 5d 3d 2s", "Kh Js 9d 8c 6s 4d 2h", "king_high_pai_gow, 6 to 1, $30"),
        ("2", "As Kd / 7h 7c 5d 3d 2s", "Kh Js 9d 8c 6s 4d 2h", "king_high_pai_gow, 5 to 1, $25"),
        ("1", "As Kd / 7h 7c 5d 3d 2s", QUEEN_HIGH, "queen_high_pai_gow, 7 to 1, $35"),
        ("1", "As Kd / 7h 7c 5d 3d 2s", "Jh Ts 8d 7s 5h 4d 2h", "jack_high_pai_gow, 10 to 1, $50"),
        ("2", "As Kd / 7h 7c 5d 3d 2s", "Th 9s 8d 6s 5h 4d 2h", "ten_high_pai_gow, 50 to 1, $250"),
        ("1", "As Kd / 7h 7c 5d 3d 2s", "9h 8s 7d 5s 4h 3h 2h", "nine_high_pai_gow, 100 to 1, $500"),
        ("1", "As Kd / 7h 7c 5d 3d 2s", "Qh Qs 9d 8c 6s 4d 2h", "loss, loss, -$5"),
        ("1", "Qc Jd / Kh 8h 7c 5s 3s", ACE_HIGH, "loss, loss, -$5"),
    ],
)
def test_dealer_pai_gow_outcomes(table: str, setting: str, dealer: str, expected: str) -> None:
    """Wins when the dealer has a pai gow and the player's five cards are higher, whatever the two cards do."""
    line = f"table dealer-pai-gow={table}; bet dealer-pai-gow=5; player {setting.replace(' /', '')}; set {setting}"

    assert paid(RICHES, f"{line}; dealer {dealer}") == expected


@pytest.mark.parametrize(
    ("slug", "line", "expected"),
    [
        (RICHES, "bet pai-gow-insurance=5; player 9h 8s 7d 5s 4h 3h 2h", "nine_high_pai_gow, 400 to 1, $2,000"),
        (RICHES, "bet pai-gow-insurance=5; player Jk Ks Jd 9s 7h 4h 2h", "ace_high_pai_gow, 2 to 1, $10"),
        (RICHES, "bet pai-gow-insurance=5; player Jk Ks Qd Js Th 4h 2h", "loss, loss, -$5"),
        (RICHES, "bet pai-gow-insurance=5; player Jk Kh Qd 9h 7h 4h 2s", "loss, loss, -$5"),
        (RICHES, "bet pai-gow-insurance=5; player Jk As Qd 9h 7c 4h 2s", "loss, loss, -$5"),
        (RICHES, "bet royal-riches=2.50; player 9s 9h 9d 9c 2s 3h 4d", "four_of_a_kind, 20 to 1, $50"),
        (RICHES, "bet royal-riches=5; player 9s 9h 8d 8c 2s 2h 4d", "three_pair, push, $0"),
        (RICHES, "table royal-riches=2; bet royal-riches=5; player 9s 9h 8d 8c 2s 2h 4d", "loss, loss, -$5"),
        (RICHES, "bet royal-riches=5; player 9s 9h 9d 8c 7s 6h 5d", "three_of_a_kind, 3 to 1, $15"),
        (
            RICHES,
            "table royal-riches=6; bet royal-riches=5; player As Ks Qs Js Ts 9s 8s",
            "royal_flush, 250 to 1, $1,250",
        ),
        (RICHES, "bet royal-riches=5; player As Ks Qs Js Jk Ah Kh", "royal_flush_ace_king_suited, 1,000 to 1, $5,000"),
        (EZ, "bet dynasty=5; player As Ad Ah Ac Jk 2c 3c", "five_aces, 500 to 1, $2,500"),
        (EZ, "bet dynasty=5; player Ah 2h 3h 4h 5h Kc 9d", "natural_wheel_straight_flush, 120 to 1, $600"),
        (EZ, "table dynasty=2; bet dynasty=5; player 9s 9h 8d 8c 2s 2h 4d", "three_pair, push, $0"),
        (EZ, "table dynasty=3; bet dynasty=5; player 9s 9h 8d 8c 2s 2h 4d", "three_pair, loss, -$5"),
        (EZ, "bet dynasty=5; player 9s 9h 8d 8c 2s 2h 4d", "loss, loss, -$5"),
        (EZ, "option joker=fully-wild; bet dynasty=5; player 9s 9h 9d Jk Ks 6h 2d", "four_of_a_kind, 25 to 1, $125"),
        (EZ, "bet dynasty=5; player 9s 9h 9d Jk Ks 6h 2d", "three_of_a_kind, 3 to 1, $15"),
        (EZ, "bet protection=5; player Ah 2h 3h 4h 5h Kc 9d", "natural_wheel_straight_flush, 120 to 1, $600"),
        (EZ, "bet protection=5; player Ah 2h 3h 4h 5h 6h 7h", "loss, loss, -$5"),
        (EZ, "bet protection=5; player Ah 2h 3h 4h 5h Jk 9d", "loss, loss, -$5"),
        (EZ, f"bet protection=5; player {QUEEN_HIGH}", "queen_high_pai_gow, 7 to 1, $35"),
        (EZ, f"bet protection=0.01; player {ACE_HIGH}", "ace_high_pai_gow, 3 to 1, $0.03"),
        (EZ, "bet red-black=10:red; player Ah Kd Qh Jd 9h 7d 2h", "seven_of_the_color, 5 to 1, $50"),
        (EZ, "bet red-black=10:black; player Ah Kd Qh Jd 9h 7d 2h", "loss, loss, -$10"),
        (EZ, "bet red-black=10:red; player Jk Kd Qh Jd 9h 7d 2h", "six_of_the_color, 1 to 1, $10"),
        (EZ, "bet red-black=10:black; player Jk Kc Qs Jd 9c 7s 2h", "four_of_the_color, 1 to 1, $10"),
        (EZ, "bet red-black=10:black; player Jk Kc Qs Jd 9c 7h 2h", "loss, loss, -$10"),
        (EZ, "bet red-black=10:red; player Ac Kc Qs Jd 9d 7h 2h", "four_of_the_color, 1 to 1, $10"),
    ],
)
def test_wagers_on_seven_cards(slug: str, line: str, expected: str) -> None:
    """Each is paid once, on the best line of its table; the dealer's cards are not needed."""
    assert paid(slug, line) == expected


@pytest.mark.parametrize(
    ("options", "cards", "expected"),
    [
        ("", "player As Kd; dealer 9h Tc", "blackjack, 3 to 2, $15"),
        ("option blackjack-pays=6:5; ", "player As Kd; dealer 9h Tc", "blackjack, 6 to 5, $12"),
        ("option blackjack-pays=1:1; ", "player As Kd; dealer 9h Tc", "blackjack, 1 to 1, $10"),
        ("", "player As Kd; dealer Ah Tc", "push, push, $0"),
        ("", "player As Kd; dealer 9h 5c", "blackjack, 3 to 2, $15"),  # the dealer need not draw
        ("", "player 7s 7d 7c; dealer Ah Tc", "loss, loss, -$10"),
        ("", "player 7s 7d 7c; dealer Th 6c 5d", "push, push, $0"),
        ("", "player As Kd; dealer 7h 7c 7d", "blackjack, 3 to 2, $15"),
        ("", "player Ts 9d; dealer Th 8c", "win, 1 to 1, $10"),
        ("", "player Ts 8d; dealer Th 8c", "push, push, $0"),
        ("", "player Ts 7d; dealer Th 8c", "loss, loss, -$10"),
        ("", "player Ts 7d; dealer Th 6c 9d", "win, 1 to 1, $10"),
        ("", "player Ts 7d 5c; dealer Th 6c 9d", "loss, loss, -$10"),  # a bust loses first
        ("", "player Ts 7d 5c; dealer Th 6c", "loss, loss, -$10"),
        ("", "player As 6d; dealer Th 7c", "push, push, $0"),
        ("", "player As 6d Kc; dealer Th 7c", "push, push, $0"),
        ("", "player As As 9d; dealer Th Jc", "win, 1 to 1, $10"),
        ("", "player Ts 7d; dealer Ah 6c 5d Kd", "win, 1 to 1, $10"),  # soft 17 is hit, then hard 12
        ("option soft17=stand; ", "player Ts 8d; dealer Ah 6c", "win, 1 to 1, $10"),
    ],
)
def test_blackjack_base_wager_outcomes(options: str, cards: str, expected: str) -> None:
    """Finished hands compared; a blackjack beats any other 21, and the dealer draws by the house's rules."""
    line = f"{options}bet base=10; {cards}"

    assert paid(ROYAL, line) == expected
    assert paid(POKER, line) == expected


@pytest.mark.parametrize(
    ("bet", "rounding", "net"),
    [("0.01", "table", "$0.01"), ("5.01", "table", "$7.51"), ("5.01", "up to $0.50", "$8"), ("5", "down to $1", "$7")],
)
def test_a_blackjack_on_an_odd_amount(bet: str, rounding: str, net: str) -> None:
    """Three to two is paid down to the cent, or as the house states it."""
    line = f"option rounding={rounding}; bet base={bet}; player As Kd; dealer 9h Tc"

    assert paid(ROYAL, line) == f"blackjack, 3 to 2, {net}"


def test_base_and_bonus_wagers_of_several_seats_in_one_round() -> None:
    """Seats in order, each with its bets in the order given; a seat without a bet has no line."""
    line = (
        "decks 6; table royal-match=RM-08; bet 1:base=10; bet 1:royal-match=5; bet 3:royal-match=2; bet 3:base=20;"
        "player As Js; player 9c 9d; player 8h 7h 6c; dealer 9h 9s"
    )

    assert round_of(ROYAL, line) == [
        "1 base: blackjack, 3 to 2, $15",
        "1 royal-match: suited_blackjack, 5 to 1, $25",
        "3 royal-match: two_suited_cards, 2.5 to 1, $5",
        "3 base: win, 1 to 1, $20",
    ]
