"""The live table: deals, asks and settles rounds, and records events from which every round can be replayed."""
