"""Royal Match 21 (letter 003): what the cards make, what the tables pay, and what the letter prints."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import pytest

from pitbook.cards import JOKER, Cards, Shoe, parse_cards
from pitbook.errors import NotApproved
from pitbook.games import game
from pitbook.games.letter import Claim
from pitbook.games.model import Deal
from pitbook.games.royal_match_21 import rules
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import Cents, dollars
from pitbook.pay import Amount, Odds, PayLine, Prize

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


def percent(value: Fraction) -> str:
    """Rounded half up to hundredths of a percent, as the letter prints."""
    hundredths = int(value * 10_000 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def claims(wager: str) -> list[Claim]:
    """What the letter prints of a wager."""
    return [claim for claim in GAME.letter.claims if claim.wager == wager]


def printed_figure(wager: str, figure: str, table: str, decks: int | None = None) -> str:
    """The one figure that the letter prints for a table, or for one of its deck counts."""
    (found,) = (
        claim.printed
        for claim in claims(wager)
        if (claim.figure, claim.table) == (figure, table) and decks in (None, claim.decks)
    )
    return found


# What the first two cards make


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
    """Ten, jack, queen and king each make it, and the progressive reads it the same."""
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
    """K-2 does not go round the corner."""
    assert "two_card_straight_flush" not in made("royal-match", cards)


def test_ace_deuce_can_be_read_as_no_straight() -> None:
    """The open reading is an option; it leaves A-K and the ace's suit alone."""
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
    """Diamonds, suited, same color, three, two and one 7 hold one another."""
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


def test_the_house_states_what_the_car_is_worth() -> None:
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


# Counts over every deal


def hands(shoe: Shoe) -> Iterator[tuple[Cards, int]]:
    """Every two cards, in no order, and in how many ways the shoe deals them."""
    for a, b in combinations_with_replacement(range(JOKER), 2):
        yield (a, b), comb(shoe.counts[a], 2) if a == b else shoe.counts[a] * shoe.counts[b]


@cache
def royal_match_counts(decks: int) -> Counter[str]:
    """Outcome -> hands that satisfy it, whatever else they are."""
    counts: Counter[str] = Counter()
    for cards, ways in hands(Shoe.of_decks(decks)):
        counts.update(dict.fromkeys(["all", *ROYAL_MATCH.satisfied(Deal(cards, ()), {})], ways))
    return counts


@cache
def double_royal_matches(decks: int) -> tuple[Fraction, Fraction]:
    """How likely both sides have a Royal Match, and one of the same suit."""
    shoe = Shoe.of_decks(decks)
    counts: Counter[str] = Counter()
    for player, ways in hands(shoe):
        if rules.is_royal_match(*player):
            for dealer, dealer_ways in hands(shoe.without(player)):
                names = PROGRESSIVE.satisfied(Deal(player, dealer), {})
                counts.update(dict.fromkeys(names, ways * dealer_ways))
    deals = comb(52 * decks, 2) * comb(52 * decks - 2, 2)
    double, suited = counts["double_royal_match"], counts["double_royal_match_suited"]
    return Fraction(double, deals), Fraction(suited, deals)


@cache
def blazing_masks(decks: int) -> Counter[int]:
    """What the rule answers -> deals of two cards and a third."""
    counts: Counter[int] = Counter()
    for cards, ways in hands(Shoe.of_decks(decks)):
        left = list(Shoe.of_decks(decks).counts)
        for card in cards:
            left[card] -= 1
        for third in range(JOKER):
            counts[rules.blazing_sevens(cards, (third,))] += ways * left[third]
    return counts


def blazing_counts(decks: int, table: str) -> Counter[str]:
    """Paid line -> deals of two cards and a third."""
    counts: Counter[str] = Counter()
    for mask, deals in blazing_masks(decks).items():
        names = [outcome.name for bit, outcome in enumerate(BLAZING.outcomes) if mask >> bit & 1]
        line = BLAZING.table(table, decks).best(names)
        counts[line.outcome if line is not None else "loss"] += deals
    return counts


