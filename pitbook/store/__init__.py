"""The store: what must not be lost, in SQLite or PostgreSQL, the same schema and the same code."""
