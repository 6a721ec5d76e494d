"""Pai gow poker solved exactly: every pair of disjoint seven-card hands, by inclusion and exclusion."""
