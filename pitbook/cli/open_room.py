"""How commands open a room's store and identify the person who runs them."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pitbook.errors import BadInput, PitbookError, quoted

if TYPE_CHECKING:
    from pitbook.jackpot.people import Person

STORE: Final = "PITBOOK_STORE"
BADGE: Final = "PITBOOK_BADGE"
PIN: Final = "PITBOOK_PIN"

Decorator = Callable[[Callable[..., None]], Callable[..., None]]

store_option: Decorator = click.option(
    "--store",
    metavar="ADDRESS",
    help=f"A file, or postgresql://...; else ${STORE}, else a file in the user's data folder.",
)
badge_option: Decorator = click.option(
    "--badge",
    metavar="PERSON:TOKEN",
    help=f"Your badge; else ${BADGE}, else you are asked. The PIN is ${PIN}, or asked for.",
)


def address_of(store: str | None) -> str:
    """Where the store is."""
    if store is not None and not store.strip():
        raise BadInput("--store is empty: give a file, or an address of PostgreSQL")
    return store or os.environ.get(STORE) or str(_data_folder() / "pitbook.db")


def _data_folder() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "pitbook"


class OpenRoom:
    """A room over its store, for one command."""

    def __init__(self, address: str) -> None:
        from datetime import UTC, datetime

        from pitbook.room.days.reports import Reports
        from pitbook.room.days.service import Days
        from pitbook.room.jackpots.service import Jackpots
        from pitbook.room.people.service import People
        from pitbook.room.people.sessions import Sessions
        from pitbook.store.database import Database

        self.database = Database(address)
        self.jackpots = Jackpots(self.database, lambda: datetime.now(UTC).isoformat())
        self.days = Days(self.jackpots)
        self.reports = Reports(self.days)
        self.people = People(self.database)
        self.sessions = Sessions(self.database, self.people, lambda: datetime.now(UTC))

    def person(self, badge: str | None) -> "Person":
        """The person who runs the command, identified by badge and PIN."""
        shown = badge or os.environ.get(BADGE) or asked("Badge", BADGE)
        return self.sessions.identify(shown, os.environ.get(PIN) or asked("PIN", PIN))

    def close(self) -> None:
        self.jackpots.close()
        self.database.close()


def is_there(address: str) -> bool:
    """Whether a store's file exists; True for a database server, which reports a missing store when it is opened."""
    return "://" in address or Path(address).expanduser().is_file()


@contextmanager
def opened(store: str | None, *, new: bool = False) -> Iterator[OpenRoom]:
    """The room of a store, which must exist unless ``new`` is set; missing rights become one sentence."""
    address = address_of(store)
    if not new and not is_there(address):
        raise BadInput(f"there is no store at {quoted(address)}: --store names one, and pitbook people add creates one")
    try:
        room = OpenRoom(address)
        try:
            yield room
        finally:
            room.close()
    except BadInput:
        raise
    except PitbookError as error:  # missing rights, or a store that cannot be reached
        raise BadInput(str(error)) from None


def asked(what: str, variable: str, *, confirm: bool = False) -> str:
    """Asks for a secret without echo on a terminal; reads a line of standard input elsewhere."""
    if sys.stdin is not None and sys.stdin.isatty():
        return str(click.prompt(what, hide_input=True, confirmation_prompt=confirm, err=True))
    line = sys.stdin.readline().strip() if sys.stdin is not None else ""
    if not line:
        raise BadInput(f"the {what if what.isupper() else what.lower()} is missing: give it in ${variable}")
    return line


def request_key() -> str:
    """An idempotency key: each run of a command is a new request."""
    import secrets

    return f"command/{secrets.token_hex(16)}"
