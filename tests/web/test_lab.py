"""The Lab over HTTP: figures equal the command line's, edits are answered quickly, invalid input is refused."""

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from multiprocessing import active_children
from pathlib import Path
from statistics import quantiles
from time import monotonic, process_time, sleep
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from pitbook.errors import BadInput
from pitbook.exact.par import has_par_sheet
from pitbook.games import all_games
from pitbook.room.jobs import JobRunner
from pitbook.room.token_bucket import TokenBucket
from pitbook.web.app import create_app
from pitbook.web.games.api import prepare
from pitbook.web.lab.service import LANES, Lab
from pitbook.web.lab.work import do
from tests.cli.command_runner import run
from tests.migrated_store import with_schema
from tests.web.test_hostile import VALUES, changed, no_fault, places

PATIENCE = 90.0
MATCH = {"game": "match-n-poker", "wager": "match-n-poker"}
ROYAL = {"game": "royal-match-21", "wager": "royal-match", "table": "RM-04"}
METER = {"game": "royal-match-21", "wager": "royal-match-progressive"}
OWN_RULE = "cards: player 2, up_card 1\nThree Alike: same_rank(all)\nFlush: suited(all)\nPair: pair(all)\n"


class Bench:
    """Sends requests to the Lab, and repeats them while a count runs."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def ask(self, path: str, body: Any) -> Any:
        ends = monotonic() + PATIENCE
        while True:
            answer = self.client.post(f"/api/v1/lab/{path}", json=body)
            if answer.status_code != 202:
                return answer
            assert answer.json()["state"] == "counting"
            assert monotonic() < ends, answer.text
            sleep(0.05)

    def found(self, path: str, body: Any) -> dict[str, Any]:
        answer = self.ask(path, body)
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refusal(self, path: str, body: Any) -> str:
        answer = self.ask(path, body)
        no_fault(answer)
        assert 400 <= answer.status_code < 500
        return str(answer.json()["detail"])


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    app = create_app(with_schema(str(tmp_path_factory.mktemp("lab") / "room.db")))
    with TestClient(app) as client:
        app.state.lab.rate = TokenBucket(1e9, 1e9)
        yield Bench(client)


@pytest.fixture(scope="module")
def sheets() -> list[dict[str, Any]]:
    """Every par sheet of the rulebook, from the command line."""
    found: list[dict[str, Any]] = json.loads(run("par", "--all", "--json").out)
    return found


def test_the_figures_of_every_printed_table_are_those_of_the_command_line(
    bench: Bench, sheets: list[dict[str, Any]]
) -> None:
    assert len(sheets) > 100
    for sheet in sheets:
        design = {name: sheet[name] for name in ("game", "wager", "decks")} | {"table": sheet["pay_table"]}
        found = bench.found("evaluate", design)
        assert found["printed"]
        for name in (
            "house_edge",
            "hit_frequency",
            "standard_deviation",
            "volatility_index",
            "total",
            "variance_exact",
        ):
            assert found[name] == sheet[name], (design, name)
        rows = [{name: row[name] for name in row if name not in ("wins", "shown")} for row in found["outcomes"]]
        assert rows == sheet["outcomes"]
        assert found["progressive"] == sheet.get("progressive")
        assert found.get("average_win") == sheet.get("average_win")


@pytest.mark.parametrize("served", [True, False])
def test_only_a_server_counts_the_usual_tables_ahead(
    served: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, at the first visit."""
    asked: list[str] = []
    monkeypatch.setattr(Lab, "_ask", lambda _lab, _visitor, what, *_more, ahead: asked.append(what) if ahead else None)
    app = create_app(with_schema(str(tmp_path / "room.db")))
    if served:
        prepare(app)
    with TestClient(app) as client:
        for _ in range(2):
            assert client.get("/api/v1/lab/wagers").status_code == 200
    usual = [wager for game in all_games() for wager in game.wagers if has_par_sheet(wager)]
    assert usual
    assert asked == ["count"] * len(usual) * served


def test_changed_pays_are_priced_on_the_same_counts(bench: Bench) -> None:
    before, after = (bench.found("evaluate", MATCH | more) for more in ({}, {"pays": {"flush": "5 to 1"}}))

    flush = next(row for row in before["outcomes"] if row["outcome"] == "flush")
    assert Fraction(before["house_edge"]) - Fraction(after["house_edge"]) == Fraction(flush["probability"])
    assert (before["printed"], after["printed"]) == (True, False)
    assert after["design"]["pays"] == {"flush": "5 to 1"}
    # A flush that pays less than a match is paid as a match where the cards make both.
    low = bench.found("evaluate", MATCH | {"pays": {"flush": "1 to 1", "match": "3 to 1"}})
    counts = {row["outcome"]: row["count"] for row in low["outcomes"]}
    assert counts["flush"] == flush["count"] - 112_320


