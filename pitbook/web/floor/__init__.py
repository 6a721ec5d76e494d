"""The floor and surveillance, as pages and API."""
