"""Royal Match 21 (letter 003): the outcomes of the cards, and the pays of the tables."""

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import NotApproved
from pitbook.games import game
from pitbook.games.model import Deal
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import Cents, dollars

GAME = game("royal-match-21")
ROYAL_MATCH = GAME.wager("royal-match")
PROGRESSIVE = GAME.wager("royal-match-progressive")
BLAZING = GAME.wager("blazing-7s")

RoundResult = dict[tuple[int, int], tuple[str, Cents | None]]


def made(wager: str, player: str, dealer: str = "", **options: str) -> list[str]:
    """Every line that these cards satisfy."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return GAME.wager(wager).satisfied(Deal(parse_cards(player), parse_cards(dealer)), chosen)


def paid(wager: str, table: str, player: str, dealer: str = "", decks: int = 6) -> str:
    """The one line that is paid, as ``outcome pay``."""
    line = GAME.wager(wager).table(table, decks).best(made(wager, player, dealer))
    return f"{line.outcome} {line.pay}" if line else "loss"


def play(
    wager: str, table: str, seats: list[tuple[str, int]], dealer: str, meter: int = 0, **options: str
) -> RoundResult:
    """(Seat, seat whose hand brought envy or 0) -> outcome and net, for seats of cards and a bet in dollars."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    layout = lay_out(GAME, 6, {wager: table}, chosen)
    players = [Seat(parse_cards(cards), (Bet(wager, dollars(bet)),)) for cards, bet in seats]
    settled = settle(layout, players, parse_cards(dealer), dollars(meter) if meter else None)
    return {(one.seat, one.envy_from): (one.outcome, one.net) for one in settled}


# The outcomes of the first two cards


@pytest.mark.parametrize("cards", ["Ks Qs", "Qd Kd"])
def test_a_royal_match_is_king_and_queen_of_one_suit_and_every_lower_line_too(cards: str) -> None:
    """K-Q suited, in either order, is also a straight flush and two suited cards."""
    assert made("royal-match", cards) == ["royal_match", "two_card_straight_flush", "two_suited_cards"]


@pytest.mark.parametrize("cards", ["Ks Qh", "Ks Kh", "7c 8d", "Ah Td"])
def test_two_suits_win_nothing(cards: str) -> None:
    """If the first two cards are not suited, the wager loses (rule 5)."""
    assert made("royal-match", cards) == []
    assert made("royal-match-progressive", cards) == []
    assert paid("royal-match", "RM-09", cards) == "loss"


@pytest.mark.parametrize("ten", "TJQK")
def test_a_suited_blackjack_is_an_ace_with_a_ten_value_card_of_its_suit(ten: str) -> None:
    """With a ten, jack, queen or king; the progressive has the same line."""
    assert "suited_blackjack" in made("royal-match", f"Ah {ten}h")
    assert "suited_blackjack" in made("royal-match-progressive", f"{ten}h Ah")
    assert "suited_blackjack" not in made("royal-match", f"Ah {ten}d")


@pytest.mark.parametrize("cards", ["Ac Ac", "Ac 9c", "Kc Tc"])
def test_no_other_suited_cards_are_a_suited_blackjack(cards: str) -> None:
    """Two aces, a nine with an ace, and a twenty are not a blackjack."""
    assert "suited_blackjack" not in made("royal-match", cards)


def test_a_suited_pair_is_one_card_twice() -> None:
    """Two cards of one rank and one suit; a pair of two suits is not."""
    assert made("royal-match", "9d 9d") == ["suited_pair", "two_suited_cards"]
    assert made("royal-match", "9d 9h") == []


@pytest.mark.parametrize("ranks", ["A2", "23", "34", "45", "56", "67", "78", "89", "9T", "TJ", "JQ", "QK", "KA"])
def test_thirteen_rank_pairs_are_a_two_card_straight_flush(ranks: str) -> None:
    """A-2 and A-K are both included."""
    cards = " ".join(f"{rank}s" for rank in ranks)
    assert "two_card_straight_flush" in made("royal-match", cards)
    assert "two_card_straight_flush" in made("royal-match-progressive", cards)


@pytest.mark.parametrize("cards", ["As 3s", "Ks 2s", "4s 6s", "8s 8s", "4s 5h"])
def test_gaps_wraps_pairs_and_two_suits_are_no_straight_flush(cards: str) -> None:
    """K-2 does not wrap around the ace."""
    assert "two_card_straight_flush" not in made("royal-match", cards)


def test_ace_deuce_can_be_read_as_no_straight() -> None:
    """The reading that the letter leaves open is an option; A-K stays a straight flush."""
    assert made("royal-match", "As 2s", ace_deuce_straight="no") == ["two_suited_cards"]
    assert made("royal-match-progressive", "As 2s", ace_deuce_straight="no") == []
    assert "two_card_straight_flush" in made("royal-match", "As Ks", ace_deuce_straight="no")


# Player and dealer together


