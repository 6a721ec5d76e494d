"""The Lab: pay tables to change and designs to share, as pages and API."""
