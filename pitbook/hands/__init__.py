"""What cards are worth: poker with and without the joker, the pai gow set and its house ways, blackjack totals.

Every rule here is a plain function on card ids that runs as it stands at the live table and compiles
unchanged for simulation; names, sentences and checks of what a person typed are kept apart from it.
"""
