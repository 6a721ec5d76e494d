"""Par sheets as PDF, spreadsheet, page and CSV: the same figures everywhere, the same bytes every time."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from math import isclose
from xml.etree import ElementTree

import pytest

from pitbook.exact.figures import chart, fixed, one_in, percent, places_for
from pitbook.exact.par import ParSheet, par_sheet
from pitbook.games import game
from pitbook.money import dollars
from pitbook.reports.par import to_csv as par_csv
from pitbook.reports.par import to_html as par_html
from pitbook.reports.par import to_pdf as par_pdf
from pitbook.reports.par import to_xlsx as par_xlsx
from pitbook.reports.par.view import view
from tests.exact.all_sheets import all_sheets, sheet_of

pypdf = pytest.importorskip("pypdf")
calamine = pytest.importorskip("python_calamine")

HOSTILE = '<script>alert("1")</script> & #let x = 1 \\ [b] $5$ =1+1 ✓'


def match_n_poker() -> ParSheet:
    return sheet_of("match-n-poker", "match-n-poker", "1", 6)


def progressive() -> ParSheet:
    return sheet_of("royal-match-21", "royal-match-progressive", "RMP", 6)


@cache
def some_sheets() -> tuple[ParSheet, ...]:
    """One of every kind: plain, envy, tiers, without a bet, with a meter and without, mixed bets, cards removed."""
    spots = {f"match-{spot}": dollars(amount) for spot, amount in enumerate((5, 5, 10, 25, 5), 1)}
    return (
        match_n_poker(),
        sheet_of("royal-match-21", "royal-match", "RM-07", 6, seats=7),
        sheet_of("royal-match-21", "royal-match", "RM-08", 6, options={"crown-treasure": "yes"}, bets={"": dollars(5)}),
        sheet_of("royal-match-21", "royal-match", "RM-10", 6),
        sheet_of("royal-match-21", "royal-match", "RM-03", 6, options={"rounding": "down to $1"}, removed=(51, 47)),
        progressive(),
        sheet_of("royal-match-21", "royal-match-progressive", "RMP", 6, meter=dollars(50_000)),
        sheet_of("million-dollar-match-the-dealer", "super-bonus", "6-C", 6),
        sheet_of("million-dollar-match-the-dealer", "five-spots", "6-C", 6),
        sheet_of("million-dollar-match-the-dealer", "five-spots", "6-C", 6, bets=spots),
        sheet_of("ez-pai-gow", "dynasty", "1", 1),
    )


def few_sheets() -> tuple[ParSheet, ...]:
    """Five sheets of one page each."""
    return tuple(sheet for sheet in some_sheets() if len(sheet.rows) < 10)[:5]


def hostile_sheet() -> ParSheet:
    """A sheet with a custom pay table whose names contain markup of every format."""
    chosen = game("match-n-poker")
    wager = chosen.wager("match-n-poker")
    table = wager.table("1", 6)
    lines = (replace(table.lines[0], label=HOSTILE), *table.lines[1:])
    own = replace(table, id="a/b[1]:*?" + HOSTILE, lines=lines, cite="")
    return par_sheet(chosen, replace(wager, tables=(own,)), own, 6)


WRITERS: list[Callable[[Sequence[ParSheet]], bytes]] = [par_pdf.write, par_xlsx.write, par_html.write, par_csv.write]


@pytest.mark.parametrize("write", WRITERS, ids=["pdf", "xlsx", "html", "csv"])
def test_the_same_sheets_give_the_same_bytes(write: Callable[[Sequence[ParSheet]], bytes]) -> None:
    """A report depends neither on the time nor on the machine."""
    again = [replace(sheet) for sheet in few_sheets()]
    assert write(few_sheets()) == write(again)


# Paper


def pdf_text(content: bytes) -> str:
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_pdf_has_every_figure() -> None:
    """The PDF has everything on the screen: title block, outcomes, totals, summary, assumptions."""
    sheet = match_n_poker()
    text = pdf_text(par_pdf.write([sheet]))
    shown = view(sheet)
    for line in (*shown.lines, shown.total):
        for cell in line.cells:
            assert cell.replace("-", "\u2011") in text or cell in text
    for fact in (*shown.about, *shown.summary):
        assert fact.value in text
    assert "25036/626665" in text
    assert "3.9951%" in text
    for sentence in shown.assumptions:
        assert sentence in text


def test_pdf_attaches_the_record() -> None:
    """The attached JSON is the record itself, so that a reader can check the sheet without this program's pages."""
    sheets = few_sheets()
    reader = pypdf.PdfReader(io.BytesIO(par_pdf.write(sheets)))
    (attached,) = reader.attachments["par-sheets.json"]
    assert json.loads(attached) == json.loads(json.dumps([sheet.to_dict() for sheet in sheets]))
    assert reader.metadata is not None
    assert reader.metadata.title == "Par sheets of the rulebook"


