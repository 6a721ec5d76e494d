"""A game's package: the letter, pay tables and rules that were approved, known by one hash (WAC 230-15-035)."""

import hashlib
from functools import cache
from importlib.resources import files

from pitbook.games import game as game_of


@cache
def package_hash(slug: str) -> str:
    """SHA-256 over the files of the game's folder, each with its name."""
    folder = files(f"pitbook.games.{game_of(slug).slug.replace('-', '_')}")
    whole = hashlib.sha256()
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.name.endswith((".toml", ".py")):
            text = part.read_text("utf-8").replace("\r\n", "\n")
            whole.update(f"{part.name}\n{hashlib.sha256(text.encode()).hexdigest()}\n".encode())
    return whole.hexdigest()
