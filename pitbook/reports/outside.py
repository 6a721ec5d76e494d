"""Opens games from outside: loads them, tries them and registers them, all or none."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pitbook import games
from pitbook.errors import BadInput
from pitbook.exact.outside import load
from pitbook.games import Outside
from pitbook.games.outside import FolderFaults
from pitbook.reports.outside_trial import trial_faults


def open_games(places: Iterable[str | Path], expected: str = "") -> list[Outside]:
    """The games of these folders and files, from now on found by their slugs. This runs their code."""
    loaded: list[Outside] = []
    refused: list[str] = []
    for place in dict.fromkeys(map(Path, places)):
        try:
            loaded += load(place, expected)
        except BadInput as error:
            refused.append(str(error))
    tried = {each.place: trial_faults(each) for each in loaded if each.place.is_dir()}
    refused += [str(FolderFaults(folder, found)) for folder, found in tried.items() if found]
    slugs = Counter(each.game.slug for each in loaded)
    refused += [f"{times} games that are loaded are called {slug!r}" for slug, times in slugs.items() if times > 1]
    if refused:
        raise BadInput("\n".join(refused))
    for each in loaded:
        games.register(each)
    return loaded
