"""Commands that only this base game has."""
