"""Rules written as text: they count like the built-in rules; errors are reported with their position."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook import games
from pitbook.cards import JOKER, Shoe, parse_cards, rank, suit
from pitbook.errors import BadInput
from pitbook.exact.deals import SUIT_PERMUTATIONS, renamed
from pitbook.exact.distribution import distribution
from pitbook.exact.expression.parse import FUNCTIONS, MOST_LINES, parse_rule
from pitbook.exact.expression.tree import (
    Arithmetic,
    Between,
    Call,
    CardSet,
    Compare,
    Each,
    Logic,
    Named,
    Node,
    NumberLiteral,
    OneOf,
    RuleText,
)
from pitbook.exact.expression.wager import MOST_DEALS, expression_game
from pitbook.exact.expression.words import LONGEST_TEXT, Misread
from pitbook.exact.kernels import compiled
from pitbook.games.on_base import wager_of_game
from pitbook.hands.blackjack import total
from tests.hostile import NASTY, anything, refused, short

ROYAL_MATCH = """
wager: Royal Match
cards: player 2, dealer 2
let mine = suited(player) and high(player) == king and low(player) == queen
let theirs = suited(dealer) and high(dealer) == king and low(dealer) == queen
Crown Treasure: mine and theirs
Matching Royal Matches: mine and theirs and suited(all)
Royal Match: mine
Suited Blackjack: suited(player) and count_of(player, ace) == 1
    and any(c in player: rank(c) in ten..king)
