"""Simulated poker tables: against exact figures, against the rules, and reproducible on any number of cores."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitbook.cards import FOUR, QUEEN, SIX
from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled
from pitbook.families.poker.exact.chart import chart_policy
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.deck import hand_name
from pitbook.families.poker.exact.money import net_of, put_up
from pitbook.families.poker.exact.paths import paths_of
from pitbook.families.poker.exact.policy import Steps
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.rules.compose import result_of
from pitbook.families.poker.rules.model import WIN
from pitbook.families.poker.simulate import kernel
from pitbook.families.poker.simulate.decide import Columns, RoundBatch, decider
from pitbook.families.poker.simulate.ready import make_ready
from pitbook.hands.poker import value_of
from pitbook.hands.stud import HIGH_CARD_3
from pitbook.simulate.blocks import add
from pitbook.simulate.result import SimulationResult
from tests.families.poker.tables import ask_of, listed, played
from tests.families.poker.test_sweep import rules_of

np = pytest.importorskip("numpy")

GAMES = ("three-card-poker", "triple-shot-rummy", "dj-wild", "crazy-4-poker", "let-it-ride", "mississippi-stud")
OF_EACH_KIND = [
    pytest.param(
        slug, marks=[] if slug in ("three-card-poker", "triple-shot-rummy", "mississippi-stud") else pytest.mark.slow
    )
    for slug in GAMES
]
"""Against a dealer with values of poker hands and others, and paid by a table street by street; the rest in the proof,
because every game's own functions take seconds to compile."""
ROUNDS = 1_000_000


@pytest.fixture(autouse=True, scope="module")
def all_games() -> Iterator[None]:
    with listed(*GAMES):
        yield


CASES = [
    ("three-card-poker", "best"), ("three-card-poker", "novice"), ("mississippi-stud", "chart"),
    ("ultimate-texas-holdem", "chart"),
]  # fmt: skip
"""One game of each kind; LONG has every game."""


def check(found: SimulationResult) -> None:
    """The house edge of the base game and every line of every wager are near the exact ones."""
    assert found.table is not None
    assert found.table.edge is not None
    assert found.table.edge.z is not None
    assert abs(found.table.edge.z) < 4
    assert found.largest is not None
    assert found.largest < 4.5  # the largest of some forty comparisons


@pytest.mark.parametrize(("slug", "strategy"), CASES)
def test_a_million_rounds_have_the_exact_figures(slug: str, strategy: str) -> None:
    check(played(ask_of(slug, ROUNDS, strategy=strategy)))


@pytest.mark.parametrize(
    "slug",
    [
        "three-card-poker",
        pytest.param("triple-shot-rummy", marks=pytest.mark.slow),
        pytest.param("crazy-4-poker", marks=pytest.mark.slow),
    ],
)
def test_a_million_rounds_without_a_qualifier_have_the_exact_figures(slug: str) -> None:
    check(played(ask_of(slug, ROUNDS, options={"dealer-qualifies": "no"})))


def play_long(slug: str, strategy: str, tables: dict[str, str], options: dict[str, str]) -> None:
    """A hundred million rounds; games of hold'em are solved first for this."""
    with listed(slug):
        ask = ask_of(slug, 100_000_000, strategy=strategy, tables=tables, options=options)
        problem = ask.simulation().problem  # type: ignore[attr-defined]
        solved(problem)
        charted(problem)
        check(played(ask, 2))


LONG = [
    *((slug, strategy) for slug in (*GAMES, "caribbean-stud", "four-card-poker") for strategy in ("best", "chart")),
    ("ultimate-texas-holdem", "best"), ("ultimate-texas-holdem", "chart"),
    ("texas-holdem-bonus", "best"), ("texas-holdem-bonus", "chart"),
    ("big-raise-stud", "best"), ("big-raise-stud", "chart"),
    ("i-luv-suits", "best"), ("i-luv-suits", "chart"), ("flush-rush", "best"), ("flush-rush", "chart"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "strategy"), LONG)
def test_a_hundred_million_rounds_have_the_exact_figures(slug: str, strategy: str) -> None:
    """Every solution and every chart confirmed by playing it."""
    play_long(slug, strategy, {}, {})


OPTIONS: list[tuple[str, dict[str, str], dict[str, str]]] = [
    *((slug, {}, {"dealer-qualifies": "no"}) for slug in (*GAMES[:2], "crazy-4-poker", "caribbean-stud")),
    *(("three-card-poker", {"ante-bonus": table}, {}) for table in ("1-3-4", "1-2-3", "1-3-5")),
    *(("let-it-ride", {"bet": table}, {}) for table in ("B", "C")),
    ("ultimate-texas-holdem", {}, {"dealer-qualifies": "no"}),
    ("ultimate-texas-holdem", {}, {"largest-raise": "3x"}),
    ("ultimate-texas-holdem", {"blind": "500-50-10-3-3:2"}, {}),
    ("texas-holdem-bonus", {}, {"ante-pays-from": "flush"}),
]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("slug", "tables", "options"), OPTIONS)
def test_every_option_and_pay_table_is_confirmed_by_a_hundred_million_rounds(
    slug: str, tables: dict[str, str], options: dict[str, str]
) -> None:
    play_long(slug, "best", tables, options)


