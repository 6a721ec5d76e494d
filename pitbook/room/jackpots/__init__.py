"""The room's jackpots over the store: play, corrections by two people, controllers and large wins."""
