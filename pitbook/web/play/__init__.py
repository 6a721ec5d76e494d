"""Tables for play money, as pages and API."""
