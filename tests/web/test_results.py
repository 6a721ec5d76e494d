"""The shipped results answer the most common first requests, and none of them is stale."""

import json

import pytest

from pitbook.exact import shipped
from pitbook.web.games import results


def test_no_shipped_result_is_stale_or_missing() -> None:
    """`make results` computes what this names."""
    assert [*results.stale(), *results.outdated()] == []


def test_shipped_files_are_small_and_say_what_they_hold() -> None:
    paths = [*shipped.RESULTS.glob(f"*{shipped.SUFFIX}")]

    assert len(paths) > 10
    assert {path.stem for path in paths} <= results.shipped_groups().keys()
    assert sum(path.stat().st_size for path in paths) < 5 * results.MOST_BYTES
    for path in paths:
        assert path.stat().st_size <= results.MOST_BYTES
        for line in path.read_text("utf-8").splitlines():
            entry = json.loads(line)
            assert list(entry) == ["key", "folder", "computed_by", "inputs", "value"]
            assert all(name.startswith("pitbook.") for name in entry["computed_by"])


def test_a_line_that_is_damaged_or_stale_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    key, line = next(iter(shipped.lines().items()))
    folder = json.loads(line)["folder"]
    assert shipped.find(folder, key) is not None

    monkeypatch.setattr(shipped, "lines", lambda: {key: line.replace(key, "0" * 64)})
    assert shipped.find(folder, key) is None
    monkeypatch.setattr(shipped, "lines", lambda: {key: line[:-5]})
    with pytest.raises(ValueError, match="Expecting"):
        shipped.find(folder, key)


@pytest.mark.slow
@pytest.mark.parametrize("name", results.shipped_groups())
def test_shipped_results_equal_a_recomputation(name: str) -> None:
    assert results.differences(name) == []
