"""Names the extra to install when a required library is missing.

Only Click and Rich come with Pitbook itself; every other library belongs to an extra (``pyproject.toml``). Importing a
missing one anywhere in Pitbook raises :class:`MissingExtra`: a command prints its sentence and exits with 2, a page
shows it, and code that does not need the library catches it as a ``BadInput`` or an ``ImportError``.
"""

import sys
from types import FrameType
from typing import Final

from pitbook.errors import BadInput

EXTRA_OF: Final = {
    "numba": "fast",
    "numpy": "fast",
    "distributed": "cluster",
    "alembic": "room",
    "argon2": "room",
    "cryptography": "room",
    "fastapi": "room",
    "jinja2": "room",
    "markdown_it": "room",
    "markupsafe": "room",
    "prometheus_client": "room",
    "psycopg": "room",
    "pydantic": "room",
    "sqlalchemy": "room",
    "starlette": "room",
    "uvicorn": "room",
    "webauthn": "room",
    "segno": "print",  # also in the extra room, but without that extra another library is reported first
    "typst": "print",
    "xlsxwriter": "print",
}
"""The extra that installs a library, by import name."""


class MissingExtra(BadInput, ModuleNotFoundError):
    """A required library is not installed; the message has the command that installs it."""

    def __init__(self, library: str) -> None:
        extra = EXTRA_OF[library]
        super().__init__(
            f"this needs the extra {extra} ({library} is not installed): install it with pip install 'pitbook[{extra}]'"
        )
        self.name = library


class _MissingExtras:
    """The last finder on ``sys.meta_path``: Python asks it only if no other finder has found the library."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name in EXTRA_OF and _imported_by(sys._getframe(1)).partition(".")[0] == "pitbook":
            raise MissingExtra(name)


def _imported_by(frame: FrameType | None) -> str:
    """The module with the import statement. Imports by other libraries, and ``find_spec``, fail as usual."""
    while frame is not None and frame.f_globals.get("__name__") in ("importlib._bootstrap", "_frozen_importlib"):
        frame = frame.f_back
    return "" if frame is None else str(frame.f_globals.get("__name__"))


def require(library: str) -> None:
    """Fails early, before a long computation, if a library that is needed after it is missing."""
    from importlib.util import find_spec

    if find_spec(library) is None:
        raise MissingExtra(library)


def explain_missing_extras() -> None:
    """Installs the finder; called once, when ``pitbook`` is imported."""
    sys.meta_path.append(_MissingExtras)
