"""Old hashes of approved packages, from before a package was hashed by its meaning.

Until then the hash of a package covered the files of the game's folder. Hashes in property files and in the records of
a store are history and stay as they are; :func:`current_hash` maps an old one to its equivalent today. The pai gow
games were recorded before their house ways could set a fully wild joker; every table that could open then settles as
before.

Each entry was computed once, from the files with the old hash. For the other four games version 0.1 had another letter,
rule or declaration than today, so its hashes have no equivalent.
"""

from collections.abc import Mapping
from typing import Final

BY_FILES: Final[Mapping[str, str]] = {
    # million-dollar-match-the-dealer
    "6f22cdae89e1375d2f55cc6c94c878c7b69eb024a38886dbeabace982238e157": (
        "05a54baabe0c111721eee8dc462296146d58c360affbd43de4c82c22342e3021"
    ),
    # match-n-poker, in version 0.1 too
    "4c7ccb765ac9acbcd18f11970be2ad53f57b7f6697ac08efc5ec9b55c9c26be7": (
        "0bcc5c1c46a1c57bfe21437f226e3742dd0cb72f48d8a117e9703093be3bcfeb"
    ),
    # royal-riches-pai-gow
    "49af78b15d36c1a0e34458d81efb9da0599e9f75895a247b05db768beebdb504": (
        "fff84f400338e068f7202fd74f0a9ea94f4fe70b6b24a58cd11c2c3f83ee61aa"
    ),
    # royal-match-21
    "2f11bc69fc653f4082b2650a463e8b2d1f164a925a038031230d1347a81c62b6": (
        "981f31fb8184fe3587d2ad11f29ce4a28320b02a6edef64f1833c5f06670daeb"
    ),
    # ez-pai-gow
    "9905f23e03e1c9ab6395928e56169b5e2a5e2296b3da146d89096fd703035e96": (
        "48ff16c849aafe9654973751f89bef543bd01a19e62654e91d0f3524cfc1364e"
    ),
}
"""Hash of the files -> hash of the same package by its meaning. Complete: no new hash of files is ever recorded."""


def current_hash(recorded: str) -> str:
    """The present equivalent of a recorded hash; an unknown hash is returned unchanged."""
    return BY_FILES.get(recorded, recorded)
