"""The tables of the store. Records are kept as canonical JSON text, so that a hash taken once holds for ever."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

books = Table(
    "books",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("number", BigInteger, nullable=False),  # of the last transaction
    Column("hash", String(64), nullable=False),
    Column("state", Text, nullable=False),
)

transactions = Table(
    "transactions",
    metadata,
    Column("book", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("key", String(200), nullable=False),
    Column("at", String(40), nullable=False),
    Column("by", String(200), nullable=False),
    Column("data", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    PrimaryKeyConstraint("book", "number"),
    # It does not begin with the book: a server that has not counted its rows yet would look for an entry's transaction
    # in it, and read every transaction of the book.
    UniqueConstraint("key", "book"),
)

entries = Table(
    "entries",
    metadata,
    Column("book", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("account", String(20), nullable=False),
    Column("micros", BigInteger, nullable=False),
    PrimaryKeyConstraint("book", "number", "account"),
    ForeignKeyConstraint(["book", "number"], ["transactions.book", "transactions.number"]),
)

pads = Table(
    "pads",
    metadata,
    Column("table", String(40), primary_key=True),
    Column("state", Text, nullable=False),
    Column("pressed", BigInteger, nullable=False),  # how often anything was pressed
    Column("hash", String(64), nullable=False, server_default=""),  # of the last press
)

presses = Table(
    "presses",
    metadata,
    Column("table", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("at", String(40), nullable=False),
    Column("by", String(200), nullable=False),
    Column("data", Text, nullable=False),
    Column("hash", String(64), nullable=False, server_default=""),
    PrimaryKeyConstraint("table", "number"),
)

table_events = Table(
    "table_events",
    metadata,
    Column("table", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("line", Text, nullable=False),
    Column("hash", String(64), nullable=False, server_default=""),
    PrimaryKeyConstraint("table", "number"),
)

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("roles", Text, nullable=False),
    Column("badge", Text, nullable=False),  # salted hash
    Column("pin", Text, nullable=False),  # salted hash
    Column("active", Integer, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # its hash, not the token itself
    Column("person", String(40), nullable=False),
    Column("at", String(40), nullable=False),
    Column("until", String(40), nullable=False),
    Column("seen", String(40), nullable=False),  # when it was last used, to the minute
    Column("address", String(100), nullable=False),  # where it was begun
    Column("screen", Integer, nullable=False),  # a browser's, which locks; else a program's
    Column("locked", Integer, nullable=False),
    Column("ended", Integer, nullable=False),
    Column("how", String(20), nullable=False, server_default="badge"),  # it was begun
)

tries = Table(
    "tries",
    metadata,
    Column("whose", String(64), primary_key=True),  # hash of a badge's name or of an address
    Column("count", Integer, nullable=False),
    Column("at", String(40), nullable=False),
)
"""Wrong tries to sign in, which slow down the next."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of the credential's id
    Column("person", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("host", String(253), nullable=False),  # where it was added, and works
    Column("credential", Text, nullable=False),  # its id, as the authenticator knows it
    Column("public_key", Text, nullable=False),
    Column("count", BigInteger, nullable=False),  # of its uses, as the authenticator says
    Column("at", String(40), nullable=False),
    Column("seen", String(40), nullable=False),  # when it was last used
    Column("active", Integer, nullable=False),
)

proposals = Table(
    "proposals",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(40), nullable=False),
    Column("name", String(200), nullable=False),
    Column("roles", Text, nullable=False),
    Column("pin", Text, nullable=False),  # salted hash of the first PIN; empty once it was decided
    Column("at", String(40), nullable=False),
    Column("by", String(40), nullable=False),  # who proposes it
    Column("state", String(20), nullable=False),  # waiting, approved or withdrawn
)
"""Roles that move money, asked for by one person and approved by another."""

challenges = Table(
    "challenges",
    metadata,
    Column("browser", String(64), primary_key=True),  # hash of what only this browser has
    Column("person", String(40), nullable=False),  # who adds a passkey; nobody: a sign-in
    Column("until", String(40), nullable=False),
)
"""What passkeys are asked to sign; each is taken away when it is answered."""

requests = Table(
    "requests",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("what", String(200), nullable=False),
    Column("at", String(40), nullable=False),
    Column("answer", Text, nullable=False),
    Column("lane", Integer, nullable=False, server_default="0"),  # the chain that it is in
    Column("number", BigInteger, nullable=False, server_default="0"),
    Column("hash", String(64), nullable=False, server_default=""),
)
"""What was answered to a request, so that the same one asked again is not done again."""

records = Table(
    "records",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("kind", String(40), nullable=False, index=True),
    Column("at", String(40), nullable=False),
    Column("by", String(200), nullable=False),
    Column("data", Text, nullable=False),
    Column("hash", String(64), nullable=False, server_default=""),
)
"""Whatever else is noted and never changed: closed days, bank statements, advice that was gone against."""

chains = Table(
    "chains",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("number", BigInteger, nullable=False),  # of its last row
    Column("hash", String(64), nullable=False),
)
"""Where chains of rows end: those of tables' events, of records and of requests."""

APPEND_ONLY = ("transactions", "entries", "presses", "table_events", "requests", "records")
"""Rows of these are added, never changed and never removed: the database itself refuses it."""

KEPT_UP = {
    "books": ("UPDATE",),
    "pads": ("UPDATE",),
    "chains": ("UPDATE",),
    "people": ("UPDATE",),
    "passkeys": ("UPDATE",),
    "proposals": ("UPDATE",),
    "sessions": ("UPDATE",),
    "tries": ("UPDATE", "DELETE"),
    "challenges": ("DELETE",),
}
"""What is done to rows of the other tables, besides adding them: no server needs a right to more."""
