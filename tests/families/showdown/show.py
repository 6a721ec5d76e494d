"""The same as the duel's."""

from tests.families.duel.show import *  # noqa: F403 (the same facet for another family of the tests)
