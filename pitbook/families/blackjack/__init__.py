"""Blackjack and the games that are played on it."""
