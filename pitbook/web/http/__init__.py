"""Shared by all features of the site: access, cookies, error pages, metrics, templates, live streams."""
