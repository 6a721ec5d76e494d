"""Rules written as text: a small language of conditions on cards, with its own parser; no user text is ever evaluated.

:mod:`words` splits a text into words with their positions, :mod:`parse` parses conditions and checks their types,
:mod:`tree` defines the syntax tree, :mod:`write` turns it into a rule like those of the rulebook, and :mod:`wager`
makes a wager of it.
"""
