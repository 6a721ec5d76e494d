"""Stages of a solver with a checkpoint: interrupted and resumed, they add up to the same integers."""

from pathlib import Path

import pytest

from pitbook.errors import BadInput
from pitbook.exact.pieces import NamedStage, Runner, named, phase, run_here
from pitbook.families.poker.exact.policy import board_choices, novice_of
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.sweep import SweepStage, solve
from pitbook.families.poker.rules.statement import rules_of
from pitbook.simulate.checkpoint import read_checkpoint
from pitbook.simulate.stages import KeyedStage, stage_runner
from tests.simulate.slow_blocks import FewBoards

PROBLEM = pose(rules_of("three-card-poker"), sees="dealer:1")


def test_a_solver_goes_on_from_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "solve.json"
    begun: list[int] = []
    run_into = SweepStage.run_into

    def failing(self: SweepStage, block: int, sums: object) -> None:
        begun.append(block)
        if len(begun) == 4:
            raise KeyboardInterrupt
        run_into(self, block, sums)  # type: ignore[arg-type]

    monkeypatch.setattr(SweepStage, "run_into", failing)
    with pytest.raises(KeyboardInterrupt):
        solve(PROBLEM, run=stage_runner(checkpoint=path), key="test")
    assert path.exists()
    found = solve(PROBLEM, run=stage_runner(checkpoint=path), key="test")
    monkeypatch.undo()

    assert found == solve(PROBLEM)
    assert len(begun) < 2 * SweepStage(PROBLEM).blocks


def test_a_checkpoint_of_other_work_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "solve.json"
    solve(PROBLEM, run=stage_runner(checkpoint=path), key="one")

    with pytest.raises(BadInput, match="is a checkpoint of other inputs"):
        solve(PROBLEM, run=stage_runner(checkpoint=path), key="other")


def test_pieces_may_run_in_any_order() -> None:
    stage = SweepStage(PROBLEM)
    backwards = stage.zeros()
    for block in reversed(range(stage.blocks)):
        stage.run_into(block, backwards)

    assert {name: row.tolist() for name, row in backwards.items()} == {
        name: row.tolist() for name, row in run_here(stage).items()
    }


def test_every_part_of_the_work_has_a_checkpoint_of_its_own(tmp_path: Path) -> None:
    """Named after the part, not numbered: parts whose results are stored already are left out the next time."""
    run: Runner = stage_runner(checkpoint=tmp_path / "solve.json")
    run(SweepStage(PROBLEM, "first"), None)
    named(run, "dealer-2")(SweepStage(PROBLEM, "second"), None)
    named(run, "dealer-2")(SweepStage(PROBLEM, "second"), None)
    named_stage = NamedStage(SweepStage(PROBLEM, "second"), "dealer-2")
    assert KeyedStage(named_stage).key == KeyedStage(SweepStage(PROBLEM, "second")).key

    assert {path.name for path in tmp_path.iterdir()} == {"solve.json", "solve.json.dealer-2"}


@pytest.mark.slow
def test_a_chart_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    """All deals of a few boards by a chart, interrupted in the middle."""
    problem = pose(rules_of("ultimate-texas-holdem"))
    stage = FewBoards(problem, "test")
    ready = stage.ready
    policy = novice_of(problem)
    choices = board_choices(ready, policy)

    def chart() -> FewBoards:
        return FewBoards(problem, "test", choices, ready=ready, part="chart")

    def interrupted(done: int, of: int) -> None:
        if done > 3:
            raise KeyboardInterrupt

    path = tmp_path / "solve.json"
    with pytest.raises(KeyboardInterrupt):
        stage_runner(checkpoint=path)(chart(), interrupted)
    done = read_checkpoint(tmp_path / "solve.json.chart", KeyedStage(chart())).finished
    found = stage_runner(checkpoint=path)(chart(), None)

    assert 0 < sum(stop - start for start, stop in done) < stage.blocks
    assert all((found[name] == row).all() for name, row in run_here(chart()).items())


def test_progress_of_several_phases_never_goes_back() -> None:
    told: list[float] = []
    for number in range(3):
        step = phase(lambda done, of: told.append(done / of), number, 3)
        assert step is not None
        for done in range(5):
            step(done, 4)

    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)
    assert phase(None, 0, 2) is None
