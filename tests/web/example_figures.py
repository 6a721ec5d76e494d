"""Figures to compute in the tests of the figure processes: quick, refused, crashing and endless ones."""

import os
import time
from dataclasses import dataclass

from pitbook.errors import BadInput


@dataclass(frozen=True, slots=True)
class Square:
    """The square of a number."""

    number: int
    slow: bool = False

    def make(self) -> int:
        return self.number**2


@dataclass(frozen=True, slots=True)
class Impossible:
    """Is refused."""

    slow: bool = False

    def make(self) -> int:
        raise BadInput("there is no such figure")


@dataclass(frozen=True, slots=True)
class Crashing:
    """Ends its process."""

    slow: bool = False

    def make(self) -> int:
        os._exit(1)


@dataclass(frozen=True, slots=True)
class Endless:
    """Never finishes."""

    slow: bool = False

    def make(self) -> int:
        while True:
            time.sleep(60)


@dataclass(frozen=True, slots=True)
class Process:
    """The process that computes, and its priority."""

    slow: bool = False

    def make(self) -> tuple[int, int]:
        return os.getpid(), os.nice(0)
