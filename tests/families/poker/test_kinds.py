"""A pay-table game whose own cards come in lots: against every deal of a short deck, and against the reference."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitbook.cards import JOKER, Cards, parse_cards
from pitbook.errors import BadInput
from pitbook.families.poker.exact import kinds
from pitbook.families.poker.exact.advise import adviser
from pitbook.families.poker.exact.chart import chart_policy
from pitbook.families.poker.exact.evaluate import evaluate_tree
from pitbook.families.poker.exact.methods import solve, solve_situation
from pitbook.families.poker.exact.policy import novice_of, tree_choices
from pitbook.families.poker.exact.problem import Problem, pose
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.rules.compose import game_of, wager_of
from pitbook.families.poker.rules.model import PokerRules
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import dollars
from pitbook.pay import Odds
from tests.families.poker.test_sweep import build_of, rules_of

np = pytest.importorskip("numpy")

SLUG = "flush-rush"


def with_fewer_cards(*lots: int) -> PokerRules:
    """The same game with fewer cards, so that every deal of a short deck can be played."""
    rules = rules_of(SLUG)
    *known, own = lots
    streets = (replace(street, own=count) for street, count in zip(rules.streets, known, strict=True))
    return replace(rules, own=own, streets=tuple(streets))


def play_out(problem: Problem, deck: Cards) -> tuple[int, Fraction]:
    """Every deal, lot by lot, settled with the rules that tables use: deals and the player's expectation."""
    rules = problem.rules
    wagers = {stake.slug: wager_of(rules, stake) for stake in rules.stakes}
    lots = [*(rules.own_at(street) for street in rules.streets), rules.own]

    @cache
    def net(own: Cards) -> Fraction:
        total = Fraction(0)
        for slug, wager in wagers.items():
            line = problem.tables[slug].best(wager.named(wager.rule(tuple(sorted(own)))))
            total += line.pay.net if line is not None and isinstance(line.pay, Odds) else -1
        return total

    def best(own: Cards, number: int) -> tuple[int, Fraction]:
        """The number of continuations, and the sum of their nets."""
        left = [card for card in deck if card not in own]
        further = [(*own, *more) for more in combinations(left, lots[number + 1] - lots[number])]
        if number + 1 == len(rules.streets):
            ways, total = len(further), sum((net(tuple(sorted(each))) for each in further), Fraction(0))
        else:
            found = [best(each, number + 1) for each in further]
            ways, total = sum(each for each, _ in found), sum((each for _, each in found), Fraction(0))
        return ways, max(total, Fraction(-(number + 1) * ways))

    found = [best(own, 0) for own in combinations(deck, lots[0])]
    deals = sum(ways for ways, _ in found)
    return deals, sum((total for _, total in found), Fraction(0)) / deals


@pytest.mark.parametrize(
    ("deck", "lots"),
    [
        ("As Ks Qs Js 9s 4s Th 9h 8h 5d", (2, 4, 5)),
        ("5s 4s 3s 2s As 9h 8h 7h 6h Kd", (3, 4, 6)),  # two cards after the last decision; both ends of the ace
        ("9s 8s 7s 6s 9h 8h 7h 6h 2d 2c", (2, 4, 5)),  # two blocks of equivalent suits
    ],
)
def test_the_kinds_agree_with_every_deal_of_a_short_deck(deck: str, lots: tuple[int, ...]) -> None:
    cards = tuple(sorted(parse_cards(deck)))
    problem = pose(with_fewer_cards(*lots), dead=tuple(card for card in range(JOKER) if card not in cards))
    found = solve(problem)
    deals, value = play_out(problem, cards)
    assert (found.deals, -found.house_edge) == (deals, value)