Suited Pair: identical(player)
Two Card Straight Flush: suited(player) and straight(player)
Two Suited Cards: suited(player)
"""
MATCH_N_POKER = """
cards: player 2, up_card 1
Suited 3 of a Kind: suited(all) and same_rank(all)
Straight Flush: flush(all) and straight(all)
3 of a Kind: same_rank(all)
Straight: straight(all)
Flush: flush(all)
Match: any(c in player: rank(c) == rank(up_card))
"""
MATCH_THE_DEALER = """
cards: player 2, up_card 1
let suited_ones = count(c in player: c == up_card)
let others = count_of(player, rank(up_card)) - suited_ones
Two Suited Matches: suited_ones == 2
Suited and Unsuited Match: suited_ones == 1 and others == 1
Two Unsuited Matches: others == 2
Suited Match: suited_ones == 1 and not others > 0
Unsuited Match: others == 1 and not suited_ones > 0
"""
SUPER_BONUS = """
cards: player 2, dealer 5
let of_rank = count(d in dealer: same_rank(player + d))
let of_suit = count(d in dealer: identical(player + d))
6-Card Suited Match: of_suit >= 4
5-Card Suited Match: of_suit >= 3
4-Card Suited Match: of_suit >= 2
Any 6-Card Match: of_rank >= 4
Any 5-Card Match: of_rank >= 3
Any 4-Card Match: of_rank >= 2
"""
BLAZING_SEVENS = """
cards: player 2, third_card 1
let sevens = count_of(player, seven)
let all_three = sevens == 2 and rank(third_card) == seven
Diamonds: all_three and every(c in all: suit(c) == diamonds)
Same Suit: all_three and identical(all)
Same Color: all_three and same_color(all)
Three: all_three
Two: sevens == 2
One: sevens >= 1
"""


@pytest.mark.parametrize("decks", [1, 6])
@pytest.mark.parametrize(
    ("text", "game", "wager"),
    [
        (ROYAL_MATCH, "royal-match-21", "royal-match"),
        (MATCH_N_POKER, "match-n-poker", "match-n-poker"),
        (MATCH_THE_DEALER, "million-dollar-match-the-dealer", "match"),
        (SUPER_BONUS, "million-dollar-match-the-dealer", "super-bonus"),
        (BLAZING_SEVENS, "royal-match-21", "blazing-7s"),
    ],
    ids=["royal match", "match-n-poker", "match the dealer", "super bonus", "blazing 7s"],
)
def test_a_rule_of_the_rulebook_in_the_language_has_the_same_counts(
    text: str, game: str, wager: str, decks: int
) -> None:
    own, built_in = wager_of_game(expression_game(text)), games.game(game).wager(wager)

    # The dealer's cards of Blazing 7's are looked at only where an option says so, which its default does not.
    looked_at = [group for group in built_in.groups if group.only_if is None]
    shoe = Shoe.of_decks(decks)
    mine, theirs = distribution(own, shoe), distribution(built_in, shoe, groups=looked_at)

    assert (mine.answers, mine.total) == (theirs.answers, theirs.total)


def test_declared_suits_and_card_classes_are_proved() -> None:
    declared = {
        text: (wager_of_game(expression_game(text)).suits, wager_of_game(expression_game(text)).card_class is not None)
        for text in (MATCH_N_POKER, SUPER_BONUS, BLAZING_SEVENS)
    }

    assert declared == {
        MATCH_N_POKER: ("interchangeable", False),
        SUPER_BONUS: ("interchangeable", True),
        BLAZING_SEVENS: ("named", False),
    }


SEEN_ONE_BY_ONE = "cards: player 1, dealer 2\n"


@pytest.mark.parametrize(
    ("condition", "alike"),
    [
        ("any(d in dealer: rank(d) == rank(player))", True),
        ("count_of(all, seven) == 2", True),
        ("every(a in player: any(d in dealer: suit(a) == suit(d)))", True),
        ("max(d in dealer: rank(d)) > 9", True),  # thirteen kinds of card, two of them: few enough
        ("pair(dealer)", False),
        ("any(a in dealer: any(b in dealer: rank(a) < rank(b)))", False),
        ("any(a in dealer: rank(a) == high(dealer))", False),
    ],
)
def test_card_classes_apply_only_when_the_last_group_is_read_card_by_card(condition: str, alike: bool) -> None:
    wager = wager_of_game(expression_game(SEEN_ONE_BY_ONE + "Line: " + condition))

    assert (wager.card_class is not None) == alike
    assert distribution(wager, Shoe.of_decks(1)).answers == brute_force(wager.rule, (1, 2))


def brute_force(rule: Any, sizes: tuple[int, int]) -> Counter[int]:
    """Every deal of one deck of 52 cards, one by one."""
    tally: Counter[int] = Counter()
    for first in combinations(range(52), sizes[0]):
        left = [card for card in range(52) if card not in first]
        for second in combinations(left, sizes[1]):
            tally[rule(first, second)] += 1
    return tally


def answer(condition: str, player: str, dealer: str = "") -> bool:
    groups = [parse_cards(text) for text in (player, dealer) if text]
    names = ("player", "dealer")
    header = "cards: " + ", ".join(f"{name} {len(cards)}" for name, cards in zip(names, groups, strict=False))
    return bool(wager_of_game(expression_game(f"{header}\nLine: {condition}")).rule(*groups))


@pytest.mark.parametrize(
    ("condition", "wins", "loses"),
    [
        ("straight(player)", "Ah 2d 3c", "Kh Ad 2c"),
        ("straight(player)", "Qh Kd Ac", "2h 2d 3c"),
        ("run(player) >= 3", "2h 9d 4c 3s 9h", "2h 9d 4c 6s 9h"),
        ("pair(player)", "7h 7d 9c 9d", "7h 8d 9c Td"),
        ("two_pair(player)", "7h 7d 9c 9d", "7h 7d 7c 7s"),
        ("full_house(player)", "7h 7d 9c 9d 9h", "7h 7d 7c 7s 9h"),
        ("three_of_a_kind(player)", "7h 7d 7c 7s", "7h 7d 8c 8s"),
        ("four_of_a_kind(player)", "7h 7d 7c 7s", "7h 7d 7c 8s"),
        ("total(player) == 21 and soft(player)", "Ah Kd", "7h 7d 7c"),
        ("sum(c in player: points(c)) == 21", "Ah Kd", "Ah Ad"),
        ("most_of_a_suit(player) == 3", "Ah Kh 2h 3c", "Ah Kh 2d 3c"),
        ("suits(player) == 2 and ranks(player) == 1", "Ah Ad", "Ah Ah"),
        ("identical(player)", "Ah Ah", "Ah Ad"),
        ("same_color(player)", "Ah Ad", "Ah Ac"),
        ("every(c in player: color(c) == red)", "Ah Ad", "Ah Ac"),
        ("count_of(player, spades) == 2", "As 2s 3h", "As 2h 3h"),
        ("count_of(player, black) == 2", "As 2c 3h", "As 2h 3h"),
        ("every(c in player: rank(c) in {two, seven, ace})", "2s 7c Ah", "2s 8c Ah"),
        ("any(c in player: suit(c) in {hearts, clubs})", "2s 7c", "2s 8d"),
        ("(total(player) * 3 - 2) % 10 = 9", "7s 2c 8d", "7s 2c 9d"),  # 17 * 3 - 2 = 49
        ("min(high(player), 9) == 9 and max(1, size(player)) == 2", "Ts 2s", "8s 2s"),
        ("min(c in player: rank(c)) == 2", "Ts 2s", "8s 3s"),
        ("-5 < low(player) - high(player)", "6s 2s", "8s 3s"),
        ("not not low(player) == 2", "6s 2s", "8s 3s"),
        ("2 <= low(player) <= high(player) < 7", "6s 2s", "8s 3s"),
    ],
)
def test_meaning_of_each_word(condition: str, wins: str, loses: str) -> None:
    assert (answer(condition, wins), answer(condition, loses)) == (True, False)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", (1, 1), "the rule is empty"),
        ("  cards: player 2", (1, 1), "the first line begins with a space"),
        ("cards: player 2\nPair", (2, 1), "a line is a name, a colon and a condition"),
        ("Pair: pair(player)", (1, 1), "first say which cards"),
        ("cards: croupier 2", (1, 8), "name a group of cards here"),
        ("cards: player 2, player 1", (1, 18), "each only once"),
        ("cards: player 8", (1, 15), "1 to 7"),
        ("cards: up_card 2", (1, 16), "give the number of cards of up_card: 1"),
        ("cards: player 4, dealer 4", (1, 25), "that makes 8 cards"),
        ("cards: player 2 2", (1, 17), "the line should end"),
        ("cards: player 2\nPair: pare(player)", (2, 7), "there is no function 'pare': did you mean pair?"),
        ("cards: player 2\nPair: xyzzy(player)", (2, 7), "there are rank, suit, color"),
        ("cards: player 2\nPair: high(player) == kng", (2, 23), "did you mean king?"),
        ("cards: player 2\nPair: pair(player", (2, 18), "')' is missing"),
        ("cards: player 2\nPair: pair player", (2, 7), "pair is a function"),
        ("cards: player 2\nPair: pair(dealer)", (2, 12), "looks at no dealer"),
        ("cards: player 2\nPair: pair(other)", (2, 12), "'other' is not known"),
        ("cards: player 2\nPair: high(player)", (2, 7), "this is a number, but here a condition is needed"),
        ("cards: player 2\nPair: rank(player) == 2", (2, 12), "rank(...) takes one card"),
        ("cards: player 2\nPair: player == player", (2, 14), "cannot be compared"),
        ("cards: up_card 1\nPair: suit(up_card) < hearts", (2, 21), "never larger"),
        ("cards: up_card 1\nPair: suit(up_card) == 3", (2, 21), "a suit and a number cannot be compared"),
        ("cards: player 2\nPair: high(player) % 0 == 1", (2, 22), "a number above 0"),
        ("cards: player 2\nPair: 1000001 > 2", (2, 7), "a number is at most 1,000,000"),
        ("cards: player 2\nA: 999999*999999*9 > 2", (2, 17), "may exceed"),
        ("cards: player 2\nPair: any(player)", (2, 11), "goes through cards one by one"),
        ("cards: player 2\nPair: any(all in player: suited(all))", (2, 11), "is taken"),
        ("cards: player 2\nPair: suited(player + player)", (2, 21), "is already included"),
        ("cards: player 2\nLoss: pair(player)", (2, 1), "cannot be called loss"),
        ("cards: player 2\nA b: pair(player)\na-B: pair(player)", (3, 1), "two lines called a_b"),
        ("cards: player 2\nlet x = 1\nlet x = 2\nA: x == 1", (3, 5), "is taken"),
        ("cards: player 2\nA: 1 == 1 ; import os", (2, 11), "the character ';' has no meaning"),
        ("cards: player 2\nA: __import__('os')", (2, 15), "the character"),
        ("cards: player 2\nA: " + "(" * 17 + "1 == 1" + ")" * 17, (2, 20), "more than 16 deep"),
        ("cards: player 2\n" + "A: pair(player) and\n", (2, 20), "a value is missing here: found the end of the line"),
    ],
)
def test_errors_name_their_position(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(Misread) as caught:
        expression_game(text)

    assert (caught.value.line, caught.value.column) == place
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cards: player 2", "the rule has no line yet"),
        ("x" * (LONGEST_TEXT + 1), "4,000 are allowed"),
        ("cards: player 2\n" + "A: " + "1+" * 700, "too long"),
        (
            "cards: player 2\n" + "\n".join(f"L{n}: 1 == 1" for n in range(MOST_LINES + 1)),
            "at most 30 lines",
        ),
        (
            "cards: player 7\nA: any(a in all: any(b in all: any(c in all: any(d in all: rank(a)+rank(b) == 3))))",
            "the rule is too large",
        ),
        ("cards: player 2, dealer 5\nA: pair(dealer) and suited(player)", f"but {MOST_DEALS:,} can be counted"),
    ],
)
def test_rule_size_is_limited(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)):
        expression_game(text)


def test_the_largest_single_hand_is_allowed() -> None:
    wager = wager_of_game(
        expression_game("cards: player 7\nA: four_of_a_kind(player) and count_of(player, hearts) == 2")
    )

    assert wager.suits == "named"


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_hostile_text_is_refused_with_one_sentence(text: str) -> None:
    for rule in (text, "cards: player 2\nA: " + text, f"cards: {text}", f"cards: player 2\n{text}: 1 == 1"):
        sentence = refused(expression_game, rule)
        assert len(sentence) < 900
        assert "\n" not in sentence


WORDS = st.sampled_from(
    [*FUNCTIONS, "player", "dealer", "all", "c", "d", "in", "and", "or", "not", "(", ")", "{", "}", ":", ",", "..",
     "==", "=", "<", "+", "-", "*", "%", "7", "0", "ace", "hearts", "red", "let x =", "\n", "\n A:", "#", "$"]
)  # fmt: skip


@given(st.one_of(anything, st.lists(WORDS, max_size=60).map(lambda words: "cards: player 2\nA: " + " ".join(words))))
def test_arbitrary_text_is_parsed_or_refused(text: str) -> None:
    refused(expression_game, text)


# A second implementation: random conditions, evaluated by a plain interpreter of the syntax tree.


def numbers(depth: int, cards: tuple[str, ...]) -> st.SearchStrategy[str]:
    some = st.sampled_from(["player", "dealer", "all"])
    simple: list[st.SearchStrategy[str]] = [
        st.integers(0, 20).map(str),
        st.tuples(
            st.sampled_from(["total", "high", "low", "ranks", "suits", "run", "most_of_a_rank", "most_of_a_suit"]), some
        ).map(lambda pair: f"{pair[0]}({pair[1]})"),
        st.tuples(some, st.sampled_from(["seven", "12"])).map(lambda pair: f"count_of({pair[0]}, {pair[1]})"),
    ]
    if cards:
        simple.append(
            st.tuples(st.sampled_from(["rank", "points"]), st.sampled_from(cards)).map(lambda p: f"{p[0]}({p[1]})")
        )
    if not depth:
        return st.one_of(simple)
    inner, new = numbers(depth - 1, cards), f"c{depth}"
    return st.one_of(
        *simple,
        st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        inner.map(lambda text: f"({text} % 7)"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
        st.tuples(st.sampled_from(["sum", "min", "max"]), some, numbers(depth - 1, (*cards, new))).map(
            lambda p: f"{p[0]}({new} in {p[1]}: {p[2]})"
        ),
        st.tuples(some, truths(depth - 1, (*cards, new))).map(lambda p: f"count({new} in {p[0]}: {p[1]})"),
    )


def truths(depth: int, cards: tuple[str, ...], named: bool = True) -> st.SearchStrategy[str]:
    some = st.sampled_from(["player", "dealer", "all"])
    simple = [
        st.tuples(
            st.sampled_from(["suited", "same_rank", "straight", "pair", "two_pair", "identical", "soft", "full_house"]),
            some,
        ).map(lambda pair: f"{pair[0]}({pair[1]})"),
        st.tuples(numbers(0, cards), st.sampled_from(["==", "!=", "<", ">="]), numbers(0, cards)).map(" ".join),
    ]
    if cards:
        one = st.sampled_from(cards)
        simple.append(st.tuples(one, one).map(lambda pair: f"suit({pair[0]}) == suit({pair[1]})"))
        simple.append(st.tuples(one, one).map(lambda pair: f"{pair[0]} != {pair[1]}"))
        simple.append(one.map(lambda card: f"rank({card}) in ten..king"))
        if named:
            simple.append(one.map(lambda card: f"suit({card}) in {{hearts, clubs}}"))
            simple.append(one.map(lambda card: f"color({card}) == red"))
    if not depth:
        return st.one_of(simple)
    inner, new = truths(depth - 1, cards), f"c{depth}"
    return st.one_of(
        *simple,
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        inner.map(lambda text: f"(not {text})"),
        st.tuples(numbers(depth - 1, cards), numbers(depth - 1, cards)).map(lambda pair: f"{pair[0]} <= {pair[1]}"),
        st.tuples(st.sampled_from(["any", "every"]), some, truths(depth - 1, (*cards, new))).map(
            lambda p: f"{p[0]}({new} in {p[1]}: {p[2]})"
        ),
    )


HANDS = st.lists(st.integers(0, JOKER - 1), min_size=5, max_size=5)
RULES = st.tuples(truths(2, ()), truths(2, ())).map(
    lambda pair: f"cards: player 2, dealer 3\nlet x = {pair[0]}\nA: {pair[1]}\nB: x\nC: x and pair(all)"
)


def evaluate(node: Node, deal: Mapping[str, tuple[int, ...]]) -> Any:
    """The value of a node, evaluated in the simplest way."""
    match node:
        case NumberLiteral(value=value):
            return value
        case CardSet(refs=refs):
            return tuple(card for ref in refs for card in deal[ref.name])
        case Call(function=function, cards=cards):
            return MEANS[function](evaluate(cards, deal))
        case Compare(signs, values):
            each = [evaluate(value, deal) for value in values]
            return all(
                {"==": a == b, "!=": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[sign]
                for sign, a, b in zip(signs, each, each[1:], strict=False)
            )
        case Between(value, low, high):
            return evaluate(low, deal) <= evaluate(value, deal) <= evaluate(high, deal)
        case OneOf(value, choices):
            return evaluate(value, deal) in [evaluate(choice, deal) for choice in choices]
        case Logic(word, parts):
            truth = [evaluate(part, deal) for part in parts]
            return not truth[0] if word == "not" else all(truth) if word == "and" else any(truth)
        case Arithmetic(sign, parts):
            first, *rest = (evaluate(part, deal) for part in parts)
            for other in rest:
                first = {
                    "+": first + other, "-": first - other, "*": first * other, "%": first % (other or 1),
                    "min": min(first, other), "max": max(first, other),
                }[sign]  # fmt: skip
            return first
        case Each(how=how, variable=variable, cards=cards, body=body):
            results = [evaluate(body, {**deal, variable: (card,)}) for card in evaluate(cards, deal)]
            return FOLDS[how](results)
        case Named(node=inner):
            return evaluate(inner, deal)


FOLDS: Mapping[str, Any] = {"any": any, "every": all, "count": sum, "sum": sum, "min": min, "max": max}


def ranks(cards: tuple[int, ...]) -> list[int]:
    return [rank(card) + 2 for card in cards]


def suits(cards: tuple[int, ...]) -> list[int]:
    return [suit(card) for card in cards]


def runs(cards: tuple[int, ...]) -> int:
    seen = {*ranks(cards), *(1 for each in ranks(cards) if each == 14)}
    return max(length for start in seen for length in range(1, 15) if {*range(start, start + length)} <= seen)


MEANS: Mapping[str, Any] = {
    "rank": lambda cards: rank(cards[0]) + 2,
    "suit": lambda cards: suit(cards[0]),
    "color": lambda cards: int(suit(cards[0]) in (1, 2)),
    "points": lambda cards: {14: 11}.get(rank(cards[0]) + 2, min(rank(cards[0]) + 2, 10)),
    "suited": lambda cards: len(set(suits(cards))) == 1,
    "same_rank": lambda cards: len(set(ranks(cards))) == 1,
    "identical": lambda cards: len(set(cards)) == 1,
    "straight": lambda cards: runs(cards) == len(cards),
    "pair": lambda cards: max(Counter(ranks(cards)).values()) >= 2,
    "two_pair": lambda cards: sum(times >= 2 for times in Counter(ranks(cards)).values()) >= 2,
    "full_house": lambda cards: (
        max(Counter(ranks(cards)).values()) >= 3 and sum(times >= 2 for times in Counter(ranks(cards)).values()) >= 2
    ),
    "soft": lambda cards: total(cards)[1],
    "total": lambda cards: total(cards)[0],
    "high": lambda cards: max(ranks(cards)),
    "low": lambda cards: min(ranks(cards)),
    "ranks": lambda cards: len(set(ranks(cards))),
    "suits": lambda cards: len(set(suits(cards))),
    "run": runs,
    "most_of_a_rank": lambda cards: max(Counter(ranks(cards)).values()),
    "most_of_a_suit": lambda cards: max(Counter(suits(cards)).values()),
}


def read_again(rule: RuleText, groups: tuple[tuple[int, ...], ...]) -> int:
    deal = dict(zip(rule.sizes, groups, strict=True))
    return sum(1 << bit for bit, line in enumerate(rule.lines) if evaluate(line.condition, deal))


@given(RULES, st.lists(HANDS, min_size=3, max_size=10), st.sampled_from(SUIT_PERMUTATIONS))
def test_rule_equals_a_plain_evaluation(text: str, hands: list[list[int]], new: Any) -> None:
    wager, read = wager_of_game(expression_game(text)), parse_rule(text)
    for hand in hands:
        groups = tuple(sorted(hand[:2])), tuple(sorted(hand[2:]))
        answer = wager.rule(*groups)
        assert answer == read_again(read, groups)
        assert answer == wager.rule(groups[0][::-1], groups[1][::-1])
        if wager.suits == "interchangeable":
            assert answer == wager.rule(*(renamed(group, new) for group in groups))
        if wager.card_class is not None:
            classes = [wager.card_class(groups[0], card) for card in range(JOKER)]
            twin = tuple(max(c for c in range(JOKER) if classes[c] == classes[card]) for card in groups[1])
            assert answer == wager.rule(groups[0], twin)


@pytest.mark.parametrize("text", [ROYAL_MATCH, SUPER_BONUS])
def test_compiled_rule_gives_the_same_answers(text: str) -> None:
    rule = wager_of_game(expression_game(text)).rule
    fast = compiled(rule)
    size = 2 if text is ROYAL_MATCH else 5
    for start in range(0, 40, 3):
        groups = (start, start + 4), tuple(range(start + 1, start + 1 + size))
        assert fast(*groups) == rule(*groups)


def test_rules_in_the_documentation_are_those_tested_here() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab-language.md").read_text("utf-8")
    shown = re.findall(r"^```rule\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)

    assert len(shown) == 4
    games_shown = [expression_game(text) for text in shown]
    for made, text in zip(games_shown[1:], (MATCH_N_POKER, ROYAL_MATCH, SUPER_BONUS), strict=True):
        assert wager_of_game(made).rule.__qualname__ == wager_of_game(expression_game(text)).rule.__qualname__
    for name in FUNCTIONS:
        assert f"{name}(" in page or f"`{name}`" in page, name
