"""Builds a game from its folder: its letter, its pay tables and the wagers of its rules."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pitbook.games.letter import Letter, load_letter
from pitbook.games.letter_text import parse_letter_text
from pitbook.games.model import Wager
from pitbook.games.paytables import Labels, load_tables


def labels_of(wagers: Sequence[Wager]) -> Labels:
    """The label of each outcome, used where a pay table prints no other."""
    return {wager.slug: {outcome.name: outcome.label for outcome in wager.outcomes} for wager in wagers}


def read_folder(rules_file: str, wagers: Sequence[Wager]) -> tuple[Letter, tuple[Wager, ...]]:
    """The letter beside ``rules.py`` and the wagers with their pay tables filled in.

    A folder without ``letter.toml`` gives an empty letter: the game then states its own basis.
    """
    folder = Path(rules_file).parent
    tables = load_tables(folder / "paytables.toml", labels_of(wagers))
    filled = tuple(
        replace(wager, tables=tuple(table for table in tables if table.wager == wager.slug)) for wager in wagers
    )
    file, printed = folder / "letter.toml", folder / "printed.txt"
    letter = load_letter(file) if file.exists() else Letter()
    if printed.exists():
        letter = replace(letter, text=parse_letter_text(printed.read_text("utf-8"), letter.number))
    return letter, filled
