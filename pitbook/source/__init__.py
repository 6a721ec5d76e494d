"""Hashes of source code by meaning: only a change of meaning changes the hash of a syntax tree."""
