"""The parts of a blackjack analysis: the chart, single hands, other rules, removal, insurance, the sheet."""

from copy import deepcopy
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.families.blackjack.exact import sheet
from pitbook.families.blackjack.exact.analysis import Analysis, effects_of
from pitbook.families.blackjack.exact.arrays import np
from pitbook.families.blackjack.exact.chart import (
    CODES,
    action_of,
    chart,
    chart_codes,
    chart_record,
    checked_codes,
    hand_record,
)
from pitbook.families.blackjack.exact.kept import kept
from pitbook.families.blackjack.exact.outcome import Outcomes, outcomes
from pitbook.families.blackjack.exact.removal import effects_of_removal, insurance
from pitbook.families.blackjack.exact.sheet import blackjack_sheet
from pitbook.families.blackjack.exact.solve import prospects
from pitbook.families.blackjack.exact.strategies import evaluate
from pitbook.families.blackjack.exact.values import (
    UP_CARDS,
    VALUE_NAMES,
    Composition,
    full_shoe,
    hard_points,
    names_of,
    one,
    without,
)
from pitbook.families.blackjack.rules.posted import BlackjackRules, parse_rules

BASIC_STRATEGY = {
    # Six decks, H17, DAS, no surrender, as every printed card has it; columns 2 to T, then A.
    "20": "S S S S S S S S S S", "19": "S S S S S S S S S S", "18": "S S S S S S S S S S",
    "17": "S S S S S S S S S S", "16": "S S S S S H H H H H", "15": "S S S S S H H H H H",
    "14": "S S S S S H H H H H", "13": "S S S S S H H H H H", "12": "H H S S S H H H H H",
    "11": "D D D D D D D D D D", "10": "D D D D D D D D H H", "9": "H D D D D H H H H H",
    "8": "H H H H H H H H H H", "7": "H H H H H H H H H H", "6": "H H H H H H H H H H", "5": "H H H H H H H H H H",
    "A,9": "S S S S S S S S S S", "A,8": "S S S S Ds S S S S S", "A,7": "Ds Ds Ds Ds Ds S S H H H",
    "A,6": "H D D D D H H H H H", "A,5": "H H D D D H H H H H", "A,4": "H H D D D H H H H H",
    "A,3": "H H H D D H H H H H", "A,2": "H H H D D H H H H H",
    "A,A": "P P P P P P P P P P", "T,T": "S S S S S S S S S S", "9,9": "P P P P P S P P S S",
    "8,8": "P P P P P P P P P P", "7,7": "P P P P P P H H H H", "6,6": "P P P P P H H H H H",
    "5,5": "D D D D D D D D H H", "4,4": "H H H P P H H H H H", "3,3": "P P P P P P H H H H",
    "2,2": "P P P P P P H H H H",
}  # fmt: skip
LATE_SURRENDER = {
    # The changes of the same chart with late surrender.
    "17": "S S S S S S S S S Rs", "16": "S S S S S H H Rh Rs Rh", "15": "S S S S S H H H Rh Rh",
    "8,8": "P P P P P P P P P Rp",
}  # fmt: skip


def hand(text: str) -> Composition:
    """``T-6``."""
    values = [VALUE_NAMES.index(word) for word in text.split("-")]
    return tuple(values.count(place) for place in range(10))


def rules_of(text: str) -> BlackjackRules:
    return parse_rules([tuple(word.split("=")) for word in text.split()])  # type: ignore[misc]  # two each


def codes(analysis: Analysis) -> dict[str, str]:
    return {row.name: " ".join(cell.code for cell in row.cells) for _, rows in chart(analysis).parts for row in rows}


@pytest.fixture(scope="module")
def six() -> Analysis:
    return Analysis(BlackjackRules())


def test_the_chart_is_basic_strategy(six: Analysis) -> None:
    """The computed chart is the one that has been printed for decades."""
    assert codes(six) == BASIC_STRATEGY


def test_late_surrender_chart_is_the_published_one() -> None:
    """17 against an ace, 16 against 9, T and A, 15 against T and A, eights against an ace."""
    found = codes(Analysis(BlackjackRules(surrender="late", split_hands=2)))

    assert {name: row for name, row in found.items() if row != BASIC_STRATEGY[name]} == LATE_SURRENDER


def test_no_hole_card_chart_doubles_and_splits_less() -> None:
    """European rules: no doubles of 11 against a ten, no split eights against a ten or an ace."""
    found = codes(Analysis(BlackjackRules(hole_card="european", split_hands=2)))

    assert found["11"].split()[-2:] == ["H", "H"]
    assert found["8,8"].split()[-2:] == ["H", "H"]
    assert found["A,A"].split()[-2:] == ["P", "H"]


