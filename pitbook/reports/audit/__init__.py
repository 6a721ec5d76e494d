"""The audit of the letters on paper."""
