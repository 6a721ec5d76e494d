"""Loads a game from outside: a folder, the file of one wager, or a design of the Lab.

It also passes these games to other processes. A process that counts, simulates or serves for another receives the path
and the hash of each game (:class:`Given`), loads the same path and refuses a different hash.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Final, NamedTuple

from pitbook import games
from pitbook.errors import BadInput
from pitbook.exact.custom_wager import load_wager_file
from pitbook.exact.design_game import game_of_design, parse_design, read_design
from pitbook.games import Outside
from pitbook.games.outside import FolderFaults, game_folders, load_folder
from pitbook.games.outside_check import is_slug

FILES: Final = "files"
DESIGN: Final = "design"


class Given(NamedTuple):
    """A game from outside, as sent to another process."""

    place: str
    """The absolute path of a game's folder or of a wager's file; for a design, the text of its file."""
    digest: str
    kind: str = FILES


def load(place: str | Path, expected: str = "") -> list[Outside]:
    """The games of one folder, of each folder in it, or of one file; not registered yet. This runs their code."""
    path = Path(place)
    if path.suffix == ".py":
        return [load_wager_file(path, expected)]
    if path.suffix == ".toml":
        return [game_of_design(read_design(path))]
    loaded, refused = [], []
    for folder in game_folders(path):
        try:
            loaded.append(load_folder(folder, expected))
        except FolderFaults as error:
            refused.append(str(error))
    if refused:
        raise BadInput("\n".join(refused))
    return loaded


def given(*about: object) -> tuple[Given, ...]:
    """The games that another process must load to know the same games as this one: all listed games, and others named
    in the data ``about`` that is sent to it."""
    listed = [each for each in games.all_outside() if each.listed]
    slugs = dict.fromkeys(slug for each in about for text in _texts(each) for slug in games.parts_of(text))
    named = (games.loaded(slug) for slug in slugs if is_slug(slug))
    others = [each for each in named if each is not None and not each.listed]
    return tuple(
        Given(each.text, each.digest, DESIGN) if each.text else Given(str(each.place), each.digest)
        for each in (*listed, *others)
    )


def ensure(wanted: Iterable[Sequence[str]]) -> None:
    """Loads in this process the games that another process passed to it; refused if this process finds different
    ones."""
    for place, digest, kind in wanted:
        if any(each.digest == digest for each in games.all_outside()):
            continue
        found = [game_of_design(parse_design(place))] if kind == DESIGN else load(place, digest)
        for each in found:
            games.register(each)


def _texts(value: object) -> Iterator[str]:
    """Every string in a value that one process sends to another."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        yield from (text for field in fields(value) for text in _texts(getattr(value, field.name)))
    elif isinstance(value, Mapping):
        yield from (text for pair in value.items() for each in pair for text in _texts(each))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (text for each in value for text in _texts(each))
