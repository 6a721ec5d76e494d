"""A run adds up every block once: on any number of workers, stopped and continued, to the last integer."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput
from pitbook.simulate import run as running
from pitbook.simulate.blocks import Totals, add, key_of
from pitbook.simulate.checkpoint import read_checkpoint, write_checkpoint
from pitbook.simulate.finished_blocks import FinishedBlocks, all_rounds
from pitbook.simulate.run import RunProgress, run

BIG = 2**70 + 1
"""More than a machine word holds."""


@dataclass(frozen=True)
class Squares:
    """Every block returns its number, its square and a large number; the last is shorter than the others."""

    blocks: int = 40
    seed: int = 1
    each: Callable[[int], None] = field(default=lambda block: None, compare=False)

    @property
    def key(self) -> str:
        return key_of("squares", self.blocks, self.seed)

    def rounds_in(self, block: int) -> int:
        return 10 if block < self.blocks - 1 else 3

    def prepare(self) -> None:
        pass

    def run(self, block: int) -> Totals:
        self.each(block)
        rows = {"numbers": (block, block * block), "big": (BIG * self.seed,)}
        return rows if block % 3 else {**rows, "seldom": (1,)}


def expected(blocks: int) -> Totals:
    numbers = range(blocks)
    rows = {"numbers": (sum(numbers), sum(number**2 for number in numbers)), "big": (BIG * blocks,)}
    return {**rows, "seldom": (len([number for number in numbers if number % 3 == 0]),)}


@pytest.mark.parametrize("workers", [1, 2, 7, 64])
def test_any_number_of_workers_adds_up_the_same(workers: int) -> None:
    ran = run(Squares(each=lambda block: time.sleep(0.001 * (block % 4))), workers)

    assert ran.totals == expected(40)
    assert (ran.rounds, ran.interrupted, ran.workers) == (393, False, workers)


def test_the_default_number_of_workers_is_that_of_the_cores() -> None:
    assert run(Squares()).workers == os.cpu_count()


@pytest.mark.parametrize("workers", [0, -1, 1025, 10**30])
def test_absurd_numbers_of_workers_are_refused(workers: int) -> None:
    with pytest.raises(BadInput, match="workers: a simulation runs on 1 to 1,024"):
        run(Squares(), workers)


def test_progress_is_reported_from_start_to_end() -> None:
    told: list[RunProgress] = []
    ran = run(Squares(12, each=lambda block: time.sleep(0.05)), 2, told.append)

    assert (told[0].done, told[0].rate, told[0].remaining) == (0, None, None)
    assert told[-1].done == told[-1].of == ran.rounds == 113
    assert told[-1].remaining == 0
    assert [each.done for each in told] == sorted(each.done for each in told)
    middle = next(each for each in told if 0 < each.done < each.of)
    assert middle.rate == pytest.approx(middle.done / middle.seconds)
    assert middle.remaining == pytest.approx((middle.of - middle.done) / middle.done * middle.seconds)


class Stopper:
    """Requests a stop while a block is running."""

    def __init__(self, at: int, how: Callable[[], None] | None = None) -> None:
        self.event = threading.Event()
        self.at = at
        self.how = how or self.event.set

    def __call__(self, block: int) -> None:
        if block == self.at:
            self.how()
        time.sleep(0.002)


@pytest.mark.parametrize("workers", [1, 3])
def test_a_stopped_run_gives_the_result_of_a_shorter_run(workers: int) -> None:
    stopper = Stopper(9)
    ran = run(Squares(each=stopper), workers, stop=stopper.event)

    done = ran.rounds // 10
    assert ran.interrupted
    assert 10 <= done < 30
    assert ran.totals == expected(done)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_finished_work_and_its_handler_is_restored(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    ran = run(Squares(each=Stopper(5, lambda: os.kill(os.getpid(), number))), 2)

    assert ran.interrupted
    assert ran.totals == expected(ran.rounds // 10)
    assert signal.getsignal(number) is before


@pytest.fixture
def usual_ctrl_c() -> Iterator[None]:
    """Restores Python's own handler, which other tests of this process may have replaced."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


