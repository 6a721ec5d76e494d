"""Every line of every pay table of every game, reached through whole rounds and paid to the cent.

The lines are read from the pay table files without the rulebook, so a line that no round here reaches fails.
"""

from functools import cache
from itertools import product
from random import Random

import pytest

from pitbook.cards import parse_cards
from pitbook.games import game
from pitbook.games.model import Deal
from pitbook.money import Cents, dollars
from pitbook.table.config import Limits
from tests.table import printed_pay_tables as printed
from tests.table.printed_pay_tables import Printed
from tests.table.rig import EZ, GAMES, MATCH, POKER, RICHES, ROYAL, Rig, deal, deal_match, deal_sevens, rig

BET = 700
"""In cents, on the wager looked at."""

LOSING = "no line"

# outcome -> the player's first two cards and what is drawn on them, the dealer's two.
POKER_HANDS = {
    "suited_three_of_a_kind": ("7h 7h", "7h Tc"),
    "straight_flush": ("5h 6h", "7h Tc"),
    "three_of_a_kind": ("7h 7c", "7d Tc"),
    "straight": ("5h 6c", "7d Tc"),
    "flush": ("2h 9h", "5h Tc"),
    "match": ("9c 2h", "9d Tc"),
    LOSING: ("2c 9d", "5h Tc"),
}
ROYAL_HANDS = {
    "crown_treasure": ("Ks Qs", "Kh Qh"),
    "matching_royal_matches": ("Qs Ks", "Ks Qs"),
    "double_royal_match_suited": ("Ks Qs", "Qs Ks"),
    "double_royal_match": ("Ks Qs", "Qd Kd"),
    "royal_match": ("Qs Ks", "9h 5c"),
    "suited_blackjack": ("As Ts", "9h 5c"),
    "suited_pair": ("9c 9c", "8h 5c"),
    "two_card_straight_flush": ("5d 6d", "8h 5c"),
    "two_suited_cards": ("2h 9h", "8h 5c"),
    LOSING: ("2h 9d", "8h 5c"),
}
BLAZING_HANDS = {
    "three_sevens_diamonds": ("7d 7d", "7d"),
    "three_sevens_suited": ("7c 7c", "7c"),
    "three_sevens_same_color": ("7d 7h", "7h"),
    "three_sevens": ("7d 7c", "7h"),
    "two_sevens": ("7d 7c", "2h"),
    "one_seven": ("9c 7h", "2h"),
    LOSING: ("9c 8h", "2h"),
}
# outcome -> the player's two cards, the dealer's five.
SPOT_HANDS = {
    "two_suited_matches": ("7h 7h", "7h 2c 3c 4c 5c"),
    "suited_and_unsuited_match": ("7h 7c", "7h 2c 3c 4c 5c"),
    "two_unsuited_matches": ("7h 7c", "7d 2c 3c 4c 5c"),
    "suited_match": ("7h Kc", "7h 2c 3c 4c 5c"),
    "unsuited_match": ("Kc 7h", "7d 2c 3c 4c 5c"),
    LOSING: ("Kc 8h", "7d 2c 3c 4c 5c"),
}
BONUS_HANDS = {
    "6_card_suited_match": ("7h 7h", "7h 7h 2c 7h 7h"),
    "5_card_suited_match": ("7h 7h", "2c 7h 7h 3c 7h"),
    "4_card_suited_match": ("7h 7h", "7h 2c 3c 4c 7h"),
    "any_6_card_match": ("7h 7c", "7h 7d 7s 2c 7c"),
    "any_5_card_match": ("7h 7c", "7h 7d 7s 2c 3c"),
    "any_4_card_match": ("7h 7c", "2c 3c 7d 4c 7s"),
    LOSING: ("7h 7c", "2c 3c 7d 4c 5c"),
}
SEVENS = {
    "natural_wheel_ace_queen_suited": "Ah 2h 3h 4h 5h As Qs",
    "seven_card_straight_flush": "9h 8h 7h 6h 5h 4h 3h",
    "any_seven_card_straight_flush": "9h 8h 7h 6h 5h Jk 3h",
    "royal_flush_ace_king_suited": "As Ks Qs Js Ts Ah Kh",
    "royal_flush_ace_queen_suited": "As Ks Qs Js Jk Ah Qh",
    "royal_flush_king_queen_suited": "As Ks Qs Js Ts Kh Qh",
    "seven_card_straight_flush_with_joker": "9h 8h 7h 6h 5h 4h Jk",
    "five_aces": "As Ah Ac Ad Jk 2c 7d",
    "natural_wheel_straight_flush": "Ah 2h 3h 4h 5h 9c Kd",
    "royal_flush": "As Ks Qs Js Ts 2c 7d",
    "straight_flush": "9h 8h 7h 6h 5h 2c Kd",
    "four_of_a_kind": "9h 9c 9d 9s 2c 7d Kh",
    "full_house": "9h 9c 9d 2s 2c 7d Kh",
    "flush": "Kh 9h 7h 4h 2h 3c 8s",
    "three_of_a_kind": "9h 9c 9d 2s 4c 7d Kh",
    "straight": "9h 8c 7d 6s 5c 2h Kd",
    "three_pair": "9h 9c 7d 7s 2c 2h Kd",
    "nine_high_pai_gow": "9h 8c 7d 6s 4c 3h 2d",
    "ten_high_pai_gow": "Th 8c 7d 6s 4c 3h 2d",
    "jack_high_pai_gow": "Jh 9c 7d 6s 4c 3h 2d",
    "queen_high_pai_gow": "Qh 9c 7d 6s 4c 3h 2d",
    "king_high_pai_gow": "Kh 9c 7d 6s 4c 3h 2d",
    "ace_high_pai_gow": "Ah Qc 9d 7s 6c 4h 2d",
    "seven_of_the_color": "Kh 9h 7h 4d 2d 3d 8d",
    "six_of_the_color": "Kh 9h 7h 4d 2d 3d Jk",
    "five_of_the_color": "Kh 9h 7h 4d 2d 3c Jk",
    "four_of_the_color": "Kh 9h 7h 4d 2c 3c Jk",
}
LOSING_SEVEN = "Kc Kd 9s 7c 4c 3s 2d"
"""One pair, three red cards: it loses every bonus wager."""
QUIET_DEALER = "Tc Th Jd 9d 6c 4h 2s"


