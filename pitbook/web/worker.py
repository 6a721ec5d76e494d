"""The application of one process of a server, which is told by its environment what to serve."""

import json
import os
from datetime import timedelta
from typing import Final

from fastapi import FastAPI

from pitbook.compliance.release import require_release
from pitbook.exact.outside import ensure
from pitbook.web.app import create_app, freeze_gc
from pitbook.web.games.api import prepare

STORE: Final = "PITBOOK_STORE"
LOCKS: Final = "PITBOOK_LOCKS_MINUTES"
NEW_SHOE_KEY: Final = "PITBOOK_NEW_SHOE_KEY"
LOG: Final = "PITBOOK_LOG"
GAMES: Final = "PITBOOK_OUTSIDE_GAMES"
"""Set by ``pitbook serve`` alone: the place and hash of every game that ``--games`` loaded."""


def worker() -> FastAPI:
    """Over the store, with a log where one is asked for; a release whose files were changed does not serve."""
    require_release()
    if os.environ.get(LOG):
        from pitbook.web.http.observe import write_log

        write_log()
    ensure(json.loads(os.environ.get(GAMES) or "[]"))
    app = create_app(os.environ[STORE], new_shoe_key=bool(os.environ.get(NEW_SHOE_KEY)))
    app.state.services.sessions.locks = timedelta(minutes=int(os.environ[LOCKS]))
    prepare(app)
    freeze_gc()
    return app
