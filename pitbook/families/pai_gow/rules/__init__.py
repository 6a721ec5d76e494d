"""The rules of the base game, as games and settlement use them."""
