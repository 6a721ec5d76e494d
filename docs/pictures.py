"""Draws the terminal pictures of the README from what the commands really print: ``python docs/pictures.py``."""

import io
import re
import shlex
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pitbook.cli import cli, output

FOLDER = Path(__file__).parent / "images"
PICTURES = {
    "tour": "tour",
    "settle": "settle royal-match-21 --table royal-match=RM-08 --bet royal-match=10 --bet base=25 "
    "--player 'Ks Qs' --dealer '9h 8c'",
    "par": "par royal-match-21 royal-match --table RM-08 --decks 6",
}


def draw(name: str, command: str) -> None:
    """Runs one command on a recording screen and saves what it shows."""
    screen = Console(
        record=True, width=92, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    screen.print(Text(f"$ pitbook {command}", "bold"))
    output.console = lambda: screen  # type: ignore[assignment]  # the one place where output is made
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("pitbook.cli.") and hasattr(module, "console"):
            module.console = lambda: screen
    cli.main(shlex.split(command), standalone_mode=False, prog_name="pitbook")
    drawn = screen.export_svg(title="pitbook", unique_id=name)
    # A picture in a repository asks nobody for a font: the reader's own monospaced one serves.
    drawn = re.sub(r"<!--.*?-->", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL).replace(
        "Fira Code", "ui-monospace, Menlo, Consolas"
    )
    (FOLDER / f"{name}.svg").write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", "utf-8")


if __name__ == "__main__":
    for name, command in PICTURES.items():
        draw(name, command)
