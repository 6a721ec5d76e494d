"""Pai gow poker and the games that are played on it."""