def only(round_: list[str], seat: int, wager: str) -> str:
    """The result of one wager of one seat: outcome and net."""
    (found,) = [line for line in round_ if line.startswith(f"{seat} {wager} ")]
    return found.removeprefix(f"{seat} {wager} ")


def shown(net: int) -> str:
    """In dollars, as the lines of a rig write them."""
    whole, part = divmod(abs(net), 100)
    return ("-" if net < 0 else "") + f"${whole:,}" + (f".{part:02}" if part else "")


Lines = list[Printed]


def tables(slug: str, *wagers: str) -> list[Lines]:
    """For each pay table of these wagers at each deck count its printed lines, and a hand that satisfies none."""
    found: dict[tuple[str, str, int], Lines] = {}
    for line in printed.lines(slug):
        if line.wager in wagers:
            found.setdefault(line[:3], []).append(line)
    return [[*lines, lines[0]._replace(outcome=LOSING, pay="loss", tier="", envy="")] for lines in found.values()]


def names(lines: Lines) -> str:
    return lines[0].name


def won(line: Printed, net: int) -> str:
    """The text of a rig for a wager with this result."""
    return f"{'loss' if line.outcome == LOSING else line.outcome} {shown(net)}"


def test_no_wager_is_left_out() -> None:
    """The tests of this file look at every wager that has pay tables."""
    tested = {
        "match", "super-bonus", "match-n-poker", "royal-match", "royal-match-progressive", "blazing-7s", "royal-riches",
        "dealer-pai-gow", "pai-gow-insurance", "jackpot", "dynasty", "protection", "red-black",
    }  # fmt: skip
    in_files = {line.wager for slug in GAMES for line in printed.lines(slug)}
    in_rulebook = {wager.slug for slug in GAMES for wager in game(slug).wagers if wager.tables and not wager.components}
    assert tested == in_files == in_rulebook


