"""Deals of one wager agree with the exact count of its rule, and the comparison would notice a wrong rule."""

import pickle
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitbook.cards import Shoe, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.custom_wager import find_game
from pitbook.exact.distribution import Distribution, distribution
from pitbook.exact.par import checked_options, groups_seen, has_par_sheet
from pitbook.exact.select import CountingJob, SheetRequest, plan
from pitbook.games import all_games
from pitbook.simulate import wagers
from pitbook.simulate.blocks import Totals, add
from pitbook.simulate.result import counted
from pitbook.simulate.run import run
from pitbook.simulate.wagers import BLOCK, WagerDeals, batches, deal, wager_deals

LIMIT = 4.5
"""The limit in standard errors: with these seeds none exceeds it; by chance one comparison in 150,000 would."""
FEW = 10
"""The least number of expected deals of an answer that is compared."""


def job_of(source: str, wager: str, **asked: Any) -> CountingJob:
    return plan(find_game(source), SheetRequest(wager=wager, **asked))[0]


def exact(job: CountingJob, options: Mapping[str, str] | None = None) -> Distribution:
    shoe = Shoe.of_decks(job.decks, joker=job.game.joker).without(job.removed)
    chosen = checked_options(job.game, job.wager, job.options if options is None else options)
    return distribution(job.wager, shoe, chosen, groups_seen(job.wager, job.table, job.basis, chosen))


def scores(found: Distribution, against: Distribution) -> list[float]:
    """The deviation of each answer in standard errors; infinite for an answer that cannot occur."""
    off = [float("inf") for answer in found.answers if answer not in against.answers]
    for answer, times in against.answers.items():
        chance = times / against.total
        if chance * found.total >= FEW:
            error = sqrt(found.total * chance * (1 - chance))
            off.append(abs(found.answers.get(answer, 0) - chance * found.total) / error)
    return off


def simulated(job: CountingJob, rounds: int, source: str = "", seed: int = 2026) -> Distribution:
    return counted(run(wager_deals(job, source or job.game.slug, rounds, seed)).totals)


QUICK = [
    ("match-n-poker", "match-n-poker", {"decks": 6}),
    ("match-n-poker", "match-n-poker", {"decks": 2, "removed": parse_cards("Ks Ks Qh 2c 2c")}),
    ("million-dollar-match-the-dealer", "match", {"decks": 8}),
    ("royal-match-21", "royal-match", {"decks": 1}),
    ("royal-match-21", "royal-match", {"decks": 6, "tables": {"": "RM-10"}}),
]


@pytest.mark.parametrize(("game", "wager", "asked"), QUICK)
def test_deals_agree_with_the_exact_count(game: str, wager: str, asked: dict[str, Any]) -> None:
    job = job_of(game, wager, **asked)
    found = simulated(job, 6_000_000)

    assert found.total == 6_000_000
    assert max(scores(found, exact(job))) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "wager", "decks"),
    [
        (game.slug, wager.slug, decks)
        for game in all_games()
        for wager in game.wagers
        if has_par_sheet(wager)
        for decks in game.decks
        if wager.table_ids(decks) or wager.components
    ],
)
def test_every_wager_of_the_rulebook_agrees_with_its_exact_count(game: str, wager: str, decks: int) -> None:
    job = job_of(game, wager, decks=decks)

    assert max(scores(simulated(job, 200_000_000), exact(job))) < LIMIT


def test_the_comparison_notices_a_wrong_rule() -> None:
    """K-A-2 is not a straight: misreading one hand in 1,300 is far outside what chance gives."""
    job = job_of("match-n-poker", "match-n-poker", decks=6)
    wrong = replace(job, options={**job.options, "king-ace-deuce": "yes"})
    found = simulated(wrong, 20_000_000)

    assert max(scores(found, exact(wrong))) < LIMIT
    assert max(scores(found, exact(job))) > 10 * LIMIT