def test_six_decks_of_two_card_hands() -> None:
    """The counts that 312 cards give by hand: 4 x 6 x 6 of each pair of ranks, 52 x C(6, 2) suited pairs."""
    assert royal_match_counts(6) == {
        "all": 48_516,
        "two_suited_cards": 12_012,
        "royal_match": 144,
        "suited_blackjack": 576,
        "suited_pair": 780,
        "two_card_straight_flush": 1_872,
    }


@pytest.mark.parametrize(("decks", "odds"), [(1, "135362.5"), (2, "132638"), (6, "121328"), (8, "119612")])
def test_crown_treasure_odds(decks: int, odds: str) -> None:
    """One in 135,362.5 hands with a single deck, down to one in 119,612 with eight."""
    expected = Fraction(odds)
    assert abs(1 / double_royal_matches(decks)[0] - expected) < Fraction(1, 2)


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_the_printed_odds_of_the_100_percent_award_hold(decks: int) -> None:
    """It needs the K-Q of the same suit on both sides."""
    odds = f"{round(1 / double_royal_matches(decks)[1]):,}"
    assert odds == printed_figure("royal-match-progressive", "top payout odds", "RMP", decks)


@pytest.mark.parametrize(("decks", "hit"), [(2, "4.78%"), (4, "4.76%"), (5, "4.75%"), (6, "4.75%"), (8, "4.75%")])
def test_the_hit_frequency_of_the_progressive_is_as_printed_for_five_decks_and_more(decks: int, hit: str) -> None:
    """The letter prints 4.75% for 2 and 4 decks as well, which these counts do not give."""
    counts = royal_match_counts(decks)
    # A-K is both a suited blackjack and a straight flush: 4 x decks squared hands.
    winning = counts["suited_blackjack"] + counts["two_card_straight_flush"] - 4 * decks**2
    assert percent(Fraction(winning, counts["all"])) == hit
    assert printed_figure("royal-match-progressive", "hit frequency", "RMP", decks) == "4.75%"


@pytest.mark.parametrize(
    ("decks", "total", "diamonds", "suited", "color", "three", "two", "one"),
    [
        (6, 15_039_960, 60, 180, 1_080, 4_752, 79_488, 2_142_720),
        (8, 35_736_480, 168, 504, 2_688, 11_520, 190_464, 5_087_232),
    ],
)
def test_blazing_sevens_counts(
    decks: int, total: int, diamonds: int, suited: int, color: int, three: int, two: int, one: int
) -> None:
    """Two cards in no order and a third, counted by the line that table 2 pays."""
    counts = blazing_counts(decks, "2")
    assert counts.total() == total
    assert [counts[outcome.name] for outcome in BLAZING.outcomes] == [diamonds, suited, color, three, two, one]


def test_two_decks_hold_no_three_suited_sevens() -> None:
    """The 100% award cannot be won with two decks, in either table."""
    assert blazing_counts(2, "1")["three_sevens_suited"] == 0
    assert blazing_counts(2, "2")["three_sevens_diamonds"] == 0


def test_the_printed_hit_frequency_of_blazing_sevens_is_that_of_six_decks() -> None:
    """14.82% in both tables; no deck count is printed with it."""
    for table in "12":
        counts = blazing_counts(6, table)
        hit = percent(1 - Fraction(counts["loss"], counts.total()))
        assert hit == printed_figure("blazing-7s", "hit frequency", table) == "14.82%"


# Royal Match house advantages


def net(line: PayLine) -> Fraction:
    """What a $1 bet wins on this line, in dollars."""
    if isinstance(line.pay, Odds):
        return line.pay.net
    assert isinstance(line.pay, (Amount, Prize))
    return Fraction(line.pay.cents, 100)


def pay_line(table_id: str, decks: int, outcome: str) -> PayLine:
    """A line that the table has."""
    line = ROYAL_MATCH.table(table_id, decks).line(outcome)
    assert line is not None
    return line


