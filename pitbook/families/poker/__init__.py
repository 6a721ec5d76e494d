"""Poker against the dealer or against a pay table, with decisions on one street or several."""
