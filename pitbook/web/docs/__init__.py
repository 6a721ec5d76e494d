"""The documentation as a site: served at ``/docs``, and written as static files by ``make docs``."""
