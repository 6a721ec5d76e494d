"""A table's felt, drawn true to scale."""
