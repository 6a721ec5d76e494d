"""Tests are distributed to processes, some of which crash: every test runs once, and every run ends.

pytest-xdist's own loop runs here with simulated processes, thousands of times in random orders of events: a deadlock of
real processes shows only now and then.
"""

from random import Random
from types import SimpleNamespace
from typing import Any, Final

from xdist.dsession import DSession

from tests.file_scheduler import FileScheduler

END: Final = -1


class Process:
    """A worker process as pytest-xdist sees it.

    It runs a test only when it knows the next one, or that there is none.
    """

    def __init__(self, run: "Run", name: str) -> None:
        self.run = run
        self.gateway = SimpleNamespace(id=name, spec=SimpleNamespace(id=name))
        self.workeroutput = {"exitstatus": 0, "shouldfail": False, "shouldstop": False}
        self.state = "starting"
        self.waiting: list[int] = []
        self.shutting_down = False

    def send_runtest_some(self, indices: list[int]) -> None:
        assert indices, "given nothing, a process would wait forever"
        if self.state in ("crashed", "gone"):
            raise OSError("cannot send to a closed channel")
        self.waiting += indices

    def shutdown(self) -> None:
        if not self.shutting_down:
            self.waiting.append(END)
        self.shutting_down = True

    def can_go_on(self) -> bool:
        if self.state == "running":
            return len(self.waiting) > 1 or self.waiting == [END]
        return self.state in ("starting", "collecting", "crashed")

    def go_on(self) -> None:
        crashes = self.run.random.random() < self.run.early_crashes and len(self.run.processes) < 20
        if self.state == "crashed":
            self.tell("errordown", error="crashed")
            self.state, self.shutting_down = "gone", True
        elif self.state != "running" and crashes:
            self.state = "crashed"
        elif self.state == "starting":
            self.tell("workerready", workerinfo={})
            self.state = "collecting"
        elif self.state == "collecting":
            self.tell("collectionfinish", ids=list(self.run.tests))
            self.state = "running"
        elif self.waiting[0] == END:
            self.tell("workerfinished")
            self.state, self.shutting_down = "gone", True
        else:
            self.run_test(self.waiting.pop(0))

    def run_test(self, index: int) -> None:
        test = self.run.tests[index]
        self.run.ran.append(test)
        if test in self.run.bad:
            self.state = "crashed"
        else:
            self.tell("runtest_protocol_complete", item_index=index, duration=0)

    def tell(self, event: str, **details: object) -> None:
        self.run.events.append((event, {"node": self, **details}))


class NoHooks:
    def __getattr__(self, name: str) -> Any:
        return lambda **details: None


class Run:
    """One run of some files with good and crashing tests."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.tests = [
            f"file_{file}.py::test_{number}"
            for file in range(self.random.randint(1, 6))
            for number in range(self.random.randint(1, 4))
        ]
        share = self.random.choice([0, 0.1, 0.3, 0.6])
        self.bad = {test for test in self.tests if self.random.random() < share}
        self.early_crashes = self.random.choice([0, 0, 0.05])
        self.slowness = self.random.random()  # how slow pytest-xdist is compared with its processes
        self.events: list[tuple[str, dict[str, object]]] = []
        self.processes: list[Process] = []
        self.ran: list[str] = []
        self.blamed: list[str] = []
        self.session = self.new_session(self.random.randint(1, 3))

    def new_session(self, count: int) -> Any:
        config = SimpleNamespace(
            hook=NoHooks(),
            getvalue=lambda name: 0 if name == "maxfail" else ["popen"] * count,
            option=SimpleNamespace(
                loadscopereorder=False, debug=False, verbose=-1, maxworkerrestart=None, numprocesses=None
            ),
            pluginmanager=SimpleNamespace(getplugin=lambda name: None),
        )
        session: Any = DSession(config)
        session.log = session.log.__class__("silent", enabled=False)
        session.queue = SimpleNamespace(get=self.next_event, put=None)
        session.nodemanager = SimpleNamespace(
            group=SimpleNamespace(allocate_id=lambda spec: None), setup_node=lambda spec, put: self.new_process()
        )
        session._session = SimpleNamespace()
        session.shouldstop = False
        session.handle_crashitem = lambda test, process: self.blamed.append(test)
        session.sched = FileScheduler(config, session.log)
        session._active_nodes.update(self.new_process() for _ in range(count))
        return session

    def new_process(self) -> Process:
        self.processes.append(Process(self, f"gw{len(self.processes)}"))
        return self.processes[-1]

    def next_event(self, timeout: float) -> tuple[str, dict[str, object]]:
        while True:
            able = [process for process in self.processes if process.can_go_on()]
            assert able or self.events, f"deadlock: {[(each.state, each.waiting) for each in self.processes]}"
            if self.events and (not able or self.random.random() > self.slowness):
                return self.events.pop(0)
            self.random.choice(able).go_on()

    def to_the_end(self) -> None:
        while not self.session.session_finished:
            self.session.loop_once()


def test_every_run_ends_and_runs_every_test_once() -> None:
    for seed in range(1500):
        run = Run(seed)
        run.to_the_end()
        assert sorted(run.ran) == run.tests, f"seed {seed}"
        assert sorted(run.blamed) == sorted(run.bad), f"seed {seed}: each crashing test fails once"


def test_a_run_with_too_many_crashes_ends_too() -> None:
    """pytest-xdist replaces a limited number of processes."""
    for seed in range(500):
        run = Run(seed)
        run.session._max_worker_restart = 2
        run.to_the_end()