def test_pdf_of_several_sheets_begins_with_a_list() -> None:
    """Each sheet starts a page that the list names."""
    reader = pypdf.PdfReader(io.BytesIO(par_pdf.write(few_sheets())))
    first = " ".join(reader.pages[0].extract_text().split())
    assert first.startswith("PAR SHEETS")
    starts = [
        number for number, page in enumerate(reader.pages, 1) if "PAR SHEET " in page.extract_text().replace("\n", " ")
    ]
    assert len(starts) == len(few_sheets())
    assert all(str(number) in first for number in starts)


def test_pdf_is_dated_by_the_letter() -> None:
    """The date is that of the newest letter, or the given one; a wager without a letter has a date too."""
    assert par_pdf.date_of(some_sheets()).isoformat() == "2023-06-14"
    assert b"2007-06-07" in par_pdf.write([match_n_poker()])


def test_pdf_handles_every_kind_of_sheet() -> None:
    """Hundreds of outcomes, no edge, no bet: all are laid out."""
    assert len(pypdf.PdfReader(io.BytesIO(par_pdf.write(some_sheets()))).pages) > len(some_sheets())


# The spreadsheet

CELL = re.compile(r"([A-Z]+)(\d+)")
SPACE = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def cells(content: bytes, number: int) -> dict[str, tuple[str, str]]:
    """Address -> formula and value of a worksheet, as in the file."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        strings = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
        shared = ["".join(part.itertext()) for part in strings.findall("x:si", SPACE)]
        root = ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))
    found = {}
    for cell in root.iter(f"{{{SPACE['x']}}}c"):
        value, formula = cell.findtext("x:v", "", SPACE), cell.findtext("x:f", "", SPACE)
        found[cell.get("r", "")] = formula, shared[int(value)] if cell.get("t") == "s" else value
    return found


def row_of(page: dict[str, tuple[str, str]], name: str, column: str = "A") -> int:
    return next(int(address[1:]) for address, (_, value) in page.items() if address[0] == column and value == name)


def test_a_spreadsheet_computes_from_its_counts() -> None:
    """Probability is count over total, return is probability times net pay, and the sums are formulas too."""
    sheet = match_n_poker()
    page = cells(par_xlsx.write([sheet]), 2)
    first, last = row_of(page, sheet.rows[0].label), row_of(page, "Total") - 1
    assert last - first + 1 == len(sheet.rows)
    for at, row in enumerate(sheet.rows, first):
        assert page[f"D{at}"] == ("", str(row.count))
        assert page[f"E{at}"][0] == f"D{at}/$D${last + 1}"
        assert page[f"G{at}"][0] == f'IF(C{at}="","",E{at}*C{at})'
        assert isclose(float(page[f"E{at}"][1]), row.probability)
        assert isclose(float(page[f"G{at}"][1]), row.returned or 0)
        assert page[f"I{at}"][1] == f"{row.probability.numerator}/{row.probability.denominator}"
    assert page[f"D{last + 1}"] == (f"SUM(D{first}:D{last})", str(sheet.total))
    assert page[f"E{last + 1}"] == (f"SUM(E{first}:E{last})", "1")
    edge = row_of(page, "House edge")
    assert page[f"B{edge}"][0] == f'IF(G{last + 1}="","needs the meter",-G{last + 1})'
    assert isclose(float(page[f"B{edge}"][1]), sheet.house_edge or 0)
    spread = page[f"B{row_of(page, 'Standard deviation')}"]
    assert f"SUMPRODUCT(E{first}:E{last},C{first}:C{last},C{first}:C{last})" in spread[0]
    assert isclose(float(spread[1]), sheet.standard_deviation or 0)


def test_every_value_of_a_spreadsheet_is_what_its_formula_gives() -> None:
    """The values that viewers show are those of the formulas: computed again here from net pays and counts alone."""
    sheets = some_sheets()
    content = par_xlsx.write(sheets)
    for number, sheet in enumerate(sheets, 2):
        page = cells(content, number)
        total = row_of(page, "Total")
        at = range(total - len(sheet.rows), total)
        counts = [float(page[f"D{row}"][1]) for row in at]
        nets = [page.get(f"C{row}", ("", ""))[1] for row in at]
        assert isclose(sum(counts), sheet.total)
        if sheet.total >= 10**15:  # more digits than a spreadsheet shows
            assert [page[f"K{row}"][1] for row in at] == [f"{row.count:,}" for row in sheet.rows]
        if "" in nets:
            assert sheet.house_edge is None
            assert page[f"G{total}"][1] == ""
            continue
        mean = sum(float(net) * count for net, count in zip(nets, counts, strict=True)) / sheet.total
        assert isclose(mean, float(page[f"G{total}"][1]), rel_tol=1e-9)
        if sheet.average_win is not None:
            assert isclose(mean, sheet.average_win / 100, rel_tol=1e-9)
            continue
        square = sum(float(net) ** 2 * count for net, count in zip(nets, counts, strict=True)) / sheet.total
        assert isclose(
            (square - mean**2) ** 0.5, float(page[f"B{row_of(page, 'Standard deviation')}"][1]), rel_tol=1e-9
        )
        assert isclose(-mean, float(page[f"B{row_of(page, 'House edge')}"][1]), rel_tol=1e-9)


def test_spreadsheet_meter_cell_drives_the_net_pays() -> None:
    """Net pays of meter lines are formulas of the meter's cell, empty until it is filled."""
    page = cells(par_xlsx.write([progressive()]), 2)
    meter, bet = row_of(page, "Meter (may be changed)"), row_of(page, "Wager (may be changed)")
    assert f"B{meter}" not in page or page[f"B{meter}"][1] == ""
    top = row_of(page, "Double Royal Match")
    assert page[f"C{top}"] == (f'IF($B${meter}="","",(1/4)*$B${meter}/$B${bet}-1)', "")
    assert page[f"B{row_of(page, 'House edge')}"][1] == "needs the meter"


