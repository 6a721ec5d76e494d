"""Jackpots: meters in exact arithmetic, a double-entry ledger with its proof, and the controllers at the tables."""
