"""Pai gow poker solved exactly: every pair of disjoint seven-card hands, counted by ranks and flushes."""
