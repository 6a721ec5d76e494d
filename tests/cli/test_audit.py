"""``pitbook audit``: output, JSON and exit codes."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pitbook
from pitbook.cli import cli
from pitbook.exact.audit import VERDICT_NAMES, audit
from pitbook.games import LETTER_SLUGS, game
from pitbook.reports.audit.pdf import report
from tests.web.test_no_raw_names import raw_names

VERDICTS = ("holds", "holds under: ", "does not hold")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["audit", *words])


@pytest.fixture(scope="module")
def record() -> Any:
    return json.loads(run("--json").stdout)


def test_json_lists_every_claim_with_verdict_and_exact_value(record: Any) -> None:
    assert record["summary"]["total"] == {
        "claims": 416, "holds": 355, "holds_under": 46, "does_not_hold": 15, "unchecked": 0
    }  # fmt: skip
    assert [record["summary"][number]["game"] for number in ("000", "001", "002", "003", "004")] == list(LETTER_SLUGS)
    assert len(record["claims"]) == 416
    for claim in record["claims"]:
        assert claim["verdict"].startswith(VERDICTS)
        assert claim["verdict"] in ("holds", "does not hold") or claim["verdict"] == f"holds under: {claim['reading']}"
        assert claim["reason"]
        assert claim["cite"].startswith(f"letter {claim['letter']}")
        if claim["exact"] is not None:
            numerator, denominator = map(int, claim["exact"].split("/"))
            assert claim["exact_decimal"] == numerator / denominator


def test_json_lists_the_bases_tried_for_a_figure_that_does_not_match(record: Any) -> None:
    table_7 = next(claim for claim in record["claims"] if claim["id"] == "royal-match/RM-07/house advantage")

    assert [each["agrees"] for each in table_7["tried"]].count(True) == 1
    assert all("tried" in claim for claim in record["claims"] if claim["verdict"] != "holds")


def test_json_has_remarks_and_readings(record: Any) -> None:
    assert {remark["letter"] for remark in record["remarks"]} == {"000", "001", "002", "003", "004"}
    tried = {reading["option"] for reading in record["readings"]}
    assert tried == {"king-ace-deuce", "ace-deuce-straight", "joker", "third-seven"}


@pytest.mark.parametrize(
    ("slug", "code"),
    [("match-n-poker", 0), ("million-dollar-match-the-dealer", 0), ("royal-match-21", 1), ("ez-pai-gow", 1)],
)
def test_exit_code_is_1_if_a_claim_does_not_match(slug: str, code: int) -> None:
    assert run(slug).exit_code == code
    assert run(slug, "--json").exit_code == code


def test_the_exit_code_reaches_the_shell() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitbook", "audit", "royal-match-21", "--json"], capture_output=True, text=True
    )

    assert done.returncode == 1
    assert done.stderr == ""
    assert json.loads(done.stdout)["summary"]["total"]["does_not_hold"] == 2


def test_mismatches_come_first_and_the_summary_last() -> None:
    shown = run("royal-match-21").output
    order = ["Does not hold", "Holds if read this way", "Readings tried", "contradict themselves", "Summary"]

    assert [shown.index(words) for words in order] == sorted(shown.index(words) for words in order)
    assert "4.75660%" in shown
    assert "mixed basis" in shown


def test_terminal_pdf_and_page_use_the_same_verdict_names() -> None:
    """All three read the names from one place and use no others."""
    shown = " ".join(run("royal-match-21", "--all-claims").output.split())
    paper = report(audit([game("royal-match-21")]), date(2026, 1, 1))
    folder = Path(pitbook.__file__).parent
    page, typst = (
        (folder / "web/templates/letters/letter.html").read_text(),
        (folder / "reports/audit/audit.typ").read_text(),
    )
    assert paper["verdicts"] == VERDICT_NAMES
    for verdict, name in VERDICT_NAMES.items():
        assert name in shown
        assert f'names["{verdict}"]' in page
        assert f'said("{verdict}")' in typst
    assert not re.findall(r"[Dd]iffer(?:s|ences)", page + typst + shown.split("Where the letters")[0])
    assert not raw_names(shown.split("Where the letters")[0])


def test_letter_without_mismatches_is_reported_as_such() -> None:
    assert "Every printed figure holds." in run("match-n-poker").output


def test_all_claims_option_lists_matching_claims_too() -> None:
    assert "193.5" not in run("match-n-poker").output
    assert "193.5" in run("match-n-poker", "--all-claims").output


def test_unknown_game_is_refused_with_one_sentence() -> None:
    done = subprocess.run([sys.executable, "-m", "pitbook", "audit", "faro"], capture_output=True, text=True)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("pitbook: there is no game 'faro'")
    assert done.stderr.count("\n") == 1


def test_help_documents_the_exit_code() -> None:
    assert "1 if a claim does not hold or is unchecked" in run("--help").output


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], bytes]:
    pytest.importorskip("typst")
    folder = tmp_path_factory.mktemp("pdf")

    def write(name: str) -> bytes:
        path = folder / name
        assert run("royal-match-21", "--pdf", str(path)).exit_code == 1
        return path.read_bytes()

    return write


@pytest.mark.slow
def test_pdf_is_reproducible(pdf: Callable[[str], bytes]) -> None:
    first, second = pdf("first.pdf"), pdf("second.pdf")

    assert first.startswith(b"%PDF-")
    assert first == second


def test_a_pdf_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    done = subprocess.run(
        [sys.executable, "-m", "pitbook", "audit", "match-n-poker", "--pdf", str(tmp_path / "no" / "audit.pdf")],
        capture_output=True,
        text=True,
    )

    assert done.returncode == 2
    assert "cannot be written" in done.stderr


def test_the_letter_command_shows_remarks() -> None:
    shown = CliRunner().invoke(cli, ["letter", "royal-match-21"]).output

    assert "The condition on internal controls is printed twice." in shown


def test_a_game_without_printed_figures_is_not_said_to_hold() -> None:
    output = run("three-card-poker").output
    assert output.startswith("No figure is printed.")
    assert "A game by public rules has no letter" in output
    assert "prints pays only" not in output
