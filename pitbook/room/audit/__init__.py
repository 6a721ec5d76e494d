"""The audit of a room, read only: proofs, replayed rounds, evidence packs, the system."""
