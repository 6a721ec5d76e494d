"""The lobby, the games, the letters, the comparison, the catalogue, and the same facts as JSON."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from pitbook import games
from pitbook.exact.audit import audit
from pitbook.exact.counting import exposure
from pitbook.exact.figures import percent
from pitbook.exact.notebook import par
from pitbook.exact.par import has_par_sheet
from pitbook.exact.session import session
from pitbook.games import LETTER_SLUGS, SLUGS, all_games, game
from pitbook.games.model import Game, Wager
from pitbook.games.settle import LOSS
from pitbook.games.shown import shown
from pitbook.money import Cents
from pitbook.room.play.service import play_config
from pitbook.web.app import create_app
from pitbook.web.games import comparison, counted
from pitbook.web.games.charts import edge_chart
from pitbook.web.games.comparison import SORTS, Column, ComparisonRow, ordered
from pitbook.web.games.counted import AuditOf, CountingOf, EdgesOf, SessionOf, SheetOf, engine_sheet
from pitbook.web.games.examples import examples
from pitbook.web.games.figures import FigureService
from pitbook.web.games.sheet_key import FigureRequest, SheetKey, chosen, offered, usual
from tests.hostile import NASTY
from tests.migrated_store import with_schema
from tests.web.card_room import card_room

QUICK = [(each, wager) for each in all_games() for wager in each.wagers if has_par_sheet(wager)]
NAMES = [f"{each.slug} {wager.slug}" for each, wager in QUICK]


class Here(FigureService):
    """Computes quick figures on request and slow ones never, so that a test needs no worker process."""

    def ask(self, *wanted: FigureRequest[Any], later: bool = False) -> None:
        for each in wanted:
            if not each.slow and not self.has(each) and not isinstance(each, AuditOf):
                self.count_here(each)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(with_schema(str(tmp_path_factory.mktemp("lobby") / "room.db")))
    with TestClient(app) as found, pytest.MonkeyPatch.context() as patch:
        patch.setattr(counted, "SAMPLES", 200)  # few samples, because pages only show the figures
        found.app.state.figures.close()  # type: ignore[attr-defined]
        found.app.state.figures = Here()  # type: ignore[attr-defined]
        yield found


def figures(client: TestClient) -> FigureService:
    found: FigureService = client.app.state.figures  # type: ignore[attr-defined]
    return found


def text(client: TestClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:300]}"
    assert answer.text.count("<h1") == 1
    return answer.text


# -- pages ------------------------------------------------------------------------------------------------------------


def test_the_front_page_leads_to_a_hand_in_one_click(client: TestClient) -> None:
    page = text(client, "/")
    assert re.search(
        r'<form method="post" action="/play/[a-z0-9-]+"><input[^>]*name="deal"[^>]*><button[^>]*>Deal me a hand', page
    )
    for each in all_games():
        assert f'href="/games/{each.slug}"' in page
        assert escaped(each.name) in page
    for way in ("/play", "/lab", "/letters", "/room", "/learn", "/api/docs", "/catalogue"):
        assert f'href="{way}"' in page


class Progressive(FigureService):
    """Counts the sheet and the session of one progressive when they are asked for, and nothing else."""

    def ask(self, *wanted: FigureRequest[Any], later: bool = False) -> None:
        for each in wanted:
            if isinstance(each, SheetOf | SessionOf) and each.of.wager == "royal-match-progressive":
                self.count_here(each)


def test_one_progressive_shows_one_amount_and_says_whose(tmp_path: Path) -> None:
    """Every page shows the card room's amount; a play-money table calls its own jackpot by another name."""
    name, terms = "Royal Match Progressive", {"seed": "$7,350", "contribution": "10.91%", "reserve": "2%"}
    with card_room(str(tmp_path / "room.db")) as made:
        made.client.app.state.figures.close()  # type: ignore[attr-defined]
        made.client.app.state.figures = Progressive()  # type: ignore[attr-defined]
        assert "data-jackpot" not in made.client.get("/").text
        assert made.open("royal", terms=terms).status_code == 200
        home = made.client.get("/").text
        assert 'data-jackpot="royal">$7,350<' in home
        assert "Royal Match 21, live in the card room" in home
        for path in ("/games", "/games/royal-match-21", "/compare"):
            shown = re.sub(r"<[^>]*>", "", made.client.get(path).text)
            assert re.findall(rf"{name}[^\n$]*(jackpot \$[\d,]+ \([a-z ]+\))", shown) == [
                "jackpot $7,350 (live in the card room)"
            ], path
        wager = made.client.get("/games/royal-match-21/royal-match-progressive").text
        assert "House edge with the jackpot at $7,350 (live in the card room)" in wager
        assert set(re.findall(r"jackpot of \$[\d,]+[^.]{10}", wager)) == {"jackpot of $10,000 (assumed)"}
        assert made.open("second", tables="34", terms={**terms, "seed": "$6,000"}).status_code == 200
        home = made.client.get("/").text
        assert (f"{name}, jackpot royal<" in home, f"{name}, jackpot second<" in home) == (True, True)
        assert "jackpot $7,350 (the highest live in the card room)" in made.client.get("/compare").text
        table = made.client.post("/play/royal-match-21", headers={"Sec-Fetch-Site": "same-origin"}).text
    label = re.search(r'id="meter".*?</p>', table)
    assert label
    assert "Play-money jackpot" in label[0]
    assert name not in label[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_with_its_rules_examples_and_tables(client: TestClient, slug: str) -> None:
    page, found = text(client, f"/games/{slug}"), game(slug)
    for step in found.procedure:
        assert escaped(step.text) in page
    for wager in found.wagers:
        assert f'href="/games/{slug}/{wager.slug}"' in page
        for table in wager.tables:
            assert f"?table={quote(table.id)}" in page or wager.components
    for wager in found.wagers:
        if not wager.components:
            for item in examples(found, wager):
                assert escaped(item.label) in page
                assert escaped(item.pays) in page or item.verdict in ("lost", "push")


def escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("'", "&#39;").replace('"', "&#34;").replace("<", "&lt;")


@pytest.mark.parametrize(("slug", "wager"), [(each.slug, wager.slug) for each in all_games() for wager in each.wagers])
def test_every_wager_has_a_page(client: TestClient, slug: str, wager: str) -> None:
    page = text(client, f"/games/{slug}/{wager}")
    assert "format=pdf" in page
    assert "format=xlsx" in page
    slow = SheetKey(slug, wager, "", 0).slow
    assert ("data-counting" in page) == slow or not slow


@pytest.mark.parametrize(("each", "wager"), QUICK, ids=NAMES)
def test_the_figures_of_a_page_are_the_engines(client: TestClient, each: Game, wager: Wager) -> None:
    of = chosen(each, wager)
    page = text(client, f"/games/{each.slug}/{wager.slug}")
    sheet = par(each.slug, wager.slug)
    assert (of.table, of.decks) == (sheet.table.id, sheet.decks)
    if sheet.house_edge is not None:
        assert f">{percent(sheet.house_edge)}<" in page
    assert f">{percent(sheet.hit_frequency)}<" in page
    for row in sheet.rows:
        assert f'<td class="n">{row.count:,}</td>' in page


def test_a_chosen_table_and_deck_count(client: TestClient) -> None:
    page = text(client, "/games/royal-match-21/royal-match?table=RM-03&decks=8")
    edge = par("royal-match-21", "royal-match", table="RM-03", decks=8).house_edge
    assert f">{percent(edge)}<" in page
    assert '<option value="RM-03" selected' in page
    assert "table=RM-03&amp;decks=8&amp;format=pdf" in page


def test_a_wager_opens_in_the_lab(client: TestClient) -> None:
    for each, wager in QUICK:
        page = text(client, f"/games/{each.slug}/{wager.slug}")
        found = re.search(r'href="(/lab\?[^"]+)">Open in the Lab', page)
        assert found is not None
        assert client.get(html.unescape(found[1])).status_code == 200
    assert "/lab?" not in text(client, "/games/ez-pai-gow/base")


def test_a_table_implies_its_deck_count(client: TestClient) -> None:
    page = text(client, "/games/million-dollar-match-the-dealer/five-spots?table=8-A")
    assert f">{percent(par('million-dollar-match-the-dealer', 'five-spots', table='8-A', decks=8).house_edge)}<" in page


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_a_letter_and_its_audit(client: TestClient, slug: str) -> None:
    waiting = text(client, f"/letters/{slug}")
    found = game(slug)
    assert "data-counting" in waiting or figures(client).has(AuditOf(slug))  # slips are looked for in every letter
    for condition in found.letter.conditions:
        assert escaped(condition.text) in waiting
    if slug == "ez-pai-gow":
        return  # its audit alone takes seconds
    figures(client).count_here(AuditOf(slug))
    done = audit([found])
    page = text(client, f"/letters/{slug}?show=all")
    assert page.count('data-label="Printed"') == len(done.findings)
    for finding in done.of("does not hold"):
        assert f' class="n bad">{finding.claim.printed}</td>' in page


def test_differences_come_first(client: TestClient) -> None:
    made = figures(client).count_here(AuditOf("royal-match-21"))
    counts = audit([game("royal-match-21")]).counts()
    assert (made.claims, made.holds, made.under, made.wrong) == (
        counts["claims"], counts["holds"], counts["holds_under"], counts["does_not_hold"],
    )  # fmt: skip
    assert [each.verdict for each in made.judged[: made.wrong]] == ["does not hold"] * made.wrong
    assert made.cut == 1  # 4.75% for 4 decks is 4.7586% truncated
    page = text(client, "/letters/royal-match-21")
    assert page.index("<h3>Does not hold") < page.index("<h3>Holds if read this way")


def test_the_catalogue_is_searched(client: TestClient) -> None:
    assert text(client, "/catalogue").count("<li class=") == 66
    assert text(client, "/catalogue?q=ez+PAI").count("<li class=") == 1
    assert text(client, "/catalogue?q=nothing+like+it").count("<li class=") == 0
    page = text(client, "/catalogue?q=%22%3E%3Cscript%3E")
    assert "<script>" not in page


def test_about_and_lists(client: TestClient) -> None:
    assert "/letters" in text(client, "/about")
    assert text(client, "/games").count("<article") == len(SLUGS)
    assert text(client, "/letters").count('<a class="panel') == 5


def test_the_description_of_the_api_names_every_endpoint(client: TestClient) -> None:
    page = text(client, "/api/docs")
    document = client.get("/api/openapi.json").json()
    for path, methods in document["paths"].items():
        assert f"<code>{path}</code>" in page
        for said in methods.values():
            assert f'id="{said["operationId"]}"' in page
    assert not re.search(r'(src|href)="https?://', page)
    assert "/api/v1/games/royal-match-21/royal-match/par" in page
    assert 'Who may use it: bank <span class="quiet">(accounting)</span>' in page


# -- hostile addresses ------------------------------------------------------------------------------------------------

WRONG = [
    ("/games/nothing", 404),
    ("/games/royal-match-21/nothing", 404),
    ("/games/ROYAL-MATCH-21", 404),
    ("/letters/nothing", 404),
    ("/games/royal-match-21/royal-match?table=RM-99", 409),
    ("/games/royal-match-21/royal-match?decks=3", 409),
    ("/games/royal-match-21/royal-match?table=RM-04&decks=1", 409),
    ("/games/royal-match-21/base?table=RM-04", 409),
    ("/games/royal-match-21/royal-match?decks=0", 422),
    ("/games/royal-match-21/royal-match?decks=-1", 422),
    ("/games/royal-match-21/royal-match?decks=99999999999999999999", 422),
    ("/games/royal-match-21/royal-match?decks=NaN", 422),
    ("/games/royal-match-21/royal-match?decks=six", 422),
    (f"/games/royal-match-21/royal-match?table={'9' * 5000}", 422),
    ("/compare?sort=nothing", 422),
    ("/compare?order=sideways", 422),
    ("/compare?tables=mine", 422),
    (f"/catalogue?q={'x' * 500}", 422),
    ("/letters/royal-match-21?show=me", 422),
    ("/games/%00", 404),
]


@pytest.mark.parametrize(("path", "status"), WRONG)
def test_unknown_or_unapproved_is_an_error_page(client: TestClient, path: str, status: int) -> None:
    page = text(client, path, status)
    assert "To the lobby" in page
    assert "query." not in page.lower()  # the field's name is enough for a person


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/games/nothing", 404), ("/api/v1/games", 200)])
def test_head_requests(client: TestClient, path: str, status: int) -> None:
    answer, whole = client.head(path), client.get(path)
    assert (answer.status_code, answer.content) == (status, b"")
    assert answer.headers["content-length"] == whole.headers["content-length"]
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("path", [path for path, _ in WRONG if path.startswith(("/games", "/letters/no"))])
def test_the_api_refuses_the_same_with_a_document(client: TestClient, path: str) -> None:
    address, _, query = path.partition("?")
    address += "/par" if address.count("/") == 3 else ""
    answer = client.get(f"/api/v1{address}?{query}")
    assert answer.status_code in (404, 409, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert 0 < len(answer.json()["detail"]) <= 600


@given(st.sampled_from([word[:1000] for word in NASTY]) | st.text(max_size=30))
def test_arbitrary_paths_never_cause_a_server_error(client: TestClient, nonsense: str) -> None:
    for path in ("/games/{}", "/games/royal-match-21/{}", "/letters/{}", "/catalogue?q={}", "/compare?sort={}"):
        answer = client.get(path.format(quote(nonsense.encode("utf-8", "replace"), safe="")))
        assert answer.status_code < 500
        assert "<script>alert" not in answer.text


# -- the comparison ---------------------------------------------------------------------------------------------------


def values(page: str, column: int) -> list[float | None]:
    """The values of one column, from top to bottom."""
    found = []
    for row in re.findall(r'<tr role="row" id="row-.*?</tr>', page, re.DOTALL):
        cell = re.findall(r'data-value="([^"]*)"', row)[column]
        found.append(float(cell) if cell else None)
    return found


@pytest.mark.parametrize(
    ("column", "place"), [("edge", 1), ("hit", 2), ("volatility", 3), ("prize", 4), ("counting", 5)]
)
def test_the_comparison_is_sorted_by_any_column(client: TestClient, column: str, place: int) -> None:
    for order, sign in (("up", 1), ("down", -1)):
        page = text(client, f"/compare?sort={column}&order={order}")
        found = values(page, place)
        known = [sign * value for value in found if value is not None]
        assert len(found) == sum(not wager.counts_with for each in all_games() for wager in each.wagers)
        assert known == sorted(known)
        assert None not in found[: len(known)]
        assert f'data-column="{column}" class="n" aria-sort="{"ascending" if sign > 0 else "descending"}"' in page


def test_second_click_reverses_the_order(client: TestClient) -> None:
    assert "sort=edge&amp;order=down" in text(client, "/compare")
    assert "sort=edge&amp;order=up" in text(client, "/compare?order=down")
    assert "sort=hit&amp;order=up" in text(client, "/compare")


def test_every_pay_table_is_compared(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "_can_count", lambda of: False)
    page = text(client, "/compare?tables=all")
    shown = len(re.findall('<tr role="row" id="row-', page))
    expected = 0
    for each in all_games():
        for wager in (each for each in each.wagers if not each.counts_with):
            expected += len(wager.table_ids(chosen(each, wager).decks)) or 1
    assert shown == expected


def test_names_are_sorted_as_words() -> None:
    each = game("royal-match-21")
    made = [
        ComparisonRow(each, wager, of, None, None, True) for wager, of in zip(each.wagers, usual(each), strict=True)
    ]
    names = [row.name for row in ordered(made, "wager", "up")]
    assert names == sorted(names, key=str.lower)
    columns: tuple[Column, ...] = tuple(SORTS)
    assert all(ordered(made, column, "down")[0] for column in columns)


# -- figures against an independent computation -----------------------------------------------------------------------


def test_a_session_is_the_engines(client: TestClient) -> None:
    of = SheetKey("match-n-poker", "match-n-poker", "1", 6)
    made = SessionOf(of).make()
    expected = session(par("match-n-poker", "match-n-poker", table="1", decks=6, bet=5), 100)
    assert (made.ahead, made.even, made.behind) == (
        expected.chance_ahead, expected.chance_even, expected.chance_behind,
    )  # fmt: skip
    assert made.mean == pytest.approx(float(expected.mean) * 500)
    assert dict(made.quantiles)[0.5] == round(expected.quantile(0.5) * 500)
    assert sum(bar.chance for bar in made.bars) == pytest.approx(1)


def test_exposure_is_the_engines() -> None:
    made = CountingOf(SheetKey("royal-match-21", "royal-match", "RM-04", 6)).make()
    expected = exposure(par("royal-match-21", "royal-match", table="RM-04", decks=6), samples=counted.SAMPLES)
    assert expected.perfect is not None
    assert made.per_100 == expected.perfect.per_100_rounds
    assert made.per_100_error == 100 * expected.perfect.per_round_error
    assert {each.label: each.change for each in made.effects} == {
        each.label: float(each.change) for each in expected.removal.effects
    }


def test_the_edges_of_all_tables_are_those_of_their_sheets() -> None:
    for edge in EdgesOf("match-n-poker", "match-n-poker").make():
        expected = par("match-n-poker", "match-n-poker", table=edge.table, decks=edge.decks).house_edge
        assert edge.edge == expected


def test_meter_amount_can_be_given() -> None:
    made = SheetOf(SheetKey("royal-match-21", "royal-match-progressive", "RMP", 6)).make()
    assert made.by_meter
    assert made.edge == par("royal-match-21", "royal-match-progressive", decks=6, meter=10_000).house_edge
    assert made.prize == "100% of the jackpot"
    assert made.prize_net == 9_999  # of a $1 wager, which is not given back


def test_the_top_prize_in_bets() -> None:
    assert SheetOf(SheetKey("royal-riches-pai-gow", "pai-gow-insurance", "1", 1)).make().prize_net == 400
    spots = SheetOf(SheetKey("million-dollar-match-the-dealer", "five-spots", "6-A", 6)).make()
    # Six kings of hearts: four spots pay 9 to 1 twice, the other nothing; $200,000 on top of $25.
    assert spots.prize_net is not None
    assert spots.prize_net > 8_000
    assert SheetOf(SheetKey("million-dollar-match-the-dealer", "super-bonus", "6-A", 6)).make().prize == "$200,000"


def test_blackjack_is_solved_for_the_games_own_decks() -> None:
    sheet = engine_sheet(SheetKey("royal-match-21", "base", "", 6))
    assert sheet.decks == 6
    assert sheet.house_edge == pytest.approx(0.00618149, abs=1e-8)  # 6 decks, dealer hits soft 17, as published


# -- examples ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("each", "wager"), QUICK, ids=NAMES)
def test_every_line_that_can_occur_has_an_example(each: Game, wager: Wager) -> None:
    if wager.components:
        return
    for of in offered(each, wager):
        shown = {item.outcome for item in examples(each, wager, of.table, of.decks)}
        sheet = par(each.slug, wager.slug, table=of.table, decks=of.decks)
        possible = {row.outcome for row in sheet.rows if row.count and sheet.table.line(row.outcome)}
        assert possible - shown <= {line.outcome for line in sheet.table.added}, of
        assert LOSS in shown


def test_examples_are_of_wagers_that_exist_and_are_ordered_by_what_they_pay() -> None:
    for each in all_games():
        assert shown(each).hands
        for name in shown(each).hands:
            found = examples(each, each.wager(name))
            paid = [item.net for item in found if item.net is not None]
            assert paid == sorted(paid, reverse=True)


def test_an_example_is_settled_under_the_table_that_is_chosen() -> None:
    each = game("royal-match-21")
    first = {table: examples(each, each.wager("royal-match"), table, 6)[0] for table in ("RM-04", "RM-10")}
    assert first["RM-04"].pays == "25 to 1"
    assert first["RM-10"].label == "Matching Royal Matches"


# -- the same facts for programs --------------------------------------------------------------------------------------


def test_games_as_json(client: TestClient) -> None:
    found = client.get("/api/v1/games").json()
    assert [each["game"] for each in found] == list(SLUGS)
    one = client.get("/api/v1/games/ez-pai-gow").json()
    assert [step["text"] for step in one["procedure"]] == [step.text for step in game("ez-pai-gow").procedure]
    assert {table["pay_table"] for table in one["tables"] if table["wager"] == "dynasty"} == set("1234567")


@pytest.mark.parametrize(("each", "wager"), QUICK, ids=NAMES)
def test_a_par_sheet_as_json_is_the_engines_record(client: TestClient, each: Game, wager: Wager) -> None:
    answer = client.get(f"/api/v1/games/{each.slug}/{wager.slug}/par")
    expected = par(each.slug, wager.slug).to_dict()
    assert answer.status_code == 200
    found = answer.json()
    assert found["inputs_hash"] == expected["inputs_hash"]
    assert found["house_edge"] == expected["house_edge"]
    assert [row["count"] for row in found["outcomes"]] == [row["count"] for row in expected["outcomes"]]
    assert sum(Fraction(row["probability"]) for row in found["outcomes"]) == 1


def test_uncounted_figure_is_reported_at_once(client: TestClient) -> None:
    for path in ("/games/ez-pai-gow/base/par", "/games/ez-pai-gow/base/session", "/letters/ez-pai-gow/audit"):
        answer = client.get(f"/api/v1{path}")
        assert (answer.status_code, answer.json()) == (202, {"state": "counting"})
        assert answer.headers["retry-after"] == "1"


@pytest.mark.parametrize(
    ("path", "back"),
    [
        ("/games/ez-pai-gow/base/par?format=pdf", "/games/ez-pai-gow/base"),
        ("/letters/ez-pai-gow/audit?format=pdf", "/letters/ez-pai-gow"),
    ],
)
def test_browser_waiting_for_a_file_sees_a_page(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str, back: str
) -> None:
    """A program gets 202 and asks again; a browser that followed a link reloads automatically."""
    monkeypatch.setattr(FigureService, "get", lambda *_: None)
    answer = client.get(f"/api/v1{path}", headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.headers["refresh"]) == (202, "1")
    assert "still being calculated" in answer.text
    assert f'href="{back}"' in answer.text
    program = client.get(f"/api/v1{path}")
    assert (program.status_code, program.json()) == (202, {"state": "counting"})
    assert "refresh" not in program.headers


def test_nonexistent_figure_is_refused(client: TestClient) -> None:
    with pytest.raises(Exception, match="cannot be bet alone"):
        SessionOf(SheetKey("million-dollar-match-the-dealer", "super-bonus", "6-A", 6)).make()
    with pytest.raises(Exception, match="is not computed for base alone"):
        CountingOf(SheetKey("ez-pai-gow", "base", "", 1)).make()


@pytest.mark.parametrize(("form", "start"), [("pdf", b"%PDF-"), ("xlsx", b"PK"), ("csv", b"game,wager")])
def test_a_par_sheet_as_a_file(client: TestClient, form: str, start: bytes) -> None:
    answer = client.get(f"/api/v1/games/match-n-poker/match-n-poker/par?table=2&decks=8&format={form}")
    assert answer.status_code == 200
    assert answer.content.startswith(start)
    assert f"match-n-poker-match-n-poker-2-8d.{form}" in answer.headers["content-disposition"]


def test_an_audit_as_json(client: TestClient) -> None:
    figures(client).count_here(AuditOf("match-n-poker"))
    answer = client.get("/api/v1/letters/match-n-poker/audit").json()
    assert answer["summary"]["total"] == {
        "claims": 94, "holds": 94, "holds_under": 0, "does_not_hold": 0, "unchecked": 0,
    }  # fmt: skip
    assert client.get("/api/v1/letters/match-n-poker").json()["number"] == "001"


def test_the_comparison_as_json_is_sorted_too(client: TestClient) -> None:
    found = client.get("/api/v1/compare?sort=prize&order=down").json()
    prizes = [each["top_prize_bets"] for each in found if each["top_prize_bets"] is not None]
    assert prizes == sorted(prizes, reverse=True)
    by_name = {(each["game"], each["wager"]): each for each in found}
    assert by_name["royal-match-21", "royal-match"]["house_edge"] == float(
        par("royal-match-21", "royal-match").house_edge or 0
    )
    assert by_name["ez-pai-gow", "dynasty"]["counter_wins_per_100_rounds"] == 0
    assert by_name["ez-pai-gow", "base"]["counting"]


def test_the_catalogue_as_json(client: TestClient) -> None:
    found = client.get("/api/v1/catalogue").json()
    assert len(found["games"]) == 66
    playable = [each for each in found["games"] if each["play"]]
    from_public_rules = {slug for slug in games.SLUGS if slug not in games.LETTER_SLUGS}
    assert {each["game"] for each in playable} == {"ez-pai-gow", "royal-match-21", *from_public_rules}
    assert all(each["analyse"] for each in playable)
    # A button that says Play leads to a table that offers it.
    shown = text(client, "/catalogue")
    leads = re.findall(r'main" href="/play/([^"]+)"', shown)
    assert len(leads) == len(playable)
    for each, slug in zip(playable, leads, strict=True):
        config = play_config(slug)
        assert config.game.slug == each["game"]
        assert each["wager"] in ("", *config.offered)


def test_a_row_that_is_refused_stays_empty() -> None:
    each = game("royal-match-21")
    row = ComparisonRow(each, each.wagers[1], usual(each)[1], None, None, True)
    assert row.edge is None
    assert row.edge_text == "…"
    assert replace(row, is_being_counted=False).to_dict()["counting"] is False


def test_figures_follow_the_amount_of_a_jackpot() -> None:
    """The comparison shows for any amount the figures that the engine counts for it."""
    of = chosen(game("royal-match-21"), game("royal-match-21").wager("royal-match-progressive"))
    made = SheetOf(of).make().at_meter(Cents(2_345_600))
    sheet = engine_sheet(of, Cents(2_345_600))
    assert made.edge == sheet.house_edge
    assert made.deviation == pytest.approx(sheet.standard_deviation)


def test_the_comparison_says_where_each_jackpot_amount_is_from(client: TestClient) -> None:
    for of in (chosen(game("royal-match-21"), game("royal-match-21").wager("royal-match-progressive")),):
        client.app.state.figures.count_here(SheetOf(of))  # type: ignore[attr-defined]
    page = client.get("/compare").text
    assert re.search(r"jackpot \$[\d,]+ \((live in the card room|its seed in the letter|assumed)\)", page)


def test_the_chart_of_the_comparison_tells_wagers_of_one_name_apart(client: TestClient) -> None:
    """Two games have a wager called Blackjack: the bars of a name that comes twice have the game too."""
    each = game("match-n-poker")
    of = chosen(each, each.wager("match-n-poker"))
    row = ComparisonRow(each, each.wager("match-n-poker"), of, figures(client).count_here(SheetOf(of)), None, False)
    alone, both = edge_chart([row]), edge_chart([row, replace(row, game=game("royal-match-21"))])
    assert alone is not None
    assert "Match-n-Poker, " not in alone
    assert both is not None
    assert "Match-n-Poker, Match-n-Poker Blackjack" in both
    assert "Match-n-Poker, Royal Match 21" in both
