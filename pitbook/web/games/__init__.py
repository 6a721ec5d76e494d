"""The rulebook with its figures: lobby, games, letters, comparison, as pages and API."""
