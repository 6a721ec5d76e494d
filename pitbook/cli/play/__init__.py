"""``pitbook play``: a table in the terminal.

``command`` opens a ``session``, which plays rounds at a real table. What the player sees is a ``scene``; what the
player is asked is one of the ``prompts``, bets are written on a ``slip``. Both go through a ``face``: ``full_face``
draws a ``view`` on the whole screen and reads single ``keys``, ``plain_face`` reads and writes lines.
"""
