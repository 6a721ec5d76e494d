"""The base games on paper, in a spreadsheet and on a page: the figures of their records, the same bytes every time."""

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, cast

import pytest
from rich.console import Console

from pitbook.cli.par_text import sheet_text
from pitbook.exact.par import ParSheet
from pitbook.exact.select import SheetRequest
from pitbook.families.blackjack.cli.text import base_text
from pitbook.families.blackjack.exact.base import net_words, solve_base, solved_record
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.pai_gow.exact.sheet import pai_gow_sheets
from pitbook.games import game
from pitbook.reports.par import to_csv as par_csv
from pitbook.reports.par import to_html as par_html
from pitbook.reports.par import to_pdf as par_pdf
from pitbook.reports.par import to_xlsx as par_xlsx
from pitbook.reports.par.view import view
from tests.exact.all_sheets import sheet_of
from tests.exact.pai_gow_known import FOXWOODS, put_known_counts

pytest.importorskip("numpy")
pypdf = pytest.importorskip("pypdf")
calamine = pytest.importorskip("python_calamine")

WRITERS: dict[str, Callable[[Sequence[ParSheet]], bytes]] = {
    "pdf": par_pdf.write,
    "xlsx": par_xlsx.write,
    "html": par_html.write,
    "csv": par_csv.write,
}


@cache
def blackjack() -> ParSheet:
    """A sheet without splits, which take longest to solve."""
    return solve_base(BlackjackRules(decks=2, split_hands=1))


@cache
def with_splits() -> ParSheet:
    return solve_base(BlackjackRules(decks=2))


@cache
def of_a_game() -> ParSheet:
    return solve_base(BlackjackRules(decks=1, split_hands=1, surrender="late"), game("royal-match-21"))


@pytest.fixture
def optimal(monkeypatch: pytest.MonkeyPatch) -> ParSheet:
    put_known_counts(monkeypatch)
    (sheet,) = pai_gow_sheets(game("ez-pai-gow"), SheetRequest("base"), "optimal")
    return sheet


def pdf_text(content: bytes) -> str:
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize("kind", WRITERS)
def test_the_same_sheet_gives_the_same_bytes(kind: str) -> None:
    """The computing time and the cache do not change the bytes."""
    later = replace(
        blackjack(), detail=dict(solved_record(blackjack())) | {"seconds": {"outcomes": 9.9}, "from_cache": True}
    )

    assert WRITERS[kind]([blackjack(), of_a_game()]) == WRITERS[kind]([later, of_a_game()])


@pytest.mark.parametrize("sheet", [blackjack, of_a_game, pytest.param(with_splits, marks=pytest.mark.slow)])
def test_every_figure_of_blackjack_is_on_paper_and_page(sheet: Callable[[], ParSheet]) -> None:
    """Outcomes, summary, up cards, removal, insurance and the chart, for different rules."""
    shown = view(sheet())
    paper, page = pdf_text(par_pdf.write([sheet()])), par_html.write([sheet()]).decode()
    cells = [cell for line in (*shown.lines, shown.total) for cell in line.cells]
    cells += [cell for block in shown.blocks for row in block.rows for cell in row]
    cells += [fact.value for fact in shown.summary]

    assert len(cells) > 200
    assert [cell for cell in cells if cell not in paper and cell.replace("-", "\u2011") not in paper] == []
    assert [cell for cell in cells if cell not in page] == []
    assert shown.title in paper


def test_every_form_of_a_sheet_states_version_method_deals_and_hashes(optimal: ParSheet) -> None:
    """A reader can tell which rule and which pay table the figures are of, and how they were counted."""
    counted = sheet_of("match-n-poker", "match-n-poker", "1", 6)
    for sheet in (counted, optimal, blackjack()):
        record = sheet.to_dict()
        stated = [record[name] for name in ("version", "method", "rule_hash", "table_hash", "inputs_hash")]
        if sheet.solved is None:
            assert sheet.method
            stated.append(f"{record['total']:,}")
        texts = (
            pdf_text(par_pdf.write([sheet])).replace(" ", ""),
            par_html.write([sheet]).decode().replace(" ", ""),
            "".join(str(cell) for row in last_worksheet(sheet) for cell in row).replace(" ", ""),
            "".join(terminal(sheet).split()),
        )
        for text in texts:
            assert [each for each in stated if each.replace(" ", "") not in text] == []
    for sheet, changed in (
        (counted, sheet_of("match-n-poker", "match-n-poker", "2", 6)),
        (blackjack(), solve_base(BlackjackRules(decks=2, split_hands=1, blackjack_pays=Fraction(6, 5)))),
    ):
        other = changed.to_dict()
        assert other["rule_hash"] == sheet.to_dict()["rule_hash"]
        assert other["table_hash"] != sheet.to_dict()["table_hash"]


