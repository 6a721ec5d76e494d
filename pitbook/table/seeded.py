"""Chance that can be repeated, for tests, automatic players and learners' drills; never for the tables of a house.

Nothing that serves a table may import this: the order of imports is checked, and :func:`check_chance` refuses it.
"""

import hashlib

from pitbook.table.shoe import SecretChance


class SeededChance(SecretChance):
    """Secrets that follow from a number: whoever knows it knows every card."""

    def __init__(self, seed: int) -> None:
        self.seed, self.drawn = seed, 0

    def secret(self) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"pitbook seed {self.seed} secret {self.drawn}".encode()).digest()