def test_every_chart_cell_has_the_value_of_each_action(six: Analysis) -> None:
    """The action of a cell has the highest value for the hands that agree with the chart."""
    made = chart(six)
    for name, rows in made.parts:
        for row in rows:
            for cell in row.cells:
                action = action_of(cell.code)
                assert cell.code in CODES
                assert name == "Pairs" or "split" not in cell.values
                assert cell.values[action] >= max(cell.values.values()) - 0.003


def test_hand_lists_the_value_of_every_action(six: Analysis) -> None:
    """Sixteen against a ten, with figures from the C++ analyser."""
    record = hand_record(six, hand("6-T"), VALUE_NAMES.index("T"))

    assert record["values"] == {
        "hit": pytest.approx(-0.534676, abs=1e-6),
        "stand": pytest.approx(-0.540954, abs=1e-6),
        "double": pytest.approx(-1.069351, abs=1e-6),
    }
    assert list(record["values"]) == ["hit", "stand", "double"]
    assert (record["best"], record["chart"], record["total"], record["soft"]) == ("hit", "hit", 16, False)
    assert record["dealer_has_looked"]


def test_actions_that_the_rules_forbid_have_no_value(six: Analysis) -> None:
    """No double on three cards, no action on a blackjack."""
    assert set(six.values(hand("5-5-6"), 9)) == {"stand", "hit"}
    assert six.values(hand("A-T"), 5) == {"stand": pytest.approx(1.5)}
    assert six.values(hand("A-T"), VALUE_NAMES.index("A")) == {"stand": pytest.approx(1.5)}
    assert set(six.values(hand("8-8"), 9)) == {"stand", "hit", "double", "split"}


@pytest.mark.parametrize(("cards", "up"), [("T", 3), ("T-T-2", 3)])
def test_invalid_hand_is_refused(six: Analysis, cards: str, up: int) -> None:
    """One card, or a bust."""
    with pytest.raises(BadInput, match="is not a hand to play"):
        six.values(hand(cards), up)


def test_a_hand_that_the_shoe_does_not_hold_is_refused() -> None:
    """Five aces of one deck."""
    with pytest.raises(BadInput, match="holds 4 cards of value A"):
        Analysis(BlackjackRules(decks=1)).values(hand("A-A-A-A-A"), 3)


def test_departures_add_up_to_the_cost_of_the_chart(six: Analysis) -> None:
    """Approximately: hands after splits make up the rest."""
    found = six.departures()
    difference = six.composition.expectation - six.total.expectation

    assert all(each.gain > 0 for each in found)
    assert sum(each.cost for each in found) == pytest.approx(difference, rel=0.02)
    assert (found[0].cards, VALUE_NAMES[found[0].up], found[0].best) == ("4-5-7", "T", "stand")
    assert [each.cost for each in found] == sorted((each.cost for each in found), reverse=True)


@pytest.mark.parametrize(
    "text",
    [
        "surrender=early decks=1 split-hands=1",
        pytest.param("surrender=early decks=1 split-hands=2", marks=pytest.mark.slow),
        pytest.param("hole-card=european surrender=late decks=1 split-hands=2", marks=pytest.mark.slow),
        pytest.param("hole-card=original-bets-only split-hands=2", marks=pytest.mark.slow),
        pytest.param("five-card=charlie split-hands=2 decks=1", marks=pytest.mark.slow),
        pytest.param(
            "five-card=21-pays-3:2 split-hands=3 decks=1 blackjack-pays=6:5 double=10-11 das=no", marks=pytest.mark.slow
        ),
        pytest.param("hit-split-aces=yes decks=1 split-hands=2", marks=pytest.mark.slow),
        "pairs=rank split-hands=1 double=9-11",
    ],
)
def test_outcome_distribution_has_the_expected_value_of_the_strategy(text: str) -> None:
    """Distribution and strategy give one expectation, for rules of every kind; probabilities sum to one."""
    analysis = Analysis(rules_of(text))
    found = outcomes(analysis.given, analysis.composition.strategy)

    assert sum(found.results.values()) == pytest.approx(1, abs=1e-13)
    assert found.expectation == pytest.approx(analysis.composition.expectation, abs=1e-13)
    assert sum(found.chance_of(sign) for sign in (-1, 0, 1)) == pytest.approx(1, abs=1e-13)


