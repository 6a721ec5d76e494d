"""Jackpots: meters that never lose a cent, the ledger that proves it, and the controllers at the tables."""
