"""Exact mathematics: enumeration of deals up to symmetry with integer weights, distributions, par sheets, pay-table
design."""
