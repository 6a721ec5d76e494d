"""SQLite stores that already have the schema: copies of a template, faster than running every migration."""

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


def with_schema(store: str) -> str:
    """Copies the template to a SQLite path that does not exist yet; returns the address."""
    if "://" not in store and not Path(store).exists():
        Path(store).write_bytes(_empty())
    return store
