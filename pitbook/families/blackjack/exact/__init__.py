"""Blackjack solved exactly: the dealer's hand, every player action, optimal strategies and what they are worth.

Everything is counted over the composition of the shoe by value (ace, 2 to 9, ten), card by card and without
replacement. From the ground up:

- ``values`` says what a card is here, ``arrays`` loads NumPy; the rules are `families.blackjack.rules.posted`;
- ``dealer`` says how the dealer's hand ends, ``hands`` which hands a player can hold, ``pays`` what they are paid,
  ``ground`` brings a shoe and rules together;
- ``solve`` says what each action is worth, ``split`` and ``split_pairs`` what hands of a split bring;
- ``strategies`` holds the best strategy that sees every card, ``total`` the best that sees totals, ``outcome`` how a
  round ends, ``removal`` what one card more or less does;
- ``analysis`` is all of it for one shoe, ``chart`` and ``sheet`` show it, ``base`` sets it beside other par sheets.
"""