@pytest.mark.slow
def test_the_published_strategy_costs_nothing() -> None:
    """The value of a chart in two ways: backward from the last decision, and forward over every path."""
    problem = pose(rules_of(SLUG))
    ready = kinds.make_ready(problem)
    policy, novice = chart_policy(problem), novice_of(problem)
    best = -solved(problem).house_edge
    assert ready.mean_of(tree_choices(ready, policy)) == evaluate_tree(ready, policy).mean == best
    assert evaluate_tree(ready, novice).mean == ready.mean_of(tree_choices(ready, novice)) < best
    # Kinds of four cards by the longest suit, as the reference counts them.
    longest = np.stack([(ready.rows(4) & 3 == suit).sum(axis=1) for suit in range(4)]).max(axis=0)
    weights = ready.level(4).weights
    assert [int(weights[longest == length].sum()) for length in (1, 2, 3, 4)] == [28_561, 194_688, 44_616, 2_860]
    assert int(ready.level(6).weights.sum()) == 20_358_520


def test_the_net_results_of_straight_flushes_are_those_of_the_published_return_table() -> None:
    nets = solved(pose(rules_of(SLUG))).distribution()
    assert {Fraction(1_002), Fraction(502), Fraction(102), Fraction(302)} < nets.keys()
    assert max(nets) == 1_002
    assert nets[Fraction(1_002)] == 32 * 105  # 32 sets, each in 7! / (4! 2! 1!) lots


@pytest.mark.parametrize(
    ("hand", "decision", "best"),
    [
        ("Ks Qh 9d 4c", "play-1", "fold"),
        ("Ks Qs 9d 4c", "play-1", "1x"),
        ("Ks Qs 9d 4c 8d 2c", "play-2", "fold"),
        ("Ks Qs 9d 4c 8d 2d", "play-2", "1x"),
    ],
)
def test_a_decision_is_found_by_the_number_of_own_cards(hand: str, decision: str, best: str) -> None:
    found = adviser(SLUG).advise(parse_cards(hand))
    assert (found.decision, found.best) == (decision, best)


def test_a_number_of_cards_between_the_lots_is_refused() -> None:
    with pytest.raises(BadInput, match="flush-rush deals 4 or 6 cards to a player, not 5"):
        solve_situation(pose(rules_of(SLUG)), parse_cards("Ks Qs 9d 4c 8d"))


def test_a_later_street_with_fewer_own_cards_is_refused() -> None:
    with pytest.raises(BadInput, match="a later street must have as many or more"):
        game_of(with_fewer_cards(6, 4, 7))
    with pytest.raises(BadInput, match="it must be 1 to own=5"):
        game_of(with_fewer_cards(4, 6, 5))


@pytest.mark.parametrize(
    ("cards", "ante"),
    [
        ("9h 8h 7h 6h 5h 4h 3h", 1000),
        ("5d 4d 3d 2d Ad Kc Js", 100),
        ("Kh Qh 9h 7h 6h 5h 4h", 300),  # a seven-card flush pays more than its four-card straight flush
        ("Kh Qh 9h 6h 5h 4h 3h", 300),
        ("Kh 9h 6h 5h 4h 3h 2c", 20),
        ("9h 6h 5h 4h 3h 2c Kc", 15),  # a four-card straight flush pays more than a five-card flush
        ("Kh 9h 6h 4h 3h 2c Kc", 9),
        ("Ah Kh Qh Jh 3c 2c Kc", 15),
        ("2h Ah Kh Qh 3c 2c Kc", 5),  # no run goes around the ace
        ("As Ah Ad Ks Kh Kd Qc", -1),
    ],
)
def test_the_better_of_flush_and_straight_flush_is_paid(cards: str, ante: int) -> None:
    bets = tuple(Bet(slug, dollars(10)) for slug in ("ante", "play-1", "play-2"))
    items = settle(lay_out(build_of(SLUG)), [Seat(parse_cards(cards), bets)], ())
    plays = 1 if ante > 0 else -1
    assert {item.wager: (item.net or 0) // 1000 for item in items} == {"ante": ante, "play-1": plays, "play-2": plays}