@pytest.mark.parametrize("lines", tables(POKER, "match-n-poker"), ids=names)
def test_match_n_poker(lines: Lines) -> None:
    wager, table, decks = lines[0][:3]
    at = rig(POKER, players=1, decks=decks, tables={wager: table})
    for line in lines:
        hand, dealer = POKER_HANDS[line.outcome]
        round_ = at.play({1: "base=10 match-n-poker=7"}, deal([hand], dealer, "5s 5d 6c 7c"))
        assert only(round_, 1, wager) == won(line, printed.net(line.pay, BET))
        at.check_chips()


@pytest.mark.parametrize("lines", tables(ROYAL, "royal-match"), ids=names)
def test_royal_match(lines: Lines) -> None:
    """Crown Treasure is offered wherever a table adds it; the car is worth what its table says."""
    wager, table, decks = lines[0][:3]
    options = {"crown-treasure": "yes"} if any(line.added for line in lines) else {}
    at = rig(ROYAL, players=3, decks=decks, tables={wager: table}, offered=("base", wager), options=options)
    royal = printed.net(next(line.pay for line in lines if line.outcome == "royal_match"), BET)
    bets = {1: "base=10 royal-match=7", 2: "base=10 royal-match=5", 3: "base=10 royal-match=4.99"}
    for line in lines:
        hand, dealer = ROYAL_HANDS[line.outcome]
        round_ = at.play(bets, deal([hand, "2c Jd", "3c 8d"], dealer, "5s 5d 6c 7c"))
        net = printed.net(line.pay, BET) + (royal if line.added else 0)
        assert only([text for text in round_ if "envy" not in text], 1, wager) == won(line, net)
        envy = [text for text in round_ if "envy" in text]
        assert envy == ([f"2 royal-match envy(1) {line.outcome} {line.envy}"] if line.envy else [])
        at.check_chips()


def meter_after(at: Rig, bets: int) -> int:
    """The display of a fresh play meter after this many cents were wagered: 25% of them are added."""
    return at.table.config.prize + bets * 25 // 100


@pytest.mark.parametrize("lines", tables(ROYAL, "royal-match-progressive"), ids=names)
def test_royal_match_progressive(lines: Lines) -> None:
    wager, _, decks = lines[0][:3]
    for line in lines:
        at = rig(ROYAL, players=2, decks=decks, offered=("base", wager))
        hand, dealer = ROYAL_HANDS[line.outcome]
        bets = dict.fromkeys((1, 2), "base=10 royal-match-progressive=1")
        round_ = at.play(bets, deal([hand, "2c 9d"], dealer, "5s 5d 6c 7c"))
        assert only(round_, 1, wager) == won(line, printed.net(line.pay, 100, meter_after(at, 200)))
        at.check_chips()


@pytest.mark.parametrize("lines", tables(ROYAL, "blazing-7s"), ids=names)
def test_blazing_sevens(lines: Lines) -> None:
    wager, table, decks = lines[0][:3]
    for line in lines:
        if decks < 3 and line.outcome.endswith(("diamonds", "suited")):
            continue  # two decks hold no three cards alike
        at = rig(ROYAL, players=1, decks=decks, offered=("base", wager), tables={wager: table})
        hand, third = BLAZING_HANDS[line.outcome]
        answer = "hit" if third != "2h" else "stand"
        round_ = at.play({1: "base=10 blazing-7s=1"}, deal([hand], "Th 9c", third), {1: answer})
        assert only(round_, 1, wager) == won(line, printed.net(line.pay, 100, meter_after(at, 100)))
        at.check_chips()


