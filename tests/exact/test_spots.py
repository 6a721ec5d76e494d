"""Match The Dealer's five spots with the Super Bonus at any bets, against playing every deal out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, isclose, perm

import pytest

from pitbook.cards import Cards, Shoe, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.par import Basis, ParSheet, par_sheet
from pitbook.exact.spots import splittings
from pitbook.games import game
from pitbook.games.million_dollar_match_the_dealer.rules import match_spot, spots_by_outcome
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import Cents, dollars
from tests.exact.all_sheets import sheet_of

GAME = game("million-dollar-match-the-dealer")
MATCH, BONUS, FIVE = (GAME.wager(slug) for slug in ("match", "super-bonus", "five-spots"))
SLUG = GAME.slug


def bets_of(*amounts: float) -> dict[str, Cents]:
    return {f"match-{spot}": Cents(round(100 * amount)) for spot, amount in enumerate(amounts, 1) if amount}


def only(cards: Cards) -> Cards:
    """The cards to remove from six decks so that these are left."""
    left = Counter(cards)
    return tuple(card for card in range(52) for _ in range(6 - left[card]))


def played_out(cards: Cards, bets: dict[str, Cents], table: str) -> Counter[int]:
    """The total net of every deal of these cards, by settling it: the dealer's cards in every order."""
    layout = lay_out(GAME, 6, {"super-bonus": table})
    placed = tuple(Bet("match", cents, int(name[-1])) for name, cents in bets.items())
    # Deals of equal cards are settled once.
    deals: Counter[tuple[Cards, Cards]] = Counter()
    for held in combinations(range(len(cards)), 2):
        player = tuple(cards[place] for place in held)
        rest = [card for place, card in enumerate(cards) if place not in held]
        deals.update((player, dealer) for dealer in permutations(rest, 5))
    won: Counter[int] = Counter()
    for (player, dealer), times in deals.items():
        nets = [item.net for item in settle(layout, [Seat(player, placed)], dealer)]
        won[sum(net for net in nets if net is not None)] += times
    return won


SHOES = {
    "a rank in three suits": "8s 8s 8s 8h 8h 8d 2c 2c",
    "one card five times": "8s 8s 8s 8s 8s 8h 2c",
    "two ranks": "8s 8s 8h 2c 2c 2d 2h",
}


@pytest.mark.parametrize("cards", SHOES.values(), ids=SHOES)
@pytest.mark.parametrize(
    "amounts", [(5, 6, 10, 25, 7), (5, 5, 5, 5, 25), (25, 30, 25, 30, 25), (5, 0, 10, 0, 0), (4.99, 5, 5, 5, 5)]
)
def test_the_joint_distribution_is_that_of_settled_deals(cards: str, amounts: tuple[float, ...]) -> None:
    """Every amount that can be won, with its exact chance, as the live table's settlement pays it."""
    bets = bets_of(*amounts)
    left = parse_cards(cards)
    sheet = sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets, removed=only(left))
    staked = sum(bets.values())
    found: Counter[int] = Counter()
    for row in sheet.rows:
        assert row.net is not None
        won = row.net * staked
        assert won.denominator == 1
        found[won.numerator] += row.count
    played = played_out(left, bets, "6-C")
    deals = comb(len(left), 2) * perm(len(left) - 2, 5)
    assert sum(played.values()) == deals
    assert {won: Fraction(times, sheet.total) for won, times in found.items() if times} == {
        won: Fraction(times, deals) for won, times in played.items()
    }


@pytest.mark.parametrize("amounts", [(5, 5, 10, 25, 5), (25, 30, 40, 50, 60), (1, 2, 3, 4, 5), (5, 6, 7, 8, 9)])
def test_the_expectation_is_linear(amounts: tuple[int, ...]) -> None:
    """Each spot loses its own edge, and the Super Bonus of the lowest bet's column comes on top."""
    sheet = sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets_of(*amounts))
    spot = sheet_of(SLUG, "match", "6", 6).house_edge
    assert spot is not None
    worth = Fraction(0)
    if min(amounts) >= 5:
        bonus = sheet_of(SLUG, "super-bonus", "6-C", 6, bets={"": dollars(min(amounts))}).average_win
        assert bonus is not None
        worth = bonus / 100
    assert sheet.house_edge == (sum(amounts) * spot - worth) / sum(amounts)


@pytest.mark.parametrize("amounts", [(5, 5, 10, 25, 5), (25, 30, 40, 50, 60), (1, 2, 3, 4, 5)])
def test_the_variance_is_that_of_exchangeable_spots(amounts: tuple[int, ...]) -> None:
    """From the sheets of one spot and of five equal ones: any two spots vary together as any other two."""
    sheet = sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets_of(*amounts))
    one, equal = sheet_of(SLUG, "match", "6", 6), sheet_of(SLUG, "five-spots", "6-C", 6, bets={"": dollars(1)})
    assert one.variance is not None
    assert equal.variance is not None
    assert one.returned is not None
    together = (equal.variance * 25 - 5 * one.variance) / 20
    own = sum(amount**2 for amount in amounts) * one.variance
    expected = own + (sum(amounts) ** 2 - sum(amount**2 for amount in amounts)) * together
    if min(amounts) >= 5:
        # By the same symmetry the covariance of the Super Bonus with each spot is that with their mean.
        lowest = sheet_of(SLUG, "five-spots", "6-C", 6, bets={"": dollars(min(amounts))})
        assert lowest.variance is not None
        with_bonus = lowest.variance * (5 * min(amounts)) ** 2
        bonus = bonus_variance(min(amounts))
        shared = (with_bonus - equal.variance * 25 * min(amounts) ** 2 - bonus) / (2 * 5 * min(amounts))
        expected += bonus + 2 * sum(amounts) * shared
    assert sheet.variance == expected / sum(amounts) ** 2


