"""Pay-table design: the search finds what trying every table finds, and every figure is exact."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path

import pytest

from pitbook import BadInput, design
from pitbook.cards import Shoe
from pitbook.exact import search
from pitbook.exact.design import Design, difference, parse_pays, parse_span
from pitbook.exact.par import par_sheet
from pitbook.exact.propose import FigureRange, ProposedTables, propose
from pitbook.exact.reprice import Counts, counts_of, reprice, with_pays
from pitbook.games import game
from pitbook.money import dollars
from pitbook.pay import Loss, Odds, PayTable, paying_order
from tests.exact.all_sheets import all_sheets

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "total_21.py"


def counted(game_slug: str, wager_slug: str, decks: int) -> Counts:
    chosen = game(game_slug)
    shoe = Shoe.of_decks(decks, joker=chosen.joker)
    return counts_of(chosen.wager(wager_slug), shoe, chosen.check_options({}))


def span(low: str, high: str, target: str = "") -> FigureRange:
    ends = Fraction(low), Fraction(high)
    return FigureRange(*ends, Fraction(target) if target else (ends[0] + ends[1]) / 2)


# Re-pricing.


def test_repricing_equals_every_par_sheet() -> None:
    """Fixed counts and a pay table are all that edge, hit frequency and variance need."""
    tried = 0
    for sheet in all_sheets():
        if sheet.wager.components or sheet.wager.requires_all_of or sheet.wager.by_play or sheet.house_edge is None:
            continue
        figures = reprice(counts_of(sheet.wager, sheet.shoe, sheet.options), sheet.table, sheet.basis)
        assert (figures.house_edge, figures.hit_frequency) == (sheet.house_edge, sheet.hit_frequency)
        assert figures.variance == sheet.variance
        assert figures.standard_deviation == sheet.standard_deviation
        tried += 1
    assert tried > 60


def test_changed_pay_changes_which_line_is_paid() -> None:
    """A flush that pays more than a straight takes the straight flushes of a table without that line."""
    side = game("match-n-poker").wager("match-n-poker")
    counts = counted("match-n-poker", "match-n-poker", 6)
    table = with_pays(side.table("1", 6), {"flush": "70 to 1", "match": Loss()})
    expected = par_sheet(game("match-n-poker"), side, table, 6)

    assert reprice(counts, table).house_edge == expected.house_edge
    with pytest.raises(BadInput, match="pay table 1 has no outcome 'royal': it has suited_three_of_a_kind"):
        with_pays(table, {"royal": "1 to 1"})


def test_wager_without_an_edge_is_not_priced() -> None:
    blazing = game("royal-match-21").wager("blazing-7s")
    with pytest.raises(BadInput, match="its value depends on the meter"):
        reprice(counted("royal-match-21", "blazing-7s", 6), blazing.tables[0])
    for slug, sentence in {"super-bonus": "cannot be bet alone", "five-spots": "name one of match"}.items():
        with pytest.raises(BadInput, match=sentence):
            counted("million-dollar-match-the-dealer", slug, 6)


# The search, against trying every table.


def every_matching_table(
    counts: Counts,
    start: PayTable,
    ranges: Mapping[str, Sequence[int]],
    edge: FigureRange,
    hit: FigureRange | None = None,
    deviation: FigureRange | None = None,
    *,
    any_order: bool = False,
) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Every table in the ranges that matches, with its distance; each priced separately."""
    order = [line.outcome for line in paying_order(start.lines)]
    for values in product(*ranges.values()):
        pays = {
            name: Odds(Fraction(value), True) if value else Loss() for name, value in zip(ranges, values, strict=True)
        }
        table = with_pays(start, pays)
        lines = {line.outcome: line.pay for line in table.lines}
        nets = [pay.net for pay in (lines[name] for name in order) if isinstance(pay, Odds)]
        if not any_order and nets != sorted(nets, reverse=True):
            continue
        figures = reprice(counts, table)
        squares = ((float(figures.house_edge - edge.target)) / edge.width) ** 2
        if figures.house_edge not in edge:
            continue
        if hit is not None:
            if figures.hit_frequency not in hit:
                continue
            squares += (float(figures.hit_frequency - hit.target) / hit.width) ** 2
        if deviation is not None:
            if not deviation.low**2 <= figures.variance <= deviation.high**2:
                continue
            squares += ((figures.standard_deviation - float(deviation.target)) / deviation.width) ** 2
        yield sqrt(squares), tuple(str(line.pay) for line in table.lines)