def test_fixed_pays_follow_the_wager() -> None:
    """A prize is a multiple of the wager, for any wager."""
    page = cells(par_xlsx.write([sheet_of("royal-match-21", "royal-match", "RM-07", 6)]), 2)
    bet = row_of(page, "Wager (may be changed)")
    assert page[f"C{row_of(page, 'Crown Treasure')}"] == (f"5000/$B${bet}", "5000.0")
    added = sheet_of("royal-match-21", "royal-match", "RM-08", 6, options={"crown-treasure": "yes"})
    page = cells(par_xlsx.write([added]), 2)
    bet = row_of(page, "Wager (may be changed)")
    assert page[f"C{row_of(page, 'Crown Treasure')}"] == (f"25+1000/$B${bet}", "1025.0")


def test_a_spreadsheet_opens_in_another_reader() -> None:
    """Names are safe and different, the summary points at every sheet, and each has a chart."""
    sheets = [*some_sheets(), hostile_sheet(), hostile_sheet()]
    content = par_xlsx.write(sheets)
    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
    names = book.sheet_names
    assert len(names) == len(sheets) + 1
    assert len({name.lower() for name in names}) == len(names)
    assert all(len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)
    lines = book.get_sheet_by_name("Summary").to_python()[4:]
    assert [line[8] for line in lines] == names[1:]
    for line, sheet in zip(lines, sheets, strict=True):
        expected = "needs the meter" if sheet.house_edge is None else float(sheet.house_edge)
        if sheet.average_win is None:
            assert line[4] == expected
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        charts = [name for name in archive.namelist() if name.startswith("xl/charts/chart")]
    assert len(charts) == len(sheets)


