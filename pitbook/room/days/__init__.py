"""Gambling days, the prize account, and the records that reports are made from."""