@pytest.mark.usefixtures("usual_ctrl_c")
def test_a_second_ctrl_c_ends_at_once_and_still_keeps_the_checkpoint(tmp_path: Path) -> None:
    before, asked = signal.getsignal(signal.SIGINT), threading.Event()

    def twice(block: int) -> None:
        """The second signal comes after the first was handled, and the block runs until the second was."""
        if block == 20:
            os.kill(os.getpid(), signal.SIGINT)
            assert asked.wait(30)
            os.kill(os.getpid(), signal.SIGINT)
            until = time.monotonic() + 30
            while signal.getsignal(signal.SIGINT) is not before and time.monotonic() < until:
                time.sleep(0.01)

    simulation = Squares(each=twice)
    with pytest.raises(KeyboardInterrupt):
        run(simulation, 1, checkpoint=tmp_path / "run.json", stop=asked)
    done = read_checkpoint(tmp_path / "run.json", simulation)
    assert done.finished == [(0, 20)]
    assert run(Squares(), 2, checkpoint=tmp_path / "run.json").totals == expected(40)


def test_a_run_beside_the_main_thread_leaves_signals_alone() -> None:
    rans: list[Totals] = []
    thread = threading.Thread(target=lambda: rans.append(run(Squares(), 2).totals))
    thread.start()
    thread.join()

    assert rans == [expected(40)]


@pytest.mark.parametrize("workers", [1, 2, 64])
def test_stopped_and_continued_many_times_adds_up_the_same(workers: int, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    for at in (3, 11, 12, 30):
        stopper = Stopper(at)
        run(Squares(each=stopper), workers, checkpoint=path, stop=stopper.event)
    worked: list[int] = []
    ran = run(Squares(each=worked.append), workers, checkpoint=path)

    assert (ran.totals, ran.rounds, ran.interrupted) == (expected(40), 393, False)
    assert run(Squares(each=lambda block: pytest.fail("it was finished")), 1, checkpoint=path).totals == ran.totals
    assert len(worked) == ran.progress.now // 10 + (ran.progress.now % 10 == 3)
    assert list(tmp_path.iterdir()) == [path]


def test_a_block_that_fails_ends_the_run_and_the_others_are_kept(tmp_path: Path) -> None:
    def fail(block: int) -> None:
        if block == 17:
            raise ZeroDivisionError("seventeen")

    with pytest.raises(ZeroDivisionError, match="seventeen"):
        run(Squares(each=fail), 2, checkpoint=tmp_path / "run.json")
    finished = read_checkpoint(tmp_path / "run.json", Squares())
    assert 17 not in finished
    assert 10 in finished
    assert run(Squares(), 2, checkpoint=tmp_path / "run.json").totals == expected(40)


def test_a_checkpoint_is_written_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHECKPOINT_EVERY", 0.01)
    path, seen = tmp_path / "run.json", []

    def look(block: int) -> None:
        time.sleep(0.02)
        seen.append(len(json.loads(path.read_text())["finished"]))

    run(Squares(12, each=look), 1, checkpoint=path)
    assert 1 in seen


def test_full_disk_loses_only_the_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(block: int) -> None:
        if block == 5:
            monkeypatch.setattr(os, "fsync", lambda number: (_ for _ in ()).throw(OSError(28, "No space left")))

    ran = run(Squares(each=full), 1, checkpoint=tmp_path / "run.json")
    assert ran.totals == expected(40)
    assert ran.unsaved == f"the checkpoint {tmp_path / 'run.json'} cannot be written: no space left"
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def refuse(path: Path, simulation: Squares, words: str) -> None:
    """The file is refused before anything runs, and stays as it is."""
    before = path.read_bytes()
    with pytest.raises(BadInput, match=words) as refused:
        run(Squares(simulation.blocks, simulation.seed, lambda block: pytest.fail("it ran")), checkpoint=path)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("other", [Squares(41), Squares(seed=2)])
def test_a_checkpoint_of_other_inputs_is_refused(other: Squares, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    run(other, checkpoint=path)

    refuse(path, Squares(), "is a checkpoint of other inputs or other rules")


def test_a_checkpoint_of_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    with monkeypatch.context() as changed:
        changed.setattr("pitbook.exact.cache.source_key", lambda modules: "other source")
        run(Squares(), checkpoint=path)

    refuse(path, Squares(), "is a checkpoint of other inputs or other rules")


def changed(path: Path, **parts: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **parts}))


def test_a_checkpoint_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    run(Squares(), checkpoint=path)
    changed(path, version=2)

    refuse(path, Squares(), "of another version of Pitbook")


