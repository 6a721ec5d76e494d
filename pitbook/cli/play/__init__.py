"""``pitbook play``: a table in the terminal.

Start at ``command``: it opens a ``screen`` and a ``session``. The session plays rounds at a real table. It describes
what the player sees as a ``scene`` and asks with ``prompts`` (``bets`` has the one for the next round's bets). The
screen draws scenes (``view``, with the colours and cards of ``look``) and reads keys (``keyboard``) or lines. ``pages``
has the longer texts, ``tally`` compares results with expectation.
"""
