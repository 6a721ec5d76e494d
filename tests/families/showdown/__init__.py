"""A family that only the tests have: hidden hands, a board, and stakes that choices put up, take back and move."""
