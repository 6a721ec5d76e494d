"""Million Dollar Match The Dealer against letter 000: its printed tables, its rules, and counting by brute force."""

import re
from collections import Counter
from itertools import combinations, product
from math import comb

import pytest

from pitbook.cards import Cards, parse_cards, rank, suit
from pitbook.errors import NotApproved
from pitbook.games import game
from pitbook.games.million_dollar_match_the_dealer.rules import match_spot, pack, unpack
from pitbook.games.model import Deal, Wager
from pitbook.games.settle import Bet, Seat, Settlement, lay_out, settle
from pitbook.money import Cents, dollars

GAME = game("million-dollar-match-the-dealer")
MATCH, BONUS, FIVE = (GAME.wager(slug) for slug in ("match", "super-bonus", "five-spots"))

# As printed under rule 4, two tables side by side: at least $5 and $25 or more for each.
PRINTED = """
SUPER BONUS MILLION DOLLAR MATCHES: 5-A 5-B
5-Card Suited Match   200,000 1,000,000   200,000 1,000,000
Any 6+ Card Match      20,000   100,000    20,000   100,000
4-Card Suited Match     5,000    25,000    10,000    50,000
Any 5-Card Match        1,000     5,000     3,000    15,000
Any 4-Card Match          200     1,000       200     1,000

SUPER BONUS MILLION DOLLAR MATCHES: 5-C 5-D
5-Card Suited Match   200,000 1,000,000   200,000 1,000,000
Any 6+ Card Match      20,000   100,000    20,000   100,000
4-Card Suited Match    10,000    50,000    10,000    50,000
Any 5-Card Match        4,000    20,000     3,000    15,000
Any 4-Card Match          200     1,000       300     1,500

SUPER BONUS MEGA MATCHES: 5-E 5-F
5-Card Suited Match   100,000   500,000    20,000   100,000
Any 6+ Card Match      20,000   100,000    10,000    50,000
4-Card Suited Match    10,000    50,000     7,000    35,000
Any 5-Card Match        4,000    20,000     3,000    15,000
Any 4-Card Match          200     1,000       300     1,500

SUPER BONUS MILLION DOLLAR MATCHES: 6-A 6-B
6-Card Suited Match   200,000 1,000,000 1,000,000 5,000,000
5-Card Suited Match   100,000   500,000   200,000 1,000,000
Any 6-Card Match       20,000   100,000    20,000   100,000
Any 5-Card Match        3,000    15,000     3,000    15,000
4-Card Suited Match     1,000     5,000     1,000     5,000
Any 4-Card Match          200     1,000       200     1,000

SUPER BONUS MILLION DOLLAR MATCHES: 6-C 6-D
6-Card Suited Match   200,000 1,000,000   200,000 1,000,000
5-Card Suited Match   100,000   500,000   100,000   500,000
Any 6-Card Match       20,000   100,000    20,000   100,000
4-Card Suited Match     8,000    40,000     8,000    40,000
Any 5-Card Match        2,000    10,000     3,000    15,000
Any 4-Card Match          250     1,250       200     1,000

SUPER BONUS MEGA MATCHES: 6-E 6-F
6-Card Suited Match   100,000   500,000    20,000   100,000
5-Card Suited Match    20,000   100,000    10,000    50,000
Any 6-Card Match       10,000    50,000     8,000    40,000
4-Card Suited Match     7,000    35,000     6,000    30,000
Any 5-Card Match        2,000    10,000     2,000    10,000
Any 4-Card Match          300     1,500       300     1,500

SUPER BONUS MILLION DOLLAR MATCHES: 8-A 8-B
6-Card Suited Match   200,000 1,000,000 1,000,000 5,000,000
5-Card Suited Match   100,000   500,000   200,000 1,000,000
Any 6-Card Match       20,000   100,000    20,000   100,000
Any 5-Card Match        3,000    15,000     3,000    15,000
4-Card Suited Match     1,000     5,000     1,000     5,000
Any 4-Card Match          200     1,000       200     1,000

SUPER BONUS MILLION DOLLAR MATCHES: 8-C 8-D
6-Card Suited Match   200,000 1,000,000   200,000 1,000,000
5-Card Suited Match    50,000   250,000    50,000   250,000
Any 6-Card Match       20,000   100,000    20,000   100,000
4-Card Suited Match     8,000    40,000     8,000    40,000
Any 5-Card Match        2,000    10,000     2,000    10,000
Any 4-Card Match          200     1,000       250     1,250

SUPER BONUS MEGA MATCHES: 8-E 8-F
6-Card Suited Match   100,000   500,000    20,000   100,000
5-Card Suited Match    20,000   100,000    10,000    50,000
Any 6-Card Match       10,000    50,000     8,000    40,000
4-Card Suited Match     7,000    35,000     6,000    30,000
Any 5-Card Match        1,000     5,000     1,500     7,500
Any 4-Card Match          300     1,500       300     1,500
"""

