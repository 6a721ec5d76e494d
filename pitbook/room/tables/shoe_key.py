"""The key that seals shoes: the order of a shoe in play is never readable in the store.

In memory an event ``shuffled`` has the order and the salt of its shoe under ``secret``. In the store it has
``{"sealed": ..., "key": ...}`` instead: order and salt are encrypted and authenticated by AES-256-GCM with a key that
all servers of a room share, bound to the shoe's commitment (``promise``). The hash chain covers the sealed form, so it
does not change when the shoe is shown, which is another event. The key is a separate file, readable by its owner only,
and is in no back-up. A record says which key a room uses, by the first digits of its hash.
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
"""PostgreSQL's advisory lock while a room's key is recorded, for servers that start at the same time."""
SERVER: Final = "the server"
"""The author of the record of a room's key."""


class ShoeKey:
    """Seals the shoes of a room, and opens them again."""

    def __init__(self, secret: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        if len(secret) != KEY_BYTES:
            raise BadInput(f"a shoe key has {KEY_BYTES} bytes, not {len(secret)}")
        self._cipher = AESGCM(secret)
        self.id = hashlib.sha256(b"pitbook shoe key\n" + secret).hexdigest()[:ID_LETTERS]
        """Identifies the key without revealing it."""

    @classmethod
    def fresh(cls) -> "ShoeKey":
        return cls(secrets.token_bytes(KEY_BYTES))

    def stored_line(self, event: Event) -> str:
        """An event as a line of the store, its shoe sealed."""
        hidden = event.data.get(SECRET)
        if event.kind != SHUFFLED or not isinstance(hidden, dict) or ORDER not in hidden:
            return event.line()
        nonce = secrets.token_bytes(NONCE_BYTES)
        words = json.dumps([hidden[ORDER], hidden[SALT]]).encode()
        sealed = nonce + self._cipher.encrypt(nonce, words, _bound_to(event))
        kept = {SEALED: b64encode(sealed).decode(), KEY: self.id}
        return replace(event, data={**event.data, SECRET: kept}).line()

    def opened(self, event: Event) -> Event:
        """A stored event with its shoe opened; it stays sealed if it needs another key or was changed."""
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
    """The key in a file, which is created if it does not exist."""
    if not database.is_postgresql and path.resolve().parent == Path(str(database.engine.url.database)).resolve().parent:
        raise BadInput(
            f"the key {quoted(str(path))} is in the store's folder: a copy of that folder would have both, so "
            "give another folder with --shoe-key"
        )
    try:
        if not path.exists():
            _create(path)
        return _read(path)
    except OSError as error:
        words = (error.strerror or str(error)).lower()
        raise BadInput(f"the shoe key {quoted(str(path))} cannot be used: {words}") from None


def _create(path: Path) -> None:
    """Creates the file atomically and never replaces one: several processes may start at once."""
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
        raise BadInput(f"the shoe key {quoted(str(path))} can be read by other accounts: run chmod 600 on it")
    try:
        return ShoeKey(bytes.fromhex(path.read_text("ascii")))
    except (UnicodeDecodeError, ValueError):
        raise BadInput(f"{quoted(str(path))} is not a shoe key: it has {2 * KEY_BYTES} hexadecimal digits") from None


# -- which key a room uses ---------------------------------------------------------------------------------------------


def room_key(database: Database) -> str:
    """The id of the key that seals the room's shoes; empty if none is recorded yet."""
    with database.reading_latest() as connection:
        return _recorded(connection)


def _recorded(connection: Connection) -> str:
    record = last_record(connection, RECORD)
    return str(record.data["key"]) if record is not None else ""


def adopt_key(database: Database, key: ShoeKey, at: str, path: Path, *, instead: bool = False) -> str:
    """Records a key as the room's; returns a sentence if it replaces another one.

    An SQLite file has one server: if it finds another key's id there, the store was restored. On PostgreSQL it may be a
    second server without the room's key, which would void the rounds of the others: replacing needs ``instead``.
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
