"""The tour of the card room and its read-only demonstration."""
