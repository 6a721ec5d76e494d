"""Reports of the jackpots: the same figures in PDF, spreadsheet and JSON, each equal to the ledger's."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pitbook.errors import BadInput, NotFound
from pitbook.jackpot.house import House
from pitbook.money import Cents, dollars
from pitbook.reports.jackpot.reports import REPORTS
from pitbook.reports.jackpot.view import Column, Report, ReportTable, money
from pitbook.room.days.reports import FORMATS, Reports
from tests.room.rig import ACCOUNTANT, ADMINISTRATOR, BOTH, QUARTER, TOP, Room, room

pypdf = pytest.importorskip("pypdf")
calamine = pytest.importorskip("python_calamine")
pytest.importorskip("typst")
pytest.importorskip("xlsxwriter")

FIRST, LAST = date(2026, 11, 2), date(2026, 11, 5)
HOSTILE = '=1+1 <script>alert(1)</script> #let x = 1 [b] $5$ "q", *s* \\ ✓'


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Room, Reports]]:
    """Two jackpots over two days: hits, a back-out, an adjustment, terms, deposits, a short account; hostile words."""
    with room(tmp_path_factory.mktemp("books")) as made:
        made.days.set_house(House("Pine Street Card Room"), ADMINISTRATOR, made.key())
        made.open()
        made.open("low", tables="45", seed="$20", reserve="0%", contribution="14.5%")
        for turn in range(6):
            made.play("123"[turn % 3], "123456"[: 2 + turn % 4])
        made.play("2", "12", seat2=QUARTER)
        made.play("3", "1234567", seat4=TOP, seat2=QUARTER)
        awards = [item.number for item in made.jackpots.transactions("royal") if item.kind == "award"]
        made.jackpots.back_out("royal", awards[0], HOSTILE, "IR-118", BOTH, made.key())
        made.jackpots.adjust("royal", "displayed", -3_000_001, "malfunction", "dip", "=IR-119", BOTH, made.key())
        terms = {"seed_micros": 7_500_000_000, "contribution": "1/7", "reserve": "1/50", "limit_micros": 50_000_000_000}
        for document in ("T-14", "T-15"):
            made.jackpots.change_terms("royal", terms, "restart", "season", document, BOTH, made.key())
        made.clock.set("2026-11-03T12:00:00-08:00")
        made.play("3", "1234567", seat4=TOP)
        made.clock.set("2026-11-05T12:00:00-08:00")
        for day in (2, 3):
            made.days.close(date(2026, 11, day), ACCOUNTANT, made.key())
        made.days.deposit(Cents(150), "slip 1", ACCOUNTANT, made.key())
        made.days.balance(dollars(9_000), "online", "page", ACCOUNTANT, made.key())
        made.days.balance(dollars(7_000), "statement", "page", ACCOUNTANT, made.key())
        yield made, Reports(made.days)


def report(books: tuple[Room, Reports], kind: str, jackpot: str = "") -> Report:
    return books[1].report(kind, FIRST, LAST, jackpot)


def rows(made: Report, table: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = made.to_dict()["tables"][table]["rows"]
    return found


@pytest.mark.parametrize("kind", REPORTS)
def test_every_format_has_the_same_figures(books: tuple[Room, Reports], kind: str) -> None:
    made = report(books, kind)
    data = json.loads(books[1].write(made, "json")[1])
    lines = list(csv.reader(io.StringIO(books[1].write(made, "csv")[1].decode())))
    sheets = calamine.CalamineWorkbook.from_filelike(io.BytesIO(books[1].write(made, "xlsx")[1]))
    paper = pypdf.PdfReader(io.BytesIO(books[1].write(made, "pdf")[1]))
    words = " ".join(" ".join(page.extract_text() for page in paper.pages).split())
    (kept,) = paper.attachments["report.json"]
    assert json.loads(kept) == data
    at = 0
    for place, table in enumerate(made.tables):
        assert lines[at] == ["table", *(column.key for column in table.columns)]
        assert not [column.name for column in table.columns if re.search("[a-z][A-Z]", column.name)]
        sheet = sheets.get_sheet_by_index(place + 1).to_python()
        for number, row in enumerate(table.rows):
            for cell, value in enumerate(row):
                money_column = table.columns[cell].kind == "money"
                in_csv, in_sheet = lines[at + 1 + number][cell + 1], sheet[4 + number][cell]
                if isinstance(value, int):
                    exact = value / 10**6 if money_column else value
                    assert in_sheet == pytest.approx(exact, abs=1e-9)
                    assert (round(float(in_csv) * 10**6) if money_column else int(in_csv)) == value
                elif isinstance(value, str):
                    assert in_csv.removeprefix("'") == value
                    assert in_sheet == value
                if cell == 0 and value:
                    assert str(value).split()[0] in words
        at += 1 + len(table.rows)
    assert at == len(lines)


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_report_gives_the_same_bytes(books: tuple[Room, Reports], form: str) -> None:
    made = report(books, "close")
    assert books[1].write(made, form) == books[1].write(made, form)


def test_daily_close_equals_the_ledger(books: tuple[Room, Reports]) -> None:
    made, _ = books
    found = {(row["day"], row["jackpot"], row["pool"]): row for row in rows(report(books, "close"))}
    items = made.jackpots.transactions("royal")
    day = made.days.house().day_of
    of_first = [item for item in items if day(item.at) == FIRST]
    pools: Counter[str] = Counter()
    for item in of_first:
        pools.update({pool: -item.entries.get(pool, 0) for pool in ("displayed", "reserve")})
    accrued = sum(-item.entries["displayed"] for item in of_first if item.kind == "coin-in")
    paid = sum(item.result["prize_cents"] for item in of_first if item.kind == "award") * 10_000
    row = found["2026-11-02", "royal", "displayed"]
    assert row["opening_micros"] == 0
    assert row["accrued_micros"] == accrued == 28 * 109_100
    assert row["paid_micros"] == paid
    assert row["seeded_micros"] == 10_000_000_000
    assert row["closing_micros"] == pools["displayed"]
    assert found["2026-11-02", "royal", "all"]["closing_micros"] == sum(pools.values())
    assert found["2026-11-03", "royal", "all"]["opening_micros"] == sum(pools.values())
    assert {row["difference_micros"] for row in found.values()} == {0}
    for row in found.values():
        held = row["opening_micros"] + row["accrued_micros"] + row["seeded_micros"] - row["paid_micros"]
        assert held + row["adjusted_micros"] + row["moved_micros"] == row["closing_micros"]
    states = {(row["day"], row["jackpot"]): row["state"] for row in rows(report(books, "close"), 1)}
    assert states["2026-11-02", "royal"] == "closed"
    assert states["2026-11-05", "royal"] == "open"


def test_accrual_equals_wagers_times_rate(books: tuple[Room, Reports]) -> None:
    made = report(books, "accrual", "royal")
    found = {(row["day"], row["table"]): row for row in rows(made)}
    row = found["2026-11-02", "3"]
    assert (row["game"], row["rounds"], row["wagers"]) == ("Royal Match 21", 3, 4 + 3 + 7)
    assert row["wagered_micros"] == 14_000_000
    assert row["displayed_micros"] == 14 * 109_100
    assert row["reserve_micros"] == 14 * 20_000
    assert row["house_part_micros"] == 14 * (1_000_000 - 129_100)
    total = made.to_dict()["tables"][0]["total"]
    assert total["wagered_micros"] == total["accrued_micros"] + total["house_part_micros"] == 35_000_000


def test_hits_and_the_last_of_each_level(books: tuple[Room, Reports]) -> None:
    made = report(books, "hits")
    levels = {(row["jackpot"], row["level"]): row for row in rows(made)}
    assert levels["royal", "Double Royal Match Suited"]["hits"] == 2
    assert levels["royal", "Double Royal Match"]["hits"] == 2
    assert levels["royal", "Double Royal Match"]["backed_out"] == 1
    titles = [table.title for table in made.tables]
    assert "royal: last 25 of Double Royal Match" in titles
    of_level = rows(made, titles.index("royal: last 25 of Double Royal Match"))
    assert [row["transaction"] for row in of_level] == sorted((row["transaction"] for row in of_level), reverse=True)
    assert levels["royal", "Double Royal Match"]["paid_micros"] == of_level[0]["prize_micros"]
    assert of_level[1]["backed_out_by"] is not None
    assert of_level[0]["recorded_by"] == "eve"


def test_adjustments_name_person_and_reason(books: tuple[Room, Reports]) -> None:
    found = rows(report(books, "adjustments", "royal"))
    assert [row["what"].split()[0] for row in found] == ["back-out", "malfunction,", "suspend"]
    assert found[0]["why"] == HOSTILE
    assert found[1]["displayed_micros"] == -3_000_001
    assert found[1]["people"] == "eve, ann"
    assert "WAC 230-15-455" in found[2]["why"]


def test_terms_say_when_they_took_effect(books: tuple[Room, Reports]) -> None:
    made = report(books, "terms", "royal")
    first, second = rows(made)
    assert first["effect"] == "never: changed again before"
    assert second["effect"].startswith("with transaction ")
    assert second["before"] == "seed $5,000, contribution 10.91%, reserve 2%"
    assert second["after"] == "seed $7,500, contribution 1/7 of the wager, reserve 2%, maximum $50,000"
    assert rows(made, 1)[0]["terms"] == second["after"]


def test_bank_balance_is_compared_and_a_shortage_reported(books: tuple[Room, Reports]) -> None:
    made, _ = books
    found = report(books, "bank")
    assert [row["amount_micros"] for row in rows(found)] == [1_500_000]
    covered, short = rows(found, 1)
    assert covered["difference_micros"] > 0 > short["difference_micros"]
    assert short["difference_micros"] == short["bank_micros"] - short["required_micros"]
    tested = report(books, "funds")
    owed = sum(row["owed_micros"] for row in rows(tested))
    assert owed == sum(made.jackpots.book(name).held for name in ("royal", "low")) == made.days.funds().owed
    assert dict(tested.facts)["Result"].startswith("SHORT")
    assert any("short of" in words for words in tested.alerts)


def test_ignored_advice_is_an_exception(books: tuple[Room, Reports]) -> None:
    found = rows(report(books, "exceptions"))
    of_low = {row["advice"] for row in found if row["jackpot"] == "low"}
    assert of_low >= {"seed-below-fixed-pay", "no-reserve", "seed-changed"}
    assert "no-reserve" not in {row["advice"] for row in found if row["jackpot"] != "low"}


def test_house_payment_for_a_back_out_is_an_exception_and_an_adjustment(tmp_path: Path) -> None:
    """A false 100% restarts a low meter at its seed; quarters are paid from that before it is backed out."""
    with room(tmp_path) as made:
        made.open()
        for _ in range(6):
            made.play(seats="3", seat3=QUARTER)
        (false,) = made.play(seats="3", seat3=TOP)
        for _ in range(6):
            made.play(seats="3", seat3=QUARTER)
        done = made.jackpots.back_out("royal", false["transaction"], "misread", "IR-7", BOTH, made.key())
        (row,) = rows(Reports(made.days).report("exceptions", FIRST, LAST), 1)
        (by_hand,) = rows(Reports(made.days).report("adjustments", FIRST, LAST), 0)
    assert done["house_micros"] > 0
    assert by_hand["house_micros"] == done["house_micros"]
    assert (row["transaction"], row["house_paid_micros"]) == (done["transaction"], done["house_micros"])


def test_formula_injection_is_escaped(books: tuple[Room, Reports]) -> None:
    made = report(books, "adjustments")
    text = books[1].write(made, "csv")[1].decode()
    assert "\n=" not in text
    assert "'=1+1" in text
    assert ",'=IR-119," in text
    sheet = calamine.CalamineWorkbook.from_filelike(io.BytesIO(books[1].write(made, "xlsx")[1]))
    cells = [cell for row in sheet.get_sheet_by_index(1).to_python() for cell in row]
    assert HOSTILE in cells
    assert "=IR-119" in cells


def test_totals_of_a_spreadsheet_are_formulas_with_their_values(books: tuple[Room, Reports]) -> None:
    made = report(books, "accrual")
    sheet = calamine.CalamineWorkbook.from_filelike(io.BytesIO(books[1].write(made, "xlsx")[1]))
    last = sheet.get_sheet_by_index(1).to_python()[4 + len(made.tables[0].rows)]
    total = made.tables[0].total
    assert total is not None
    assert last[0] == "All"
    assert last[6] == pytest.approx((total[6] or 0) / 10**6)  # type: ignore[operator]


def test_period_without_play_is_empty(books: tuple[Room, Reports]) -> None:
    for kind in REPORTS:
        made = books[1].report(kind, date(2020, 1, 1), date(2020, 1, 2))
        for form in FORMATS:
            assert books[1].write(made, form)[1]
    assert rows(books[1].report("close", date(2020, 1, 1))) == []


def test_invalid_reports_are_refused(books: tuple[Room, Reports]) -> None:
    _, reports = books
    with pytest.raises(BadInput, match="there is no report"):
        reports.report("gossip")
    with pytest.raises(BadInput, match="not from 2026-11-05 to 2026-11-02"):
        reports.report("close", LAST, FIRST)
    with pytest.raises(NotFound):
        reports.report("close", jackpot="nobody")
    with pytest.raises(BadInput, match="not as 'exe'"):
        reports.write(reports.report("close"), "exe")


def test_without_days_a_report_is_of_the_last_closed_one(books: tuple[Room, Reports]) -> None:
    made = books[1].report("close")
    assert (made.first, made.last) == (date(2026, 11, 3), date(2026, 11, 3))


def test_win_page_names_dealer_and_verifier(books: tuple[Room, Reports]) -> None:
    made, reports = books
    award = next(item for item in made.jackpots.transactions("royal") if item.kind == "award")
    win = reports.win("royal", award.number, "Ks Qs", "Kh Qh")
    assert (win.dealt_by, win.people.verified.by, win.prize.by) == ("dana", "sam", "eve")
    assert win.back_out is not None
    assert reports.win_page("royal", award.number).startswith(b"%PDF")
    with pytest.raises(NotFound):
        reports.win("royal", 10**6)
    with pytest.raises(BadInput):
        reports.win("royal", 1)


def test_reports_of_an_empty_room(tmp_path: Path) -> None:
    with room(tmp_path) as made:
        for kind in REPORTS:
            written = Reports(made.days)
            for form in FORMATS:
                assert written.write(written.report(kind), form)[1]


@pytest.mark.parametrize(
    ("micros", "places", "shown"),
    [
        (0, 2, "0.00"),
        (1, 6, "0.000001"),
        (-1, 6, "-0.000001"),
        (-1_234_567_890_123, 6, "-1,234,567.890123"),
        (10**15, 2, "1,000,000,000.00"),
    ],
)
def test_money_is_shown_to_the_millionth(micros: int, places: int, shown: str) -> None:
    assert money(micros, places) == shown


def test_column_shows_cents_unless_millionths_are_needed() -> None:
    columns = (Column("a", "A", "money"), Column("b", "B", "money"), Column("c", "C", "count"))
    table = ReportTable("t", columns, ((10_000, 10_001, 5), (20_000, None, 6)))
    assert table.shown(table.rows[0]) == ["0.01", "0.010001", "5"]
    assert table.shown(table.rows[1]) == ["0.02", "–", "6"]
