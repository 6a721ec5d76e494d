"""Notices and displays that a table must have."""
