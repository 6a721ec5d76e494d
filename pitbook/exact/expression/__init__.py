"""Rules written as text: a small language of conditions on cards, read by a parser of its own and never evaluated.

:mod:`words` cuts a text into words with their places, :mod:`parse` reads conditions and checks what is compared with
what, :mod:`tree` is what it makes, :mod:`write` turns that into a rule of the same kind as those of the rulebook, and
:mod:`wager` puts a wager around it.
"""
