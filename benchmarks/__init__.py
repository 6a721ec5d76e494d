"""What is fast, and against whom: measured in one run, each promise checked.

``python -m benchmarks`` (or ``make bench``) prints one table; ``--json`` prints it for a program, ``--short`` leaves
out what takes more than a second. Nothing is written anywhere. The exit code is 1 where a promise is broken.
"""
