"""Sign-in and the staff of the room, as pages and API."""
