"""A whole blackjack table, dealt and played: shoe, seats, dealer, bonus wagers.

What may be done and what is paid is asked of the rulebook once, before the first card (:mod:`.hands`, :mod:`.lines`,
:mod:`.sides`), and looked up from then on (:mod:`.kernel`; :mod:`.fast` for one seat with the base wager alone).
"""

from pitbook.families.blackjack.simulate.table import BlackjackTable, table_simulation

__all__ = ["BlackjackTable", "table_simulation"]
