r"""Settlement against a second implementation of the letters, on thousands of random deals.

The packs are small enough that rare hands come up; seeds are fixed.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from pitbook.cards import Cards, Shoe, card_name
from pitbook.games import game
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.hands.house_ways import house_way
from pitbook.hands.pai_gow import Setting
from pitbook.money import Cents
from tests.games import letters_reference as letter
from tests.games.letters_reference import Names, Pays, Reading

MATCH, POKER = "million-dollar-match-the-dealer", "match-n-poker"
RICHES, ROYAL, EZ = "royal-riches-pai-gow", "royal-match-21", "ez-pai-gow"

DEALS = 400
METER = Cents(1_234_567)


def deals(shoe: Shoe, sizes: tuple[int, ...], count: int = DEALS) -> Iterator[list[Cards]]:
    """Random hands of these sizes, from all ranks and suits or from some of them."""
    choose = Random(f"{len(shoe)} {sizes}")
    whole = [card for card in range(53) for _ in range(shoe.counts[card])]
    for _ in range(count):
        ranks = choose.sample(range(13), choose.choice((2, 5, 8, 13)))
        suits = choose.sample(range(4), choose.choice((1, 2, 4)))
        kept = {rank * 4 + suit for rank, suit in product(ranks, suits)} | {52}
        pack = [card for card in whole if card in kept]
        dealt = choose.sample(pack if len(pack) >= sum(sizes) else whole, sum(sizes))
        yield [tuple(dealt[sum(sizes[:place]) :][:size]) for place, size in enumerate(sizes)]


def names(cards: Cards) -> Names:
    """Cards by name."""
    return [card_name(card) for card in cards]


# Tables as the letters print them: game, wager, pay table, decks, bet in cents, reading, then its lines.
TABLES = """
royal-match-21 royal-match RM-01 1 777 royal_match
    royal_match 10, two_suited_cards 3
royal-match-21 royal-match RM-04 6 501 royal_match
    royal_match 25, two_suited_cards 2.5
royal-match-21 royal-match RM-05 5 1 royal_match
    royal_match 50, two_suited_cards 2
royal-match-21 royal-match RM-07 2 501 royal_match
    crown_treasure $5000, royal_match 30, suited_blackjack 9, two_suited_cards 1.5
royal-match-21 royal-match RM-08 8 300 royal_match
    royal_match 25, suited_blackjack 5, two_suited_cards 2.5
royal-match-21 royal-match RM-09 6 3 royal_match
    royal_match 30, suited_pair 9, two_card_straight_flush 5, two_suited_cards 1.5
royal-match-21 royal-match RM-10 6 400 royal_match
    matching_royal_matches $38000, royal_match 40, two_card_straight_flush 4, two_suited_cards 1
royal-match-21 royal-match RM-11 4 2500 royal_match
    royal_match 75, two_suited_cards 2
royal-match-21 royal-match-progressive RMP 5 100 royal_match
    double_royal_match_suited 100%, double_royal_match 25%, royal_match 40f, suited_blackjack 14f,
    two_card_straight_flush 7f
royal-match-21 blazing-7s 1 6 100 blazing_sevens
    three_sevens_suited 100%, three_sevens_same_color 10%, three_sevens 200f, two_sevens 25f, one_seven 2f
royal-match-21 blazing-7s 2 8 100 blazing_sevens
    three_sevens_diamonds 100%, three_sevens_suited 10%, three_sevens_same_color 500f, three_sevens 200f,
    two_sevens 25f, one_seven 2f
match-n-poker match-n-poker 5 8 250 match_n_poker
    suited_three_of_a_kind 150, straight_flush 50, three_of_a_kind 21, straight 6, flush 3, match 1
match-n-poker match-n-poker 4 2 250 match_n_poker
    straight_flush 80, three_of_a_kind 15, straight 6, flush 3, match 1
royal-riches-pai-gow royal-riches 1 1 500 seven_cards
    seven_card_straight_flush 5000, royal_flush_ace_king_suited 1000, seven_card_straight_flush_with_joker 750,
    five_aces 250, royal_flush 100, straight_flush 50, four_of_a_kind 20, full_house 5, flush 4,
    three_of_a_kind 3, straight 2, three_pair push
