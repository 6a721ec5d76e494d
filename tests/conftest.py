"""How the property tests run."""

from hypothesis import settings

# A busy machine is no fault of the code: what takes too long is caught by tests that say how long it may take.
settings.register_profile("pitbook", deadline=None)
settings.load_profile("pitbook")
