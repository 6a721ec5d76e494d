"""The schema, step by step: a store of any earlier version is brought up to date when it is opened."""