royal-riches-pai-gow royal-riches 6 1 499 seven_cards
    seven_card_straight_flush 40, royal_flush_ace_king_suited 250, seven_card_straight_flush_with_joker 40,
    five_aces 1000, royal_flush 250, straight_flush 40, four_of_a_kind 20, full_house 5, flush 4,
    three_of_a_kind 3, straight 2
royal-riches-pai-gow jackpot 1 1 500 seven_cards
    seven_card_straight_flush 100%, royal_flush_king_queen_suited 50%, seven_card_straight_flush_with_joker 25%,
    five_aces 2500f, royal_flush 200f, straight_flush 100f, four_of_a_kind 75f, full_house 6f
royal-riches-pai-gow jackpot 2 1 2000 seven_cards
    any_seven_card_straight_flush 100%, five_aces 10%, royal_flush 500f, straight_flush 100f, four_of_a_kind 75f,
    full_house 4f
royal-riches-pai-gow jackpot 3 1 100 seven_cards
    five_aces 100%, royal_flush 500f, straight_flush 100f, four_of_a_kind 75f, full_house 5f
royal-riches-pai-gow pai-gow-insurance 3 1 500 seven_cards
    nine_high_pai_gow 100, ten_high_pai_gow 50, jack_high_pai_gow 25, queen_high_pai_gow 10, king_high_pai_gow 5,
    ace_high_pai_gow 1
ez-pai-gow dynasty 1 1 500 seven_cards
    natural_wheel_ace_queen_suited 2000, seven_card_straight_flush 2000, royal_flush_ace_queen_suited 1000,
    seven_card_straight_flush_with_joker 1000, five_aces 500, natural_wheel_straight_flush 120, royal_flush 120,
    straight_flush 50, four_of_a_kind 25, full_house 5, flush 4, three_of_a_kind 3, straight 2
ez-pai-gow dynasty 7 1 1 seven_cards
    seven_card_straight_flush 5000, royal_flush_ace_queen_suited 1000, seven_card_straight_flush_with_joker 500,
    five_aces 300, royal_flush 110, straight_flush 45, four_of_a_kind 25, full_house 5, flush 4, three_of_a_kind 3,
    straight 2, three_pair loss
ez-pai-gow protection 1 1 500 seven_cards
    natural_wheel_straight_flush 120, nine_high_pai_gow 100, ten_high_pai_gow 25, jack_high_pai_gow 15,
    queen_high_pai_gow 7, king_high_pai_gow 5, ace_high_pai_gow 3
"""


def tables() -> Iterator[tuple[str, str, str, int, int, str, Pays]]:
    """The tables above, each with its lines."""
    heads: list[tuple[str, str, str, int, int, str]] = []
    lines: list[str] = []
    for line in TABLES.strip().splitlines():
        if line.startswith(" "):
            lines[-1] += line
        else:
            slug, wager, table, decks, bet, reading = line.split()
            heads.append((slug, wager, table, int(decks), int(bet), reading))
            lines.append("")
    for head, text in zip(heads, lines, strict=True):
        pairs = (item.split() for item in text.split(",") if item.strip())
        yield *head, dict(pairs)


@pytest.mark.parametrize(
    ("slug", "wager", "table", "decks", "bet", "reading", "pays"),
    [pytest.param(*case, id=f"{case[1]} {case[2]}") for case in tables()],
)
def test_a_wager_is_settled_as_the_letter_says(
    slug: str, wager: str, table: str, decks: int, bet: int, reading: str, pays: Pays
) -> None:
    """Outcome and net agree with the letter's words, and most lines of the table come up."""
    chosen, rule = game(slug), readings(reading)
    layout = lay_out(chosen, decks, {wager: table})
    seen = Counter[str]()
    for player, dealer in deals(Shoe.of_decks(decks, joker=chosen.joker), (7, 0) if chosen.joker else (3, 2)):
        (settled,) = settle(layout, [Seat(player, (Bet(wager, Cents(bet)),))], dealer, METER)
        expected = letter.best(rule(names(player), names(dealer)), pays, bet, METER)
        assert (settled.outcome, settled.net) == expected, (names(player), names(dealer))
        seen[settled.outcome] += 1

    assert len(seen) > len(pays) // 2


