"""The same as the duel's."""

from tests.families.duel.cli import *  # noqa: F403 (the same facet for another family of the tests)
