"""A simulation whose blocks take a while, and the processes of a cluster; a worker imports both from here."""

import os
import runpy
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from pitbook.exact.pieces import Sums
from pitbook.families.poker.exact.board import Board, BoardStage
from pitbook.simulate.blocks import Totals, key_of

BIG = 2**70 + 1


@dataclass(frozen=True)
class SlowBlocks:
    """Every block records the process that ran it, and its start time."""

    blocks: int
    folder: str
    seconds: float = 0.02
    fails_at: int = -1

    @property
    def key(self) -> str:
        return key_of("slow blocks", self.blocks, self.folder)

    def rounds_in(self, block: int) -> int:
        return 1

    def prepare(self) -> None:
        pass

    def run(self, block: int) -> Totals:
        if block == self.fails_at:
            raise ZeroDivisionError(f"block {block}")
        with (Path(self.folder) / str(os.getpid())).open("a") as notes:
            notes.write(f"{block}\n")
        time.sleep(self.seconds)
        return {"blocks": (1,), "numbers": (block, block**2), "big": (BIG,), f"of {block % 3}": (block,)}


class FewBoards(BoardStage):
    """Stages of a hold'em game over a few boards, each piece of which takes a while."""

    boards = 96
    seconds = 0.05

    @property
    def ready(self) -> Board:
        ready = super().ready
        step = len(ready.boards) // self.boards
        if step > 1:
            ready.boards, ready.weights = ready.boards[::step].copy(), ready.weights[::step].copy()
        return ready

    def run(self, block: int) -> Sums:
        time.sleep(self.seconds)
        return super().run(block)


def dask(folder: str, words: tuple[str, ...]) -> None:
    """Runs the command of that name in a separate process, without output."""
    os.chdir(folder)
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    sys.argv = ["dask", *words]
    runpy.run_module("dask", run_name="__main__")