def test_crown_treasure_is_a_royal_match_on_both_sides_in_any_suits() -> None:
    """The suits need not agree."""
    assert "crown_treasure" in made("royal-match", "Ks Qs", "Qh Kh")
    assert "crown_treasure" in made("royal-match", "Ks Qs", "Ks Qs")


@pytest.mark.parametrize("dealer", ["", "Kh", "Kh Qs", "Kh Kh", "Ah Kh"])
def test_without_a_royal_match_of_the_dealer_there_is_no_crown_treasure(dealer: str) -> None:
    """Cards that were not given count as none."""
    assert made("royal-match", "Ks Qs", dealer) == ["royal_match", "two_card_straight_flush", "two_suited_cards"]


def test_the_dealers_royal_match_alone_wins_nothing() -> None:
    """The wager is on the player's cards."""
    assert made("royal-match", "Ks Qh", "Kd Qd") == []
    assert made("royal-match-progressive", "As 2s", "Kd Qd") == ["two_card_straight_flush"]


def test_matching_royal_matches_are_of_the_same_suit() -> None:
    """RM-10's car and the progressive's 100% ask for one suit on both sides."""
    assert "matching_royal_matches" in made("royal-match", "Ks Qs", "Qs Ks")
    assert "matching_royal_matches" not in made("royal-match", "Ks Qs", "Qh Kh")
    assert "double_royal_match_suited" in made("royal-match-progressive", "Ks Qs", "Qs Ks")
    assert "double_royal_match_suited" not in made("royal-match-progressive", "Ks Qs", "Qh Kh")


def test_only_the_dealers_first_two_cards_count() -> None:
    """A king or queen that the dealer draws makes no Royal Match."""
    assert "crown_treasure" not in made("royal-match", "Ks Qs", "Kh 2h Qh")


# Blazing 7's


@pytest.mark.parametrize(
    ("cards", "lines"),
    [
        ("7d 7d 7d", 6),
        ("7c 7c 7c", 5),
        ("7h 7d 7d", 4),
        ("7s 7c 7s", 4),
        ("7s 7c 7h", 3),
        ("7d 7h 7c", 3),
        ("7s 7c 8h", 2),
        ("7s 7c", 2),
        ("7s 8c", 1),
        ("Kd 7d", 1),
        ("8s 8c", 0),
    ],
)
def test_sevens_satisfy_their_line_and_every_lower_one(cards: str, lines: int) -> None:
    """Each line of 7s includes the lines below it, from diamonds and suited down to one 7."""
    names = [outcome.name for outcome in BLAZING.outcomes]
    assert made("blazing-7s", cards) == names[len(names) - lines :]


@pytest.mark.parametrize(("cards", "line"), [("7s 5c 7h", "one_seven"), ("5s 7c 7h 7d", "one_seven"), ("5s 6c 7h", "")])
def test_a_third_seven_counts_only_after_two(cards: str, line: str) -> None:
    """The two-7s line looks at the first two cards only (rule 8a), and a later 7 alone wins nothing."""
    assert made("blazing-7s", cards) == ([line] if line else [])


def test_a_bust_card_changes_no_line() -> None:
    """7-7 and a ten is a bust and is paid as two 7s (rule 10); a third 7 makes 21 and never busts."""
    assert paid("blazing-7s", "1", "7s 7c Th") == "two_sevens 25 for 1"
    assert paid("blazing-7s", "1", "7s 7c 7h") == "three_sevens 200 for 1"


def test_a_fourth_card_does_not_count() -> None:
    """The wager stands on the two 7s and the third card, after a split too (rule 9)."""
    assert paid("blazing-7s", "1", "7s 7c 2h 7h") == "two_sevens 25 for 1"


# The line that is paid


@pytest.mark.parametrize(
    ("table", "player", "dealer", "line"),
    [
        ("RM-09", "Ks Qs", "", "royal_match 30 to 1"),
        ("RM-09", "As Ks", "", "two_card_straight_flush 5 to 1"),
        ("RM-09", "8s 8s", "", "suited_pair 9 to 1"),
        ("RM-09", "As 9s", "", "two_suited_cards 1.5 to 1"),
        ("RM-08", "As Ks", "", "suited_blackjack 5 to 1"),
        ("RM-08", "Ks Qs", "Kh Qh", "royal_match 25 to 1"),
        ("RM-08", "8s 8s", "", "two_suited_cards 2.5 to 1"),
        ("RM-07", "Ks Qs", "Kh Qh", "crown_treasure $5,000"),
        ("RM-07", "Ks Qs", "Ks Qs", "crown_treasure $5,000"),
        ("RM-10", "Ks Qs", "Ks Qs", "matching_royal_matches car ($38,000)"),
        ("RM-10", "Ks Qs", "Kh Qh", "royal_match 40 to 1"),
        ("RM-10", "As 2s", "", "two_card_straight_flush 4 to 1"),
    ],
)
def test_royal_match_pays_the_highest_line(table: str, player: str, dealer: str, line: str) -> None:
    """A hand is paid once, on its highest-paying line."""
    assert paid("royal-match", table, player, dealer) == line


