"""The room's jackpots over the store: played for, corrected by two people, their controllers and large wins."""
