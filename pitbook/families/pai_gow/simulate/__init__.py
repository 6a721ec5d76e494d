"""A whole pai gow table, dealt, set and paid."""

from pitbook.families.pai_gow.simulate.table import table_simulation

__all__ = ["table_simulation"]
