"""Output streams: a closed pipe, a full disk, a terminal without suit symbols."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_runner import run

PITBOOK = [sys.executable, "-m", "pitbook"]


def test_closed_pipe_is_not_an_error() -> None:
    """``pitbook letter ... | head -1`` ends with 0 and says nothing."""
    for words in (["letter", "royal-match-21", "--claims"], ["letter", "royal-match-21", "--json"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([*PITBOOK, *words], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
        os.close(writing)

        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the machine has no device that is always full")
def test_full_disk_is_reported_with_one_sentence() -> None:
    """A write error is reported once, and the command fails."""
    for words in (["games"], ["games", "--json"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run([*PITBOOK, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)

        assert done.returncode == 1
        assert done.stderr == "pitbook: the output cannot be written: no space left on device\n"


def test_closed_stdout_is_not_an_error() -> None:
    """A command that is started with stdout closed ends without an error."""
    done = subprocess.run(
        [sys.executable, "-c", "import os, sys; os.close(1); os.execv(sys.argv[1], sys.argv[1:])", *PITBOOK, "games"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_an_encoding_without_suit_symbols(encoding: str) -> None:
    """A person sees a question mark for a suit; JSON escapes every character."""
    words = ["settle", "royal-match-21", "--bet", "royal-match=5", "--player", "Ks Qs"]
    shown = run(*words, encoding=encoding)

    assert shown.code == 0
    assert "K? Q?" in shown.out
    for page in (["tour"], ["games"], ["rules", "ez-pai-gow"], ["letter", "ez-pai-gow"]):
        assert run(*page, encoding=encoding).code == 0
    facts = ["letter", "ez-pai-gow", "--json"]
    assert json.loads(run(*facts, encoding=encoding).out) == run(*facts).json


def test_refusal_in_an_encoding_without_suit_symbols() -> None:
    """The input is quoted as far as it can be displayed."""
    refused = run("settle", "royal-match-21", "--bet", "royal-match=5", "--player", "K♠ Q♤", encoding="latin-1")

    assert refused.refusal.startswith("there is no card 'Q?'")


def test_python_m_pitbook_equals_the_command() -> None:
    """``python -m pitbook`` prints what ``pitbook`` prints, and ends as it does."""
    good = subprocess.run([*PITBOOK, "games", "--json"], capture_output=True, text=True, check=False)
    bad = subprocess.run([*PITBOOK, "rules", "chess"], capture_output=True, text=True, check=False)

    assert json.loads(good.stdout) == run("games", "--json").json
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == run("rules", "chess").err
