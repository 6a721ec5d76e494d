"""The services of the card room over the store: tables, jackpots, people, days, audit. Web and commands use them."""
