"""Lanes to the processes that count: each job is done once, takes its turn, and is stopped when it takes too long."""

import json
import os
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from queue import Empty, PriorityQueue
from threading import Event, Lock, Thread, Timer
from time import monotonic
from typing import Any, Final

from starlette.exceptions import HTTPException

import pitbook
from pitbook.exact.outside import given

LIMITS: Final[Mapping[str, float]] = {"rulebook": 120.0, "own": 30.0, "long": 60.0, "proof": 90.0}
"""Seconds that a job may take in each lane: what the rulebook asks for, rules that strangers wrote, what can wait, and
what goes through every deal again."""
SECONDS: Final[Mapping[str, float]] = {"find": 15.0}
"""Kinds of jobs that may take less than their lane allows."""
MOST_WAITING: Final = 20
MOST_KEPT: Final = 400
"""Answers that are remembered; what a count found is on disk as well."""
TRY_AGAIN: Final = 60.0
"""Seconds after which something refused is tried again: the machine may have been busy."""
IDLE: Final = 120.0
"""Seconds after which a process with nothing to do ends."""


@dataclass
class Job:
    """Something to be worked out, once."""

    kind: str
    about: Mapping[str, Any]
    done: Event = field(default_factory=Event)
    found: Any = None
    refused: str = ""
    began: float = field(default_factory=monotonic)

    @property
    def seconds(self) -> float:
        """How long it has been asked for."""
        return monotonic() - self.began


class Lane:
    """One process and the jobs that wait for it; the process is started when there is something to do."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.waiting: PriorityQueue[tuple[int, int, Job | None]] = PriorityQueue()
        """What somebody waits for comes first, then in the order in which it was asked for."""
        self._numbers = count()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._process: subprocess.Popen[str] | None = None
        self._closed = False

    def put(self, job: Job, *, ahead: bool = False) -> None:
        """Has a job done in its turn; ``ahead`` of time, no visitor waits for it yet, so it does not fill the queue."""
        with self._lock:
            asked = sum(not rank for rank, _, held in self.waiting.queue if held is not None)
            if asked >= MOST_WAITING and not ahead:
                raise HTTPException(
                    503, f"{MOST_WAITING} others are waiting for a count already: try again in a minute"
                )
            self.waiting.put((1 if ahead else 0, next(self._numbers), job))
            if self._thread is None and not self._closed:
                self._thread = Thread(target=self._work, name="lab lane", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Ends the process, whatever it does."""
        with self._lock:
            self._closed = True
            thread = self._thread
        if self._process is not None:
            self._process.kill()
        self.waiting.put((-1, next(self._numbers), None))
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while True:
            try:
                *_, job = self.waiting.get(timeout=IDLE)
            except Empty:
                with self._lock:
                    if self.waiting.empty():
                        self._thread = None
                        self._end()
                        return
                continue
            if job is None or self._closed:
                self._end()
                return
            self._do(job)
            job.done.set()

    def _do(self, job: Job) -> None:
        seconds = min(self.limit, SECONDS.get(job.kind, self.limit))
        process = self._started()
        watch = Timer(seconds, process.kill)
        watch.start()
        try:
            answer = _answer(process, {"games": given(job.about), "kind": job.kind, "about": job.about})
        except (OSError, ValueError):
            answer = None
        finally:
            watch.cancel()
        if answer is None:
            self._end()
            job.refused = f"that takes more than the {seconds:.0f} seconds or the memory that it may have"
        else:
            job.found, job.refused = answer.get("found"), answer.get("refused", "")

    def _started(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            self._end()
            above = str(Path(pitbook.__file__).parent.parent)
            paths = os.pathsep.join(filter(None, (above, os.environ.get("PYTHONPATH", ""))))
            self._process = subprocess.Popen(
                [sys.executable, "-m", "pitbook.web.lab.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                env=os.environ | {"PYTHONPATH": paths},
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _answer(process: "subprocess.Popen[str]", job: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a process says to a job; None where it ended instead."""
    if process.stdin is None or process.stdout is None:
        return None
    process.stdin.write(json.dumps(job) + "\n")
    process.stdin.flush()
    found: dict[str, Any] | None = json.loads(process.stdout.readline() or "null")
    return found


class Lanes:
    """Every lane, and what came out of them."""

    def __init__(self) -> None:
        self._lanes = {name: Lane(limit) for name, limit in LIMITS.items()}
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = Lock()

    def knows(self, kind: str, about: Mapping[str, Any]) -> bool:
        """Whether it was asked before, so that asking again costs nothing."""
        return _key(kind, about) in self._jobs

    def ask(self, lane: str, kind: str, about: Mapping[str, Any], patience: float = 0.0, *, ahead: bool = False) -> Job:
        """The job, done or on its way; waits for it so many seconds at most."""
        key = _key(kind, about)
        with self._lock:
            job = self._jobs.get(key)
            if job is None or (job.refused and job.seconds > TRY_AGAIN):
                job = Job(kind, about)
                self._lanes[lane].put(job, ahead=ahead)
                self._jobs[key] = job
            self._jobs.move_to_end(key)
            while len(self._jobs) > MOST_KEPT:
                self._jobs.popitem(last=False)
        job.done.wait(patience)
        return job

    def close(self) -> None:
        for lane in self._lanes.values():
            lane.close()


def _key(kind: str, about: Mapping[str, Any]) -> str:
    return f"{kind} {json.dumps(about, sort_keys=True)}"
