"""One dispatcher decides which engine makes a par sheet, and one type of sheet holds what any of them found."""

import io
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import pytest

from pitbook.errors import BadInput
from pitbook.exact.cost import PlayedTable, cost
from pitbook.exact.par import OutcomeRow, ParSheet, Solved, has_par_sheet
from pitbook.exact.round_distribution import round_distribution
from pitbook.exact.select import SheetRequest, plan
from pitbook.exact.session import net_chances
from pitbook.exact.sheets import BY_DEALS, LONG, SheetJob, jobs, seconds_for
from pitbook.games import all_games, game
from pitbook.games.model import Game, Group, Wager
from pitbook.money import dollars
from pitbook.reports.par import to_csv as par_csv
from pitbook.reports.par import to_html as par_html
from pitbook.reports.par import to_pdf as par_pdf
from pitbook.reports.par import to_xlsx as par_xlsx
from pitbook.reports.par.view import view

MNP, RICHES = game("match-n-poker"), game("royal-riches-pai-gow")
MATCH = game("million-dollar-match-the-dealer")


def key(job: SheetJob) -> tuple[str, str, str, int]:
    return job.game.slug, job.wager.slug, job.table, job.decks


@pytest.mark.parametrize("each", list(all_games()), ids=lambda each: each.slug)
def test_every_wager_has_one_engine(each: Game) -> None:
    """The engine counts wagers that one deal decides, the family computes the rest, and every job names its sheet."""
    for wager in each.wagers:
        if wager.counts_with:
            with pytest.raises(BadInput, match=f"its figures are on the sheet of {wager.counts_with}"):
                jobs(each, SheetRequest(wager.slug))
            continue
        found = jobs(each, SheetRequest(wager.slug))
        assert len({key(job) for job in found}) == len(found) > 0
        assert {job.method == BY_DEALS for job in found} == {not wager.by_play}
        assert max(job.seconds for job in found) <= seconds_for(each, wager)
        assert wager.by_play == (not has_par_sheet(wager))
    together = [key(job) for wager in each.wagers if not wager.by_play for job in jobs(each, SheetRequest(wager.slug))]
    assert [key(job) for job in jobs(each, SheetRequest())] == together


def test_an_unknown_family_makes_no_figures() -> None:
    """The error names the family; no other family's figures are returned instead."""
    other = replace(MNP, family="canasta")
    for ask in (SheetRequest("base"), SheetRequest("base", decks=6)):
        with pytest.raises(BadInput, match="there is no family of games 'canasta'"):
            jobs(other, ask)
    with pytest.raises(BadInput, match="there is no family of games 'canasta'"):
        cost(other, {"base": dollars(5)}, PlayedTable())


def test_a_wager_on_cards_of_no_deal_is_refused() -> None:
    """It is neither left out of the list nor counted as if its cards were dealt."""
    side = MNP.wager("match-n-poker")
    on_rack = replace(side, groups=(*side.groups, Group("the rack", cast(Any, "discards"), 5)))
    with pytest.raises(BadInput, match=r"the rack \(discards\), but a deal that is counted has player, dealer"):
        has_par_sheet(on_rack)
    with pytest.raises(BadInput, match="looks at the rack"):
        plan(replace(MNP, wagers=(on_rack,)), SheetRequest())
    twice = replace(side, groups=(*side.groups, Group("all cards", "player and dealer", 5)))
    with pytest.raises(BadInput, match="looks at the same cards twice"):
        has_par_sheet(twice)


