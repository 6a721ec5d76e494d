"""Long counts are checkpointed and resume after an interruption."""

from pathlib import Path
from typing import Any

import pytest

from pitbook.families.pai_gow.exact import batches
from pitbook.families.pai_gow.exact.batches import forget_work, key_of, work_through


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    return tmp_path / "pai-gow"


def squares(numbers: list[int], worked: list[int], report: Any = lambda done, of: None) -> list[int]:
    def work(number: int) -> int:
        worked.append(number)
        return number**2

    return work_through("squares", numbers, work, lambda number: 10, report)


def test_every_batch_runs_once_and_results_are_in_order() -> None:
    """Progress is reported from 0 to the end."""
    worked: list[int] = []
    told: list[tuple[int, int]] = []

    assert squares([3, 1, 2], worked, lambda done, of: told.append((done, of))) == [9, 1, 4]
    assert sorted(worked) == [1, 2, 3]
    assert told == [(0, 30), (10, 30), (20, 30), (30, 30)]


def test_interrupted_count_keeps_finished_batches() -> None:
    """The same call computes only the unfinished parts."""

    def interrupt(done: int, of: int) -> None:
        if done >= 30:
            raise KeyboardInterrupt

    numbers = list(range(10))
    before: list[int] = []
    after: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        squares(numbers, before, interrupt)
    assert 3 <= len(before) < 10
    assert squares(numbers, after) == [number**2 for number in numbers]
    assert sorted(before + after) == numbers


def test_truncated_checkpoint_line_is_computed_again(folder: Path) -> None:
    """That line, and everything after it."""
    worked: list[int] = []
    squares([1, 2, 3], [])
    notes = folder / "squares.part"
    notes.write_text(notes.read_text()[:-4])

    assert squares([1, 2, 3], worked) == [1, 4, 9]
    assert len(worked) == 1
    forget_work("squares")
    forget_work("squares")
    assert not notes.exists()


def test_error_in_a_batch_is_raised() -> None:
    """It is not recorded as finished."""

    def work(number: int) -> int:
        if number == 2:
            raise ArithmeticError("two")
        return number

    with pytest.raises(ArithmeticError, match="two"):
        work_through("faulty", [1, 2, 3], work, lambda number: 1)


def test_results_are_cached_completely_or_not_at_all(folder: Path) -> None:
    """An unreadable file is computed again; an unwritable one costs time only."""
    calls: list[str] = []

    def compute() -> dict[str, Any]:
        calls.append("computed")
        return {"answers": [1, 2**60]}

    assert batches.kept("one", compute) == batches.kept("one", compute) == {"answers": [1, 2**60]}
    assert len(calls) == 1
    (folder / "one.json").write_text('{"answers": [1')
    assert batches.kept("one", compute) == {"answers": [1, 2**60]}
    assert len(calls) == 2


def test_arrays_are_cached(folder: Path) -> None:
    """A broken file is computed again."""
    np = pytest.importorskip("numpy")
    calls: list[str] = []

    def compute() -> dict[str, Any]:
        calls.append("computed")
        return {"numbers": np.arange(5)}

    for _ in range(2):
        assert batches.kept_arrays("two", compute)["numbers"].tolist() == [0, 1, 2, 3, 4]
    (folder / "two.npz").write_bytes(b"PK no archive")
    assert batches.kept_arrays("two", compute)["numbers"].tolist() == [0, 1, 2, 3, 4]
    assert len(calls) == 2


def test_unwritable_cache_folder_costs_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is computed each time."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path / "file"))
    worked: list[int] = []

    assert batches.kept("one", lambda: {"a": 1}) == {"a": 1}
    assert squares([1, 2], worked) == squares([1, 2], worked) == [1, 4]
    assert len(worked) == 4


def test_key_covers_every_input_and_the_rules_source() -> None:
    assert key_of("compare", "foxwoods", True) != key_of("compare", "foxwoods", False)
    assert key_of("best", "a") == key_of("best", "a")
    assert len(key_of("best", "a")) == 64
