"""A pytest plugin: shares test files out to processes, and goes on when a test crashes its process."""

from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

from tests.scheduling import part_of


class FileScheduler(LoadFileScheduling):  # type: ignore[misc]  # has no type information
    """Keeps the files of one part in one process (see ``tests/scheduling.py``)."""

    def _split_scope(self, nodeid: str) -> str:
        return part_of(nodeid)

    def remove_node(self, node: Any) -> str | None:
        """Takes a crashed process out and returns the test that it was running.

        pytest-xdist itself would run that test again, crash the next process, and so on. It would also hand out parts
        that are done, which leaves the process that receives one waiting forever.
        """
        parts: dict[str, dict[str, bool]] = self.assigned_work[node]
        crashed = next((test for part in parts.values() for test, done in part.items() if not done), None)
        if crashed is not None:
            parts[part_of(crashed)][crashed] = True
        self.assigned_work[node] = {name: part for name, part in parts.items() if not all(part.values())}
        super().remove_node(node)
        return crashed

    def _reschedule(self, node: Any) -> None:
        """Waits for a new process to collect its tests; pytest-xdist would fail when another crashes before that."""
        if node in self.registered_collections:
            super()._reschedule(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduler:
    config.option.loadscopereorder = False  # in the order of tests/scheduling.py, not by the number of tests
    return FileScheduler(config, log)
