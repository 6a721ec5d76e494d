"""The application of one worker process, configured by environment variables."""

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
"""Only ``pitbook serve`` sets it: the path and hash of every game that ``--games`` loaded."""


def worker() -> FastAPI:
    """Builds the application over the configured store and log; refuses to serve a release whose files were changed."""
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
