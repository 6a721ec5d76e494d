"""A family that only the tests have: one card each, which a player may swap once; the higher rank wins."""
