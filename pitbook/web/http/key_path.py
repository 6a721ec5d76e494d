"""The path of the key that encrypts shoes."""

import os
import sys
from pathlib import Path
from typing import Final

VARIABLE: Final = "PITBOOK_SHOE_KEY"


def key_path(given: str | None = None) -> Path:
    """The given path, else that of the environment variable, else one in the user's configuration folder."""
    named = given or os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("APPDATA") or str(Path.home() / "AppData" / "Roaming")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "pitbook" / "shoe.key"
