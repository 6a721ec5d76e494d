"""``python -m pitbook`` is the command ``pitbook``."""

from pitbook.cli import main

main()
