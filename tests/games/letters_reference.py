r"""A second implementation of the letters' rules, written from their text with card names instead of numbers.

It shares no code with the rulebook, so that a mistake in one of the two shows.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

ORDER = "23456789TJQKA"
PACK = [rank + suit for rank in ORDER for suit in "cdhs"]
Names = list[str]
Reading = Callable[[Names, Names], set[str]]
"""The player's and the dealer's cards -> every line that they satisfy."""
Pays = Mapping[str, str]
"""Line -> ``25`` (to 1), ``25f`` (for 1), ``$25``, ``25%`` of the meter, ``push`` or ``loss``, as printed."""


def best(satisfied: set[str], pays: Pays, bet: int, meter: int) -> tuple[str, int]:
    """The line that is paid and the net in cents: a sum or share as printed, else the first of the highest odds."""
    held = [name for name in pays if name in satisfied]
    if not held:
        return "loss", -bet
    named = [name for name in held if pays[name].startswith("$") or pays[name].endswith("%")]
    name = named[0] if named else max(held, key=lambda each: net(pays[each], 10**6, 0))
    return name, net(pays[name], bet, meter)


def net(pay: str, bet: int, meter: int) -> int:
    """In whole cents, rounded down in favour of the house."""
    if pay in ("push", "loss"):
        return 0 if pay == "push" else -bet
    if pay.endswith("%"):
        return meter * int(pay[:-1]) // 100 - bet
    if pay.startswith("$"):
        return int(pay[1:]) * 100
    won = Fraction(pay.removesuffix("f")) * bet
    return won.numerator // won.denominator - (bet if pay.endswith("f") else 0)


def is_royal(cards: Names) -> bool:
    """King and queen of one suit."""
    return len(cards) == 2 and cards[0][1] == cards[1][1] and {cards[0][0], cards[1][0]} == {"K", "Q"}


def royal_match(player: Names, dealer: Names) -> set[str]:
    """Letter 003: K-Q, an ace with a ten-value card, a pair or neighbours, all of one suit, and the dealer's K-Q."""
    a, b = player[:2]
    ranks = {a[0], b[0]}
    neighbours = ["A2", *(ORDER[place : place + 2] for place in range(12))]
    both = is_royal([a, b]) and is_royal(dealer[:2])
    same = both and dealer[0][1] == a[1]
    lines = {
        "two_suited_cards": True,
        "suited_pair": a == b,
        "suited_blackjack": "A" in ranks and bool(ranks & set("TJQK")),
        "two_card_straight_flush": any(ranks == set(pair) for pair in neighbours),
        "royal_match": is_royal([a, b]),
        "crown_treasure": both,
        "double_royal_match": both,
        "matching_royal_matches": same,
        "double_royal_match_suited": same,
    }
    return {name for name, true in lines.items() if true} if a[1] == b[1] else set()


def blazing_sevens(player: Names, dealer: Names) -> set[str]:
    """Letter 003: sevens among the first two cards, and the third card dealt to two of them."""
    sevens = [card for card in player[:2] if card[0] == "7"]
    third = player[2:3] if len(sevens) == 2 and player[2:3] and player[2][0] == "7" else []
    suits = {card[1] for card in (*sevens, *third)}
    lines = {
        "one_seven": bool(sevens),
        "two_sevens": len(sevens) == 2,
        "three_sevens": bool(third),
        "three_sevens_same_color": bool(third) and (suits <= set("dh") or suits <= set("cs")),
        "three_sevens_suited": bool(third) and len(suits) == 1,
        "three_sevens_diamonds": bool(third) and suits == {"d"},
    }
    return {name for name, true in lines.items() if true}


def match_n_poker(player: Names, dealer: Names) -> set[str]:
    """Letter 001: the first two cards and the up card as three-card poker, or a card of the up card's rank."""
    three = [*player[:2], dealer[0]]
    ranks, suits = {card[0] for card in three}, {card[1] for card in three}
    straight = any(ranks == set(run) for run in ("A23", *(ORDER[place : place + 3] for place in range(11))))
    lines = {
        "flush": len(suits) == 1,
        "straight": straight,
        "three_of_a_kind": len(ranks) == 1,
        "straight_flush": straight and len(suits) == 1,
        "suited_three_of_a_kind": len(set(three)) == 1,
        "match": dealer[0][0] in (player[0][0], player[1][0]),
    }
    return {name for name, true in lines.items() if true}


def match_spot(player: Names, dealer_card: str) -> tuple[int, int]:
    """Letter 000, rule 3: how many of the player's cards match, suited and unsuited."""
    of_rank = [card for card in player if card[0] == dealer_card[0]]
    suited = of_rank.count(dealer_card)
    return suited, len(of_rank) - suited


def super_bonus(player: Names, dealer: Names) -> set[str]:
    """Letter 000, rule 4: both player cards and any of the dealer's, of one rank, or of one rank and suit."""
    if player[0][0] != player[1][0]:
        return set()
    size = 2 + sum(card[0] == player[0][0] for card in dealer)
    suited = 2 + dealer.count(player[0]) if player[0] == player[1] else 0
    anything = {f"any_{least}_card_match" for least in (4, 5, 6) if size >= least}
    return anything | {f"{least}_card_suited_match" for least in (4, 5, 6) if suited >= least}


