"""Approval to operate: a property's configuration, the rules it must keep, and the gate before a table opens."""
