"""What an auditor asks of a room, read only: proofs, rounds replayed, evidence packs, the system."""
