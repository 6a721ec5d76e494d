"""Counting: deals up to symmetry with whole-number weights, distributions, par sheets, pay-table design."""
