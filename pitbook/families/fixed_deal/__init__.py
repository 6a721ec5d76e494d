"""Games without decisions: the cards are dealt and the wagers settled."""
