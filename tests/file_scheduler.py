"""A pytest plugin: distributes test files to processes, and continues when a test crashes its process."""

from contextlib import suppress
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
        """Gives a process more tests when it has few, and ends it when there are none.

        A process runs a test only when it knows the next one, or that there is none. pytest-xdist gives one part at a
        time, so a new process that receives the last test of a crashed file would wait for a second one, and
        pytest-xdist for the result of the first: a deadlock. Such a process gets further parts here.

        A new process that has not collected its tests yet waits; pytest-xdist would fail there.
        """
        if node not in self.registered_collections:
            return
        super()._reschedule(node)
        while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            self._assign_work_unit(node)
        if not self.workqueue and not node.shutting_down:
            node.shutdown()  # after the tests that it has

    def _assign_work_unit(self, node: Any) -> None:
        """Assigns a part; when the process has crashed in the meantime, ``remove_node`` takes the part back."""
        with suppress(OSError):
            super()._assign_work_unit(node)


@pytest.hookimpl(optionalhook=True)  # absent with `-p no:xdist`
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduler:
    config.option.loadscopereorder = False  # in the order of tests/scheduling.py, not by the number of tests
    return FileScheduler(config, log)
