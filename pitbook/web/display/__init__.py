"""Wall displays."""
