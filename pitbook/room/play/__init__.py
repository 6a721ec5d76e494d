"""Tables for play money: seats, the clock, hints and what rounds cost."""