@pytest.mark.parametrize("decks", [5, 6, 8])
def test_match_the_dealer_spots(decks: int) -> None:
    """Each match is paid by itself, on the spot of its dealer card only."""
    at = rig(MATCH, players=1, decks=decks)
    of_decks = [line for line in printed.lines(MATCH) if line[:3] == ("match", str(decks), decks)]
    pays = {line.outcome: printed.net(line.pay, BET) for line in of_decks}
    nets = {
        "two_suited_matches": 2 * pays["suited_match"],
        "suited_and_unsuited_match": pays["suited_match"] + pays["unsuited_match"],
        "two_unsuited_matches": 2 * pays["unsuited_match"],
        LOSING: -BET,
    } | pays
    for spot, (outcome, (hand, dealer)) in product(range(1, 6), SPOT_HANDS.items()):
        first, *rest = dealer.split()
        rest.insert(spot - 1, first)
        others = [each for each in range(1, 6) if each != spot][:2]
        bets = " ".join([f"match-{spot}=7", *(f"match-{each}=5" for each in others)])
        round_ = at.play({1: bets}, deal_match([hand], " ".join(rest)))
        assert only(round_, 1, f"match-{spot}") == f"{'loss' if outcome == LOSING else outcome} {shown(nets[outcome])}"
        assert [only(round_, 1, f"match-{each}") for each in others] == ["loss -$5"] * 2
        assert len(round_) == 3  # three bets, and no Super Bonus without all five
        at.check_chips()


@pytest.mark.parametrize("lines", tables(MATCH, "super-bonus"), ids=names)
def test_super_bonus(lines: Lines) -> None:
    """The lowest of the five bets decides between the columns; a seat without all five has none."""
    _, table, decks = lines[0][:3]
    at = rig(MATCH, players=2, decks=decks, tables={"super-bonus": table})
    for line in lines:
        hand, dealer = BONUS_HANDS[line.outcome]
        lowest = line.tier.removeprefix("$") or "5"
        spots = [f"match-{spot}={lowest if spot == 3 else 30}" for spot in range(1, 6)]
        round_ = at.play({1: " ".join(spots), 2: " ".join(spots[:4])}, deal_match([hand, hand_like(hand)], dealer))
        bonus = [text for text in round_ if "super-bonus" in text]
        assert bonus == ([] if line.outcome == LOSING else [f"1 super-bonus {line.outcome} {line.pay}"])
        at.check_chips()


def hand_like(hand: str) -> str:
    """Another pair of sevens, which would win too if it had five bets."""
    return "7d 7s" if hand != "7d 7s" else hand


def test_super_bonus_below_its_columns() -> None:
    """$24.99 is the $5 column, $4.99 wins nothing (letter 000, rule 4)."""
    at = rig(MATCH, players=1, limits={"match": Limits(Cents(1), dollars(300))}, tables={"super-bonus": "6-A"})
    for lowest, bonus in (("24.99", ["1 super-bonus any_5_card_match $3,000"]), ("4.99", [])):
        bets = f"match-1={lowest} match-2=30 match-3=30 match-4=30 match-5=30"
        round_ = at.play({1: bets}, deal_match(["7h 7c"], "7h 7d 7s 2c 3c"))
        assert [text for text in round_ if "super-bonus" in text] == bonus


@pytest.mark.parametrize("lines", [*tables(RICHES, "royal-riches"), *tables(EZ, "dynasty")], ids=names)
def test_bonus_with_envy(lines: Lines) -> None:
    """Envy goes to the other seat with $5 or more on the wager, and to no other."""
    wager, table, _ = lines[0][:3]
    at = rig(RICHES if wager == "royal-riches" else EZ, offered=("base", wager), tables={wager: table}, players=3)
    bets = {1: f"base=10 {wager}=7", 2: f"base=10 {wager}=5", 3: f"base=10 {wager}=4.99"}
    for line in lines:
        hand = SEVENS.get(line.outcome, LOSING_SEVEN)
        others = spare_hands(hand)
        round_ = at.play(bets, deal_sevens({1: hand, 2: others[0], 3: others[1]}, others[2]))
        own = [text for text in round_ if "envy" not in text]
        assert only(own, 1, wager) == won(line, printed.net(line.pay, BET))
        envy = [text for text in round_ if "envy" in text]
        assert envy == ([f"2 {wager} envy(1) {line.outcome} {line.envy}"] if line.envy else [])
        at.check_chips()


