"""What all features of the site share: access, cookies, error pages, metrics, templates, live streams."""