def test_lines_are_added_and_taken_off(bench: Bench) -> None:
    found = bench.found("evaluate", ROYAL | {"pays": {"two_suited_cards": "", "suited_pair": "9 to 1"}})

    pays = {line["outcome"]: (line["was"], line["pays"]) for line in found["pay_table"]}
    assert pays["two_suited_cards"][1] == ""
    assert pays["suited_pair"] == ("", "9 to 1") or pays["suited_pair"][1] == "9 to 1"
    assert "two_suited_cards" not in {row["outcome"] for row in found["outcomes"]}


def test_the_meter_that_breaks_even_has_no_edge(bench: Bench) -> None:
    found = bench.found("evaluate", METER)
    even = Fraction(found["progressive"]["break_even_meter"])
    assert found["house_edge"] is None

    at_even = bench.found("evaluate", METER | {"meter": f"${float(even):.2f}"})

    assert abs(at_even["house_edge_decimal"]) < 1e-7


def test_options_and_bets_count(bench: Bench) -> None:
    crown = {"options": {"crown-treasure": "yes"}}
    small, large = (bench.found("evaluate", ROYAL | crown | {"bet": bet}) for bet in ("$1", "$25"))

    assert small["house_edge_decimal"] < large["house_edge_decimal"]
    assert small["outcomes"][0]["outcome"] == "crown_treasure"
    assert small["total"] == 2_323_673_820


def test_a_session_is_that_of_the_command_line(bench: Bench) -> None:
    found = bench.found("session", MATCH | {"rounds": 100})
    words = ("session", "match-n-poker", "match-n-poker", "--table", "1", "--decks", "6", "--rounds", "100", "--json")
    told = json.loads(run(*words).out)

    assert found["mean"] == told["mean"]
    assert found["chance_ahead"] == pytest.approx(told["chance_ahead"], abs=1e-9)
    assert sum(each["chance"] for each in found["bins"]) == pytest.approx(1, abs=1e-9)


def test_the_effects_of_removal_add_up_to_nothing(bench: Bench) -> None:
    found = bench.found("removal", MATCH | {"pays": {"flush": "5 to 1"}})

    assert sum(each["copies"] for each in found["effects"]) == 312
    assert sum(each["copies"] * Fraction(each["change"]) for each in found["effects"]) == 0


def test_a_search_finds_what_the_command_line_finds(bench: Bench) -> None:
    found = bench.found("find", MATCH | {"wanted": {"edge": "4..6%", "top": 3}})
    told = json.loads(run("design", "match-n-poker", "--decks", "6", "--edge", "4..6%", "--top", "3", "--json").out)

    assert [table["pays"] for table in found["tables"]] == [table["pays"] for table in told["tables"]]
    for table in found["tables"]:
        priced = bench.found("evaluate", MATCH | {"pays": table["pays"]})
        assert priced["house_edge"] == table["house_edge"]


@pytest.mark.parametrize("figure", ["house_edge", "hit_frequency", "standard_deviation", "volatility_index", "flush"])
def test_a_figure_is_explained_by_its_deals_and_the_second_way_agrees(bench: Bench, figure: str) -> None:
    found = bench.found("explain", MATCH | {"figure": figure})
    ends = monotonic() + PATIENCE
    while (found["check"] is None or found["hands"] is None) and monotonic() < ends:
        sleep(0.05)
        found = bench.found("explain", MATCH | {"figure": figure})
    sheet = bench.found("evaluate", MATCH)

    assert found["check"]["agrees"]
    assert found["check"]["exact"]
    assert found["check"]["first_count"] == found["check"]["second_count"] > 0
    assert found["hands"]
    parts = sum(Fraction(term["part"]) for term in found["terms"])
    if figure == "house_edge":
        assert Fraction(found["value"]) == -parts == Fraction(sheet["house_edge"])
    if figure == "flush":
        assert {hand["outcome"] for hand in found["hands"]} == {"flush"}
        for hand in found["hands"]:
            assert len({card[1] for group in hand["groups"] for card in group}) == 1


def test_the_meter_that_breaks_even_is_explained(bench: Bench) -> None:
    found = bench.found("explain", METER | {"figure": "break_even_meter"})

    assert found["value"] == bench.found("evaluate", METER)["progressive"]["break_even_meter"]


def test_custom_rule_is_priced_searched_and_printed(bench: Bench) -> None:
    own = {"rule": OWN_RULE, "pays": {"three_alike": "30 to 1", "flush": "4 to 1", "pair": "2 to 1"}, "decks": 8}
    found = bench.found("evaluate", own)

    assert found["total"] == 416 * 415 // 2 * 414
    assert [row["label"] for row in found["outcomes"]] == ["Three Alike", "Flush", "Pair", "Loss"]
    assert bench.found("find", own | {"wanted": {"edge": "3..9%", "top": 1}})["tables"]
    assert bench.found("removal", own)["effects"]


