"""Rounds of the compiled blackjack table equal, to the last integer, rounds played slowly by the rulebook."""

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from pitbook.errors import BadInput, NotApproved
from pitbook.families.blackjack.rules.posted import parse_rules
from pitbook.families.blackjack.simulate import BlackjackTable, table_simulation
from pitbook.families.blackjack.simulate.strategy import PLACES
from pitbook.games import game
from pitbook.games.model import Game
from pitbook.games.settle import Layout, lay_out
from pitbook.money import Cents
from pitbook.simulate.table import TableRequest
from tests.simulate.blackjack_reference import Chart, NoCardsLeft, PlainShoe, Reference

METER = Cents(1_234_567)
CODES = ("H", "S", "D", "Ds", "Rh", "Rs")
RULES: dict[str, tuple[str, ...]] = {
    "double": ("any", "9-11", "10-11"),
    "das": ("yes", "no"),
    "split-hands": ("1", "2", "3", "4"),
    "resplit-aces": ("no", "yes"),
    "hit-split-aces": ("no", "yes"),
    "surrender": ("none", "late", "early"),
    "hole-card": ("peek", "european", "original-bets-only"),
    "insurance": ("yes", "no"),
    "five-card": ("none", "charlie", "21-pays-2:1"),
    "pairs": ("value", "rank"),
    "soft17": ("hit", "stand"),
    "blackjack-pays": ("3:2", "6:5", "1:1"),
}


CARD_EATERS = (
    ("hard", [str(total) for total in range(5, 21)], "H"),
    ("soft", [f"A,{total - 11}" for total in range(13, 21)], "H"),
    ("pairs", [f"{name},{name}" for name in PLACES], "P"),
)


def random_chart(random: Random) -> Chart:
    """A random player who acts sensibly half of the time, so that hands last."""

    def row(total: int, codes: tuple[str, ...]) -> dict[str, str]:
        return {up: random.choice(codes if random.random() < 0.5 else ("H" if total < 15 else "S",)) for up in PLACES}

    chart = {
        "hard": {str(total): row(total, CODES) for total in range(5, 21)},
        "soft": {f"A,{total - 11}": row(total, CODES) for total in range(13, 21)},
        "pairs": {f"{name},{name}": row(9, (*CODES, "P", "P", "P", "Rp")) for name in PLACES},
    }
    return chart if random.random() < 0.9 else {part: chart[part] for part in ("hard", "soft")}


def chart_file(chart: Chart, folder: Path) -> str:
    """As ``pitbook strategy --json`` prints it."""
    cells = {
        part: {name: {up: {"code": code} for up, code in row.items()} for name, row in rows.items()}
        for part, rows in chart.items()
    }
    path = folder / "chart.json"
    path.write_text(json.dumps({"chart": cells}))
    return str(path)


def random_layout(random: Random) -> Layout:
    chosen: Game = game(random.choice(("royal-match-21", "match-n-poker")))
    decks = random.choice(chosen.decks)
    options = {
        option.name: random.choice(option.choices)
        for option in chosen.all_options().values()
        if option.choices and random.random() < 0.7
    }
    options["rounding"] = random.choice(("table", "down to $1", "nearest to $0.50", "up to $5"))
    tables = {
        wager.slug: random.choice(wager.table_ids(decks))
        for wager in chosen.wagers
        if wager.table_ids(decks) and random.random() < 0.8
    }
    try:
        return lay_out(chosen, decks, tables, options)
    except NotApproved:  # the pay table has no Crown Treasure to offer
        return lay_out(chosen, decks, tables, options | {"crown-treasure": "no"})


def random_bets(random: Random, layout: Layout) -> dict[str, Cents]:
    bets = {"base": Cents(random.choice((100, 500, 1000, 2500)))}
    offered: set[str] = set()
    for wager in random.sample(layout.game.wagers, len(layout.game.wagers)):
        if wager.slug in layout.tables and wager.exclusive_group not in offered and random.random() < 0.7:
            bets[wager.slug] = wager.lowest or Cents(random.choice((100, 500, 700)))
            offered |= {wager.exclusive_group} - {""}
    return bets


def random_rules(random: Random) -> dict[str, str]:
    rules = {name: random.choice(values) for name, values in RULES.items() if random.random() < 0.6}
    hands = int(rules.get("split-hands", "4"))
    if hands < 3:
        rules.pop("resplit-aces", None)
    if hands < 2:
        rules.pop("hit-split-aces", None)
    return rules


def by_hand(simulation: BlackjackTable, layout: Layout, chart: Chart, bets: dict[str, Cents]) -> Reference:
    """The rounds of a simulation, played slowly."""
    posted = simulation.rules.items()
    options = {**layout.options, "soft17": posted["soft17"], "blackjack-pays": posted["blackjack-pays"]}
    reference = Reference(
        replace(layout, options=options),
        parse_rules(posted),
        chart,
        simulation.seats,
        bets,
        PlainShoe(layout.decks, simulation.seed, simulation.cut),
        METER,
        simulation.strategy.insures,
    )
    for _ in range(simulation.rounds):
        reference.play_round()
    return reference