def found_by(done: ProposedTables) -> list[tuple[float, tuple[str, ...]]]:
    return [(each.distance, tuple(str(line.pay) for line in each.table.lines)) for each in done.found]


RANGES: dict[str, dict[str, Sequence[int]]] = {
    "few": {"flush": range(2, 7), "straight": range(4, 9), "match": (1, 2)},
    "rare": {"suited_three_of_a_kind": range(50, 250, 25), "straight_flush": range(30, 80, 10), "flush": (3, 4)},
    "unpaid": {"flush": (0, 3, 4), "match": (0, 1, 2), "straight": (0, 5, 6, 7, 8)},
    "all": {
        "suited_three_of_a_kind": (50, 100), "straight_flush": (30, 40, 50), "three_of_a_kind": (15, 20, 25),
        "straight": (5, 6), "flush": (3, 4), "match": (1,),
    },
}  # fmt: skip


@pytest.mark.parametrize("any_order", [False, True], ids=["in order", "any order"])
@pytest.mark.parametrize(
    ("hit", "deviation"),
    [(None, None), (None, span("2", "4")), (span("0.1", "0.3", "0.2"), None), (span("0", "1"), span("1", "9", "3"))],
    ids=["edge", "deviation", "hit", "all"],
)
@pytest.mark.parametrize("name", RANGES)
def test_the_search_equals_trying_every_table(
    name: str, hit: FigureRange | None, deviation: FigureRange | None, any_order: bool
) -> None:
    """Bounds skip tables in groups; none of the closest is missed."""
    side = game("match-n-poker").wager("match-n-poker")
    counts, ranges, edge = counted("match-n-poker", "match-n-poker", 6), RANGES[name], span("-0.05", "0.12")
    table = side.table("1", 6)
    held = {line.outcome: (int(line.pay.ratio),) for line in table.lines if isinstance(line.pay, Odds)}
    expected = sorted(every_matching_table(counts, table, held | ranges, edge, hit, deviation, any_order=any_order))
    given = {each: [Fraction(value) for value in values] for each, values in (held | ranges).items()}
    done = propose(counts, table, edge, given, hit, deviation, top=12, any_order=any_order)
    found = found_by(done)

    every = propose(counts, table, edge, given, hit, deviation, top=10_000, any_order=any_order)

    assert [distance for distance, _ in found] == pytest.approx([distance for distance, _ in expected[:12]])
    assert sorted(pays for _, pays in found_by(every)) == sorted(pays for _, pays in expected)
    assert done.tables == len(
        list(every_matching_table(counts, table, held | ranges, span("-999", "999"), any_order=any_order))
    )
    assert done.priced <= done.tables
    assert expected


DESIGNABLE = [
    ("match-n-poker", "match-n-poker", "", 2),
    ("match-n-poker", "match-n-poker", "", 8),
    ("million-dollar-match-the-dealer", "match", "", 6),
    ("royal-match-21", "royal-match", "RM-04", 6),
    ("royal-match-21", "royal-match", "RM-07", 8),
    ("royal-match-21", "royal-match", "RM-10", 6),
    ("royal-match-21", "royal-match-progressive", "", 6),
    ("royal-match-21", "blazing-7s", "", 2),
    ("royal-riches-pai-gow", "royal-riches", "", 1),
    ("royal-riches-pai-gow", "pai-gow-insurance", "", 1),
    ("ez-pai-gow", "dynasty", "2", 1),
    ("ez-pai-gow", "protection", "", 1),
]


