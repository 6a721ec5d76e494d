"""A cluster of worker processes gives the same totals, even if one of them is killed."""

import gc
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.exact.custom_wager import find_game
from pitbook.exact.pieces import run_here
from pitbook.exact.select import SheetRequest, plan
from pitbook.families.poker.exact.chart import find_chart
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.methods import solve
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.exact.sweep import SweepStage
from pitbook.families.poker.rules.statement import rules_of
from pitbook.simulate import cluster as clusters
from pitbook.simulate.checkpoint import read_checkpoint
from pitbook.simulate.cluster import run_on_cluster
from pitbook.simulate.run import RunLog, RunProgress, no_report, run
from pitbook.simulate.stages import KeyedStage, stage_runner
from pitbook.simulate.wagers import BLOCK, wager_deals
from tests.simulate.slow_blocks import FewBoards, SlowBlocks, dask

PATIENCE = 60.0
FORKING = get_context("forkserver")
"""Importing Dask takes longest at start: one process imports it, and all others are forked from that one."""
FORKING.set_forkserver_preload(["dask.cli", "distributed.cli.dask_scheduler", "distributed.cli.dask_worker"])


@dataclass(frozen=True)
class Cluster:
    """A scheduler and its workers, each in a separate process."""

    address: str
    folder: Path
    stack: ExitStack
    scheduler: BaseProcess

    def start_worker(self) -> BaseProcess:
        return self.stack.enter_context(
            process(
                self.folder,
                "worker",
                self.address,
                "--nthreads",
                "1",
                "--no-nanny",
                "--no-dashboard",
                "--death-timeout",
                "20",
            )
        )


@contextmanager
def process(folder: Path, *words: str) -> Iterator[BaseProcess]:
    """``dask`` with these words, which ends when the test does."""
    started = FORKING.Process(target=dask, args=(str(folder), words))
    started.start()
    try:
        yield started
    finally:
        started.kill()
        started.join()


@contextmanager
def cluster_of(workers: int, folder: Path) -> Iterator[Cluster]:
    known = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(known))
    with ExitStack() as stack:
        scheduler = stack.enter_context(process(folder, "scheduler", *words))
        end = time.monotonic() + PATIENCE
        while not known.exists() and time.monotonic() < end:
            time.sleep(0.05)
        started = Cluster(json.loads(known.read_text())["address"], folder, stack, scheduler)
        for _ in range(workers):
            started.start_worker()
        yield started


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster_of(2, tmp_path_factory.mktemp("cluster")) as started:
        yield started


def worked(folder: Path) -> dict[int, list[int]]:
    """The blocks that each process ran."""
    return {int(path.name): [int(line) for line in path.read_text().split()] for path in folder.iterdir()}


def test_a_cluster_gives_the_totals_of_one_machine(cluster: Cluster) -> None:
    game = find_game("match-n-poker")
    deals = wager_deals(plan(game, SheetRequest(wager="match-n-poker", decks=6))[0], game.slug, 9 * BLOCK + 77, 3)

    assert run_on_cluster(deals, cluster.address).totals == run(deals, 1).totals


def test_a_run_goes_on_from_one_machine_to_a_cluster_and_back(cluster: Cluster, tmp_path: Path) -> None:
    path, notes = tmp_path / "run.json", tmp_path / "notes"
    notes.mkdir()
    simulation, parts = SlowBlocks(400, str(notes), 0.01), []
    for goes in (run, run_on_cluster, run):
        stop = threading.Event()

        def halt(progress: RunProgress, stop: threading.Event = stop) -> None:
            if progress.now > 25:
                stop.set()

        if goes is run:
            ran = run(simulation, 2, halt, path, stop)
        else:
            ran = run_on_cluster(simulation, cluster.address, halt, path, stop)
        parts.append(ran.rounds)
        assert ran.totals["blocks"] == (ran.rounds,)
    last = run_on_cluster(simulation, cluster.address, checkpoint=path)

    assert 0 < parts[0] < parts[1] < parts[2] < 400
    assert last.totals == run(SlowBlocks(400, str(notes), 0)).totals


