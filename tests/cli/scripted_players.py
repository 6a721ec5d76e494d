"""Players for ``pitbook play``: one with its lines prepared, one that reads each question and answers it."""

import io
import random
import re
import sys
from collections.abc import Callable
from unittest.mock import patch

from tests.cli.command_runner import Ran, run

GAMES = (
    "million-dollar-match-the-dealer",
    "match-n-poker",
    "royal-riches-pai-gow",
    "royal-match-21",
    "ez-pai-gow",
)


def play(lines: str, *words: str, encoding: str = "utf-8") -> Ran:
    """A session whose player types these lines."""
    with patch.object(sys, "stdin", io.StringIO(lines)):
        return run("play", *words, encoding=encoding)


class Reader:
    """A player who reads the output since the last answer and then writes one of the allowed answers."""

    def __init__(self, seed: int, rounds: int, choose: "Callable[[random.Random, list[str]], str]") -> None:
        self.random, self.rounds, self.choose = random.Random(seed), rounds, choose
        self.given: list[str] = []
        self._seen = 0
        self._answers = [""]

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        printed = " ".join(self._printed().split())
        if "Set your hand" in printed:
            low = self.random.sample("1234567", 2)
            self._answers = ["w", "".join(low), *(["f"] if "f for fold" in printed else [])]
        elif "Enter deals." in printed:
            self._answers = [""]
            self.rounds -= 1
        elif "? advises" in printed:
            self._answers = re.findall(r"(\w+) \(\w\)", printed)
        if self.rounds < 0:
            return "quit\n"
        answer = self.choose(self.random, self._answers)
        self.given.append(answer)
        return f"{answer}\n"

    def _printed(self) -> str:
        """The output since the last call."""
        assert isinstance(sys.stdout, io.TextIOWrapper)
        buffer = sys.stdout.buffer
        assert isinstance(buffer, io.BytesIO)
        text = buffer.getvalue().decode()
        new, self._seen = text[self._seen :], len(text)
        return new


def any_of(chance: random.Random, answers: list[str]) -> str:
    return chance.choice(answers)


def read_and_play(
    seed: int, rounds: int, *words: str, choose: "Callable[[random.Random, list[str]], str]" = any_of
) -> tuple[Ran, list[str]]:
    """A session of ``rounds`` rounds, and the answers that were given."""
    reader = Reader(seed, rounds, choose)
    with patch.object(sys, "stdin", reader):
        return run("play", *words, "--seed", str(seed)), reader.given
