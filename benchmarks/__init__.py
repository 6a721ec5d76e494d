"""Benchmarks: measures speed and memory in one run, and compares them with promised limits and with other programs.

``python -m benchmarks`` (or ``make bench``) prints one table; ``--json`` prints it for a program, ``--short`` skips
measurements of more than a second. It writes no files. The exit code is 1 if a promise is broken.
"""