@pytest.mark.parametrize(
    ("of", "wager", "sentence"),
    [
        (MNP, replace(MNP.wager("match-n-poker"), by_play=True), "no solution of blackjack says how"),
        (RICHES, replace(RICHES.wager("royal-riches"), by_play=True), "no count of pairs answers"),
        (MATCH, replace(MATCH.wager("match"), by_play=True), "has no decisions"),
    ],
    ids=lambda each: each.slug if isinstance(each, Game | Wager) else "",
)
def test_a_family_refuses_a_wager_that_it_does_not_know(of: Game, wager: Wager, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        jobs(replace(of, wagers=(wager,)), SheetRequest(wager.slug))


def test_play_option_without_effect_is_refused() -> None:
    """Options for playing hands: for a wager that the deal decides, or unknown to the family."""
    with pytest.raises(BadInput, match="match-n-poker is decided by the deal: surrender would change nothing"):
        jobs(MNP, SheetRequest("match-n-poker", play={"surrender": "late"}))
    with pytest.raises(BadInput, match="no wager that is bet on is played or set, so surrender would change nothing"):
        cost(MNP, {"match-n-poker": dollars(5)}, PlayedTable(play={"surrender": "late"}))
    with pytest.raises(BadInput, match="pai gow hands are set by house-way and player-way: there is no 'surrender'"):
        jobs(RICHES, SheetRequest("base", play={"surrender": "late"}))
    with pytest.raises(BadInput, match="blackjack has no rule 'player-way'"):
        jobs(MNP, SheetRequest("base", play={"player-way": "optimal"}))


def test_round_distribution_does_not_start_a_long_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """It uses only a count that was made before."""
    monkeypatch.setattr("pitbook.families.pai_gow.exact.sheet.is_counted", lambda *given: False)
    (job,) = jobs(RICHES, SheetRequest("base"))
    assert job.seconds > LONG
    assert job.takes_long
    with pytest.raises(BadInput, match="is counted over all pairs of hands, which takes a while: run 'pitbook par"):
        round_distribution("royal-riches-pai-gow", "base")


def solved() -> ParSheet:
    """A solved wager of a family that adds no data of its own."""
    counted = plan(MNP, SheetRequest("match-n-poker", {"": "1"}, 6))[0].sheet()
    rows = tuple(
        OutcomeRow(name, name.title(), None, Fraction(chance), pays, net, net > 0)
        for name, chance, pays, net in (
            ("win", 0.4, "6 to 5", Fraction(6, 5)),
            ("push", 0.1, "push", Fraction(0)),
            ("loss", 0.5, "loss", Fraction(-1)),
        )
    )
    figures = Solved(house_edge=0.02, hit_frequency=0.4, variance=1.0756, error=1e-12, chance_error=1e-9)
    return replace(counted, rows=rows, deals=None, variants=(), method="solved by hand", solved=figures)


def test_solved_sheet_is_marked_as_decimal_with_an_error_bound() -> None:
    """No counts, and nothing written as if it were exact."""
    sheet = solved()
    record = sheet.to_dict()

    assert (record["house_edge"], record["house_edge_decimal"], record["total"]) == (None, 0.02, None)
    assert (record["house_edge_error"], record["probability_error"]) == (1e-12, 1e-9)
    assert [(row["count"], row["probability"], row["return"]) for row in record["outcomes"]] == [(None, None, None)] * 3
    assert record["outcomes"][0]["return_decimal"] == 0.4 * 1.2
    assert sheet.standard_deviation == pytest.approx(1.0756**0.5)
    assert sum(net_chances(sheet).values()) == 1
    with pytest.raises(ArithmeticError, match="solved in floating point"):
        assert sheet.total
    with pytest.raises(ArithmeticError, match="solved in floating point"):
        assert sheet.rows[0].count


def test_solved_sheet_is_written_in_every_format() -> None:
    """Without family code: the counts are left empty, and the bound is printed."""
    shown = view(solved())
    page = par_html.write([solved()]).decode()

    assert [line.cells[2] for line in shown.lines] == ["–"] * 3
    assert shown.summary[0].exact == ""
    assert "The house edge is off by 1e-12 at most." in page
    assert "solved by hand" in page
    assert par_pdf.write([solved()]).startswith(b"%PDF")
    assert b"win,Win,,,0.4,2.5,6 to 5,,0.48," in par_csv.write([solved()])
    with pytest.raises(ArithmeticError, match="do not add up"):
        view(replace(solved(), rows=solved().rows[1:]))


def test_a_worksheet_of_a_solved_sheet_computes_from_its_chances() -> None:
    calamine = pytest.importorskip("python_calamine")
    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(par_xlsx.write([solved()])))
    rows = book.get_sheet_by_index(1).to_python()

    named = {row[0]: row for row in rows}
    assert named["House edge"][1:3] == [0.02, ""]
    assert named["Win"][3:6] == ["", 0.4, 2.5]