@pytest.mark.parametrize(("game_slug", "wager_slug", "table", "decks"), DESIGNABLE)
def test_every_wager_at_odds_can_be_designed(game_slug: str, wager_slug: str, table: str, decks: int) -> None:
    """Odds to 1 and for 1, pushes, amounts, shares of a meter, pays that add up: search and sheet compute the same
    sums."""
    chosen = game(game_slug)
    meter = 20_000 if "progressive" in wager_slug or wager_slug == "blazing-7s" else None
    done = design(game_slug, wager_slug, table=table, decks=decks, edge="1..30%", target_edge="9%", meter=meter)

    assert done.proposals.found
    order = [line.outcome for line in paying_order(done.start.lines)]
    for each in done.proposals.found:
        edge = each.figures.house_edge
        assert edge in done.edge
        assert each.distance == pytest.approx(abs(float(edge - Fraction(9, 100))) / done.edge.width, abs=1e-9)
        pays = {line.outcome: line.pay for line in each.table.lines}
        nets = [pay.net for name in order if isinstance(pay := pays[name], Odds)]
        assert nets == sorted(nets, reverse=True)
        basis = replace(par_sheet(chosen, done.wager, done.start, decks).basis, meter=dollars(meter) if meter else None)
        sheet = par_sheet(chosen, replace(done.wager, tables=()), each.table, decks, basis=basis)
        assert sheet.house_edge == edge
        assert sheet.variance == each.figures.variance
        varied = [pays[name] for name in done.proposals.ranges]
        assert all(isinstance(pay, Odds) and pay.ratio.denominator == 1 for pay in varied)


def test_a_design_says_how_it_differs_from_the_nearest_approved_table() -> None:
    done = design("match-n-poker", decks=6, edge="3..5%", target_edge="3.9951%", pays={"flush": "3..5"}, top=40)
    same = [each for each in done.proposals.found if not each.nearest.changes]

    assert same
    assert difference(same[0]).startswith("is table ")
    for each in done.proposals.found:
        changed = with_pays(each.nearest.table, {name: new for name, (_, new) in each.nearest.changes.items()})
        assert [str(line.pay) for line in changed.lines] == [str(line.pay) for line in each.table.lines]
        assert 6 in each.nearest.table.decks


def test_pays_are_whole_numbers_unless_a_step_is_given() -> None:
    done = design("royal-match", decks=6, edge="0..10%", pays={"royal_match": "25", "two_suited_cards": "2..3:0.25"})

    assert {str(each.table.lines[1].pay) for each in done.proposals.found} <= {"2.5 to 1", "2.25 to 1", "2.75 to 1"}
    assert done.proposals.tables == 5


def test_an_unpaid_line_changes_the_hit_frequency() -> None:
    done = design("match-n-poker", decks=6, edge="-50..60%", hit="0..15%", pays={"match": "0..2"})

    assert done.proposals.found
    for each in done.proposals.found:
        assert each.figures.hit_frequency < Fraction(15, 100)
        assert {line.outcome: str(line.pay) for line in each.table.lines}["match"] == "loss"


def test_custom_wager_can_be_designed() -> None:
    done = design(EXAMPLE, decks=6, edge="4..6%", pays={"total_21": "8", "suited_21": "10..20"})

    assert len(done) == 5
    assert done.game.letter.label == "none: not approved, from outside Pitbook"
    assert all(each.nearest.table.id == "A" for each in done.proposals.found)


def test_a_design_is_displayed_in_a_notebook_and_as_data() -> None:
    done = design("royal-match", decks=6, edge="4..6%")
    record = done.to_dict()

    assert "<td>Royal Match</td>" in done._repr_html_()
    assert record["wager"] == "royal-match"
    assert record["edge"] == ["1/25", "3/50"]
    assert len(record["tables"]) == len(done) == 1
    assert record["tables"][0]["house_edge"] == str(done.proposals.found[0].figures.house_edge)


