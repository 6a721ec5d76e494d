"""Signing in, and the people of the room, as pages and API."""
