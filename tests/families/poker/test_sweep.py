"""The subset sweep against direct enumeration with the composed rules, and against published figures."""

import random
from fractions import Fraction
from importlib import import_module

import pytest

from pitbook.cards import JOKER, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.deals import SUIT_PERMUTATIONS, canonical_hands
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.methods import solve, solve_situation
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.exact.stored import solved as known
from pitbook.families.poker.rules.model import PokerRules
from pitbook.games.model import Game
from tests.families.poker import brute

SLUGS = ("three-card-poker", "triple-shot-rummy", "caribbean-stud", "crazy-4-poker", "four-card-poker", "dj-wild")


def rules_of(slug: str) -> PokerRules:
    rules: PokerRules = import_module(f"pitbook.games.{slug.replace('-', '_')}.rules").rules()
    return rules


def build_of(slug: str) -> Game:
    game: Game = import_module(f"pitbook.games.{slug.replace('-', '_')}.rules").build()
    return game


def short_deck(rules: PokerRules, cards: int, seed: int) -> tuple[int, ...]:
    """Some cards of few ranks, so that pairs, straights and flushes are not rare; the joker where there is one."""
    low = random.Random(seed).randrange(0, 9)
    close = [rank * 4 + suit for rank in range(low, low + 5) for suit in range(4)]
    chosen = random.Random(seed).sample(close, cards - (2 if rules.joker else 0))
    return tuple(sorted([*chosen, *((JOKER, 3 if 3 not in chosen else 2) if rules.joker else ())]))


CASES = [
    ("three-card-poker", 10, None, {}, {}),
    ("three-card-poker", 10, "dealer:1", {}, {"ante-bonus": "1-2-3"}),
    ("three-card-poker", 10, "dealer:2~QKA", {"dealer-qualifies": "no"}, {}),
    ("three-card-poker", 9, "dealer:1+dealer:all~4QKA", {}, {}),
    ("triple-shot-rummy", 10, None, {}, {}),
    ("triple-shot-rummy", 9, "dealer:all", {}, {}),
    ("caribbean-stud", 11, None, {}, {}),
    ("caribbean-stud", 11, "none", {"dealer-qualifies": "no"}, {}),
    ("caribbean-stud", 11, "dealer:2~KA", {}, {}),
    ("crazy-4-poker", 11, None, {}, {}),
    ("four-card-poker", 11, None, {}, {}),
    ("dj-wild", 11, None, {}, {}),
]
MORE_CASES: list[tuple[str, int, str | None, dict[str, str], dict[str, str]]] = [
    ("three-card-poker", 12, None, {}, {}),
    ("triple-shot-rummy", 12, None, {}, {}),
    ("crazy-4-poker", 12, None, {}, {}),
    ("crazy-4-poker", 11, "dealer:1", {}, {}),
    ("four-card-poker", 12, None, {}, {}),
    ("dj-wild", 12, None, {}, {}),
]


@pytest.mark.parametrize(
    ("slug", "cards", "sees", "options", "tables"),
    [*CASES, *(pytest.param(*case, marks=pytest.mark.slow) for case in MORE_CASES)],
)
def test_the_sweep_agrees_with_every_deal_of_a_short_deck(
    slug: str, cards: int, sees: str | None, options: dict[str, str], tables: dict[str, str]
) -> None:
    """Edge, deals and choices are the same integers when each deal is settled by the rule that tables use."""
    rules = rules_of(slug)
    deck = short_deck(rules, cards, seed=cards * 7 + len(slug))
    dead = tuple(card for card in range(JOKER + rules.joker) if card not in deck)
    problem = pose(rules, tables, options=options, dead=dead, sees=sees)
    found = solve(problem)
    deals, value, taken = brute.solve(problem, deck)
    assert found.deals == deals
    assert -found.house_edge == value
    assert dict(found.choices[rules.streets[0].name]) == taken