def last_worksheet(sheet: ParSheet) -> list[list[Any]]:
    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(par_xlsx.write([sheet])))
    return [row for name in book.sheet_names for row in book.get_sheet_by_name(name).to_python()]


def terminal(sheet: ParSheet) -> str:
    screen = Console(width=200, file=io.StringIO())
    for part in base_text(sheet.to_dict()) if sheet.solved else sheet_text(sheet, 200):
        screen.print(part)
    return str(cast(io.StringIO, screen.file).getvalue())


def test_a_sheet_of_a_game_names_its_letter() -> None:
    """Blackjack by itself has none, and no date."""
    assert ("Letter", "003, 10 March 2015") in [(fact.name, fact.value) for fact in view(of_a_game()).about]
    assert "Letter" not in [fact.name for fact in view(blackjack()).about]
    assert par_pdf.date_of([blackjack()]) == par_pdf.NO_DATE
    assert par_pdf.date_of([blackjack(), of_a_game()]) == game("royal-match-21").letter.dated


def test_pdf_attaches_the_record_without_its_times() -> None:
    """The attached JSON is what the command prints, without the computing times."""
    reader = pypdf.PdfReader(io.BytesIO(par_pdf.write([blackjack()])))
    (found,) = json.loads(reader.attachments["par-sheets.json"][0])

    assert found == {name: value for name, value in blackjack().to_dict().items() if name in found}
    assert {"seconds", "from_cache"} & set(found) == set()
    assert len(found["inputs_hash"]) == 64


def worksheet(sheets: Sequence[ParSheet], place: int) -> list[list[Any]]:
    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(par_xlsx.write(sheets)))
    rows: list[list[Any]] = book.get_sheet_by_index(place).to_python()
    return rows


def test_a_worksheet_of_blackjack_computes_its_summary() -> None:
    """The cached values of the formulas are those of the record."""
    rows = worksheet([blackjack()], 1)
    named = {row[0]: row[1] for row in rows if row and isinstance(row[1], float)}

    assert named["House edge, by the chart"] == pytest.approx(float(blackjack().house_edge or 0))
    assert named["Wins"] == pytest.approx(float(blackjack().hit_frequency))
    assert named["Standard deviation"] == pytest.approx(blackjack().standard_deviation)
    chances = [row[2] for row in rows if row[0] == "Push" or str(row[0]).startswith(("Wins ", "Loses "))]
    assert sum(chances) == pytest.approx(1, abs=1e-12)
    assert "blackjack 2d" in [row[8] for row in worksheet([blackjack()], 0) if len(row) > 8]


def test_differences_of_the_optimal_player_are_in_every_file(optimal: ParSheet) -> None:
    """In words and in cards; in a spreadsheet their costs are numbers."""
    for text in (pdf_text(par_pdf.write([optimal])), par_html.write([optimal]).decode()):
        for words in ("Where the Foxwoods house way costs most".upper(), "pair / pair", "high cards / two pair"):
            assert words.lower() in text.lower()
        assert "K♥ K♦ / 7♥ 7♦ 6♥ 2♠ 2♥" in text
        assert f"{FOXWOODS.barred:,}" in text
    rows = worksheet([optimal], 1)
    (row,) = (row for row in rows if row[0] == "A12b")
    assert row[4] == pytest.approx(1 / 9_000)


def test_record_with_wrong_totals_is_refused() -> None:
    """A record that was changed makes no sheet."""
    record = dict(solved_record(blackjack()))
    record["outcomes"] = record["outcomes"][1:]
    with pytest.raises(ArithmeticError, match="do not add up"):
        view(replace(blackjack(), detail=record))


def test_net_results_in_words() -> None:
    assert [net_words(net) for net in (1.5, 1.0, 0.0, -0.5, -8.0)] == [
        "Wins 1.5",
        "Wins 1",
        "Push",
        "Loses 0.5",
        "Loses 8",
    ]
