"""Blackjack solved exactly: the dealer's hand, every player action, optimal strategies and what they are worth.

Everything is counted over the composition of the shoe by value (ace, 2 to 9, ten), card by card and without
replacement. ``rules`` says what is played, ``dealer`` how the dealer's hand ends, ``hands`` which hands a player can
hold, ``solve`` what each action is worth, ``split`` what a pair is worth split, ``total`` the best strategy that sees
totals only, ``outcome`` how a round ends, ``sheet`` puts it on one page.
"""
