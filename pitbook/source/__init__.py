"""Source code known by what it does: hashes of syntax trees that only a change of meaning changes."""
