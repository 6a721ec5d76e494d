"""Simulation: rounds that are really dealt and played, by the rulebook's own rules."""