def test_pays_of_lines_that_a_rule_no_longer_has_are_left_out(bench: Bench) -> None:
    found = bench.found("evaluate", {"rule": OWN_RULE, "pays": {"flush": "4 to 1", "gone": "nonsense"}})

    assert found["design"]["pays"] == {"flush": "4 to 1"}


def test_a_design_is_saved_once_and_printed(bench: Bench, tmp_path: Any) -> None:
    changed = MATCH | {"pays": {"flush": "5 to 1"}}
    saved, again = bench.found("designs", changed), bench.found("designs", changed | {"decks": 6, "table": "1"})
    assert saved["id"] == again["id"] == bench.found("evaluate", changed)["id"]

    address = f"/api/v1/lab/designs/{saved['id']}"
    assert bench.client.get(address).json()["design"] == saved["design"]
    pdf, xlsx = (bench.client.get(f"{address}/par.{kind}") for kind in ("pdf", "xlsx"))
    for kind, answer in (("pdf", pdf), ("xlsx", xlsx)):
        assert answer.status_code == 200
        (tmp_path / f"sheet.{kind}").write_bytes(answer.content)
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "sheet.pdf").pages)
    assert f"Lab {saved['id'][:8]}" in text
    assert "5 to 1" in text
    book = CalamineWorkbook.from_path(str(tmp_path / "sheet.xlsx"))
    assert any("Lab" in name for name in book.sheet_names)


def test_design_of_a_custom_rule_is_printed(bench: Bench) -> None:
    saved = bench.found("designs", {"rule": OWN_RULE})

    answer = bench.client.get(f"/api/v1/lab/designs/{saved['id']}/par.pdf")

    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize("name", ["0" * 24, "x", "é" * 24, "../../x", "%00", "' or 1=1 --"])
def test_unknown_design_is_not_found(bench: Bench, name: str) -> None:
    answer = bench.client.get(f"/api/v1/lab/designs/{name}")

    no_fault(answer)
    assert answer.status_code in (404, 422)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "there is no game ''"),
        ({"game": "match-n-poker", "wager": "base"}, "decided by how hands are played"),
        ({"game": "royal-riches-pai-gow", "wager": "dealer-pai-gow"}, "decided by how hands are played"),
        (MATCH | {"table": "99"}, "has no pay table '99'"),
        (MATCH | {"rule": OWN_RULE}, "not both"),
        (MATCH | {"pays": {"flush": "lots"}}, "Flush: pay 'lots' is not known"),
        (MATCH | {"pays": {"flash": "1 to 1"}}, "has no line 'flash'"),
        (MATCH | {"pays": dict.fromkeys(("straight", "flush", "match"), "")
                  | dict.fromkeys(("suited_three_of_a_kind", "straight_flush", "three_of_a_kind"), "")}, "one line"),
        (MATCH | {"options": {"king-ace-deuce": "maybe"}}, "is not known: allowed are no, yes"),
        (MATCH | {"bet": "0"}, "is zero"),
        (MATCH | {"meter": "-5"}, "the meter"),
        (METER | {"bet": "$5"}, "exactly $1"),
        ({"game": "ez-pai-gow", "wager": "dynasty", "decks": 2}, "approved for 1 deck"),
        ({"rule": "cards: player 2\nA: pare(player)"}, "line 2, column 4: there is no function 'pare'"),
        ({"rule": "cards: player 2"}, "the rule has no line yet"),
        ({"game": "million-dollar-match-the-dealer", "wager": "match", "pays": {"suited_match": "9 for 1"}}, "'to 1'"),
        ({"game": "million-dollar-match-the-dealer", "wager": "five-spots", "pays": {"any_4_card_match": "9 to 1"}},
         "fixed amounts"),
        ({"game": "million-dollar-match-the-dealer", "wager": "super-bonus", "bet": "$1"}, "takes $5 or more"),
    ],
)  # fmt: skip
def test_invalid_design_is_refused_with_one_sentence(bench: Bench, body: dict[str, Any], words: str) -> None:
    assert words in bench.refusal("evaluate", body)


def test_wager_without_an_edge_has_no_session_and_no_search(bench: Bench) -> None:
    bonus = {"game": "million-dollar-match-the-dealer", "wager": "super-bonus"}

    assert "cannot be bet alone" in bench.refusal("session", bonus)
    assert "cannot be bet alone" in bench.refusal("removal", bonus)
    assert "cannot be bet alone" in bench.refusal("find", bonus | {"wanted": {"edge": "1..2%"}})
    assert "give its amount" in bench.refusal("session", METER)
    assert "is not a range" in bench.refusal("find", MATCH | {"wanted": {"edge": "low"}})


