"""Opens games from outside: loads, tries and registers them, all or none."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pitbook import games
from pitbook.compliance.property import GameFolder
from pitbook.errors import BadInput
from pitbook.exact.outside import load
from pitbook.games import Outside
from pitbook.games.model import listed
from pitbook.games.outside import FolderFaults
from pitbook.reports.outside_trial import trial_faults


def open_games(places: Iterable[str | Path], expected: str = "") -> list[Outside]:
    """Registers the games of these folders and files under their slugs. This runs their code."""
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
    for slug in (slug for slug, times in slugs.items() if times > 1):
        places = listed(str(each.place) for each in loaded if each.game.slug == slug)
        refused.append(f"the games in {places} have the same slug {slug!r}: choose another one for all but one of them")
    if refused:
        raise BadInput("\n".join(refused))
    for each in loaded:
        games.register(each)
    return loaded


def open_listed(folders: Iterable[GameFolder]) -> None:
    """Opens the games that a property's file lists; refuses a folder that has changed."""
    for each in folders:
        open_games([each.folder], each.hash)
