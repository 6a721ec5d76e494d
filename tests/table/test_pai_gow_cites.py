"""The steps of a pai gow round cite the letter of the game that is played."""

import pytest

from pitbook.families.pai_gow.table.questions import HOUSE_WAY
from pitbook.table.steps import Ask
from tests.table.rig import EZ, RICHES, one_step, rig


@pytest.mark.parametrize(("slug", "number"), [(RICHES, "002"), (EZ, "004")])
def test_every_step_cites_the_games_own_letter(slug: str, number: str) -> None:
    at = rig(slug, players=1)
    at.begin({1: "base=10"})
    cited = []
    while (step := at.table.step) is not None:
        cited.append(step.cite)
        if isinstance(step, Ask):
            at.table.decide(1, HOUSE_WAY.word)
        else:
            one_step(at.table)
    assert any(f"letter {number}" in cite for cite in cited)
    assert all(f"letter {number}" in cite for cite in cited if "letter" in cite)
