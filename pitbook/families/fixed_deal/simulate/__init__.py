"""A table of a game without decisions, dealt and paid."""

from pitbook.families.fixed_deal.simulate.table import table_simulation

__all__ = ["table_simulation"]