def test_hostile_values_in_every_lab_field(bench: Bench) -> None:
    chance = random.Random(9)
    whole = {"game": "match-n-poker", "wager": "match-n-poker", "rule": "", "decks": 6, "table": "1",
             "pays": {"flush": "4 to 1"}, "options": {"king-ace-deuce": "no"}, "bet": "$5", "meter": ""}  # fmt: skip
    asked = {
        "evaluate": whole,
        "session": whole | {"rounds": 10},
        "explain": whole | {"figure": "house_edge"},
        "find": whole | {"wanted": {"edge": "4..6%", "hit": "", "sd": "", "pays": {}, "hold": False, "top": 1}},
        "designs": whole,
        "removal": whole,
    }
    for path, body in asked.items():
        for place in places(body):
            for value in chance.sample(VALUES, 6):
                text = json.dumps(changed(body, place, value)).encode()
                headers = {"Content-Type": "application/json"}
                no_fault(bench.client.post(f"/api/v1/lab/{path}", content=text, headers=headers))


def test_hostile_rules_never_cause_a_server_error(bench: Bench) -> None:
    for text in (
        "\x00",
        "\ud800",
        "cards: player 2\n" * 300,
        "(" * 4000,
        "cards: player 7\nA: " + "not " * 900,
        "é: 1",
    ):
        body = json.dumps({"rule": text}).encode()
        answer = bench.client.post("/api/v1/lab/evaluate", content=body, headers={"Content-Type": "application/json"})
        no_fault(answer)
        assert answer.status_code in (400, 422)


@pytest.mark.slow
def test_an_edit_is_answered_in_a_tenth_of_a_second(bench: Bench) -> None:
    """Counts are stored, and the time is the server's processor time, which other programs do not affect."""
    designs = [
        {"game": wager["game"], "wager": wager["wager"]}
        | ({"meter": "$20,000"} if "meter" in str(wager["tables"]) else {})
        for wager in bench.client.get("/api/v1/lab/wagers").json()
        if wager["designable"]
    ]
    lines = [bench.found("evaluate", design)["pay_table"] for design in designs]
    slowest = []
    for turn in range(3):
        times = []
        for design, table in zip(designs, lines, strict=True):
            for number in range(4):
                line = next(line for line in table if line["was"].endswith(" 1") or line["was"].startswith("$"))
                pay = f"${500 + turn + number}" if line["was"].startswith("$") else f"{40 + turn * 5 + number} to 1"
                begun = process_time()
                answer = bench.client.post("/api/v1/lab/evaluate", json=design | {"pays": {line["outcome"]: pay}})
                times.append(process_time() - begun)
                assert answer.status_code == 200, answer.text
        slowest.append(quantiles(times, n=20)[-1])
    assert min(slowest) < 0.1


def test_a_count_that_takes_too_long_is_stopped_and_the_next_one_is_done() -> None:
    others = active_children()
    runner = JobRunner({"own": LANES["own"]}, kept=10)
    heavy = "cards: player 5\nA: " + " and ".join(["any(a in all: any(b in all: suit(a) == hearts))"] * 20)
    about = {"game": "", "wager": "", "rule": heavy, "decks": 6, "options": {}, "groups": 1}
    light = about | {"rule": OWN_RULE, "groups": 2}
    try:
        stopped = runner.ask("own", "heavy", do, "count", about, seconds=1.0)
        assert stopped.wait(PATIENCE)
        with pytest.raises(BadInput, match="more than 1 seconds"):
            stopped.result()
        counted = runner.ask("own", "light", do, "count", light)
        assert counted.wait(PATIENCE)
        assert counted.result().total == 15_039_960
    finally:
        runner.close()
    assert {*active_children()} <= {*others}


def test_token_bucket_empties_and_refills() -> None:
    now = 0.0
    rate = TokenBucket(10, 2, lambda: now)
    rate.acquire("a", 10)
    rate.acquire("b", 10)
    with pytest.raises(Exception, match="try again in 2 seconds"):
        rate.acquire("a", 4)
    now = 2.0
    rate.acquire("a", 4)


def test_lab_requests_of_a_visitor_are_rate_limited(bench: Bench) -> None:
    lab = bench.client.app.state.lab  # type: ignore[attr-defined]
    lab.rate, before = TokenBucket(5, 0.001), lab.rate
    try:
        answers = [bench.client.post("/api/v1/lab/evaluate", json=MATCH) for _ in range(8)]
    finally:
        lab.rate = before
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
    no_fault(answers[-1])
