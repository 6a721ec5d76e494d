"""The strategy chart on paper and on a page: the same cells everywhere, the same bytes every time."""

import io
import json
import re
from html.parser import HTMLParser

import pytest

from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.chart import chart, chart_record
from pitbook.families.blackjack.rules.posted import BlackjackRules, headline
from pitbook.families.blackjack.show import strategy_html, strategy_pdf

pypdf = pytest.importorskip("pypdf")


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return Analysis(BlackjackRules(decks=1, surrender="late", split_hands=2))


class Cells(HTMLParser):
    """The cells of the chart, and every address that the page asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[tuple[str, str]] = []
        self.kind = ""
        self.asked: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.asked += [value or "" for name, value in attrs if name in ("src", "href")]
        self.kind = found.get("class") or "" if tag == "td" and found.get("title") else ""
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.kind = ""

    def handle_data(self, data: str) -> None:
        if self.kind:
            self.cells.append((self.kind, data))


def test_the_page_shows_every_cell_in_its_colour(analysis: Analysis) -> None:
    """In the order of the chart; the page fetches nothing, and every element is closed."""
    page = Cells()
    page.feed(strategy_html.write(analysis).decode())
    kinds = {"H": "hit", "S": "stand", "D": "double", "Ds": "double", "P": "split"}

    assert page.open == []
    assert page.asked == []
    assert [code for _, code in page.cells] == [
        cell.code for _, rows in chart(analysis).parts for row in rows for cell in row.cells
    ]
    assert all(kind == kinds.get(code, "surrender") for kind, code in page.cells)


def test_the_page_says_the_rules_and_what_every_action_is_worth(analysis: Analysis) -> None:
    """The title names the rules; a cell tells its values."""
    page = strategy_html.write(analysis).decode()

    assert f"Blackjack strategy: {headline(analysis.rules)}" in page
    assert re.search(r'title="hit -0\.\d{5}&#10;stand -0\.\d{5}', page)
    assert f"{-analysis.total.expectation:.4%}" in page


def test_the_print_is_one_page_with_the_chart_inside_it(analysis: Analysis) -> None:
    """The same bytes every time; the attached data is the chart's record."""
    paper = strategy_pdf.write(analysis)
    document = pypdf.PdfReader(io.BytesIO(paper))
    text = document.pages[0].extract_text()

    assert strategy_pdf.write(analysis) == paper
    assert len(document.pages) == 1
    assert "Blackjack strategy" in text
    assert "surrender, else hit" in text
    assert json.loads(document.attachments["strategy.json"][0]) == json.loads(json.dumps(chart_record(analysis)))


def test_a_table_without_splits_has_no_pairs() -> None:
    """The chart has two parts then, on the page and on paper."""
    rules = BlackjackRules(decks=1, split_hands=1)
    page = strategy_html.write(Analysis(rules)).decode()

    assert "<caption>Soft</caption>" in page
    assert "<caption>Pairs</caption>" not in page
    assert len(pypdf.PdfReader(io.BytesIO(strategy_pdf.write(Analysis(rules)))).pages) == 1
