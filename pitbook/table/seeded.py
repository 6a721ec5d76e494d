"""Reproducible randomness from a seed, for tests, automatic players and drills; never for the tables of a house.

An import contract keeps it out of modules that serve tables, and :func:`check_chance` refuses it at run time.
"""

import hashlib

from pitbook.table.shoe import SecretChance


class SeededChance(SecretChance):
    """Secrets derived from a seed: every card can be predicted from it."""

    def __init__(self, seed: int) -> None:
        self.seed, self.drawn = seed, 0

    def secret(self) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"pitbook seed {self.seed} secret {self.drawn}".encode()).digest()
