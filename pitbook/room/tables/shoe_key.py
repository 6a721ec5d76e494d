"""The key that seals shoes: the store never holds the order of a shoe in play in a form that can be read.

In memory an event ``shuffled`` has the order and the salt of its shoe under ``secret``. In the store it has
``{"sealed": ..., "key": ...}`` instead: both encrypted and authenticated by AES-256-GCM with a key that all servers of
a room share, bound to the promise of the shoe. The chain covers the sealed form, so it does not change when the shoe
is shown: that is another event, as before. The key is a file of its own, readable by its owner only, and is in no
back-up. Which key a room uses is on record, by the beginning of its hash.
"""

import hashlib
import json
import os
import secrets
import tempfile
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, text

from pitbook.cards import card_names, parse_cards
from pitbook.errors import BadInput, quoted
from pitbook.room.days.records import last_record, write_record
from pitbook.store.database import Database
from pitbook.store.private_files import OTHERS, create_folder
from pitbook.table.events import SECRET, Event
from pitbook.table.shoe import promise_of

RECORD: Final = "shoe-key"
SEALED, KEY, ORDER, SALT = "sealed", "key", "order", "salt"
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
ID_LETTERS: Final = 12
SHUFFLED: Final = "shuffled"
ADOPTING: Final = 7023
"""PostgreSQL's lock while a room's key is recorded: of several servers that start at once, one does it."""
SERVER: Final = "the server"
"""Who records that a room's key has changed."""


class ShoeKey:
    """Seals the shoes of a room, and opens them again."""

    def __init__(self, secret: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        if len(secret) != KEY_BYTES:
            raise BadInput(f"a key of shoes has {KEY_BYTES} bytes, not {len(secret)}")
        self._cipher = AESGCM(secret)
        self.id = hashlib.sha256(b"pitbook shoe key\n" + secret).hexdigest()[:ID_LETTERS]
        """Names the key without telling it."""

    @classmethod
    def fresh(cls) -> "ShoeKey":
        return cls(secrets.token_bytes(KEY_BYTES))

    def stored_line(self, event: Event) -> str:
        """An event as the store keeps it."""
        hidden = event.data.get(SECRET)
        if event.kind != SHUFFLED or not isinstance(hidden, dict) or ORDER not in hidden:
            return event.line()
        nonce = secrets.token_bytes(NONCE_BYTES)
        words = json.dumps([hidden[ORDER], hidden[SALT]]).encode()
        sealed = nonce + self._cipher.encrypt(nonce, words, _bound_to(event))
        kept = {SEALED: b64encode(sealed).decode(), KEY: self.id}
        return replace(event, data={**event.data, SECRET: kept}).line()

    def opened(self, event: Event) -> Event:
        """An event of the store as a table needs it; still sealed where another key is needed, or it was changed."""
        hidden = event.data.get(SECRET)
        if event.kind != SHUFFLED or not isinstance(hidden, dict) or hidden.get(KEY) != self.id:
            return event
        found = self._open(hidden, event)
        return replace(event, data={**event.data, SECRET: found}) if found is not None else event

    def _open(self, hidden: dict[str, Any], event: Event) -> dict[str, str] | None:
        from cryptography.exceptions import InvalidTag

        try:
            sealed = b64decode(str(hidden[SEALED]), validate=True)
            words = self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], _bound_to(event))
            order, salt = json.loads(words)
            if promise_of(parse_cards(order), salt) != event.data.get("promise"):
                return None
        except (InvalidTag, BadBase64, KeyError, ValueError):
            return None
        return {ORDER: card_names(parse_cards(order)), SALT: salt}


def _bound_to(event: Event) -> bytes:
    return f"pitbook shoe {event.data.get('promise')}".encode()


# -- the file ----------------------------------------------------------------------------------------------------------


def key_in_file(path: Path, database: Database) -> ShoeKey:
    """The key in a file; a new one where there is no file yet."""
    if not database.is_postgresql and path.resolve().parent == Path(str(database.engine.url.database)).resolve().parent:
        raise BadInput(
            f"the key {quoted(str(path))} lies beside the store: whoever copies that folder has both, so give another "
            "folder with --shoe-key"
        )
    try:
        if not path.exists():
            _create(path)
        return _read(path)
    except OSError as error:
        words = (error.strerror or str(error)).lower()
        raise BadInput(f"the key of shoes {quoted(str(path))} cannot be used: {words}") from None


def _create(path: Path) -> None:
    """All of it or nothing, and never over another one: several processes may start at once."""
    create_folder(path.parent)
    handle, name = tempfile.mkstemp(prefix=".shoe-", dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(f"{secrets.token_bytes(KEY_BYTES).hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another process was first
            os.link(name, path)
    finally:
        Path(name).unlink(missing_ok=True)


def _read(path: Path) -> ShoeKey:
    if os.name != "nt" and path.stat().st_mode & OTHERS:
        raise BadInput(f"the key of shoes {quoted(str(path))} can be read by other accounts: run chmod 600 on it")
    try:
        return ShoeKey(bytes.fromhex(path.read_text("ascii")))
    except (UnicodeDecodeError, ValueError):
        raise BadInput(f"{quoted(str(path))} is no key of shoes: it holds {2 * KEY_BYTES} hexadecimal digits") from None


# -- which key a room uses ---------------------------------------------------------------------------------------------


def room_key(database: Database) -> str:
    """The name of the key that the room's shoes are sealed with; empty where none was recorded yet."""
    with database.looking() as connection:
        return _recorded(connection)


def _recorded(connection: Connection) -> str:
    record = last_record(connection, RECORD)
    return str(record.data["key"]) if record is not None else ""


def adopt_key(database: Database, key: ShoeKey, at: str, path: Path, *, instead: bool = False) -> str:
    """Records a key as the room's; gives a sentence where it takes the place of another one.

    A file of SQLite has one server: one that finds another key's name there serves a restored store. On PostgreSQL it
    may be a second server without the room's key, which would void what the others deal: that must be asked for.
    """
    if room_key(database) == key.id:
        return ""
    with database.writing() as connection:
        if database.is_postgresql:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({ADOPTING})"))
        before = _recorded(connection)
        if before == key.id:
            return ""  # another server with the same key was first
        if before and database.is_postgresql and not instead:
            raise BadInput(
                f"the shoes of this room are sealed with key {before}, and {quoted(str(path))} is key {key.id}: copy "
                "the key file of the room's other servers; if it is lost, stop them and start once with "
                "--new-shoe-key, which voids open rounds and reshuffles"
            )
        write_record(connection, RECORD, SERVER, at, {"key": key.id, "instead_of": before})
    if not before:
        return ""
    return (
        f"Key {key.id} seals shoes from now on, instead of {before}. Tables whose shoe was sealed with that one void "
        "their open round and reshuffle when they are next used."
    )
