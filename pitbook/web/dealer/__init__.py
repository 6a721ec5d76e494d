"""The dealer's console, as pages and API."""
