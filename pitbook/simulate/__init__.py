"""Simulation: deals and plays rounds with the rulebook's own rules."""