Printed = dict[tuple[str, int], tuple[str, list[tuple[str, str]]]]


def printed_tables() -> Printed:
    """(table, lowest bet in dollars) -> heading and lines, top to bottom."""
    tables: Printed = {}
    for block in PRINTED.strip().split("\n\n"):
        head, *rows = block.splitlines()
        heading, ids = head.split(": ")
        columns = [(table, tier) for table in ids.split() for tier in (5, 25)]
        for place, column in enumerate(columns):
            lines = [(re.split(r"  +", row)[0], f"${row.split()[place - 4]}") for row in rows]
            tables[column] = (heading, lines)
    return tables


def names(wager: Wager, player: str, dealer: str, spot: int = 0) -> list[str]:
    return wager.satisfied(Deal(parse_cards(player), parse_cards(dealer)), {}, spot)


def paid(player: str, dealer: str, table: str) -> str:
    """The Super Bonus line that a table pays for these cards, in its $5 column."""
    line = BONUS.paid_line(BONUS.table(table, int(table[0])), names(BONUS, player, dealer))
    return f"{line.label} {line.pay}" if line else "nothing"


def test_super_bonus_tables_are_those_of_the_letter() -> None:
    tables = {
        (table.id, table.tier // 100): (table.heading, [(line.label, str(line.pay)) for line in table.lines])
        for table in BONUS.tables
    }

    assert tables == printed_tables()
    assert len(tables) == 36


def test_a_super_bonus_table_is_for_the_decks_in_its_name() -> None:
    assert {(table.id[0], table.decks) for table in BONUS.tables} == {("5", (5,)), ("6", (6,)), ("8", (8,))}


def test_individual_pays_are_those_of_the_letter() -> None:
    pays = {table.id: (table.decks, [str(line.pay) for line in table.lines]) for table in MATCH.tables}

    assert pays == {
        "5": ((5,), ["13 to 1", "3 to 1"]),
        "6": ((6,), ["9 to 1", "4 to 1"]),
        "8": ((8,), ["12 to 1", "3 to 1"]),
    }


def test_only_tables_e_and_f_rename_the_game() -> None:
    renamed = {table.id: table.game_name for table in BONUS.tables if table.game_name}

    assert renamed == {
        f"{decks}-{letter}": f"{amount} Super Bonus Match The Dealer"
        for decks in (5, 6, 8)
        for letter, amount in (("E", "$500,000"), ("F", "$100,000"))
    }


def test_five_spots_tables_join_the_two_kinds() -> None:
    for joined, bonus in zip(FIVE.tables, BONUS.tables, strict=True):
        match = MATCH.table(bonus.id[0], bonus.decks[0])

        assert joined.lines == match.lines + bonus.lines
        assert (joined.id, joined.tier, joined.decks) == (bonus.id, bonus.tier, bonus.decks)
        assert (joined.wager, joined.game_name) == ("five-spots", bonus.game_name)
        assert {line.outcome for line in joined.lines} <= {outcome.name for outcome in FIVE.outcomes}


@pytest.mark.parametrize("decks", [5, 6, 8])
def test_table_a_is_the_default(decks: int) -> None:
    assert [GAME.default_table(wager, decks) for wager in GAME.wagers] == [str(decks), f"{decks}-A", f"{decks}-A"]


def test_the_game_refuses_what_the_letter_leaves_out() -> None:
    with pytest.raises(NotApproved, match=r"approved for 5, 6 and 8 decks, not 4 \(letter 000\)"):
        GAME.check_decks(4)
    with pytest.raises(NotApproved, match="pay table 6-A of super-bonus is for 6 decks, not 8"):
        BONUS.table("6-A", 8)


def test_letter_of_match_the_dealer() -> None:
    letter = GAME.letter

    assert (letter.number, letter.submission, letter.maker) == ("000", 3102, "Masque Publishing Inc.")
    assert (letter.dated.isoformat(), [day.isoformat() for day in letter.rules_dated]) == ("2023-04-10", ["2023-03-07"])
    assert letter.claims == ()
    assert Counter(condition.applies_to for condition in letter.conditions) == {
        "all": 4,
        "commercial card rooms": 2,
        "tribal casinos": 3,
        "manufacturers and distributors": 2,
    }


@pytest.mark.parametrize(
    ("player", "dealer_card", "outcome", "pays"),
    [
        ("7h 7h", "7h", "two_suited_matches", "18 to 1"),
        ("7h 7c", "7h", "suited_and_unsuited_match", "13 to 1"),
        ("7c 7h", "7h", "suited_and_unsuited_match", "13 to 1"),
        ("7c 7d", "7h", "two_unsuited_matches", "8 to 1"),
        ("7c 7c", "7h", "two_unsuited_matches", "8 to 1"),
        ("7h Kh", "7h", "suited_match", "9 to 1"),
        ("Kc 7h", "7h", "suited_match", "9 to 1"),
        ("7c Kh", "7h", "unsuited_match", "4 to 1"),
        ("Kh 7c", "7h", "unsuited_match", "4 to 1"),
    ],
)
def test_each_matching_card_is_paid_by_itself(player: str, dealer_card: str, outcome: str, pays: str) -> None:
    satisfied = names(MATCH, player, dealer_card, spot=1)
    line = MATCH.paid_line(MATCH.table("6", 6), satisfied)

    assert satisfied == [outcome]
    assert line is not None
    assert (line.outcome, str(line.pay)) == (outcome, pays)


@pytest.mark.parametrize("player", ["Kh Kc", "8h 6h", "Ah 2h"])
def test_a_spot_loses_where_neither_card_matches(player: str) -> None:
    assert names(MATCH, player, "7h", spot=1) == []


def test_every_spot_pays_the_sum_of_its_cards() -> None:
    for first, second, card in product(parse_cards("7c 7d 7h 7s 8c 8d Ah"), repeat=3):
        lines = [
            "suited_match" if suit(mine) == suit(card) else "unsuited_match"
            for mine in (first, second)
            if rank(mine) == rank(card)
        ]
        satisfied = MATCH.satisfied(Deal((first, second), (card,)), {}, 1)

        assert len(satisfied) == bool(lines)
        assert sorted(lines) == sorted(part for name in satisfied for part in MATCH.outcome(name).sum_of or (name,))


def test_a_spot_looks_at_its_own_dealer_card() -> None:
    won = [names(MATCH, "7h Kc", "2c 7h 3d Kh Kc", spot) for spot in range(1, 6)]

    assert won == [[], ["suited_match"], [], ["unsuited_match"], ["suited_match"]]


@pytest.mark.parametrize(
    ("player", "dealer", "size", "suited"),
    [
        ("7h 7h", "2c 3c 4c 5c 6c", 0, 0),
        ("7h 7h", "7h 3c 4c 5c 6c", 0, 0),
        ("7h 7h", "7c 7d 4c 5c 6c", 4, 0),
        ("7h 7h", "7h 7d 4c 5c 6c", 4, 0),
        ("7h 7h", "2c 7h 4c 7h 6c", 4, 4),
        ("7h 7h", "7h 7h 7d 5c 6c", 5, 4),
        ("7h 7h", "7h 7h 7h 5c 6c", 5, 5),
        ("7h 7h", "7h 7h 7c 7d 6c", 6, 4),
        ("7h 7h", "7h 7h 7h 7d 6c", 6, 5),
        ("7h 7h", "7h 7h 7h 7h 6c", 6, 6),
        ("7h 7h", "7h 7h 7h 7h 7c", 6, 6),
        ("7h 7h", "7c 7d 7s 7d 7c", 6, 0),
        # The player's two cards are in two suits, so no suited match can hold both.
        ("7h 7c", "7h 7h 7h 7h 7h", 6, 0),
        ("7h 7c", "7c 7c 2d 3d 4d", 4, 0),
        # Four of the dealer's own cards are no match with the player's.
        ("7h 8h", "7h 7h 7h 7h 8h", 0, 0),
        ("Kh Kc", "7h 7h 7h 7h 7h", 0, 0),
    ],
)
def test_super_bonus_lines(player: str, dealer: str, size: int, suited: int) -> None:
    expected = {f"{n}_card_suited_match" for n in range(4, suited + 1)}
    expected |= {f"any_{n}_card_match" for n in range(4, size + 1)}

    assert set(names(BONUS, player, dealer)) == expected


@pytest.mark.parametrize(
    ("player", "dealer", "table", "expected"),
    [
        # Five suited cards inside a six-card match: the higher pay is the suited line.
        ("7h 7h", "7h 7h 7h 7d 6c", "5-A", "5-Card Suited Match $200,000"),
        ("7h 7h", "7h 7h 7h 7d 6c", "6-A", "5-Card Suited Match $100,000"),
        # Four suited cards inside a five-card match: which pays more depends on the table.
        ("7h 7h", "7h 7h 7c 5d 6c", "6-A", "Any 5-Card Match $3,000"),
        ("7h 7h", "7h 7h 7c 5d 6c", "6-C", "4-Card Suited Match $8,000"),
        # Four suited cards inside a six-card match.
        ("7h 7h", "7h 7h 7c 7d 6c", "6-C", "Any 6-Card Match $20,000"),
        # Seven cards are paid as six.
        ("7h 7c", "7h 7h 7c 7d 7s", "5-A", "Any 6+ Card Match $20,000"),
        ("7h 7c", "7h 7h 7c 7d 7s", "8-A", "Any 6-Card Match $20,000"),
        ("7h 7h", "7h 7h 7h 7h 7h", "8-B", "6-Card Suited Match $1,000,000"),
        ("7h 7c", "7h 7h 2c 3d 4s", "8-D", "Any 4-Card Match $250"),
        ("7h 7c", "7h 2h 2c 3d 4s", "8-D", "nothing"),
    ],
)
def test_the_highest_paying_line_is_paid(player: str, dealer: str, table: str, expected: str) -> None:
    assert paid(player, dealer, table) == expected


def settled(bets: list[int], table: str = "6-A") -> dict[tuple[str, int], Settlement]:
    """Bets in cents on spots 1 to 5; 0 leaves a spot out. The cards are a five-card match."""
    seat = Seat(
        parse_cards("7h 7h"),
        tuple(Bet("match", Cents(cents), spot) for spot, cents in enumerate(bets, 1) if cents),
    )
    results = settle(lay_out(GAME, 6, {"super-bonus": table}), [seat], parse_cards("7h 7d 7c 2c 3c"))
    return {(result.wager, result.spot): result for result in results}


@pytest.mark.parametrize(
    ("bets", "pays"),
    [
        ([499, 10000, 10000, 10000, 10000], None),
        ([10000, 10000, 10000, 10000, 0], None),
        ([500, 10000, 10000, 10000, 10000], "$3,000"),
        ([2500, 2500, 2499, 2500, 2500], "$3,000"),
        ([2500, 2500, 2500, 2500, 2500], "$15,000"),
    ],
)
def test_the_lowest_of_five_bets_decides_the_column(bets: list[int], pays: str | None) -> None:
    result = settled(bets).get(("super-bonus", 0))

    assert (result.pays if result else None) == pays


def test_a_round_is_paid_spot_by_spot() -> None:
    results = settled([500, 1000, 500, 500, 1500])

    assert {place: result.net for place, result in results.items()} == {
        ("match", 1): dollars(90),
        ("match", 2): dollars(80),
        ("match", 3): dollars(40),
        ("match", 4): -dollars(5),
        ("match", 5): -dollars(15),
        ("super-bonus", 0): dollars(3000),
    }


def test_five_spots_code() -> None:
    player, dealer = parse_cards("7h 7c"), parse_cards("7h 7d 7c 2c 3c")

    assert unpack(FIVE.rule(player, dealer)) == (2, 4, 2, BONUS.rule(player, dealer))
    assert names(FIVE, "7h 7c", "7h 7d 7c 2c 3c") == [
        "suited_match",
        "unsuited_match",
        "any_5_card_match",
        "any_4_card_match",
    ]
    assert names(FIVE, "7h Kc", "2c 2d 2h 3c 4c") == []
    for parts in ((0, 0, 5, 0), (10, 0, 0, 63), (0, 10, 0, 56), (5, 5, 0, 56), (1, 0, 4, 0)):
        assert unpack(pack(*parts)) == parts


def reference_lines(player: Cards, dealer: Cards) -> set[str]:
    """Rule 4 by its words: both player cards with any of the dealer's, all of one rank (and of one suit)."""
    lines = set()
    for size in range(4, 8):
        for some in combinations(dealer, size - 2):
            hand = (*player, *some)
            if len({rank(card) for card in hand}) == 1:
                lines.add(f"any_{min(size, 6)}_card_match")
                if len({suit(card) for card in hand}) == 1:
                    lines.add(f"{min(size, 6)}_card_suited_match")
    return lines


SHOES = {
    "two ranks, two suits": "7h 7h 7h 7h 7c 7c 7c 8h 8h 8c 8c 8s",
    "one card seven times": "7h 7h 7h 7h 7h 7h 7h 7d 7d 8h 9c",
}


@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES)
def test_every_deal_of_a_small_shoe(shoe: str) -> None:
    cards = parse_cards(shoe)
    bonus_names = [outcome.name for outcome in BONUS.outcomes]
    sizes: Counter[str] = Counter()
    for held in combinations(range(len(cards)), 2):
        player = (cards[held[0]], cards[held[1]])
        for dealer in combinations([card for place, card in enumerate(cards) if place not in held], 5):
            mask = BONUS.rule(player, dealer)
            lines = {name for bit, name in enumerate(bonus_names) if mask >> bit & 1}
            assert lines == reference_lines(player, dealer)
            sizes[max(lines & {"any_4_card_match", "any_5_card_match", "any_6_card_match"}, default="")] += 1

            pairs = [(card, other) for card in dealer for other in player if rank(card) == rank(other)]
            suited = sum(suit(card) == suit(other) for card, other in pairs)
            losing = sum(match_spot(player, (card,)) == 0 for card in dealer)
            assert losing == 5 - len({place for place in range(5) if rank(dealer[place]) in map(rank, player)})
            assert unpack(FIVE.rule(player, dealer)) == (suited, len(pairs) - suited, losing, mask)

    # The same counts without a rule: a pair, then the number of the dealer's cards of the same rank.
    of_rank = Counter(map(rank, cards)).values()
    assert sizes == Counter(
        {
            name: sum(
                comb(held, 2) * comb(held - 2, more) * comb(len(cards) - held, 5 - more)
                for held in of_rank
                if held >= 2
                for more in numbers
            )
            for name, numbers in (("any_4_card_match", [2]), ("any_5_card_match", [3]), ("any_6_card_match", [4, 5]))
        }
        | {"": sizes[""]}
    )
