"""Poker games solved exactly: the best choice for everything that a player can know, and what it is worth."""