@pytest.mark.slow
def test_a_scheduler_that_dies_leaves_the_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 3.0)
    path, notes = tmp_path / "run.json", tmp_path / "notes"
    notes.mkdir()
    simulation = SlowBlocks(400, str(notes), 0.01)
    with cluster_of(1, tmp_path) as started:

        def kill_it(progress: RunProgress) -> None:
            if progress.done > 20:
                started.scheduler.kill()

        with pytest.raises(
            BadInput, match=r"^the Dask scheduler at .* no longer answers: the finished work is saved in "
        ):
            run_on_cluster(simulation, started.address, kill_it, path)
    done = read_checkpoint(path, simulation).rounds(simulation)

    assert 20 < done < 400
    assert run(simulation, 2, checkpoint=path).totals["blocks"] == (400,)


def test_error_in_a_simulation_is_raised(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError, match="block 7"):
        run_on_cluster(SlowBlocks(50, str(tmp_path), 0.001, fails_at=7), cluster.address)


@dataclass(frozen=True)
class OtherVersion(SlowBlocks):
    """A simulation with another key in every process, as if workers had other rules."""

    @property
    def key(self) -> str:
        return f"{os.getpid()}"


def test_workers_of_another_version_are_refused(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^a worker of the cluster has another version of Pitbook"):
        run_on_cluster(OtherVersion(5, str(tmp_path)), cluster.address)


def test_a_worker_killed_in_the_middle_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    """The worker that has done most is killed once a third is done; this is the last test of the whole cluster."""
    simulation = SlowBlocks(300, str(tmp_path))
    killed: list[int] = []

    def kill_one(progress: RunProgress) -> None:
        if not killed and progress.done > 100:
            by_worker = worked(tmp_path)
            killed.append(max(by_worker, key=lambda worker: len(by_worker[worker])))
            os.kill(killed[0], signal.SIGKILL)

    ran = run_on_cluster(simulation, cluster.address, kill_one)
    by_worker = worked(tmp_path)
    again = tmp_path / "again"
    again.mkdir()

    assert ran.totals == run(SlowBlocks(300, str(again), seconds=0), 2).totals
    assert ran.totals["blocks"] == (300,)
    assert (ran.rounds, ran.interrupted) == (300, False)
    assert len(by_worker) == 2
    assert killed[0] in by_worker
    # The other worker repeated its unfinished blocks.
    assert sum(map(len, by_worker.values())) > 300


def test_a_solver_gets_the_same_integers_when_a_worker_is_killed(tmp_path: Path) -> None:
    """Once a quarter of the pieces is done, one of two workers is killed without warning."""
    problem = pose(rules_of("three-card-poker"), sees="dealer:2")
    stage = SweepStage(problem, "test")
    with cluster_of(1, tmp_path) as started:
        doomed = started.start_worker()

        def kill_one(progress: RunProgress) -> None:
            if progress.done > progress.of // 4 and doomed.is_alive():
                doomed.kill()

        ran = run_on_cluster(KeyedStage(stage), started.address, kill_one)
        assert not doomed.is_alive()
    here = run_here(SweepStage(problem))

    assert stage.blocks > 100
    assert (ran.rounds, ran.interrupted) == (stage.blocks, False)
    assert {name: row.tolist() for name, row in ran.totals.items()} == {
        name: row.tolist() for name, row in here.items()
    }


def killing(worker: BaseProcess, share: float) -> Callable[[int, int], None]:
    """Kills a worker without warning once this share of the pieces is done."""

    def kill_one(done: int, of: int) -> None:
        if done >= share * of and worker.is_alive():
            worker.kill()

    return kill_one


@pytest.mark.slow
def test_both_stages_of_a_hold_em_game_are_the_same_integers_on_a_cluster_when_workers_are_killed(
    tmp_path: Path,
) -> None:
    """A few boards: values, then every deal by the decisions; one of two workers is killed in each stage."""
    problem = pose(rules_of("ultimate-texas-holdem"))
    here = FewBoards(problem, "test")
    values = run_here(here)
    best = here.ready.decided({"sums": values["sums"].copy()}).best
    deals = run_here(FewBoards(problem, "test", best, ready=here.ready, part="deals"))
    with cluster_of(1, tmp_path) as started:
        run_there = stage_runner(started.address)
        for stage, expected in (
            (FewBoards(problem, "test", ready=here.ready), values),
            (FewBoards(problem, "test", best, ready=here.ready, part="deals"), deals),
        ):
            doomed = started.start_worker()
            found = run_there(stage, killing(doomed, 0.3))
            assert not doomed.is_alive()
            assert all((found[name] == row).all() for name, row in expected.items())
    assert deals["tally"].sum() > 0


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("slug", ["ultimate-texas-holdem", "texas-holdem-bonus"])
def test_a_hold_em_game_and_its_chart_are_solved_on_a_cluster_when_workers_are_killed(
    slug: str, tmp_path: Path
) -> None:
    """The same fractions as those that come with the package, whichever worker dies."""
    problem = pose(rules_of(slug))
    with cluster_of(1, tmp_path) as started:
        doomed = [started.start_worker(), started.start_worker()]
        run_there = stage_runner(started.address)
        found = solve(problem, killing(doomed[0], 0.2), run_there, "test")
        chart = find_chart(problem, found.hands, killing(doomed[1], 0.3), run_there, "test")
        assert not any(worker.is_alive() for worker in doomed)
    assert found == solved(problem)
    assert chart == charted(problem)


def test_block_that_kills_every_worker_is_abandoned(tmp_path: Path) -> None:
    """Simulated without a cluster: every task reports that its worker died."""
    from distributed import KilledWorker

    class Task:
        status = "error"

        def exception(self) -> Exception:
            return KilledWorker.__new__(KilledWorker)

        def add_done_callback(self, call: object) -> None:
            pass

    class Client:
        tasks = 0

        def nthreads(self) -> dict[str, int]:
            return {"a": 1}

        def submit(self, *words: object, **more: object) -> Task:
            self.tasks += 1
            return Task()

    simulation = SlowBlocks(5, str(tmp_path))
    client = Client()
    sender = clusters._Sender(client, simulation, RunLog(simulation, None, no_report))
    sender._send()
    for _ in range(10):
        sender._enter(min(sender._out, key=lambda task: sender._out[task].start))
    with pytest.raises(BadInput, match=r"^workers died 10 times over blocks 0 to 0$"):
        sender._enter(min(sender._out, key=lambda task: sender._out[task].start))
    assert client.tasks == 2 + 10


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "tcp://", "http://127.0.0.1:1/ü", "127.0.0.1:0"])
def test_unreachable_scheduler_is_refused(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    with pytest.raises(BadInput, match=r"^no Dask scheduler answers at ") as refused:
        run_on_cluster(SlowBlocks(5, str(tmp_path)), address)
    assert "\n" not in str(refused.value)


class CheckedLock:
    """A lock that fails, instead of waiting forever, when the thread that holds it asks for it again."""

    def __init__(self) -> None:
        self._lock, self._holder, self.deadlocks = threading.Lock(), 0, 0

    def __enter__(self) -> None:
        if self._holder == threading.get_ident():
            self.deadlocks += 1
            raise RuntimeError("deadlock")
        self._lock.acquire()
        self._holder = threading.get_ident()

    def __exit__(self, *error: object) -> None:
        self._holder = 0
        self._lock.release()


def test_a_collection_while_a_client_starts_does_not_deadlock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that could not connect is closed at once, so the garbage collector has no client left to close."""
    from distributed import utils

    lock, collections = CheckedLock(), []
    start_thread = utils._CollectErrorThread

    def collect_and_start_thread(*words: Any, **more: Any) -> Any:  # LoopRunner holds its lock here
        collections.append(gc.collect())
        return start_thread(*words, **more)

    monkeypatch.setattr(clusters, "PATIENCE", 0.1)
    monkeypatch.setattr(utils.LoopRunner, "_lock", lock)
    monkeypatch.setattr(utils, "_CollectErrorThread", collect_and_start_thread)
    # The first two addresses fail to resolve (Dask leaves the client open), the third refuses the connection.
    for address in ("http://127.0.0.1:1/ü", "tcp://", "tcp://127.0.0.1:1"):
        with pytest.raises(BadInput, match=r"^no Dask scheduler answers at "):
            run_on_cluster(SlowBlocks(5, str(tmp_path)), address)

    assert (len(collections), lock.deadlocks) == (3, 0)
    assert [thread.name for thread in threading.enumerate() if thread.name == "IO loop"] == []


@pytest.mark.parametrize("address", ["", "  "])
def test_no_address_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^give the address of a Dask scheduler"):
        run_on_cluster(SlowBlocks(5, str(tmp_path)), address)