# The page


class Reader(HTMLParser):
    """Checks that every tag is closed by its own, and gathers text and attributes."""

    VOID = frozenset({"meta", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read_page(sheets: Sequence[ParSheet]) -> Reader:
    reader = Reader()
    reader.feed(par_html.write(sheets).decode())
    reader.close()
    assert reader.open == []
    return reader


def test_page_is_valid_and_self_contained() -> None:
    """Every tag is closed, every link leads into the page, ids are different, and the figures are there."""
    reader = read_page(some_sheets())
    assert all(link.startswith("#") and link[1:] in reader.ids for link in reader.links)
    assert len(reader.links) == len(some_sheets())
    assert len(set(reader.ids)) == len(reader.ids)
    assert "script" not in reader.tags
    text = " ".join(reader.words)
    for sheet in some_sheets():
        for line in view(sheet).lines:
            assert line.cells[3] in text
    assert "prefers-color-scheme: dark" in text


@pytest.mark.parametrize("write", WRITERS, ids=["pdf", "xlsx", "html", "csv"])
def test_names_of_a_user_are_only_text(write: Callable[[Sequence[ParSheet]], bytes]) -> None:
    """No format takes a label for markup, a formula or a command."""
    content = write([hostile_sheet()])
    if write is par_html.write:
        assert b"<script" not in content
        assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; #let" in content.decode()
        assert HOSTILE in " ".join(read_page([hostile_sheet()]).words)
    elif write is par_pdf.write:
        assert "<script>alert" in pdf_text(content)
    elif write is par_xlsx.write:
        page = cells(content, 2)
        assert any(value == HOSTILE and not formula for formula, value in page.values())
    else:
        assert next(csv.DictReader(io.StringIO(content.decode())))["label"] == HOSTILE


def test_a_formula_in_a_name_stays_a_name() -> None:
    """A spreadsheet that opens the CSV must not compute a label."""
    sheet = match_n_poker()
    lines = (replace(sheet.rows[0], label="=HYPERLINK(1)"), *sheet.rows[1:])
    label = next(csv.DictReader(io.StringIO(replace(sheet, rows=lines).to_csv())))["label"]
    assert label == "'=HYPERLINK(1)"


# Figures


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(12345678, 10), 1, "1,234,567.8"),
        (Fraction(999, 1000), 2, "1.00"),
        (Fraction(7), 0, "7"),
    ],
)
def test_decimals_are_rounded_from_the_exact_value(value: Fraction, places: int, shown: str) -> None:
    """Halves are rounded away from zero, and no result is minus zero."""
    assert fixed(value, places) == shown


def test_missing_figures_are_a_dash_or_a_word() -> None:
    """A dash or a word, never a zero."""
    assert percent(None) == "–"
    assert one_in(None) == "never"
    assert one_in(Fraction(40907, 10)) == "4,090.7"
    assert places_for([]) == 6
    assert places_for([Fraction(1, 10**9), None, Fraction(0)]) == 11


def test_chart_groups_small_lines() -> None:
    """All bars together are the return of all paying lines."""
    for sheet in all_sheets():
        drawn = chart(sheet)
        assert len(drawn.bars) <= 14
        paying = [row.returned for row in sheet.rows if row.wins and row.returned is not None]
        if sheet.average_win is not None:
            assert sum((bar.value for bar in drawn.bars), Fraction(0)) == sheet.average_win / 100
        else:
            assert sum((bar.value for bar in drawn.bars), Fraction(0)) == sum(paying, Fraction(0))
