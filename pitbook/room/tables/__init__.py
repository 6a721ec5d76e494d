"""The room's tables: opened through the gate, worked live over the store, found again in their records."""