PUBLISHED = {  # slug: edge, average stake, element of risk, {choice: share}; all [calc] of the reference
    "three-card-poker": ("3.3730%", "1.6742", "2.01%", {"1x": "67.4208%"}),
    "caribbean-stud": ("5.224%", "2.044510", "2.555%", {"2x": "52.2255%"}),
    "crazy-4-poker": ("3.4189%", "3.136171", "1.0901%", {"3x": "18.5622%", "1x": "57.9306%", "fold": "23.5072%"}),
    "dj-wild": ("3.4674%", "3.386469", "1.0239%", {"2x": "69.3235%"}),
    "triple-shot-rummy": ("3.2337%", "1.673846", "1.9319%", {}),
    "four-card-poker": ("2.7879%", "2.142342", "1.3013%", {"3x": "30.7136%", "1x": "22.0934%", "2x": "0%"}),
}


def printed(value: Fraction, text: str) -> str:
    """A value with as many decimals as a printed figure has."""
    percent = text.endswith("%")
    places = len(text.strip("%").partition(".")[2])
    return f"{float(value * 100 if percent else value):.{places}f}" + ("%" if percent else "")


@pytest.fixture(scope="module")
def solved() -> dict[str, Solution]:
    """The shipped solutions; the proof of shipped results computes them again."""
    return {slug: known(pose(rules_of(slug))) for slug in SLUGS}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_figures_of_the_reference_are_reproduced(slug: str, solved: dict[str, Solution]) -> None:
    edge, stake, risk, shares = PUBLISHED[slug]
    found = solved[slug]
    assert printed(found.house_edge, edge) == edge
    assert printed(found.average_stake, stake) == stake
    assert printed(found.element_of_risk, risk) == risk
    (decision,) = found.shares().values()
    assert {word: printed(decision[word], share) for word, share in shares.items()} == shares


def test_the_exact_integers_of_published_analyses(solved: dict[str, Solution]) -> None:
    three, caribbean = solved["three-card-poker"], solved["caribbean-stud"]
    assert three.deals == 407_170_400
    assert three.choices["play"] == {"fold": 132_652_800, "1x": 407_170_400 - 132_652_800}
    assert (three.house_edge * three.deals).denominator == 1
    assert caribbean.deals == 19_933_230_517_200
    assert caribbean.house_edge * caribbean.deals == 1_041_372_912_372
    wild = solved["dj-wild"].distribution()
    deals = solved["dj-wild"].deals
    assert f"{sum(n for net, n in wild.items() if net > 0) / deals:.4%}" == "45.5569%"
    assert f"{wild[Fraction(0)] / deals:.4%}" == "0.0119%"
    assert f"{wild[Fraction(-4)] / deals:.4%}" == "23.7547%"


def test_charts_of_one_decision_have_their_published_cost(solved: dict[str, Solution]) -> None:
    """Caribbean Stud: the total loss of four strategies, as published; Crazy 4 and DJ Wild: their strategies."""
    charts = {slug: charted(pose(rules_of(slug))) for slug in SLUGS}
    caribbean = charts["caribbean-stud"]
    assert caribbean is not None
    deals = solved["caribbean-stud"].deals
    losses = {each.words: each.house_edge * deals for each in caribbean.simplifications}
    assert caribbean.house_edge * deals == 1_041_417_758_724
    assert losses["2x with A-K-J-8-3 or better"] == 1_059_715_400_580
    assert losses["2x with a pair or better"] == 1_090_272_101_460
    assert losses["2x with A-K or better"] == 1_132_600_203_540
    crazy, wild, four = (charts[slug] for slug in ("crazy-4-poker", "dj-wild", "four-card-poker"))
    assert crazy is not None
    assert wild is not None
    assert four is not None
    assert [rule.words for rule in crazy.streets[0].rules][:2] == ["a pair of aces or better", "K-Q-8-4 or better"]
    assert wild.house_edge == solved["dj-wild"].house_edge
    # The rule of thumb that ignores the dealer's card is one of the simpler charts; looking at it saves half a percent.
    by_value = next(each for each in four.simplifications if each.words.endswith("1x with a pair of threes or better"))
    best_edge = solved["four-card-poker"].house_edge
    assert four.house_edge - best_edge < Fraction(1, 1000)
    assert Fraction(5, 1000) < by_value.house_edge - best_edge < Fraction(6, 1000)


@pytest.mark.parametrize(("table", "edge"), [("1-3-4", "3.8255%"), ("1-2-3", "4.2780%"), ("1-3-5", "3.6083%")])
def test_three_card_poker_with_other_ante_bonus_tables(table: str, edge: str) -> None:
    found = solve(pose(rules_of("three-card-poker"), {"ante-bonus": table}))
    assert printed(found.house_edge, edge) == edge


