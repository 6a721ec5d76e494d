"""Pitbook: regulator-approved casino card games, from the approval letter to the jackpot."""

__version__ = "0.1.0"
