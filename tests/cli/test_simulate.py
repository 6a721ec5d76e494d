"""``pitbook simulate``: reproducible results, a checkpoint on Ctrl-C, and refusals before the run."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.cli.params import parse_penetration, parse_rounds
from pitbook.cli.simulate_text import duration, short
from pitbook.errors import BadInput
from tests.cli.command_runner import Ran, run
from tests.hostile import NASTY

MNP, RM, MATCH, EZ = "match-n-poker", "royal-match-21", "million-dollar-match-the-dealer", "ez-pai-gow"
WAGER = (MNP, MNP, "--decks", "6", "--table", "1")
NO_SPLITS = ("--rule", "split-hands=1")
"""Rules that are solved in a moment."""


def facts(*words: str) -> Any:
    """The part of the output that depends only on the inputs."""
    found = run("simulate", *words, "--json").json
    assert found.pop("timing").keys() == {
        "seconds", "preparing_seconds", "rounds_now", "rounds_per_second", "workers", "cluster",
    }  # fmt: skip
    return found


def test_wager_simulation_is_compared_with_its_par_sheet() -> None:
    found = facts(*WAGER, "--rounds", "5e6", "--seed", "7")
    (wager,) = found["wagers"]
    par = run("par", *WAGER, "--json").json

    assert (found["rounds_played"], found["interrupted"], found["seed"]) == (5_000_000, False, 7)
    assert sum(row[0] for row in found["totals"].values()) == 5_000_000
    assert wager["house_edge"]["exact_fraction"] == par["house_edge"]
    assert [line["outcome"] for line in wager["lines"]] == [each["outcome"] for each in par["outcomes"]]
    for line, each in zip(wager["lines"], par["outcomes"], strict=True):
        assert line["frequency"]["exact_fraction"] == each["probability"]
        assert abs(line["frequency"]["z_score"]) < 4
    assert found["compared"] == 8
    assert found["largest_z_score"] < 4


@pytest.mark.parametrize(
    "words",
    [
        (*WAGER, "--rounds", "5e6"),
        pytest.param((MATCH, "--rounds", "3e5", "--seats", "3"), marks=pytest.mark.slow),
        pytest.param(
            (MNP, "--rounds", "3e5", "--seats", "1", "--bet", "base=5", "--strategy", "mimic"), marks=pytest.mark.slow
        ),
    ],
    ids=["wager", "match", "blackjack"],
)
def test_result_does_not_depend_on_the_number_of_workers(words: tuple[str, ...]) -> None:
    one = facts(*words, "--workers", "1")

    assert facts(*words, "--workers", "64") == one
    assert facts(*words, "--seed", "2")["totals"] != one["totals"]


def test_result_contains_no_path_or_time(tmp_path: Path) -> None:
    text = json.dumps(facts(*WAGER, "--rounds", "1e6", "--checkpoint", str(tmp_path / "run.json")))

    assert str(tmp_path) not in text
    assert "workers" not in text


def test_whole_table_simulation() -> None:
    found = facts(MATCH, "--rounds", "5e4", "--decks", "6", "--table", "super-bonus=6-C", "--bet", "five-spots=25")
    match, bonus = found["wagers"]

    assert (match["wager"], match["bets"], match["wagered_cents"]) == ("match", 7 * 5 * 50_000, 7 * 5 * 50_000 * 2500)
    assert (bonus["wager"], bonus["pay_table"], bonus["bet_cents"], bonus["house_edge"]) == (
        "super-bonus",
        "6-C",
        0,
        None,
    )
    assert bonus["cents_a_round"]["value"] > 0
    assert found["table"]["shoes"] > 1000
    assert found["bets_cents"] == {"match": 2500}
    assert found["pay_tables"] == {"match": "6", "super-bonus": "6-C"} or found["pay_tables"] == {"match": "6"}
    assert found["largest_z_score"] < 4.5


def test_blackjack_has_an_exact_figure_only_from_full_shoes() -> None:
    words = (MNP, "--decks", "2", "--rounds", "1e5", "--seats", "2", "--bet", "base=10", *NO_SPLITS)
    fresh, cut = facts(*words, "--penetration", "0%"), facts(*words)

    assert abs(fresh["wagers"][0]["house_edge"]["z_score"]) < 4
    assert fresh["notes"] == []
    assert cut["wagers"][0]["house_edge"]["exact"] is None
    assert "cut-card effect" in " ".join(cut["notes"])


@pytest.mark.slow
def test_rules_and_strategy_change_the_result() -> None:
    words = (
        RM,
        "--decks",
        "1",
        "--rounds",
        "2e5",
        "--seats",
        "1",
        "--bet",
        "base=10",
        "--penetration",
        "0%",
        *NO_SPLITS,
    )
    edges = {
        name: facts(*words, *more)["wagers"][0]["house_edge"]
        for name, more in {
            "basic": (),
            "stands": ("--rule", "soft17=stand"),
            "mimic": ("--strategy", "mimic"),
            "even": ("--rule", "blackjack-pays=1:1"),
        }.items()
    }
    exact = {name: edge["exact"] for name, edge in edges.items()}

    assert exact["stands"] < exact["basic"] < exact["even"] < exact["mimic"]
    assert all(abs(edge["z_score"]) < 4 for edge in edges.values())


@pytest.mark.parametrize(
    "words",
    [(*WAGER, "--rounds", "1e6"), (MATCH, "--rounds", "2e4"), (MNP, "--rounds", "5e4", *NO_SPLITS)],
    ids=["wager", "match", "blackjack"],
)
def test_terminal_output(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = run("simulate", *words)

    assert (ran.code, ran.err) == (0, "")
    assert "House edge" in ran.out or "house edge" in ran.out
    assert "exact" in ran.out
    assert "standard errors" in ran.out
    assert "a second" in ran.out
    assert "…" not in ran.out


def test_progressive_is_priced_with_a_given_meter() -> None:
    words = (RM, "royal-match-progressive", "--decks", "6", "--rounds", "1e6")
    without, priced = facts(*words), facts(*words, "--meter", "$25,000")

    assert without["wagers"][0]["house_edge"] is None
    assert priced["wagers"][0]["house_edge"]["exact"] is not None
    assert without["totals"] == priced["totals"]
    assert "by meter" in run("simulate", *words).out


@pytest.mark.slow
def test_player_choice_is_an_option() -> None:
    red, black = (facts(EZ, "red-black", "--rounds", "1e6", "--option", f"color={color}") for color in ("red", "black"))

    assert red["totals"] != black["totals"]
    assert red["options"]["color"] == "red"


def test_finished_checkpoint_repeats_its_result(tmp_path: Path) -> None:
    words = (*WAGER, "--rounds", "5e6", "--checkpoint", str(tmp_path / "run.json"))
    first = run("simulate", *words, "--json").json
    again = run("simulate", *words, "--json").json

    assert again.pop("timing")["rounds_now"] == 0
    first.pop("timing")
    assert again == first


IMPATIENT = """
from pitbook.cli import main
from pitbook.simulate import run
run.CHECKPOINT_EVERY = 0.1
main()
"""


def start(*words: str, **more: Any) -> "subprocess.Popen[str]":
    """The command in a process of its own, which writes its checkpoint ten times a second."""
    command = [sys.executable, "-c", IMPATIENT, "simulate", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more)


def wait_for_more(path: Path, blocks: int) -> None:
    """Waits until a checkpoint holds more than this many blocks."""
    until = time.monotonic() + 60
    while played(path) <= blocks and time.monotonic() < until:
        time.sleep(0.02)


def played(path: Path) -> int:
    """The number of blocks in a checkpoint."""
    try:
        return sum(stop - begin for begin, stop in json.loads(path.read_text())["finished"])
    except (OSError, ValueError):
        return 0


def test_ctrl_c_writes_a_checkpoint_and_the_same_command_resumes(tmp_path: Path) -> None:
    path, done = tmp_path / "run.json", [0]
    for _ in range(2):
        before = done[-1]
        with start(*WAGER, "--rounds", "1e15", "--checkpoint", str(path), "--json", stderr=subprocess.PIPE) as running:
            wait_for_more(path, played(path))
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=30)
        found = json.loads(out)
        assert (running.returncode, err) == (130, "")
        assert found["interrupted"] is True
        assert found["rounds"] == 10**15
        assert sum(row[0] for row in found["totals"].values()) == found["rounds_played"] >= before
        assert played(path) * (1 << 21) == found["rounds_played"]
        done.append(found["rounds_played"])

    assert 0 < done[1] < done[2]


@pytest.mark.slow
def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    outer, inner = pty.openpty()
    words = (*WAGER, "--rounds", "1e15", "--checkpoint", str(tmp_path / "run.json"))
    with start(*words, stderr=inner, env={**os.environ, "COLUMNS": "100", "TERM": "xterm"}) as running:
        os.close(inner)
        wait_for_more(tmp_path / "run.json", 0)
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        shown, part = b"", b" "
        while part:
            try:
                part = os.read(outer, 65536)
            except OSError:  # how a terminal ends
                part = b""
            shown += part
        out, _ = running.communicate(timeout=30)
    os.close(outer)

    assert running.returncode == 130
    assert "of 1 quadrillion" in shown.decode()
    assert "a second" in shown.decode()
    assert "left" in shown.decode()
    assert "Stopped after" in out


@pytest.mark.parametrize(
    ("text", "rounds"),
    [("1", 1), ("1e9", 10**9), ("2.5E6", 2_500_000), ("1,000,000", 10**6), ("1_000", 1000), (" 7 ", 7), ("1e+3", 1000),
     ("1e15", 10**15), ("1.0", 1), ("0.5e1", 5)],
)  # fmt: skip
def test_rounds_are_whole_numbers(text: str, rounds: int) -> None:
    assert parse_rounds(text) == rounds


ABSURD = ("0", "-1", "-1e9", "0e5", "1e16", "1e99", "10000000000000001", "9" * 30)
NO_NUMBER = (
    "",
    "nan",
    "inf",
    "-inf",
    "1.5",
    "0.1",
    "1e-3",
    "٣",
    "５",
    "1,00",
    "1,0000",
    "0x10",
    "ten",
    "1e999",
    "9" * 31,
    "1 000",
)


@pytest.mark.parametrize("text", [*ABSURD, *NO_NUMBER])
def test_absurd_rounds_are_refused(text: str) -> None:
    sentence = run("simulate", *WAGER, f"--rounds={text}").refusal

    assert "a simulation plays 1 to 1,000,000,000,000,000" in sentence or sentence.startswith("--rounds ")


@given(st.text() | st.sampled_from(NASTY) | st.text(alphabet="0123456789.eE+-,_%", max_size=12))
@settings(max_examples=100)
def test_arbitrary_text_for_a_number_is_parsed_or_refused(text: str) -> None:
    for parse in (parse_rounds, parse_penetration):
        sentence = ""
        try:
            parse(text)
        except BadInput as error:
            sentence = str(error)
        assert "\n" not in sentence


@pytest.mark.parametrize(
    ("text", "penetration"), [("75%", 0.75), ("0.75", 0.75), ("0%", 0), ("66.5 %", 0.665), ("0", 0)]
)
def test_penetrations_are_shares_of_the_shoe(text: str, penetration: float) -> None:
    assert float(parse_penetration(text)) == penetration


TABLE = (MNP, "--rounds", "1e4")
REFUSED = [
    (("unknown", "--rounds", "5"), "there is no game 'unknown'"),
    (("blackjack",), "blackjack is simulated as the base of a game: pitbook simulate match-n-poker"),
    ((MNP, "nothing"), "match-n-poker has no wager 'nothing': it has base and match-n-poker"),
    ((MNP, "base"), "base is decided by how hands are played: leave it out, and whole rounds are simulated"),
    (("royal-riches-pai-gow", "dealer-pai-gow"), "dealer-pai-gow is decided by how hands are played"),
    ((*TABLE, "--seats", "0"), "match-n-poker is played by 1 to 7 seats, not 0"),
    ((*TABLE, "--seats", "8"), "match-n-poker is played by 1 to 7 seats, not 8"),
    ((*TABLE, "--seats", "-1"), "match-n-poker is played by 1 to 7 seats, not -1"),
    ((*TABLE, "--seats", "x"), "Invalid value for '--seats': 'x' is not a whole number"),
    ((EZ, "--seats", "7"), "ez-pai-gow is played by 1 to 6 seats, not 7"),
    ((*TABLE, "--decks", "3"), "match-n-poker is approved for 2, 4, 5, 6 and 8 decks, not 3"),
    ((*WAGER[:2], "--decks", "3"), "no pay table of match-n-poker is for 3 decks: they are for 2, 4, 5, 6 and 8"),
    ((*WAGER[:2], "--decks", "8", "--table", "7"), "pay table"),
    ((*TABLE, "--penetration", "100%"), "--penetration '100%' is not where a cut card can lie: give 0% to below 100%"),
    ((*TABLE, "--penetration", "75"), "--penetration '75' is not where a cut card can lie"),
    ((*TABLE, "--penetration", "-5%"), "--penetration '-5%' is not where a cut card can lie"),
    ((*TABLE, "--penetration", "nan"), "--penetration 'nan' is not where a cut card can lie"),
    ((*TABLE, "--penetration", "99%"), "a penetration of 99% leaves"),
    ((RM, "--decks", "1", "--seats", "7", "--penetration", "75%"), "a penetration of 75% leaves"),
    ((EZ, "--penetration", "75%"), "dealt from a fresh pack every round, so a penetration changes nothing"),
    ((*TABLE, "--bet", "base=0"), "the bet on base '0' is zero"),
    ((*TABLE, "--bet", "base=-5"), "the bet on base '-5' is negative"),
    ((*TABLE, "--bet", "base=5", "--bet", "base=6"), "--bet gives 'base' twice: give one"),
    ((*TABLE, "--bet", "other=5"), "match-n-poker has no wager 'other'"),
    ((*TABLE, "--bet", "5"), "--bet '5' is not of the form NAME=VALUE"),
    ((MATCH, "--bet", "match-1=5"), "every spot has the same bet here: give --bet match=5"),
    ((MATCH, "--bet", "super-bonus=5"), "super-bonus cannot be bet alone"),
    (("three-card-poker", "--bet", "ante-bonus=5"), "ante-bonus takes no bet of its own: it is paid on the ante"),
    (("three-card-poker", "--bet", "play=5"), "play is bet during the round, as the seats play"),
    ((MATCH, "five-spots", "--bet", "match-1=5", "--bet", "match-2=10"), "five-spots is simulated with the same bet"),
    ((*TABLE, "--table", "match-n-poker=99"), "match-n-poker has no pay table '99'"),
    ((*TABLE, "--table", "99"), "--table '99' is not of the form NAME=VALUE"),
    ((*WAGER[:2], "--table", "99"), "match-n-poker has no pay table '99'"),
    ((*TABLE, "--option", "colour=red"), "match-n-poker has no option 'colour'"),
    ((*TABLE, "--rule", "soft17=maybe"), "soft17"),
    ((*TABLE, "--rule", "soft18=hit"), "soft18"),
    ((*TABLE, "--strategy", "psychic"), "psychic"),
    ((*TABLE, "--meter", "5000"), "--meter was given, but no wager that is bet has a line that pays from one"),
    ((RM, "--bet", "royal-match-progressive=1"), "royal-match-progressive pays shares of a meter: give its amount"),
    ((RM, "--bet", "royal-match-progressive=5", "--meter", "9000"), "royal-match-progressive is"),
    ((*WAGER, "--seats", "7"), "--seats is for whole rounds: leave out the wager match-n-poker to play them"),
    ((*WAGER, "--penetration", "75%"), "--penetration is for whole rounds"),
    ((*WAGER, "--rule", "soft17=hit"), "--rule is for whole rounds"),
    ((*WAGER, "--strategy", "basic"), "--strategy is for whole rounds"),
    ((*WAGER, "--workers", "0"), "0 workers: a simulation runs on 1 to 1,024"),
    ((*WAGER, "--workers", "9999"), "9999 workers: a simulation runs on 1 to 1,024"),
    ((*WAGER, "--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "--workers sets threads of this machine"),
    ((*WAGER, "--cluster", " "), "give the address of a Dask scheduler"),
    ((*WAGER, "--seed", "1.5"), "Invalid value for '--seed': '1.5' is not a whole number"),
    ((*WAGER, "--checkpoint", "/nowhere/at/all.json"), "the checkpoint /nowhere/at/all.json cannot be written"),
    ((*WAGER, "--bet", "1e3"), "--bet '1e3' is not an amount of money"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "sentence"), REFUSED, ids=lambda each: " ".join(each) if isinstance(each, tuple) else ""
)
def test_bad_input_is_refused_before_anything_runs(
    words: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitbook.simulate.wagers.WagerDeals.run", lambda self, block: pytest.fail("it ran"))
    monkeypatch.setattr(
        "pitbook.families.blackjack.simulate.BlackjackTable.run", lambda self, block: pytest.fail("it ran")
    )
    monkeypatch.setattr(
        "pitbook.families.pai_gow.simulate.table.PaiGowTable.run", lambda self, block: pytest.fail("it ran")
    )

    assert sentence in run("simulate", *words).refusal


def test_checkpoint_of_other_inputs_is_refused_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    run("simulate", *WAGER, "--rounds", "1e6", "--checkpoint", str(path))
    before = path.read_bytes()
    for more in (("--rounds", "2e6"), ("--seed", "2"), ("--rounds", "1e6", "--option", "king-ace-deuce=yes")):
        ran: Ran = run("simulate", *WAGER, *more, "--checkpoint", str(path))
        assert "is a checkpoint of other inputs or other rules" in ran.refusal
    path.write_bytes(before[:-40])
    assert f"the checkpoint {path} is damaged: delete it to start over" in run(
        "simulate", *WAGER, "--rounds", "1e6", "--checkpoint", str(path)
    ).refusal  # fmt: skip


def test_short_forms_of_numbers_and_times() -> None:
    assert [short(number) for number in (999, 51_234_567, 1e9, 2.5e12, 1e15)] == [
        "999", "51.2 million", "1 billion", "2.5 trillion", "1 quadrillion",
    ]  # fmt: skip
    assert [duration(seconds) for seconds in (0.123, 12.34, 245, 11_400, 1e6)] == [
        "0.12 s", "12.3 s", "4:05 min", "3:10 h", "11 days",
    ]  # fmt: skip
