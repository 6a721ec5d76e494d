"""SQLite stores that have the schema already: copies of one that is made once, quicker than every migration."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pitbook.store.database import Database


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "room.db"
        Database(str(path)).close()
        return path.read_bytes()


def prepared(store: str) -> str:
    """The same address; where it is a file that is not there yet, there is one with nothing in it but the schema."""
    if "://" not in store and not Path(store).exists():
        Path(store).write_bytes(_empty())
    return store
