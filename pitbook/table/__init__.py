"""The live table: every round dealt, decided, settled, and replayable from its events."""
