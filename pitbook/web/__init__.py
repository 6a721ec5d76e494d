"""Pages, live updates and the HTTP API."""