def test_original_bets_only_equals_peeking() -> None:
    """Wagers that a dealer's blackjack returns count as if they had not been made."""
    peek, original = (
        Analysis(BlackjackRules(decks=1, hole_card=each, split_hands=2)) for each in ("peek", "original-bets-only")
    )

    assert original.composition.expectation == pytest.approx(peek.composition.expectation, abs=1e-14)
    assert original.total.expectation == pytest.approx(peek.total.expectation, abs=1e-14)


def test_better_rules_have_a_higher_expectation() -> None:
    """Rules in rising order of their value to the player."""
    rising = [
        "soft17=hit hole-card=european",
        "soft17=hit",
        "soft17=stand",
        "soft17=stand surrender=late",
        "soft17=stand surrender=early",
        "soft17=stand surrender=early five-card=21-pays-2:1",
        "soft17=stand surrender=early five-card=charlie",
    ]
    found = [Analysis(rules_of(f"decks=1 split-hands=2 {text}")).composition.expectation for text in rising]

    assert found == sorted(found)
    assert len(set(found)) == len(found)


def test_total_dependent_strategy_cannot_be_improved_by_one_change() -> None:
    """A few close choices are tried."""
    analysis = Analysis(BlackjackRules(decks=2, split_hands=1))
    given, choices, best = analysis.given, analysis.choices, analysis.total.expectation
    kinds = given.hands.total + 32 * given.hands.soft
    for kind, up, what in (
        (16, 9, "hit"),
        (12, 3, "hit"),
        (32 + 18, 1, "double"),
        (32 + 17, 1, "double"),
        (11, 0, "double"),
    ):
        strategy = choices.strategy(given)
        turned = {"hit": strategy.hit.copy(), "double": strategy.double.copy()}
        some = (kinds == kind) & (given.may_double if what == "double" else given.hands.size > 1)
        turned[what][some, up] ^= True
        changed = type(strategy)(turned["hit"], turned["double"], strategy.split, strategy.surrender)
        assert evaluate(given, changed).expectation < best


def test_removal_effects_sum_to_zero_over_the_shoe() -> None:
    """A removed unseen card is the same as a burnt one."""
    analysis = Analysis(BlackjackRules(decks=2, split_hands=2))
    effects = analysis.removal
    assert all(effect is not None for effect in effects)
    mean = sum(held * (effect or 0) for held, effect in zip(analysis.shoe, effects, strict=True))

    assert mean == pytest.approx(0, abs=1e-12)
    assert [VALUE_NAMES[place] for place, effect in enumerate(effects) if (effect or 0) < 0] == ["A", "8", "9", "T"]
    assert max(range(10), key=lambda place: effects[place] or 0) == VALUE_NAMES.index("5")


def test_an_effect_of_removal_is_the_difference_of_two_analyses() -> None:
    """The fast method equals the direct one."""
    analysis = Analysis(BlackjackRules(decks=1, split_hands=1, surrender="late"))
    strategy = analysis.total.strategy
    effects = effects_of_removal(analysis.given, strategy)
    for place in (0, 4, 9):
        fewer = prospects(without(analysis.shoe, one(place)), analysis.rules)
        difference = evaluate(fewer, strategy).expectation - analysis.total.expectation
        assert effects[place] == pytest.approx(difference, abs=1e-14)


def test_insurance_is_exact() -> None:
    """Of six decks 96 of 311 unseen cards are tens: 23 in 311 lost."""
    found = insurance(full_shoe(6))

    assert found is not None
    assert found.expectation == Fraction(-23, 311)
    assert found.by_tens == (Fraction(3 * 96, 309) - 1, Fraction(3 * 95, 309) - 1, Fraction(3 * 94, 309) - 1)
    assert insurance((0, *full_shoe(6)[1:])) is None


def test_a_shoe_that_a_round_could_exhaust_is_refused() -> None:
    """Ten tens are 100 points, too few for four hands and the dealer."""
    with pytest.raises(BadInput, match="a round could run out of cards"):
        Analysis(BlackjackRules(), (0,) * 9 + (10,)).composition  # noqa: B018
    with pytest.raises(BadInput, match="needs ten counts"):
        Analysis(BlackjackRules(), (4, 4)).composition  # noqa: B018