def check(random: Random, seed: int, rounds: int, folder: Path) -> BlackjackTable:
    """For any table, rules and chart, the kernel's totals equal those of the rounds played by hand."""
    layout = random_layout(random)
    chart, bets, rules = random_chart(random), random_bets(random, layout), random_rules(random)
    cards = 52 * layout.decks
    seats = random.randint(1, min(7, cards // 5 - 1))
    most = Fraction(cards - 5 * (seats + 1), cards)
    penetration = random.choice((Fraction(0), most, most * Fraction(random.random())))
    alone = random.random() < 0.15
    if alone:
        seats, bets, penetration = 1, {"base": bets["base"]}, Fraction(0)
        rules.pop("hole-card", None)
    simulation = table_simulation(
        TableRequest(layout, rounds, seats, seed, bets, penetration, METER, rules, chart_file(chart, folder))
    )
    if not alone and random.random() < 0.4:
        simulation = replace(simulation, strategy=replace(simulation.strategy, insures=True))
    for name, value in rules.items():
        assert simulation.rules.items()[name] == value
    try:
        reference = by_hand(simulation, layout, chart, bets)
    except NoCardsLeft:
        with pytest.raises(BadInput, match=r"took all \d+ cards of the shoe"):
            simulation.run(0)
    else:
        assert simulation.run(0) == reference.totals(simulation), (seed, str(simulation.rules), simulation.seats)
    return simulation


@pytest.mark.slow
def test_a_round_equals_the_same_round_played_by_hand(tmp_path: Path) -> None:
    """One round at a time, so that nothing can cancel out."""
    for seed in range(15):
        check(Random(seed), seed, 1, tmp_path)


def test_shoes_equal_shoes_played_by_hand(tmp_path: Path) -> None:
    """Round after round to the cut card, with any posted rules, any bets and a random player."""
    seen = [check(Random(seed), seed, 12, tmp_path) for seed in range(1000, 1045)]

    for name, values in RULES.items():
        met = {simulation.rules.items()[name] for simulation in seen}
        assert met == set(values), name
    assert {simulation.seats for simulation in seen} == set(range(1, 8))
    assert any(simulation.walk is not None for simulation in seen)


def test_a_shoe_that_runs_out_is_dealt_on_from_the_discards(tmp_path: Path) -> None:
    """Behind a cut card deeper than is allowed: the cards of earlier rounds are shuffled and dealt on."""
    bets, dealt_on = {"base": Cents(500)}, 0
    for seed in range(12):
        random = Random(seed)
        seats = random.randint(1, 4)
        layout, chart = lay_out(game("royal-match-21"), 1), random_chart(random)
        made = table_simulation(
            TableRequest(layout, 60, seats, seed, bets, Fraction(0), None, {}, chart_file(chart, tmp_path))
        )
        simulation = replace(made, cut=52 - 2 * seats - 3)
        reference = by_hand(simulation, layout, chart, bets)
        dealt_on += reference.dealt_on
        assert simulation.run(0) == reference.totals(simulation)
    assert dealt_on > 15


def test_a_round_that_takes_every_card_is_refused(tmp_path: Path) -> None:
    """Seven players with one deck who split and hit: eventually no card is left."""
    rows = {part: {name: dict.fromkeys(PLACES, code) for name in names} for part, names, code in CARD_EATERS}
    layout, bets = lay_out(game("royal-match-21"), 1), {"base": Cents(500)}
    made = table_simulation(TableRequest(layout, 30_000, 7, 1, bets, Fraction(0), None, {}, chart_file(rows, tmp_path)))

    with pytest.raises(BadInput, match=r"a round of 7 seats took all 52 cards of the shoe: play with fewer seats"):
        made.run(0)
    with pytest.raises(NoCardsLeft):
        by_hand(made, layout, rows, bets)


@pytest.mark.slow
def test_many_shoes_equal_shoes_played_by_hand(tmp_path: Path) -> None:
    for seed in range(5000, 7000):
        check(Random(seed), seed, 60, tmp_path)


def test_single_seat_fast_path_gives_the_same_totals(tmp_path: Path) -> None:
    """One seat with the base wager alone takes the fast path, which gives the same integers in every row."""
    layout = lay_out(game("royal-match-21"))
    for seed in range(12):
        random = Random(seed)
        rules = {name: value for name, value in random_rules(random).items() if name != "hole-card"}
        penetration = random.choice((Fraction(0), Fraction(1, 2), Fraction(3, 4)))
        file = chart_file(random_chart(random), tmp_path)
        quick = table_simulation(
            TableRequest(layout, 20_000, 1, seed, {"base": Cents(1000)}, penetration, None, rules, file)
        )
        assert quick.walk is not None

        slow = replace(quick)
        slow.__dict__["walk"] = None

        assert slow.run(0) == quick.run(0), str(quick.rules)


def test_a_simulation_is_the_same_on_every_machine() -> None:
    """A simulation sent elsewhere, prepared or not, gives the same totals and has the same key."""
    layout = lay_out(game("royal-match-21"), 6, {"royal-match": "RM-07"})
    bets = {"base": Cents(1000), "royal-match": Cents(500)}
    for seats, some in ((1, {"base": Cents(1000)}), (5, bets)):
        made = table_simulation(TableRequest(layout, 3000, seats, 5, some, Fraction(3, 4), None, {}, "mimic"))
        totals = made.run(0)
        sent = pickle.loads(pickle.dumps(made))
        assert (sent.key, sent.run(0)) == (made.key, totals)
