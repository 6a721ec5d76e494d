"""Royal Match 21 (letter 003): counts over every deal, and what the letter prints."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import pytest

from pitbook.cards import JOKER, Cards, Shoe
from pitbook.errors import NotApproved
from pitbook.games import game
from pitbook.games.letter import Claim
from pitbook.games.model import Deal
from pitbook.games.royal_match_21 import rules
from pitbook.money import dollars
from pitbook.pay import Amount, Odds, PayLine, Prize

GAME = game("royal-match-21")
ROYAL_MATCH = GAME.wager("royal-match")
PROGRESSIVE = GAME.wager("royal-match-progressive")
BLAZING = GAME.wager("blazing-7s")


def percent(value: Fraction) -> str:
    """Rounded half up to hundredths of a percent, as the letter prints."""
    hundredths = int(value * 10_000 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def claims(wager: str) -> list[Claim]:
    """The figures that the letter prints for a wager."""
    return [claim for claim in GAME.letter.claims if claim.wager == wager]


def printed_figure(wager: str, figure: str, table: str, decks: int | None = None) -> str:
    """The one figure that the letter prints for a table, or for one of its deck counts."""
    (found,) = (
        claim.printed
        for claim in claims(wager)
        if (claim.figure, claim.table) == (figure, table) and decks in (None, claim.decks)
    )
    return found


# Counts over every deal


def hands(shoe: Shoe) -> Iterator[tuple[Cards, int]]:
    """All unordered pairs of cards, each with the number of ways to deal it."""
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
    """The probabilities that both sides have a Royal Match, and one of the same suit."""
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
    """Answer of the rule -> deals of two cards and a third."""
    counts: Counter[int] = Counter()
    for cards, ways in hands(Shoe.of_decks(decks)):
        left = list(Shoe.of_decks(decks).counts)
        for card in cards:
            left[card] -= 1
        for third in range(JOKER):
            counts[rules.blazing_sevens(cards, (third,), (), 0)] += ways * left[third]
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
    """The net win of a $1 bet on this line, in dollars."""
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
    """The house advantage at $1, from the counts above; ``offered``: with Crown Treasure on top."""
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
    """The default readings of what the letter leaves open."""
    options = GAME.check_options({})
    own = (*rules.OPTIONS, rules.THIRD_SEVEN, rules.ACE_DEUCE_STRAIGHT)
    assert {option.name: options[option.name] for option in own} == {
        "crown-treasure": "no",
        "car-value": "$38,000",
        "third-seven": "always dealt",
        "blazing-fixed-pays": "tray",
        "meter-order": "dealer's right first",
        "ace-deuce-straight": "yes",
    }