def readings(name: str) -> Reading:
    """The reading of this name."""
    reading: Reading = getattr(letter, name)
    return reading


@pytest.mark.parametrize(("choice", "suits"), [("red", "dh"), ("black", "cs")])
def test_red_black_counts_the_chosen_color(choice: str, suits: str) -> None:
    """Four, five or six of the color pay 1 to 1 and seven pay 5 to 1."""
    layout, rule = lay_out(game(EZ)), letter.of_color(suits)
    pays = {"seven_of_the_color": "5", "six_of_the_color": "1", "five_of_the_color": "1", "four_of_the_color": "1"}
    for (player,) in deals(Shoe.of_decks(1, joker=True), (7,)):
        (settled,) = settle(layout, [Seat(player, (Bet("red-black", Cents(333), 0, choice),))], ())
        assert (settled.outcome, settled.net) == letter.best(rule(names(player), []), pays, 333, 0)


@pytest.mark.parametrize("table", ["RM-03", "RM-08", "RM-09"])
def test_crown_treasure_is_added_to_the_royal_match(table: str) -> None:
    """Where the house offers it, $1,000 come on top exactly when both have a Royal Match."""
    plain, offered = (
        lay_out(game(ROYAL), 6, {"royal-match": table}, {"crown-treasure": offer}) for offer in ("no", "yes")
    )
    shoe = Shoe(tuple(6 if card >= 40 and card < 48 else 0 for card in range(53)))
    for player, dealer in deals(shoe, (2, 2)):
        seats = [Seat(player, (Bet("royal-match", Cents(777)),))]
        (before,), (after,) = settle(plain, seats, dealer), settle(offered, seats, dealer)
        crown = letter.is_royal(names(player)) and letter.is_royal(names(dealer))
        assert before.net is not None
        assert after.net == before.net + (100_000 if crown else 0)
        assert (after.outcome == "crown_treasure") == crown


@pytest.mark.parametrize(("decks", "suited", "unsuited"), [(5, 13, 3), (6, 9, 4), (8, 12, 3)])
def test_match_spots_pay_every_card_that_matches(decks: int, suited: int, unsuited: int) -> None:
    """Five spots with different bets, each against its own dealer card."""
    layout = lay_out(game(MATCH), decks)
    bets = tuple(Bet("match", Cents(100 * spot), spot) for spot in range(1, 6))
    for player, dealer in deals(Shoe.of_decks(decks), (2, 5)):
        settled = settle(layout, [Seat(player, bets)], dealer)
        assert len(settled) == 5
        for spot, each in enumerate(settled):
            matched = letter.match_spot(names(player), names(dealer)[spot])
            ratio = matched[0] * suited + matched[1] * unsuited
            assert each.net == (each.bet * ratio if ratio else -each.bet)
            assert (each.outcome == "loss") == (ratio == 0)


SIX_C = {
    "6_card_suited_match": (200_000, 1_000_000),
    "5_card_suited_match": (100_000, 500_000),
    "any_6_card_match": (20_000, 100_000),
    "4_card_suited_match": (8_000, 40_000),
    "any_5_card_match": (2_000, 10_000),
    "any_4_card_match": (250, 1_250),
}


@pytest.mark.parametrize(("lowest", "column"), [(499, None), (500, 0), (2499, 0), (2500, 1)])
def test_the_super_bonus_pays_the_highest_line_of_its_column(lowest: int, column: int | None) -> None:
    """Table 6-C by the lowest of the five bets, whichever spot has it."""
    layout = lay_out(game(MATCH), 6, {"super-bonus": "6-C"})
    seen = Counter[str]()
    for number, (player, dealer) in enumerate(deals(Shoe.of_decks(6), (2, 5))):
        bets = tuple(Bet("match", Cents(lowest if spot == number % 5 + 1 else 4000), spot) for spot in range(1, 6))
        bonus = settle(layout, [Seat(player, bets)], dealer)[5:]
        if column is None:
            assert bonus == []
            continue
        held = letter.super_bonus(names(player), names(dealer))
        expected = max((SIX_C[name][column] * 100 for name in held), default=0)
        assert [(each.net, each.bet, each.outcome in held) for each in bonus] == [(expected, 0, bool(held))]
        seen[bonus[0].outcome] += 1

    assert len(seen) in (0, 7)


