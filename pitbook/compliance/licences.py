"""The licences of every installed package, and of what is bundled with Pitbook."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import Distribution, distributions
from typing import Final

from pitbook.compliance.release import NAME

CLASSIFIER: Final = "License :: OSI Approved :: "
LONGEST: Final = 80
"""Some packages put the whole text of their licence into the field for its name; that is skipped."""
UNKNOWN: Final = "not stated"


@dataclass(frozen=True, slots=True)
class LicensedPackage:
    """A package, as its metadata describe it."""

    name: str
    version: str
    licence: str

    def to_dict(self) -> dict[str, str]:
        return asdict(self)


BUNDLED: Final = (LicensedPackage("Fraunces", "bundled", "OFL-1.1"), LicensedPackage("Inter", "bundled", "OFL-1.1"))
"""Fonts of the pages; pitbook/web/static/fonts has the full text of their licences."""


def parts() -> list[LicensedPackage]:
    """Every package installed with Pitbook, by name, and what is bundled; Pitbook itself is under the MIT licence."""
    found = {str(item.metadata["Name"]): item for item in distributions()}
    installed = [LicensedPackage(name, item.version, _licence(item)) for name, item in found.items() if name != NAME]
    return [*sorted(installed, key=lambda part: part.name.lower()), *BUNDLED]


def _licence(item: Distribution) -> str:
    """The expression if there is one, else the name, else the classifiers."""
    return next((words for words in _stated(item) if words), UNKNOWN)


def _stated(item: Distribution) -> Iterator[str]:
    facts = item.metadata
    yield "".join(facts.get_all("License-Expression", []))
    named = "".join(facts.get_all("License", [])).strip()
    yield named if len(named) <= LONGEST and "\n" not in named else ""
    yield " OR ".join(
        sorted(line.removeprefix(CLASSIFIER) for line in facts.get_all("Classifier", []) if line.startswith(CLASSIFIER))
    )
