"""Stages of a solver with a checkpoint: interrupted and taken up again, they add up to the same integers."""

from pathlib import Path

import pytest

from pitbook.errors import BadInput
from pitbook.exact.pieces import Runner, Stage, run_here
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.sweep import SweepStage, solve
from pitbook.families.poker.rules.statement import rules_of
from pitbook.simulate.stages import stage_runner

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


def test_the_second_stage_has_a_checkpoint_of_its_own(tmp_path: Path) -> None:
    run: Runner = stage_runner(checkpoint=tmp_path / "solve.json")
    for key in ("first", "second"):
        stage: Stage = SweepStage(PROBLEM, key)
        run(stage, None)

    assert {path.name for path in tmp_path.iterdir()} == {"solve.json", "solve.json.2"}
