"""Hand values: poker with and without the joker, the pai gow setting and its house ways, blackjack totals.

Every rule here is a plain function on card ids. The live table runs it as Python and the simulator compiles the same
function; names, sentences and input checks are kept apart from it.
"""
