"""The tables of the store. JSON is stored as canonical text, so that its hash can always be computed again."""

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
    # The key comes first: with the book first, a PostgreSQL server without statistics would use this index to look up
    # an entry's transaction, and read every transaction of the book.
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

controllers = Table(
    "pads",  # a stored name
    metadata,
    Column("table", String(40), primary_key=True),
    Column("state", Text, nullable=False),
    Column("pressed", BigInteger, nullable=False),  # number of key presses
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
    Column("address", String(100), nullable=False),  # of the sign-in
    Column("screen", Integer, nullable=False),  # 1: a browser's, which locks; 0: a program's
    Column("locked", Integer, nullable=False),
    Column("ended", Integer, nullable=False),
    Column("how", String(20), nullable=False, server_default="badge"),  # means of the sign-in
)

tries = Table(
    "tries",
    metadata,
    Column("whose", String(64), primary_key=True),  # hash of a badge's name or of an address
    Column("count", Integer, nullable=False),
    Column("at", String(40), nullable=False),
)
"""Failed attempts to sign in, for the rate limit of further attempts."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of the credential's id
    Column("person", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("host", String(253), nullable=False),  # the host name that it was added for, and works with
    Column("credential", Text, nullable=False),  # the credential's id
    Column("public_key", Text, nullable=False),
    Column("count", BigInteger, nullable=False),  # the authenticator's signature counter
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
    Column("pin", Text, nullable=False),  # salted hash of the first PIN; empty after the decision
    Column("at", String(40), nullable=False),
    Column("by", String(40), nullable=False),  # the proposer
    Column("state", String(20), nullable=False),  # waiting, approved or withdrawn
)
"""Roles that move money, proposed by one person and approved by another."""

challenges = Table(
    "challenges",
    metadata,
    Column("browser", String(64), primary_key=True),  # hash of a secret that only this browser has
    Column("person", String(40), nullable=False),  # the person who adds a passkey; empty for a sign-in
    Column("until", String(40), nullable=False),
)
"""Challenges for passkeys to sign; each is deleted when it is answered."""

requests = Table(
    "requests",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("what", String(200), nullable=False),
    Column("at", String(40), nullable=False),
    Column("answer", Text, nullable=False),
    Column("lane", Integer, nullable=False, server_default="0"),  # names the chain of this row
    Column("number", BigInteger, nullable=False, server_default="0"),
    Column("hash", String(64), nullable=False, server_default=""),
)
"""Answers by idempotency key: a repeated request gets the stored answer and changes nothing."""

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
"""Permanent records of other kinds: closed days, bank statements, advice that the house did not follow."""

chains = Table(
    "chains",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("number", BigInteger, nullable=False),  # of its last row
    Column("hash", String(64), nullable=False),
)
"""The head of each chain of rows: tables' events, records and requests."""

APPEND_ONLY = ("transactions", "entries", "presses", "table_events", "requests", "records")
"""Tables whose rows are never updated or deleted: triggers in the database refuse it."""

MUTABLE = {
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
"""What a server may do to the other tables besides adding rows; it needs no other privileges."""
