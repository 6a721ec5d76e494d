"""The room's tables: opened through the gate, played live over the store, and found in their records."""