def test_the_comparison_notices_a_broken_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same kernel with a rule that mistakes a pair in the player's hand for a match."""
    job = job_of("match-n-poker", "match-n-poker", decks=6)
    broken = replace(job.wager, rule=pair_is_match)
    monkeypatch.setattr(wagers, "find_game", lambda source: replace(job.game, wagers=(broken,)))
    wagers._kernel.cache_clear()
    try:
        found = simulated(job, 1_000_000)
    finally:
        wagers._kernel.cache_clear()

    assert max(scores(found, exact(job))) > 10 * LIMIT


def pair_is_match(player: tuple[int, ...], up_card: tuple[int, ...], king_ace_deuce: int) -> int:
    if player[0] >> 2 == player[1] >> 2:
        return 32
    return 32 if player[0] >> 2 == up_card[0] >> 2 or player[1] >> 2 == up_card[0] >> 2 else 0


def test_the_comparison_notices_a_wrong_shoe() -> None:
    """Even eight decks against six."""
    found = simulated(job_of("match-n-poker", "match-n-poker", decks=8), 20_000_000)

    assert max(scores(found, exact(job_of("match-n-poker", "match-n-poker", decks=6)))) > 2 * LIMIT


def small(rounds: int = 2 * BLOCK + 12_345, seed: int = 5) -> WagerDeals:
    return wager_deals(job_of("match-n-poker", "match-n-poker", decks=6), "match-n-poker", rounds, seed)


def test_any_number_of_workers_gives_the_same_totals() -> None:
    one, two, many = (run(small(2 * BLOCK + 1), workers).totals for workers in (1, 2, 64))
    assert one == two == many


def test_a_run_is_the_sum_of_its_blocks() -> None:
    simulation = small()
    totals: Totals = {}
    for block in reversed(range(simulation.blocks)):
        totals = add(totals, simulation.run(block))

    assert [simulation.rounds_in(block) for block in range(simulation.blocks)] == [BLOCK, BLOCK, 12_345]
    assert counted(totals).total == simulation.rounds
    assert run(simulation).totals == totals


def test_a_longer_run_begins_as_a_shorter_one() -> None:
    assert small(BLOCK).run(0) == small(5 * BLOCK).run(0)
    assert small(BLOCK).run(0) != small(5 * BLOCK).run(1)
    assert small(BLOCK).run(0) != small(BLOCK, seed=6).run(0)


def test_a_simulation_can_be_sent_elsewhere() -> None:
    again = pickle.loads(pickle.dumps(small()))

    assert again == small()
    assert again.key == small().key
    assert again.run(2) == small().run(2)


def test_a_key_tells_every_input_apart() -> None:
    first = small()
    others = [
        replace(first, game="royal-match-21"),
        replace(first, wager="other"),
        replace(first, decks=8),
        replace(first, removed=(1,)),
        replace(first, reads=(1,)),
        replace(first, groups=1),
        replace(first, rounds=first.rounds + 1),
        replace(first, seed=6),
    ]

    assert len({each.key for each in (first, *others)}) == 9
    assert small().key == first.key


@pytest.mark.parametrize("rounds", [0, -1, 10**15 + 1, 10**40])
def test_absurd_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(BadInput, match=r"rounds: a simulation plays 1 to 1,000,000,000,000,000$"):
        small(rounds)


OWN = """
from pitbook import wager
@wager(player=3, outcomes=["pair", "other"])
def own(player):
    {body}
"""


@pytest.mark.slow
def test_custom_wager_is_simulated(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN.format(body='return "pair" if player[0] // 4 == player[1] // 4 == player[2] // 4 else None'))
    path.with_suffix(".toml").write_text(
        '[[table]]\nid = "1"\ndecks = [6]\npays = {pair = "100 to 1", other = "push"}\n'
    )
    found = simulated(job_of(str(path), "own", decks=6), 4_000_000, source=str(path))
    chance = 23 / 311 * 22 / 310

    assert found.answers.keys() == {0, 1}
    assert abs(found.answers[1] / 4_000_000 - chance) < LIMIT * sqrt(chance / 4_000_000)


