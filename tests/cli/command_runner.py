"""Runs the command as a shell would, in this process: arguments in, both streams and the exit code out."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple
from unittest.mock import patch

from pitbook.cli import main


class Ran(NamedTuple):
    """The output and exit code of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The parsed JSON output."""
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """The one sentence of a refusal; asserts that nothing else was printed."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.startswith("pitbook: ")
        assert self.err.endswith("\n")
        assert "Traceback" not in self.err
        sentence = self.err.removeprefix("pitbook: ").removesuffix("\n")
        assert "\n" not in sentence
        return sentence


def run(*words: str, encoding: str = "utf-8") -> Ran:
    """Runs ``pitbook`` with these arguments."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, newline="\n", write_through=True) for _ in range(2))
    code: object = 0
    with patch.object(sys, "argv", ["pitbook", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
    assert isinstance(code, int)
    return Ran(code, *(_text(stream) for stream in (out, err)))


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(stream.encoding)