def test_a_hold_em_table_is_played_by_grid_and_chart() -> None:
    """Paths of dealt rounds, each decided again by the rules of the chart; here every ace is bet before the flop."""
    problem = pose(rules_of("ultimate-texas-holdem"))
    grid = {}
    for name in {hand_name((low, high)) for high in range(1, 52) for low in range(high)}:
        grid[name] = {"check": Fraction("A" not in name), "3x": Fraction(0), "4x": Fraction("A" in name)}
    policy, paths = chart_policy(problem, grid), paths_of(problem)
    columns = Columns.of(problem, 1)
    chance = np.random.default_rng(8)
    cards = np.stack([chance.permutation(52)[: columns.total] for _ in range(400)]).astype(np.uint8)
    nodes = np.zeros(400, np.int16)
    decider(problem, policy, paths, "")(RoundBatch(cards, columns), 0, np.zeros(400, np.int32), nodes)
    flop, river = problem.rules.chart
    for row, node in zip(cards.tolist(), nodes.tolist(), strict=True):
        own, board = tuple(row[:2]), tuple(row[4:])
        words = ["4x" if "A" in hand_name(own) else "check"]
        if words[-1] == "check":
            words.append(flop.rules[flop.pick(own, board[:3], (), 0)].choice)
        if words[1:] == ["check"]:
            words.append(river.rules[river.pick(own, board, (), 0)].choice)
        assert paths.paths[~node].words == tuple(words)


@pytest.mark.parametrize("slug", OF_EACH_KIND[:3])
def test_seven_seats_have_the_exact_figures(slug: str) -> None:
    found = played(ask_of(slug, 100_000, seats=7))
    assert found.largest is not None
    assert found.largest < 4.5
    totals = found.totals
    slugs = [wager.slug for wager in found.wagers]
    assert sum(totals[f"{name} net"][0] for name in slugs) == totals["table net"][0]
    for name in slugs:
        assert sum(totals[f"{name} lines"]) == 700_000


def test_the_same_seed_gives_the_same_totals_on_any_number_of_cores_and_in_any_order() -> None:
    ask = ask_of("three-card-poker", 300_000, seats=3)
    one, two = played(ask, 1), played(ask, 2)
    assert one.totals == two.totals
    simulation = ask.simulation()
    backwards = [simulation.run(block) for block in reversed(range(simulation.blocks))]
    summed = backwards[0]
    for other in backwards[1:]:
        summed = add(summed, other)
    assert summed == one.totals
    assert played(ask_of("three-card-poker", 300_000, seats=3, seed=2)).totals != one.totals


@pytest.mark.parametrize("slug", OF_EACH_KIND)
def test_single_seat_histogram_equals_round_by_round_totals(slug: str) -> None:
    ready = make_ready(ask_of(slug, 5_000).simulation())  # type: ignore[arg-type]
    by_cells = ready.play(7, 0, 5_000)
    assert ready.play(7, 0, 5_000, by_cells=False) == by_cells


@pytest.mark.parametrize("slug", OF_EACH_KIND)
def test_every_seat_is_paid_by_the_games_rules(slug: str) -> None:
    """The money of thousands of dealt rounds, computed again from values, results and lines without any table."""
    ready = make_ready(ask_of(slug, 1, seats=2).simulation())  # type: ignore[arg-type]
    rules, problem = ready.problem.rules, ready.problem
    chance = np.random.default_rng(5)
    cards = np.stack([chance.permutation(len(ready.hands.deck.cards))[: ready.columns.total] for _ in range(2_000)])
    cards = cards.astype(np.uint8)
    cell, lines = np.zeros((2, 2_000), np.int32), np.zeros((2, len(ready.bonuses), 2_000), np.uint8)
    ready.settle(RoundBatch(cards, ready.columns), cell, lines)
    for each, row in enumerate(cards.tolist()):
        board = tuple(row[at] for at in ready.columns.board)
        dealer = rules.value((*(row[at] for at in ready.columns.dealer), *board)) if rules.dealer else -1
        for seat in range(2):
            own = rules.value((*(row[at] for at in ready.columns.own[seat]), *board))
            path = ready.paths.paths[cell[seat, each] // ready.results % len(ready.paths.paths)]
            result = result_of(own, dealer, rules.lowest_qualifying(problem.options)) if rules.dealer else WIN
            paid = sum(int(net[cell[seat, each]]) for net in ready.arrays.net)
            staked = -500 * put_up(rules, path.added)
            net = net_of(rules, problem.tables, problem.options, path.added, result, rules.lines(own))
            assert paid == (staked if path.folded else net * 500)


def test_the_chart_of_three_card_poker_is_found_and_raises_from_queen_six_four() -> None:
    ready = make_ready(ask_of("three-card-poker", 1, strategy="chart").simulation())  # type: ignore[arg-type]
    (street,) = ready.policy.streets
    queen_six_four = value_of(HIGH_CARD_3, 0, 1 << QUEEN | 1 << SIX | 1 << FOUR)
    assert street == Steps((0, queen_six_four), (0, 1))


@pytest.mark.parametrize(
    ("bets", "strategy", "message"),
    [
        ({"play": 500}, "best", "play is bet together with ante: bet on ante too"),
        ({"six-card-bonus": 500}, "best", "six-card-bonus is not bet alone"),
        ({"ante": 500}, "basic", "cannot play 'basic': they play best, chart and novice"),
    ],
)
def test_invalid_tables_are_refused(bets: dict[str, int], strategy: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ask_of("three-card-poker", 10, strategy=strategy, bets=bets).simulation()


def test_second_game_reuses_the_compiled_stages() -> None:
    """The stages of all games are the same compiled functions; only those that call the game's functions differ."""
    stages: list[Any] = [compiled(each) for each in (kernel.deal_rounds, kernel.cell_rows, kernel.count_seats)]
    played(ask_of("three-card-poker", 1_000, seats=2))
    before = [len(stage.signatures) for stage in stages]
    played(ask_of("triple-shot-rummy", 1_000, seats=2))
    assert [len(stage.signatures) for stage in stages] == before