@pytest.mark.parametrize(
    ("player", "dealer", "line"),
    [
        ("Ks Qs", "Ks Qs", "double_royal_match_suited 100% of meter"),
        ("Ks Qs", "Kh Qh", "double_royal_match 25% of meter"),
        ("Ks Qs", "Kh Qs", "royal_match 40 for 1"),
        ("As Ks", "Kh Qh", "suited_blackjack 14 for 1"),
        ("As Ts", "", "suited_blackjack 14 for 1"),
        ("As 2s", "", "two_card_straight_flush 7 for 1"),
        ("8s 8s", "", "loss"),
        ("2s 9s", "", "loss"),
    ],
)
def test_the_progressive_pays_the_highest_line(player: str, dealer: str, line: str) -> None:
    """The percentages replace the 40 for 1; A-K suited is a suited blackjack."""
    assert paid("royal-match-progressive", "RMP", player, dealer) == line


@pytest.mark.parametrize(
    ("cards", "first", "second"),
    [
        ("7d 7d 7d", "three_sevens_suited 100% of meter", "three_sevens_diamonds 100% of meter"),
        ("7s 7s 7s", "three_sevens_suited 100% of meter", "three_sevens_suited 10% of meter"),
        ("7s 7c 7c", "three_sevens_same_color 10% of meter", "three_sevens_same_color 500 for 1"),
        ("7s 7h 7c", "three_sevens 200 for 1", "three_sevens 200 for 1"),
        ("7s 7h 6c", "two_sevens 25 for 1", "two_sevens 25 for 1"),
        ("7s 6h 7c", "one_seven 2 for 1", "one_seven 2 for 1"),
    ],
)
def test_blazing_sevens_pay_the_highest_line(cards: str, first: str, second: str) -> None:
    """Only table 2 sets diamonds apart from the other suits."""
    assert [paid("blazing-7s", table, cards) for table in "12"] == [first, second]


# Settlement of what is special here


def test_crown_treasure_is_added_where_the_house_offers_it() -> None:
    """$1,000 comes on top of the 25 to 1, whatever the bet; by default it is not offered."""
    seats = [("Ks Qs", 2)]
    assert play("royal-match", "RM-04", seats, "Kh Qh") == {(1, 0): ("royal_match", dollars(50))}
    assert play("royal-match", "RM-04", seats, "Kh Qh", crown_treasure="yes")[1, 0] == ("crown_treasure", dollars(1050))


def test_the_crown_treasure_of_rm_07_replaces_the_royal_match() -> None:
    """$5,000 instead of the 30 to 1, without any option."""
    assert play("royal-match", "RM-07", [("Ks Qs", 5)], "Kh Qh") == {(1, 0): ("crown_treasure", dollars(5000))}


def test_envy_goes_to_every_other_seat_with_five_dollars() -> None:
    """Never for one's own hand, and for the highest line only."""
    settled = play("royal-match", "RM-07", [("Ks Qs", 1), ("2s 3h", 5), ("2c 3d", 4), ("4c 5d", 10)], "Kh Qh")
    envy = {seats: result for seats, result in settled.items() if seats[1]}
    assert envy == {(2, 1): ("crown_treasure", dollars(250)), (4, 1): ("crown_treasure", dollars(250))}


def test_the_dealers_royal_match_brings_no_envy() -> None:
    """Envy is for another player's hand."""
    assert list(play("royal-match", "RM-07", [("2s 3h", 5), ("4c 5d", 5)], "Kh Qh")) == [(1, 0), (2, 0)]


def test_the_house_states_the_value_of_the_car() -> None:
    """The letter prints CAR without a value; $38,000 unless the option says otherwise."""
    seats = [("Ks Qs", 1)]
    assert play("royal-match", "RM-10", seats, "Ks Qs")[1, 0] == ("matching_royal_matches", dollars(38_000))
    assert play("royal-match", "RM-10", seats, "Ks Qs", car_value="$40,000")[1, 0][1] == dollars(40_000)


def test_meter_wins_are_paid_from_the_dealers_far_right() -> None:
    """The second winner takes a quarter of what the first has left (Appendix A)."""
    settled = play("royal-match-progressive", "RMP", [("Ks Qs", 1), ("Kd Qd", 1)], "Kh Qh", meter=10_000)
    assert {seat: net for (seat, _), (_, net) in settled.items()} == {1: dollars(1875 - 1), 2: dollars(2500 - 1)}


@pytest.mark.parametrize("wager", ["royal-match-progressive", "blazing-7s"])
def test_a_progressive_wager_is_one_dollar(wager: str) -> None:
    """Both progressives are $1 bets (rule 1 of each)."""
    GAME.wager(wager).check_bet(dollars(1))
    with pytest.raises(NotApproved, match=r"is exactly \$1, not \$5 \(letter 003, .* rule 1\)"):
        GAME.wager(wager).check_bet(dollars(5))
