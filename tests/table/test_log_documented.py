"""The documentation of the event log names every kind of event and everything that an opening states."""

import ast
import re
from pathlib import Path

import pitbook.table
from pitbook import games
from pitbook.table.config import OPENING_KEYS, configure

FOLDER = Path(pitbook.table.__file__).parent
PAGE = (FOLDER.parents[1] / "docs" / "table.md").read_text("utf-8")


def kinds() -> set[str]:
    """The kinds of events that the modules of a table record."""
    found = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="_record"), args=[first, *_]):
                    found |= {each.value for each in ast.walk(first) if isinstance(each, ast.Constant)}
    return {kind for kind in found if isinstance(kind, str)}


def documented(section: str) -> set[str]:
    """The words in code in the first column of the table of a section."""
    part = PAGE.split(f"{section}\n", 1)[1].split("\n#", 1)[0]
    rows = re.findall(r"^\| (`[^|]+)\|", part, re.MULTILINE)
    return {word for row in rows for word in re.findall(r"`([^`]+)`", row)}


def test_every_kind_of_event_is_described() -> None:
    assert {"opened", "card", "answer", "settled", "shoe-lost"} <= kinds()
    assert kinds() == documented("## Events")


def test_everything_that_an_opening_states_is_described() -> None:
    stated = {*configure(games.game("royal-match-21")).to_dict(), *OPENING_KEYS}
    assert stated == documented("### The opening") - {"opened"}