def test_thousands_of_tables_a_second() -> None:
    """The rate is far higher in practice, because bounds prune most tables."""
    done = min((design("match-n-poker", decks=6, edge="4..6%") for _ in range(3)), key=lambda each: each.seconds)

    assert done.proposals.tables / done.seconds > 10_000


# Bad input.


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5%", "edge '5%' is not a range: write it as 4..6%"),
        ("4..6", "is not a range"),
        ("six..7%", "is not a range"),
        ("٤..٦%", "is not a range"),
        ("1e2..3%", "is not a range"),
        ("6..4%", "write the lower number first"),
        ("", "is not a range"),
        ("9" * 5000 + "..1%", "is not a range"),
    ],
)
def test_invalid_range_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        parse_span(text, "edge", percent=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a range of pays"),
        ("a..b", "is not a range of pays"),
        ("1..2:", "is not a range of pays"),
        ("-3..4", "is negative: a line pays 0 or more"),
        ("4..3", "write the lower pay first"),
        ("3..4:0", "write the lower pay first"),
        ("1..2:0.0001", "holds more than 10,000 pays"),
        ("0..1000000", "holds more than 10,000 pays"),
    ],
)
def test_invalid_range_of_pays_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        parse_pays("flush", text)


def asked(**more: object) -> Design:
    return design(**{"game": "match-n-poker", "decks": 6, "edge": "4..6%", **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (
            {"pays": {"royal": "1..2"}},
            "'royal' is not a line of pay table 1 paid at odds: those are suited_three_of_a_kind",
        ),
        ({"pays": {"flush": "2000000"}}, "flush cannot pay 2e.06: a pay is 0 to 1,000,000"),
        ({"target_edge": "9%"}, "target edge '9%' is outside '4..6%'"),
        ({"target_edge": "five"}, "is not a percentage"),
        ({"hit": "-1..5%"}, "hit '-1..5%' is not a range"),
        ({"sd": "2..3%"}, "sd '2..3%' is not a range: write it as 2..3.5"),
        ({"top": 0}, "0 tables were requested: request 1 to 100"),
        ({"decks": 9}, "9 decks: a shoe holds 1 to 8"),
        ({"decks": 0}, "0 decks: a shoe holds 1 to 8"),
        ({"table": "77"}, "match-n-poker has no pay table '77'"),
        ({"table": {"pear": "1 to 1"}}, "match-n-poker has no outcome 'pear'"),
        ({"meter": "x"}, "meter 'x' is not an amount of money"),
        ({"game": "five-spots"}, "name one of match and super-bonus"),
        ({"game": "million-dollar-match-the-dealer", "wager": "super-bonus"}, "cannot be bet alone"),
        ({"game": "blazing-7s"}, "depends on the meter"),
        ({"game": "blazing-7s", "meter": 100, "any_order": True}, "any_order is not possible"),
        (
            {"game": "blazing-7s", "meter": 100, "pays": {"one_seven": "1..3"}},
            "1 for 1: that wins nothing, 2 is the least",
        ),
        ({"game": "dealer-pai-gow", "decks": 1}, "is decided by how hands are played or set"),
        ({"game": "match-n-poker", "wager": "base"}, "base has no pay table to start from"),
        ({"game": "nothing"}, "there is no wager 'nothing'"),
    ],
)
def test_unsearchable_wager_is_refused(more: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        asked(**more)


def test_a_search_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_STEPS", 1_000)
    with pytest.raises(BadInput, match="hold too many tables to search: narrow some with --pay"):
        asked(pays=dict.fromkeys(("straight", "flush", "three_of_a_kind"), "1..99"), top=100)


def test_empty_search_reports_the_reachable_edges() -> None:
    done = asked(edge="90..95%", pays={"match": "1", "flush": "3..4"})

    assert done.proposals.found == ()
    assert -1 < done.proposals.edges[0] < done.proposals.edges[1] < Fraction(9, 10)
