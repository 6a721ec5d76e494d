"""Runs the stages of a solver with a checkpoint or on a cluster, with the same integer results as on one machine."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pitbook.errors import BadInput
from pitbook.exact.cache import cache_key
from pitbook.exact.pieces import NamedStage, Progress, Runner, Stage, Sums
from pitbook.simulate.run import Report, RunProgress, SimulationRun, run


@dataclass(frozen=True, slots=True)
class KeyedStage:
    """A stage as a simulation: every process computes its key again, which detects a worker with other code."""

    stage: Stage

    @property
    def key(self) -> str:
        stage = self.stage.stage if isinstance(self.stage, NamedStage) else self.stage
        return cache_key((type(stage).__module__,), stage.key)

    @property
    def blocks(self) -> int:
        return self.stage.blocks

    def rounds_in(self, block: int) -> int:
        return self.stage.rounds_in(block)

    def prepare(self) -> None:
        self.stage.prepare()

    def run(self, block: int) -> Sums:
        return self.stage.run(block)


def stage_runner(cluster: str | None = None, checkpoint: Path | None = None) -> Runner:
    """Runs one stage after the other; the checkpoint of a stage has the name of its part after that of the file."""

    def run_stage(stage: Stage, progress: Progress | None) -> Sums:
        path = checkpoint
        if checkpoint is not None and stage.part:
            path = checkpoint.with_name(f"{checkpoint.name}.{stage.part}")
        ran = _run(stage, cluster, _report(progress), path)
        if ran.interrupted:
            kept = f"the finished work is saved in {path}: the same command resumes" if path else "nothing is saved"
            raise BadInput(f"interrupted after {ran.progress.done} of {ran.progress.of} pieces: {kept}")
        return ran.totals

    return run_stage


def _run(stage: Stage, cluster: str | None, report: Report, checkpoint: Path | None) -> SimulationRun:
    keyed = KeyedStage(stage)
    if cluster is None:
        return run(keyed, report=report, checkpoint=checkpoint)
    from pitbook.simulate.cluster import run_on_cluster

    return run_on_cluster(keyed, cluster, report, checkpoint)


def _report(progress: Progress | None) -> Callable[[RunProgress], None]:
    def report(played: RunProgress) -> None:
        if progress:
            progress(played.done, played.of)

    return report