FIVES = ["A2345", *(ORDER[place : place + 5] for place in range(9))]
SEVENS = ["A234567", *(ORDER[place : place + 7] for place in range(7))]
PAI_GOWS = {"9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def seven_cards(player: Names, dealer: Names) -> set[str]:
    """Letters 002 and 004: the joker is an ace, or completes a straight, flush or straight flush."""
    joker = "Jk" in player
    natural = [card for card in player if card != "Jk"]
    ranks = Counter([card[0] for card in natural] + ["A"] * joker)
    counts = sorted(ranks.values(), reverse=True)
    runs = [run for run in FIVES if len(set(run) - {card[0] for card in natural}) <= joker]
    lines = {
        "three_of_a_kind": counts[0] >= 3,
        "four_of_a_kind": counts[0] >= 4,
        "five_aces": ranks["A"] == 5,
        "full_house": counts[0] >= 3 and counts[1:2] >= [2],
        "three_pair": counts[:3] == [2, 2, 2],
        "straight": bool(runs),
    }
    held = {name for name, true in lines.items() if true}
    for suit in "cdhs":
        held |= one_suit(suit, natural, joker)
    if counts[0] == 1 and not held:
        held.add(f"{PAI_GOWS[max(ranks, key=ORDER.index)]}_high_pai_gow")
    return held


def one_suit(suit: str, natural: Names, joker: bool) -> set[str]:
    """The lines of seven cards that need a flush in this suit."""
    ranks = {card[0] for card in natural if card[1] == suit}
    others = [card for card in natural if card[1] != suit]
    beside = {card[0] for card in others} if len(others) == 2 and others[0][1] == others[1][1] else set()
    seven = not others and any(len(set(run) - ranks) <= joker for run in SEVENS)
    royal = len(set("TJQKA") - ranks) <= joker
    wheel = set("A2345") <= ranks and not joker and not seven
    lines = {
        "flush": len(ranks) + joker >= 5,
        "straight_flush": any(len(set(run) - ranks) <= joker for run in FIVES),
        "royal_flush": royal,
        "royal_flush_ace_king_suited": royal and beside == set("AK"),
        "royal_flush_ace_queen_suited": royal and beside == set("AQ"),
        "royal_flush_king_queen_suited": royal and beside == set("KQ"),
        "natural_wheel_straight_flush": wheel,
        "natural_wheel_ace_queen_suited": wheel and beside == set("AQ"),
        "any_seven_card_straight_flush": seven,
        "seven_card_straight_flush": seven and not joker,
        "seven_card_straight_flush_with_joker": seven and joker,
    }
    return {name for name, true in lines.items() if true}


def of_color(suits: str) -> Reading:
    """Letter 004, rule 5: cards of the chosen color, the joker being of neither."""
    names = {4: "four", 5: "five", 6: "six", 7: "seven"}

    def count(player: Names, dealer: Names) -> set[str]:
        held = sum(card != "Jk" and card[1] in suits for card in player)
        return {f"{names[held]}_of_the_color"} if held in names else set()

    return count


Rank = tuple[int, ...]
SHAPES = [
    (1, 1, 1, 1, 1),
    (2, 1, 1, 1),
    (2, 2, 1),
    (3, 1, 1),
    "straight",
    "flush",
    (3, 2),
    (4, 1),
    "straight flush",
    (5,),
]
"""Five-card hands, lowest first."""


def poker_rank(hand: Names, wheel_second: bool) -> Rank:
    """The rank of a hand of five cards, or of two; the joker is tried as every card that it may be."""
    if "Jk" not in hand:
        return natural_rank(hand, wheel_second)
    others = [card for card in hand if card != "Jk"]
    found = [natural_rank([*others, "A?"], wheel_second)]
    for card in PACK if len(hand) == 5 else ():
        as_card = natural_rank([*others, card], wheel_second)
        if card not in others and SHAPES[as_card[0]] in ("straight", "flush", "straight flush"):
            found.append(as_card)
    return max(found)


def natural_rank(hand: Names, wheel_second: bool) -> Rank:
    """The place of its shape, then its ranks, the more frequent first."""
    counts = Counter(ORDER.index(card[0]) for card in hand)
    ranks = sorted(counts, key=lambda each: (counts[each], each), reverse=True)
    shape = tuple(counts[each] for each in ranks)
    if len(hand) == 2:
        return (int(shape == (2,)), *ranks)
    flush = len({card[1] for card in hand}) == 1
    runs = [{ORDER.index(rank) for rank in run} for run in FIVES]
    if set(ranks) in runs:
        place = runs.index(set(ranks))
        # The wheel comes first in FIVES, and right below the ace-high straight where it ranks second.
        high = 8.5 if place == 0 and wheel_second else place
        return SHAPES.index("straight flush" if flush else "straight"), int(2 * high)
    return (SHAPES.index("flush" if flush else shape), *ranks)


def blackjack(player: Names, dealer: Names) -> str:
    """The result of comparing two finished hands."""
    natural = [len(hand) == 2 and points(hand) == 21 for hand in (player, dealer)]
    mine, theirs = points(player), points(dealer)
    if mine > 21:
        return "loss"
    if natural[0]:
        return "push" if natural[1] else "blackjack"
    if natural[1]:
        return "loss"
    if theirs > 21 or mine > theirs:
        return "win"
    return "push" if mine == theirs else "loss"


def points(hand: Names) -> int:
    """The best total: aces are 11 while that fits."""
    total = sum(11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in hand)
    aces = sum(card[0] == "A" for card in hand)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total
