"""The card room's business over the store: people, jackpots, controllers, days. Web and command line call it."""
