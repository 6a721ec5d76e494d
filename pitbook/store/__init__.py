"""Durable storage in SQLite or PostgreSQL, with one schema and one code path for both."""