@pytest.mark.parametrize(
    "parts",
    [
        {"totals": {}},
        {"finished": [[0, 41]]},
        {"finished": [[0, 10], [5, 20]]},
        {"finished": [[3, 3]]},
        {"finished": [["0", 10]]},
        {"finished": [[0.0, 10]]},
        {"finished": [[True, 10]]},
        {"finished": 5},
        {"totals": {"numbers": [1.5]}},
        {"totals": [1]},
        {"totals": {"numbers": None}},
    ],
)
@pytest.mark.parametrize("forged", [False, True])
def test_a_damaged_checkpoint_is_refused(parts: dict[str, Any], forged: bool, tmp_path: Path) -> None:
    from pitbook.simulate.checkpoint import _check_sum

    path = tmp_path / "run.json"
    run(Squares(), checkpoint=path)
    changed(path, **parts)
    if forged:
        if parts == {"totals": {}}:
            return  # as good as a true one
        body = json.loads(path.read_text())
        del body["sha256"]
        changed(path, sha256=_check_sum(body))

    refuse(path, Squares(), "is damaged: delete it to start over")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not a checkpoint of a simulation"),
        (b"{", "is not a checkpoint of a simulation"),
        (b"[" * 100_000, "is not a checkpoint of a simulation"),
        (b"\xff\xfe\x00", "cannot be read: it is not text"),
        (b"my notes", "is not a checkpoint of a simulation"),
        (b'{"a": 1}', "is not a checkpoint of a simulation"),
        (b"[]", "is not a checkpoint of a simulation"),
        (b"NaN", "is not a checkpoint of a simulation"),
    ],
)
def test_any_other_file_is_refused_and_left_alone(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "précis.json"
    path.write_bytes(content)

    refuse(path, Squares(), words)


def test_every_cut_of_a_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    run(Squares(), checkpoint=path)
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput):
            read_checkpoint(path, Squares())


def test_an_unwritable_place_is_refused_before_anything_runs(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere" / "run.json", tmp_path):
        with pytest.raises(BadInput, match=r"the checkpoint .* cannot be (read|written)"):
            run(Squares(each=lambda block: pytest.fail("it ran")), checkpoint=path)


def test_nothing_is_lost_where_a_checkpoint_has_gaps(tmp_path: Path) -> None:
    path, simulation, finished = tmp_path / "run.json", Squares(), FinishedBlocks()
    for block in (0, 1, 7, 8, 20, 39):
        finished.add(range(block, block + 1), simulation.run(block))
    write_checkpoint(path, simulation, finished)
    ran = run(simulation, 3, checkpoint=path)

    assert ran.totals == expected(40)
    assert ran.progress.now == 393 - 53


@given(st.permutations(range(12)), st.sets(st.integers(0, 11)))
def test_progress_ledger_accepts_blocks_in_any_order(order: list[int], taken: set[int]) -> None:
    finished = FinishedBlocks()
    for block in order:
        if block in taken:
            finished.add(range(block, block + 1), {"blocks": (1,)})

    assert {block for start, stop in finished.finished for block in range(start, stop)} == taken
    assert all(stop < start for (_, stop), (start, _) in zip(finished.finished, finished.finished[1:], strict=False))
    assert [block for blocks in finished.left(12) for block in blocks] == sorted(set(range(12)) - taken)
    assert finished.totals == ({"blocks": (len(taken),)} if taken else {})
    for block in range(12):
        assert (block in finished) == (block in taken)


@pytest.mark.parametrize("blocks", [range(4, 6), range(3, 5), range(4), range(6), range(5, 5), range(-1, 0)])
def test_nothing_is_counted_twice(blocks: range) -> None:
    finished = FinishedBlocks()
    finished.add(range(3, 6), {"a": (1,)})

    with pytest.raises(BadInput, match="were entered before"):
        finished.add(blocks, {"a": (1,)})
    assert finished.finished == [(3, 6)]
    assert finished.totals == {"a": (1,)}


def test_a_simulation_of_very_many_blocks_starts_at_once() -> None:
    assert all_rounds(Squares(10**12)) == (10**12 - 1) * 10 + 3
    stopper = Stopper(4)
    ran = run(Squares(10**12, each=stopper), 2, stop=stopper.event)
    assert ran.totals == expected(ran.rounds // 10)


def test_rows_are_added_in_whole_numbers_of_any_size() -> None:
    assert add({"a": (1, BIG), "b": (0,)}, {"a": (2, BIG), "c": (5,)}) == {"a": (3, 2 * BIG), "b": (0,), "c": (5,)}
    with pytest.raises(ValueError, match="zip"):
        add({"a": (1,)}, {"a": (1, 2)})


def test_a_key_holds_every_input() -> None:
    assert key_of("a", 1) == key_of("a", 1)
    assert len({key_of("a", 1), key_of("a", 2), key_of("b", 1), key_of("a"), key_of("a", "1")}) == 5
