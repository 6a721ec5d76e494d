"""Play-money tables, as pages and API."""
