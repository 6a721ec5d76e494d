"""Long counts are kept, and go on from where they were interrupted."""

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


def test_every_batch_is_worked_on_once_and_results_are_in_order() -> None:
    """And the report says how far it is, from nothing to everything."""
    worked: list[int] = []
    told: list[tuple[int, int]] = []

    assert squares([3, 1, 2], worked, lambda done, of: told.append((done, of))) == [9, 1, 4]
    assert sorted(worked) == [1, 2, 3]
    assert told == [(0, 30), (10, 30), (20, 30), (30, 30)]


def test_an_interruption_loses_nothing_that_is_finished() -> None:
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


def test_a_note_that_was_cut_short_is_worked_on_again(folder: Path) -> None:
    """As is everything after it."""
    worked: list[int] = []
    squares([1, 2, 3], [])
    notes = folder / "squares.part"
    notes.write_text(notes.read_text()[:-4])

    assert squares([1, 2, 3], worked) == [1, 4, 9]
    assert len(worked) == 1
    forget_work("squares")
    forget_work("squares")
    assert not notes.exists()


def test_a_fault_in_the_work_is_told() -> None:
    """Not noted as finished, and not hidden."""

    def work(number: int) -> int:
        if number == 2:
            raise ArithmeticError("two")
        return number

    with pytest.raises(ArithmeticError, match="two"):
        work_through("faulty", [1, 2, 3], work, lambda number: 1)


def test_results_are_kept_whole_or_not_at_all(folder: Path) -> None:
    """A file that cannot be read is computed again; one that cannot be written costs time only."""
    calls: list[str] = []

    def compute() -> dict[str, Any]:
        calls.append("computed")
        return {"answers": [1, 2**60]}

    assert batches.kept("one", compute) == batches.kept("one", compute) == {"answers": [1, 2**60]}
    assert len(calls) == 1
    (folder / "one.json").write_text('{"answers": [1')
    assert batches.kept("one", compute) == {"answers": [1, 2**60]}
    assert len(calls) == 2


def test_arrays_are_kept_too(folder: Path) -> None:
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


def test_a_folder_that_cannot_be_made_costs_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is computed each time."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path / "file"))
    worked: list[int] = []

    assert batches.kept("one", lambda: {"a": 1}) == {"a": 1}
    assert squares([1, 2], worked) == squares([1, 2], worked) == [1, 4]
    assert len(worked) == 4


def test_a_key_says_what_it_depends_on() -> None:
    """Every input, and the source of the rules."""
    assert key_of("compare", "foxwoods", True) != key_of("compare", "foxwoods", False)
    assert key_of("best", "a") == key_of("best", "a")
    assert len(key_of("best", "a")) == 64
