"""The auditor's pages and API."""
