"""Reports that only this base game has."""