@cache
def spare_hands(hand: str) -> list[str]:
    """Three hands that win no bonus, from the cards that a hand leaves."""
    left = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit not in hand.split()]
    choose, found = Random(hand), list[str]()
    while len(found) < 3:
        cards = choose.sample(left, 7)
        if not game(EZ).wager("dynasty").satisfied(Deal(parse_cards(" ".join(cards)), ()), {}):
            found.append(" ".join(cards))
            left = [card for card in left if card not in cards]
    return found


@pytest.mark.parametrize(
    "lines", [*tables(RICHES, "pai-gow-insurance"), *tables(EZ, "protection", "red-black")], ids=names
)
def test_other_bonus_wagers(lines: Lines) -> None:
    wager, table, _ = lines[0][:3]
    at = rig(RICHES if wager == "pai-gow-insurance" else EZ, offered=("base", wager), tables={wager: table}, players=1)
    bet = f"base=10 {wager}=7{':red' if wager == 'red-black' else ''}"
    for line in lines:
        hand = SEVENS.get(line.outcome, LOSING_SEVEN)
        round_ = at.play({1: bet}, deal_sevens({1: hand}, spare_hands(hand)[0]))
        assert only(round_, 1, wager) == won(line, printed.net(line.pay, BET))
        at.check_chips()


def test_black_is_won_by_black() -> None:
    """Seven black cards win the bet on black, seven red ones lose it."""
    at = rig(EZ, offered=("base", "red-black"), players=2)
    black, red = "Kc 9s 7c 4c 2s 3s 8s", "Kh 9h 7h 4d 2d 3d 8d"
    bets = dict.fromkeys((1, 2), "base=10 red-black=7:black")
    round_ = at.play(bets, deal_sevens({1: black, 2: red}, spare_hands(f"{black} {red}")[0]))
    assert only(round_, 1, "red-black") == "seven_of_the_color $35"
    assert only(round_, 2, "red-black") == "loss -$7"


@pytest.mark.parametrize("lines", tables(RICHES, "dealer-pai-gow"), ids=names)
def test_dealer_pai_gow(lines: Lines) -> None:
    """Seat 1 beats the dealer's five cards and wins; seat 2 has nine high, which beats none and copies one."""
    wager, table, _ = lines[0][:3]
    at = rig(RICHES, offered=("base", wager), tables={wager: table}, players=2)
    bets, strong = dict.fromkeys((1, 2), f"base=10 {wager}=7"), "Ad As Ks 8s 5h Js Td"
    for line in lines:
        dealer = SEVENS.get(line.outcome, QUIET_DEALER)
        taken = {*dealer.split(), *strong.split()}
        suits = ("hcds", "cdsh", "dshc", "shcd", "hcds", "cdsh", "dshc")
        weak = " ".join(
            next(rank + suit for suit in order if rank + suit not in taken)
            for rank, order in zip("8764329", suits, strict=True)
        )
        round_ = at.play(bets, deal_sevens({1: strong, 2: weak}, dealer))
        assert only(round_, 1, wager) == won(line, printed.net(line.pay, BET))
        assert only(round_, 2, wager) == "loss -$7"
        at.check_chips()


@pytest.mark.parametrize("kind", ["progressive", "house"])
@pytest.mark.parametrize("lines", tables(RICHES, "jackpot"), ids=names)
def test_jackpot(lines: Lines, kind: str) -> None:
    """A progressive grows with the wagers of the round; a posted prize does not."""
    bets = dict.fromkeys((1, 2), "base=10 jackpot=20")
    for line in lines:
        at = rig(
            RICHES, offered=("base", "jackpot"), tables={"jackpot": line.table}, players=2, prize=Cents(1_234_567),
            options={"jackpot-kind": kind}, limits={"jackpot": Limits(dollars(20), dollars(20))},
        )  # fmt: skip
        hand = SEVENS.get(line.outcome, LOSING_SEVEN)
        others = spare_hands(hand)
        round_ = at.play(bets, deal_sevens({1: hand, 2: others[0]}, others[1]))
        meter = meter_after(at, 4000 if kind == "progressive" else 0)
        assert only(round_, 1, "jackpot") == won(line, printed.net(line.pay, 2000, meter))
        at.check_chips()