def best(slug: str, hand: str, dealer: str = "") -> str:
    return solve_situation(pose(rules_of(slug)), parse_cards(hand), dealer=parse_cards(dealer)).best


def test_queen_six_four_is_the_lowest_hand_to_play_in_the_sweep() -> None:
    assert best("three-card-poker", "Qs 6d 4h") == "1x"
    assert best("three-card-poker", "Qs 6d 3h") == "fold"
    assert best("three-card-poker", "Qs 5d 4h") == "fold"


@pytest.mark.parametrize(
    ("slug", "hand", "dealer", "choice"),
    [
        ("caribbean-stud", "As Kd Qh 7c 3s", "Qc", "2x"),  # the up card matches
        ("caribbean-stud", "As Kd 9h 7c 3s", "Qc", "fold"),
        ("caribbean-stud", "2s 2d 9h 7c 3s", "Ac", "2x"),
        ("crazy-4-poker", "As Ad 9h 7c 3s", "", "3x"),
        ("crazy-4-poker", "Ks Qd 8h 4c 3s", "", "1x"),
        ("four-card-poker", "2s 2d 9h 7c 3s", "Ac", "fold"),
        ("dj-wild", "5s 5d 9h 7c 3s", "", "2x"),
        ("dj-wild", "4s 4d 9h 7c 3s", "", "fold"),
        ("dj-wild", "4s 4d 9h 7c 6s", "", "2x"),
        ("triple-shot-rummy", "Ks 9d Ah", "", "1x"),  # 20 points
        ("triple-shot-rummy", "Ks 9d 2h", "", "fold"),  # 21
    ],
)
def test_solver_gives_the_published_strategy(slug: str, hand: str, dealer: str, choice: str) -> None:
    assert best(slug, hand, dealer) == choice


@pytest.mark.slow
def test_situations_sum_to_the_whole_game() -> None:
    """Three Card Poker, hand by hand by direct enumeration, gives the same edge as the sweep."""
    problem = pose(rules_of("three-card-poker"))
    total = Fraction(0)
    for hand, times, _ in canonical_hands(3, SUIT_PERMUTATIONS):
        if JOKER not in hand and len(set(hand)) == 3:
            total += times * max(each.value for each in solve_situation(problem, hand).choices)
    assert -total / 22_100 == solve(problem).house_edge


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tables": {"ante-bonus": "9-9-9"}}, "ante-bonus has no pay table '9-9-9': it has 1-4-5"),
        ({"tables": {"pair-plus": "40-40-30-6-4-1"}}, "changes no choice: its figures are on its own par sheet"),
        ({"tables": {"ante": "house"}}, "ante has no pay tables to choose from"),
        ({"pays": (("ante", "royal", "2"),)}, "ante has no outcome 'royal': it has not_qualified, win and tie"),
        ({"pays": (("ante", "win", "much"),)}, "pay 'much' is not known"),
        ({"options": {"wheel": "lowest"}}, "has no option 'wheel': it has dealer-qualifies"),
        ({"options": {"dealer-qualifies": "maybe"}}, "allowed are yes, no"),
        ({"sees": "dealer:4"}, "three-card-poker has 3 dealer cards"),
        ({"sees": "board:1"}, "three-card-poker has no board cards"),
        ({"sees": "all"}, "--sees 'all' is not known: write dealer:N"),
        ({"sees": "dealer:2+dealer:1~A"}, "2 dealer cards are known in full already"),
    ],
)
def test_invalid_request_is_refused_with_one_sentence(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        pose(rules_of("three-card-poker"), **changes)  # type: ignore[arg-type]


def test_wrong_cards_are_refused_with_one_sentence() -> None:
    problem = pose(rules_of("three-card-poker"))
    for hand, message in (
        ("Qs 6d", "deals 3 cards to a player, not 2"),
        ("Qs 6d Jk", "is played without Jk"),
        ("Qs Qs 6d", "Qs is there twice"),
    ):
        with pytest.raises(BadInput, match=message):
            solve_situation(problem, parse_cards(hand))
    with pytest.raises(BadInput, match="one dealer card is known at the decision"):
        solve_situation(pose(rules_of("caribbean-stud")), parse_cards("As Kd Qh 7c 3s"))