def advantage(table_id: str, decks: int, *, offered: bool = False) -> Fraction:
    """The house's, at $1, from the counts above; ``offered``: with Crown Treasure on top."""
    table = ROYAL_MATCH.table(table_id, decks)
    double, suited = double_royal_matches(decks)
    edge = Fraction(0)
    for cards, ways in hands(Shoe.of_decks(decks)):
        line = table.best(ROYAL_MATCH.satisfied(Deal(cards, ()), {}))
        edge -= ways * (net(line) if line is not None else -1)
    edge /= comb(52 * decks, 2)
    royal = pay_line(table_id, decks, "royal_match")
    for line in table.lines:
        if line.outcome in ("crown_treasure", "matching_royal_matches"):
            chance = double if line.outcome == "crown_treasure" else suited
            edge -= chance * (net(line) - net(royal))
    if offered:
        edge -= double * net(pay_line(table_id, decks, "crown_treasure"))
    return edge


@pytest.mark.parametrize("table", ["RM-03", "RM-04", "RM-05", "RM-08", "RM-09", "RM-10", "RM-11"])
def test_printed_advantages_that_hold_for_six_decks_without_crown_treasure(table: str) -> None:
    """RM-10's includes a car of $38,000 at a $1 wager."""
    assert percent(advantage(table, 6)) == printed_figure("royal-match", "house advantage", table)


@pytest.mark.parametrize("table", ["RM-01", "RM-02"])
def test_printed_advantages_that_hold_for_one_deck_with_crown_treasure(table: str) -> None:
    """$1,000 on top of the Royal Match, at a $1 wager."""
    assert percent(advantage(table, 1, offered=True)) == printed_figure("royal-match", "house advantage", table)


def test_the_printed_advantage_of_rm_07_holds_on_a_mixed_basis() -> None:
    """Six decks, the $5,000 against a $1 wager, but six other seats' envy against $5 wagers."""
    double, _ = double_royal_matches(6)
    single = Fraction(royal_match_counts(6)["royal_match"], royal_match_counts(6)["all"]) - double
    crown, royal = (pay_line("RM-07", 6, name).envy or 0 for name in ("crown_treasure", "royal_match"))
    envy = 6 * (double * crown + single * royal) / dollars(5)
    assert percent(advantage("RM-07", 6) - envy) == printed_figure("royal-match", "house advantage", "RM-07")


# Letter and pay tables


PRINTED_TABLES = {
    "RM-01": ["Royal Match: 10 to 1", "Two Suited Cards: 3 to 1", "Crown Treasure (optional): $1,000"],
    "RM-02": ["Royal Match: 5 to 1", "Two Suited Cards: 3 to 1", "Crown Treasure (optional): $1,000"],
    "RM-03": ["Royal Match: 30 to 1", "Two Suited Cards: 2.5 to 1", "Crown Treasure (optional): $1,000"],
    "RM-04": ["Royal Match: 25 to 1", "Two Suited Cards: 2.5 to 1", "Crown Treasure (optional): $1,000"],
    "RM-05": ["Royal Match: 50 to 1", "Two Suited Cards: 2 to 1", "Crown Treasure (optional): $1,000"],
    "RM-07": [
        "Crown Treasure: $5,000, envy $250",
        "Royal Match: 30 to 1, envy $10",
        "Suited Blackjack: 9 to 1",
        "Two Suited Cards: 1.5 to 1",
    ],
    "RM-08": [
        "Royal Match: 25 to 1",
        "Suited Blackjack: 5 to 1",
        "Two Suited Cards: 2.5 to 1",
        "Crown Treasure (optional): $1,000",
    ],
    "RM-09": [
        "Royal Match: 30 to 1",
        "Suited Pair: 9 to 1",
        "Two Card Straight Flush: 5 to 1",
        "Two Suited Cards: 1.5 to 1",
        "Crown Treasure (optional): $1,000",
    ],
    "RM-10": [
        "Matching Royal Matches: car ($38,000)",
        "Royal Match: 40 to 1",
        "Two Card Straight Flush: 4 to 1",
        "Two Suited Cards: 1 to 1",
    ],
    "RM-11": ["Royal Match: 75 to 1", "Two Suited Cards: 2 to 1"],
    "RMP": [
        "Double Royal Match Suited: 100% of meter",
        "Double Royal Match: 25% of meter",
        "Royal Match: 40 for 1",
        "Suited BJ: 14 for 1",
        "2-Card Straight Flush: 7 for 1",
    ],
    "1": [
        "Three 7's - Same Suit: 100% of meter",
        "Three 7's - Same Color: 10% of meter",
        "Three 7's: 200 for 1",
        "First Two Cards - 7: 25 for 1",
        "Either of the First Two Cards - 7: 2 for 1",
    ],
    "2": [
        "Three 7's - Diamonds: 100% of meter",
        "Three 7's - Suited (Other): 10% of meter",
        "Three 7's - Same Color: 500 for 1",
        "Three 7's: 200 for 1",
        "First Two Cards - 7: 25 for 1",
        "Either of the First Two Cards - 7: 2 for 1",
    ],
}


