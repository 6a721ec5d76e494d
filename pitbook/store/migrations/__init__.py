"""Alembic migrations: opening a store of any earlier version migrates it."""