def test_key_of_a_custom_wager_is_its_source(tmp_path: Path) -> None:
    keys = []
    for name, content in (("a.py", OWN), ("b.py", OWN), ("c.py", OWN + "\n")):
        (tmp_path / name).write_text(content)
        keys.append(WagerDeals(str(tmp_path / name), "own", 6, (), (), 1, 10, 1).key)

    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('return ["pair"] if sum(player) > 60 else []', r"^the rule of own cannot be compiled \("),
        ("return 3 if player[0] // 4 == 5 and {1: 2}.get(3) else 1", r"^the rule of own cannot be compiled \("),
    ],
)
def test_a_rule_that_cannot_be_compiled_is_refused(body: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN.format(body=body))
    with pytest.raises(BadInput, match=words) as refused:
        run(WagerDeals(str(path), "own", 6, (), (), 1, 10, 1))
    assert "\n" not in str(refused.value)


def test_rule_error_on_some_deal_is_reported(tmp_path: Path) -> None:
    """Three cards that are not among the deals that every rule is tried on."""
    path = tmp_path / "own.py"
    path.write_text(OWN.format(body="return 1 // abs(player[0] * player[1] * player[2] - 47 * 48 * 49) + 1"))
    with pytest.raises(BadInput, match=r"^the rule of own fails on some deal \("):
        run(WagerDeals(str(path), "own", 6, (), (), 1, 1_000_000, 1))


class Words:
    """Replaces the generator: every possible value of some bits, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, bits: int, size: int, starts: Sequence[int]) -> None:
        self.used = 0
        self.shoe = list(range(size))
        self.of = 1 << bits
        product = np.prod([size - place for place in range(starts[-1])])
        for name, value in {
            "draw": self.draw,
            "_HALF": np.uint64(bits),
            "_LOW": np.uint64(self.of - 1),
            "SIZE": size,
            "STARTS": tuple(starts),
            "LEASTS": (np.uint64(self.of % int(product)),),
        }.items():
            monkeypatch.setattr(wagers, name, value)

    def draw(self, state: Any) -> tuple[Any, Any]:
        self.used += 1
        self.shoe[:] = range(len(self.shoe))  # for every word the same start, also for one drawn again
        return state, np.uint64((self.used - 1) << int(wagers._HALF))


@pytest.mark.parametrize(("size", "cards", "bits"), [(5, 2, 10), (6, 3, 12), (4, 4, 9), (7, 1, 8), (3, 2, 3)])
def test_every_deal_is_equally_likely_over_all_draws(
    size: int, cards: int, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few enough bits to enumerate: each order of cards is equally frequent, and the rest is drawn again."""
    words = Words(monkeypatch, bits, size, [0, cards])
    deals: Counter[tuple[int, ...]] = Counter()
    orders = list(permutations(range(size), cards))
    for _ in range(len(orders) * (words.of // len(orders))):
        deal((np.uint64(0),) * 4, words.shoe)
        deals[tuple(words.shoe[:cards])] += 1

    assert sorted(deals) == orders
    assert set(deals.values()) == {words.of // len(orders)}
    assert words.used <= words.of


def test_deals_keep_every_card_of_the_shoe() -> None:
    shoe, state = list(range(52)), (np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4))
    with np.errstate(over="ignore"):
        for _ in range(50):
            state = deal(state, shoe)

    assert sorted(shoe) == list(range(52))
    assert shoe != list(range(52))


@pytest.mark.parametrize(
    ("size", "cards", "starts"),
    [(52, 2, [0, 2]), (312, 3, [0, 3]), (416, 3, [0, 3]), (53, 7, [0, 4, 7]), (416, 7, [0, 3, 6, 7])],
)
def test_few_draws_serve_a_deal(size: int, cards: int, starts: list[int]) -> None:
    assert batches(size, cards) == starts
