"""Drills of the base game."""