@pytest.mark.parametrize(("slug", "way"), [(EZ, "foxwoods"), (RICHES, "foxwoods"), (RICHES, "flamingo")])
def test_pai_gow_hands_are_compared_as_the_letter_says(slug: str, way: str) -> None:
    """Random settings of the player against the house way's: both higher, one, none, a foul, or a barred dealer."""
    layout = lay_out(game(slug), None, None, {"house-way": way})
    second = slug == EZ
    choose, seen = Random(3), Counter[str]()
    for player, dealer in deals(Shoe.of_decks(1, joker=True), (7, 7), 700):
        mixed = tuple(choose.sample(player, 7))
        setting = Setting(mixed[:2], mixed[2:])
        theirs = house_way(way).set_hand(dealer)
        (settled,) = settle(layout, [Seat(player, (Bet("base", Cents(1000)),), setting)], dealer)
        low, high = (letter.poker_rank(names(cards), second) for cards in (setting.low, setting.high))
        won = (low > letter.poker_rank(names(theirs.low), second)) + (
            high > letter.poker_rank(names(theirs.high), second)
        )
        expected = [("loss", -1000), ("push", 0), ("win", 1000 if slug == EZ else 950)][won]
        if (low[0], *low[1:]) > high[: len(low)]:
            expected = "foul", -1000
        if slug == EZ and letter.seven_cards(names(dealer), []) == {"queen_high_pai_gow"}:
            expected = "barred", 0
        assert (settled.outcome, settled.net) == expected, (str(setting), str(theirs))
        seen[settled.outcome] += 1

    assert set(seen) >= {"win", "push", "loss", "foul"}


def test_dealer_pai_gow_needs_a_pai_gow_and_a_higher_hand() -> None:
    """Table 2 by the dealer's highest card, when the player's five cards are higher."""
    layout = lay_out(game(RICHES), None, {"dealer-pai-gow": "2"})
    pays = dict(zip(letter.PAI_GOWS.values(), (100, 50, 10, 7, 5, 3), strict=True))
    seen = Counter[str]()
    for player, dealer in deals(Shoe.of_decks(1, joker=True), (7, 7)):
        mine, theirs = (house_way("foxwoods").set_hand(cards) for cards in (player, dealer))
        (settled,) = settle(layout, [Seat(player, (Bet("dealer-pai-gow", Cents(500)),))], dealer)
        held = letter.seven_cards(names(dealer), [])
        higher = letter.poker_rank(names(mine.high), False) > letter.poker_rank(names(theirs.high), False)
        won = [pay for name, pay in pays.items() if held == {f"{name}_high_pai_gow"}] if higher else []
        assert settled.net == (500 * won[0] if won else -500)
        seen[settled.outcome] += 1

    assert len(seen) >= 4


@pytest.mark.parametrize(("option", "soft_17"), [("hit", True), ("stand", False)])
def test_blackjack_hands_are_compared_as_totals(option: str, soft_17: bool) -> None:
    """Hands played out at random by the player and by the dealer's rule."""
    layout = lay_out(game(ROYAL), 6, None, {"soft17": option})
    choose, seen = Random(5), Counter[str]()
    net = {"blackjack": 1500, "win": 1000, "push": 0, "loss": -1000}
    for (drawn,) in deals(Shoe.of_decks(6), (30,)):
        cards = names(drawn)
        mine = 2
        while letter.points(cards[:mine]) < 21 and choose.random() < 0.4:
            mine += 1
        theirs = mine + 2
        while dealer_draws(cards[mine:theirs], soft_17):
            theirs += 1
        player, dealer = cards[:mine], cards[mine:theirs]
        (settled,) = settle(layout, [Seat(drawn[:mine], (Bet("base", Cents(1000)),))], drawn[mine:theirs])
        expected = letter.blackjack(player, dealer)
        assert (settled.outcome, settled.net) == (expected, net[expected]), (player, dealer)
        seen[settled.outcome] += 1

    assert set(seen) == set(net)


def dealer_draws(hand: Names, soft_17: bool) -> bool:
    """Whether the dealer draws: to 17, and on a soft 17 if the house hits it."""
    total = letter.points(hand)
    hard = sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in hand)
    return total < 17 or (total == 17 and hard < 17 and soft_17)
