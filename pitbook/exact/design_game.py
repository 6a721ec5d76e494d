"""A design of the Lab as a game: every command and page that takes a game can use it, and a table can be opened with
it.

A design is text, not Python, so that loading one runs no code. Its slug is ``lab-`` and the design's hash. As a file it
is TOML with the chosen values (:func:`write_design`).
"""

import json
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pitbook import games
from pitbook.errors import BadInput
from pitbook.exact.lab import LabDesign, opened
from pitbook.games import Outside
from pitbook.games.model import Game, Option
from pitbook.games.on_base import NOT_APPROVED
from pitbook.toml_file import TomlFile

SLUG: Final = re.compile(r"lab-([0-9a-f]{24})", re.ASCII)
MOST_KEPT: Final = 256
TEXTS: Final = ("game", "wager", "rule", "table", "bet", "meter")


def game_of_design(design: LabDesign) -> Outside:
    """The game of a design, not registered; no letter approves it."""
    return _made(json.dumps(opened(design).design.to_dict(), sort_keys=True))


@lru_cache(maxsize=MOST_KEPT)
def _made(text: str) -> Outside:
    found = opened(LabDesign(**json.loads(text)))
    name = f"lab-{found.design.id}"
    table = replace(
        found.table, id=f"Lab {found.design.id[:8]}", decks=(found.decks,), cite="", heading="", game_name=""
    )
    options = {option: value for option, value in found.options.items() if option in found.game.all_options()}
    wager = replace(
        found.wager, tables=(table,), reads=tuple(_with_default(each, options) for each in found.wager.reads)
    )
    game: Game = replace(
        found.game,
        slug=name,
        name=found.wager.name if found.design.rule else f"{found.game.name}, changed",
        decks=(found.decks,),
        default_decks=found.decks,
        wagers=tuple(wager if each.slug == wager.slug else each for each in found.game.wagers),
        letter=NOT_APPROVED,
        options=tuple(_with_default(each, options) for each in found.game.options),
        default_tables={slug: each for slug, each in found.game.default_tables.items() if slug != wager.slug},
    )
    module = "" if found.design.rule else games.module_of(found.design.game)  # a family may look there
    return Outside(game, Path(name), found.design.id, module, listed=False, text=write_design(found.design))


def _with_default(option: Option, chosen: dict[str, str]) -> Option:
    return replace(option, default=chosen.get(option.name, option.default))


def write_design(design: LabDesign) -> str:
    """A design as a file that commands accept as a game."""
    chosen = opened(design).design.to_dict()
    lines = ["# A design of the Lab: no letter approves it. pitbook play, par, rules and others take this file."]
    lines += [f"{name} = {_value(chosen[name])}" for name in (*TEXTS, "decks") if name in chosen]
    for part in ("pays", "options"):
        if chosen.get(part):
            lines += ["", f"[{part}]", *(f"{_value(name)} = {_value(text)}" for name, text in chosen[part].items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """A string or an integer in TOML; a multi-line string stays readable."""
    if isinstance(value, str) and "\n" in value and "'''" not in value and value.replace("\n", "").isprintable():
        return f"'''\n{value}'''"
    return json.dumps(value, ensure_ascii=False)


def read_design(path: Path) -> LabDesign:
    """Reads such a file; raises all its faults together."""
    return _read(TomlFile.open(path))


def load_design(path: Path) -> Game:
    """The game of such a file, registered."""
    loaded = game_of_design(read_design(path))
    games.register(loaded)
    return loaded.game


def parse_design(text: str) -> LabDesign:
    """Reads a design from a string."""
    return _read(TomlFile(text, "the design"))


def _read(file: TomlFile) -> LabDesign:
    root = file.root
    texts = {name: root.text(name, "") for name in TEXTS}
    decks = root.number("decks", 0)
    pays, options = (
        {name: section.text(name) for name, _ in section.items()}
        for section in (root.section("pays", optional=True), root.section("options", optional=True))
    )
    root.done()
    file.check()
    if not texts["rule"] and not texts["game"]:
        raise BadInput(f"{file.path} is not a design: it needs a rule, or a game and a wager, as the Lab writes them")
    return LabDesign(**texts, decks=decks or None, pays=pays, options=options)