def bonus_variance(lowest: int) -> Fraction:
    """The variance of the Super Bonus's pay, in dollars."""
    sheet = sheet_of(SLUG, "super-bonus", "6-C", 6, bets={"": dollars(lowest)})
    pays = [(row.probability, sheet.table.line(row.outcome)) for row in sheet.rows]
    amounts = [(chance, Fraction(line.pay.cents, 100) if line else Fraction(0)) for chance, line in pays]  # type: ignore[union-attr]
    mean = sum((chance * paid for chance, paid in amounts), Fraction(0))
    return sum((chance * (paid - mean) ** 2 for chance, paid in amounts), Fraction(0))


@pytest.mark.parametrize(
    ("amounts", "tier"),
    [
        ((5, 5, 5, 5, 5), "$5"),
        ((24.99, 25, 25, 25, 25), "$5"),
        ((25, 25, 25, 25, 100), "$25"),
        ((4.99, 9, 9, 9, 9), ""),
    ],
)
def test_the_lowest_bet_decides_the_column(amounts: tuple[float, ...], tier: str) -> None:
    """Below $5 none, $5 to $24.99 the $5 column, $25 and more the $25 column (letter 000, rule 4)."""
    sheet = sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets_of(*amounts))
    said = " ".join(sheet.assumptions)
    assert (f"the {tier} column" in said) if tier else ("No Super Bonus" in said)
    assert any("Any 4-Card Match" in row.label for row in sheet.rows) == bool(tier)


def test_equal_bets_are_a_bet_on_each() -> None:
    """The same on all five spots, named one by one, is the sheet itself."""
    assert sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets_of(5, 5, 5, 5, 5)) == sheet_of(SLUG, "five-spots", "6-C", 6)


def test_one_spot_alone_is_the_match_wager() -> None:
    """A bet on the third spot only has the figures of one spot."""
    alone = sheet_of(SLUG, "five-spots", "6-C", 6, bets={"match-3": dollars(5)})
    one = sheet_of(SLUG, "match", "6", 6)
    assert (alone.house_edge, alone.variance, alone.hit_frequency) == (one.house_edge, one.variance, one.hit_frequency)


def test_the_higher_tier_is_a_variant() -> None:
    """The $25 column is listed beside the $5 column, with the edge of the five spots and the value of the bonus."""
    five = {each.basis: each.house_edge for each in sheet_of(SLUG, "five-spots", "6-C", 6).variants}
    at_25 = sheet_of(SLUG, "five-spots", "6-C", 6, bets={"": dollars(25)})
    assert five["$25 on each spot, the $25 column"] == at_25.house_edge
    (bonus,) = sheet_of(SLUG, "super-bonus", "6-C", 6).variants
    assert bonus.house_edge is None
    assert "$25 column" in bonus.basis
    worth = sheet_of(SLUG, "super-bonus", "6-C", 6, bets={"": dollars(25)}).average_win
    assert worth is not None
    assert f"worth ${float(worth / 100):.4f} a round" in bonus.basis


def test_the_bonus_needs_its_lowest_bet() -> None:
    """A sheet of the Super Bonus for spots of $3 would be empty, so it is refused."""
    with pytest.raises(BadInput, match=r"\$5 or more on each spot"):
        sheet_of(SLUG, "super-bonus", "6-C", 6, bets={"": dollars(3)})


def test_order_of_bets_over_spots_does_not_matter() -> None:
    """The dealer's cards come in every order equally often."""
    one = sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets_of(5, 6, 10, 25, 7))
    other = sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets_of(25, 10, 7, 6, 5))
    assert one.rows == other.rows
    assert splittings([Cents(5), Cents(6), Cents(10), Cents(25), Cents(7)]) == 120
    assert splittings([Cents(5)] * 5) == 1


def test_spots_code_decodes_to_each_spots_result() -> None:
    """Every pair of hands from few ranks: the decoded answer equals the spots one by one."""
    cards = parse_cards("8s 8s 8h 8d 2c 2c 3s 3h")
    for held in combinations(range(len(cards)), 2):
        player = tuple(cards[place] for place in held)
        for dealer in combinations([card for place, card in enumerate(cards) if place not in held], 5):
            spots = Counter(match_spot(player, (card,)) for card in dealer)
            expected = (*(spots[1 << bit] for bit in range(5)), spots[0])
            assert spots_by_outcome(FIVE.rule(player, dealer)) == expected


def test_uneven_bets_have_a_larger_deviation() -> None:
    """With the same total money and without a bonus."""
    even = sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets_of(3, 3, 3, 3, 3)).standard_deviation
    uneven = sheet_of(SLUG, "five-spots", "6-C", 6, bets=bets_of(1, 1, 1, 1, 11)).standard_deviation
    alone = sheet_of(SLUG, "match", "6", 6).standard_deviation
    assert even is not None
    assert uneven is not None
    assert alone is not None
    assert even < uneven < alone


def test_bets_may_be_given_from_python() -> None:
    """The object itself takes them too, and every row keeps its exact count."""
    basis = Basis(bet=dollars(5), spots=(dollars(5), dollars(5), dollars(10), dollars(25), dollars(5)))
    sheet: ParSheet = par_sheet(GAME, FIVE, FIVE.table("6-C", 6), 6, basis=basis)
    assert sum(row.count for row in sheet.rows) == sheet.total == comb(312, 2) * comb(310, 5) * 20
    assert sheet.skewness is not None
    assert isclose(sheet.standard_deviation or 0, 2.1371078791695197)
    assert len(Shoe.of_decks(6)) == 312