def test_a_shoe_without_aces_has_no_soft_hands() -> None:
    """Cells that cannot occur are marked; everything else is computed."""
    analysis = Analysis(BlackjackRules(decks=1, split_hands=1), (0, *full_shoe(1)[1:]))
    found = codes(analysis)

    assert found["A,7"] == " ".join("–" * 10)
    assert found["16"].split()[-2:] == ["S", "–"]
    assert chart(analysis).codes() == ["H", "S", "D"]
    assert analysis.removal[0] is None
    assert analysis.outcomes.expectation == pytest.approx(analysis.total.expectation, abs=1e-13)


def test_card_values_are_printed() -> None:
    """All ten-value cards are one value."""
    assert names_of(hand("T-2-A")) == "A-2-T"
    assert hard_points(full_shoe(1)) == 340
    assert [VALUE_NAMES[up] for up in UP_CARDS] == ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"]


def test_sheet_is_read_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second sheet is identical except for saying that it comes from the cache."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    rules = BlackjackRules(decks=1, split_hands=1)
    first, again = blackjack_sheet(rules), blackjack_sheet(rules)

    assert (first.pop("from_cache"), again.pop("from_cache")) == (False, True)
    assert first == again
    assert first["expectation"]["composition_dependent"] == Analysis(rules).composition.expectation
    assert set(first["seconds"]) == {"composition_dependent", "total_dependent", "outcomes", "effect_of_removal"}
    assert first["variance"] == pytest.approx(first["standard_deviation"] ** 2)
    assert sum(row["probability"] for row in first["outcomes"]) == pytest.approx(1)
    for chances in (*first["dealer"].values(), *first["dealer_without_blackjack"].values()):
        assert sum(chances.values()) == pytest.approx(1)
    for file in tmp_path.rglob("*.json"):
        file.write_text("not a sheet")
    monkeypatch.setattr(sheet, "work_out", lambda _: first)
    assert blackjack_sheet(rules)["from_cache"] is False


def test_cached_analysis_is_identical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second analysis solves nothing."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    rules = BlackjackRules(decks=1, split_hands=1)

    def parts(found: Analysis) -> tuple[object, ...]:
        return chart_codes(found), found.expectation, found.outcomes, found.removal

    worked_out = Analysis(rules)
    first = parts(worked_out)
    assert first[0] == {
        name.lower(): [[cell.code for cell in row.cells] for row in rows] for name, rows in chart(worked_out).parts
    } | {"pairs": []}
    assert worked_out.expectation == worked_out.total.expectation

    with monkeypatch.context() as patch:
        patch.setattr(
            "pitbook.families.blackjack.exact.analysis.prospects", lambda *_: pytest.fail("it was solved again")
        )
        assert parts(Analysis(rules)) == first


@pytest.mark.parametrize("damage", ["", "[]", "null", '[["x", 1]]', '{"hard": [], "soft": [], "pairs": []}', "[1, 2]"])
def test_damaged_cache_entry_is_computed_again(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A truncated file, or one with other content."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    rules, shoe = BlackjackRules(decks=1, split_hands=1), full_shoe(1)
    right = {"hard": [["H"] * 10] * 16, "soft": [["S"] * 10] * 8, "pairs": [["P"] * 10] * 10}
    law, effects = Outcomes({Fraction(-1): 0.5, Fraction(3, 2): 0.5}), [0.1, None, *[0.2] * 8]
    entries: tuple[tuple[str, object, Any, Any], ...] = (
        ("chart", right, dict, checked_codes),
        ("outcomes", law, Outcomes.to_json, Outcomes.from_json),
        ("effect_of_removal", effects, list, effects_of),
    )
    for part, worth, to_json, from_json in entries:
        for file in tmp_path.glob("blackjack/*.json"):
            file.unlink()
        ask = partial(kept, part, rules, shoe, partial(deepcopy, worth), to_json, from_json)
        assert [ask(), ask()] == [(worth, False), (worth, True)]
        (file,) = tmp_path.glob("blackjack/*.json")
        file.write_text(damage)
        assert [ask(), ask()] == [(worth, False), (worth, True)]


def test_the_chart_as_data_is_complete(six: Analysis) -> None:
    """Every cell with its code and values, every departure."""
    record = chart_record(six)

    assert {name: len(rows) for name, rows in record["chart"].items()} == {"hard": 16, "soft": 8, "pairs": 10}
    assert record["chart"]["hard"]["16"]["T"]["code"] == "H"
    assert record["legend"] == {code: CODES[code] for code in ("H", "S", "D", "Ds", "P")}
    assert len(record["departures"]) == len(six.departures())
    assert np.isfinite([each["gain"] for each in record["departures"]]).all()
