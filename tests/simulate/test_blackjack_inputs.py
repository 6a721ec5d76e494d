"""Refusals of a blackjack table, each in one sentence; strategies read from files; the effects of burn cards and the
cut card."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitbook.errors import BadInput, NotApproved
from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.chart import chart_record
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.blackjack.simulate import BlackjackTable, table_simulation
from pitbook.families.blackjack.simulate.strategy import basic, mimic, novice, read_strategy, strategy_for
from pitbook.games import game
from pitbook.games.settle import lay_out
from pitbook.money import Cents
from pitbook.simulate.table import TableRequest

ROYAL = lay_out(game("royal-match-21"))


def table(**changed: Any) -> BlackjackTable:
    asked: dict[str, Any] = {
        "layout": ROYAL,
        "rounds": 1000,
        "seats": 2,
        "seed": 1,
        "bets": {"base": Cents(1000)},
        "penetration": Fraction(3, 4),
        "meter": None,
        "rules": {},
        "strategy": "mimic",
    }
    return table_simulation(TableRequest(**(asked | changed)))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rounds": 0}, r"^0 rounds: a simulation plays 1 to "),
    ({"rounds": -5}, r"^-5 rounds"),
    ({"rounds": 10**18}, r"rounds: a simulation plays 1 to"),
    ({"seats": 0}, r"^royal-match-21 is played by 1 to 7 seats, not 0$"),
    ({"seats": 8}, r"not 8$"),
    ({"bets": {}}, r"^no bet on base is given"),
    ({"bets": {"royal-match": Cents(500)}}, r"^no bet on base is given"),
    ({"bets": {"base": Cents(1000), "lucky-ladies": Cents(100)}}, r"^royal-match-21 has no wager 'lucky-ladies'"),
    ({"bets": {"base": Cents(0)}}, r"a bet is at least one cent$"),
    ({"bets": {"base": Cents(-5)}}, r"a bet is at least one cent$"),
    ({"bets": {"base": 10.5}}, r"^the bet 10.5 on base is not a whole number of cents$"),
    ({"bets": {"base": float("nan")}}, r"is not a whole number of cents$"),
    ({"bets": {"base": True}}, r"is not a whole number of cents$"),
    ({"bets": {"base": Cents(1000), "blazing-7s": Cents(200)}}, r"blazing-7s is exactly \$1, not \$2"),
    (
        {"bets": {"base": Cents(1000), "blazing-7s": Cents(100), "royal-match-progressive": Cents(100)}},
        r"never offered together",
    ),
    ({"bets": {"base": Cents(1000), "blazing-7s": Cents(100)}}, r"give its amount, such as --meter"),
    ({"bets": {"base": Cents(10**10)}}, r"^the bets are too high to be simulated"),
    ({"penetration": Fraction(1)}, r"^a penetration of 100% is not possible"),
    ({"penetration": Fraction(-1, 10)}, r"^a penetration of -10% is not possible"),
    (
        {"penetration": Fraction(99, 100)},
        r"leaves 4 cards behind the cut card, but a round of 2 seats may need 15: give at most 95%$",
    ),
    ({"rules": {"soft17": "maybe"}}, r"option soft17='maybe' is not known"),
    ({"rules": {"blackjack-pays": "7:5"}}, r"allowed are 3:2, 6:5, 1:1$"),
    ({"rules": {"napkins": "yes"}}, r"^blackjack has no rule 'napkins'"),
    ({"rules": {"decks": "2"}}, r"contradicts 6 decks"),
    ({"rules": {"split-hands": "1", "resplit-aces": "yes"}}, r"needs split-hands=3"),
    ({"strategy": "wild"}, r"^the strategy 'wild' cannot be read \(No such file or directory\): a strategy is basic"),
    ({"strategy": ""}, r"^the strategy '' cannot be read"),
    ({"strategy": "a\0b"}, r"cannot be read"),
]


@pytest.mark.parametrize(("changed", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_invalid_tables_are_refused_with_one_sentence(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        table(**changed)
    assert "\n" not in str(caught.value)


def test_seats_and_bets_outside_the_letter_are_not_approved() -> None:
    with pytest.raises(NotApproved):
        table(seats=9)
    with pytest.raises(NotApproved):
        table(bets={"base": Cents(1000), "blazing-7s": Cents(500)}, meter=Cents(100))


def test_the_deepest_cut_that_is_named_is_allowed() -> None:
    with pytest.raises(BadInput, match="give at most 87%"):
        table(seats=7, penetration=Fraction(88, 100))
    assert table(seats=7, penetration=Fraction(87, 100)).cut == 271
    with pytest.raises(BadInput, match=r"1 decks hold 52|leaves"):
        table(layout=lay_out(game("royal-match-21"), 1), seats=7, penetration=Fraction(1, 2))


def test_rules_override_options_of_the_same_name() -> None:
    layout = lay_out(game("royal-match-21"), options={"blackjack-pays": "6:5"})
    assert table(layout=layout).rules == BlackjackRules(blackjack_pays=Fraction(6, 5))
    both = table(layout=layout, rules={"blackjack-pays": "1:1", "soft17": "stand", "das": "no"})
    assert both.rules == BlackjackRules(blackjack_pays=Fraction(1), soft17="stand", das=False)
    assert {line.outcome: line.net for line in both.base.lines}["blackjack"] == 1000


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(chart_record(Analysis(BlackjackRules()))))
    return made


def test_a_printed_chart_is_played_as_basic_play(record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(record))

    read, known = read_strategy(str(path)), basic(BlackjackRules())

    for name in ("hard", "soft", "pairs"):
        ours, theirs = getattr(read, name), getattr(known, name)
        assert {row: tuple(codes) for row, codes in ours.items()} == {
            row: tuple(codes) for row, codes in theirs.items()
        }
    one = table(strategy=str(path), penetration=Fraction(0), seats=1).run(0)
    assert one == table(strategy="basic", penetration=Fraction(0), seats=1).run(0)
    assert one != table(strategy="novice", penetration=Fraction(0), seats=1).run(0)


def drop(part: str, row: str = "", up: str = "") -> Callable[[Any], object]:
    def change(chart: Any) -> object:
        if up:
            return chart[part][row].pop(up)
        return chart[part].pop(row) if row else chart.pop(part)

    return change


def put(code: object, part: str = "hard", row: str = "16", up: str = "T") -> Callable[[Any], object]:
    def change(chart: Any) -> object:
        chart[part][row][up]["code"] = code
        return None

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (drop("hard"), r"chart.hard is missing, but must be an object"),
        (drop("soft", "A,7"), r"chart.soft.A,7 is missing"),
        (drop("hard", "16", "T"), r"chart.hard.16.T is missing"),
        (put("X"), r"chart.hard.16.T.code is 'X': allowed are H, S, D, Ds, Rh, Rs$"),
        (put("P"), r"chart.hard.16.T.code is 'P': allowed are H, S, D, Ds, Rh, Rs$"),
        (put(None), r"code is None"),
        (put(["H"]), r"code is \['H'\]"),
        (put(float("nan")), r"code is nan"),
        (put("–", "pairs", "8,8", "A"), r"chart.pairs.8,8.A.code is '–': allowed are H, S, D, Ds, P, Rh, Rs, Rp$"),
    ],
)
def test_a_damaged_chart_is_refused_with_the_place(
    record: dict[str, Any], tmp_path: Path, change: Callable[[Any], object], words: str
) -> None:
    damaged = json.loads(json.dumps(record))
    change(damaged["chart"])
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(damaged))

    with pytest.raises(BadInput, match=words) as caught:
        read_strategy(str(path))
    assert str(caught.value).startswith("the strategy file '")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", r"is not JSON \("),
        (b"[]", r"the file is \[\], but must be an object"),
        (b"null", r"the file is missing"),
        (b'{"chart": 5}', r"chart is 5, but must be an object"),
        (b"\xff\xfe", r"is not text in UTF-8"),
        (b"[" * 100_000, r"nested too deeply|is not JSON"),
        (b" " * 4_000_001, r"is longer than 4,000,000 bytes"),
    ],
)
def test_a_file_that_is_no_chart_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "chart.json"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=words) as caught:
        read_strategy(str(path))
    assert "\n" not in str(caught.value)
    with pytest.raises(BadInput, match="cannot be read"):
        read_strategy(str(tmp_path))


def test_player_profiles_follow_their_description() -> None:
    rules = BlackjackRules(surrender="late")
    dealer, new = mimic(rules), novice(rules)
    assert {row: set(codes) for row, codes in dealer.hard.items()} == {row: {"HS"[row > 16]} for row in range(4, 22)}
    assert {row: set(codes) for row, codes in dealer.soft.items()} == {row: {"HS"[row > 17]} for row in range(12, 22)}
    assert not dealer.pairs
    assert not dealer.insures

    assert new.insures
    assert set(new.hard[16]) == set(new.soft[18]) == {"S"}
    assert [new.hard[12][place] for place in (1, 2)] == ["S", "S"]
    assert [new.hard[11][place] for place in (9, 0, 5)] == ["H", "H", "D"]
    assert not any("D" in code for row in new.soft.values() for code in row)
    assert {place for place, row in new.pairs.items() if "P" in row} == {0, 7}
    assert not any(
        code.startswith("R") for rows in (new.hard, new.soft, new.pairs) for row in rows.values() for code in row
    )
    assert any(code.startswith("R") for row in basic(rules).hard.values() for code in row)
    assert strategy_for(rules, "novice") == new


def test_key_differs_for_every_input() -> None:
    first = table()
    assert first.key == table().key
    changes: list[dict[str, Any]] = [
        {"seed": 2}, {"rounds": 1001}, {"seats": 3}, {"penetration": Fraction(1, 2)}, {"strategy": "basic"},
        {"bets": {"base": Cents(500)}}, {"rules": {"das": "no"}}, {"rules": {"soft17": "stand"}},
        {"bets": {"base": Cents(1000), "royal-match": Cents(500)}},
        {"layout": lay_out(game("royal-match-21"), 8)},
    ]  # fmt: skip
    keys = {first.key, *(table(**changed).key for changed in changes)}
    assert len(keys) == len(changes) + 1


def test_priced_lines_match_the_counted_rows() -> None:
    simulation = table(bets={"base": Cents(1000), "royal-match": Cents(500)})
    totals = simulation.run(0)

    assert list(simulation.priced) == ["base", "royal-match"]
    for slug, priced in simulation.priced.items():
        counts = totals[f"{slug} lines"]
        assert len(counts) == len(priced.lines) == len(priced.net)
        assert priced.lines[0].outcome == "loss"
        assert totals[f"{slug} net"] == (sum(net * times for net, times in zip(priced.net, counts, strict=True)),)
    assert len({line.name for line in simulation.base.lines}) == len(simulation.base.lines)
