"""Draws the SVG pictures of the README and the documentation with the commands that they show."""

import io
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pitbook import games
from pitbook.cli import cli, output
from pitbook.cli.play.look import TerminalStyle
from pitbook.cli.play.pages import pays_panel
from pitbook.cli.play.prompts import Prompt
from pitbook.cli.play.scene import Scene
from pitbook.cli.play.screen import Screen
from pitbook.cli.play.session import PlaySession, PlaySetup
from pitbook.cli.play.view import SceneDrawer
from pitbook.money import dollars
from pitbook.table.config import configure
from pitbook.table.odds import TableOdds
from pitbook.table.run import counting_clock
from pitbook.table.seeded import SeededChance
from pitbook.table.table import Table

FOLDER = Path(__file__).parent.parent / "docs" / "images"
PICTURES = {
    "tour": "tour",
    "settle": "settle royal-match-21 --table royal-match=RM-08 --bet royal-match=10 --bet base=25 "
    "--player 'Ks Qs' --dealer '9h 8c'",
    "par": "par royal-match-21 royal-match --table RM-08 --decks 6",
}
DRAWINGS = {
    "felt": "layout royal-match-21 --seats 7 --table royal-match=RM-08",
    "jackpot-life": "jackpot simulate royal-match-21 royal-match-progressive --decks 6",
}
"""Commands that write an SVG file themselves."""
NOT_PRINTED = re.compile(r'<g id="(guides|cut)" .*?</g>\n', re.DOTALL)
"""Layers of a felt that a printer leaves out."""


def draw(name: str, command: str) -> None:
    """Runs one command on a recording console and saves its output."""
    screen = Console(
        record=True, width=92, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    screen.print(Text(f"$ pitbook {command}", "bold"))
    output.console = lambda: screen  # type: ignore[assignment]  # the one place where output is made
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("pitbook.cli.") and hasattr(module, "console"):
            module.console = lambda: screen
    cli.main(shlex.split(command), standalone_mode=False, prog_name="pitbook")
    save(screen, name)


def save(screen: Console, name: str) -> None:
    """Saves the output of a recording console as SVG."""
    drawn = screen.export_svg(title="pitbook", unique_id=name)
    # No web font: the picture must not load anything, so it uses the reader's monospaced font.
    drawn = re.sub(r"<!--.*?-->", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL).replace(
        "Fira Code", "ui-monospace, Menlo, Consolas"
    )
    (FOLDER / f"{name}.svg").write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", "utf-8")


class Posed(Screen):
    """A scripted player: gives these answers, then stops at the next prompt."""

    def __init__(self, screen: Console, answers: Sequence[str]) -> None:
        super().__init__(screen, TerminalStyle(), lambda seconds: "")
        self.answers = list(answers)

    def show(self, scene: Scene, seconds: float) -> None: ...

    def ask(self, scene: Callable[[], Scene], prompt: Prompt) -> str:
        if self.answers:
            return self.answers.pop(0)
        self.scene, self.prompt = scene(), prompt
        raise EOFError


def draw_play(name: str, width: int, height: int) -> None:
    """A round of Royal Match 21 with a seed that gives the player the king and queen of diamonds."""
    config = configure(games.game("royal-match-21"), seats=4)
    table = Table(config, SeededChance(913), counting_clock(), lambda event: None)
    odds = TableOdds(config)
    odds.begin()
    odds.wait()
    screen = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    posed = Posed(screen, ["deal", "stand"])
    with suppress(EOFError):
        PlaySession(PlaySetup(config, dollars(500), 3, "practice, seed 913"), table, posed, odds).play()
    for line in SceneDrawer(posed.look, width, height, pays_panel(config)).screen(posed.scene, posed.prompt):
        screen.print(line, end="\n")
    save(screen, name)


if __name__ == "__main__":
    for name, command in DRAWINGS.items():
        path = FOLDER / f"{name}.svg"
        cli.main([*shlex.split(command), "--svg", str(path)], standalone_mode=False)
        path.write_text(NOT_PRINTED.sub("", path.read_text("utf-8")), "utf-8")
    draw_play("play", 104, 27)
    for name, command in PICTURES.items():
        draw(name, command)