def test_pay_tables_are_as_printed() -> None:
    """Every line of every table, in printed order, under its printed name."""
    tables = {
        table.id: [
            *(
                f"{line.label}: {line.pay}" + (f", envy ${line.envy // 100}" if line.envy else "")
                for line in table.lines
            ),
            *(f"{line.label} (optional): {line.pay}" for line in table.added),
        ]
        for wager in (ROYAL_MATCH, PROGRESSIVE, BLAZING)
        for table in wager.tables
    }
    assert tables == PRINTED_TABLES


@pytest.mark.parametrize(
    ("decks", "tables"),
    [
        (1, ["RM-01", "RM-02", "RM-11"]),
        (2, ["RM-03", "RM-04", "RM-05", "RM-07", "RM-08", "RM-11"]),
        (6, ["RM-03", "RM-04", "RM-05", "RM-07", "RM-08", "RM-09", "RM-10", "RM-11"]),
        (8, ["RM-03", "RM-04", "RM-05", "RM-07", "RM-08", "RM-11"]),
    ],
)
def test_each_deck_count_has_its_royal_match_tables(decks: int, tables: list[str]) -> None:
    """Tables designed for single, multi or six decks are for those only; there is no table 6."""
    assert ROYAL_MATCH.table_ids(decks) == tables


def test_the_default_table_is_the_letters_sample() -> None:
    """RM-04, and the first table of a single deck where RM-04 is not for it."""
    assert GAME.default_table(ROYAL_MATCH, 6) == "RM-04"
    assert GAME.default_table(ROYAL_MATCH, 1) == "RM-01"


def test_a_single_deck_has_no_progressive() -> None:
    """The letter prints the progressive for 2, 4, 5, 6 and 8 decks."""
    with pytest.raises(NotApproved, match="2, 4, 5, 6 and 8 decks"):
        GAME.default_table(PROGRESSIVE, 1)


def test_every_printed_figure_is_a_claim_once() -> None:
    """Ten Royal Match tables, six figures for five deck counts, and two figures of two Blazing 7's tables."""
    ids = [claim.id for claim in GAME.letter.claims]
    assert len(set(ids)) == len(ids) == 10 + 6 * 5 + 2 * 2
    assert {claim.table for claim in claims("royal-match")} == set(ROYAL_MATCH.table_ids())
    assert [claim.id for claim in claims("royal-match") if claim.decks] == ["royal-match/RM-11/6/house advantage"]


def test_the_letter_names_three_progressive_systems() -> None:
    """One keyed and two card-swipe; only the keyed one may have either of two displays."""
    systems = {system.id: system for system in GAME.letter.systems}
    assert [(system.controller, system.wagers) for system in systems.values()] == [
        ("keyed", ("royal-match-progressive",)),
        ("card swipe", ("royal-match-progressive",)),
        ("card swipe", ("blazing-7s",)),
    ]
    keyed = systems["royal-match-progressive-keyed"].components
    assert [part.name for part in keyed if part.alternative_to == "CHAM2+ display"] == ["ViPS display"]


def test_the_games_options_have_their_defaults() -> None:
    """What the letter leaves open, as it is read unless the house says otherwise."""
    options = GAME.check_options({})
    assert {name: options[name] for name in (option.name for option in (*rules.OPTIONS, rules.ACE_DEUCE_STRAIGHT))} == {
        "crown-treasure": "no",
        "car-value": "$38,000",
        "third-seven": "always dealt",
        "blazing-fixed-pays": "tray",
        "meter-order": "dealer's right first",
        "ace-deuce-straight": "yes",
    }
